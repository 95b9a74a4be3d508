#include "server/welcome.hpp"

#include "server/qr.hpp"

namespace coset::server {

namespace {

std::string url_at(std::string host, std::uint16_t port) {
  if (host.find(':') != host.npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(port) + "/";
}

bool everywhere(const Place& place) { return place.address == "0.0.0.0" || place.address == "::"; }

std::string url_of(const Options& options, const Begun& begun) {
  if (!options.public_url.empty()) return options.public_url;
  if (!everywhere(begun.place)) return url_at(begun.place.address, begun.port);
  return url_at(begun.addresses.empty() ? "127.0.0.1" : begun.addresses[0].address, begun.port);
}

}  // namespace

std::string welcome(const Options& options, const Begun& begun) {
  const std::string url = url_of(options, begun);
  std::string out = options.name + " is at " + url + "\n";
  if (options.public_url.empty() && everywhere(begun.place))
    for (const Address& each : begun.addresses)
      out += "  " + each.interface + ": " + url_at(each.address, begun.port) +
             (is_virtual(each.interface) ? " (virtual: others hardly reach it)\n" : "\n");
  out += "\n" + qr_text(url, begun.terminal);
  if (!begun.terminal) return out;
  out += "\nOthers in this network open that address, or look at the code with a phone.\n";
  out += options.database.empty() ? "Games are kept in " + options.data + ".\n"
                                  : std::string("Games are kept in PostgreSQL.\n");
  return out + "To stop, press Ctrl-C. Games go on when it is started again.\n";
}

}  // namespace coset::server
