import sys

from shoal.optimize.command import main

sys.exit(main())
