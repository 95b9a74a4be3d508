#include "apps/coset/cli/user_data/saved_games.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <ctime>

#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "base/reader.hpp"
#include "engine/play/catalogue.hpp"

namespace coset::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* none_saved = "There is no unfinished game. Start one with 'coset play'.";

// Game, group and seats: the beginning of every spec.
std::string short_spec(const std::string& spec) {
  std::size_t end = spec.find(' ');
  if (end != std::string::npos) end = spec.find(' ', end + 1);
  if (end != std::string::npos && spec.compare(end + 1, 6, "seats=") == 0)
    end = spec.find(' ', end + 1);
  return shortened(spec.substr(0, end), 60);
}

SavedGame describe(const fs::path& path, std::time_t written) {
  SavedGame out{path, path.stem().string(), local_time("%Y-%m-%d %H:%M", written), "", "", ""};
  try {
    const std::string text = read_text(path.string());
    const auto match = Match::replay(text);
    if (!match) {
      out.about = match.error().sentence;
      return out;
    }
    out.spec = match->spec().text();
    out.game = match->spec().game_name();
    out.about = short_spec(out.spec);
    std::string seats;
    for (const std::string& who : tui::Session::saved_seats(text))
      if (who != tui::Session::human) seats += (seats.empty() ? " with " : ", ") + who;
    out.about += seats + "; " + std::to_string(match->turns()) +
                 (match->turns() == 1 ? " turn taken" : " turns taken");
  } catch (const Failure& failure) {
    out.about = failure.what();
  }
  return out;
}

}  // namespace

GameSaver::GameSaver(fs::path path) : path_(std::move(path)) {
  std::error_code ignored;
  fs::create_directories(path_.parent_path(), ignored);
  lock_path_ = path_.string() + ".lock";
  lock_ = ::open(lock_path_.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (lock_ >= 0 && flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    close(lock_);
    throw Failure(Exit::failure, "This game is being played in another terminal.");
  }
}

GameSaver::~GameSaver() {
  if (lock_ < 0) return;
  unlink(lock_path_.c_str());
  close(lock_);
}

fs::path GameSaver::new_path(std::string_view game) {
  const fs::path folder = data_dir() / "games";
  const std::string name =
      local_time("%Y-%m-%d-%H%M%S", std::time(nullptr)) + "-" + std::string(game);
  fs::path path = folder / (name + ".game");
  for (int i = 2; fs::exists(path) || fs::exists(fs::path(path).replace_extension("record")); ++i)
    path = folder / (name + "-" + std::to_string(i) + ".game");
  return path;
}

void GameSaver::save(const tui::Session& session) {
  try {
    write_file_atomically(path_, session.saved());
    error_.clear();
  } catch (const Failure& failure) {
    error_ = failure.what();
    return;
  }
  if (!session.match().over() || path_.extension() == ".record") return;
  const fs::path record = fs::path(path_).replace_extension("record");
  fs::rename(path_, record);
  path_ = record;
}

std::vector<SavedGame> unfinished_games() {
  struct File {
    fs::path path;
    timespec written;
  };
  std::vector<File> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(data_dir() / "games", none)) {
    struct stat facts{};
    if (entry.path().extension() == ".game" && stat(entry.path().c_str(), &facts) == 0)
      files.push_back({entry.path(), facts.st_mtim});
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) {
    if (a.written.tv_sec != b.written.tv_sec) return a.written.tv_sec > b.written.tv_sec;
    if (a.written.tv_nsec != b.written.tv_nsec) return a.written.tv_nsec > b.written.tv_nsec;
    return a.path > b.path;
  });
  std::vector<SavedGame> out;
  for (const File& file : files) out.push_back(describe(file.path, file.written.tv_sec));
  return out;
}

fs::path find_unfinished(const std::string& which) {
  const std::vector<SavedGame> games = unfinished_games();
  if (games.empty()) throw Failure(Exit::input, none_saved);
  if (which.empty()) return games.front().path;
  std::size_t number = 0;
  const char* end = which.data() + which.size();
  if (const auto [read, error] = std::from_chars(which.data(), end, number);
      error == std::errc() && read == end && number >= 1 && number <= games.size())
    return games[number - 1].path;
  for (const SavedGame& game : games)
    if (which == game.name || which == game.path.filename()) return game.path;
  const auto preset = find_preset(which);
  const auto spec = Spec::parse(preset ? std::string(preset->spec) : which);
  if (spec)
    for (const SavedGame& game : games)
      if (game.spec == spec->text()) return game.path;
  for (const SavedGame& game : games)
    if (game.game == which) return game.path;
  throw Failure(Exit::input, "There is no unfinished game " + coset::quoted(which) +
                                 ". 'coset play --list' lists them.");
}

}  // namespace coset::cli
