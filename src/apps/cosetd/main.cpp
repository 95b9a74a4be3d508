#include "apps/cosetd/commands.hpp"

int main(int argc, char** argv) { return coset::cosetd::run_program(argc, argv); }
