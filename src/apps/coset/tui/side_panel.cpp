#include "apps/coset/tui/side_panel.hpp"

#include <algorithm>

#include "apps/coset/tui/coach.hpp"
#include "apps/coset/tui/picture.hpp"
#include "apps/coset/tui/pieces.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/why/describe.hpp"

namespace coset::tui {

namespace {

// The values of cards: "♥0 ♠1 ♦2 ♣3, A 1 ... J 11 Q 12 K 0".
std::string legend_of(const Operation& operation, bool ascii) {
  const auto rank = [&](int i) { return operation.names().write(element(4 * i)).substr(1); };
  std::string out;
  for (int suit = 0; suit < 4; ++suit) {
    const std::string card = shown(operation, element(suit), ascii);
    out += card.substr(0, card.size() - rank(0).size()) + std::to_string(suit) + " ";
  }
  out += "  ";
  for (int i = operation.card_ranks() - 2; i < operation.card_ranks(); ++i)
    out += rank(i) + "=" + std::to_string(i) + " ";
  return out + rank(0) + "=0 " + rank(1) + "=1";
}

std::string cancelling(const Session& session) {
  const auto group = session.match().spec().operation().group();
  return group && group->exponent() == 2 ? "Doubles" : "Full sets";
}

// Short rules and keys. Nine lines fit beside the Center of four seats.
std::vector<std::string> key_lines(const Session& session, bool ascii) {
  const Operation& operation = session.match().spec().operation();
  if (is_cards(session.match())) {
    std::vector<std::string> out = {"Make the card in < > from your hand;",
                                    "your last two cards make the next one."};
    if (picture_of(session.match(), nobody).length)
      out = {"Make any card of the right length;", "your last two cards make the next one."};
    out.insert(
        out.end(),
        {"The first empty hand wins.",
         operation.card_ranks() > 0 ? legend_of(operation, ascii) : "",
         "arrows move   Space choose   Enter play", "d draw two    o other order  [ to left",
         "h hint        ? why          u undo", "/ type a play, such as " + example_of(session),
         "m moves       k keys         q leave"});
    return out;
  }
  const bool colours = has_colours(operation);
  return {"Give pieces, take pieces that make the",
          "same. " + cancelling(session) + " in the Center cancel.",
          is_solitaire(session.match()) ? "Few turns win." : "Fewest pieces win.",
          colours ? "r y b o g p w c  give from your hand" : "arrows move    Tab hand or Center",
          colours ? "R Y B O G P W C  take from the Center" : "Space choose   x put one back",
          "Enter exchange   Esc put all back",
          "d draw   h hint   ? why   u undo",
          "/ type a move, such as " + example_of(session),
          "m moves  k keys   q leave (game saved)"};
}

struct Lines {
  std::vector<PanelLine> rows;

  void add(const std::string& text, int width, Style style = plain) {
    const int indent = static_cast<int>(std::min(text.find_first_not_of(' '), text.size()));
    if (columns_of(text) <= width) {
      rows.push_back({text, style});
      return;
    }
    for (const std::string& line : wrapped(text, width - indent))
      rows.push_back({std::string(static_cast<std::size_t>(indent), ' ') + line, style});
  }
};

// The latest moves that fit.
void add_moves(Lines& out, const Session& session, const Look& look, int width, int room) {
  Lines all;
  for (const auto& told : session.told()) {
    if (look.review && told.ply > *look.review) break;
    all.add(with_names(session.match().spec().operation(), told.text, look.ascii), width);
  }
  if (!out.rows.empty()) {
    out.add("", width);
    --room;
  }
  out.add("Moves", width, bold);
  const auto most = static_cast<std::size_t>(std::max(1, room - 1));
  const std::size_t from = all.rows.size() > most ? all.rows.size() - most : 0;
  out.rows.insert(out.rows.end(), all.rows.begin() + static_cast<std::ptrdiff_t>(from),
                  all.rows.end());
}

}  // namespace

std::vector<PanelLine> panel_lines(const Session& session, const Look& look, int width,
                                   int height) {
  const Operation& operation = session.match().spec().operation();
  Lines out;
  const auto heading = [&](const std::string& text) { out.add(text, width, bold); };
  if (session.match().over() && !look.review && look.panel != Panel::moves) {
    for (const std::string& line : look.finale) out.add(line, width);
    return out.rows;
  }
  switch (look.panel) {
    case Panel::keys:
      for (const std::string& line : key_lines(session, look.ascii)) out.add(line, width);
      break;
    case Panel::hints:
      heading("Hint");
      for (const std::string& line : session.hints())
        out.add(with_names(operation, line, look.ascii), width);
      if (session.more_hints()) out.add("h shows more.", width, dim);
      break;
    case Panel::why: {
      heading("Why");
      Lines whole;
      for (const std::string& line : why_lines(session, look.ascii, false)) whole.add(line, width);
      const bool brief = static_cast<int>(whole.rows.size()) >= height;
      for (const std::string& line : why_lines(session, look.ascii, brief)) out.add(line, width);
      break;
    }
    case Panel::coach:
      for (const Advice& advice : advice_of(session, true)) {
        heading(advice.title);
        out.add(advice.more, width);
        if (!advice.next.empty()) out.add(advice.next, width, dim);
      }
      break;
    case Panel::moves:
      break;
  }
  const int room = height - static_cast<int>(out.rows.size());
  if (look.panel == Panel::moves || room > 5) add_moves(out, session, look, width, room);
  return out.rows;
}

std::string example_of(const Session& session) {
  const Operation& operation = session.match().spec().operation();
  if (has_colours(operation)) return "OPC>G";
  const auto& order = operation.names().text_order();
  const Element a = order[1 % order.size()];
  const Element b = order[2 % order.size()];
  const std::string both = shown(operation, Word{a, b}, true);
  return is_cards(session.match()) ? both
                                   : both + "=" + shown(operation, operation.product(a, b), true);
}

std::string sentence_of(const Session& session, const teach::Verdict& verdict, bool ascii) {
  const Match& match = session.match();
  std::string out = teach::say(verdict.message);
  if (verdict.legal && verdict.effects) {
    const auto messages = teach::describe(match.spec(), *verdict.effects);
    for (std::size_t i = 1; i < messages.size(); ++i) out += " " + teach::say(messages[i]);
  }
  const std::size_t repairs = verdict.repairs.size();
  for (std::size_t i = 0; i < repairs; ++i)
    out += (i == 0 ? " Try " : i + 1 == repairs ? " or " : ", ") + match.write(verdict.repairs[i]);
  if (repairs > 0) out += ".";
  return with_names(match.spec().operation(), out, ascii);
}

std::vector<std::string> why_lines(const Session& session, bool ascii, bool brief) {
  const Operation& operation = session.match().spec().operation();
  std::vector<std::string> out;
  const auto side = [&](const Word& word) {
    if (word.empty()) return;
    const teach::Explanation explanation = teach::explain(operation, word);
    out.push_back(shown(operation, word, ascii) + " makes " +
                  shown(operation, explanation.sum, ascii));
    int number = 1;
    for (const teach::Step& step : explanation.steps) {
      if (!(brief && step.idle))
        out.push_back(" " + std::to_string(number) + " " +
                      with_names(operation, teach::say(teach::describe(operation, step)), ascii));
      ++number;
    }
  };
  if (!session.selecting())
    return {"Choose pieces, and here you see step by step what they make and why."};
  side(session.give());
  side(session.take());
  return out;
}

}  // namespace coset::tui
