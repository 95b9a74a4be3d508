#include "engine/play/spec.hpp"

#include <algorithm>
#include <vector>

#include "base/sentence.hpp"

namespace coset {

namespace {

constexpr std::size_t max_text = (1U << 20U) + 4096;  // a table of 256 elements and all options
constexpr int default_repetition = 3;

struct Setting {
  std::string_view name;
  std::string_view value;
  std::size_t offset;
  bool used = false;
};

Error at(const Setting& setting, std::string_view code, std::string sentence) {
  return Error{code, setting.offset, std::move(sentence)};
}

std::string listed(Words names) {
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i)
    out += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
  return out;
}

constexpr std::string_view no_yes[] = {"no", "yes"};
constexpr std::string_view repetition_names[] = {"off", "3"};

// Reads settings into options; remembers the first mistake and every option's name.
class OptionReader {
 public:
  explicit OptionReader(std::vector<Setting>& settings) : settings_(settings) {}

  void operator()(std::string_view name, int& field, int least, int most) {
    if (Setting* setting = find(name)) {
      Reader in(setting->value);
      const auto number = in.number(static_cast<std::uint32_t>(most));
      if (number && in.done() && static_cast<int>(*number) >= least) {
        field = static_cast<int>(*number);
      } else {
        fail(*setting, least == most ? sentence({least}) : sentence({least, " to ", most}));
      }
    }
  }
  void operator()(std::string_view name, bool& field) {
    if (const auto value = choice(name, no_yes)) field = *value == 1;
  }
  void operator()(std::string_view name, std::string& field) {
    Setting* setting = find(name);
    if (setting == nullptr) return;
    if (std::is_permutation(field.begin(), field.end(), setting->value.begin(),
                            setting->value.end())) {
      field = setting->value;
    } else {
      fail(*setting, "a rearrangement of " + field);
    }
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& field) {
    if (const auto value = choice(name, words_of(field))) field = static_cast<Enum>(*value);
  }
  std::optional<std::size_t> choice(std::string_view name, Words names) {
    Setting* setting = find(name);
    if (setting == nullptr) return std::nullopt;
    const auto place = std::find(names.begin(), names.end(), setting->value);
    if (place != names.end()) return static_cast<std::size_t>(place - names.begin());
    fail(*setting, listed(names));
    return std::nullopt;
  }

  // Settings that no option took are mistakes too.
  std::optional<Error> result() const {
    if (error_) return error_;
    for (const Setting& setting : settings_)
      if (!setting.used)
        return at(setting, "spec.option",
                  sentence({"There is no option ", quoted(setting.name),
                            " here; there are: ", known_, "."}));
    return std::nullopt;
  }

 private:
  Setting* find(std::string_view name) {
    known_ += (known_.empty() ? "" : ", ") + std::string(name);
    for (Setting& setting : settings_)
      if (setting.name == name) {
        setting.used = true;
        return &setting;
      }
    return nullptr;
  }
  void fail(const Setting& setting, const std::string& wanted) {
    if (!error_)
      error_ =
          at(setting, "spec.value",
             sentence({setting.name, " takes ", wanted, ", not ", quoted(setting.value), "."}));
  }

  std::vector<Setting>& settings_;
  std::optional<Error> error_;
  std::string known_;
};

class OptionWriter {
 public:
  explicit OptionWriter(std::string& out) : out_(out) {}

  void operator()(std::string_view name, const int& field, int, int) {
    add(name, std::to_string(field));
  }
  void operator()(std::string_view name, const bool& field) { add(name, no_yes[field ? 1 : 0]); }
  void operator()(std::string_view name, const std::string& field) { add(name, field); }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, const Enum& field) {
    add(name, word_of(field));
  }
  void add(std::string_view name, std::string_view value) {
    out_ += ' ';
    out_ += name;
    out_ += '=';
    out_ += value;
  }

 private:
  std::string& out_;
};

