#include "serve/lobby_messages.hpp"

#include "wire/table/codec.hpp"
#include "wire/table/fields_reader.hpp"

namespace coset::serve {

namespace {

constexpr wire::Limits limits{.text = 2400, .list = 16};

template <class... Types>
Result<ToLobby> read_typed(const wire::Json& in, std::string_view type, std::variant<Types...>*) {
  std::optional<ToLobby> found;
  std::string wrong;
  const auto attempt = [&]<class T>(T message) {
    wire::FieldReader reader(in, limits);
    T::fields(reader, message);
    wrong = std::string(reader.wrong());
    found.emplace(std::move(message));
  };
  (void)((Types::type == type && (attempt(Types{}), true)) || ...);
  if (!found) return Error{"lobby.type", 0, "The lobby knows no such message."};
  if (!wrong.empty())
    return Error{"lobby.field", 0, "The field '" + wrong + "' is missing or wrong."};
  return *std::move(found);
}

}  // namespace

Result<ToLobby> decode_lobby(std::string_view frame) {
  const auto json = wire::parse_json(frame, wire::max_frame, wire::max_depth);
  if (!json) return json.error();
  if (!json->is_object()) return Error{"lobby.json", 0, "A message is a JSON object."};
  const auto type = json->find("type");
  const auto* word = type == json->end() ? nullptr : type->get_ptr<const wire::Json::string_t*>();
  if (word == nullptr) return Error{"lobby.type", 0, "A message has a type."};
  return read_typed(*json, *word, static_cast<ToLobby*>(nullptr));
}

std::string encode(const Gathered& message) { return wire::written(message); }
std::string encode(const Begun& message) { return wire::written(message); }
std::string encode(const Dropped& message) { return wire::written(message); }
std::string encode(const Seeking& message) { return wire::written(message); }
std::string encode(const TableList& message) { return wire::written(message); }
std::string encode(const Refused& message) { return wire::written(message); }

}  // namespace coset::serve
