#pragma once
// The ground under the oracle, a slow and obvious second implementation of the three games:
// operation tables, counts of pieces and the Action that every game shares. Nothing here or above
// it includes the engine; independence is the point. Elements are ints 0..order-1 and 0 is the
// identity of a group. In a product of cyclic groups the first coordinate varies fastest. No global
// state, so any thread may use it.

#include <compare>
#include <string>
#include <vector>

namespace oracle {

struct Table {
  int order = 0;
  std::vector<std::vector<int>> product;  // product[a][b] is a*b

  bool operator==(const Table&) const = default;
};

using Counts = std::vector<int>;  // how many there are of each element
using Word = std::vector<int>;    // elements one after the other

enum class Kind { exchange, play, draw, pass };

// exchange: give from the hand and take from the Center, both ascending. play: give is the word in
// placement order; take is {old second} only when the player keeps it (M1, choose), else empty.
struct Action {
  Kind kind = Kind::pass;
  Word give = {};
  Word take = {};

  auto operator<=>(const Action&) const = default;
};

std::string describe(const Action& action);

Table cyclic_product(const std::vector<int>& moduli);
std::vector<int> coordinates(int element, const std::vector<int>& moduli);
int element_at(const std::vector<int>& coordinates, const std::vector<int>& moduli);

// Left to right. REQUIRES: word is not empty.
int product_of(const Table& table, const Word& word);

// Commutative and associative: then a word's product does not depend on its order.
bool is_abelian(const Table& table);

int total(const Counts& counts);
Counts tally(const Word& word, int order);
Word pieces(const Counts& counts);  // ascending
bool contains(const Counts& counts, const Word& word);

// Every multiset of 1..largest of the counted pieces, each ascending, each once.
std::vector<Word> sub_multisets(const Counts& counts, int largest);

// Ends the program with the reason: a broken contract is a bug in the test, not a case to handle.
void require(bool condition, const char* reason);

}  // namespace oracle
