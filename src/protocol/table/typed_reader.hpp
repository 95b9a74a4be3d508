// Reads a message of a closed variant by its `type`. Pure; thread-safe.
#pragma once

#include "protocol/table/fields_reader.hpp"

namespace coset::protocol {

inline Error bad_message(std::string_view code, std::string sentence) {
  return {code, 0, std::move(sentence)};
}

// Tries the messages of a variant one after another.
template <class Message, class... Types>
Result<Message> read_typed(const Json& in, std::string_view type, Limits limits,
                           std::variant<Types...>*) {
  std::optional<Message> found;
  std::string_view wrong;
  const auto attempt = [&]<class T>(T message) {
    FieldReader reader(in, limits);
    T::fields(reader, message);
    wrong = reader.wrong();
    found.emplace(std::move(message));
  };
  (void)((Types::type == type && (attempt(Types{}), true)) || ...);
  if (!found)
    return bad_message("message.type", "There is no message of type " + quoted(type) + ".");
  if (!wrong.empty())
    return bad_message("message.field", "The field '" + std::string(wrong) +
                                            "' of a message of type '" + std::string(type) +
                                            "' is missing or wrong.");
  return *std::move(found);
}

template <class Message>
Result<Message> decode_typed(std::string_view text, std::size_t max_size, int max_levels,
                             Limits limits) {
  const auto parsed = parse_json(text, max_size, max_levels);
  if (!parsed) return parsed.error();
  const Json& json = *parsed;
  if (!json.is_object()) return bad_message("message.json", "A message is a JSON object.");
  const auto type = json.find("type");
  const auto* word = type == json.end() ? nullptr : type->get_ptr<const Json::string_t*>();
  if (word == nullptr) return bad_message("message.type", "A message has a type.");
  return read_typed<Message>(json, *word, limits, static_cast<Message*>(nullptr));
}

}  // namespace coset::protocol
