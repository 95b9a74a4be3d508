#include "engine/teach/why/ways.hpp"

#include "engine/play/notation.hpp"

namespace coset::teach {

namespace {

class Finder {
 public:
  Finder(const Operation& operation, Element wanted, int pieces, bool distinct)
      : operation_(operation),
        group_(operation.group().has_value()),
        ordered_(order_matters(operation)),
        wanted_(wanted),
        pieces_(pieces),
        distinct_(distinct) {}

  // Where order does not matter each multiset comes once.
  void extend(Element made, std::size_t from) {
    const std::vector<Element>& letters = operation_.names().text_order();
    for (std::size_t i = ordered_ ? 0 : from; i < letters.size(); ++i) {
      const Element e = letters[i];
      const bool again = std::find(word_.begin(), word_.end(), e) != word_.end();
      if (distinct_ && (again || (group_ && e == identity))) continue;
      const Element next = word_.empty() ? e : operation_.product(made, e);
      word_.push(e);
      if (word_.size() < pieces_) {
        extend(next, i);
      } else if (next == wanted_) {
        found.push_back(word_);
      }
      word_.pop();
    }
  }

  std::vector<Word> found;

 private:
  const Operation& operation_;
  bool group_;
  bool ordered_;
  Element wanted_;
  int pieces_;
  bool distinct_;
  Word word_;
};

}  // namespace

Result<std::vector<Word>> ways(const Operation& operation, Element wanted, int pieces,
                               bool distinct) {
  if (pieces < 1 || pieces > max_pieces) return Error{"ways.pieces", 0, "Ask for 1 to 8 pieces."};
  double words = 1;
  for (int i = 0; i < pieces; ++i) words *= operation.order();
  if (words > static_cast<double>(max_looked_at))
    return Error{"ways.many", 0,
                 "There are too many words of " + std::to_string(pieces) + " pieces on " +
                     operation.text().substr(0, 24) + "; ask for fewer pieces."};
  Finder finder(operation, wanted, pieces, distinct);
  finder.extend(wanted, 0);
  return std::move(finder.found);
}

}  // namespace coset::teach
