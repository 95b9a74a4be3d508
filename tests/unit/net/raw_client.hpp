// A client that writes bytes by hand, so that what no well-behaved one sends can be sent too.
#pragma once

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace coset::net {

class RawClient {
 public:
  explicit RawClient(std::uint16_t port, const char* from = "127.0.0.1", int room = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    if (room > 0) setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, from, &address.sin_addr);
    (void)bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    address.sin_port = htons(port);
    (void)connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;
  ~RawClient() { ::close(socket_); }

  void write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  // Everything until it holds `wanted`, or nothing more comes for so long.
  std::string read_until(std::string_view wanted, int milliseconds = 5000) {
    while (kept_.find(wanted) == std::string::npos && more(milliseconds)) {
    }
    return kept_;
  }
  // Takes at most so many bytes and forgets them; 0 at the end.
  std::size_t drop(std::size_t most) {
    std::string buffer(most, '\0');
    const ssize_t got = recv(socket_, buffer.data(), most, 0);
    ended_ = ended_ || got <= 0;
    return got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  // Whether the other side closes within that time.
  bool is_closed(int milliseconds = 5000) {
    while (more(milliseconds)) {
    }
    return ended_;
  }
  // Whether it was closed in such a way that nobody takes what has come for all of it.
  bool is_reset(int milliseconds = 5000) { return is_closed(milliseconds) && reset_; }
  std::string request(std::string_view line, std::string_view headers = "",
                      std::string_view body = "") {
    write(std::string(line) + " HTTP/1.1\r\nHost: here\r\n" + std::string(headers) +
          "Connection: close\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
          std::string(body));
    (void)is_closed();
    return kept_;
  }
  // Answers the head of the response.
  std::string upgrade(std::string_view target, std::string_view headers = "") {
    write("GET " + std::string(target) + " HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n" +
          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n" + std::string(headers) + "\r\n");
    const std::string got = read_until("\r\n\r\n");
    kept_.erase(0, std::min(got.size(), got.find("\r\n\r\n") + 4));
    return got.substr(0, got.find("\r\n\r\n"));
  }
  // A whole frame, masked by zeros.
  void frame(std::string_view text, int kind = 1) const {
    std::string out(1, static_cast<char>(0x80 | kind));
    if (text.size() < 126) {
      out += static_cast<char>(0x80 | text.size());
    } else {
      out += static_cast<char>(0x80 | 126);
      out += static_cast<char>(text.size() >> 8);
      out += static_cast<char>(text.size() & 0xff);
    }
    out += std::string(4, '\0');
    write(out + std::string(text));
  }
  // The next frame's text; of a close the code first, as two bytes.
  std::optional<std::string> next_frame(int milliseconds = 5000) {
    while (true) {
      const auto at = [&](std::size_t i) { return static_cast<unsigned char>(kept_[i]); };
      if (kept_.size() >= 2) {
        std::size_t head = 2, size = at(1) & 0x7f;
        if (size == 126 && kept_.size() >= 4) head = 4, size = at(2) * 256U + at(3);
        if ((size < 126 || head == 4) && kept_.size() >= head + size) {
          opcode = at(0) & 0x0f;
          std::string out = kept_.substr(head, size);
          kept_.erase(0, head + size);
          return out;
        }
      }
      if (!more(milliseconds)) return std::nullopt;
    }
  }
  int opcode = 0;  // of the last frame

 private:
  bool more(int milliseconds) {
    pollfd watched{socket_, POLLIN, 0};
    if (ended_ || poll(&watched, 1, milliseconds) <= 0) return false;
    char buffer[4096];
    const ssize_t got = recv(socket_, buffer, sizeof buffer, 0);
    if (got <= 0) {
      ended_ = true;
      reset_ = got < 0 && errno == ECONNRESET;
      return false;
    }
    kept_.append(buffer, static_cast<std::size_t>(got));
    return true;
  }

  int socket_;
  std::string kept_;
  bool ended_ = false;
  bool reset_ = false;
};

}  // namespace coset::net
