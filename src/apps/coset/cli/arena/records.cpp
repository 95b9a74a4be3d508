#include "apps/coset/cli/arena/records.hpp"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

[[noreturn]] void cannot_write(const fs::path& path) {
  throw Failure(Exit::failure, "The records cannot be written to '" + path.string() +
                                   "': check free space and permissions.");
}

// "step02-deal00017-game1.record": names in the order of the games.
std::string file_name(int step, std::uint64_t deal, std::size_t game) {
  std::array<char, 80> out{};
  const int used = step > 0 ? std::snprintf(out.data(), out.size(), "step%02d-", step) : 0;
  std::snprintf(out.data() + used, out.size() - static_cast<std::size_t>(used),
                "deal%05llu-game%zu.record", static_cast<unsigned long long>(deal), game);
  return out.data();
}

// A comment is one line, even if the bot's name is not.
std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

}  // namespace

ArenaRecords::ArenaRecords(fs::path path)
    : path_(std::move(path)), one_file_(path_.extension() == ".jsonl") {
  std::error_code failed;
  if (one_file_) {
    if (fs::exists(path_))
      throw Failure(Exit::input, "'" + path_.string() + "' already exists: name a new file.");
    lines_.open(path_, std::ios::binary);
    if (!lines_) cannot_write(path_);
    return;
  }
  fs::create_directories(path_, failed);
  if (!fs::is_directory(path_)) cannot_write(path_);
  for (const auto& entry : fs::directory_iterator(path_, failed))
    if (entry.path().extension() == ".record")
      throw Failure(Exit::input,
                    "'" + path_.string() + "' already contains records: name a new directory.");
}

void ArenaRecords::write(const std::string& name, const std::string& text) const {
  std::ofstream out(path_ / name, std::ios::binary);
  out << text;
  out.close();
  if (!out) cannot_write(path_);
}

void ArenaRecords::add(const ArenaRun& run, const std::vector<std::string>& bots,
                       const DealResult& deal) {
  ++deal_;
  for (std::size_t i = 0; i < deal.games.size(); ++i) {
    const ArenaGame& game = deal.games[i];
    Json seats = Json::array();
    std::string comments = "# coset-arena 1\n";
    for (std::size_t seat = 0; seat < run.seatings[i].size(); ++seat) {
      const std::string& bot = bots[run.seatings[i][seat]];
      seats.push_back(bot);
      comments += "# seat " + std::to_string(seat + 1) + " " + on_one_line(bot) + "\n";
    }
    if (!one_file_) {
      comments += "# seed " + std::to_string(run.seed) + " deal " + std::to_string(deal_) +
                  " game " + std::to_string(i + 1) + "\n";
      write(file_name(step_, deal_, i + 1), comments + game.record);
      continue;
    }
    Json points = Json::array();
    Json winners = Json::array();
    for (std::size_t seat = 0; seat < game.scores.seats; ++seat) {
      points.push_back(game.scores.points[seat]);
      if ((game.scores.winners >> seat & 1U) != 0) winners.push_back(seat + 1);
    }
    Json line{{"schema", 1}};
    if (step_ > 0) line["step"] = step_;
    line.update({{"seed", std::to_string(run.seed)},
                 {"deal", deal_},
                 {"game", i + 1},
                 {"seats", seats},
                 {"points", points},
                 {"winners", winners},
                 {"ending", word_of(game.ending)},
                 {"turns", game.turns},
                 {"record", game.record}});
    lines_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }
  if (!one_file_) return;
  lines_.flush();
  if (!lines_) cannot_write(path_);
}

}  // namespace coset::cli
