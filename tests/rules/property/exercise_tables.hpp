// The operations of exercises, added up anew from their names. Shares nothing with src/ but the
// names.
#pragma once

#include "engine/play/notation.hpp"
#include "property.hpp"
#include "rules/oracle/table.hpp"

namespace coset::teach::property_oracle {

using oracle::Table;
using Numbers = std::vector<int>;

inline std::vector<int> read_moduli(const std::string& text) {
  std::vector<int> out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != 'Z') continue;
    const int modulus = std::stoi(text.substr(i + 1));
    const std::size_t power = text.find('^', i);
    const std::size_t end = std::min(text.find('x', i), text.size());
    const int times = power < end ? std::stoi(text.substr(power + 1)) : 1;
    out.insert(out.end(), static_cast<std::size_t>(times), modulus);
  }
  return out;
}

// "(1 2 3)" or "(1 2)(3 4)" as where 1 to 4 go.
inline Numbers permutation(const std::string& cycles) {
  Numbers to = {0, 1, 2, 3};
  Numbers points;
  for (const char c : cycles) {
    if (c >= '1' && c <= '4') points.push_back(c - '1');
    if (c != ')') continue;
    for (std::size_t i = 0; i < points.size(); ++i)
      to[static_cast<std::size_t>(points[i])] = points[(i + 1) % points.size()];
    points.clear();
  }
  return to;
}

// One permutation after the other.
inline int product_of_permutations(const std::vector<Numbers>& all, int a, int b) {
  Numbers made;
  for (const int to : all[static_cast<std::size_t>(a)])
    made.push_back(all[static_cast<std::size_t>(b)][static_cast<std::size_t>(to)]);
  return static_cast<int>(std::find(all.begin(), all.end(), made) - all.begin());
}

// First the n turns, then each of them with a flip; a flip inverts the turn after it, and two of
// them make the turn `twice`.
inline int product_with_flips(int n, int twice, int a, int b) {
  const bool first = a >= n, second = b >= n;
  const int turn = a % n + (first ? n - b % n : b % n) + (first && second ? twice : 0);
  return turn % n + (first != second ? n : 0);
}

// 1 i j k -1 -i -j -k: the unit and the sign of unit * unit.
inline int product_of_quaternions(int a, int b) {
  constexpr int unit[4][4] = {{0, 1, 2, 3}, {1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
  constexpr int minus[4][4] = {{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 1, 0}, {0, 0, 1, 1}};
  return unit[a % 4][b % 4] + 4 * ((a / 4 + b / 4 + minus[a % 4][b % 4]) % 2);
}

// magma:v,w,x;v,w,x/... with names of one letter.
inline int product_in_text(const std::string& text, int order, int a, int b) {
  RC_ASSERT(text.starts_with("magma:"));
  std::string names;
  std::string cells;
  for (const char c : text.substr(6, text.find(';') - 6))
    if (c != ',') names += c;
  for (const char c : text.substr(text.find(';')))
    if (names.find(c) != std::string::npos) cells += c;
  return static_cast<int>(names.find(cells[static_cast<std::size_t>(a * order + b)]));
}

inline Table table_of(const Operation& operation) {
  const std::string& text = operation.text();
  if (text[0] == 'Z') return oracle::cyclic_product(read_moduli(text));
  const int order = operation.order();
  std::vector<Numbers> permutations;
  if (text == "S3" || text == "A4")
    for (int i = 0; i < order; ++i)
      permutations.push_back(permutation(operation.names().write(element(i))));
  Table out;
  out.order = order;
  for (int a = 0; a < order; ++a) {
    Numbers& row = out.product.emplace_back();
    for (int b = 0; b < order; ++b)
      row.push_back(!permutations.empty()     ? product_of_permutations(permutations, a, b)
                    : text == "Q8"            ? product_of_quaternions(a, b)
                    : text.starts_with("Dic") ? product_with_flips(order / 2, order / 4, a, b)
                    : text.starts_with('D')   ? product_with_flips(order / 2, 0, a, b)
                                              : product_in_text(text, order, a, b));
  }
  return out;
}

}  // namespace coset::teach::property_oracle
