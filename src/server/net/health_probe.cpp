#include "server/net/health_probe.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <chrono>

namespace coset::net {

std::optional<Error> probe(const std::string& address, std::uint16_t port,
                           const std::string& path) {
  const std::string endpoint = address + " port " + std::to_string(port);
  boost::asio::ip::tcp::iostream stream;
  stream.expires_after(std::chrono::seconds(5));
  stream.connect(address, std::to_string(port));
  stream << "GET " << path << " HTTP/1.0\r\nHost: localhost\r\n\r\n" << std::flush;
  std::string version;
  int status = 0;
  if (!(stream >> version >> status))
    return Error{"net.probe", 0,
                 "No response from " + endpoint + ": " + stream.error().message() +
                     ". Is cosetd running, and does it listen there?"};
  if (status != 200)
    return Error{"net.probe", 0,
                 "The server at " + endpoint + " is not ready (" + std::to_string(status) +
                     "): its database does not accept writes. Its log says why."};
  return std::nullopt;
}

}  // namespace coset::net
