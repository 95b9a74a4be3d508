#include "apps/coset/tui/table_view.hpp"

#include <algorithm>

#include "apps/coset/tui/cards_view.hpp"
#include "apps/coset/tui/center_view.hpp"
#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"
#include "apps/coset/tui/side_panel.hpp"

namespace coset::tui {

namespace {

constexpr int left_width = 40;

// The longest title that fits; all titles of a daily deal have its date.
std::string title_of(const Session& session, int room) {
  const std::string group = " on " + session.match().spec().operation().text();
  const std::string game = is_cards(session.match())       ? "Mad Abel"
                           : is_solitaire(session.match()) ? "Solitaire Al-Jabar"
                                                           : "Al-Jabar";
  const std::string brief = is_solitaire(session.match()) ? "Solitaire" : game;
  const std::string& date = session.plan().daily;
  std::vector<std::string> titles = {game + group, brief + group, brief};
  if (!date.empty())
    titles = {game + group + ", daily deal of " + date, brief + group + ", deal of " + date,
              brief + ", deal of " + date, brief + " " + date};
  for (const std::string& title : titles)
    if (columns_of(title) <= room) return title;
  return titles.back();
}

// Hands as "R2 Y1 C5".
int draw_counts(Canvas& canvas, int x, int y, const Operation& operation, const Counts& counts,
                bool ascii, int limit) {
  for (const Element e : operation.names().text_order()) {
    const int n = counts[static_cast<std::size_t>(index(e))];
    if (n == 0) continue;
    const std::string name = shown(operation, e, ascii);
    const std::string number =
        n == 1 ? "" : (has_colours(operation) ? "" : "x") + std::to_string(n);
    if (x + columns_of(name) + columns_of(number) > limit) return canvas.text(x, y, "...");
    x = canvas.text(x, y, name, style_of(operation, e));
    x = canvas.text(x, y, number) + 1;
  }
  return x;
}

void draw_title(Canvas& canvas, const Session& session, const Picture& picture) {
  canvas.fill_row(0, reversed);
  std::string right;
  if (is_solitaire(session.match())) {
    right = "turns " + std::to_string(picture.turns) + "  score so far " +
            std::to_string(picture.score_now);
    if (session.plan().goal) right += "  goal " + std::to_string(*session.plan().goal);
  } else if (is_cards(session.match())) {
    right = "deck " + std::to_string(picture.urn) + "  pile " + std::to_string(picture.pile + 2);
  } else {
    right = "round " + std::to_string(picture.round);
  }
  if (!is_cards(session.match())) right += "  bag " + std::to_string(picture.urn);
  const int room = canvas.width() - columns_of(right) - 1;
  canvas.text(1, 0, title_of(session, room - 3), reversed);
  canvas.text(room - 2, 0, "  " + right + " ", reversed);
}

int draw_seats(Canvas& canvas, const Session& session, const Match& match, const Picture& picture,
               bool ascii) {
  const Operation& operation = match.spec().operation();
  int y = 1;
  if (picture.seats.size() == 1 && !is_cards(session.match())) return y;
  for (std::size_t i = 0; i < picture.seats.size(); ++i) {
    const auto seat = static_cast<Seat>(i);
    const auto& here = picture.seats[i];
    const bool on_turn = picture.on_turn == seat;
    const Style style = on_turn ? bold : plain;
    canvas.text(0, y, on_turn ? (ascii ? ">" : "▶") : " ", style);
    canvas.text(2, y, session.name(seat), style);
    int x = canvas.text(16, y, std::to_string(here.size) + (here.size == 1 ? " LAST" : ""), bold);
    x = std::max(x + 2, 21);
    if (is_cards(session.match())) {
      canvas.text(x, y, here.size == 1 ? "card" : "cards", dim);
    } else {
      draw_counts(canvas, x, y, operation, here.hand, ascii, canvas.width());
    }
    ++y;
  }
  return y;
}

void draw_banner(Canvas& canvas, const Session& session, const Match& match, const Picture& picture,
                 int y) {
  std::string text;
  if (match.over()) {
    text = "The game is over";
  } else if (picture.signal != Ending::none) {
    const std::string who =
        picture.signal_seat == nobody ? "a hand" : session.name(picture.signal_seat);
    const std::string has = who == "You" ? " have" : " has";
    text = "FINAL ROUND: " + who +
           (picture.signal == Ending::one_piece ? has + " one piece." : " cannot reduce the hand.");
    if (picture.on_turn != nobody) text += " To move: " + session.name(picture.on_turn) + ".";
  } else {
    return;
  }
  canvas.fill_row(y, reversed);
  canvas.text(2, y, text, reversed);
}

// "Give O+P+C = G   Take G = G" and the verdict below it.
void draw_exchange(Canvas& canvas, const Session& session, const Look& look, int y) {
  const Operation& operation = session.match().spec().operation();
  if (!is_cards(session.match())) {
    const auto side = [&](int x, std::string_view label, const Word& word) {
      x = canvas.text(x, y, label, bold);
      if (word.empty()) return canvas.text(x, y, "-", dim);
      for (int i = 0; i < word.size(); ++i) {
        if (i > 0) x = canvas.text(x, y, "+");
        x = canvas.text(x, y, shown(operation, word[i], look.ascii), style_of(operation, word[i]));
      }
      x = canvas.text(x, y, " = ");
      const Element sum = operation.product(word);
      return canvas.text(x, y, shown(operation, sum, look.ascii), style_of(operation, sum));
    };
    const int x = side(1, "Give ", session.give());
    side(std::max(x + 4, left_width), "Take ", session.take());
  }
  std::string text = look.note;
  Style style = plain;
  if (const auto verdict = session.verdict(); verdict && look.note.empty()) {
    text = sentence_of(session, *verdict, look.ascii);
    if (verdict->legal) text += " Enter plays it.";
    const bool begun = verdict->message.id.starts_with("empty.");  // incomplete rather than wrong
    if (!begun)
      text = (verdict->legal ? (look.ascii ? "OK " : "✓ ") : (look.ascii ? "NO " : "✗ ")) + text;
    style = begun ? plain : bold;
  }
  int row = y + 1;
  for (const std::string& line : wrapped(text, canvas.width() - 2)) {
    if (row > y + 3) break;
    canvas.text(1, row++, line, style);
  }
}

// The position of each piece of the hand: columns, and rows of two lines each.
struct HandCell {
  Element piece;
  int count;
  int x;
  int row;
};

constexpr int hand_x = 11;

std::vector<HandCell> hand_cells(const Session& session, const Match& match, const Look& look) {
  const Operation& operation = match.spec().operation();
  const Seat viewer = session.viewer();
  std::vector<HandCell> out;
  if (viewer == nobody || look.curtain) return out;
  const Counts hand = picture_of(match, viewer).seats[viewer].hand;
  int x = hand_x;
  int row = 0;
  for (const Element e : places(session, Area::hand)) {
    const int count = hand.empty() ? 0 : hand[static_cast<std::size_t>(index(e))];
    const int cell = columns_of(shown(operation, e, look.ascii)) + (has_colours(operation) ? 7
                                                                    : count > 1            ? 5
                                                                                           : 3);
    if (x + cell > look.width) {
      x = hand_x;
      ++row;
    }
    out.push_back({e, count, x, row});
    x += cell;
  }
  return out;
}

void draw_hand(Canvas& canvas, const Session& session, const Match& match, const Look& look,
               int y) {
  const Operation& operation = match.spec().operation();
  const std::vector<HandCell> cells = hand_cells(session, match, look);
  if (cells.empty()) return;
  int size = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [e, count, x, row] = cells[i];
    size += count;
    if (count == 0 && !has_colours(operation)) continue;
    const int chosen = look.review ? 0 : count_in(session.give(), e);
    const bool cursor = look.area == Area::hand && static_cast<int>(i) == look.cursor &&
                        !has_colours(operation) && !look.review;
    const int after =
        draw_place(canvas, x, y + 2 * row, operation, e, count, chosen, cursor, look.ascii);
    if (count > 1)
      canvas.text(after, y + 2 * row, (has_colours(operation) ? "" : "x") + std::to_string(count));
    if (look.review) continue;
    // Below: how many are chosen, or in a play the places of the card in it.
    std::string below;
    if (is_cards(session.match())) {
      for (int place = 0; place < session.give().size(); ++place)
        if (session.give()[place] == e)
          below += (below.empty() ? "" : ",") + std::to_string(place + 1);
    } else if (chosen > 0) {
      below = std::to_string(chosen) + "/" + std::to_string(count);
    }
    if (below.empty() && has_colours(operation)) {
      canvas.text(x, y + 2 * row + 1, operation.names().spoken(e), dim);
    } else {
      canvas.text(x + 1, y + 2 * row + 1, below);
    }
  }
  canvas.text(0, y, session.name(session.viewer()) + " " + std::to_string(size), bold);
}

std::string status_of(const Session& session, const Look& look) {
  if (look.curtain)
    return session.name(session.match().turn().seat) + ": press Space when only you can see this.";
  if (look.review)
    return "Review: left and right step, Home and End jump, ? why, q back to the result.";
  if (session.match().over()) return "r review  n new game  m moves  q leave";
  if (!session.awaits_person()) return "Others are moving ... (any key: faster)";
  return is_cards(session.match())
             ? "Space choose  Enter play  o order  d draw 2  h hint  ? why  k keys  q leave"
             : "Enter exchange  Esc reset  d draw  h hint  ? why  m moves  k keys  q leave";
}

}  // namespace

