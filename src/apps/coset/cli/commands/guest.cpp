#include "apps/coset/cli/commands/guest.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>

#include "apps/coset/cli/arena/exec_bot.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

// One guest, at one seat or at several.
struct Guests::Seated : tui::Guest {
  Seated(const std::string& who, const MoveLimits& limits)
      : player(make_exec_bot(who, limits)), stop(limits.stop) {}

  std::string name() const override {
    constexpr std::size_t widest = 13;
    std::string out;
    for (const char c : player->title())
      if (static_cast<unsigned char>(c) >= ' ' && c != 0x7f) out += c;
    return out.find_first_not_of(' ') == std::string::npos ? "Program" : shortened(out, widest);
  }

  std::optional<Action> choose(const Match& match, Seat seat, Rng& rng) override {
    try {
      if (seats.empty()) {
        seats.push_back(seat);
        player->begin(match, seats);
      }
      return player->choose(match, seat, rng);
    } catch (const Failure&) {
      if (stop && stop()) return std::nullopt;
      throw;
    }
  }

  std::unique_ptr<ExecPlayer> player;
  std::function<bool()> stop;
  std::vector<Seat> seats;  // set once the game has been announced to it
};

Guests::Guests(std::function<bool()> stop, bool aside) : stop_(std::move(stop)) {
  if (aside) errors_ = memfd_create("coset-guests", MFD_CLOEXEC);
}

Guests::~Guests() {
  if (errors_ >= 0) close(errors_);
}

tui::Invite Guests::invite() {
  return [this](const std::string& who) -> std::shared_ptr<tui::Guest> {
    if (!who.starts_with(exec_prefix)) return nullptr;
    MoveLimits limits;
    limits.stop = stop_;
    limits.errors = errors_;
    seated_.push_back(std::make_shared<Seated>(who, limits));
    return seated_.back();
  };
}

void Guests::tell_over(const Match& match) {
  for (const auto& guest : seated_)
    if (!guest->seats.empty()) guest->player->over(match, guest->seats);
}

void Guests::tell_errors() {
  if (errors_ < 0) return;
  constexpr off_t most = 1 << 14;
  std::array<char, most> text{};
  const off_t size = lseek(errors_, 0, SEEK_END);
  const off_t from = size > most ? size - most : 0;
  const ssize_t read = pread(errors_, text.data(), text.size(), from);
  if (read > 0) std::fwrite(text.data(), 1, static_cast<std::size_t>(read), stderr);
  if (ftruncate(errors_, 0) != 0) return;
}

}  // namespace coset::cli
