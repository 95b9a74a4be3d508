// The group axioms, checked on a table in the order in which a person would look: every row and
// column holds each element once, there is an identity, every element has an inverse, and the
// operation is associative. The first that fails is reported with the elements that show it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/algebra/names.hpp"

namespace coset {

enum class Axiom : std::uint8_t { cancellation, neutral, inverse, associativity };

struct Witness {
  Axiom axiom;
  Element a{}, b{}, c{};  // what they mean depends on the axiom; see describe()
};

// `table` is order * order, row by row, entries below order.
std::optional<Witness> first_failure(std::span<const Element> table, int order);

// The identity of a table, or nothing.
std::optional<Element> find_identity(std::span<const Element> table, int order);

std::string_view code_of(Axiom axiom);

// "(a*b)*c = d but a*(b*c) = e: the operation is not associative."
std::string describe(const Witness& witness, std::span<const Element> table, int order,
                     const Names& names);

// "a*b = d, which is not one of the elements: the operation is not closed."
std::string not_closed(std::string_view a, std::string_view b, std::string_view made);

struct Cell {
  Element row, column;
  friend bool operator==(const Cell&, const Cell&) = default;
};
// The cells that show the failure: both of a repetition or of one-sided inverses, the four products
// of a failed associativity; none if there is no identity.
std::vector<Cell> cells_of(const Witness& witness, std::span<const Element> table, int order);

// One cell that makes a group if it holds another element.
struct Mend {
  Cell cell;
  Element element;
};
// If exactly one row and one column repeat an element, the one that both lack is tried in their
// common cell. Nothing if that makes no group.
std::optional<Mend> find_mend(std::span<const Element> table, int order);

}  // namespace coset
