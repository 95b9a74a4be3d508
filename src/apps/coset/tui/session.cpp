#include "apps/coset/tui/session.hpp"

#include <algorithm>

#include "apps/coset/tui/first_game.hpp"
#include "apps/coset/tui/picture.hpp"
#include "engine/bots/level.hpp"
#include "engine/bots/seeded.hpp"
#include "engine/play/notation.hpp"

namespace coset::tui {

Result<Session> Session::open(Plan plan, const Invite& invite) {
  auto spec = Spec::parse(plan.spec);
  if (!spec) return spec.error();
  plan.spec = spec->text();
  if (static_cast<int>(plan.seats.size()) != spec->seats())
    return Error{"session.seats", 0,
                 "The game has " + std::to_string(spec->seats()) + " seats, not " +
                     std::to_string(plan.seats.size()) + "."};
  for (std::string& who : plan.seats) who = bots::level_in(*spec, std::string(who));
  auto match = plan.first ? Match::open(*spec, first_start) : Match::open(*spec);
  if (!match) return match.error();
  Session session(std::move(plan), *std::move(match));
  for (const std::string& who : session.plan_.seats) {
    std::shared_ptr<const bots::Bot>& bot = session.bots_.emplace_back();
    std::shared_ptr<Guest>& guest = session.guests_.emplace_back();
    if (who == human) continue;
    if (invite) guest = invite(who);
    if (guest) continue;
    auto made = bots::make_bot(who);
    if (!made) return made.error();
    bot = *made;
  }
  return session;
}

std::string Session::name(Seat seat) const {
  if (is_human(seat)) return humans() == 1 ? "You" : "Player " + std::to_string(seat + 1);
  if (plan_.first) return std::string(first_opponent);
  std::string out = plan_.seats[seat];
  out[0] = static_cast<char>(out[0] - 'a' + 'A');
  if (out.starts_with("Level")) out.insert(std::string_view("Level").size(), " ");
  if (guests_[seat]) out = guests_[seat]->name();
  const auto same = std::count(plan_.seats.begin(), plan_.seats.end(), plan_.seats[seat]);
  return same > 1 ? out + " " + std::to_string(seat + 1) : out;
}

int Session::humans() const {
  return static_cast<int>(std::count(plan_.seats.begin(), plan_.seats.end(), human));
}

bool Session::awaits_person() const {
  const Turn turn = match_.turn();
  return turn.kind == Turn::Kind::act && is_human(turn.seat);
}

Seat Session::viewer() const {
  if (awaits_person()) return match_.turn().seat;
  if (humans() != 1) return nobody;
  return static_cast<Seat>(std::find(plan_.seats.begin(), plan_.seats.end(), human) -
                           plan_.seats.begin());
}

bool Session::step(const std::function<bool()>& stop) {
  const Turn turn = match_.turn();
  if (turn.kind == Turn::Kind::deal) {
    Rng rng = bots::deal_rng(plan_.seed, deals_);
    const auto told = plan_.first ? next_of_first(match_) : std::nullopt;
    CHECK(!enter(turn.seat, told ? *told : match_.random_deal(rng)));
    return true;
  }
  flush_deals();
  if (turn.kind == Turn::Kind::over || is_human(turn.seat)) return false;
  Rng rng = bots::bot_rng(plan_.seed, match_.moves().size());
  std::optional<Action> action = plan_.first ? next_of_first(match_) : std::nullopt;
  if (action) {
    CHECK(match_.legal(*action));
  } else if (guests_[turn.seat]) {
    action = guests_[turn.seat]->choose(match_, turn.seat, rng);
  } else {
    action = bots_[turn.seat]->choose(match_.spec(), match_.observe(turn.seat),
                                      {~std::uint64_t{0}, stop}, rng);
  }
  if (!action || (stop && stop())) return false;  // the result of a stopped search is discarded
  CHECK(!enter(turn.seat, *action));
  return true;
}

std::optional<Error> Session::enter(Seat seat, const Action& action) {
  Effects did;
  if (auto error = match_.play(seat, action, &did)) return error;
  const std::size_t ply = match_.moves().size();
  if (first_vanish_ == 0 && !did.cancelled.empty()) first_vanish_ = ply;
  if (!did.dealt) {
    flush_deals();
    tell(teach::tell_move(match_.spec(), did, [this](Seat s) { return name(s); }), ply, true);
    return std::nullopt;
  }
  if (*did.dealt != fresh_kind_ || (seat != fresh_seat_ && *did.dealt == Dealt::draw))
    flush_deals();
  fresh_kind_ = *did.dealt;
  fresh_seat_ = seat;
  fresh_ply_ = ply;
  fresh_.push_back(action.give[0]);
  ++deals_;
  if (const auto after = teach::tell_after_deal(match_.spec(), did); !after.empty()) {
    flush_deals();
    tell(after, ply, false);
  }
  return std::nullopt;
}

void Session::tell(const std::vector<teach::Message>& messages, std::size_t ply, bool move) {
  std::string text;
  for (const teach::Message& message : messages)
    text += (text.empty() ? "" : " ") + teach::say(message);
  if (!text.empty()) told_.push_back({text, ply, move});
}

void Session::flush_deals() {
  if (fresh_.empty()) return;
  const bool hidden = match_.spec().game_name() == MadAbel<CardSet>::name;
  const bool own = fresh_seat_ != nobody && is_human(fresh_seat_) && humans() == 1;
  const bool drawn = fresh_kind_ == Dealt::draw;
  tell({teach::tell_deals(match_.spec(), fresh_kind_, fresh_,
                          drawn && fresh_seat_ != nobody ? name(fresh_seat_) : "", !hidden || own)},
       fresh_ply_, drawn);
  fresh_.clear();
}

int Session::held(Element e) const {
  const Picture picture = picture_of(match_, viewer());
  const Seat seat = viewer();
  if (seat == nobody || picture.seats[seat].hand.empty()) return 0;
  return picture.seats[seat].hand[static_cast<std::size_t>(index(e))];
}

int Session::in_center(Element e) const {
  const Picture picture = picture_of(match_, viewer());
  return picture.center.empty() ? 0 : picture.center[static_cast<std::size_t>(index(e))];
}

bool Session::add_give(Element e) {
  if (give_.full() || count_in(give_, e) >= held(e)) return false;
  give_.push(e);
  return true;
}

bool Session::add_take(Element e) {
  if (take_.full() || count_in(take_, e) >= in_center(e)) return false;
  take_.push(e);
  return true;
}

namespace {

void drop(Word& word, Element e) {
  Word out;
  int place = -1;
  for (int i = 0; i < word.size(); ++i)
    if (word[i] == e) place = i;
  for (int i = 0; i < word.size(); ++i)
    if (i != place) out.push(word[i]);
  word = out;
}

}  // namespace

void Session::drop_give(Element e) { drop(give_, e); }
void Session::drop_take(Element e) { drop(take_, e); }

void Session::drop_last() {
  if (!take_.empty()) {
    take_.pop();
  } else if (!give_.empty()) {
    give_.pop();
  }
}

void Session::clear_selection() {
  give_ = {};
  take_ = {};
}

void Session::select(const Action& action) {
  give_ = action.give;
  take_ = action.take;
}

void Session::swap_give(int place) {
  if (place < 1 || place >= give_.size()) return;
  Word out;
  for (int i = 0; i < give_.size(); ++i)
    out.push(give_[i == place - 1 ? place : i == place ? place - 1 : i]);
  give_ = out;
}

Action Session::selected() const {
  const bool cards = match_.spec().game_name() == MadAbel<CardSet>::name;
  return {cards ? Verb::play : Verb::exchange, give_, take_};
}

std::optional<teach::Verdict> Session::verdict() const {
  if (!selecting() || viewer() == nobody) return std::nullopt;
  return teach::judge(match_, viewer(), selected());
}

bool Session::next_order() {
  const int n = give_.size();
  if (n < 2) return false;
  // Ordered pairs of places, in turn; the other cards keep their order below.
  std::vector<Word> orders;
  for (int top = 0; top < n; ++top) {
    for (int below = 0; below < n; ++below) {
      if (below == top) continue;
      Word word;
      Word rest;
      for (int i = 0; i < n; ++i)
        if (i != top && i != below) rest.push(give_[i]);
      rest.sort();
      for (const Element e : rest) word.push(e);
      word.push(give_[below]);
      word.push(give_[top]);
      if (match_.legal({Verb::play, word, {}})) orders.push_back(word);
    }
  }
  std::sort(orders.begin(), orders.end(), [](const Word& a, const Word& b) {
    return std::pair(a.back(), a[a.size() - 2]) < std::pair(b.back(), b[b.size() - 2]);
  });
  const auto top_two = [](const Word& a, const Word& b) {
    return a.back() == b.back() && a[a.size() - 2] == b[b.size() - 2];
  };
  orders.erase(std::unique(orders.begin(), orders.end(), top_two), orders.end());
  if (orders.empty()) return false;
  const auto now = std::find_if(orders.begin(), orders.end(),
                                [&](const Word& word) { return top_two(word, give_); });
  give_ = now == orders.end() || now + 1 == orders.end() ? orders.front() : *(now + 1);
  return true;
}

std::optional<teach::Verdict> Session::play(const Action& action) {
  const Seat seat = match_.turn().seat;
  if (enter(seat, action)) return teach::judge(match_, seat, action);
  clear_selection();
  hint_.reset();
  hint_texts_.clear();
  return std::nullopt;
}

std::optional<std::string> Session::undo() {
  if (!plan_.daily.empty()) return "The daily deal is the same for all: it is not taken back.";
  if (humans() != 1) return "Only a game of one person is taken back.";
  const auto moves = match_.moves();
  for (std::size_t i = moves.size(); i-- > 0;) {
    const auto& [seat, action] = moves[i];
    if (action.verb == Verb::deal || seat == nobody || !is_human(seat)) continue;
    rewind(i);
    ++taken_back_;
    return std::nullopt;
  }
  return "There is no move of yours to take back.";
}

void Session::rewind(std::size_t entries) {
  const auto moves = match_.moves();
  match_ = match_.first(0);
  told_.clear();
  first_vanish_ = 0;
  fresh_.clear();
  deals_ = 0;
  clear_selection();
  hint_.reset();
  hint_texts_.clear();
  for (std::size_t i = 0; i < entries; ++i) CHECK(!enter(moves[i].seat, moves[i].action));
  if (match_.turn().kind != Turn::Kind::deal) flush_deals();
}

const std::vector<std::string>& Session::ask_hint() {
  if (!hint_) hint_ = teach::hint(match_, match_.turn().seat);
  if (hint_texts_.size() < hint_->levels.size()) {
    if (hint_texts_.empty()) ++hints_used_;
    hint_texts_.push_back(teach::say(hint_->levels[hint_texts_.size()]));
  }
  return hint_texts_;
}

Match Session::at(std::size_t entries) const {
  return match_.first(std::min(entries, match_.moves().size()));
}

}  // namespace coset::tui
