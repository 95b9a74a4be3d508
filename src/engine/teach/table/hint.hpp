// Hints in five levels, each revealing a little more: that something can be done, what it makes,
// which pieces are in it, the move itself, and why it is good. They are computed from what the seat
// may know. The same position gives the same hints, whatever the steps of the search. Pure;
// thread-safe, but for a HintThought, which belongs to one thread at a time.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/play/match.hpp"
#include "engine/teach/words/say.hpp"

namespace coset::teach {

struct Hint {
  std::vector<Message> levels;  // five of them, or one if there is nothing to choose
  Action action;                // what they lead to
};

// The search for a hint in steps, for callers that must not block.
class HintThought {
 public:
  // REQUIRES: the view is of this spec's game, and it is this seat's turn to act
  HintThought(const Spec& spec, const AnyView& view, Seat seat);

  // Searches about this many more positions, at least one; false once the search is complete.
  bool step(std::uint64_t positions) { return maker_->step(positions); }
  // How many it has looked at.
  std::uint64_t used() const { return maker_->used(); }
  // From what was looked at so far, after one step if there was none.
  Hint hint() const { return maker_->hint(); }

  // How the hints of a game are made.
  class Maker {
   public:
    Maker() = default;
    Maker(const Maker&) = delete;
    Maker& operator=(const Maker&) = delete;
    virtual ~Maker() = default;
    virtual bool step(std::uint64_t positions) = 0;
    virtual std::uint64_t used() const = 0;
    virtual Hint hint() = 0;
  };

 private:
  std::unique_ptr<Maker> maker_;
};

// The whole search in one call. REQUIRES: it is this seat's turn to act
Hint hint(const Match& match, Seat seat);
// The same from what the seat may know. REQUIRES: the view is of this spec's game
Hint hint(const Spec& spec, const AnyView& view, Seat seat);

// What a legal move does, in the words of a hint's last level; nothing for a draw or a pass.
// REQUIRES: the view is of this spec's game, and its seat is on turn
std::optional<Message> why(const Spec& spec, const AnyView& view, const Action& move);

}  // namespace coset::teach
