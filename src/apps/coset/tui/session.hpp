// Session: one game at this terminal: the match, its players, the selection, the messages so far,
// and its saved form. It has no screen, clock or file: screens show and control it. All randomness
// comes from the plan's seed: the n-th deal does not depend on the moves, so a game that was saved,
// killed or taken back continues unchanged. Used by one thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/bots/bot.hpp"
#include "engine/teach/table/hint.hpp"
#include "engine/teach/table/tell.hpp"
#include "engine/teach/table/verdict.hpp"

namespace coset::tui {

struct Plan {
  std::string spec;
  std::vector<std::string> seats;  // "you" or a bot's name, one per seat
  std::uint64_t seed = 0;
  std::string daily;        // the date of a daily deal, or empty
  std::optional<int> goal;  // Solitaire: the score to reach
  std::string series = {};  // its series, as commands/series.hpp writes it, or empty
  bool first = false;       // the first game: spec, position and path of tui/first_game.hpp
};

// A player that is neither a person nor a built-in bot, such as another program.
class Guest {
 public:
  virtual ~Guest() = default;

  virtual std::string name() const = 0;
  // A legal action for the seat on turn, or nothing if it was stopped. May throw; the game is
  // then unchanged.
  virtual std::optional<Action> choose(const Match& match, Seat seat, Rng& rng) = 0;
};
// Creates the guest of this name; null if the name is not a guest's.
using Invite = std::function<std::shared_ptr<Guest>(const std::string& who)>;

class Session {
 public:
  static constexpr std::string_view human = "you";

  static Result<Session> open(Plan plan, const Invite& invite = {});
  // From the output of saved().
  static Result<Session> resume(std::string_view saved, const Invite& invite = {});
  // The players of a saved game, without opening it.
  static std::vector<std::string> saved_seats(std::string_view saved);
  std::string saved() const;

  const Plan& plan() const { return plan_; }
  void set_goal(int goal) { plan_.goal = goal; }
  const Match& match() const { return match_; }
  std::string name(Seat seat) const;
  bool is_human(Seat seat) const { return plan_.seats[seat] == human; }
  int humans() const;
  // The seat whose view is shown: the person to act, or the only person, or nobody.
  Seat viewer() const;
  bool awaits_person() const;

  // Plays one deal or bot move; false if a person has to act or the game is over.
  bool step(const std::function<bool()>& stop = {});

  // The selection of the person to act. In a play the order of `give` is the order of cards.
  const Word& give() const { return give_; }
  const Word& take() const { return take_; }
  bool selecting() const { return !give_.empty() || !take_.empty(); }
  // One more piece; false if there is no more of it.
  bool add_give(Element e);
  bool add_take(Element e);
  void drop_give(Element e);
  void drop_take(Element e);
  void drop_last();
  void clear_selection();
  void select(const Action& action);
  // Moves the chosen card at `place` one place to the left.
  void swap_give(int place);
  // The selection as a move, and its verdict.
  Action selected() const;
  std::optional<teach::Verdict> verdict() const;
  // The same cards in the next order that leaves another pair on top; false if there is none.
  bool next_order();

  // Plays it, or changes nothing and returns why it is illegal. REQUIRES: awaits_person()
  std::optional<teach::Verdict> play(const Action& action);
  // Takes back the last decision of a person, or returns why not: daily deals and games between
  // people have no undo.
  std::optional<std::string> undo();
  // Reveals one more level; returns all levels so far. REQUIRES: awaits_person()
  const std::vector<std::string>& ask_hint();
  const std::vector<std::string>& hints() const { return hint_texts_; }
  bool more_hints() const { return !hint_ || hint_texts_.size() < hint_->levels.size(); }

  struct Told {
    std::string text;
    std::size_t ply = 0;  // entries of the match after it
    bool move = false;    // it begins with a move
  };
  const std::vector<Told>& told() const { return told_; }
  // Entries of the match after the first set that was cancelled; 0 before it.
  std::size_t first_vanish() const { return first_vanish_; }
  bool assisted() const { return taken_back_ > 0 || hints_used_ > 0; }
  int hints_used() const { return hints_used_; }
  int taken_back() const { return taken_back_; }

  // The match after this many entries.
  Match at(std::size_t entries) const;

 private:
  Session(Plan plan, Match match) : plan_(std::move(plan)), match_(std::move(match)) {}

  std::optional<Error> enter(Seat seat, const Action& action);
  void tell(const std::vector<teach::Message>& messages, std::size_t ply, bool move);
  void flush_deals();
  void rewind(std::size_t entries);
  int held(Element e) const;
  int in_center(Element e) const;

  Plan plan_;
  Match match_;
  std::vector<std::shared_ptr<const bots::Bot>> bots_;  // one per seat, or null
  std::vector<std::shared_ptr<Guest>> guests_;          // the same
  Word give_, take_;
  std::vector<Told> told_;
  std::uint64_t deals_ = 0;
  teach::Pieces fresh_;  // dealt, message pending
  Dealt fresh_kind_ = Dealt::hand;
  Seat fresh_seat_ = nobody;
  std::size_t fresh_ply_ = 0;
  std::optional<teach::Hint> hint_;
  std::vector<std::string> hint_texts_;
  int hints_used_ = 0;
  int taken_back_ = 0;
  std::size_t first_vanish_ = 0;
};

}  // namespace coset::tui
