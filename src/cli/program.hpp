// The program `coset`: reads the command line, runs the chosen command and turns whatever happens
// into an exit code. It tells a mistake of the caller's (one sentence, code 2) from a bug of ours
// (code 70 and a request to report it).
#pragma once

namespace coset::cli {

int run_program(int argc, char** argv);

}  // namespace coset::cli
