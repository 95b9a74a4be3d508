#include "protocol/json_output/analysis.hpp"

#include <charconv>

#include "engine/play/catalogue.hpp"
#include "engine/play/notation.hpp"
#include "engine/play/simulate.hpp"
#include "engine/teach/table/hint.hpp"
#include "protocol/json_output/analysis_answer.hpp"
#include "protocol/table/messages.hpp"

namespace coset::protocol {

namespace {

// An error and its field.
struct FieldError {
  std::string field;
  Error error;
};
using OptionalError = std::optional<FieldError>;

OptionalError field_error(std::string_view field, std::string_view code, std::string sentence) {
  return FieldError{std::string(field), Error{code, 0, std::move(sentence)}};
}

// What a question says besides its position.
struct Options {
  std::string bot;
  std::uint64_t playouts = 400;
  std::uint64_t units = 0;  // 0: as many as are usual
  std::uint64_t milliseconds = 0;
  std::uint64_t width = 40;
  std::uint64_t top = 1000;
  std::uint64_t line = 4;
  std::uint64_t seed = 1;
  std::optional<std::string> compare;
  bool compare_played = false;
};

struct Query : Options {
  std::optional<std::string> spec;
  std::optional<std::string> position;
  std::optional<std::string> record;
  std::vector<std::string> moves;
  std::vector<std::size_t> turns;
  bool all_turns = false;
};

constexpr std::size_t max_turns = 2000;
constexpr std::size_t max_moves = 100000;

class QueryReader {
 public:
  QueryReader(const Json& in, const AnalysisHost& host) : in_(in), host_(host) {}

  // The options alone.
  OptionalError read(Options& out) const {
    for (const auto& [name, value] : in_.items())
      if (auto error = read_option(name, value, out)) return error;
    return std::nullopt;
  }
  OptionalError read(Query& out) const {
    for (const auto& [name, value] : in_.items())
      if (auto error = read_field(name, value, out)) return error;
    if (!in_.contains("id")) return field_error("id", "analysis.missing", "A query needs an id.");
    if (out.record && (out.spec || out.position))
      return field_error(
          "record", "analysis.both",
          "A record names its game and its start; spec and position do not go with it.");
    if (!out.record && !out.spec)
      return field_error("spec", "analysis.missing", "A query needs a spec, or a record.");
    return std::nullopt;
  }

 private:
  OptionalError read_field(const std::string& name, const Json& value, Query& out) const {
    if (name == "id") {
      if (value.is_string() || value.is_number_integer()) return std::nullopt;
      return field_error(name, "analysis.id", "An id is a text or a whole number.");
    }
    if (name == "spec") return text(name, value, out.spec.emplace());
    if (name == "position") return text(name, value, out.position.emplace());
    if (name == "record") return text(name, value, out.record.emplace());
    if (name == "moves") return list(name, value, max_moves, out.moves);
    if (name == "turns") {
      const auto* word = value.get_ptr<const Json::string_t*>();
      out.all_turns = word != nullptr && *word == "all";
      return out.all_turns ? std::nullopt : list(name, value, max_turns, out.turns);
    }
    if (name == "compare" && value.is_boolean()) {
      out.compare_played = value == true;
      return std::nullopt;
    }
    return read_option(name, value, out);
  }

  OptionalError read_option(const std::string& name, const Json& value, Options& out) const {
    if (name == "bot") return text(name, value, out.bot);
    if (name == "compare") return text(name, value, out.compare.emplace());
    if (name == "playouts") return number(name, value, 1, host_.max_playouts, out.playouts);
    if (name == "units") return number(name, value, 1, 1000000000, out.units);
    if (name == "ms") {
      if (!host_.timer) return field_error(name, "analysis.clock", "There is no clock here.");
      return number(name, value, 1, 3600000, out.milliseconds);
    }
    if (name == "width") return number(name, value, 1, 1000, out.width);
    if (name == "top") return number(name, value, 1, 1000, out.top);
    if (name == "line") return number(name, value, 1, 50, out.line);
    if (name == "seed") return seed(name, value, out.seed);
    return field_error(name, "analysis.field", "There is no field " + coset::quoted(name) + ".");
  }

