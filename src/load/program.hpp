// The program coset-load: from its command line to its exit code.
#pragma once

namespace coset::load {

int run_program(int argc, char** argv);

}  // namespace coset::load
