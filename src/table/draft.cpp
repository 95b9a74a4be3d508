#include "table/draft.hpp"

namespace coset::table {

std::optional<Error> Draft::play(Seat seat, const Action& action) {
  Effects did;
  if (auto error = match_.play(seat, action, &did)) return error;
  if (did.dealt) ++deals_;
  done_.push_back(std::move(did));
  return std::nullopt;
}

std::string Draft::public_body() const { return text(match_.spec().hands_are_hidden()); }

std::string Draft::text(bool hidden) const {
  constexpr std::size_t usual_line = 32;
  std::string out;
  out.reserve(usual_line * (done_.size() + 2));
  out += write_event_header(header_);
  for (const Effects& did : done_) out += write_entry(match_, {did.seat, did.action}, hidden);
  return out;
}

}  // namespace coset::table
