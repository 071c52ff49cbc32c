// Programs written against the bare robot library include this name.
#pragma once

#include "pogosim/spogobot.h"
