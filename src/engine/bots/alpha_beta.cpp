#include "engine/bots/alpha_beta.hpp"

#include <algorithm>

namespace coset::bots {

namespace {

constexpr Weights ordering{40, 25};

std::uint64_t key_of(const ColourRules& rules, const ColourState& s) {
  const auto more = static_cast<std::uint64_t>(s.signal) << 8 | s.signal_seat;
  return mix(colours::hash(rules, s) + more * 0x2545f4914f6cdd1dULL);
}

// So few pieces that every exchange is looked at.
bool is_ending(const ColourState& s) {
  return lanes::size_of(s.hands[0]) + lanes::size_of(s.hands[1]) <= 8;
}

}  // namespace

AlphaBeta::AlphaBeta(const ColourRules& rules, const ColourState& root, const Style& style,
                     Rng& rng)
    : rules_(rules),
      root_(root),
      style_(style),
      table_(style.plain || style.depth == 1 ? 1 : std::size_t{1} << 15),
      lists_(static_cast<std::size_t>(std::min(style.depth, max_plies) + 2)),
      next_look_(style.nodes) {
  CHECK(rules.seats == 2 && !root.over());
  style_.depth = std::min(style.depth, max_plies);
  MoveList& list = lists_[0];
  list_moves(root.hands[root.seat], root.center, ordering, list, is_ending(root));
  for (std::size_t i = 0; i < list.size(); ++i)  // equals in a random order
    std::swap(list[i], list[i + rng.below(static_cast<std::uint32_t>(list.size() - i))]);
  list.cut(style.seen);
  for (std::size_t i = 0; i < list.size(); ++i) list.pick(i);
  list.cut(style.width);
  for (std::size_t i = 0; i < list.size(); ++i) moves_.push_back({list[i].move, list[i].score});
  only_draw_ = moves_.empty();
  if (!only_draw_) best_ = moves_[0].move;
}

Action AlphaBeta::best() const {
  if (only_draw_) return {draws_on(root_) ? Verb::draw : Verb::pass, {}, {}};
  if (best_is_draw_) return {Verb::draw, {}, {}};
  if (best_is_pass_) return {Verb::pass, {}, {}};
  return to_action(best_);
}

void AlphaBeta::heed(const Budget& budget) {
  budget_ = &budget;
  next_look_ = 0;
}

// One move of the root may take hours.
bool AlphaBeta::cut_short() {
  constexpr std::uint64_t between_looks = 1024;
  if (nodes_ > style_.nodes || (budget_ && budget_->spent(nodes_))) return true;
  next_look_ = std::min(style_.nodes, nodes_ + between_looks);
  return false;
}

bool AlphaBeta::step() {
  if (only_draw_ || stopped_ || depth_ > style_.depth) return false;
  if (next_ == 0) alpha_ = -infinite;
  RootMove& move = moves_[next_];
  path_[0] = key_of(rules_, root_);
  const int value = after(root_, move.move, depth_, alpha_, infinite, 0);
  if (stopped_) return false;
  move.value = value > alpha_ ? value : -infinite;
  if (value > alpha_) {
    alpha_ = value;
    // The first move was the best of the iteration before: from it on, what is found counts.
    best_ = move.move;
    // A draw that the previous iteration preferred stays until a move is better.
    if (value >= draw_value_) best_is_draw_ = false;
    std::rotate(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(next_),
                moves_.begin() + static_cast<std::ptrdiff_t>(next_) + 1);
  }
  if (++next_ == moves_.size()) finish_iteration();
  return !stopped_ && depth_ <= style_.depth && (moves_.size() > 1 || style_.draws);
}

void AlphaBeta::finish_iteration() {
  next_ = 0;
  value_ = alpha_;
  if (colours::may_rest(rules_, root_, true)) {  // A18
    ColourState passed = root_;
    colours::next_turn(rules_, passed);
    const int value = passed.over() ? outcome(passed, root_.seat, 0) : -infinite;
    best_is_pass_ = value > value_;
    value_ = std::max(value_, value);
  }
  if (style_.draws && root_.bag != 0 && depth_ >= 2) weigh_draw();
  ++depth_;
  if (std::abs(value_) > won - 1000) stopped_ = true;  // it is decided
}

// A8: the piece is seen before anything else is chosen, so a draw is worth the mean of what the
// best exchange after each piece is worth.
void AlphaBeta::weigh_draw() {
  const int all = lanes::size_of(root_.bag);
  int total = 0;
  for (int e = 1; e < 8; ++e) {
    const int copies = lanes::count_of(root_.bag, e);
    if (copies == 0) continue;
    ColourState s = root_;
    colours::take_drawn(s, e);
    total += copies * search(s, depth_, -infinite, infinite, 1);
    if (stopped_) return;
  }
  draw_value_ = total / all;
  best_is_draw_ = draw_value_ > value_ + 5;
}

int AlphaBeta::outcome(const ColourState& s, int seat, int ply) const {
  const int own = lanes::size_of(s.hands[static_cast<std::size_t>(seat)]);
  const int other = lanes::size_of(s.hands[static_cast<std::size_t>(1 - seat)]);
  if (style_.plain) return own < other ? won : own > other ? -won : 0;
  const int margin = std::clamp(other - own, -20, 20);
  if (margin == 0) return 0;
  return margin > 0 ? won - ply + margin : -won + ply + margin;
}

int AlphaBeta::evaluate(const ColourState& s, int seat) const {
  const lanes::Packed own = s.hands[static_cast<std::size_t>(seat)];
  const lanes::Packed other = s.hands[static_cast<std::size_t>(1 - seat)];
  const int difference = 100 * (lanes::size_of(other) - lanes::size_of(own));
  if (style_.plain) return difference;
  return difference + (s.seat == seat ? 50 : -50);
}

// The value for the seat that moves in `s`.
int AlphaBeta::after(const ColourState& s, lanes::Exchange move, int depth, int alpha, int beta,
                     int ply) {
  ColourState next = s;
  colours::exchange(rules_, next, move);
  if (next.over()) {
    ++nodes_;
    return outcome(next, s.seat, ply);
  }
  if (next.seat == s.seat) return search(next, depth - 1, alpha, beta, ply + 1);
  return -search(next, depth - 1, -beta, -alpha, ply + 1);
}

int AlphaBeta::search(const ColourState& s, int depth, int alpha, int beta, int ply) {
  if (++nodes_ > next_look_ && cut_short()) {
    stopped_ = true;
    return 0;
  }
  const std::uint64_t key = key_of(rules_, s);
  const auto place = static_cast<std::size_t>(ply);
  if (!style_.plain && s.drawn == 0)
    for (std::size_t i = place; i-- > 0;)
      if (path_[i] == key) return outcome(s, s.seat, ply) / 2;  // A23, if both go on so
  path_[place] = key;
  if (depth <= 0 || ply > style_.depth) return evaluate(s, s.seat);

  Entry* const known = style_.plain || s.drawn != 0 ? nullptr : &entry(key);
  lanes::Exchange first{};
  bool has_first = false;
  if (known != nullptr && known->key == key && known->bound != Bound::none) {
    if (known->depth >= depth) {
      const int value = known->value;
      if (known->bound == Bound::exact || (known->bound == Bound::least && value >= beta) ||
          (known->bound == Bound::most && value <= alpha))
        return value;
    }
    first = known->move;
    has_first = true;
  }

  MoveList& list = lists_[place];
  list_moves(s.hands[s.seat], s.center, ordering, list, is_ending(s));
  if (list.size() == 0) return forced_draw(s, depth, ply);
  if (has_first)
    for (std::size_t i = 0; i < list.size(); ++i)
      if (list[i].move == first) list[i].score = 10000;
  const int before = alpha;
  // A18: in the final round a seat may leave its hand as it is.
  int best = -infinite;
  if (colours::may_rest(rules_, s, true)) {
    ColourState passed = s;
    colours::next_turn(rules_, passed);
    best = passed.over() ? outcome(passed, s.seat, ply)
                         : -search(passed, depth - 1, -beta, -alpha, ply + 1);
    alpha = std::max(alpha, best);
  }
  lanes::Exchange chosen = list[0].move;
  const std::size_t width = std::min(list.size(), style_.width);
  const int here = depth == 1 && !style_.plain ? evaluate(s, s.seat) : 0;
  for (std::size_t i = 0; i < width && alpha < beta; ++i) {
    list.pick(i);
    // One ply before the leaves a move is worth little more than what it gains.
    if (depth == 1 && !style_.plain && s.signal == Ending::none && list[i].score < 9000 &&
        lanes::size_of(s.hands[s.seat]) > 4 && lanes::size_of(s.hands[1 - s.seat]) > 3 &&
        here + list[i].score * 3 + 100 <= alpha) {
      best = std::max(best, alpha);
      break;
    }
    const int value = after(s, list[i].move, depth, alpha, beta, ply);
    if (stopped_) return 0;
    if (value > best) {
      best = value;
      chosen = list[i].move;
    }
    alpha = std::max(alpha, value);
  }
  if (known != nullptr)
    *known = {key, static_cast<std::int16_t>(best), chosen, static_cast<std::int8_t>(depth),
              best >= beta     ? Bound::least
              : best <= before ? Bound::most
                               : Bound::exact};
  return best;
}

// Without an exchange: whether to draw, by A10. In the final round a seat that does not lose by a
// pass passes.
bool AlphaBeta::draws_on(const ColourState& s) const {
  if (s.bag == 0) return false;
  if (!colours::may_rest(rules_, s, false)) return true;
  ColourState passed = s;
  colours::next_turn(rules_, passed);
  return passed.over() && outcome(passed, s.seat, 0) < 0;
}

int AlphaBeta::forced_draw(const ColourState& s, int depth, int ply) {
  if (!draws_on(s)) {
    ColourState passed = s;
    colours::next_turn(rules_, passed);
    if (passed.over()) return outcome(passed, s.seat, ply);
    const int value = search(passed, depth - 1, -infinite, infinite, ply + 1);
    return passed.seat == s.seat ? value : -value;
  }
  int total = 0;
  for (int e = 1; e < 8; ++e) {
    const int copies = lanes::count_of(s.bag, e);
    if (copies == 0) continue;
    ColourState next = s;
    colours::take_drawn(next, e);
    total += copies * search(next, depth - 1, -infinite, infinite, ply + 1);
    if (stopped_) return 0;
  }
  return total / lanes::size_of(s.bag);
}

std::unique_ptr<Search> plain_alpha_beta(const AlJabar<Tally<8>>& game,
                                         const AlJabar<Tally<8>>::State& s,
                                         const Settings& settings, Rng& rng) {
  const auto rules = ColourRules::of(game);
  if (!rules || rules->seats != 2 || !can_search(*rules, s)) return nullptr;
  AlphaBeta::Style style;
  style.plain = true;
  style.draws = false;
  style.depth = settings.depth > 0 ? settings.depth : 3;
  style.nodes = settings.nodes > 0 ? settings.nodes : ~std::uint64_t{0};
  return std::make_unique<AlphaBeta>(*rules, compact(s), style, rng);
}

}  // namespace coset::bots
