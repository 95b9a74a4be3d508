#include "tui/line_table.hpp"

#include <charconv>
#include <sstream>

#include "play/notation.hpp"
#include "teach/why/explain.hpp"
#include "tui/coach.hpp"
#include "tui/fold.hpp"
#include "tui/picture.hpp"
#include "tui/pieces.hpp"
#include "tui/side_panel.hpp"

namespace coset::tui {

namespace {

struct Command {
  std::string_view word;
  std::string_view about;
};
// Of two with the same first letter the first one has it.
constexpr Command commands[] = {
    {"draw", "draw a piece (Mad Abel: two cards, and the turn ends)"},
    {"pass", "end the turn where the rules let you"},
    {"hint", "what to do, a little more each time"},
    {"why", "why M: the sum of a word or move in steps"},
    {"table", "everything on the table once more; an empty line does it too"},
    {"moves", "what has happened so far"},
    {"undo", "take your last move back"},
    {"quit", "leave; the game is kept"},
    {"help", "these words; ? does it too"},
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

class LineTable {
 public:
  LineTable(Session& session, const Surrounding& around, const ReadLine& read,
            const WriteText& write)
      : session_(session), around_(around), read_(read), write_(write) {
    cards_ = is_cards(session.match());
  }

  Left run() {
    out_ << opening();
    if (!around_.note.empty()) out_ << around_.note << "\n";
    while (true) {
      while (!around_.interrupted() && session_.step(around_.interrupted)) {
        tell_news();
        flush();
      }
      tell_news();
      around_.keep(session_);
      if (around_.interrupted()) return Left::interrupted;
      if (session_.match().over()) break;
      const auto line = ask_for_a_move();
      if (!line) {
        out_ << "\n";
        flush();
        return around_.interrupted() ? Left::interrupted : Left::quit;
      }
      if (!obey(*line)) {
        flush();
        return Left::quit;
      }
    }
    for (const std::string& line : around_.finale(session_)) out_ << line << "\n";
    flush();
    return Left::quit;
  }

 private:
  void flush() {
    const int columns = around_.columns ? around_.columns() : 0;
    write_(columns > 0 ? folded(out_.str(), columns) : out_.str());
    out_.str("");
  }
  std::optional<std::string> ask() {
    flush();
    auto line = read_();
    if (line && around_.echo) out_ << *line << "\n";
    return line;
  }
  const Operation& operation() const { return session_.match().spec().operation(); }
  std::string suits(const std::string& text) const {
    return with_names(operation(), text, around_.ascii);
  }

  std::string opening() const {
    const std::string example = example_of(session_);
    if (cards_)
      return "Make the card that is asked for from your hand; your last two cards make the next "
             "one. The first empty hand wins. A play is typed as in " +
             example + "; help tells the other words.\n";
    std::string out =
        "Give pieces from your hand and take pieces from the Center that make the "
        "same sum. A move is typed as in " +
        example + "; help tells the other words.\n";
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
    if (around_.ask_goal && !session_.plan().goal && !ask_goal()) return std::nullopt;
    tell_advice();
    out_ << session_.name(seat) << (session_.humans() == 1 ? "r" : "'s") << " move: ";
    return ask();
  }

  // False at the end of input. Where nobody is asked, par is the goal.
  bool ask_goal() {
    while (!session_.plan().goal) {
      std::optional<std::string> line = "";
      if (!around_.echo) {
        out_ << "Your goal, a score to reach (Enter: " << around_.par
             << ", as a greedy bot does): ";
        line = ask();
      }
      if (!line) return false;
      int goal = around_.par;
      const auto [end, error] = std::from_chars(line->data(), line->data() + line->size(), goal);
      if (line->empty() || (error == std::errc() && end == line->data() + line->size())) {
        session_.set_goal(goal);
      } else {
        out_ << "A goal is a whole number, such as 6.\n";
      }
    }
    return true;
  }

  // Once for each moment: who asks for help is not told the same again.
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
      out += (out.empty() ? "" : " ") +
             styled(shown(operation(), e, around_.ascii), style_of(operation(), e), around_.depth);
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
      out_ << "On the pile: " << shown(operation(), *picture.second, around_.ascii)
           << " and, on top, " << shown(operation(), *picture.top, around_.ascii) << ". Make ";
      if (picture.length) {
        out_ << "any card of length " << *picture.length;
      } else {
        out_ << shown(operation(), *picture.target, around_.ascii);
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

  // A piece that is called like the first letter of a word is meant where it is a move by itself.
  bool is_piece(std::string_view letter) const {
    return cards_ && operation().names().find(letter).has_value();
  }

  // The word that a line asks for, or nothing: then it is a move.
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
         << ".\nOr one of these words, of which the first letter will do:\n";
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
        out_ << "Say of what: why O+P+W, or why O+P=G.\n";
        return;
      }
      session_.select({Verb::play, *word, {}});
    } else {
      session_.select(*action);
    }
    for (const std::string& row : why_lines(session_, around_.ascii, false)) out_ << row << "\n";
    session_.clear_selection();
    if (action && action->verb == Verb::exchange)
      out_ << sentence_of(session_,
                          teach::judge(session_.match(), session_.match().turn().seat, *action),
                          around_.ascii)
           << "\n";
  }

  void play(const std::string& text) {
    const auto action = session_.match().read(text);
    if (!action) {
      out_ << action.error().sentence << " Type help for the words there are.\n";
      return;
    }
    if (const auto refusal = session_.play(*action)) {
      out_ << (around_.ascii ? "No. " : "✗ ") << sentence_of(session_, *refusal, around_.ascii)
           << "\n";
      return;
    }
    show_table_ = true;
  }

  Session& session_;
  const Surrounding& around_;
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

Left run_lines(Session& session, const Surrounding& around, const ReadLine& read,
               const WriteText& write) {
  return LineTable(session, around, read, write).run();
}

}  // namespace coset::tui
