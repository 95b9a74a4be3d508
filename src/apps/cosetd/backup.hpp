// Backup, restore and integrity check of the data directory. A backup is one SQLite file with the
// event log of every game, the deal seeds and the cookie key, so it must stay private. It is
// written while the server runs, and gets its name only when it is complete. PostgreSQL is backed
// up by its own tools.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/cosetd/app.hpp"

namespace coset::cosetd {

// Returns the file that was written. In a directory it is coset-DATE.db, and only the newest `keep`
// of such files stay.
Result<std::string> back_up(const std::string& data_dir, const std::string& to, int keep);

// The file that marks an interrupted restore: the server refuses to start from such a directory.
inline constexpr const char* restore_marker = "restore-in-progress";

// Refuses a directory that is not empty, and a backup that is damaged or of a newer program.
std::optional<Error> restore(const std::string& from, const std::string& data_dir);

struct VerifyReport {
  std::uint64_t games = 0;
  std::uint64_t events = 0;
  std::int64_t in_files = 0;        // games whose events are not in the database
  std::vector<std::string> broken;  // a sentence each
};

// The corrupt database files of a data directory, a sentence each.
std::vector<std::string> find_damaged_files(const std::string& data_dir);

// Recomputes the hash chains of all event logs and the commitments of the deal seeds.
Result<VerifyReport> verify(Stores& stores);

}  // namespace coset::cosetd
