// The program cosetd: from its command line to its exit code.
#pragma once

namespace coset::cosetd {

int run_program(int argc, char** argv);

}  // namespace coset::cosetd
