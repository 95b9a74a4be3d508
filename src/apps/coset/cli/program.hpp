// The program `coset`: parses the command line, runs the command and returns the exit status.
// Invalid input is one sentence and status 2; an internal error is status 70 and a request to
// report it.
#pragma once

namespace coset::cli {

int run_program(int argc, char** argv);

}  // namespace coset::cli
