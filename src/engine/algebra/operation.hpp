// Operation: a finite binary operation on up to 256 named elements, as a table. It need not be a
// group: Mad Abel plays on any Operation. Group is an Operation whose axioms are proved; only a
// Group has an identity (always element 0), inverses and structure. Both are cheap handles on
// shared immutable data, so copies are free and thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "engine/algebra/element.hpp"
#include "engine/algebra/names.hpp"

namespace coset {

class Group;

class Operation {
 public:
  static constexpr int max_order = 256;

  // "magma:..." (any table), or the text of any group.
  static Result<Operation> parse(std::string_view text);

  int order() const { return data_->order; }
  Element product(Element a, Element b) const {
    return data_->table[static_cast<std::size_t>(index(a) * data_->order + index(b))];
  }
  // Left to right. REQUIRES: !word.empty()
  Element product(const Word& word) const;
  bool abelian() const { return data_->abelian; }
  bool commute(Element a, Element b) const { return product(a, b) == product(b, a); }

  const Names& names() const { return data_->names; }
  // The canonical text: parse(text()) is this operation again.
  const std::string& text() const { return data_->text; }
  // The factors of a product of cyclic groups as it was written, first coordinate fastest; empty
  // for any other operation.
  const std::vector<int>& moduli() const { return data_->moduli; }
  // The coordinate of e in factor i. REQUIRES: i < moduli().size()
  int coordinate(Element e, int i) const;

  // The number of ranks if the elements are playing cards, Z4xZp and Zp:Z4 (M10, M13), else 0.
  int card_ranks() const { return data_->card_ranks; }

  std::optional<Group> group() const;
  // The same operation under other names.
  Operation renamed(Names names) const;

 protected:
  friend class OperationBuilder;

  struct Data {
    std::string text;
    std::vector<Element> table;  // order * order, row by row
    Names names;
    std::vector<int> moduli;
    int order = 0;
    int card_ranks = 0;
    bool abelian = false;
    // What follows is empty unless the axioms are proved.
    std::vector<Element> inverse;
    std::vector<Element> generators;
    std::vector<int> element_order;
    int exponent = 1;
  };
  explicit Operation(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  std::shared_ptr<const Data> data_;
};

class Group : public Operation {
 public:
  // "Z2^3" "Z4xZ13" "S3" "D4" "A4" "Q8" "Dic3" "Z13:Z4", products of these, "perm:..." "table:...".
  static Result<Group> parse(std::string_view text);

  Element inverse(Element e) const { return data_->inverse[static_cast<std::size_t>(index(e))]; }
  // Generators in the order of the presentation: one unit vector a cyclic factor, r and s, ...
  const std::vector<Element>& generators() const { return data_->generators; }
  int element_order(Element e) const {
    return data_->element_order[static_cast<std::size_t>(index(e))];
  }
  int exponent() const { return data_->exponent; }

 private:
  friend class Operation;
  friend class OperationBuilder;
  explicit Group(std::shared_ptr<const Data> data) : Operation(std::move(data)) {}
};

}  // namespace coset
