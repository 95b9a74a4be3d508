// SeatLimits: rate limits of phrases and hints, per seat. Belongs to one TableHost.
#pragma once

#include <map>

#include "protocol/table/table.hpp"
#include "server/node/rate_limit.hpp"

namespace coset::node {

class SeatLimits {
 public:
  static bool covers(const protocol::FromClient& message) {
    return std::holds_alternative<protocol::SendPhrase>(message) ||
           std::holds_alternative<protocol::AskHint>(message);
  }
  // Charges the message; false if it is beyond the seat's limit. REQUIRES: covers(message)
  bool try_charge(Seat seat, const protocol::FromClient& message, protocol::Time now) {
    return std::holds_alternative<protocol::SendPhrase>(message)
               ? phrases_[seat].try_charge(phrase_limit, now)
               : hints_[seat].try_charge(hint_limit, now);
  }

 private:
  std::map<Seat, Bucket> phrases_;
  std::map<Seat, Bucket> hints_;
};

}  // namespace coset::node
