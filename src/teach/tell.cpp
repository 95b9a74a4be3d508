#include "teach/tell.hpp"

#include "play/notation.hpp"
#include "teach/verdict.hpp"

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

std::vector<Message> tell_move(const Match& before, Seat seat, const Action& action,
                               const std::string& name) {
  const Operation& operation = before.spec().operation();
  if (action.verb == Verb::draw) return {};  // the pieces drawn say it
  if (action.verb == Verb::pass) return {{"told.pass", {{"name", name}}}};
  std::vector<Message> out{
      {"told.move", {{"name", name}, {"move", write_action(operation, action)}}}};
  const Verdict verdict = judge(before, seat, action);
  CHECK(verdict.consequence.has_value());
  for (Message& message : describe_cancelled(before, *verdict.consequence, true))
    out.push_back(std::move(message));
  if (verdict.consequence->target && verdict.consequence->ending == Ending::none)
    out.push_back(
        {"told.target", {{"piece", operation.names().write(*verdict.consequence->target)}}});
  if (verdict.consequence->signal == Ending::one_piece)
    out.push_back({"told.final.one_piece", {{"name", name}}});
  if (verdict.consequence->signal == Ending::stuck) out.push_back({"told.final.stuck", {}});
  return out;
}

Message tell_deals(const Operation& operation, DealKind kind, const Pieces& pieces,
                   const std::string& name, bool seen) {
  const std::string written = write_pieces(operation, pieces);
  const std::string count = std::to_string(pieces.size());
  switch (kind) {
    case DealKind::hand:
      return {"told.dealt", {{"n", count}}};
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
