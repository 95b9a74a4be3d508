#include "table.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>

namespace oracle {

namespace {

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::exchange:
      return "exchange";
    case Kind::play:
      return "play";
    case Kind::draw:
      return "draw";
    case Kind::pass:
      return "pass";
  }
  return "?";
}

std::string describe(const Word& word) {
  std::string text = "{";
  for (const int piece : word) {
    if (text.size() > 1) text += ' ';
    text += std::to_string(piece);
  }
  return text + "}";
}

// Chooses how many to take of each element from `from` on.
void extend(const Counts& counts, int largest, std::size_t from, Word& chosen,
            std::vector<Word>& out) {
  if (!chosen.empty()) out.push_back(chosen);
  if (static_cast<int>(chosen.size()) == largest) return;
  for (std::size_t e = from; e < counts.size(); ++e) {
    const std::size_t before = chosen.size();
    for (int taken = 1; taken <= counts[e]; ++taken) {
      if (static_cast<int>(chosen.size()) == largest) break;
      chosen.push_back(static_cast<int>(e));
      extend(counts, largest, e + 1, chosen, out);
    }
    chosen.resize(before);
  }
}

}  // namespace

std::string describe(const Action& action) {
  std::string text = name_of(action.kind);
  if (!action.give.empty()) text += " " + describe(action.give);
  if (!action.take.empty()) text += " for " + describe(action.take);
  return text;
}

std::vector<int> coordinates(int element, const std::vector<int>& moduli) {
  std::vector<int> x;
  for (const int k : moduli) {
    x.push_back(element % k);
    element /= k;
  }
  return x;
}

int element_at(const std::vector<int>& coordinates, const std::vector<int>& moduli) {
  int element = 0;
  int weight = 1;
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    element += weight * coordinates[i];
    weight *= moduli[i];
  }
  return element;
}

Table cyclic_product(const std::vector<int>& moduli) {
  Table table;
  table.order = 1;
  for (const int k : moduli) table.order *= k;
  for (int a = 0; a < table.order; ++a) {
    std::vector<int> row;
    for (int b = 0; b < table.order; ++b) {
      std::vector<int> sum = coordinates(a, moduli);
      const std::vector<int> other = coordinates(b, moduli);
      for (std::size_t i = 0; i < moduli.size(); ++i) sum[i] = (sum[i] + other[i]) % moduli[i];
      row.push_back(element_at(sum, moduli));
    }
    table.product.push_back(row);
  }
  return table;
}

int product_of(const Table& table, const Word& word) {
  require(!word.empty(), "the empty word has no product");
  int result = word[0];
  for (std::size_t i = 1; i < word.size(); ++i) {
    result = table.product[static_cast<std::size_t>(result)][static_cast<std::size_t>(word[i])];
  }
  return result;
}

bool is_abelian(const Table& table) {
  const auto times = [&table](int a, int b) {
    return table.product[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
  };
  for (int a = 0; a < table.order; ++a) {
    for (int b = 0; b < table.order; ++b) {
      if (times(a, b) != times(b, a)) return false;
      for (int c = 0; c < table.order; ++c) {
        if (times(times(a, b), c) != times(a, times(b, c))) return false;
      }
    }
  }
  return true;
}

int total(const Counts& counts) {
  int sum = 0;
  for (const int count : counts) sum += count;
  return sum;
}

Counts tally(const Word& word, int order) {
  Counts counts(static_cast<std::size_t>(order), 0);
  for (const int piece : word) ++counts.at(static_cast<std::size_t>(piece));
  return counts;
}

Word pieces(const Counts& counts) {
  Word word;
  for (std::size_t e = 0; e < counts.size(); ++e) {
    for (int i = 0; i < counts[e]; ++i) word.push_back(static_cast<int>(e));
  }
  return word;
}

bool contains(const Counts& counts, const Word& word) {
  Counts rest = counts;
  for (const int piece : word) {
    if (piece < 0 || piece >= static_cast<int>(rest.size())) return false;
    if (--rest[static_cast<std::size_t>(piece)] < 0) return false;
  }
  return true;
}

std::vector<Word> sub_multisets(const Counts& counts, int largest) {
  std::vector<Word> out;
  Word chosen;
  extend(counts, largest, 0, chosen, out);
  return out;
}

void require(bool condition, const char* reason) {
  if (condition) return;
  std::fprintf(stderr, "oracle: %s\n", reason);
  std::abort();
}

}  // namespace oracle
