// Copies of a server's folder, and whether what is kept there is whole. A copy is one file: a
// SQLite database with the log of every game, the seeds and the key of cookies, so whoever has it
// has everything. It is made while the server plays on, and stands under its name only once it is
// complete. Of PostgreSQL its own tools make copies.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "server/house.hpp"

namespace coset::server {

// The file that was written. Into a folder goes coset-DATE.db, and of such files the newest `keep`
// stay.
Result<std::string> back_up(const std::string& data, const std::string& to, int keep);

// What is in a folder where a restore was stopped in the middle: nothing may be served from it.
inline constexpr const char* unfinished = "restoring";

// Refuses a folder that holds anything, and a copy that is damaged or of a newer program.
std::optional<Error> restore(const std::string& from, const std::string& data);

struct Kept {
  std::uint64_t games = 0;
  std::uint64_t events = 0;
  std::vector<std::string> broken;  // a sentence each
};

// The files of a folder whose pages do not fit together, a sentence each.
std::vector<std::string> damaged_files(const std::string& data);

// Computes the chains of all logs again, and the commitments of their seeds.
Result<Kept> verify(Stores& stores);

}  // namespace coset::server
