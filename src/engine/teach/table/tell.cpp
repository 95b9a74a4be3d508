#include "engine/teach/table/tell.hpp"

#include "engine/play/notation.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::teach {

std::vector<Message> tell_move(const Spec& spec, const Effects& did, const NameOf& name_of) {
  const std::string name = name_of(did.seat);
  if (did.action.verb == Verb::draw) return {};  // the message of the drawn pieces suffices
  if (did.action.verb == Verb::pass) return {{"told.pass", {{"name", name}}}};
  std::vector<Message> out{
      {"told.move", {{"name", name}, {"move", write_action(spec.operation(), did.action)}}}};
  for (Message& message : describe_cancelled(spec, did, true)) out.push_back(std::move(message));
  if (did.target && did.ending == Ending::none) out.push_back(describe_target(spec, did, true));
  if (did.discarded > 0) out.push_back({"told.clears", {{"n", std::to_string(did.discarded)}}});
  if (did.signal != Ending::none)
    out.push_back({did.signal == Ending::one_piece ? "told.final.one_piece" : "told.final.stuck",
                   {{"name", name_of(did.signal_seat)}}});
  return out;
}

std::vector<Message> tell_after_deal(const Spec& spec, const Effects& did) {
  if (did.cancelled.empty()) return {};
  Pieces gone;
  for (const Element e : spec.operation().names().text_order())
    for (const Cancelled& cancelled : did.cancelled)
      if (cancelled.piece == e)
        gone.insert(gone.end(), static_cast<std::size_t>(cancelled.pieces), e);
  const int clears = did.clears[0];  // one plays alone where the bag brings pieces
  return {{clears > 0 ? "told.refill.cancel" : "told.refill.exempt",
           {{"sets", write_sets(spec.operation(), gone)},
            {"kinds", std::to_string(did.cancelled.size())},
            {"n", std::to_string(clears)}}}};
}

Message tell_deals(const Spec& spec, Dealt what, const Pieces& pieces, const std::string& name,
                   bool seen) {
  const std::string written = write_pieces(spec.operation(), pieces);
  const std::string count = std::to_string(pieces.size());
  switch (what) {
    case Dealt::hand:
      return {spec.game_name() == MadAbel<CardSet>::name ? "told.dealt.cards" : "told.dealt",
              {{"n", count}}};
    case Dealt::table:
      return {"told.table", {{"pieces", written}}};
    case Dealt::remove:
      return {"told.remove", {{"pieces", written}}};
    case Dealt::refill:
      return {"told.refill", {{"pieces", written}}};
    case Dealt::draw:
      break;
  }
  if (!seen) return {"told.draw.hidden", {{"name", name}, {"n", count}}};
  return {"told.draw", {{"name", name}, {"pieces", written}}};
}

}  // namespace coset::teach
