#include "apps/coset/tui/full_screen.hpp"

#include <ncurses.h>

#include <algorithm>
#include <charconv>

#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"
#include "apps/coset/tui/screen.hpp"
#include "apps/coset/tui/side_panel.hpp"
#include "apps/coset/tui/table_view.hpp"

namespace coset::tui {

namespace {

constexpr int key_escape = 27;
constexpr int key_enter = '\n';
constexpr int key_delete = 127;
constexpr std::size_t max_command = 200;
constexpr int wait_a_little = 200;  // milliseconds, to notice an interrupt soon

class FullScreen {
 public:
  FullScreen(Session& session, const TableCallbacks& callbacks)
      : session_(session), callbacks_(callbacks), screen_(callbacks.depth) {
    look_.ascii = callbacks.ascii;
    cards_ = is_cards(session.match());
    colours_ = has_colours(session.match().spec().operation());
    look_.panel = usual_panel(Panel::keys);
  }

  Left run() {
    let_others_act();
    look_.note = callbacks_.note;
    if (callbacks_.ask_goal && !session_.plan().goal) ask_goal();
    while (!left_) {
      show();
      const int key = screen_.key(wait_a_little);
      if (callbacks_.interrupted()) return Left::interrupted;
      if (key == ERR || key == KEY_RESIZE) continue;
      press(key);
    }
    return *left_;
  }

 private:
  // The coach takes the place of the default panel.
  Panel usual_panel(Panel other) const { return session_.plan().first ? Panel::coach : other; }

  void show() {
    look_.width = screen_.width();
    look_.height = screen_.height();
    const int last = static_cast<int>(places(session_, look_.area).size()) - 1;
    look_.cursor = std::clamp(look_.cursor, 0, std::max(0, last));
    screen_.show(paint(session_, look_));
  }

  // Deals and bot moves, until a person has to act. A key skips the delays and is then handled.
  void let_others_act() {
    const Seat before = session_.viewer();
    bool quick = false;
    std::size_t told = session_.told().size();
    while (!callbacks_.interrupted() && session_.step(callbacks_.interrupted)) {
      if (session_.match().turn().kind != Turn::Kind::deal) callbacks_.keep(session_);
      if (session_.told().size() == told || quick) continue;
      told = session_.told().size();
      show();
      if (session_.awaits_person() || session_.match().over()) continue;
      const int key = screen_.key(callbacks_.pace);
      if (key == ERR || key == KEY_RESIZE) continue;
      ungetch(key);
      quick = true;
    }
    callbacks_.keep(session_);
    if (session_.match().over() && look_.finale.empty()) {
      look_.finale = callbacks_.finale(session_);
      look_.panel = Panel::keys;
    }
    const bool hidden_hands = cards_ && session_.humans() > 1;
    if (hidden_hands && session_.awaits_person() && session_.viewer() != before)
      look_.curtain = true;
  }

  void ask_goal() {
    look_.prompt =
        "Your goal, a score to reach or stay below (Enter: " + std::to_string(callbacks_.par) +
        ", as a greedy bot does): ";
    look_.typed = "";
    asking_goal_ = true;
  }

  void press(int key) {
    if (look_.width < least_width || look_.height < least_height) {  // no input without a picture
      if (key == 'q') left_ = Left::quit;
      return;
    }
    if (look_.typed) return type(key);
    if (look_.curtain) {
      if (key == ' ') look_.curtain = false;
      if (key == 'q') left_ = Left::quit;
      return;
    }
    if (look_.review) return press_in_review(key);
    look_.note.clear();
    if (key != 'd') draw_asked_ = false;
    switch (key) {
      case 'q':
        left_ = Left::quit;
        return;
      case 'k':
      case KEY_F(1):
        look_.panel = Panel::keys;
        return;
      case 'm':
        look_.panel = Panel::moves;
        return;
      case '?':
        look_.panel = Panel::why;
        return;
      case 'n':
        if (session_.match().over()) left_ = Left::again;
        return;
      default:
        break;
    }
    if (session_.match().over()) {
      if (key == 'r') begin_review();
      if (key == 'u') undo();
      return;
    }
    if (session_.awaits_person()) press_at_turn(key);
  }

