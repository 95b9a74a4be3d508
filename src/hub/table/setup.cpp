#include "hub/table/setup.hpp"

#include <algorithm>

#include "bots/bot.hpp"

namespace coset::hub {

namespace {

constexpr std::size_t max_name = 40;
constexpr Millis max_clock = 24U * 60 * 60 * 1000;

bool printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
}

Error bad(std::string_view code, std::string sentence) { return {code, 0, std::move(sentence)}; }

std::string word(auto value) { return std::string(word_of(value)); }

}  // namespace

Result<std::shared_ptr<const Setup>> make_setup(Setup setup) {
  if (setup.table.empty() || setup.table.size() > max_name || !printable(setup.table))
    return bad("setup.table", "A table has a name of 1 to 40 bytes.");
  if (static_cast<int>(setup.seats.size()) != setup.spec.seats())
    return bad("setup.seats", "The game has " + std::to_string(setup.spec.seats()) +
                                  " seats, the table " + std::to_string(setup.seats.size()) + ".");
  for (std::size_t i = 0; i < setup.seats.size(); ++i) {
    const SeatSetup& seat = setup.seats[i];
    if (seat.name.size() > max_name || !printable(seat.name))
      return bad("setup.name", "A player's name has at most 40 bytes, all of them printable.");
    if (seat.player == wire::Player::bot) {
      if (auto bot = bots::make_bot(seat.bot); !bot) return bot.error();
      continue;
    }
    for (std::size_t k = 0; k < i; ++k)
      if (setup.seats[k].player == wire::Player::human && setup.seats[k].token == seat.token)
        return bad("setup.token", "Two seats have the same token.");
  }
  if (setup.clock.kind != wire::ClockKind::none &&
      (setup.clock.start == 0 || setup.clock.start > max_clock || setup.clock.add > max_clock))
    return bad("setup.clock", "A clock starts with more than nothing and at most a day.");
  if (setup.rated) setup.hints = false;
  return std::make_shared<const Setup>(std::move(setup));
}

std::string header_of(const Setup& setup) {
  std::string out = "coset-table 1\n" + setup.table + "\n" + setup.spec.text() + "\nclock " +
                    word(setup.clock.kind) + " " + std::to_string(setup.clock.start) + " " +
                    std::to_string(setup.clock.add) + (setup.rated ? "\nrated\n" : "\ncasual\n");
  for (const SeatSetup& seat : setup.seats) out += word(seat.player) + "\n";
  return out;
}

Setup rematch_of(const Setup& setup) {
  Setup next = setup;
  std::rotate(next.seats.begin(), next.seats.begin() + 1, next.seats.end());
  return next;
}

}  // namespace coset::hub
