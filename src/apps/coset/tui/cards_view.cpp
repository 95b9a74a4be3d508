#include "apps/coset/tui/cards_view.hpp"

#include <algorithm>
#include <cmath>

#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"
#include "engine/play/notation.hpp"

namespace coset::tui {

namespace {

// "[♠9]" or, for the card to be made, "<♦A>"; returns the column after it.
int draw_card(Canvas& canvas, int x, int y, const Operation& operation, Element e, bool ascii,
              std::string_view left, std::string_view right) {
  x = canvas.text(x, y, left, bold);
  Style style = style_of(operation, e);
  style.bold = true;
  x = canvas.text(x, y, shown(operation, e, ascii), style);
  return canvas.text(x, y, right, bold);
}

struct Dial {
  int x, y;  // the middle
  double width, height;
  std::vector<std::string> labels;
  int wanted;
  std::optional<int> made;
};

void draw_dial(Canvas& canvas, const Dial& dial) {
  constexpr double turn = 6.283185307179586;
  const int places = static_cast<int>(dial.labels.size());
  for (int i = 0; i < places; ++i) {
    const double angle = turn * i / places;
    const std::string& label = dial.labels[static_cast<std::size_t>(i)];
    const bool wanted = i == dial.wanted;
    const bool made = dial.made == i;
    const int half = columns_of(label) / 2;
    const int x = dial.x + static_cast<int>(std::lround(dial.width * std::sin(angle))) - half;
    const int y = dial.y - static_cast<int>(std::lround(dial.height * std::cos(angle)));
    const Style style = wanted || made ? bold : dim;
    if (made) canvas.put(x - 1, y, ">", bold);
    int after = canvas.text(x, y, label, style);
    if (made) canvas.put(after++, y, "<", bold);
    if (wanted) canvas.put(after, y, "*", bold);
  }
  const std::string middle =
      !dial.made ? ""
      : *dial.made == dial.wanted
          ? "right"
          : "+" + std::to_string((dial.wanted - *dial.made + places) % places);
  canvas.text(dial.x - columns_of(middle) / 2, dial.y, middle, bold);
}

void draw_dials(Canvas& canvas, const Session& session, const Operation& operation, Element target,
                const PileLook& look) {
  const int ranks = operation.card_ranks();
  std::optional<Element> made;
  if (!session.give().empty()) made = operation.product(session.give());
  const auto name = [&](int i) { return shown(operation, element(i), look.ascii); };
  const auto suit_of = [](Element e) { return index(e) % 4; };
  const auto rank_of = [](Element e) { return index(e) / 4; };
  std::vector<std::string> suits;
  for (int i = 0; i < 4; ++i) {
    const std::string card = name(i);
    suits.push_back(card.substr(0, card.size() - operation.names().write(element(i)).size() + 1));
  }
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(ranks));
  for (int i = 0; i < ranks; ++i)
    labels.push_back(operation.names().write(element(4 * i)).substr(1));
  draw_dial(canvas, {look.x + 6, look.y + 8, 4, 2, suits, suit_of(target),
                     made ? std::optional(suit_of(*made)) : std::nullopt});
  draw_dial(canvas, {look.x + 26, look.y + 8, 11, 3.4, labels, rank_of(target),
                     made ? std::optional(rank_of(*made)) : std::nullopt});
}

}  // namespace

void draw_pile(Canvas& canvas, const Session& session, const Match& match, const PileLook& look) {
  const Operation& operation = match.spec().operation();
  const Picture picture = picture_of(match, nobody);
  if (!picture.target) return;
  int x = canvas.text(look.x, look.y, "Pile  ", bold);
  x = draw_card(canvas, x, look.y, operation, *picture.second, look.ascii, "[", "]");
  x = canvas.text(x, look.y, order_matters(operation) ? " * " : " + ");
  x = draw_card(canvas, x, look.y, operation, *picture.top, look.ascii, "[", "]");
  x = canvas.text(x, look.y, " top", dim);
  if (operation.card_ranks() > 0) {
    x = canvas.text(x, look.y, " = ");
    draw_card(canvas, x, look.y, operation, *picture.target, look.ascii, "<", ">");
  }
  if (match.over()) return;
  x = canvas.text(look.x, look.y + 1, "Make  ", bold);
  if (picture.length) {
    canvas.text(x, look.y + 1, "any card of length " + std::to_string(*picture.length));
  } else {
    x = draw_card(canvas, x, look.y + 1, operation, *picture.target, look.ascii, "<", ">");
    canvas.text(x, look.y + 1, " from your hand");
  }
  if (session.give().empty()) {
    canvas.text(look.x, look.y + 2, "(choose cards: arrows and Space)", dim);
  } else {
    const Element made = operation.product(session.give());
    x = canvas.text(look.x, look.y + 2, "Yours ", bold);
    x = canvas.text(x, look.y + 2, shown(operation, session.give(), look.ascii));
    canvas.text(x, look.y + 2, " = " + shown(operation, made, look.ascii), bold);
  }
  constexpr int rows_of_dials = 11;
  if (operation.card_ranks() > 0 && !order_matters(operation)) {
    if (!picture.length && look.height >= rows_of_dials)
      draw_dials(canvas, session, operation, *picture.target, look);
    return;
  }
  // Where order matters: the product from left to right, and which neighbours do not commute.
  const Word& give = session.give();
  int row = look.y + 4;
  Element so_far = give.empty() ? Element{} : give[0];
  for (int i = 1; i < give.size() && row < look.y + 12; ++i) {
    const Element next = operation.product(so_far, give[i]);
    canvas.text(look.x, row++,
                shown(operation, so_far, look.ascii) + " * " +
                    shown(operation, give[i], look.ascii) + " = " +
                    shown(operation, next, look.ascii));
    if (!operation.commute(so_far, give[i]))
      canvas.text(look.x + 2, row++,
                  "swapped: " + shown(operation, operation.product(give[i], so_far), look.ascii),
                  dim);
    so_far = next;
  }
}

}  // namespace coset::tui
