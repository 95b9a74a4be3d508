#include "apps/coset/tui/line_table.hpp"

#include <charconv>
#include <sstream>

#include "apps/coset/tui/coach.hpp"
#include "apps/coset/tui/fold.hpp"
#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"
#include "apps/coset/tui/side_panel.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/why/explain.hpp"

namespace coset::tui {

namespace {

struct Command {
  std::string_view word;
  std::string_view about;
};
// A letter means the first word that begins with it.
constexpr Command commands[] = {
    {"draw", "draw a piece (Mad Abel: two cards, and the turn ends)"},
    {"pass", "end the turn where the rules allow it"},
    {"hint", "a hint, more specific each time"},
    {"why", "why M: the sum of a word or move in steps"},
    {"table", "show the table again; so does an empty line"},
    {"moves", "the moves so far"},
    {"undo", "take your last move back"},
    {"quit", "leave; the game is saved"},
    {"help", "this list; so does ?"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

class LineTable {
 public:
  LineTable(Session& session, const TableCallbacks& callbacks, const ReadLine& read,
            const WriteText& write)
      : session_(session), callbacks_(callbacks), read_(read), write_(write) {
    cards_ = is_cards(session.match());
  }

  Left run() {
    out_ << opening();
    if (!callbacks_.note.empty()) out_ << callbacks_.note << "\n";
    while (true) {
      while (!callbacks_.interrupted() && session_.step(callbacks_.interrupted)) {
        tell_news();
        flush();
      }
      tell_news();
      callbacks_.keep(session_);
      if (callbacks_.interrupted()) return Left::interrupted;
      if (session_.match().over()) break;
      const auto line = ask_for_a_move();
      if (!line) {
        out_ << "\n";
        flush();
        return callbacks_.interrupted() ? Left::interrupted : Left::quit;
      }
      if (!obey(*line)) {
        flush();
        return Left::quit;
      }
    }
    for (const std::string& line : callbacks_.finale(session_)) out_ << line << "\n";
    flush();
    return Left::quit;
  }

 private:
  void flush() {
    const int columns = callbacks_.columns ? callbacks_.columns() : 0;
    write_(columns > 0 ? folded(out_.str(), columns) : out_.str());
    out_.str("");
  }
  std::optional<std::string> ask() {
    flush();
    auto line = read_();
    if (line && callbacks_.echo) out_ << *line << "\n";
    return line;
  }
  const Operation& operation() const { return session_.match().spec().operation(); }
  std::string suits(const std::string& text) const {
    return with_names(operation(), text, callbacks_.ascii);
  }

  std::string opening() const {
    const std::string example = example_of(session_);
    if (cards_)
      return "Make the target card from your hand; your last two cards make the next "
             "one. The first empty hand wins. Type a play as in " +
             example + "; type help for the commands.\n";
    std::string out =
        "Give pieces from your hand and take pieces from the Center that make the "
        "same sum. Type a move as in " +
        example + "; type help for the commands.\n";
    if (has_colours(operation())) {
      for (const Element e : operation().names().text_order())
        out += operation().names().write(e) + " is " + operation().names().spoken(e) +
               (e == operation().names().text_order().back() ? ".\n" : ", ");
    }
    return out;
  }

  std::optional<std::string> ask_for_a_move() {
    const Seat seat = session_.match().turn().seat;
    if (cards_ && session_.humans() > 1 && seat != last_seat_) {
      constexpr int blank = 40;
      out_ << std::string(blank, '\n') << session_.name(seat)
           << ": press Enter when only you can see this. ";
      if (!ask()) return std::nullopt;
      show_table_ = true;
    }
    last_seat_ = seat;
    if (show_table_) tell_table();
    if (callbacks_.ask_goal && !session_.plan().goal && !ask_goal()) return std::nullopt;
    tell_advice();
    out_ << session_.name(seat) << (session_.humans() == 1 ? "r" : "'s") << " move: ";
    return ask();
  }

  // False at the end of input. Without a prompt, par is the goal.
  bool ask_goal() {
    while (!session_.plan().goal) {
      std::optional<std::string> line = "";
      if (!callbacks_.echo) {
        out_ << "Your goal, a score to reach (Enter: " << callbacks_.par
             << ", as a greedy bot does): ";
        line = ask();
      }
      if (!line) return false;
      int goal = callbacks_.par;
      const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), goal);
      if (line->empty() || (error == std::errc() && end == line->data() + line->size())) {
        session_.set_goal(goal);
      } else {
        out_ << "A goal is a whole number, such as 6.\n";
      }
    }
    return true;
  }

  // Once per step: a request for help does not repeat it.
  void tell_advice() {
    if (session_.match().moves().size() == advised_) return;
    advised_ = session_.match().moves().size();
    for (const Advice& advice : advice_of(session_, false))
      out_ << advice.title << " " << advice.more << (advice.next.empty() ? "" : " ") << advice.next
           << "\n";
  }

  void tell_news() {
    for (; told_ < session_.told().size(); ++told_)
      out_ << suits(session_.told()[told_].text) << "\n";
  }

  std::string pieces(const Counts& counts) const {
    std::string out;
    for (const Element e : operation().names().text_order()) {
      const int n = counts[static_cast<std::size_t>(index(e))];
      if (n == 0) continue;
      out += (out.empty() ? "" : " ") + styled(shown(operation(), e, callbacks_.ascii),
                                               style_of(operation(), e), callbacks_.depth);
      if (n > 1) out += " x" + std::to_string(n);
    }
    return out.empty() ? "nothing" : out;
  }

  void tell_table() {
    show_table_ = false;
    const Seat viewer = session_.viewer();
    const Picture picture = picture_of(session_.match(), viewer);
    out_ << "\n";
    for (std::size_t i = 0; i < picture.seats.size(); ++i) {
      const auto seat = static_cast<Seat>(i);
      if (seat == viewer) continue;
      out_ << session_.name(seat) << ": " << picture.seats[i].size
           << (picture.seats[i].size == 1 ? ", the last one" : "");
      if (!picture.seats[i].hand.empty()) out_ << ": " << pieces(picture.seats[i].hand);
      out_ << "\n";
    }
    if (cards_) {
      out_ << "On the pile: " << shown(operation(), *picture.second, callbacks_.ascii)
           << " and, on top, " << shown(operation(), *picture.top, callbacks_.ascii) << ". Make ";
      if (picture.length) {
        out_ << "any card of length " << *picture.length;
      } else {
        out_ << shown(operation(), *picture.target, callbacks_.ascii);
      }
      out_ << ". Deck " << picture.urn << ".\n";
    } else {
      out_ << "Center: " << pieces(picture.center) << ". Bag " << picture.urn << ".\n";
    }
    if (picture.signal != Ending::none) out_ << "This is the final round.\n";
    if (is_solitaire(session_.match())) {
      out_ << "Turns " << picture.turns << ", score so far " << picture.score_now;
      if (session_.plan().goal) out_ << ", goal " << *session_.plan().goal;
      out_ << ".\n";
    }
    if (viewer != nobody)
      out_ << session_.name(viewer) << ": " << picture.seats[viewer].size << ": "
           << pieces(picture.seats[viewer].hand) << "\n";
  }

  // False: leave.
  bool obey(const std::string& line) {
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos) {
      show_table_ = true;
      return true;
    }
    const std::string text = line.substr(start, line.find_last_not_of(" \t\r") - start + 1);
    const std::string_view word = command_in(text);
    if (word == "quit") return false;
    if (word == "help") {
      tell_help();
    } else if (word == "hint") {
      out_ << suits(session_.ask_hint().back()) << "\n";
    } else if (word == "table") {
      show_table_ = true;
    } else if (word == "moves") {
      for (const auto& told : session_.told()) out_ << suits(told.text) << "\n";
    } else if (word == "undo") {
      const auto why = session_.undo();
      out_ << (why ? *why : "Taken back. The result will say so.") << "\n";
      told_ = std::min(told_, session_.told().size());
      show_table_ = true;
    } else if (word == "why") {
      const std::size_t space = text.find(' ');
      explain(space == std::string::npos ? "" : text.substr(space + 1));
    } else {
      play(word.empty() ? text : std::string(word));
    }
    return true;
  }

