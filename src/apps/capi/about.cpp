// This library, random numbers, and groups.
#include "apps/capi/handles.hpp"
#include "engine/algebra/structure.hpp"
#include "engine/bots/seeded.hpp"
#include "engine/play/catalogue.hpp"
#include "engine/play/daily.hpp"
#include "engine/play/notation.hpp"
#include "engine/play/simulate.hpp"
#include "engine/teach/puzzles/daily.hpp"
#include "engine/teach/why/ways.hpp"
#include "protocol/json_output/group_json.hpp"
#include "protocol/json_output/lattice_json.hpp"
#include "protocol/json_output/subgroup_json.hpp"
#include "protocol/table/fields_reader.hpp"

using namespace coset;
using namespace coset::capi;

namespace {

struct BotTold {
  std::string name;
  std::string about;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("name", self.name);
    io("about", self.about);
  }
};

struct About {
  template <class Io, class Self>
  static void fields(Io& io, Self&) {
    io.word("version", COSET_VERSION);
    io("api", COSET_API_VERSION);
    io("rules", newest_rules);
    io("record", Match::record_version);
    io("protocol", protocol::protocol);
    std::vector<BotTold> known;
    for (const bots::BotInfo& info : bots::all_bots())
      known.push_back({std::string(info.name), std::string(info.about)});
    io("bots", known);
  }
};

struct Day {
  teach::DailyPuzzle day;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("seed", std::to_string(self.day.seed));
    io.word("puzzle", teach::info_of(self.day.kind).name);
  }
};

struct Par {
  int par;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("par", self.par);
  }
};

// The member or item named by the next part of a path; null if there is none.
const protocol::Json* member(const protocol::Json& in, Reader& place) {
  if (const auto* list = in.get_ptr<const protocol::Json::array_t*>()) {
    const auto number = place.number(0xffffff);
    return number && *number < list->size() ? &(*list)[*number] : nullptr;
  }
  if (!in.is_object()) return nullptr;
  const auto found = in.find(place.take_while([](char c) { return c != '/'; }));
  return found == in.end() ? nullptr : &*found;
}

Error no_group() { return {"group.magma", 0, "This operation is not a group."}; }

// Calls `use` with the group and the elements of a list.
template <class Use>
coset_text* with_elements(const coset_group* group, const char* words, size_t words_size, Use use) {
  if (group == nullptr) return no_handle();
  if (const auto error = flaw(words, words_size)) return refused(*error);
  const auto proved = group->operation.group();
  if (!proved) return refused(no_group());
  const auto elements = read_elements(*proved, text(words, words_size));
  if (!elements) return refused(elements.error());
  const Result<std::string> made = use(*proved, *elements);
  return made ? done(*made) : refused(made.error());
}

Error no_piece() { return {"word.empty", 0, "Say which pieces."}; }

}  // namespace

uint32_t coset_api_version() { return COSET_API_VERSION; }

coset_text* coset_about() { return done(protocol::written(About{})); }

uint64_t coset_signature() { return behaviour_signature(); }

coset_text* coset_json_at(const char* json, size_t json_size, const char* place,
                          size_t place_size) {
  if (const auto error = flaw(json, json_size, place, place_size)) return refused(*error);
  constexpr int max_levels = 64;
  const auto parsed = protocol::parse_json(text(json, json_size), COSET_MAX_TEXT, max_levels);
  if (!parsed) return refused(parsed.error());
  Reader in(text(place, place_size));
  const protocol::Json* value = &*parsed;
  while (value != nullptr && in.take('/')) value = member(*value, in);
  if (value == nullptr || value->is_discarded() || !in.done())
    return refused({"json.place", in.offset(), "There is nothing at this place."});
  if (const auto* word = value->get_ptr<const protocol::Json::string_t*>()) return done(*word);
  return done(value->dump(-1, ' ', false, protocol::Json::error_handler_t::replace));
}

coset_rng* coset_rng_open(uint64_t seed) { return new coset_rng{Rng(seed)}; }

void coset_rng_free(coset_rng* rng) { delete rng; }

uint32_t coset_rng_below(coset_rng* rng, uint32_t bound) {
  return rng == nullptr || bound == 0 ? 0 : rng->rng.below(bound);
}

coset_text* coset_daily(const char* what, size_t what_size, const char* date, size_t date_size) {
  if (const auto error = flaw(what, what_size, date, date_size)) return refused(*error);
  const std::string_view game = text(what, what_size);
  if (game != "puzzle" && game != "solitaire")
    return refused({"daily.what", 0, "There is a daily 'puzzle' and a daily 'solitaire'."});
  if (!is_date(text(date, date_size)))
    return refused({"daily.date", 0, "A date is written as in 2026-02-28."});
  const std::string_view on = text(date, date_size);
  if (game == "puzzle") return done(protocol::written(Day{teach::daily_puzzle(on)}));
  return done(protocol::written(Day{{teach::PuzzleKind::five_move, daily_seed(game, on)}}));
}

uint32_t coset_seeded_index(uint64_t seed, uint32_t number, uint32_t size) {
  Rng rng = bots::deal_rng(seed, number);
  return size == 0 ? 0 : rng.below(size);
}