  static OptionalError text(std::string_view name, const Json& value, std::string& out) {
    const auto* text = value.get_ptr<const Json::string_t*>();
    if (text == nullptr)
      return field_error(name, "analysis.type", "The field " + coset::quoted(name) + " is a text.");
    out = *text;
    return std::nullopt;
  }
  static OptionalError number(std::string_view name, const Json& value, std::uint64_t least,
                              std::uint64_t most, std::uint64_t& out) {
    const auto* number = value.get_ptr<const Json::number_unsigned_t*>();
    if (number == nullptr || *number < least || *number > most)
      return field_error(name, "analysis.number",
                         "The field " + coset::quoted(name) + " is a whole number from " +
                             std::to_string(least) + " to " + std::to_string(most) + ".");
    out = *number;
    return std::nullopt;
  }
  // A number or its text: not every JSON writer has 64-bit numbers.
  static OptionalError seed(std::string_view name, const Json& value, std::uint64_t& out) {
    if (const auto* text = value.get_ptr<const Json::string_t*>()) {
      const char* end = text->data() + text->size();
      const auto [read, error] = std::from_chars(text->data(), end, out);
      if (error == std::errc() && read == end) return std::nullopt;
    }
    return number(name, value, 0, ~std::uint64_t{0}, out);
  }
  template <class T>
  static OptionalError list(std::string_view name, const Json& value, std::size_t most,
                            std::vector<T>& out) {
    if (protocol::read(value, out, {max_analysis_query, most})) return std::nullopt;
    constexpr bool texts = std::is_same_v<T, std::string>;
    return field_error(name, "analysis.type",
                       "The field " + coset::quoted(name) + " is a list of at most " +
                           std::to_string(most) +
                           (texts ? " texts." : " whole numbers, or the word \"all\"."));
  }

