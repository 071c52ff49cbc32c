#include "app/cli.hpp"

int main(int argc, char** argv) { return shoal::app::shoal_command(argc, argv); }
