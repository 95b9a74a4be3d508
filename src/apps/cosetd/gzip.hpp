// Lines of text in a gzip file (RFC 1952), written and read in pieces. One thread at a time.
#pragma once

#include <array>
#include <boost/beast/zlib/deflate_stream.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>
#include <boost/crc.hpp>
#include <string>
#include <string_view>

namespace coset::cosetd {

class GzipWriter {
 public:
  // REQUIRES: the file is open for writing, empty, and outlives this
  explicit GzipWriter(int file);
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;
  ~GzipWriter() = default;

  // False if the file cannot be written; errno says why.
  bool write(std::string_view text);
  // After all text. REQUIRES: there was some
  bool finish();

 private:
  bool deflate(std::string_view text, boost::beast::zlib::Flush flush);
  bool put(std::string_view bytes) const;

  int file_;
  boost::beast::zlib::deflate_stream stream_;
  boost::crc_32_type crc_;
  std::uint32_t size_ = 0;  // modulo 2^32, as the format has it
  bool started_ = false;
};

class GzipReader {
 public:
  // REQUIRES: the file is open for reading, at its start, and outlives this
  explicit GzipReader(int file) : file_(file) {}
  GzipReader(const GzipReader&) = delete;
  GzipReader& operator=(const GzipReader&) = delete;
  ~GzipReader() = default;

  // The next line, without its end. False after the last and if the file is damaged: see `good`.
  bool next(std::string& line);
  // After the last line: the file ended there, and its checksum fits.
  bool good() const { return state_ == State::ended; }

 private:
  enum class State : std::uint8_t { header, text, ended, damaged };
  void fill();
  void check_trailer(std::string_view bytes);

  int file_;
  boost::beast::zlib::inflate_stream stream_;
  boost::crc_32_type crc_;
  std::uint32_t size_ = 0;
  State state_ = State::header;
  std::string text_;  // not returned yet, from start_ on
  std::size_t start_ = 0;
};

}  // namespace coset::cosetd
