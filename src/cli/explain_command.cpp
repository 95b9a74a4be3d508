// coset explain: why a set of pieces makes what it makes, and what is wrong with one that does not.
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/game_text.hpp"
#include "cli/style.hpp"
#include "play/notation.hpp"
#include "teach/repair.hpp"
#include "teach/say.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ExplainCommand {
  std::string text;
  std::string group = "Z2^3";
  std::string target;
  std::string hand;
  bool json = false;
  std::string color = "auto";

  static Word read(const Operation& operation, const std::string& whole, Reader& in) {
    auto word = read_word(operation, in);
    if (!word) throw Failure(Exit::input, word.error(), whole);
    return *word;
  }

  static Word read_all(const Operation& operation, const std::string& whole) {
    Reader in(whole);
    Word word = read(operation, whole, in);
    if (!in.done())
      throw Failure(Exit::input,
                    in.error("word.trailing", "Did not expect " + quoted(in.rest()) + "."), whole);
    return word;
  }

  static Json pieces_json(const Operation& operation, const teach::Pieces& pieces) {
    Json out = Json::array();
    for (const Element e : pieces) out.push_back(operation.names().write(e));
    return out;
  }

  static Json step_json(const Operation& operation, const teach::Step& step) {
    const teach::Message message = teach::describe(operation, step);
    Json out{{"kind", teach::word_of(step.kind)},
             {"before", pieces_json(operation, step.before)},
             {"after", pieces_json(operation, step.after)},
             {"moved", pieces_json(operation, step.moved)},
             {"idle", step.idle}};
    if (step.kind == teach::Step::Kind::dial) {
      out["coordinate"] = step.coordinate;
      out["modulus"] = step.modulus;
      out["values"] = step.values;
      out["stands"] = step.stands;
    }
    if (step.kind == teach::Step::Kind::multiply) out["commutes"] = step.commutes;
    out["message"] = message.id;
    out["text"] = teach::say(message);
    return out;
  }

  static Json side_json(const Operation& operation, const teach::Explanation& side) {
    Json steps = Json::array();
    for (const teach::Step& step : side.steps) steps.push_back(step_json(operation, step));
    return {{"word", write_word(operation, side.word)},
            {"sum", operation.names().write(side.sum)},
            {"steps", std::move(steps)}};
  }

  static void print_side(const Voice& voice, const Operation& operation,
                         const teach::Explanation& side) {
    voice.say(operation, write_word(operation, side.word) + "\n");
    for (std::size_t i = 0; i < side.steps.size(); ++i)
      voice.say(operation, "  " + std::to_string(i + 1) + "  " +
                               teach::say(teach::describe(operation, side.steps[i])) + "\n");
    voice.say(operation,
              "  " + teach::say(teach::describe_sum(operation, side.word, side.sum)) + "\n");
  }

  static teach::Message repair_message(const Operation& operation, const teach::Repair& repair,
                                       Element wanted) {
    using Kind = teach::Repair::Kind;
    teach::Message out{repair.kind == Kind::add    ? "repair.add"
                       : repair.kind == Kind::swap ? "repair.swap"
                                                   : "repair.drop",
                       {{"piece", operation.names().write(repair.piece)},
                        {"word", write_word(operation, repair.word)},
                        {"wanted", operation.names().write(wanted)}}};
    if (repair.old) out.parameters.emplace_back("old", operation.names().write(*repair.old));
    return out;
  }

  Exit run() const {
    auto operation = Operation::parse(group);
    if (!operation) throw Failure(Exit::input, operation.error(), group);
    Reader in(text);
    const teach::Explanation left = teach::explain(*operation, read(*operation, text, in));
    std::optional<teach::Explanation> right;
    if (in.take('=') || in.take('>'))
      right = teach::explain(*operation, read(*operation, text, in));
    if (!in.done())
      throw Failure(Exit::input,
                    in.error("word.trailing", "Did not expect " + quoted(in.rest()) + "."), text);
    std::optional<Element> wanted;
    if (right) wanted = right->sum;
    if (!target.empty()) wanted = operation->product(read_all(*operation, target));

    const bool missed = wanted && *wanted != left.sum;
    std::vector<teach::Repair> offered;
    if (missed && !hand.empty()) {
      const Word held = read_all(*operation, hand);
      const int largest = operation->moduli().size() > 1 && operation->card_ranks() == 0
                              ? static_cast<int>(operation->moduli().size())
                              : Word::max_size;
      offered =
          teach::repairs(*operation, left.word, *wanted, {held.begin(), held.end()}, largest, 5);
    }
    json ? print_json(*operation, left, right, wanted, offered)
         : print_text(*operation, left, right, wanted, offered);
    return Exit::done;
  }

  void print_text(const Operation& operation, const teach::Explanation& left,
                  const std::optional<teach::Explanation>& right, std::optional<Element> wanted,
                  const std::vector<teach::Repair>& offered) const {
    const Voice voice(color);
    print_side(voice, operation, left);
    if (right) print_side(voice, operation, *right);
    if (!wanted) return;
    const teach::Message verdict =
        *wanted == left.sum ? teach::Message{"equal", {{"sum", operation.names().write(left.sum)}}}
                            : teach::describe_miss(operation, left.word, left.sum, *wanted);
    voice.say(operation, "\n" + teach::say(verdict) + "\n");
    for (const teach::Repair& repair : offered)
      voice.say(operation, "  " + teach::say(repair_message(operation, repair, *wanted)) + "\n");
  }

  static void print_json(const Operation& operation, const teach::Explanation& left,
                         const std::optional<teach::Explanation>& right,
                         std::optional<Element> wanted, const std::vector<teach::Repair>& offered) {
    Json out{{"schema", 1}, {"group", operation.text()}, {"left", side_json(operation, left)}};
    if (right) out["right"] = side_json(operation, *right);
    if (wanted) {
      out["wanted"] = operation.names().write(*wanted);
      out["equal"] = *wanted == left.sum;
      const auto missing = teach::difference(operation, left.sum, *wanted);
      if (*wanted != left.sum)
        out["difference"] = missing ? Json(operation.names().write(*missing)) : Json(nullptr);
      for (const teach::Repair& repair : offered) {
        const teach::Message message = repair_message(operation, repair, *wanted);
        out["repairs"].push_back({{"word", write_word(operation, repair.word)},
                                  {"message", message.id},
                                  {"text", teach::say(message)}});
      }
    }
    print_line(out);
  }
};

}  // namespace

void add_explain_command(Program& program) {
  auto [app, command] = add_command<ExplainCommand>(
      program, "explain", "Say step by step what pieces make, and why two sets are equal or not");
  app.add_option("WORD", command.text, "Pieces, as in O+P+W, or two sets, as in 'G+O=W' or 'OPC>G'")
      ->required();
  app.add_option("--group", command.group, "The group, or a magma:... table")
      ->capture_default_str();
  app.add_option("--target", command.target, "What the pieces should make, as in --target d3");
  app.add_option("--hand", command.hand,
                 "All pieces at hand: what would make it right is sought among them");
  app.add_flag("--json", command.json, "One JSON object with the same steps");
  add_color_option(app, command.color);
}

}  // namespace coset::cli
