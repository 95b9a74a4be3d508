#include "server/node/table_names.hpp"

#include "base/check.hpp"

namespace coset::node {

namespace {

constexpr std::string_view words[256] = {
    "acorn",   "agate",   "alder",   "alpha",    "amber",  "anchor", "apple",   "april",
    "arch",    "arrow",   "aspen",   "aster",    "atlas",  "autumn", "azure",   "badger",
    "bamboo",  "banjo",   "barley",  "basil",    "basin",  "bay",    "beacon",  "bean",
    "bear",    "beaver",  "beech",   "bell",     "berry",  "birch",  "bison",   "blossom",
    "bluff",   "bobcat",  "bonfire", "border",   "bough",  "brass",  "bread",   "breeze",
    "bridge",  "bronze",  "brook",   "bubble",   "bugle",  "butter", "cabin",   "cactus",
    "candle",  "canoe",   "canyon",  "carbon",   "cargo",  "carrot", "castle",  "cedar",
    "celery",  "chalk",   "cherry",  "chess",    "chime",  "cider",  "cinder",  "citrus",
    "clay",    "cliff",   "cloud",   "clover",   "coast",  "cobalt", "cocoa",   "comet",
    "copper",  "coral",   "cork",    "corn",     "cotton", "cove",   "crane",   "creek",
    "cricket", "crow",    "crystal", "curve",    "daisy",  "dawn",   "delta",   "denim",
    "dew",     "diamond", "dolphin", "dome",     "dove",   "dragon", "drum",    "dune",
    "dusk",    "eagle",   "ebony",   "echo",     "elbow",  "elder",  "elk",     "elm",
    "ember",   "emerald", "falcon",  "fennel",   "fern",   "ferry",  "fiddle",  "field",
    "fig",     "finch",   "fjord",   "flag",     "flame",  "flax",   "flint",   "flute",
    "foam",    "forest",  "fossil",  "fountain", "fox",    "frost",  "galaxy",  "garden",
    "garlic",  "garnet",  "ginger",  "glacier",  "glade",  "goose",  "granite", "grape",
    "grass",   "grove",   "gull",    "harbor",   "harp",   "hazel",  "heron",   "hill",
    "holly",   "honey",   "horizon", "ice",      "indigo", "iris",   "iron",    "island",
    "ivory",   "ivy",     "jade",    "jasmine",  "jasper", "jet",    "juniper", "kayak",
    "kelp",    "kettle",  "kite",    "lagoon",   "lake",   "lamp",   "lantern", "larch",
    "lark",    "laurel",  "lava",    "lemon",    "lentil", "lilac",  "lily",    "lime",
    "linen",   "lion",    "lotus",   "lunar",    "lynx",   "magnet", "maize",   "mango",
    "maple",   "marble",  "marsh",   "meadow",   "melon",  "mesa",   "meteor",  "mint",
    "mirror",  "moon",    "moss",    "moth",     "mural",  "myrtle", "nectar",  "nest",
    "nickel",  "nova",    "nutmeg",  "oak",      "oasis",  "oat",    "ocean",   "olive",
    "onyx",    "opal",    "orbit",   "orchid",   "osprey", "otter",  "owl",     "oyster",
    "paddle",  "palm",    "panda",   "paper",    "parrot", "peach",  "pearl",   "pebble",
    "pecan",   "pepper",  "perch",   "petal",    "pine",   "plum",   "polar",   "pond",
    "poplar",  "poppy",   "prism",   "quail",    "quartz", "quill",  "rabbit",  "radish",
    "rain",    "raven",   "reed",    "reef",     "ridge",  "river",  "robin",   "rocket",
    "rose",    "ruby",    "rye",     "sage",     "sail",   "salmon", "sand",    "satin",
};

constexpr std::size_t id_bytes = 8;

protocol::GameId number_of(const protocol::Bytes16& bytes) {
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < id_bytes; ++i) id |= static_cast<std::uint64_t>(bytes[i]) << 8 * i;
  return protocol::GameId{id};
}

}  // namespace

std::string table_name(std::span<const std::uint8_t> random, int count) {
  CHECK(static_cast<std::size_t>(count) <= random.size());
  std::string out;
  for (int i = 0; i < count; ++i) {
    if (i != 0) out += '-';
    out += words[random[static_cast<std::size_t>(i)]];
  }
  return out;
}

std::string secret_name(std::span<const std::uint8_t, 9> random) {
  constexpr std::string_view symbols = "0123456789abcdefghjkmnpqrstvwxyz";
  std::string out = table_name(random.first<3>(), 3) + "-";
  for (const std::uint8_t byte : random.last<6>()) out += symbols[byte % symbols.size()];
  return out;
}

protocol::GameId game_of(const table::Digest& blake2b, std::string_view table) {
  return number_of(blake2b("coset-name\n" + std::string(table)));
}

protocol::GameId class_key(const table::Digest& blake2b, std::string_view code) {
  return number_of(blake2b("coset-class\n" + std::string(code)));
}

protocol::Token digest_of(const table::Digest& blake2b, const protocol::Token& token) {
  return {blake2b("coset-token\n" + protocol::hex(token.bytes))};
}

std::string guest_digest(const table::Digest& blake2b, const std::string& guest_id) {
  return protocol::hex(blake2b("coset-who\n" + guest_id));
}

}  // namespace coset::node
