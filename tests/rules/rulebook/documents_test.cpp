// The rule book (docs/rules) keeps its word: every ruling and option is in it, every test and file
// it names exists, and every sum, turn and table it shows is what the engine says.
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>

#include "engine/play/notation.hpp"
#include "engine/rules/action_space.hpp"
#include "rules/rulebook/table.hpp"

namespace coset {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

const fs::path rules_dir = fs::path(COSET_TESTS_DIR).parent_path() / "docs" / "rules";

std::string contents(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Lines lines_of(const std::string& text) {
  std::istringstream in(text);
  Lines out;
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// The pages of the rule book by file name.
const std::map<std::string, std::string>& pages() {
  static const std::map<std::string, std::string> found = [] {
    std::map<std::string, std::string> out;
    for (const auto& entry : fs::directory_iterator(rules_dir))
      if (entry.path().extension() == ".md")
        out[entry.path().filename().string()] = contents(entry.path());
    return out;
  }();
  return found;
}

Lines split(const std::string& text, const std::string& separator) {
  Lines out;
  std::size_t start = 0;
  for (std::size_t end = 0; end != std::string::npos; start = end + separator.size()) {
    end = text.find(separator, start);
    out.push_back(text.substr(start, end == std::string::npos ? end : end - start));
  }
  return out;
}

std::string trimmed(const std::string& text) {
  return std::regex_replace(text, std::regex("^\\s+|\\s+$"), "");
}

// Without the marks of Markdown: **bold** and `code`.
std::string plain(const std::string& text) {
  return trimmed(std::regex_replace(text, std::regex("[`*]"), ""));
}

Lines cells(const std::string& row) {
  Lines out = split(row, "|");
  out.erase(out.begin());
  out.pop_back();
  for (std::string& cell : out) cell = trimmed(cell);
  return out;
}

// Calls use(match) for every match of the pattern in the text.
void for_each_match(const std::string& text, const char* pattern,
                    const std::function<void(const std::smatch&)>& use) {
  const std::regex regex(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) use(*at);
}

// Calls use(page, what follows the tag, lines) for every fenced block that begins with the tag.
void for_each_block(
    const std::string& tag,
    const std::function<void(const std::string&, const std::string&, const Lines&)>& use) {
  for (const auto& [page, text] : pages()) {
    bool inside = false;
    std::string rest;
    Lines block;
    for (const std::string& line : lines_of(text)) {
      if (!inside && (line + " ").starts_with("```" + tag + " ")) {
        inside = true;
        rest = trimmed(line.substr(3 + tag.size()));
        block.clear();
      } else if (inside && line == "```") {
        inside = false;
        use(page, rest, block);
      } else if (inside) {
        block.push_back(line);
      }
    }
    EXPECT_FALSE(inside) << page << ": a block is not closed";
  }
}

// Calls use(page, header, row) for every row of the tables that begin like this.
int for_each_row(const std::string& beginning,
                 const std::function<void(const std::string&, const Lines&, const Lines&)>& use) {
  int rows = 0;
  for (const auto& [page, text] : pages()) {
    const Lines lines = lines_of(text);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].starts_with(beginning)) continue;
      const Lines header = cells(lines[i]);
      for (i += 2; i < lines.size() && lines[i].starts_with("|"); ++i, ++rows) {
        const Lines row = cells(lines[i]);
        EXPECT_EQ(row.size(), header.size()) << page << ": " << lines[i];
        if (row.size() == header.size()) use(page, header, row);
      }
    }
  }
  return rows;
}

