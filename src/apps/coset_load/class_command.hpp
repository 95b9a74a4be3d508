// The command `class` of coset-load.
#pragma once

#include <functional>

namespace CLI {  // NOLINT(readability-identifier-naming)
class App;
}

namespace coset::coset_load {

// Adds it to the program. What is returned runs it once the command line is parsed: the exit code,
// or -1 if it was not asked for.
std::function<int()> add_class_command(CLI::App& app);

}  // namespace coset::coset_load
