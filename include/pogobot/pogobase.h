// The one header that a controller includes.
#pragma once

#include "pogosim/version.h"

#include "pogosim/pogosim.h"
