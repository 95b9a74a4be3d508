// Seeds, parsed alike by every command: unsigned 64-bit integers in decimal. Anything else is an
// error.
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
// The current value of `seed` is the default.
CLI::Option* add_seed_option(CLI::App& app, std::uint64_t& seed, const std::string& about);

}  // namespace coset::cli
