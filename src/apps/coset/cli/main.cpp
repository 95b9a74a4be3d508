#include "apps/coset/cli/program.hpp"

int main(int argc, char** argv) { return coset::cli::run_program(argc, argv); }
