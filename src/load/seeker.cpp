#include "load/seeker.hpp"

#include <nlohmann/json.hpp>

namespace coset::load {

namespace {

using nlohmann::json;

wire::Bytes16 sixteen(Rng& rng) {
  wire::Bytes16 out{};
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(rng.below(256));
  return out;
}

}  // namespace

Seeker::Seeker(std::string spec, const wire::ClockRule& clock, std::optional<Invitation> invitation,
               std::uint64_t seed)
    : spec_(std::move(spec)), clock_(clock), invitation_(std::move(invitation)), rng_(seed) {
  token_.bytes = sixteen(rng_);
  promise_.bytes = sixteen(rng_);
}

void Seeker::connected() {
  const std::string token = wire::hex(token_.bytes);
  json said = invitation_ ? json{{"type", "join"},
                                 {"table", invitation_->table},
                                 {"token", token},
                                 {"invitation", invitation_->secret}}
                          : json{{"type", "make"}, {"spec", spec_}, {"token", token}};
  if (!invitation_ && clock_.kind != wire::ClockKind::none)
    said["clock"] = {{"kind", word_of(clock_.kind)}, {"start", clock_.start}, {"add", clock_.add}};
  out_.push_back(said.dump());
}

std::optional<Seated> Seeker::seat() const {
  if (!gathered_) return std::nullopt;
  return Seated{invitation_->table, token_, promise_};
}

void Seeker::hear(std::string_view frame) {
  const json said = json::parse(frame, nullptr, false);
  const std::string type = said.is_object() ? said.value("type", "") : "";
  if (type == "gathering") {
    const std::string commitment = said.value("commitment", "");
    if (promise_.commitment.empty()) promise_.commitment = commitment;
    if (commitment != promise_.commitment) complaint_ = "a gathering has another commitment";
    promise_.place = said.value("you", std::size_t{0});
    const json people = said.value("people", json::array());
    if (promise_.place > 0 && promise_.place <= people.size())
      promise_.heard = people[promise_.place - 1].contains("ready");
    if (gathered_) return;
    gathered_ = true;
    invitation_ = Invitation{said.value("table", ""), said.value("invitation", "")};
    // Only now: whoever sends bytes must have seen the commitment first.
    if (commitment.size() != 64) complaint_ = "a gathering has no commitment";
    out_.push_back(json{
        {"type", "ready"}, {"table", invitation_->table}, {"entropy", wire::hex(promise_.bytes)}}
                       .dump());
  } else if (type == "begun") {
    begun_ = true;
  } else if (type == "dropped" || type == "no") {
    failed_ = true;  // a server whose store is away can seat nobody
  }
}

}  // namespace coset::load
