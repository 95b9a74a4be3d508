// Seeds, which every command reads alike: whole numbers from 0 that 64 bits can hold, in decimal
// digits. Anything else is refused, not bent into some number.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

namespace coset::cli {

// Throws a Failure.
std::uint64_t read_seed(const std::string& text);

CLI::Option* add_seed_option(CLI::App& app, std::optional<std::uint64_t>& seed,
                             const std::string& about);
// The seed that it holds is the default.
CLI::Option* add_seed_option(CLI::App& app, std::uint64_t& seed, const std::string& about);

}  // namespace coset::cli