std::vector<Element> places(const Session& session, Area area) {
  const Operation& operation = session.match().spec().operation();
  if (area == Area::center) return center_places(session.match());
  if (has_colours(operation)) return operation.names().text_order();
  const Seat viewer = session.viewer();
  std::vector<Element> out;
  if (viewer == nobody) return out;
  const Picture picture = picture_of(session.match(), viewer);
  const Counts& hand = picture.seats[viewer].hand;
  std::vector<Element> order = operation.names().text_order();
  if (operation.card_ranks() > 0)
    std::sort(order.begin(), order.end(), [](Element a, Element b) {
      return std::pair(index(a) % 4, index(a)) < std::pair(index(b) % 4, index(b));
    });
  for (const Element e : order)
    if (!hand.empty() && hand[static_cast<std::size_t>(index(e))] > 0) out.push_back(e);
  return out;
}

Canvas paint(const Session& session, const Look& look) {
  Canvas canvas(look.width, look.height);
  if (look.width < least_width || look.height < least_height) {
    int row = 0;
    for (const std::string& line :
         wrapped("The table needs 80 columns and 24 rows. This terminal has " +
                     std::to_string(look.width) + " and " + std::to_string(look.height) +
                     ": make it larger, or press q (the game is saved) and go on with",
                 look.width))
      canvas.text(0, row++, line);
    for (const std::string& line : wrapped("coset play --resume --line", look.width - 2))
      canvas.text(2, row++, line);
    return canvas;
  }
  const Match match = look.review ? session.at(*look.review) : session.match();
  const Picture picture = picture_of(match, session.viewer());
  draw_title(canvas, session, picture);
  const int seats_end = draw_seats(canvas, session, match, picture, look.ascii);
  draw_banner(canvas, session, match, picture, seats_end);
  const int middle = seats_end + 1;
  const int status = look.height - 1;
  const std::vector<HandCell> cells = hand_cells(session, match, look);
  const int hand = status - std::max(4, cells.empty() ? 0 : 2 * cells.back().row + 2);
  const int exchange = hand - 4;
  if (is_cards(session.match())) {
    draw_pile(canvas, session, match, {1, middle, exchange - middle, look.ascii});
  } else {
    std::optional<Element> cursor;
    if (look.area == Area::center && !look.review &&
        !has_colours(session.match().spec().operation()))
      cursor = places(session, Area::center).at(static_cast<std::size_t>(look.cursor));
    draw_center(canvas, session, match,
                {1, middle, left_width - 3, std::min(exchange - middle, 14), look.ascii, cursor});
  }
  const int panel_x = left_width + 1;
  const int panel_width = look.width - panel_x;
  int row = middle;
  for (const auto& [text, style] : panel_lines(session, look, panel_width, exchange - middle)) {
    if (row >= exchange) break;
    canvas.text(panel_x, row++, text, style);
  }
  if (!look.review && !look.curtain) draw_exchange(canvas, session, look, exchange);
  if (look.review) {
    int note_row = exchange;
    for (const std::string& line : wrapped(look.note, canvas.width() - 2)) {
      if (note_row == hand) break;
      canvas.text(1, note_row++, line);
    }
  }
  draw_hand(canvas, session, match, look, hand);
  canvas.fill_row(status, reversed);
  canvas.text(1, status, look.typed ? look.prompt + *look.typed + "_" : status_of(session, look),
              reversed);
  return canvas;
}

}  // namespace coset::tui