  const Json& in_;
  const AnalysisHost& host_;
};

OptionalError open_match(const Query& query, std::optional<Match>& out) {
  if (query.record) {
    auto match = Match::replay(*query.record);
    if (!match) return FieldError{"record", match.error()};
    out.emplace(*std::move(match));
  } else {
    const auto preset = find_preset(*query.spec);
    auto spec = Spec::parse(preset ? preset->spec : std::string_view(*query.spec));
    if (!spec) return FieldError{"spec", spec.error()};
    if (query.position) {
      Result<std::string> position = *query.position;
      if (*position == "canon") position = canon_position(*spec);
      if (!position) return FieldError{"position", position.error()};
      auto match = Match::open(*std::move(spec), *position);
      if (!match) return FieldError{"position", match.error()};
      out.emplace(*std::move(match));
    } else {
      out.emplace(Match::open(*std::move(spec)));
    }
  }
  for (std::size_t i = 0; i < query.moves.size(); ++i) {
    const std::string field = "moves[" + std::to_string(i) + "]";
    const auto action = out->read(query.moves[i]);
    if (!action) return FieldError{field, action.error()};
    if (auto error = out->play(out->turn().seat, *action)) return FieldError{field, *error};
  }
  return std::nullopt;
}

// The requested positions; in each a seat must be to move.
OptionalError find_turns(const Query& query, const Match& match, std::vector<std::size_t>& out) {
  const std::size_t last = match.moves().size();
  if (query.all_turns) {
    const auto moves = match.moves();
    for (std::size_t i = 0; i < last && out.size() < max_turns; ++i)
      if (moves[i].action.verb != Verb::deal) out.push_back(i);
    if (match.turn().kind == Turn::Kind::act && out.size() < max_turns) out.push_back(last);
    return std::nullopt;
  }
  out = query.turns.empty() ? std::vector<std::size_t>{last} : query.turns;
  for (const std::size_t turn : out) {
    if (turn > last)
      return field_error("turns", "analysis.turn",
                         "There are " + std::to_string(last) + " moves and deals; turn " +
                             std::to_string(turn) + " is not among them.");
    if (match.first(turn).turn().kind != Turn::Kind::act)
      return field_error("turns", "analysis.turn",
                         "Nobody is to move after " + std::to_string(turn) + " moves and deals.");
  }
  return std::nullopt;
}

std::string text_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string error_text(const Json& id, const FieldError& refusal) {
  return text_of(Json{{"schema", 1},
                      {"id", id},
                      {"error", refusal.error.sentence},
                      {"code", refusal.error.code},
                      {"field", refusal.field},
                      {"offset", refusal.error.offset}});
}

std::optional<Said> why(const Spec& spec, const AnyView& view, const Action& action) {
  const auto message = teach::why(spec, view, action);
  if (!message) return std::nullopt;
  return said_of(*message);
}

// The settings for a position; an error if its field is not possible there.
OptionalError settings_for(const Options& options, const AnalysisHost& host, const Match& match,
                           bots::AnalysisSettings& out) {
  out.budget = {std::min(options.playouts, host.max_playouts), host.stop};
  out.width = static_cast<std::size_t>(options.width);
  out.line = static_cast<std::size_t>(options.line);
  out.seed = options.seed;
  // What the usual bot needs is bounded on every group; another may take as long as it likes.
  constexpr std::uint64_t usual_units = 5000;
  if (options.bot.empty()) out.max_units = usual_units * out.budget.playouts;
  if (options.units > 0) out.max_units = options.units;
  out.adviser = *bots::make_bot(bots::default_adviser(match.spec()));
  if (!options.compare) return std::nullopt;
  const auto action = match.read(*options.compare);
  if (!action) return FieldError{"compare", action.error()};
  if (action->verb == Verb::deal || !match.legal(*action))
    return field_error("compare", "analysis.compare", "The move to compare is not legal here.");
  out.compare = *action;
  return std::nullopt;
}

std::string bot_of(const Options& options, const Spec& spec) {
  return options.bot.empty() ? std::string(bots::default_analyst(spec)) : options.bot;
}

}  // namespace

PositionAnalysis::PositionAnalysis(const Match& match, std::string bot_name,
                                   std::shared_ptr<const bots::Bot> bot, std::uint64_t top,
                                   const bots::AnalysisSettings& settings)
    : spec_(match.spec()),
      view_(match.observe(match.turn().seat)),
      seat_(match.turn().seat),
      turn_(match.moves().size()),
      bot_name_(std::move(bot_name)),
      top_(top),
      search_(spec_, view_, std::move(bot), settings) {}

Result<PositionAnalysis> PositionAnalysis::begin(const Match& match, std::string_view options) {
  const AnalysisHost host;
  Options read;
  if (!options.empty()) {
    const auto parsed = parse_json(options, max_analysis_query, 2);
    if (!parsed) return parsed.error();
    if (!parsed->is_object()) return Error{"analysis.json", 0, "Options are one JSON object."};
    if (const auto error = QueryReader(*parsed, host).read(read)) return error->error;
  }
  if (match.turn().kind != Turn::Kind::act) return Error{"match.turn", 0, "No seat is to act now."};
  bots::AnalysisSettings settings;
  if (const auto error = settings_for(read, host, match, settings)) return error->error;
  std::string name = bot_of(read, match.spec());
  auto bot = bots::make_bot(name);
  if (!bot) return bot.error();
  return PositionAnalysis(match, std::move(name), *std::move(bot), read.top, settings);
}

std::string PositionAnalysis::answer() {
  if (search_.used() == 0) search_.step(0);
  return written("");
}

std::string PositionAnalysis::written(const std::string& id) const {
  const bots::Analysis found = search_.result();
  const Operation& operation = spec_.operation();
  const auto seats = static_cast<std::size_t>(spec_.seats());
  PositionAnswer out;
  if (!id.empty()) out.id = RawJson{id};
  out.turn = turn_;
  out.seat = seat_;
  out.bot = bot_name_;
  out.measure = seats == 1 ? "score" : "share";
  out.judged = found.moves.size();
  out.truncated = found.cut;
  out.hidden = seats > 1 && spec_.hands_are_hidden();
  for (std::size_t order = 0; order < found.moves.size(); ++order) {
    const bots::MoveJudged& move = found.moves[order];
    out.visits += move.visits;
    const bool compared = found.duel && move.action == found.duel->move;
    if (compared) out.duel.emplace().order = order;
    if (order >= top_ && !compared) continue;
    MoveAnswer& one = out.moves.emplace_back();
    one.move = write_action(operation, move.action);
    one.order = order;
    one.visits = move.visits;
    for (std::size_t i = 0; i < seats; ++i) {
      one.value.push_back(Decimal::of(move.value[i]));
      one.error.push_back(move.error[i] < 0 ? Decimal{} : Decimal::of(move.error[i]));
    }
    for (const Action& action : move.line) one.line.push_back(write_action(operation, action));
  }
  if (out.duel) {
    const bots::Duel& duel = *found.duel;
    out.duel->move = write_action(operation, duel.move);
    out.duel->other = write_action(operation, duel.other);
    out.duel->advised = duel.advised;
    out.duel->pairs = duel.pairs;
    out.duel->edge = Decimal::of(duel.edge);
    out.duel->error = Decimal::of(duel.error);
    out.duel->pieces = Decimal::of(duel.pieces);
    out.duel->why = why(spec_, view_, duel.move);
    out.duel->why_other = why(spec_, view_, duel.other);
  }
  return protocol::written(out);
}

void answer_analysis(std::string_view question, const AnalysisHost& host,
                     const std::function<void(const std::string& line)>& say) {
  constexpr int max_levels = 4;
  const auto parsed = parse_json(question, max_analysis_query, max_levels);
  if (!parsed) return say(error_text(nullptr, {"", parsed.error()}));
  if (!parsed->is_object())
    return say(error_text(
        nullptr, *field_error("", "analysis.json", "A query is one JSON object on one line.")));
  const auto place = parsed->find("id");
  const bool known = place != parsed->end() && (place->is_string() || place->is_number_integer());
  const Json id = known ? *place : Json(nullptr);

  Query query;
  if (const auto error = QueryReader(*parsed, host).read(query)) return say(error_text(id, *error));
  std::optional<Match> match;
  if (const auto error = open_match(query, match)) return say(error_text(id, *error));
  const std::string bot_name = bot_of(query, match->spec());
  if (!host.any_bot && !query.bot.empty() && query.bot != "random" && query.bot != "greedy")
    return say(
        error_text(id, *field_error("bot", "analysis.bot",
                                    "Here only random and greedy may be asked to play on.")));
  const auto bot = bots::make_bot(bot_name);
  if (!bot) return say(error_text(id, {"bot", bot.error()}));
  std::vector<std::size_t> turns;
  if (const auto error = find_turns(query, *match, turns)) return say(error_text(id, *error));
  if (turns.empty())
    return say(error_text(
        id, *field_error("turns", "analysis.turn", "Nobody is to move in this whole game.")));

  for (const std::size_t turn : turns) {
    const Match then = match->first(turn);
    bots::AnalysisSettings settings;
    if (const auto error = settings_for(query, host, then, settings))
      return say(error_text(id, *error));
    if (query.compare_played && turn < match->moves().size())
      settings.compare = match->moves()[turn].action;
    if (query.milliseconds > 0)
      settings.budget.stop = [first = host.stop,
                              second = host.timer(static_cast<int>(query.milliseconds))] {
        return (first && first()) || second();
      };
    PositionAnalysis analysis(then, bot_name, *bot, query.top, settings);
    while (analysis.step(~std::uint64_t{0} >> 1U)) {
    }
    say(analysis.written(text_of(id)));
  }
}

}  // namespace coset::protocol