TEST(Documents, EveryRulingIsStatedOnceWithItsReasonOptionAndTest) {
  std::string all;
  for (const auto& [page, text] : pages()) all += text + "\n";
  for (const auto& [letter, count] :
       {std::pair{"A", 26}, std::pair{"G", 13}, std::pair{"S", 14}, std::pair{"M", 19}})
    for (int i = 1; i <= count; ++i) {
      const std::string id = letter + std::to_string(i);
      const Lines around = split(all, "> **Ruling " + id + ":");
      ASSERT_EQ(around.size(), 2U) << id << " has no box, or more than one";
      std::string box;
      for (const std::string& line : lines_of("> " + around[1])) {
        if (!line.starts_with(">")) break;
        box += line.substr(1);
      }
      for (const char* part : {"*Why:* ", "*Option:* ", "*Test:* "})
        EXPECT_NE(box.find(part), std::string::npos) << id << " lacks " << part;
      EXPECT_TRUE(std::regex_search(box, std::regex("`\\w+\\." + id + "_"))) << id;
    }
}

TEST(Documents, EveryNamedTestExists) {
  int named = 0;
  for (const auto& [page, text] : pages()) {
    for_each_match(text, R"(`(\w+)\.(\w+)`)", [&](const std::smatch&) { ++named; });
    for_each_match(text, R"(\[`(\w+)\.(\w+)`\]\(([^)]+)\))", [&](const std::smatch& match) {
      --named;
      const std::string test = "TEST(" + match.str(1) + ", " + match.str(2) + ") {";
      EXPECT_NE(contents(rules_dir / match.str(3)).find(test), std::string::npos)
          << page << ": " << match.str(3) << " has no " << test;
    });
    EXPECT_EQ(named, 0) << page << " names a test without a link to its file";
  }
}

// The anchor of a heading, as GitHub makes it.
std::string anchor(const std::string& heading) {
  std::string out;
  for (const char c : plain(heading)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == ' ') out += '-';
  }
  return out;
}

bool has_heading(const std::string& text, const std::string& wanted) {
  bool found = false;
  for_each_match(text, "\n#+ ([^\n]*)",
                 [&](const std::smatch& match) { found |= anchor(match.str(1)) == wanted; });
  return found;
}

TEST(Documents, EveryLinkLeadsSomewhere) {
  for (const auto& [page, text] : pages())
    for_each_match(text, R"(\]\(([^)#\s]*)#?([^)\s]*)\))", [&](const std::smatch& m) {
      if (m.str(1).starts_with("http")) return;
      const fs::path file = rules_dir / (m.str(1).empty() ? page : m.str(1));
      ASSERT_TRUE(fs::is_regular_file(file)) << page << ": " << m.str();
      if (m.length(2) > 0) {
        EXPECT_TRUE(has_heading(contents(file), m.str(2))) << page << ": " << m.str();
      }
    });
}

// Compares the row of an option with what the program takes and has as default.
struct OptionRows {
  std::string page;
  std::string spec;

  void operator()(std::string_view name, int&, int least, int most) const {
    if (name == "max_exchange") least = 2;  // G8
    check(name, std::to_string(least) + " to " + std::to_string(most));
  }
  void operator()(std::string_view name, bool&) const { check(name, "no, yes"); }
  void operator()(std::string_view name, std::string& field) const {
    check(name, "any order of " + field);
  }
  template <class Enum>
    requires std::is_enum_v<Enum>
  void operator()(std::string_view name, Enum& field) const {
    std::string values;
    for (const std::string_view value : words_of(field))
      values += (values.empty() ? "" : ", ") + std::string(value);
    check(name, values);
  }
  void check(std::string_view name, const std::string& values) const {
    int rows = 0;
    for_each_row("| option |", [&](const std::string& in, const Lines&, const Lines& row) {
      if (in != page || row[0] != "`" + std::string(name) + "`") return;
      ++rows;
      EXPECT_EQ(plain(row[1]), values) << page << ": " << name;
      EXPECT_EQ(plain(row[2]), option_of(spec, name)) << page << ": " << name;
    });
    EXPECT_EQ(rows, 1) << page << " has no row for " << name << ", or more than one";
  }
};

TEST(Documents, EveryOptionHasItsRowWithValuesAndDefault) {
  const auto group = Group::parse("Z2^3");
  const OptionRows al_jabar{"al-jabar.md", "al-jabar"};
  AlJabar<Tally<8>>::defaults(*group, 2).visit_options(al_jabar);
  al_jabar.check("repetition", "off, 3");
  Solitaire<Tally<8>>::defaults(*group).visit_options(OptionRows{"solitaire.md", "solitaire"});
  const auto cards = Operation::parse("Z4xZ13");
  MadAbel<CardSet>::defaults(*cards, 2).visit_options(OptionRows{"mad-abel.md", "mad-abel"});
}

