#include "server/downtime.hpp"

#include <thread>

#include "base/reader.hpp"

namespace coset::server {

namespace {

constexpr serve::Time shortest = 60'000;  // what is told no more often says no less
constexpr std::size_t most = 1000;

std::optional<serve::Time> number_in(Reader& in) {
  serve::Time out = 0;
  const auto digits = in.take_while([](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  for (const char c : digits) out = out * 10 + (c - '0');
  return out;
}

// "FROM TO" a line; what cannot be read is left out.
std::vector<Downtime::Span> spans_in(const std::string& text) {
  std::vector<Downtime::Span> out;
  Reader in(text);
  while (!in.done()) {
    const auto from = number_in(in);
    const bool apart = in.take(" ");
    const auto to = number_in(in);
    if (!from || !apart || !to || !in.take("\n")) break;
    if (*from < *to) out.emplace_back(*from, *to);
  }
  return out;
}

}  // namespace

Downtime Downtime::open(const Folder& folder, serve::Time now) {
  Downtime out(folder.file("alive"));
  out.spans_ = spans_in(text_of(folder.file("downtime")));
  const std::string told = text_of(out.alive_);
  Reader in(told);
  const auto last = number_in(in);
  if (last && now >= *last + shortest) {
    out.spans_.emplace_back(*last, now);
    if (out.spans_.size() > most) out.spans_.erase(out.spans_.begin());
    std::string text;
    for (const auto& [from, to] : out.spans_)
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
    (void)keep(folder.file("downtime"), text);
  }
  out.told_ = now;
  (void)keep(out.alive_, std::to_string(now));
  return out;
}

// On a full disk it stays older than it is: that excuses too much rather than too little.
void Downtime::serves(serve::Time now) {
  if (now < told_ + shortest / 2) return;
  if (writing_->exchange(true)) return;  // the disk has not answered yet
  told_ = now;
  std::thread([alive = alive_, now, writing = writing_] {
    (void)keep(alive, std::to_string(now));
    *writing = false;
  }).detach();
}

}  // namespace coset::server
