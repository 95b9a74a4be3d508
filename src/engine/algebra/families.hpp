// The families of groups that have a name: cyclic, dihedral, dicyclic, symmetric and alternating,
// the quaternion group, Zm:Zn, and direct products. A Presentation is a table with its names and
// generators before it becomes an Operation; element 0 is its identity.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/algebra/names.hpp"
#include "engine/algebra/operation.hpp"

namespace coset {

struct Presentation {
  std::string text;
  int order = 0;
  std::vector<Element> table;
  Names names;
  std::vector<int> moduli;          // of a product of cyclic groups, else empty
  int card_ranks = 0;               // of a pack of cards
  std::vector<Element> generators;  // empty: found when the group is built
};

// REQUIRES, for all: the order is at most Operation::max_order.
Presentation cyclic(int n);
// r^i s^j as index i + n j; s r = r^-1 s.
Presentation dihedral(int n);
// a^i x^j as index i + 2n j; x^2 = a^n, x a = a^-1 x.
Presentation dicyclic(int n);
// Permutations of 1..n in lexicographic order of their images; products left to right.
Presentation symmetric(int n);
Presentation alternating(int n);
// 1 i j k -1 -i -j -k
Presentation quaternion();
// Zm:Zn with (a,b)(a',b') = (a + r^b a', b + b'), r the least unit of order n; index b + n a.
// REQUIRES: twist_exists(m, n)
Presentation twisted(int m, int n);
bool twist_exists(int m, int n);
Presentation product(const std::vector<Presentation>& factors);
// Of a group that is written out as "table:...", with identity 0.
Presentation tabular(std::vector<std::string> names, std::vector<Element> table);

// One name of a table: a plain run, or quoted without blanks, so that a spec stays one word.
Result<std::string> table_name(Reader& in);

// Turns presentations into operations; the only maker of them.
class OperationBuilder {
 public:
  // REQUIRES: the table is a group with identity 0
  static Group group(Presentation presentation);
  static Operation magma(Presentation presentation);

 private:
  static std::shared_ptr<Operation::Data> tabled(Presentation presentation);
};

}  // namespace coset