// The operation that "in ..." names: a group, a magma, or that of a whole spec.
Operation operation_of(const std::string& text) {
  if (text.find(' ') != std::string::npos) return spec_of(text).operation();
  auto operation = Operation::parse(text);
  EXPECT_TRUE(operation) << text;
  return operation ? *std::move(operation) : *Operation::parse("Z2^3");
}

std::string sum_of(const Operation& operation, const std::string& word) {
  Reader in(word);
  const auto pieces = read_word(operation, in);
  if (!pieces || !in.done()) return "cannot read " + word;
  return operation.names().write(operation.product(*pieces));
}

// "R+B = P", "s6+s10 = d3 in Z4xZ13", "Y+O = B+P = R".
TEST(Documents, EverySumIsTrue) {
  int sums = 0;
  for_each_block("sum", [&](const std::string& page, const std::string&, const Lines& block) {
    for (const std::string& line : block) {
      const std::size_t at = line.rfind(" in ");
      const Operation operation =
          operation_of(at == std::string::npos ? "Z2^3" : line.substr(at + 4));
      const Lines sides = split(line.substr(0, at), " = ");
      EXPECT_GE(sides.size(), 2U) << page << ": " << line;
      for (const std::string& side : sides)
        EXPECT_EQ(sum_of(operation, side), sum_of(operation, sides.back())) << page << ": " << line;
      ++sums;
    }
  });
  EXPECT_GT(sums, 50);
}

// Tables that begin with "+": of colours, of suits, and of the ranks of a pack.
TEST(Documents, EveryTableOfSumsIsTrue) {
  const int rows =
      for_each_row("| + |", [](const std::string& page, const Lines& header, const Lines& row) {
        const bool suits = header[1] == "♥";
        const bool colours = header[1] == "C";
        const std::string ranks = std::to_string(suits ? 13 : header.size() - 1);
        const Operation operation = operation_of(colours ? "Z2^3" : "Z4xZ" + ranks);
        const auto name = [&](const std::string& cell) {
          return colours ? cell : suits ? cell + "K" : "h" + cell;
        };
        for (std::size_t i = 1; i < row.size(); ++i)
          EXPECT_EQ(sum_of(operation, name(plain(row[0])) + "+" + name(header[i])),
                    sum_of(operation, name(row[i])))
              << page;
      });
  EXPECT_EQ(rows, 8 + 4 + 13 + 5);
}

