// The program coset-load: from its command line to its exit code.
#pragma once

namespace coset::coset_load {

int run_program(int argc, char** argv);

}  // namespace coset::coset_load
