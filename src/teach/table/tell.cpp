#include "teach/table/tell.hpp"

#include "play/notation.hpp"
#include "teach/table/verdict.hpp"

namespace coset::teach {

DealKind deal_kind(const Match& match) {
  const AnyView view = match.observe(nobody);
  return std::visit(
      []<class View>(const View& v) {
        using Phase = decltype(v.phase);
        if (v.phase == Phase::deal_hand) return DealKind::hand;
        if constexpr (requires { Phase::deal_center; })
          if (v.phase == Phase::deal_center) return DealKind::table;
        if constexpr (requires { Phase::deal_second; })
          if (v.phase == Phase::deal_second || v.phase == Phase::deal_top) return DealKind::table;
        if constexpr (requires { Phase::remove; }) {
          if (v.phase == Phase::remove) return DealKind::remove;
          if (v.phase == Phase::refill) return DealKind::refill;
        }
        return DealKind::draw;
      },
      view);
}

namespace {

// What lies in the Center, what is on its way there, and how many the hand has.
struct Lying {
  std::vector<int> center;  // by element
  int hand = 0;
};

std::optional<Lying> solitaire_lying(const Match& match, bool with_fresh) {
  const AnyView view = match.observe(nobody);
  const int order = match.spec().operation().order();
  return std::visit(
      [&]<class View>(const View& v) -> std::optional<Lying> {
        if constexpr (requires { v.fresh; }) {
          Lying out{{}, v.hand.size()};
          for (int i = 0; i < order; ++i)
            out.center.push_back(v.center[element(i)] + (with_fresh ? v.fresh[element(i)] : 0));
          return out;
        } else {
          return std::nullopt;
        }
      },
      view);
}

Seat signal_seat(const Match& match) {
  return std::visit(
      []<class View>(const View& v) {
        if constexpr (requires { v.signal_seat; }) {
          return v.signal_seat;
        } else {
          return nobody;
        }
      },
      match.observe(nobody));
}

// 7(a): only two clears stay in the Center.
int clears_gone(const Match& before, const Action& action, const Consequence& consequence,
                const Match& after) {
  const auto was = solitaire_lying(before, false);
  const auto is = solitaire_lying(after, false);
  if (!was || !is) return 0;
  int tuples = 0;
  for (const auto& cancelled : consequence.cancelled) tuples += cancelled.tuples;
  return was->center[0] + count_in(action.give, identity) - count_in(action.take, identity) +
         tuples - is->center[0];
}

}  // namespace

std::vector<Message> tell_move(const Match& before, Seat seat, const Action& action,
                               const NameOf& name_of) {
  const Operation& operation = before.spec().operation();
  const std::string name = name_of(seat);
  if (action.verb == Verb::draw) return {};  // the pieces drawn say it
  if (action.verb == Verb::pass) return {{"told.pass", {{"name", name}}}};
  std::vector<Message> out{
      {"told.move", {{"name", name}, {"move", write_action(operation, action)}}}};
  const Verdict verdict = judge(before, seat, action);
  CHECK(verdict.consequence.has_value());
  const Consequence& consequence = *verdict.consequence;
  for (Message& message : describe_cancelled(before, consequence, true))
    out.push_back(std::move(message));
  if (consequence.target && consequence.ending == Ending::none)
    out.push_back(describe_target(before, consequence, true));
  Match after = before;
  CHECK(!after.play(seat, action));
  if (const int gone = clears_gone(before, action, consequence, after); gone > 0)
    out.push_back({"told.clears", {{"n", std::to_string(gone)}}});
  if (const Seat who = signal_seat(after); consequence.signal != Ending::none && who != nobody)
    out.push_back(
        {consequence.signal == Ending::one_piece ? "told.final.one_piece" : "told.final.stuck",
         {{"name", name_of(who)}}});
  return out;
}

std::vector<Message> tell_after_deal(const Match& before, const Action& deal, const Match& after) {
  const auto was = solitaire_lying(before, true);
  const auto is = solitaire_lying(after, true);
  const bool refill = was && is && deal_kind(before) == DealKind::refill;
  if (!refill) return {};
  Pieces gone;
  int kinds = 0;
  for (const Element e : before.spec().operation().names().text_order()) {
    const auto i = static_cast<std::size_t>(index(e));
    const int less = was->center[i] + count_in(deal.give, e) - is->center[i];
    if (e == identity || less <= 0) continue;
    ++kinds;
    gone.insert(gone.end(), static_cast<std::size_t>(less), e);
  }
  if (gone.empty()) return {};
  const int clears = is->hand - was->hand;
  return {{clears > 0 ? "told.refill.cancel" : "told.refill.exempt",
           {{"sets", write_sets(before.spec().operation(), gone)},
            {"kinds", std::to_string(kinds)},
            {"n", std::to_string(clears)}}}};
}

Message tell_deals(const Spec& spec, DealKind kind, const Pieces& pieces, const std::string& name,
                   bool seen) {
  const std::string written = write_pieces(spec.operation(), pieces);
  const std::string count = std::to_string(pieces.size());
  switch (kind) {
    case DealKind::hand:
      return {spec.game_name() == MadAbel<CardSet>::name ? "told.dealt.cards" : "told.dealt",
              {{"n", count}}};
    case DealKind::table:
      return {"told.table", {{"pieces", written}}};
    case DealKind::remove:
      return {"told.remove", {{"pieces", written}}};
    case DealKind::refill:
      return {"told.refill", {{"pieces", written}}};
    case DealKind::draw:
      break;
  }
  if (!seen) return {"told.draw.hidden", {{"name", name}, {"n", count}}};
  return {"told.draw", {{"name", name}, {"pieces", written}}};
}

}  // namespace coset::teach
