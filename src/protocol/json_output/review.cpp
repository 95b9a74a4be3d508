#include "protocol/json_output/review.hpp"

#include "protocol/json_output/decimal.hpp"

namespace coset::protocol {

namespace {

// The fields of an answer that a review needs.
struct MoveRead {
  std::string move;
  std::vector<Decimal> value;
  std::vector<Decimal> error;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("move", self.move);
    io("value", self.value);
    io("error", self.error);
  }
};
struct DuelRead {
  std::string move;
  std::size_t order = 0;
  std::string other;
  bool advised = false;
  Decimal edge;
  Decimal error;
  Decimal pieces;
  std::optional<Said> why;
  std::optional<Said> why_other;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("move", self.move);
    io("order", self.order);
    io("other", self.other);
    io("advised", self.advised);
    io("edge", self.edge);
    io("error", self.error);
    io("pieces", self.pieces);
    io("why", self.why);
    io("why_other", self.why_other);
  }
};
struct AnswerRead {
  std::size_t turn = 0;
  Seat seat = 0;
  std::string measure;
  std::size_t judged = 0;
  bool hidden = false;
  std::vector<MoveRead> moves;
  std::optional<DuelRead> duel;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("turn", self.turn);
    io.seat("seat", self.seat);
    io("measure", self.measure);
    io("judged", self.judged);
    io("hidden", self.hidden);
    io("moves", self.moves);
    io("duel", self.duel);
  }
};

std::vector<Decimal> decimals(const std::vector<double>& values) {
  std::vector<Decimal> out;
  for (const double value : values) out.push_back(Decimal::of(value));
  return out;
}
std::vector<Decimal> errors(const std::vector<double>& values) {
  std::vector<Decimal> out = decimals(values);
  for (Decimal& value : out)
    if (*value.parts < 0) value = {};
  return out;
}
std::vector<double> doubles(const std::vector<Decimal>& values) {
  std::vector<double> out;
  for (const Decimal& value : values) out.push_back(value.parts ? value.value() : -1);
  return out;
}

struct MoveTold {
  const ReviewedMove& move;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("turn", self.move.turn);
    io.seat("seat", self.move.seat);
    io("move", self.move.move);
    io("value", decimals(self.move.value));
    io("error", errors(self.move.error));
    io("rank", self.move.rank);
    io("of", self.move.of);
    io("other", self.move.other);
    io("edge", Decimal::of(self.move.edge));
    io("edge_error", Decimal::of(self.move.edge_error));
    io("mistake", self.move.mistake);
    io("grade", self.move.grade);
    io("why", self.move.why);
    io("why_other", self.move.why_other);
  }
};
struct ReviewTold {
  const Review& review;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("schema", 1);
    io("measure", self.review.measure);
    io("noisy", self.review.noisy);
    std::vector<MoveTold> moves;
    for (const ReviewedMove& move : self.review.moves) moves.push_back({move});
    io("moves", moves);
    io("dearest", self.review.dearest);
    io("best", self.review.best);
  }
};

constexpr Limits limits{std::size_t{1} << 16U, 2000};

// The move that was compared, or the only one.
const MoveRead* played(const AnswerRead& answer) {
  for (const MoveRead& move : answer.moves)
    if (!answer.duel || move.move == answer.duel->move) return &move;
  return nullptr;
}

}  // namespace

Result<Review> review_of(std::string_view answers, Seat seat) {
  constexpr std::size_t max_size = std::size_t{1} << 22U;
  constexpr int max_levels = 8;
  constexpr std::size_t listed = 3;
  const auto parsed = parse_json(answers, max_size, max_levels);
  if (!parsed) return parsed.error();
  std::vector<AnswerRead> read;
  if (!protocol::read(*parsed, read, limits))
    return Error{"review.answers", 0, "A review is made of a list of answers of an analysis."};
  Review out;
  std::vector<bots::MoveReviewed> judged;
  for (const AnswerRead& answer : read) {
    const MoveRead* move = played(answer);
    if (move == nullptr || answer.measure != read[0].measure || answer.seat >= max_seats)
      return Error{"review.answers", judged.size(),
                   "Answer " + std::to_string(judged.size() + 1) +
                       " does not have the move that was played."};
    ReviewedMove& one = out.moves.emplace_back();
    one.turn = answer.turn;
    one.seat = answer.seat;
    one.move = move->move;
    one.value = doubles(move->value);
    one.error = doubles(move->error);
    one.of = answer.judged;
    bots::MoveReviewed& values = judged.emplace_back();
    values.seat = answer.seat;
    if (!answer.duel) continue;
    const DuelRead& duel = *answer.duel;
    one.rank = duel.order + 1;
    one.other = duel.other;
    one.edge = duel.edge.value();
    one.edge_error = duel.error.value();
    one.why = duel.why;
    one.why_other = duel.why_other;
    values = {answer.seat,        true, duel.advised, duel.edge.value(), duel.error.value(),
              duel.pieces.value()};
  }
  const bool alone = !read.empty() && read[0].measure == "score";
  if (alone) out.measure = "score";
  out.noisy = bots::too_noisy(judged, alone, !read.empty() && read[0].hidden);
  if (out.noisy) return out;
  for (std::size_t i = 0; i < judged.size(); ++i) {
    out.moves[i].grade = bots::grade_of(judged[i], alone);
    out.moves[i].mistake = out.moves[i].grade != bots::Grade::fine;
  }
  out.dearest = bots::dearest(judged, alone, seat, listed);
  out.best = bots::finest(judged, seat, listed);
  return out;
}

std::string review_json(const Review& review) { return written(ReviewTold{review}); }

}  // namespace coset::protocol
