#include "apps/coset_load/commands.hpp"

int main(int argc, char** argv) { return coset::coset_load::run_program(argc, argv); }
