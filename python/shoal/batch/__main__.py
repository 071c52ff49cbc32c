import sys

from shoal.batch.command import main

sys.exit(main())
