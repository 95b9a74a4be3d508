// Operator commands on player names and tables. They write to the store; a running server applies
// them within ten seconds.
#pragma once

#include <string>

#include "apps/cosetd/app.hpp"
#include "apps/cosetd/options.hpp"

namespace coset::cosetd {

// The event store and the player store, shared with a running server.
Result<Stores> open_beside_server(const Options& options);

// One line per report, the oldest first.
Result<std::string> list_reports(const Options& options);
// Seats are counted from 1. The reports of that seat are resolved.
std::optional<Error> rename_player(const Options& options, const std::string& table, int seat,
                                   const std::string& name);
std::optional<Error> close_table(const Options& options, const std::string& table);

}  // namespace coset::cosetd
