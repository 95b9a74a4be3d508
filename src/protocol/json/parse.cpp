#include "protocol/json/reader.hpp"

namespace coset::protocol {

namespace {

// Builds the tree from the library's events, and stops where it is too deep. The library's own way
// to watch the depth compiles two more parsers, and calls back for every value.
class TreeBuilder {
 public:
  TreeBuilder(Json& out, int max_levels)
      : out_(out), max_levels_(static_cast<std::size_t>(max_levels)) {}

  [[nodiscard]] bool deep() const { return deep_; }

  bool null() { return add(nullptr) != nullptr; }
  bool boolean(bool value) { return add(value) != nullptr; }
  bool number_integer(std::int64_t value) { return add(value) != nullptr; }
  bool number_unsigned(std::uint64_t value) { return add(value) != nullptr; }
  bool number_float(double value, const std::string&) { return add(value) != nullptr; }
  bool string(std::string& value) { return add(std::move(value)) != nullptr; }
  static bool binary(Json::binary_t&) { return false; }  // no JSON text has it

  bool start_object(std::size_t) { return open(Json::value_t::object); }
  bool start_array(std::size_t) { return open(Json::value_t::array); }
  bool key(std::string& name) {
    if (!within()) return false;
    member_ = &(*open_.back())[std::move(name)];
    return true;
  }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  static bool parse_error(std::size_t, const std::string&, const Json::exception&) { return false; }

 private:
  bool within() {
    deep_ = open_.size() > max_levels_;
    return !deep_;
  }
  // Where the value now is; null if it is too deep.
  template <class Value>
  Json* add(Value&& value) {
    if (!within()) return nullptr;
    if (open_.empty()) {
      out_ = std::forward<Value>(value);
      return &out_;
    }
    if (open_.back()->is_array())
      return &open_.back()->get_ptr<Json::array_t*>()->emplace_back(std::forward<Value>(value));
    *member_ = std::forward<Value>(value);
    return member_;
  }
  bool open(Json::value_t type) {
    Json* value = add(type);
    if (value != nullptr) open_.push_back(value);
    return value != nullptr;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json& out_;
  std::size_t max_levels_;
  bool deep_ = false;
  std::vector<Json*> open_;  // the arrays and objects that are not closed; none grows but the last
  Json* member_ = nullptr;   // of the last key
};

}  // namespace

Result<Json> parse_json(std::string_view text, std::size_t max_size, int max_levels) {
  if (text.size() > max_size)
    return Error{"message.too_large", 0,
                 "A message has at most " + std::to_string(max_size) + " bytes, this one has " +
                     std::to_string(text.size()) + "."};
  Json out;
  TreeBuilder builder(out, max_levels);
  if (Json::sax_parse(text.begin(), text.end(), &builder)) return out;
  if (builder.deep()) return Error{"message.too_deep", 0, "The message nests too deep."};
  return Json(Json::value_t::discarded);
}

}  // namespace coset::protocol
