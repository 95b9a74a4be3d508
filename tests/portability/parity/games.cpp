#include "portability/parity/games.hpp"

#include "apps/capi/coset.h"
#include "engine/play/catalogue.hpp"
#include "engine/play/playouts.hpp"
#include "engine/play/simulate.hpp"

namespace coset::parity {

namespace {

// Two hashes of the kind FNV-1a, enough to tell texts apart; a real host brings BLAKE2b.
std::uint64_t hash(const std::uint8_t* bytes, std::size_t size, std::uint64_t value) {
  for (std::size_t i = 0; i < size; ++i) value = (value ^ bytes[i]) * 0x100000001b3ULL;
  return value;
}
constexpr std::uint64_t start = 0xcbf29ce484222325ULL;

void digest(const std::uint8_t* bytes, std::size_t size, std::uint8_t* out) {
  const std::uint64_t words[] = {hash(bytes, size, start), hash(bytes, size, 0x1234567)};
  for (std::size_t i = 0; i < 16; ++i)
    out[i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
}

std::string hex(std::uint64_t value) {
  std::string out(16, '0');
  for (std::size_t i = 16; i-- > 0; value >>= 4U) out[i] = "0123456789abcdef"[value & 15U];
  return out;
}

// Takes an answer over.
std::string text_of(coset_text* answer) {
  std::string out(answer->data, answer->size);
  if (answer->status != COSET_DONE) out = "refused " + out;
  coset_free(answer);
  return out;
}

// The value at a place; empty if there is none.
std::string at(const std::string& json, const std::string& place) {
  coset_text* value = coset_json_at(json.data(), json.size(), place.data(), place.size());
  std::string out = value->status == COSET_DONE ? std::string(value->data, value->size) : "";
  coset_free(value);
  return out;
}

class Game {
 public:
  // Few have their moves valued, which takes as long as the rest.
  Game(const std::string& game, std::uint64_t seed)
      : rng_(coset_rng_open(seed)), valued_(seed <= 2) {
    spec_ = at(text_of(coset_spec_describe(game.data(), game.size())), "/spec");
    seats_ = number(at(text_of(coset_spec_describe(game.data(), game.size())), "/seats"));
    open();
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  ~Game() {
    coset_table_free(table_);
    coset_match_free(mirror_);
    coset_rng_free(rng_);
  }

  std::string play() {
    constexpr int most = 600;
    for (int i = 0; i < most && !over_; ++i) {
      now_ += chance(60) ? 70'000 : pick(4000);
      note(coset_table_tick(table_, now_));
      serve_requests();
      if (!over_) act();
      serve_requests();
    }
    note(coset_match_state(mirror_));
    const std::string answers = "[" + answers_ + "]";
    note(coset_review(answers.data(), answers.size(), 0));
    check_log();
    // Characters that JSON writes as numbers, and one that it must not have.
    for (const std::string json : {R"([["\u0001\u001f\u007f\u00e9\ud83d\ude00"]])", "[[\"\x01\"]]"})
      note(coset_json_at(json.data(), json.size(), "/0", 2));
    return std::move(out_);
  }

 private:
  static std::int32_t number(const std::string& text) {
    std::int32_t out = 0;
    for (const char c : text) out = 10 * out + (c - '0');
    return out;
  }
  std::uint32_t pick(std::uint32_t bound) { return coset_rng_below(rng_, bound); }
  bool chance(std::uint32_t one_in) { return pick(one_in) == 0; }
  void note(coset_text* answer) {
    last_ = text_of(answer);
    out_ += last_ + "\n";
  }
  static std::string token(std::int32_t seat) {
    return std::string(31, '0') + static_cast<char>('0' + seat);
  }
  bool human(std::int32_t seat) const { return bots_[static_cast<std::size_t>(seat)].empty(); }

  void open() {
    bots_.resize(static_cast<std::size_t>(seats_) + 1);
    setup_ = R"({"table":"oak","spec":")" + spec_ + R"(","seats":[)";
    for (std::int32_t seat = 1; seat <= seats_; ++seat) {
      if (chance(4)) bots_[static_cast<std::size_t>(seat)] = chance(2) ? "greedy" : "random";
      setup_ += seat == 1 ? "{" : ",{";
      setup_ += human(seat) ? R"("name":"N","token":")" + token(seat) + R"("})"
                            : R"("bot":")" + bots_[static_cast<std::size_t>(seat)] + R"("})";
    }
    setup_ += "]";
    if (chance(2)) setup_ += R"(,"clock":{"kind":"fischer","start":60000,"add":2000})";
    if (chance(4)) setup_ += R"(,"rated":true)";
    setup_ += "}";
    table_ = coset_table_open(setup_.data(), setup_.size(), nullptr, 0, digest, now_, nullptr);
    mirror_ = coset_match_open(spec_.data(), spec_.size(), nullptr, 0, nullptr);
    serve_requests();
    for (std::int32_t seat = 0; seat <= seats_; ++seat) hello(seat, "");
  }

  void say(std::int32_t seat, const std::string& message) {
    note(coset_table_handle(table_, static_cast<std::uint32_t>(seat) + 1, message.data(),
                            message.size(), now_));
  }
  void hello(std::int32_t seat, const std::string& more) {
    const bool known = seat > 0 && human(seat);
    say(seat, R"({"type":"hello","proto":1,"table":"oak")" + more +
                  (known ? R"(,"token":")" + token(seat) + R"("})" : "}"));
  }

  // Deals, commits and lets bots move until the table waits for a human.
  void serve_requests() {
    while (!over_) {
      while (const std::uint32_t size = coset_table_urn(table_)) {
        const std::uint32_t place = pick(size);
        coset_table_dealt(table_, place);
        coset_match_deal(mirror_, place);
      }
      note(coset_table_requests(table_));
      const std::string wants = last_;
      if (const std::string row = at(wants, "/proposed"); !row.empty()) {
        log_ += (log_.empty() ? "[" : ",") + row;
        note(coset_table_committed(table_, static_cast<std::uint32_t>(number(at(row, "/ply"))),
                                   now_));
      } else if (!at(wants, "/bot").empty()) {
        bot_moves(wants);
      } else if (!at(wants, "/hint").empty()) {
        note(coset_table_hint(table_));
      } else {
        over_ = at(wants, "/over") == "true";
        head_ = at(wants, "/head");
        turn_ = number(at(wants, "/turn"));
        return;
      }
    }
  }

  std::string choice(const coset_match* match, const std::string& bot) {
    const std::uint64_t seed = pick(1U << 30U);
    coset_search* thought = coset_search_begin(match, bot.data(), bot.size(), seed, nullptr);
    coset_search_step(thought, 50);
    std::string move = at(text_of(coset_search_result(thought)), "/move");
    coset_search_free(thought);
    return move;
  }

  void bot_moves(const std::string& wants) {
    const std::string spec = at(wants, "/bot/spec");
    const std::string position = at(wants, "/bot/position");
    coset_match* match =
        coset_match_open(spec.data(), spec.size(), position.data(), position.size(), nullptr);
    const std::string move = choice(match, at(wants, "/bot/bot"));
    coset_match_free(match);
    const std::int32_t seat = number(at(wants, "/bot/seat"));
    note(coset_match_play(mirror_, seat, move.data(), move.size()));
    note(coset_table_bot_chose(table_, seat,
                               static_cast<std::uint32_t>(number(at(wants, "/bot/ply"))),
                               move.data(), move.size(), now_));
  }

  std::string id() { return hex((std::uint64_t{pick(1U << 31U)} << 20U) + 1 + pick(1000)); }

  // Something that a client of the seat on turn, or another, does.
  void act() {
    if (turn_ == 0) return;
    const std::int32_t other =
        1 + static_cast<std::int32_t>(pick(static_cast<std::uint32_t>(seats_)));
    switch (pick(24)) {
      case 0:
        return say(turn_, R"({"type":"heartbeat","head":)" + head_ + "}");
      case 1:
        note(coset_table_disconnect(table_, static_cast<std::uint32_t>(other) + 1, now_));
        return hello(other, "");
      case 2:
        return say(other, R"({"type":"move","id":")" + id() + R"(","base_ply":)" + head_ +
                              R"(,"move":"no such move"})");
      case 3:
        return hello(0, R"(,"last_ply":)" + head_);
      case 4:
        if (chance(12)) say(turn_, R"({"type":"hint","level":4})");
        return;
      case 5:
        if (chance(30)) say(turn_, R"({"type":"resign","id":")" + id() + R"("})");
        return;
      default:
        break;
    }
    const std::string move = choice(mirror_, "random");
    if (valued_ && chance(6)) value(move);
    if (chance(8)) say(turn_, R"({"type":"preview","seq":1,"move":")" + move + R"("})");
    say(turn_, R"({"type":"move","id":")" + id() + R"(","base_ply":)" + head_ + R"(,"move":")" +
                   move + R"("})");
    if (last_ == "[]")  // it is proposed
      note(coset_match_play(mirror_, turn_, move.data(), move.size()));
  }

  // What the move is worth, in slices of any size.
  void value(const std::string& move) {
    const std::string options =
        R"({"playouts":12,"units":8000,"width":4,"line":2,"compare":")" + move + R"("})";
    coset_analysis* analysis =
        coset_analysis_begin(mirror_, options.data(), options.size(), nullptr);
    while (coset_analysis_step(analysis, pick(300)) != 0) {
    }
    note(coset_analysis_result(analysis));
    answers_ += (answers_.empty() ? "" : ",") + last_;
    coset_analysis_free(analysis);
  }

  // The table is the same again from its log.
  void check_log() {
    const std::string log = log_ + "]";
    coset_table* again = coset_table_open(setup_.data(), setup_.size(), log.data(), log.size(),
                                          digest, now_, nullptr);
    if (again == nullptr) {
      out_ += "THE LOG IS REFUSED\n";
      return;
    }
    note(coset_table_requests(again));
    coset_table_free(again);
  }

  coset_rng* rng_;
  coset_table* table_ = nullptr;
  coset_match* mirror_ = nullptr;  // the same game, for the player that chooses a move
  std::string spec_;
  std::string setup_;
  std::vector<std::string> bots_;
  std::string log_;
  std::string answers_;  // about the moves that were valued
  std::string last_;
  std::string head_ = "0";
  std::string out_;
  std::int64_t now_ = 1'700'000'000'000;
  std::int32_t seats_ = 0;
  std::int32_t turn_ = 0;
  bool over_ = false;
  bool valued_;
};

// A random game by the fast way, which must be that of the plain one, whatever the build.
std::string playout(const std::string& game, std::uint64_t seed) {
  const auto preset = find_preset(game);
  CHECK(preset.has_value());
  const auto spec = Spec::parse(preset->spec);
  CHECK(spec.ok());
  const GameSummary fast = Playouts(*spec).play(seed);
  std::string out = "playout of " + std::to_string(fast.decisions) + " decisions:";
  for (std::size_t i = 0; i < fast.scores.seats; ++i)
    out += " " + std::to_string(fast.scores.points[i]);
  return out + (fast == play_random_game(*spec, seed) ? "\n" : " REFUSED\n");
}

}  // namespace

std::vector<std::string> all_games() {
  const std::string games = text_of(coset_games());
  std::vector<std::string> out;
  for (int i = 0;; ++i) {
    const std::string name = at(games, "/" + std::to_string(i) + "/id");
    if (name.empty()) return out;
    out.push_back(name);
  }
}

std::string transcript(const std::string& game, std::uint64_t seed) {
  return playout(game, seed) + Game(game, seed).play();
}

std::string summary(const std::string& text) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  return hex(hash(bytes, text.size(), start)) + " " + std::to_string(text.size());
}

}  // namespace coset::parity
