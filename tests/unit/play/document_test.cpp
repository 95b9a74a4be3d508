// docs/notation.md is a promise: its examples are read, and it names every option, value, field and
// error code that the program has.
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "play_support.hpp"

namespace coset {
namespace {

namespace fs = std::filesystem;

const fs::path root = fs::path(COSET_TESTS_DIR).parent_path();

std::string text_of(const fs::path& path) {
  std::ifstream in(path);
  EXPECT_TRUE(in.good()) << path;
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

const std::string& document() {
  static const std::string text = text_of(root / "docs" / "notation.md");
  return text;
}

struct Block {
  std::string text;
  std::vector<std::string> lines;
};

// The fenced blocks of exactly this kind.
std::vector<Block> blocks(std::string_view kind) {
  std::vector<Block> out;
  std::istringstream in(document());
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      inside = !inside && line == "```" + std::string(kind);
      if (inside) out.emplace_back();
    } else if (inside) {
      out.back().text += line + "\n";
      out.back().lines.push_back(line);
    }
  }
  EXPECT_FALSE(out.empty()) << kind;
  return out;
}

TEST(Document, Groups) {
  for (const Block& block : blocks("group"))
    for (const std::string& line : block.lines) EXPECT_TRUE(Operation::parse(line).ok()) << line;
  for (const Block& block : blocks("group same"))
    for (const std::string& line : block.lines)
      EXPECT_EQ(Operation::parse(line)->text(), Operation::parse(block.lines.at(0))->text());
}

TEST(Document, Specs) {
  for (const Block& block : blocks("spec"))
    for (const std::string& line : block.lines) spec_of(line);
  for (const Block& block : blocks("spec same"))
    for (const std::string& line : block.lines) EXPECT_EQ(spec_of(line).text(), block.lines.at(0));
}

// The first line of a block of moves or positions is the game they belong to.
TEST(Document, Moves) {
  for (const char* kind : {"move", "move same"})
    for (const Block& block : blocks(kind)) {
      const Match match = match_of(block.lines.at(0));
      for (std::size_t i = 1; i < block.lines.size(); ++i) {
        const auto action = match.read(block.lines[i]);
        ASSERT_TRUE(action.ok()) << block.lines[i] << ": " << action.error().sentence;
        if (kind == std::string_view("move same")) EXPECT_EQ(match.write(*action), block.lines[1]);
      }
    }
}

TEST(Document, Positions) {
  for (const Block& block : blocks("position"))
    for (std::size_t i = 1; i < block.lines.size(); ++i)
      match_of(block.lines.at(0), block.lines[i]);
}

TEST(Document, Records) {
  for (const Block& block : blocks("record")) {
    const auto match = Match::replay(block.text);
    ASSERT_TRUE(match.ok()) << block.text << match.error().sentence;
  }
}

bool named(std::string_view word) {
  return document().find("`" + std::string(word) + "`") != std::string::npos;
}

// Names of options stand in backquotes, their values as words.
struct OptionNames {
  void operator()(std::string_view name, int, int, int) { EXPECT_TRUE(named(name)) << name; }
  void operator()(std::string_view name, bool) { EXPECT_TRUE(named(name)) << name; }
  void operator()(std::string_view name, const std::string&) { EXPECT_TRUE(named(name)) << name; }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum field) {
    EXPECT_TRUE(named(name)) << name;
    for (const std::string_view value : words_of(field))
      EXPECT_TRUE(std::regex_search(document(), std::regex("\\b" + std::string(value) + "\\b")))
          << name << "=" << value;
  }
};

TEST(Document, NamesEveryOption) {
  for (const char* text : {"al-jabar", "solitaire", "mad-abel"})
    std::visit(
        [](const auto& game) {
          auto options = game.options();
          OptionNames check;
          options.visit_options(check);
        },
        spec_of(text).game());
  EXPECT_TRUE(named("repetition") && named("rules"));
}

// A refusal lists the fields that there are.
TEST(Document, NamesEveryField) {
  for (const char* game : {"al-jabar", "solitaire", "mad-abel"}) {
    const auto refused = Match::open(spec_of(game), "nonsense=1 phase=deal_hand");
    ASSERT_FALSE(refused.ok());
    const std::string& sentence = refused.error().sentence;
    const std::string fields = sentence.substr(sentence.find("there are: ") + 11);
    const std::regex field("[a-z_]+[0-9]?");
    int count = 0;
    for (std::sregex_iterator i(fields.begin(), fields.end(), field), end; i != end; ++i, ++count)
      EXPECT_TRUE(named(i->str() == "hand2" ? "hand1" : i->str())) << i->str();
    EXPECT_GT(count, 5) << sentence;
  }
}

std::set<std::string> codes_in(const std::string& text, const std::string& quote) {
  const std::regex code(
      quote + "((group|table|name|tally|spec|move|position|record|perft)\\.[a-z_]+)" + quote);
  std::set<std::string> out;
  for (std::sregex_iterator i(text.begin(), text.end(), code), end; i != end; ++i)
    out.insert((*i)[1]);
  return out;
}

TEST(Document, NamesEveryErrorCodeAndNoOther) {
  std::set<std::string> in_program;
  for (const char* floor : {"base", "engine/algebra", "engine/rules", "engine/play"})
    for (const auto& file : fs::directory_iterator(root / "src" / floor))
      in_program.merge(codes_in(text_of(file.path()), "\""));
  EXPECT_EQ(codes_in(document(), "`"), in_program);
}

}  // namespace
}  // namespace coset