  // A letter that is both a piece and a command means the piece where the piece alone is a move.
  bool is_piece(std::string_view letter) const {
    return cards_ && operation().names().find(letter).has_value();
  }

  // The command of a line; empty if the line is a move.
  std::string_view command_in(const std::string& text) const {
    if (text == "?") return "help";
    const std::size_t space = text.find(' ');
    const std::string first = lower(text.substr(0, space));
    for (const Command& command : commands) {
      const bool letter = first == command.word.substr(0, 1);
      if (first != command.word && !letter) continue;
      if (space != std::string::npos && command.word != "why") return {};
      if (letter && (is_piece(text.substr(0, 1)) || session_.match().read(text))) return {};
      return command.word;
    }
    return {};
  }

  void tell_help() {
    out_ << "Type a move, as in " << example_of(session_)
         << ".\nOr one of these commands, or its first letter:\n";
    std::string pieces_too;
    for (const auto& [word, about] : commands) {
      out_ << "  " << word << std::string(8 - word.size(), ' ') << about << "\n";
      if (is_piece(word.substr(0, 1)) && word != "help")
        pieces_too += (pieces_too.empty() ? "" : ", ") + std::string(word);
    }
    if (!pieces_too.empty())
      out_ << "Pieces here have the first letters of " << pieces_too << ": type the whole word.\n";
  }

  void explain(const std::string& text) {
    const auto action = session_.match().read(text);
    if (!action || action->give.empty()) {
      Reader in(text);
      const auto word = read_word(operation(), in);
      if (!word || !in.done()) {
        out_ << "Usage: why O+P+W, or why O+P=G.\n";
        return;
      }
      session_.select({Verb::play, *word, {}});
    } else {
      session_.select(*action);
    }
    for (const std::string& row : why_lines(session_, callbacks_.ascii, false)) out_ << row << "\n";
    session_.clear_selection();
    if (action && action->verb == Verb::exchange)
      out_ << sentence_of(session_,
                          teach::judge(session_.match(), session_.match().turn().seat, *action),
                          callbacks_.ascii)
           << "\n";
  }

  void play(const std::string& text) {
    const auto action = session_.match().read(text);
    if (!action) {
      out_ << action.error().sentence << " Type help for the commands.\n";
      return;
    }
    if (const auto refusal = session_.play(*action)) {
      out_ << (callbacks_.ascii ? "No. " : "✗ ")
           << sentence_of(session_, *refusal, callbacks_.ascii) << "\n";
      return;
    }
    show_table_ = true;
  }

  Session& session_;
  const TableCallbacks& callbacks_;
  const ReadLine& read_;
  const WriteText& write_;
  std::ostringstream out_;
  bool cards_ = false;
  bool show_table_ = true;
  Seat last_seat_ = nobody;
  std::size_t told_ = 0;
  std::size_t advised_ = ~std::size_t{0};
};

}  // namespace

Left run_lines(Session& session, const TableCallbacks& callbacks, const ReadLine& read,
               const WriteText& write) {
  return LineTable(session, callbacks, read, write).run();
}

}  // namespace coset::tui