  void press_at_turn(int key) {
    switch (key) {
      case key_enter:
      case KEY_ENTER:
      case '\r':
        if (session_.selecting()) {
          play(session_.selected());
        } else {
          look_.note = cards_ ? "Choose cards first: arrows and Space."
                              : "Choose pieces from your hand and from the Center first.";
        }
        return;
      case key_escape:
        session_.clear_selection();
        return;
      case KEY_BACKSPACE:
      case key_delete:
      case '\b':
        session_.drop_last();
        return;
      case 'd':
        return draw();
      case 'e':
        return play({Verb::pass, {}, {}});
      case 'h':
        session_.ask_hint();
        look_.panel = Panel::hints;
        callbacks_.keep(session_);
        return;
      case 'u':
        return undo();
      case '/':
        look_.prompt = "Move: ";
        look_.typed = "";
        return;
      default:
        if (colours_) {
          press_letter(key);
        } else {
          press_cursor(key);
        }
    }
  }

  // Lowercase letters give from the hand, uppercase letters take from the Center.
  void press_letter(int key) {
    const bool capital = key >= 'A' && key <= 'Z';
    const bool small = key >= 'a' && key <= 'z';
    if (!capital && !small) return;
    const char letter = static_cast<char>(capital ? key : key - 'a' + 'A');
    const auto piece = session_.match().spec().operation().names().find(std::string(1, letter));
    if (!piece) return;
    const std::string name(1, letter);
    if (capital && !session_.add_take(*piece)) {
      look_.note = "There is no more " + name + " in the Center to take.";
    } else if (small && !session_.add_give(*piece)) {
      look_.note = "You have no more " + name + " to give.";
    }
  }

  void press_cursor(int key) {
    const std::vector<Element> all = places(session_, look_.area);
    const int last = static_cast<int>(all.size()) - 1;
    const bool in_hand = look_.area == Area::hand;
    if (key == '\t' && !cards_) {
      look_.area = in_hand ? Area::center : Area::hand;
      look_.cursor = 0;
    } else if (key == KEY_LEFT || key == KEY_UP) {
      look_.cursor = look_.cursor > 0 ? look_.cursor - 1 : std::max(0, last);
    } else if (key == KEY_RIGHT || key == KEY_DOWN) {
      look_.cursor = look_.cursor < last ? look_.cursor + 1 : 0;
    } else if (last >= 0 && (key == ' ' || key == 'x')) {
      toggle(all[static_cast<std::size_t>(look_.cursor)], key == 'x');
    } else if (cards_ && key == 'o') {
      if (!session_.next_order())
        look_.note = "Choose cards that make the target first; then o tries other orders.";
    } else if (cards_ && key == '[' && last >= 0) {
      const Element card = all[static_cast<std::size_t>(look_.cursor)];
      for (int i = 0; i < session_.give().size(); ++i) {
        if (session_.give()[i] != card) continue;
        session_.swap_give(i);
        break;
      }
    }
  }

  void toggle(Element e, bool drop) {
    if (look_.area == Area::center) {
      if (drop || !session_.add_take(e)) session_.drop_take(e);
    } else if (drop || !session_.add_give(e)) {
      session_.drop_give(e);
    }
  }

  void draw() {
    const Action action{Verb::draw, {}, {}};
    if (!session_.match().legal(action) || draw_asked_) {
      draw_asked_ = false;
      return play(action);
    }
    draw_asked_ = true;
    look_.note = cards_ ? "Draw two cards and end your turn? Press d once more."
                        : "Draw a piece? Press d once more.";
  }

  void play(const Action& action) {
    if (const auto refusal = session_.play(action)) {
      look_.note = (look_.ascii ? "NO " : "✗ ") + sentence_of(session_, *refusal, look_.ascii);
      return;
    }
    callbacks_.keep(session_);
    look_.panel = usual_panel(Panel::moves);
    look_.cursor = 0;
    look_.area = Area::hand;
    let_others_act();
  }

