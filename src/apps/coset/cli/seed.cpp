#include "apps/coset/cli/seed.hpp"

#include <charconv>

#include "apps/coset/cli/terminal/output.hpp"
#include "base/reader.hpp"

namespace coset::cli {

namespace {

template <class Kept>
CLI::Option* add(CLI::App& app, Kept& seed, const std::string& about) {
  return app
      .add_option_function<std::string>(
          "--seed", [&seed](const std::string& text) { seed = read_seed(text); }, about)
      ->type_name("N");
}

}  // namespace

std::uint64_t read_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const char* end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, seed);
  if (error != std::errc() || read != end)
    throw Failure(Exit::input, "Invalid seed " + coset::quoted(text) +
                                   ": expected a whole number from 0 to 18446744073709551615.");
  return seed;
}

CLI::Option* add_seed_option(CLI::App& app, std::optional<std::uint64_t>& seed,
                             const std::string& about) {
  return add(app, seed, about);
}

CLI::Option* add_seed_option(CLI::App& app, std::uint64_t& seed, const std::string& about) {
  return add(app, seed, about)->default_str(std::to_string(seed));
}

}  // namespace coset::cli
