#include "hub/table/draft.hpp"

#include "hub/table/effects.hpp"
#include "hub/table/faults.hpp"

namespace coset::hub {

std::optional<Error> Draft::play(Seat seat, const Action& action) {
  if (!match_.legal(action)) return match_.play(seat, action);  // which says why
  const AnyView before = match_.observe(nobody);
  const Action canonical = match_.canonical(action);
  if (auto error = match_.play(seat, action)) return error;
  add_effects(match_.spec(), before, seat, canonical, match_.observe(nobody), effects_);
  entries_.push_back({seat, canonical});
  if (canonical.verb == Verb::deal) ++deals_;
  return std::nullopt;
}

std::string Draft::public_body() const {
  return text(match_.spec().hands_are_hidden() && !faulty(Fault::chain_of_all));
}

std::string Draft::text(bool hidden) const {
  std::string out = write_fact(fact_);
  for (const Match::Entry& entry : entries_) out += write_entry(match_, entry, hidden);
  return out;
}

}  // namespace coset::hub
