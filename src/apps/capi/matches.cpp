// Games, matches and bots.
#include "apps/capi/handles.hpp"
#include "engine/bots/level.hpp"
#include "engine/play/catalogue.hpp"
#include "engine/play/notation.hpp"
#include "protocol/json_output/match_json.hpp"
#include "protocol/table/codec.hpp"
#include "protocol/table/fields_writer.hpp"
#include "protocol/table/projections.hpp"
#include "protocol/table/view_decoder.hpp"

using namespace coset;
using namespace coset::capi;

namespace {

Error no_seat() { return {"seat.unknown", 0, "There is no such seat in this game."}; }
Error no_move() { return {"move.deal", 0, "A deal is not a move of a seat."}; }
Error not_to_act() { return {"match.turn", 0, "No seat is to act now."}; }
Error no_level() { return {"hint.level", 0, "A level is a number 1 to 5."}; }
bool is_level(int32_t level) { return level >= 1 && level <= 5; }

struct LevelTold {
  bots::LevelInfo level;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.word("name", self.level.name);
    io.word("about", self.level.about);
    io("way", self.level.way);
  }
};

struct SpecTold {
  const Spec& spec;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    const Names& names = self.spec.operation().names();
    io("spec", self.spec.text());
    io.word("game", self.spec.game_name());
    io("group", self.spec.operation().text());
    io("seats", self.spec.seats());
    io("hidden", self.spec.hands_are_hidden());
    std::vector<std::string> written;
    std::vector<std::string> spoken;
    for (const Element e : names.text_order()) {
      written.push_back(names.write(e));
      spoken.push_back(names.spoken(e));
    }
    io("pieces", written);
    io("spoken", spoken);
    std::vector<LevelTold> levels;
    for (const bots::LevelInfo& level : bots::levels(self.spec)) levels.push_back({level});
    io("levels", levels);
    io.word("measured", bots::levels_from(self.spec).group);
  }
};

struct Chosen {
  std::string move;
  std::uint64_t used;
  bool done;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("move", self.move);
    io("used", self.used);
    io("done", self.done);
  }
};

}  // namespace

coset_text* coset_games() {
  JsonList out;
  for (const Preset& preset : catalogue()) {
    const auto spec = Spec::parse(preset.spec);
    CHECK(spec.ok());
    out.add(protocol::preset_json(preset, *spec));
  }
  return done(std::move(out).text());
}

coset_text* coset_spec_describe(const char* spec, size_t spec_size) {
  if (const auto error = flaw(spec, spec_size)) return refused(*error);
  const auto found = find_spec(text(spec, spec_size));
  if (!found) return refused(found.error());
  return done(protocol::written(SpecTold{*found}));
}

coset_text* coset_view_verdict(const char* spec, size_t spec_size, const char* view,
                               size_t view_size, int32_t turn, const char* attempt,
                               size_t attempt_size) {
  if (const auto error = flaw(spec, spec_size, view, view_size, attempt, attempt_size))
    return refused(*error);
  const auto found = find_spec(text(spec, spec_size));
  if (!found) return refused(found.error());
  const auto told = protocol::decode_view(text(view, view_size));
  if (!told) return refused(told.error());
  const auto on_turn = seat_of(*found, turn);
  if (!on_turn || told->you == nobody) return refused(no_seat());
  if (*on_turn == nobody) return refused(not_to_act());
  const auto seen = protocol::seen_in(*found, *told, *on_turn);
  if (!seen) return refused(seen.error());
  const auto selection = protocol::decode_selection(text(attempt, attempt_size));
  if (!selection) return refused(selection.error());
  const auto action = protocol::action_of(*found, *selection);
  if (!action) return done(protocol::encode(protocol::verdict_for(action.error())));
  if (action->verb == Verb::deal) return refused(no_move());
  return done(protocol::encode(protocol::verdict_for(*found, *seen, told->you, *action)));
}

coset_match* coset_match_open(const char* spec, size_t spec_size, const char* position,
                              size_t position_size, coset_text** problem) {
  if (const auto error = flaw(spec, spec_size, position, position_size))
    return refuse(problem, *error);
  auto found = find_spec(text(spec, spec_size));
  if (!found) return refuse(problem, found.error());
  const std::string_view start = text(position, position_size);
  if (start.empty()) return new coset_match{Match::open(*std::move(found))};
  auto match = Match::open(*std::move(found), start);
  if (!match) return refuse(problem, match.error());
  return new coset_match{*std::move(match)};
}

coset_match* coset_match_replay(const char* record, size_t record_size, coset_text** problem) {
  if (const auto error = flaw(record, record_size)) return refuse(problem, *error);
  auto match = Match::replay(text(record, record_size));
  if (!match) return refuse(problem, match.error());
  return new coset_match{*std::move(match)};
}

