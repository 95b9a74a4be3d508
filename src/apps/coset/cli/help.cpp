#include "apps/coset/cli/help.hpp"

#include <algorithm>

#include "apps/coset/cli/terminal/output.hpp"
#include "apps/coset/cli/terminal/page.hpp"
#include "apps/coset/cli/terminal/suggest.hpp"
#include "apps/coset/tui/canvas.hpp"
#include "apps/coset/tui/fold.hpp"
#include "base/reader.hpp"

namespace coset::cli {

namespace {

constexpr int first_column = 2;
constexpr int name_columns = 22;

// A name and its description beside it, or below it if the name is long.
std::string row(const std::string& name, const std::string& about) {
  std::string out(first_column, ' ');
  out += name;
  const int begin = first_column + name_columns;
  const std::string margin(static_cast<std::size_t>(begin), ' ');
  bool beside = tui::columns_of(out) + 2 <= begin;
  for (const std::string& line : tui::wrapped(about, page_columns() - begin)) {
    if (beside) {
      out = padded(out, static_cast<std::size_t>(begin));
      beside = false;
    } else {
      out.append("\n").append(margin);
    }
    out += line;
  }
  return out + "\n";
}

bool hidden(const CLI::Option& option) { return option.get_group().empty(); }

std::string name_of(const CLI::Option& option) {
  if (option.get_positional()) {
    const std::string name = option.get_name(true);
    return option.get_items_expected_max() > 1 ? name + "..." : name;
  }
  std::string out;
  for (const std::string& letter : option.get_snames()) out += "-" + letter + ", ";
  for (const std::string& word : option.get_lnames()) out += "--" + word;
  const std::string value = value_name(option);
  if (value.empty()) return out;
  return out + (option.get_expected_min() == 0 ? " [" + value + "]" : " " + value);
}

std::string about_of(const CLI::Option& option) {
  std::string out = option.get_description();
  if (!option.get_default_str().empty() && !option.get_required())
    out += " (default " + option.get_default_str() + ")";
  return out;
}

std::string usage(const CLI::App& app) {
  if (app.get_parent() == nullptr) return "Usage: coset COMMAND [OPTIONS]\n";
  std::string out = "Usage: coset " + app.get_name();
  bool options = false;
  for (const CLI::Option* option : app.get_options()) {
    if (hidden(*option)) continue;
    if (!option->get_positional()) {
      options = true;
      continue;
    }
    const std::string name = name_of(*option);
    out += " " + (option->get_required() ? name : "[" + name + "]");
  }
  return out + (options ? " [OPTIONS]\n" : "\n");
}

// Rows by section title, in the order of declaration.
class Sections {
 public:
  void add(const std::string& title, const std::string& text) {
    const auto place = std::find_if(sections_.begin(), sections_.end(),
                                    [&](const auto& section) { return section.first == title; });
    if (place == sections_.end()) {
      sections_.emplace_back(title, text);
    } else {
      place->second += text;
    }
  }
  std::string text() const {
    std::string out;
    for (const auto& [title, rows] : sections_)
      out.append("\n").append(title).append("\n").append(rows);
    return out;
  }

 private:
  std::vector<std::pair<std::string, std::string>> sections_;
};

constexpr std::string_view usual_group = "Options";

class HelpForm : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string, CLI::AppFormatMode) const override {
    std::string out = folded(app->get_description() + "\n\n") + usage(*app);
    Sections sections;
    const auto options = app->get_options();
    std::string words;
    for (const CLI::Option* option : options)
      if (option->get_positional() && !hidden(*option))
        words += row(name_of(*option), about_of(*option));
    if (!words.empty()) out += "\n" + words;
    for (const CLI::App* command :
         app->get_subcommands([](const CLI::App* sub) { return !sub->get_group().empty(); }))
      sections.add(command->get_group(), row(command->get_name(), command->get_description()));
    for (const CLI::Option* option : options)
      if (!option->get_positional() && !hidden(*option) && option != app->get_help_ptr())
        sections.add(option->get_group(), row(name_of(*option), about_of(*option)));
    if (const CLI::Option* help = app->get_help_ptr())
      sections.add(std::string(usual_group), row(name_of(*help), help->get_description()));
    return out + sections.text() + footer(app->get_footer());
  }

 private:
  // Examples are "command TAB about", one per line; a line without a tab is a note.
  static std::string footer(const std::string& text) {
    if (text.empty()) return "";
    std::string examples;
    std::string notes;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      const std::string line = text.substr(start, end - start);
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos) {
        notes += folded(line + "\n");
      } else {
        examples += example(line.substr(0, tab), line.substr(tab + 1));
      }
      start = end + 1;
    }
    return (examples.empty() ? "" : "\nExamples\n" + examples) +
           (notes.empty() ? "" : "\n" + notes);
  }

  static std::string example(const std::string& command, const std::string& about) {
    constexpr int beside = 44;  // where the second column starts, if both fit
    const std::string name = "  " + command;
    if (tui::columns_of(name) + 2 <= beside && beside + tui::columns_of(about) <= page_columns())
      return padded(name, beside) + about + "\n";
    return name + "\n" + tui::folded("      " + about + "\n", page_columns());
  }
};

std::vector<std::string> command_names(const CLI::App& program) {
  std::vector<std::string> out;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    out.push_back(command->get_name());
  return out;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> out;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) out.push_back("--" + name);
  return out;
}

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_form() { return std::make_shared<HelpForm>(); }

void add_examples(CLI::App& app, const std::vector<Example>& examples, const std::string& note) {
  std::string text;
  for (const auto& [command, about] : examples) {
    text += command;
    text += '\t';
    text += about;
    text += '\n';
  }
  app.footer(text + note);
}

std::string value_name(const CLI::Option& option) {
  if (option.get_expected_max() == 0) return "";
  const std::string whole = option.get_type_name();
  std::string type = whole.substr(0, whole.find(':'));  // followed by its checks
  if (type == "INT" || type == "UINT" || type == "FLOAT") return "N";
  return type;
}

std::string mistake(const CLI::App& program, const CLI::ParseError& error) {
  const auto chosen = program.get_subcommands();
  const CLI::App& app = chosen.empty() ? program : *chosen[0];
  const std::string name = chosen.empty() ? "coset" : "coset " + app.get_name();
  const std::string more = " Try '" + name + " --help'.";
  const auto rest = app.remaining();
  if (rest.empty()) return std::string(error.what()) + "." + more;
  const std::string word = rest[0].substr(0, rest[0].find('='));
  if (word.starts_with('-'))
    return "There is no option " + coset::quoted(word) +
           (chosen.empty() ? "." : " of '" + name + "'.") + did_you_mean(word, option_names(app)) +
           more;
  if (chosen.empty())
    return "There is no command " + coset::quoted(word) + "." +
           did_you_mean(word, command_names(program)) + more;
  return "'" + name + "': unexpected argument " + coset::quoted(word) + "." + more;
}

}  // namespace coset::cli
