#include "rules/oracle/own_table.hpp"

#include <functional>
#include <set>

namespace oracle {

namespace {

int size_of(const Square& table) { return static_cast<int>(table.size()); }

int at(const Square& table, int a, int b) {
  return table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
}

bool is_latin(const Square& table) {
  for (int a = 0; a < size_of(table); ++a) {
    std::set<int> row;
    std::set<int> column;
    for (int b = 0; b < size_of(table); ++b) {
      row.insert(at(table, a, b));
      column.insert(at(table, b, a));
    }
    if (row.size() != table.size() || column.size() != table.size()) return false;
  }
  return true;
}

int identity_of(const Square& table) {
  for (int e = 0; e < size_of(table); ++e) {
    int kept = 0;
    for (int x = 0; x < size_of(table); ++x)
      if (at(table, e, x) == x && at(table, x, e) == x) ++kept;
    if (kept == size_of(table)) return e;
  }
  return -1;
}

bool has_inverses(const Square& table, int one) {
  for (int a = 0; a < size_of(table); ++a) {
    bool found = false;
    for (int b = 0; b < size_of(table); ++b)
      found = found || (at(table, a, b) == one && at(table, b, a) == one);
    if (!found) return false;
  }
  return true;
}

bool is_associative(const Square& table) {
  for (int a = 0; a < size_of(table); ++a)
    for (int b = 0; b < size_of(table); ++b)
      for (int c = 0; c < size_of(table); ++c)
        if (at(table, at(table, a, b), c) != at(table, a, at(table, b, c))) return false;
  return true;
}

Square filled(int order, const std::function<int(int, int)>& product) {
  Square out(static_cast<std::size_t>(order));
  for (int a = 0; a < order; ++a)
    for (int b = 0; b < order; ++b) out[static_cast<std::size_t>(a)].push_back(product(a, b));
  return out;
}

Square cyclic(int n) {
  return filled(n, [n](int a, int b) { return (a + b) % n; });
}

// a is (a / n, a % n) with n the order of the second.
Square product(const Square& left, const Square& right) {
  const int n = size_of(right);
  return filled(size_of(left) * n,
                [&](int a, int b) { return at(left, a / n, b / n) * n + at(right, a % n, b % n); });
}

// 2i + j is the map x -> (-1)^j x + i of the numbers mod n, the left one first.
Square dihedral(int n) {
  return filled(2 * n, [n](int a, int b) {
    const int sign = b % 2 == 0 ? 1 : -1;
    const int turn = ((sign * (a / 2) + b / 2) % n + n) % n;
    return 2 * turn + (a + b) % 2;
  });
}

// Quaternions: 2u + s is the unit u of 1, i, j, k, with a minus sign if s is 1.
Square quaternions() {
  return filled(8, [](int a, int b) {
    const int u = a / 2;
    const int v = b / 2;
    int minus = (a + b) % 2;
    if (u == 0 || v == 0) return 2 * (u + v) + minus;
    if (u == v) return 1 - minus;
    if ((v - u + 3) % 3 == 2) minus = 1 - minus;  // j i = -k
    return 2 * (6 - u - v) + minus;
  });
}

}  // namespace

std::string verdict(const Square& table) {
  if (!is_latin(table)) return "table.not_latin";
  const int one = identity_of(table);
  if (one < 0) return "table.no_identity";
  if (!has_inverses(table, one)) return "table.no_inverse";
  return is_associative(table) ? "" : "table.not_associative";
}

std::vector<Square> groups_up_to_eight() {
  std::vector<Square> out;
  for (int n = 1; n <= 8; ++n) out.push_back(cyclic(n));
  const Square four = product(cyclic(2), cyclic(2));
  out.push_back(four);
  out.push_back(dihedral(3));
  out.push_back(product(cyclic(2), cyclic(4)));
  out.push_back(product(cyclic(2), four));
  out.push_back(dihedral(4));
  out.push_back(quaternions());
  return out;
}

Square renamed(const Square& table, const std::vector<int>& to) {
  Square out = table;
  for (int a = 0; a < size_of(table); ++a)
    for (int b = 0; b < size_of(table); ++b)
      out[static_cast<std::size_t>(to[static_cast<std::size_t>(a)])]
         [static_cast<std::size_t>(to[static_cast<std::size_t>(b)])] =
             to[static_cast<std::size_t>(at(table, a, b))];
  return out;
}

}  // namespace oracle
