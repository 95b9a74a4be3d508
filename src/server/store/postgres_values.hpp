// What goes to PostgreSQL and comes from it, in its binary form.
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace coset::store {

// The parameters of a statement, in binary.
class Parameters {
 public:
  Parameters& number(std::int64_t value);
  Parameters& small(std::int32_t value);
  Parameters& bytes(std::string value);  // bytea or text
  Parameters& null();
  Parameters& numbers(const std::vector<std::int64_t>& values);
  Parameters& smalls(const std::vector<std::int32_t>& values);
  Parameters& byte_lists(const std::vector<std::string_view>& values);
  // Empty optionals are null.
  Parameters& maybe_numbers(const std::vector<const std::int64_t*>& values);
  Parameters& maybe_texts(const std::vector<const std::string*>& values);

 private:
  friend class Postgres;
  std::vector<std::string> values_;
  std::vector<bool> nulls_;
};

class ResultRows {
 public:
  explicit ResultRows(const PGresult* result) : result_(result) {}
  int size() const { return PQntuples(result_); }
  bool null(int row, int column) const { return PQgetisnull(result_, row, column) != 0; }
  std::int64_t number(int row, int column) const;  // of 1, 2, 4 or 8 bytes
  std::string_view bytes(int row, int column) const;

 private:
  const PGresult* result_;
};

}  // namespace coset::store
