// What an operator does about names and tables: by the store alone, while a server plays on. It
// hears of it within ten seconds.
#pragma once

#include <string>

#include "server/options.hpp"

namespace coset::server {

// Lines for people, the oldest report first.
Result<std::string> reported_names(const Options& options);
// A seat is counted from 1. The reports of that seat are settled.
std::optional<Error> rename_seat(const Options& options, const std::string& table, int seat,
                                 const std::string& name);
std::optional<Error> close_table(const Options& options, const std::string& table);

}  // namespace coset::server
