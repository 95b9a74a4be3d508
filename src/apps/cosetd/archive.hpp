// `cosetd archive`: moves the games that ended in a month from the database into a file. The file
// has a line of JSON per game, compressed: its setup without names and tokens, the bodies of its
// events, its record, the seed of its deal and the last link of its chain. The events are dropped
// only once the file is on the disk, was read again, and every chain that was computed from it is
// the stored one. So whenever it is cut, the events are in the database, in a verified file, or in
// both.
#pragma once

#include "apps/cosetd/options.hpp"
#include "server/store/month_archive.hpp"

namespace coset::cosetd {

struct ArchiveReport {
  std::size_t games = 0;
  std::uintmax_t bytes = 0;  // of the file
};

// "2026-03"; nothing if it is no month.
std::optional<store::Month> parse_month(std::string_view text);

// REQUIRES: parse_month accepts options' month. `now` in milliseconds
Result<ArchiveReport> archive_month(const Options& options, store::Month month,
                                    const std::string& file, store::Time now);

// How many games of the database are in such files.
Result<std::int64_t> count_archived(const Options& options);

}  // namespace coset::cosetd
