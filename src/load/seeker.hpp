// One visitor in the lobby, on the way to a seat: either makes a private table for a spec, or joins
// one by its invitation. Frames go in, frames come out.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "load/player.hpp"
#include "wire/table/table.hpp"

namespace coset::load {

struct Invitation {
  std::string table;
  std::string secret;  // in hex
};

struct Seated {
  std::string table;
  wire::Token token;
  Promise promise;
};

class Seeker {
 public:
  // Makes a table. An Invitation: joins it.
  Seeker(std::string spec, const wire::ClockRule& clock, std::optional<Invitation> invitation,
         std::uint64_t seed);

  void connected();
  void hear(std::string_view frame);
  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }

  const std::optional<Invitation>& invitation() const { return invitation_; }
  // The game exists.
  bool begun() const { return begun_; }
  // The seat that is ours if it does; nothing before the gathering is known.
  std::optional<Seated> seat() const;
  // The gathering is gone, or cannot be joined: begin again with another.
  bool failed() const { return failed_; }
  const std::string& complaint() const { return complaint_; }

 private:
  std::string spec_;
  wire::ClockRule clock_;
  std::optional<Invitation> invitation_;
  Rng rng_;
  wire::Token token_;
  Promise promise_;
  bool gathered_ = false, begun_ = false;
  bool failed_ = false;
  std::string complaint_;
  std::vector<std::string> out_;
};

}  // namespace coset::load
