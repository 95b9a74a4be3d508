#include "engine/play/catalogue.hpp"

#include <algorithm>

namespace coset {

namespace {

constexpr Preset presets[] = {
    // As printed.
    {"al-jabar", "al-jabar Z2^3 seats=2",
     "Al-Jabar for two: exchange sets of colours with equal sums"},
    {"al-jabar-3", "al-jabar Z2^3 seats=3", "Al-Jabar for three"},
    {"al-jabar-4", "al-jabar Z2^3 seats=4", "Al-Jabar for four"},
    {"solitaire", "solitaire Z2^3", "Solitaire Al-Jabar: few turns, many cancellations"},
    {"mad-abel", "mad-abel Z4xZ13 seats=2",
     "Mad Abel with a pack of 52: make the sum of the top two cards"},
    {"mad-abel-11", "mad-abel Z4xZ11 seats=2", "Mad Abel with 11 ranks; the jack is zero"},
    {"mad-abel-7", "mad-abel Z4xZ7 seats=2", "Mad Abel with 7 ranks"},
    {"mad-abel-5", "mad-abel Z4xZ5 seats=2",
     "Mad Abel with 5 ranks: its author's favourite, quickly played"},
    // Other endings and scores.
    {"al-jabar-even", "al-jabar Z2^3 seats=2 end_rule=one_more_each",
     "Al-Jabar in which everybody else has one more turn: no edge for the last seat"},
    {"solitaire-plus", "solitaire Z2^3 score=plus_R",
     "Solitaire in which pieces left over count against you"},
    // Al-Jabar on other groups.
    {"small-change", "al-jabar Z2^2 seats=2",
     "Two primaries, exchanges of two: the smallest Al-Jabar"},
    {"four-primaries", "al-jabar Z2^4 seats=2", "Four primaries, 15 colours, exchanges of four"},
    {"five-primaries", "al-jabar Z2^5 seats=2",
     "Five primaries, 31 colours, exchanges of five: for the brave"},
    {"shades", "al-jabar Z3^2 seats=2", "Light and dark red and blue: three alike cancel"},
    {"shades-3", "al-jabar Z3^3 seats=2", "Light and dark red, yellow and blue: 26 shades"},
    {"solitaire-shades", "solitaire Z3^2", "Solitaire with light and dark red and blue"},
    {"fours", "al-jabar Z4^2 seats=2", "Coordinates from 0 to 3: four alike cancel"},
    {"fives", "al-jabar Z5^2 seats=2", "Coordinates from 0 to 4: five alike cancel"},
    {"mixed", "al-jabar Z2xZ4 seats=2",
     "A coordinate mod 2 and one mod 4: as many cancel as the piece's order"},
    {"mixed-3", "al-jabar Z2xZ2xZ3 seats=2", "Two coordinates mod 2 and one mod 3"},
    {"clock-five", "al-jabar Z5 max_exchange=3 seats=2",
     "One coordinate mod 5, exchanges of three"},
    // Mad Abel by length.
    {"taxicab", "mad-abel Z4xZ5 seats=2 metric=lee",
     "Mad Abel in which only the taxicab length must be right"},
    {"taxicab-13", "mad-abel Z4xZ13 seats=2 metric=lee", "The taxicab game with the whole pack"},
    {"ruler", "mad-abel Z4xZ5 seats=2 metric=rep",
     "Lengths without going round: gentler than the taxicab"},
    {"crow", "mad-abel Z4xZ13 seats=2 metric=euclid", "Lengths as the crow flies"},
    // Mad Abel where order matters.
    {"triangle", "mad-abel S3 seats=2", "The six permutations of three things: order matters"},
    {"square", "mad-abel D4 seats=2", "The symmetries of a square"},
    {"quaternions", "mad-abel Q8 seats=2", "i*j = k, but j*i = -k"},
    {"tetrahedron", "mad-abel A4 seats=2", "The rotations of a tetrahedron"},
    {"cube", "mad-abel S4 seats=2", "The permutations of four things, or the rotations of a cube"},
    {"twisted-pack", "mad-abel Z13:Z4 seats=2",
     "The usual 52 cards, but suits turn the ranks after them"},
    {"icosahedron", "mad-abel A5 seats=2", "The even permutations of five things"},
    {"scissors",
     "mad-abel "
     "magma:rock,paper,scissors;rock,paper,rock/paper,paper,scissors/rock,scissors,scissors "
     "seats=2",
     "Rock, paper, scissors as an operation: not even associative"},
    // Mad Abel otherwise.
    {"two-packs", "mad-abel Z4xZ13 seats=5 decks=2", "Mad Abel for five with two packs"},
    {"spades-first", "mad-abel Z4xZ13 seats=2 suits=shdc",
     "The usual order of suits: spades are zero"},
    {"insanity", "mad-abel Z4xZ13 seats=2 suits=cdsh ranks=7Q2K9A4JT5386",
     "Relabelled cards, for a little madness"},
    {"alone", "mad-abel Z4xZ13 seats=1", "Mad Abel alone: empty the hand in few turns"},
};

}  // namespace

std::span<const Preset> catalogue() { return presets; }

std::optional<Preset> find_preset(std::string_view id) {
  const auto place = std::find_if(std::begin(presets), std::end(presets),
                                  [&](const Preset& preset) { return preset.id == id; });
  if (place == std::end(presets)) return std::nullopt;
  return *place;
}

Result<Spec> find_spec(std::string_view text) {
  const auto preset = find_preset(text);
  return Spec::parse(preset ? preset->spec : text);
}

}  // namespace coset
