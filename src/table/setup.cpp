#include "table/setup.hpp"

#include <algorithm>

#include "engine/bots/bot.hpp"
#include "engine/bots/person_name.hpp"
#include "protocol/table/fields_writer.hpp"
#include "table/public_position.hpp"

namespace coset::table {

namespace {

constexpr std::size_t max_name = 40;  // of a table
constexpr Millis day = 24U * 60 * 60 * 1000;
constexpr Millis max_clock = day;
constexpr Millis max_correspondence = 14 * day;
constexpr std::uint32_t max_games = 99;  // of a series
constexpr std::size_t max_more = 4096;   // bytes of unknown fields

bool printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7f; });
}

Error bad(std::string_view code, std::string sentence) { return {code, 0, std::move(sentence)}; }

std::string word(auto value) { return std::string(word_of(value)); }

std::optional<Error> clock_error(const protocol::ClockRule& clock) {
  if (clock.kind == protocol::ClockKind::none) return std::nullopt;
  const bool letters = clock.kind == protocol::ClockKind::correspondence;
  const Millis limit = letters ? max_correspondence : max_clock;
  if (clock.start != 0 && clock.start <= limit && clock.add <= max_clock) return std::nullopt;
  return bad("setup.clock", letters ? "A turn of a correspondence game has at most 14 days."
                                    : "A clock starts with more than nothing and at most a day.");
}

std::optional<Error> series_error(const Setup& setup) {
  if (!setup.series) return std::nullopt;
  const protocol::Series& series = *setup.series;
  if (series.number < 1 || series.number > series.games || series.games > max_games ||
      series.points.size() != setup.seats.size())
    return bad("setup.series", "A series has 1 to 99 games, and every seat has points.");
  return std::nullopt;
}

std::optional<Error> start_error(const Setup& setup) {
  if (setup.start.empty()) return std::nullopt;
  const auto match = Match::open(setup.spec, setup.start);
  if (!match) return match.error();
  if (match->over()) return bad("setup.start", "This position is the end of a game.");
  return std::nullopt;
}

std::optional<Error> more_error(const Setup& setup) {
  std::size_t size = 0;
  for (const auto& [key, value] : setup.more) {
    size += key.size() + value.size();
    const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    });
    if (key.empty() || key.size() > max_name || !plain || size > max_more)
      return bad("setup.more", "The setup has a key that no program may write.");
  }
  return std::nullopt;
}

template <class T>
void add(std::vector<std::pair<std::string, std::string>>& out, std::string key, const T& value) {
  out.emplace_back(std::move(key), protocol::written(value));
}

}  // namespace

bool waits_for_absent(const Setup& setup) {
  return setup.grace == 0 && !setup.rated && setup.clock.kind == protocol::ClockKind::none;
}

bool needs_second_form(const Setup& setup) {
  return !setup.start.empty() || setup.series || setup.game || setup.commitment ||
         !setup.entropy.empty() || !setup.more.empty() ||
         setup.timeout != protocol::TimeoutRule::lenient;
}

Result<std::shared_ptr<const Setup>> make_setup(Setup setup) {
  if (setup.table.empty() || setup.table.size() > max_name || !printable(setup.table))
    return bad("setup.table", "A table has a name of 1 to 40 bytes.");
  if (static_cast<int>(setup.seats.size()) != setup.spec.seats())
    return bad("setup.seats", "The game has " + std::to_string(setup.spec.seats()) +
                                  " seats, the table " + std::to_string(setup.seats.size()) + ".");
  for (std::size_t i = 0; i < setup.seats.size(); ++i) {
    const SeatSetup& seat = setup.seats[i];
    if (!bots::can_be_kept(seat.name))
      return bad("setup.name", "A player's name has at most 96 bytes, all of them printable.");
    if (seat.player == protocol::Player::bot) {
      if (auto bot = bots::make_bot(seat.bot); !bot) return bot.error();
      continue;
    }
    for (std::size_t k = 0; k < i; ++k)
      if (setup.seats[k].player == protocol::Player::human && setup.seats[k].token == seat.token)
        return bad("setup.token", "Two seats have the same token.");
  }
  if (setup.form == 1 && needs_second_form(setup))
    return bad("setup.form", "The first form of a setup has no room for this.");
  if (setup.form != 1 && setup.form != 2)
    return bad("setup.form", "A later program has made this table: it needs a newer one.");
  for (const auto& check :
       {clock_error(setup.clock), series_error(setup), start_error(setup), more_error(setup)})
    if (check) return *check;
  if (setup.entropy.size() > setup.seats.size() ||
      setup.game.has_value() != setup.commitment.has_value())
    return bad("setup.deal", "A deal has an id, a commitment, and bytes of its players at most.");
  if (setup.rated) setup.hints = false;
  return std::make_shared<const Setup>(std::move(setup));
}

Match first_match(const Setup& setup) {
  if (setup.start.empty()) return Match::open(setup.spec);
  return *Match::open(setup.spec, setup.start);
}

std::string header_of(const Setup& setup) {
  std::string out = "coset-table " + std::to_string(setup.form) + "\n" + setup.table + "\n" +
                    setup.spec.text() + "\nclock " + word(setup.clock.kind) + " " +
                    std::to_string(setup.clock.start) + " " + std::to_string(setup.clock.add) +
                    (setup.rated ? "\nrated\n" : "\ncasual\n");
  for (const SeatSetup& seat : setup.seats) out += word(seat.player) + "\n";
  if (setup.form == 1) return out;
  auto lines = setup.more;
  if (setup.commitment) add(lines, "commitment", *setup.commitment);
  if (setup.game) add(lines, "game", *setup.game);
  if (setup.series) add(lines, "series", *setup.series);
  if (!setup.start.empty()) {  // as a spectator sees it
    const AnyView seen = first_match(setup).observe(nobody);
    add(lines, "start", public_position(setup.spec, seen));
  }
  if (setup.timeout != protocol::TimeoutRule::lenient) add(lines, "timeout", setup.timeout);
  std::sort(lines.begin(), lines.end());
  for (const auto& [key, value] : lines) {
    out += key;
    out += ' ';
    out += value;
    out += '\n';
  }
  return out;
}

Setup rematch_of(const Setup& setup, const std::vector<int>& winners) {
  Setup next = setup;
  next.form = 2;
  next.game.reset();
  next.commitment.reset();
  next.entropy.clear();
  if (next.series) {
    protocol::Series& series = *next.series;
    if (series.number == series.games) {
      series.number = 1;
      std::fill(series.points.begin(), series.points.end(), protocol::Points{});
    } else {
      ++series.number;
      for (const int seat : winners) {
        protocol::Points& points = series.points[static_cast<std::size_t>(seat) - 1];
        points = points.plus_share(static_cast<std::uint32_t>(winners.size()));
      }
    }
    std::rotate(series.points.begin(), series.points.begin() + 1, series.points.end());
  }
  std::rotate(next.seats.begin(), next.seats.begin() + 1, next.seats.end());
  return next;
}

}  // namespace coset::table
