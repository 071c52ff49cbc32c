#include "record/arrow/feather.hpp"

using namespace shoal::record;

const ArrowLibrary shoal_arrow_library{create_feather_file, read_feather_poses, summarise_feather,
                                       compare_feathers, open_feather_log};