// Splits what follows the game's name into the group's text and settings.
std::optional<Error> split(Reader& in, std::string_view& group, std::size_t& group_offset,
                           std::vector<Setting>& settings) {
  for (in.skip_spaces(); !in.done(); in.skip_spaces()) {
    const std::size_t start = in.offset();
    const std::string_view word = in.take_while([](char c) { return !is_space(c); });
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const bool is_option = equals != std::string_view::npos &&
                           std::all_of(name.begin(), name.end(),
                                       [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
    if (!is_option) {
      if (!group.empty() || !settings.empty())
        return error_of("spec.word", {"Expected name=value at ", quoted(word), "."}, start);
      group = word;
      group_offset = start;
      continue;
    }
    for (const Setting& other : settings)
      if (other.name == name)
        return error_of("spec.twice", {"The option ", name, " is given twice."}, start);
    settings.push_back({name, word.substr(equals + 1), start});
  }
  return std::nullopt;
}

struct Parsed {
  AnyGame game;
  int repetition = 0;
};

// The version of the rules decides which options there are, so it is read ahead.
Result<int> rules_of(const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) {
    if (setting.name != "rules") continue;
    Reader in(setting.value);
    const auto known = in.number(newest_rules);
    if (known && in.done() && static_cast<int>(*known) >= first_rules)
      return static_cast<int>(*known);
    const std::string all = sentence({first_rules, " to ", newest_rules});
    const bool later = !known && !setting.value.empty() &&
                       std::all_of(setting.value.begin(), setting.value.end(), is_digit);
    return later ? at(setting, "spec.rules",
                      sentence({"This game needs a newer program: it has rules ",
                                quoted(setting.value), ", and this one plays rules ", all, "."}))
                 : at(setting, "spec.value",
                      sentence({"rules takes ", all, ", not ", quoted(setting.value), "."}));
  }
  return newest_rules;
}

// A few settings decide the defaults of others, so they are read ahead; mistakes are found later.
int number_ahead(const std::vector<Setting>& settings, std::string_view name, int otherwise,
                 int most) {
  for (const Setting& setting : settings)
    if (setting.name == name) {
      Reader in(setting.value);
      return static_cast<int>(in.number(static_cast<std::uint32_t>(most)).value_or(0));
    }
  return otherwise;
}

template <template <class> class G>
Result<Parsed> parse_exchange_game(const Operation& operation, std::vector<Setting>& settings,
                                   int rules, bool repeats) {
  const auto group = operation.group();
  if (!group)
    return Error{"spec.not_a_group", 0,
                 "Al-Jabar and Solitaire need an abelian group, because sums must cancel; a magma "
                 "is playable in "
                 "Mad Abel only."};
  using Options = typename G<Tally<8>>::Options;
  Options options =
      G<Tally<8>>::defaults(*group, number_ahead(settings, "seats", 2, 4),
                            number_ahead(settings, "max_exchange", 0, Options::exchange_limit));
  options.follow(rules);
  OptionReader read(settings);
  options.visit_options(read, rules);
  int repetition = 0;
  if (repeats)
    repetition =
        read.choice("repetition", repetition_names).value_or(1) == 1 ? default_repetition : 0;
  read("rules", rules, first_rules, newest_rules);
  if (auto error = read.result()) return *std::move(error);
  auto game = make_game(operation, options);
  if (!game) return game.error();
  return Parsed{*std::move(game), repetition};
}

Result<Parsed> parse_mad_abel(const Operation& operation, std::vector<Setting>& settings,
                              int rules) {
  MadAbelOptions options =
      MadAbel<CardSet>::defaults(operation, number_ahead(settings, "seats", 2, max_seats));
  options.follow(rules);
  OptionReader read(settings);
  options.visit_options(read, rules);
  read("rules", rules, first_rules, newest_rules);
  if (auto error = read.result()) return *std::move(error);
  auto game = make_game(operation, options);
  if (!game) return game.error();
  return Parsed{*std::move(game), 0};
}

}  // namespace

Result<Spec> Spec::parse(std::string_view text) {
  Reader in(text);
  if (text.size() > max_text)
    return in.error("spec.too_long", "A spec has at most a million bytes.");
  in.skip_spaces();
  const std::size_t start = in.offset();
  const std::string_view name = in.take_while([](char c) { return !is_space(c); });
  std::string_view group_text;
  std::size_t group_offset = in.offset();
  std::vector<Setting> settings;
  if (auto error = split(in, group_text, group_offset, settings)) return *std::move(error);

  const bool al_jabar = name == AlJabar<Tally<8>>::name;
  const bool solitaire = name == Solitaire<Tally<8>>::name;
  const bool mad_abel = name == MadAbel<CardSet>::name;
  if (!al_jabar && !solitaire && !mad_abel)
    return Error{"spec.game", start,
                 "Expected a game, al-jabar, solitaire or mad-abel, at " + quoted(name) + "."};
  if (group_text.empty()) group_text = mad_abel ? "Z4xZ13" : "Z2^3";
  auto operation = Operation::parse(group_text);
  if (!operation) {
    Error error = operation.error();
    error.offset += group_offset;
    return error;
  }
  const auto rules = rules_of(settings);
  if (!rules) return rules.error();
  auto parsed = al_jabar    ? parse_exchange_game<AlJabar>(*operation, settings, *rules, true)
                : solitaire ? parse_exchange_game<Solitaire>(*operation, settings, *rules, false)
                            : parse_mad_abel(*operation, settings, *rules);
  if (!parsed) {
    Error error = parsed.error();
    if (error.offset == 0) error.offset = group_offset;
    return error;
  }
  const int repetition = parsed->repetition;
  return Spec((*std::move(parsed)).game, repetition, *rules);
}

Spec::Spec(AnyGame game, int repetition, int rules)
    : game_(std::make_shared<const AnyGame>(std::move(game))),
      repetition_(repetition),
      rules_(rules) {
  std::string out;
  OptionWriter write(out);
  std::visit(
      [&]<Game G>(const G& g) {
        out += G::name;
        out += ' ';
        out += g.operation().text();
        auto options = g.options();
        options.visit_options(write, rules);
        if constexpr (requires { options.max_rounds; })
          write.add("repetition", repetition == 0 ? "off" : "3");
      },
      *game_);
  write.add("rules", std::to_string(rules));
  text_ = std::make_shared<const std::string>(std::move(out));
}

std::string_view Spec::game_name() const {
  return std::visit([]<Game G>(const G&) { return std::string_view(G::name); }, *game_);
}

const Operation& Spec::operation() const {
  return std::visit([](const auto& g) -> const Operation& { return g.operation(); }, *game_);
}

MoveStyle Spec::style() const {
  return std::visit([]<Game G>(const G&) { return G::style; }, *game_);
}

int Spec::seats() const {
  return std::visit([](const auto& g) { return g.seats(); }, *game_);
}

bool Spec::hands_are_hidden() const {
  return std::visit([]<Game G>(const G&) { return G::hands_are_hidden; }, *game_);
}

}  // namespace coset