coset_text* coset_par(const char* spec, size_t spec_size, uint64_t seed) {
  if (const auto error = flaw(spec, spec_size)) return refused(*error);
  const auto found = find_spec(text(spec, spec_size));
  if (!found) return refused(found.error());
  if (found->game_name() != "solitaire")
    return refused({"par.game", 0, "Only a Solitaire has a par."});
  return done(protocol::written(Par{bots::par_of(*found, seed)}));
}

coset_group* coset_group_open(const char* group, size_t size, coset_text** problem) {
  if (const auto error = flaw(group, size)) return refuse(problem, *error);
  auto operation = Operation::parse(text(group, size));
  if (!operation) return refuse(problem, operation.error());
  return new coset_group{*std::move(operation)};
}

void coset_group_free(coset_group* group) { delete group; }

coset_text* coset_group_describe(const coset_group* group, int32_t with_table) {
  if (group == nullptr) return no_handle();
  const auto proved = group->operation.group();
  if (!proved) return refused(no_group());
  return done(protocol::group_json(*proved, with_table != 0));
}

coset_text* coset_group_check(const coset_group* group) {
  if (group == nullptr) return no_handle();
  return done(protocol::table_check_json(group->operation));
}

coset_text* coset_check_table(const char* rows, size_t rows_size) {
  if (const auto error = flaw(rows, rows_size)) return refused(*error);
  const auto table = read_pasted(text(rows, rows_size));
  return table ? done(protocol::table_check_json(*table)) : refused(table.error());
}

coset_text* coset_group_cosets(const coset_group* group, const char* words, size_t words_size,
                               int32_t right) {
  return with_elements(group, words, words_size,
                       [&](const Group& proved, const auto& elements) -> Result<std::string> {
                         return protocol::cosets_json(
                             proved, elements, right != 0 ? CosetSide::right : CosetSide::left);
                       });
}

coset_text* coset_group_quotient(const coset_group* group, const char* words, size_t words_size) {
  return with_elements(group, words, words_size, [](const Group& proved, const auto& elements) {
    return protocol::quotient_json(proved, elements);
  });
}

coset_text* coset_group_lattice(const coset_group* group, uint32_t limit) {
  if (group == nullptr) return no_handle();
  const auto proved = group->operation.group();
  if (!proved) return refused(no_group());
  return done(protocol::lattice_json(*proved, std::min<std::size_t>(limit, lattice_limit)));
}

coset_lattice* coset_lattice_begin(const coset_group* group, uint32_t limit, coset_text** problem) {
  if (group == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  const auto proved = group->operation.group();
  if (!proved) return refuse(problem, no_group());
  return new coset_lattice{{*proved, std::min<std::size_t>(limit, lattice_limit)}};
}

void coset_lattice_free(coset_lattice* lattice) { delete lattice; }

int32_t coset_lattice_step(coset_lattice* lattice, uint32_t units) {
  if (lattice == nullptr || lattice->done) return 0;
  lattice->done = !lattice->task.step(units);
  return lattice->done ? 0 : 1;
}

coset_text* coset_lattice_progress(const coset_lattice* lattice) {
  return lattice == nullptr ? no_handle() : done(lattice->task.progress_json());
}

coset_text* coset_lattice_result(coset_lattice* lattice) {
  return lattice == nullptr ? no_handle() : done(lattice->task.result_json());
}

coset_text* coset_group_sum(const coset_group* group, const char* word, size_t word_size) {
  if (group == nullptr) return no_handle();
  if (const auto error = flaw(word, word_size)) return refused(*error);
  const auto read = read_word(group->operation, text(word, word_size));
  if (!read) return refused(read.error());
  return done(protocol::sum_json(group->operation, *read));
}

coset_text* coset_group_ways(const coset_group* group, const char* piece, size_t piece_size,
                             int32_t pieces, int32_t distinct) {
  if (group == nullptr) return no_handle();
  if (const auto error = flaw(piece, piece_size)) return refused(*error);
  const auto read = read_word(group->operation, text(piece, piece_size));
  if (!read) return refused(read.error());
  const Element wanted = group->operation.product(*read);
  const auto ways = teach::ways(group->operation, wanted, pieces, distinct != 0);
  if (!ways) return refused(ways.error());
  return done(protocol::ways_json(group->operation, wanted, pieces, *ways));
}

coset_text* coset_group_explain(const coset_group* group, const char* words, size_t words_size,
                                const char* target, size_t target_size, const char* hand,
                                size_t hand_size) {
  if (group == nullptr) return no_handle();
  if (const auto error = flaw(words, words_size, target, target_size, hand, hand_size))
    return refused(*error);
  const Operation& operation = group->operation;
  const auto sides = read_sides(operation, text(words, words_size));
  if (!sides) return refused(sides.error());
  if (sides->first.empty()) return refused(no_piece());
  Word others[2];
  const std::string_view texts[] = {text(target, target_size), text(hand, hand_size)};
  for (std::size_t i = 0; i < 2; ++i) {
    if (texts[i].empty()) continue;
    const auto read = read_word(operation, texts[i]);
    if (!read) return refused(read.error());
    others[i] = *read;
  }
  return done(protocol::argument_json(
      operation, teach::argue(operation, sides->first, sides->second, others[0], others[1])));
}