  void undo() {
    if (const auto why = session_.undo()) {
      look_.note = *why;
      return;
    }
    look_.finale.clear();
    look_.panel = usual_panel(Panel::moves);
    look_.note = "Taken back. The result will say so.";
    let_others_act();
  }

  void type(int key) {
    std::string& text = *look_.typed;
    constexpr int beyond_bytes = 256;
    if (key == key_escape) {
      text.clear();
      if (asking_goal_) return set_goal(text);
      look_.typed.reset();
    } else if (key == KEY_BACKSPACE || key == key_delete || key == '\b') {
      while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xc0U) == 0x80U)
        text.pop_back();  // continuation bytes of one character
      if (!text.empty()) text.pop_back();
    } else if (key == key_enter || key == KEY_ENTER || key == '\r') {
      const std::string entered = text;
      look_.typed.reset();
      asking_goal_ ? set_goal(entered) : obey(entered);
    } else if (key >= ' ' && key != key_delete && key < beyond_bytes && text.size() < max_command) {
      const bool of_number = (key >= '0' && key <= '9') || key == '-';
      if (!asking_goal_ || of_number) text += static_cast<char>(key);
    }
  }

  void set_goal(const std::string& text) {
    int goal = callbacks_.par;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), goal);
    if (!text.empty() && (error != std::errc() || end != text.data() + text.size())) {
      look_.note = "A goal is a whole number, such as 6.";
      return ask_goal();
    }
    asking_goal_ = false;
    look_.typed.reset();
    look_.note.clear();
    session_.set_goal(goal);
    callbacks_.keep(session_);
  }

  void obey(const std::string& text) {
    if (text.empty()) return;
    const auto action = session_.match().read(text);
    if (!action) {
      look_.note = action.error().sentence;
      return;
    }
    if (action->verb == Verb::exchange || action->verb == Verb::play) session_.select(*action);
    play(*action);
  }

  void begin_review() {
    review_plies_.clear();
    for (const auto& told : session_.told())
      if (told.move) review_plies_.push_back(told.ply);
    if (review_plies_.empty()) return;
    look_.panel = Panel::moves;
    go_to(review_plies_.size() - 1);
  }

  void go_to(std::size_t step) {
    review_step_ = step;
    look_.review = review_plies_[step];
    look_.note =
        "Move " + std::to_string(step + 1) + " of " + std::to_string(review_plies_.size()) + ".";
  }

  void press_in_review(int key) {
    const std::size_t last = review_plies_.size() - 1;
    if (key == KEY_LEFT) go_to(review_step_ > 0 ? review_step_ - 1 : 0);
    if (key == KEY_RIGHT) go_to(std::min(last, review_step_ + 1));
    if (key == KEY_HOME) go_to(0);
    if (key == KEY_END) go_to(last);
    if (key == '?') {
      const Match match = session_.at(*look_.review);
      const Turn turn = match.turn();
      look_.note = "No player decides here.";
      if (turn.kind == Turn::Kind::act) {
        const teach::Hint hint = teach::hint(match, turn.seat);
        look_.note = session_.name(turn.seat) + " to move; a hint would have been:";
        for (std::size_t i = hint.levels.size() > 3 ? 3 : 0; i < hint.levels.size(); ++i)
          look_.note += " " + teach::say(hint.levels[i]);
        look_.note = with_names(match.spec().operation(), look_.note, look_.ascii);
      }
    }
    if (key == 'q' || key == key_escape || key == 'r') {
      look_.review.reset();
      look_.note.clear();
      look_.panel = Panel::keys;
    }
  }

  Session& session_;
  const TableCallbacks& callbacks_;
  Screen screen_;
  Look look_;
  bool cards_ = false;
  bool colours_ = false;
  bool draw_asked_ = false;
  bool asking_goal_ = false;
  std::optional<Left> left_;
  std::vector<std::size_t> review_plies_;
  std::size_t review_step_ = 0;
};

}  // namespace

Left run_full_screen(Session& session, const TableCallbacks& callbacks) {
  return FullScreen(session, callbacks).run();
}

}  // namespace coset::tui
