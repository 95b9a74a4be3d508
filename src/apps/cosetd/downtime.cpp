#include "apps/cosetd/downtime.hpp"

#include <thread>

#include "base/reader.hpp"

namespace coset::cosetd {

namespace {

constexpr node::Time min_span = 60'000;  // twice the interval of the records
constexpr std::size_t max_spans = 1000;

std::optional<node::Time> parse_number(Reader& in) {
  node::Time out = 0;
  const auto digits = in.take_while([](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  for (const char c : digits) out = out * 10 + (c - '0');
  return out;
}

// "FROM TO" per line; stops at the first invalid line.
std::vector<Downtime::Span> parse_spans(const std::string& text) {
  std::vector<Downtime::Span> out;
  Reader in(text);
  while (!in.done()) {
    const auto from = parse_number(in);
    const bool separated = in.take(" ");
    const auto to = parse_number(in);
    if (!from || !separated || !to || !in.take("\n")) break;
    if (*from < *to) out.emplace_back(*from, *to);
  }
  return out;
}

}  // namespace

Downtime Downtime::open(const DataDir& data_dir, node::Time now) {
  Downtime out(data_dir.file("alive"));
  out.spans_ = parse_spans(read_file(data_dir.file("downtime")));
  const std::string recorded = read_file(out.alive_file_);
  Reader in(recorded);
  const auto last = parse_number(in);
  if (last && now >= *last + min_span) {
    out.spans_.emplace_back(*last, now);
    if (out.spans_.size() > max_spans) out.spans_.erase(out.spans_.begin());
    std::string text;
    for (const auto& [from, to] : out.spans_)
      text += std::to_string(from) + " " + std::to_string(to) + "\n";
    (void)write_file_atomically(data_dir.file("downtime"), text);
  }
  out.recorded_ = now;
  (void)write_file_atomically(out.alive_file_, std::to_string(now));
  return out;
}

// On a full disk the record stays old: that excludes too much time rather than too little.
void Downtime::record_alive(node::Time now) {
  if (now < recorded_ + min_span / 2) return;
  if (writing_->exchange(true)) return;  // the last write has not finished
  recorded_ = now;
  std::thread([alive = alive_file_, now, writing = writing_] {
    (void)write_file_atomically(alive, std::to_string(now));
    *writing = false;
  }).detach();
}

}  // namespace coset::cosetd
