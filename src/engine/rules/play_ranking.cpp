#include "engine/rules/play_ranking.hpp"

#include <algorithm>

namespace coset {

namespace {

constexpr std::uint64_t max_beginnings = 21000;  // up to this many are all searched
constexpr int tries = 300;                       // else this many
constexpr std::uint64_t max_work = 150000;       // for the words of one size
constexpr std::uint64_t work_to_win = 800000;    // for those of all cards
constexpr std::uint64_t max_steps = std::uint64_t{1} << 22;
constexpr std::size_t max_of_a_beginning = 3;

}  // namespace

PlayRanking::PlayRanking(const Operation& operation)
    : operation_(operation), group_(operation.group()) {
  if (group_ && group_->abelian()) sums_.emplace(*group_);
}

void PlayRanking::list(std::vector<PieceKind> cards, int max_cards, const ElementSet& wanted,
                       std::size_t limit, Rng* rng, std::vector<Word>& out) {
  out.clear();
  out_ = &out;
  limit_ = limit;
  wanted_ = wanted;
  cards_ = std::move(cards);
  count_ = 0;
  for (const PieceKind& kind : cards_) count_ += kind.copies;
  most_ = std::min({max_cards, count_, Word::max_size});
  if (rng != nullptr)
    for (std::size_t i = cards_.size(); i > 1; --i)
      std::swap(cards_[i - 1], cards_[rng->below(static_cast<std::uint32_t>(i))]);
  if (sums_) return add_sets();
  Rng fixed(1);
  for (int size = most_; size >= 1 && !full(); --size)
    add_words(size, rng != nullptr ? *rng : fixed);
}

void PlayRanking::add_sets() {
  sums_->reset(cards_, most_);
  for (int size = most_; size >= 1; --size)
    for (const Element sum : wanted_) {
      if (full()) return;
      if (sums_->best(size, sum) < 0) continue;
      sums_->for_each(size, sum, 0, max_steps, [&](const Word& word, int) {
        out_->push_back(word);
        return !full();
      });
    }
}

void PlayRanking::add_words(int size, Rng& rng) {
  const int letters = std::max(0, size - 2);
  std::uint64_t beginnings = 1;
  for (int i = 0; i < letters && beginnings <= max_beginnings; ++i)
    beginnings *= static_cast<std::uint64_t>(count_ - i);
  size_ = size;
  end_ = work_ + (size == count_ ? work_to_win : max_work);
  word_ = {};
  if (beginnings <= max_beginnings) {
    extend(letters, std::nullopt);
  } else {
    for (int i = 0; i < tries && !full() && work_ < end_; ++i) try_any(letters, rng);
  }
}

// False once there are enough, or once there was enough work.
bool PlayRanking::extend(int more, std::optional<Element> made) {
  if (more == 0) return complete(made, size_);
  for (PieceKind& kind : cards_) {
    if (kind.copies == 0) continue;
    if (++work_ >= end_) return false;
    --kind.copies;
    word_.push(kind.piece);
    const bool go_on = extend(more - 1, made ? operation_.product(*made, kind.piece) : kind.piece);
    word_.pop();
    ++kind.copies;
    if (!go_on) return false;
  }
  return true;
}

void PlayRanking::try_any(int letters, Rng& rng) {
  std::optional<Element> made;
  std::vector<std::size_t> taken;
  for (int i = 0; i < letters; ++i) {
    auto ticket = static_cast<int>(rng.below(static_cast<std::uint32_t>(count_ - i)));
    std::size_t k = 0;
    for (; ticket >= cards_[k].copies; ++k) ticket -= cards_[k].copies;
    --cards_[k].copies;
    taken.push_back(k);
    word_.push(cards_[k].piece);
    made = made ? operation_.product(*made, cards_[k].piece) : cards_[k].piece;
    work_ += cards_.size();
  }
  complete(made, size_);
  for (const std::size_t k : taken) ++cards_[k].copies;
  word_ = {};
}

bool PlayRanking::complete(std::optional<Element> made, int size) {
  const std::size_t enough = out_->size() + max_of_a_beginning;
  work_ += cards_.size();
  if (size == 1) {
    for (const PieceKind& kind : cards_)
      if (kind.copies > 0 && wanted_.contains(kind.piece) && !add(kind.piece)) return false;
    return work_ < end_;
  }
  for (PieceKind& second : cards_) {
    if (second.copies == 0) continue;
    const Element below = made ? operation_.product(*made, second.piece) : second.piece;
    --second.copies;
    word_.push(second.piece);
    work_ += cards_.size();
    for (const PieceKind& top : cards_)
      if (top.copies > 0 && out_->size() < enough &&
          wanted_.contains(operation_.product(below, top.piece)))
        add(top.piece);
    word_.pop();
    ++second.copies;
    if (full() || work_ >= end_) return false;
    if (out_->size() >= enough) break;
  }
  return true;
}

bool PlayRanking::add(Element last) {
  if (full()) return false;
  Word word = word_;
  word.push(last);
  out_->push_back(word);
  return !full();
}

}  // namespace coset
