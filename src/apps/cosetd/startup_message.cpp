#include "apps/cosetd/startup_message.hpp"

#include "apps/cosetd/qr.hpp"

namespace coset::cosetd {

namespace {

std::string url_at(std::string host, std::uint16_t port) {
  if (host.find(':') != host.npos) host = "[" + host + "]";
  return "http://" + host + ":" + std::to_string(port) + "/";
}

bool is_wildcard(const Endpoint& endpoint) {
  return endpoint.address == "0.0.0.0" || endpoint.address == "::";
}

std::string url_of(const Options& options, const Startup& startup) {
  if (!options.public_url.empty()) return options.public_url;
  if (!is_wildcard(startup.listen)) return url_at(startup.listen.address, startup.port);
  return url_at(startup.addresses.empty() ? "127.0.0.1" : startup.addresses[0].address,
                startup.port);
}

}  // namespace

std::string startup_message(const Options& options, const Startup& startup) {
  const std::string url = url_of(options, startup);
  std::string out = options.server_name + " is at " + url + "\n";
  if (options.public_url.empty() && is_wildcard(startup.listen))
    for (const Address& each : startup.addresses)
      out += "  " + each.interface + ": " + url_at(each.address, startup.port) +
             (is_virtual(each.interface) ? " (virtual: other machines may not reach it)\n" : "\n");
  if (!options.no_classes)
    out += "Teachers: " + url + (url.ends_with('/') ? "teach\n" : "/teach\n");
  if (!startup.terminal) return out;
  out += "\n" + qr_text(url);
  out += "\nOther people in this network open that URL, or scan the code with a phone.\n";
  out += options.database.empty() ? "Games are stored in " + options.data_dir + ".\n"
                                  : std::string("Games are stored in PostgreSQL.\n");
  return out + "To stop, press Ctrl-C. Games continue after the next start.\n";
}

}  // namespace coset::cosetd
