#include "protocol/table/codec.hpp"

#include "protocol/table/typed_reader.hpp"

namespace coset::protocol {

namespace {

constexpr Limits client_limits{.text = 1200, .list = 64};
constexpr Limits table_limits{.text = max_table_frame, .list = 4096};

}  // namespace

std::string hex(const Bytes16& bytes) { return to_hex(bytes); }
std::string hex(const Bytes32& bytes) { return to_hex(bytes); }
std::string hex(MoveId id) { return to_hex(static_cast<std::uint64_t>(id)); }
std::string hex(GameId id) { return to_hex(static_cast<std::uint64_t>(id)); }

bool same_secret(const Token& a, const Token& b) {
  unsigned different = 0;
  for (std::size_t i = 0; i < a.bytes.size(); ++i)
    different |= static_cast<unsigned>(a.bytes[i] ^ b.bytes[i]);
  return different == 0;
}

std::string encode(const FromClient& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

std::string encode(const FromTable& message) {
  return std::visit([](const auto& m) { return written(m); }, message);
}

namespace {

// Inserts the position of a view that is already written.
class SharingWriter : public Writer {
 public:
  SharingWriter(std::string& out, std::string_view position) : Writer(out), position_(position) {}

  using Writer::operator();
  void operator()(std::string_view name, const View& view) {
    key(name);
    Writer writer(out_);
    writer.word("game", std::visit([]<class P>(const P&) { return P::game; }, view.position));
    writer.seat("you", view.you);
    writer.some("may", view.may);
    out_ += ',';
    out_ += position_;
  }

 private:
  std::string_view position_;
};

}  // namespace

std::string Encoder::operator()(const FromTable& message) {
  const auto* event = std::get_if<Event>(&message);
  if (event == nullptr) return encode(message);
  if (last_ == nullptr || last_->position != event->view.position) {
    position_.clear();
    std::visit(
        [&]<class P>(const P& position) {
          Writer writer(position_);
          P::fields(writer, position);
        },
        event->view.position);
    position_ = position_.substr(1, position_.size() - 2);  // without its braces
  }
  last_ = &event->view;
  std::string out;
  out.reserve(1024);
  {
    SharingWriter writer(out, position_);
    writer.word("type", Event::type);
    Event::fields(writer, *event);
  }
  return out;
}

std::string encode(const View& view) { return written(view); }

std::string encode(const Verdict& verdict) { return written(verdict); }

Result<FromClient> decode_client(std::string_view text) {
  return decode_typed<FromClient>(text, max_frame, max_depth, client_limits);
}

Result<FromTable> decode_table(std::string_view text) {
  return decode_typed<FromTable>(text, max_table_frame, max_depth, table_limits);
}

Result<View> decode_view(std::string_view text) {
  const auto json = parse_json(text, max_table_frame, max_depth);
  if (!json) return json.error();
  View out;
  if (!read(*json, out, table_limits))
    return bad_message("view.json", "This is not a view of a table.");
  return out;
}

Result<Preview> decode_selection(std::string_view text) {
  const auto json = parse_json(text, max_frame, max_depth);
  if (!json) return json.error();
  if (!json->is_object()) return bad_message("message.json", "A selection is a JSON object.");
  Preview out;
  FieldReader reader(*json, client_limits);
  Preview::selection(reader, out);
  if (!reader.wrong().empty())
    return bad_message("message.field",
                       "The field '" + std::string(reader.wrong()) + "' of a selection is wrong.");
  return out;
}

}  // namespace coset::protocol