// "R^2+Y" or "R R Y" as sorted names.
Lines names_in(std::string text) {
  std::replace(text.begin(), text.end(), '+', ' ');
  std::istringstream in(text);
  Lines out;
  for (std::string word; in >> word;) {
    const Lines power = split(word, "^");
    if (power[0] != "-")
      out.insert(out.end(), power.size() == 2 ? std::stoul(power[1]) : 1, power[0]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string deals(const std::string& pieces) {
  std::string out;
  for (const std::string& piece : split(pieces, "+")) out += ";deal " + piece;
  return out.substr(1);
}

// A turn as the rule book tells it: who holds what ("You: R B"), what happens ("You give R and take
// B+P."), and who holds what then.
class ToldTurn {
 public:
  explicit ToldTurn(std::string spec) : spec_(std::move(spec)) {}

  void tell(const std::string& line) {
    if (line.empty() || line == "Before" || line == "After") return;
    std::smatch m;
    if (std::regex_match(line, m, std::regex("([A-Z][a-z ]*): *(.*)"))) {
      holds(field(m.str(1)), m.str(2), line);
      return;
    }
    ASSERT_TRUE(line.ends_with(".")) << line;
    if (!table_) table_ = std::make_unique<Table>(spec_, position_);
    const std::string sentence = line.substr(0, line.size() - 1);
    if (!table_->dealing()) {
      EXPECT_EQ(table_->seat(), sentence.starts_with("Ben ") ? 2 : 1) << line;
    }
    if (std::regex_match(sentence, m, std::regex("\\w+ gives? (\\S+) and takes? (\\S+)"))) {
      table_->play(m.str(1) + ">" + m.str(2));
    } else if (std::regex_match(sentence, m, std::regex("\\w+ plays? (\\S+)"))) {
      table_->play(m.str(1));
    } else if (std::regex_match(sentence, m,
                                std::regex("The game returns (\\S+) and draws (\\S+)"))) {
      table_->play(deals(m.str(1)) + ";" + deals(m.str(2)));
    } else {
      FAIL() << "not understood: " << line;
    }
  }
  bool told() const { return table_ != nullptr; }

 private:
  std::string field(const std::string& label) const {
    if (label == "You") return spec_ == "solitaire" ? "hand" : "hand1";
    if (label == "Ben") return "hand2";
    if (label == "Set aside") return "cancellations";
    return std::string(1, static_cast<char>(label[0] - 'A' + 'a')) + label.substr(1);
  }
  void holds(const std::string& field, const std::string& what, const std::string& line) {
    if (!table_) {
      position_ += position_.empty() ? "" : " ";
      position_ += field + "=" + std::regex_replace(what, std::regex(" +"), "+");
    } else if (field == "cancellations") {
      EXPECT_EQ(table_->field(field), what == "0" ? "" : what) << line;
    } else {
      EXPECT_EQ(names_in(table_->pieces(field)), names_in(what)) << line;
    }
  }

  std::string spec_;
  std::string position_;
  std::unique_ptr<Table> table_;
};

TEST(Documents, EveryTurnHappensAsTold) {
  int turns = 0;
  for_each_block("turn", [&](const std::string& page, const std::string& spec, const Lines& block) {
    SCOPED_TRACE(page);
    ToldTurn turn(spec);
    for (const std::string& line : block) turn.tell(line);
    EXPECT_TRUE(turn.told());
    ++turns;
  });
  EXPECT_GE(turns, 5);
}

// Tables whose first column is a spec and whose other columns may be options of it.
TEST(Documents, EveryDefaultInATableOfSpecsIsTrue) {
  const int rows =
      for_each_row("| spec |", [](const std::string& page, const Lines& header, const Lines& row) {
        for (std::size_t i = 1; i < row.size(); ++i)
          if (header[i].starts_with("`")) {
            EXPECT_EQ(row[i], option_of(plain(row[0]), plain(header[i]))) << page << row[0];
          }
      });
  EXPECT_GE(rows, 10);
}

TEST(Documents, WhatIsRefusedIsRefusedAndWhatWorksWorks) {
  const int rows =
      for_each_row("| refused |", [](const std::string&, const Lines&, const Lines& row) {
        EXPECT_NE(refusal_of(plain(row[0])), "") << row[0];
        int ways = 0;
        for_each_match(row[2], "`([^`]*)`", [&](const std::smatch& match) {
          EXPECT_EQ(refusal_of(match.str(1)), "") << match.str(1);
          ++ways;
        });
        EXPECT_GE(ways, 1) << row[0];
      });
  EXPECT_GE(rows, 10);
}

TEST(Documents, TheActionSpaceIsCountedRight) {
  const int rows = for_each_row(
      "| group | max | sets |", [](const std::string&, const Lines&, const Lines& row) {
        const auto group = Group::parse(row[0]);
        ASSERT_TRUE(group) << row[0];
        const ActionSpace space = action_space(*group, std::stoi(row[1]), Cancel::exponent);
        const std::vector<std::uint64_t> counts = {space.multisets, space.pairs, space.non_null,
                                                   space.reachable};
        for (std::size_t i = 0; i < counts.size(); ++i)
          EXPECT_EQ(row[i + 2], std::to_string(counts[i])) << row[0];
      });
  EXPECT_GE(rows, 10);
}

}  // namespace
}  // namespace coset