coset_match* coset_match_first(const coset_match* match, uint32_t plies, coset_text** problem) {
  if (match == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  if (plies > match->match.moves().size())
    return refuse(problem, {"match.plies", 0, "The match has fewer moves and deals than that."});
  return new coset_match{match->match.first(plies)};
}

void coset_match_free(coset_match* match) { delete match; }

coset_text* coset_match_state(const coset_match* match) {
  return match == nullptr ? no_handle() : done(protocol::match_json(match->match));
}

coset_text* coset_match_view(const coset_match* match, int32_t reader) {
  if (match == nullptr) return no_handle();
  const auto seat = seat_of(match->match.spec(), reader);
  if (!seat) return refused(no_seat());
  return done(protocol::encode(protocol::view_for(match->match, *seat, true)));
}

coset_text* coset_match_record(const coset_match* match, int32_t reader) {
  if (match == nullptr) return no_handle();
  if (reader == -1) return done(match->match.full_record());
  const auto seat = seat_of(match->match.spec(), reader);
  if (!seat) return refused(no_seat());
  return done(match->match.record(*seat));
}

coset_text* coset_match_actions(const coset_match* match, uint32_t limit) {
  if (match == nullptr) return no_handle();
  return done(protocol::actions_json(match->match,
                                     std::min<std::size_t>(limit, ActionList::default_limit)));
}

coset_text* coset_match_judge(const coset_match* match, int32_t seat, const char* move,
                              size_t move_size) {
  if (match == nullptr) return no_handle();
  if (const auto error = flaw(move, move_size)) return refused(*error);
  const auto known = seat_of(match->match.spec(), seat);
  if (!known || *known == nobody) return refused(no_seat());
  if (match->match.turn().kind != Turn::Kind::act) return refused(not_to_act());
  const auto action = match->match.read(text(move, move_size));
  if (!action) return done(protocol::encode(protocol::verdict_for(action.error())));
  if (action->verb == Verb::deal) return refused(no_move());
  return done(protocol::encode(protocol::verdict_for(match->match, *known, *action)));
}

coset_text* coset_match_hint(const coset_match* match, int32_t level) {
  if (match == nullptr) return no_handle();
  if (!is_level(level)) return refused(no_level());
  const Turn turn = match->match.turn();
  if (turn.kind != Turn::Kind::act) return refused(not_to_act());
  return done(protocol::hint_json(match->match.spec(), turn.seat,
                                  teach::hint(match->match, turn.seat), level));
}

coset_text* coset_match_play(coset_match* match, int32_t seat, const char* move, size_t move_size) {
  if (match == nullptr) return no_handle();
  if (const auto error = flaw(move, move_size)) return refused(*error);
  const auto known = seat_of(match->match.spec(), seat);
  if (!known) return refused(no_seat());
  const auto action = match->match.read(text(move, move_size));
  if (!action) return refused(action.error());
  if (const auto error = match->match.play(*known, *action)) return refused(*error);
  return done(protocol::match_json(match->match));
}

uint32_t coset_match_urn(const coset_match* match) {
  if (match == nullptr || match->match.turn().kind != Turn::Kind::deal) return 0;
  std::uint32_t size = 0;
  for (const int count : match->match.urn()) size += static_cast<std::uint32_t>(count);
  return size;
}

int32_t coset_match_deal(coset_match* match, uint32_t place) {
  const std::uint32_t size = coset_match_urn(match);
  if (place >= size) return COSET_REFUSED;
  const table::DrawRequest urn{0, match->match.urn(), size};
  CHECK(!match->match.play(match->match.turn().seat, deal_of(urn.at(place))));
  return COSET_DONE;
}

coset_search* coset_search_begin(const coset_match* match, const char* bot, size_t bot_size,
                                 uint64_t seed, coset_text** problem) {
  if (match == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  if (const auto error = flaw(bot, bot_size)) return refuse(problem, *error);
  const auto player = bots::make_bot(text(bot, bot_size));
  if (!player) return refuse(problem, player.error());
  const Turn turn = match->match.turn();
  if (turn.kind != Turn::Kind::act) return refuse(problem, not_to_act());
  const Spec& spec = match->match.spec();
  return new coset_search{spec, (*player)->think(spec, match->match.observe(turn.seat), seed, {})};
}

void coset_search_free(coset_search* search) { delete search; }

int32_t coset_search_step(coset_search* search, uint32_t positions) {
  if (search == nullptr || search->done) return 0;
  search->begun = true;
  search->done = !search->search->step(positions);
  return search->done ? 0 : 1;
}

coset_text* coset_search_result(coset_search* search) {
  if (search == nullptr) return no_handle();
  if (!search->begun) coset_search_step(search, 0);
  return done(
      protocol::written(Chosen{write_action(search->spec.operation(), search->search->best()),
                               search->search->used(), search->done}));
}

coset_hint* coset_hint_begin(const coset_match* match, coset_text** problem) {
  if (match == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  const Turn turn = match->match.turn();
  if (turn.kind != Turn::Kind::act) return refuse(problem, not_to_act());
  const Spec& spec = match->match.spec();
  return new coset_hint{
      spec, turn.seat, teach::HintThought(spec, match->match.observe(turn.seat), turn.seat), {}};
}

void coset_hint_free(coset_hint* hint) { delete hint; }

int32_t coset_hint_step(coset_hint* hint, uint32_t positions) {
  if (hint == nullptr || hint->done) return 0;
  hint->done = !hint->search.step(positions);
  return hint->done ? 0 : 1;
}

coset_text* coset_hint_result(coset_hint* hint, int32_t level) {
  if (hint == nullptr) return no_handle();
  if (!is_level(level)) return refused(no_level());
  return done(protocol::hint_json(hint->spec, hint->seat, hint->search.hint(), level));
}
