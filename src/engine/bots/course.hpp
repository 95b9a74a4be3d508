// Course: games that are played on from one position, one after the other, by a bot and in steps,
// whatever the game. What the seat on turn cannot see is imagined. For analysis.cpp; one thread at
// a time.
#pragma once

#include <memory>
#include <vector>

#include "engine/bots/bot.hpp"

namespace coset::bots {

class Course {
 public:
  Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;
  virtual ~Course() = default;

  // The moves to judge; whether there are more.
  virtual bool list_moves(std::size_t width, Rng& rng, std::vector<Action>& out) = 0;
  virtual Action canonical(const Action& action) const = 0;
  // Begins to think about the position itself.
  virtual std::unique_ptr<Thought> advise(const Bot& bot, std::uint64_t seed) const = 0;
  // Chooses anew what the seat on turn cannot see.
  virtual void imagine(Rng& rng) = 0;
  // The next game begins with this move. The same seed has the same luck in store.
  virtual void begin(const Action& move, std::uint64_t seed) = 0;
  virtual Turn turn() const = 0;
  virtual void deal() = 0;
  // Thinks for the seat on turn; true once it has moved.
  virtual bool decide(std::uint64_t positions) = 0;
  virtual Action decided() const = 0;
  virtual bool repeated() const = 0;
  virtual Scores scores() const = 0;
  virtual std::uint64_t used() const = 0;
};

// The budget is that of each decision. REQUIRES: it is the turn of the seat that the view belongs
// to
std::unique_ptr<Course> course_of(const Spec& spec, const AnyView& view,
                                  std::shared_ptr<const Bot> bot, const Budget& budget, Rng& rng);

}  // namespace coset::bots
