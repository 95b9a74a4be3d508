#include "server/node/lobby_messages.hpp"

#include "protocol/table/codec.hpp"
#include "protocol/table/fields_reader.hpp"
#include "server/node/node_deps.hpp"

namespace coset::node {

namespace {

constexpr protocol::Limits limits{.text = 2400, .list = 16};
constexpr protocol::Limits id_limits{.text = 64, .list = 0};

Error field_error(const std::string& name) {
  return to_error(error_code("message.field"), "The field '" + name + "' is missing or wrong.");
}

template <class... Types>
Result<LobbyRequest> read_typed(const protocol::Json& in, std::string_view type,
                                std::variant<Types...>*) {
  std::optional<ToLobby> found;
  std::string wrong;
  const auto attempt = [&]<class T>(T message) {
    protocol::FieldReader reader(in, limits);
    T::fields(reader, message);
    wrong = std::string(reader.wrong());
    found.emplace(std::move(message));
  };
  (void)((Types::type == type && (attempt(Types{}), true)) || ...);
  if (!found) return to_error(error_code("message.type"));
  if (!wrong.empty()) return field_error(wrong);
  protocol::FieldReader reader(in, id_limits);
  LobbyRequest out{*std::move(found), {}};
  reader.some("id", out.id);
  if (!reader.wrong().empty()) return field_error("id");
  return out;
}

}  // namespace

Result<LobbyRequest> decode_lobby(std::string_view frame) {
  const auto json = protocol::parse_json(frame, protocol::max_frame, protocol::max_depth);
  if (!json) return json.error();
  if (!json->is_object()) return to_error(error_code("message.json"));
  const auto type = json->find("type");
  const auto* word =
      type == json->end() ? nullptr : type->get_ptr<const protocol::Json::string_t*>();
  if (word == nullptr) return to_error(error_code("message.type"), "A message has a type.");
  return read_typed(*json, *word, static_cast<ToLobby*>(nullptr));
}

std::string encode(const PendingTableState& message) { return protocol::written(message); }
std::string encode(const GameStarted& message) { return protocol::written(message); }
std::string encode(const TableCancelled& message) { return protocol::written(message); }
std::string encode(const Seeking& message) { return protocol::written(message); }
std::string encode(const TableList& message) { return protocol::written(message); }
std::string encode(const LobbyError& message) { return protocol::written(message); }

}  // namespace coset::node
