#include "load/program.hpp"

int main(int argc, char** argv) { return coset::load::run_program(argc, argv); }
