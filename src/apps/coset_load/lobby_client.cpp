#include "apps/coset_load/lobby_client.hpp"

#include <nlohmann/json.hpp>

#include "protocol/table/codec.hpp"

namespace coset::coset_load {

namespace {

using nlohmann::json;

protocol::Bytes16 sixteen(Rng& rng) {
  protocol::Bytes16 out{};
  for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(rng.below(256));
  return out;
}

}  // namespace

LobbyClient::LobbyClient(std::string spec, const protocol::ClockRule& clock,
                         std::optional<Invitation> invitation, std::uint64_t seed)
    : spec_(std::move(spec)), clock_(clock), invitation_(std::move(invitation)), rng_(seed) {
  token_.bytes = sixteen(rng_);
  promise_.bytes = sixteen(rng_);
}

LobbyClient::LobbyClient(Invitation invitation, protocol::Token token, std::uint64_t seed)
    : invitation_(std::move(invitation)), rng_(seed), token_(token) {
  promise_.bytes = sixteen(rng_);
}

void LobbyClient::on_connect() {
  sent_ready_ = false;
  const std::string token = protocol::hex(token_.bytes);
  json message = invitation_ ? json{{"type", "join"},
                                    {"table", invitation_->table},
                                    {"token", token},
                                    {"invitation", invitation_->secret}}
                             : json{{"type", "create"}, {"spec", spec_}, {"token", token}};
  if (!invitation_ && clock_.kind != protocol::ClockKind::none)
    message["clock"] = {
        {"kind", word_of(clock_.kind)}, {"start", clock_.start}, {"add", clock_.add}};
  out_.push_back(message.dump());
}

std::optional<JoinedSeat> LobbyClient::seat() const {
  if (!joined_) return std::nullopt;
  return JoinedSeat{invitation_->table, token_, promise_};
}

void LobbyClient::on_message(std::string_view frame) {
  const json message = json::parse(frame, nullptr, false);
  const std::string type = message.is_object() ? message.value("type", "") : "";
  if (type == "pending_table") {
    const std::string commitment = message.value("commitment", "");
    if (promise_.commitment.empty()) promise_.commitment = commitment;
    if (commitment != promise_.commitment)
      complaint_ = "the commitment of a pending table has changed";
    promise_.place = message.value("your_place", std::size_t{0});
    const json participants = message.value("participants", json::array());
    if (promise_.place > 0 && promise_.place <= participants.size())
      promise_.acknowledged = participants[promise_.place - 1].contains("ready");
    if (sent_ready_ || (joined_ && promise_.acknowledged)) return;
    sent_ready_ = true;
    if (!std::exchange(joined_, true))
      invitation_ = Invitation{message.value("table", ""), message.value("invitation", "")};
    // Only now: the commitment must precede the client's entropy.
    if (commitment.size() != 64) complaint_ = "a pending table has no commitment";
    out_.push_back(json{{"type", "ready"},
                        {"table", invitation_->table},
                        {"entropy", protocol::hex(promise_.bytes)}}
                       .dump());
  } else if (type == "started") {
    started_ = true;
  } else if (type == "redirect") {
    const auto decoded = protocol::decode_table(frame);
    if (decoded) redirect_ = std::get<protocol::Redirect>(*decoded).node;
    failed_ = !decoded;
  } else if (type == "cancelled" || type == "error") {
    failed_ = true;  // such as a server whose store is unavailable
    if (message.contains("code") && message["code"].is_string()) error_ = message["code"];
  }
}

}  // namespace coset::coset_load
