#include "engine/play/playouts.hpp"

#include "engine/play/playout_cards.hpp"
#include "engine/play/playout_colours.hpp"

namespace coset {

class Playouts::Player {
 public:
  Player() = default;
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;
  virtual ~Player() = default;
  virtual GameSummary play(std::uint64_t seed) = 0;
  virtual std::string_view path() const = 0;
};

namespace {

using lanes::Baseline;

// The bodies, compiled for each processor. Nothing else may be: a function that two of them share
// must not be compiled for the larger one.
void colours_baseline(ColourPlayout& playout, Rng& rng, GameSummary& out) {
  if (playout.rules.seats == 2) {
    play_colours<Baseline>(playout, 2, rng, out);
  } else {
    play_colours<Baseline>(playout, playout.rules.seats, rng, out);
  }
}
bool solitaire_baseline(const SolitairePlayout& rules, Rng& rng, GameSummary& out) {
  return play_solitaire<Baseline>(rules, rng, out);
}
void cards_baseline(CardPlayout& playout, Rng& rng, GameSummary& out) {
  play_cards<Baseline>(playout, rng, out);
}
#if defined(COSET_HAS_AVX2)
COSET_AVX2 void colours_avx2(ColourPlayout& playout, Rng& rng, GameSummary& out) {
  if (playout.rules.seats == 2) {
    play_colours<lanes::Avx2>(playout, 2, rng, out);
  } else {
    play_colours<lanes::Avx2>(playout, playout.rules.seats, rng, out);
  }
}
COSET_AVX2 bool solitaire_avx2(const SolitairePlayout& rules, Rng& rng, GameSummary& out) {
  return play_solitaire<lanes::Avx2>(rules, rng, out);
}
COSET_AVX2 void cards_avx2(CardPlayout& playout, Rng& rng, GameSummary& out) {
  play_cards<lanes::Avx2>(playout, rng, out);
}
bool use_avx2(Playouts::Path path) {
  return path == Playouts::Path::best && lanes::processor_has_avx2();
}
#else
constexpr auto colours_avx2 = colours_baseline;
constexpr auto solitaire_avx2 = solitaire_baseline;
constexpr auto cards_avx2 = cards_baseline;
bool use_avx2(Playouts::Path) { return false; }
#endif

template <Game G>
class Generic : public Playouts::Player {
 public:
  Generic(const G& game, int repetition) : game_(game), choose_(game), repetition_(repetition) {
    constexpr std::size_t usual = 4096;
    repetition_.reserve(usual);
  }
  GameSummary play(std::uint64_t seed) override {
    Rng rng(seed);
    return play_out(game_, repetition_, rng, choose_, [](const auto&, const Action&) {});
  }
  std::string_view path() const override { return "generic"; }

 private:
  const G& game_;
  Chooser<G> choose_;
  Repetition repetition_;
};

class Colours : public Playouts::Player {
 public:
  static constexpr int max_turns = 4096;  // the most positions that are kept for the repetition

  Colours(const ColourRules& rules, int repetition, bool avx2)
      : playout_{rules, {repetition, static_cast<std::size_t>(rules.max_rounds * rules.seats + 8)}},
        avx2_(avx2) {}
  GameSummary play(std::uint64_t seed) override {
    Rng rng(seed);
    GameSummary out;
    (avx2_ ? colours_avx2 : colours_baseline)(playout_, rng, out);
    return out;
  }
  std::string_view path() const override { return avx2_ ? "lanes, avx2" : "lanes"; }

 private:
  ColourPlayout playout_;
  bool avx2_;
};

class Alone : public Playouts::Player {
 public:
  Alone(const SolitairePlayout& rules, const Solitaire<Tally<8>>& game, bool avx2)
      : rules_(rules), generic_(game, 0), avx2_(avx2) {}
  GameSummary play(std::uint64_t seed) override {
    Rng rng(seed);
    GameSummary out;
    if ((avx2_ ? solitaire_avx2 : solitaire_baseline)(rules_, rng, out)) return out;
    return generic_.play(seed);
  }
  std::string_view path() const override { return avx2_ ? "lanes, avx2" : "lanes"; }

 private:
  SolitairePlayout rules_;
  Generic<Solitaire<Tally<8>>> generic_;
  bool avx2_;
};

class Cards : public Playouts::Player {
 public:
  Cards(const CardRules& rules, const MadAbel<CardSet>& game, bool avx2)
      : playout_{&game, rules, CardRules::sums(game),
                 SubsetCounts<CardSet>(game.operation(), rules.max_cards)},
        avx2_(avx2) {}
  GameSummary play(std::uint64_t seed) override {
    Rng rng(seed);
    GameSummary out;
    (avx2_ ? cards_avx2 : cards_baseline)(playout_, rng, out);
    return out;
  }
  std::string_view path() const override { return avx2_ ? "sums, avx2" : "sums"; }

 private:
  CardPlayout playout_;
  bool avx2_;
};

std::unique_ptr<Playouts::Player> special(const AlJabar<Tally<8>>& game, int repetition,
                                          bool avx2) {
  const auto rules = ColourRules::of(game);
  if (!rules || rules->max_rounds * rules->seats > Colours::max_turns) return nullptr;
  return std::make_unique<Colours>(*rules, repetition, avx2);
}
std::unique_ptr<Playouts::Player> special(const Solitaire<Tally<8>>& game, int, bool avx2) {
  const auto rules = SolitairePlayout::of(game);
  if (!rules) return nullptr;
  return std::make_unique<Alone>(*rules, game, avx2);
}
std::unique_ptr<Playouts::Player> special(const MadAbel<CardSet>& game, int, bool avx2) {
  const auto rules = CardRules::of(game);
  if (!rules) return nullptr;
  return std::make_unique<Cards>(*rules, game, avx2);
}
template <Game G>
std::unique_ptr<Playouts::Player> special(const G&, int, bool) {
  return nullptr;
}

}  // namespace

std::optional<CardRules> CardRules::of(const MadAbel<CardSet>& game) {
  const MadAbelOptions& options = game.options();
  const auto group = game.operation().group();
  const bool cyclic =
      group && group->exponent() == group->order() && group->abelian() && group->order() <= 64;
  if (!cyclic || options.metric != Metric::exact || options.copies * options.decks != 1)
    return std::nullopt;
  return CardRules{options.seats,     options.deal,   options.max_cards,
                   options.max_turns, group->order(), options.single_card == SingleCard::choose,
                   options.reshuffle};
}

SubsetSums CardRules::sums(const MadAbel<CardSet>& game) {
  const Group group = *game.operation().group();
  int generator = 0;
  while (group.element_order(element(generator)) != group.order()) ++generator;
  std::array<std::uint8_t, 64> places{};
  Element e = identity;
  for (int place = 0; place < group.order(); ++place) {
    places[static_cast<std::size_t>(e)] = static_cast<std::uint8_t>(place);
    e = group.product(e, element(generator));
  }
  return {group.order(), places};
}

Playouts::Playouts(const Spec& spec, Path path) : spec_(spec) {
  std::visit(
      [&]<Game G>(const G& game) {
        if (path != Path::generic) player_ = special(game, spec.repetition(), use_avx2(path));
        if (!player_) player_ = std::make_unique<Generic<G>>(game, spec.repetition());
      },
      spec_.game());
}
Playouts::Playouts(Playouts&&) noexcept = default;
Playouts& Playouts::operator=(Playouts&&) noexcept = default;
Playouts::~Playouts() = default;

GameSummary Playouts::play(std::uint64_t seed) { return player_->play(seed); }
std::string_view Playouts::path() const { return player_->path(); }

}  // namespace coset
