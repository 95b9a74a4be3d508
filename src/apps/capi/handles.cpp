#include "apps/capi/handles.hpp"

#include <cstdlib>
#include <cstring>

#include "protocol/table/fields_writer.hpp"

namespace coset::capi {

namespace {

struct Problem {
  const Error& error;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io.word("code", self.error.code);
    io("offset", self.error.offset);
    io("text", self.error.sentence);
  }
};

// One block: the struct, followed by the bytes.
coset_text* answer(std::int32_t status, std::string_view text) {
  void* block = std::malloc(sizeof(coset_text) + text.size() + 1);
  CHECK(block != nullptr);
  char* data = static_cast<char*>(block) + sizeof(coset_text);
  if (!text.empty()) std::memcpy(data, text.data(), text.size());
  data[text.size()] = '\0';
  return new (block) coset_text{status, data, text.size()};
}

}  // namespace

coset_text* done(std::string_view text) { return answer(COSET_DONE, text); }

coset_text* refused(const Error& error) {
  return answer(COSET_REFUSED, protocol::written(Problem{error}));
}

coset_text* no_handle() { return refused({"handle.null", 0, "The handle is null."}); }

std::nullptr_t refuse(coset_text** problem, const Error& error) {
  if (problem != nullptr) *problem = refused(error);
  return nullptr;
}

std::optional<Error> flaw(std::size_t most, const char* data, std::size_t size) {
  if (size > most)
    return Error{"text.long", most,
                 "A text has at most " + std::to_string(most) + " bytes, this one has " +
                     std::to_string(size) + "."};
  if (data == nullptr && size > 0) return Error{"text.null", 0, "The text is at no address."};
  return std::nullopt;
}

std::string_view text(const char* data, std::size_t size) {
  return data == nullptr ? std::string_view() : std::string_view(data, size);
}

std::optional<Seat> seat_of(const Spec& spec, std::int32_t number) {
  if (number < 0 || number > spec.seats()) return std::nullopt;
  return number == 0 ? nobody : static_cast<Seat>(number - 1);
}

}  // namespace coset::capi

void coset_free(coset_text* text) { std::free(text); }
