#include "apps/cosetd/gzip.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace coset::cosetd {

namespace {

namespace zlib = boost::beast::zlib;

// Deflated, no name and no time, from an unknown system.
constexpr std::string_view header("\x1f\x8b\x08\0\0\0\0\0\0\xff", 10);
constexpr std::size_t trailer_size = 8;
constexpr std::size_t piece = std::size_t{64} << 10U;
// A line is a game with a bounded number of events.
constexpr std::size_t max_line = std::size_t{16} << 20U;

std::string little_endian(std::uint32_t value) {
  std::string out;
  for (int i = 0; i < 4; ++i, value >>= 8U) out += static_cast<char>(value & 255U);
  return out;
}

}  // namespace

GzipWriter::GzipWriter(int file) : file_(file) { stream_.reset(9, 15, 9, zlib::Strategy::normal); }

bool GzipWriter::put(std::string_view bytes) const {
  while (!bytes.empty()) {
    const auto written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool GzipWriter::deflate(std::string_view text, zlib::Flush flush) {
  std::array<char, piece> buffer{};
  zlib::z_params params{};
  params.next_in = text.data();
  params.avail_in = text.size();
  for (;;) {
    params.next_out = buffer.data();
    params.avail_out = buffer.size();
    boost::system::error_code error;
    stream_.write(params, flush, error);
    if (!put({buffer.data(), buffer.size() - params.avail_out})) return false;
    if (error) return error == zlib::error::end_of_stream || error == zlib::error::need_buffers;
    if (flush == zlib::Flush::none && params.avail_in == 0 && params.avail_out > 0) return true;
  }
}

bool GzipWriter::write(std::string_view text) {
  if (!std::exchange(started_, true) && !put(header)) return false;
  crc_.process_bytes(text.data(), text.size());
  size_ += static_cast<std::uint32_t>(text.size());
  return deflate(text, zlib::Flush::none);
}

bool GzipWriter::finish() {
  return deflate({}, zlib::Flush::finish) && put(little_endian(crc_.checksum())) &&
         put(little_endian(size_));
}

void GzipReader::check_trailer(std::string_view bytes) {
  std::array<char, trailer_size + 1> more{};  // one more than may follow
  std::string trailer(bytes.substr(0, more.size()));
  while (trailer.size() < more.size()) {
    const auto count = ::read(file_, more.data(), more.size() - trailer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    trailer.append(more.data(), static_cast<std::size_t>(count));
  }
  if (trailer == little_endian(crc_.checksum()) + little_endian(size_)) state_ = State::ended;
}

void GzipReader::fill() {
  std::array<char, piece> in{};
  const auto count = ::read(file_, in.data(), in.size());
  if (count < 0 && errno == EINTR) return;
  const State before = std::exchange(state_, State::damaged);
  if (count <= 0) return;
  std::string_view bytes(in.data(), static_cast<std::size_t>(count));
  if (before == State::header) {
    if (!bytes.starts_with(header)) return;
    bytes.remove_prefix(header.size());
  }
  std::array<char, piece> out{};
  zlib::z_params params{};
  params.next_in = bytes.data();
  params.avail_in = bytes.size();
  do {
    params.next_out = out.data();
    params.avail_out = out.size();
    boost::system::error_code error;
    stream_.write(params, zlib::Flush::sync, error);
    const std::string_view made(out.data(), out.size() - params.avail_out);
    crc_.process_bytes(made.data(), made.size());
    size_ += static_cast<std::uint32_t>(made.size());
    text_ += made;
    if (error == zlib::error::end_of_stream)
      return check_trailer(bytes.substr(bytes.size() - params.avail_in));
    if (error && error != zlib::error::need_buffers) return;
  } while (params.avail_in > 0 || params.avail_out == 0);
  if (text_.size() - start_ <= max_line) state_ = State::text;
}

bool GzipReader::next(std::string& line) {
  for (;;) {
    const std::size_t end = text_.find('\n', start_);
    if (end != text_.npos) {
      line = text_.substr(start_, end - start_);
      start_ = end + 1;
      return true;
    }
    text_.erase(0, start_);
    start_ = 0;
    if (state_ == State::ended || state_ == State::damaged) break;
    fill();
  }
  if (!text_.empty()) state_ = State::damaged;  // a line without its end
  return false;
}

}  // namespace coset::cosetd
