#include "server/program.hpp"

int main(int argc, char** argv) { return coset::server::run_program(argc, argv); }
