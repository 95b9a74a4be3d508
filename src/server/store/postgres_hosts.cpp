#include "server/store/postgres_hosts.hpp"

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

namespace coset::store {

namespace {

struct Free {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Options = std::unique_ptr<PQconninfoOption, Free>;

Options parse(const std::string& url) {
  char* why = nullptr;
  Options out(PQconninfoParse(url.c_str(), &why));
  PQfreemem(why);
  return out;
}

// The options that may be lists, with an element for each host.
bool is_list(std::string_view keyword) {
  return keyword == "host" || keyword == "hostaddr" || keyword == "port";
}

unsigned size_of(std::string_view list) {
  return 1 + static_cast<unsigned>(std::count(list.begin(), list.end(), ','));
}

std::string rotated(std::string_view list, unsigned by) {
  std::size_t at = 0;
  for (unsigned i = 0; i < by; ++i) at = list.find(',', at) + 1;
  if (at == 0) return std::string(list);
  return std::string(list.substr(at)) + "," + std::string(list.substr(0, at - 1));
}

unsigned host_count(const PQconninfoOption* options) {
  unsigned out = 1;
  for (; options != nullptr && options->keyword != nullptr; ++options)
    if (options->val != nullptr && is_list(options->keyword))
      out = std::max(out, size_of(options->val));
  return out;
}

}  // namespace

unsigned host_count(const std::string& url) { return host_count(parse(url).get()); }

PGconn* start_connection(const std::string& url, unsigned first) {
  const Options options = parse(url);
  const unsigned count = host_count(options.get());
  if (first % count == 0) return PQconnectStart(url.c_str());
  std::vector<std::string> values;
  std::vector<const char*> keywords;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val == nullptr) continue;
    const bool rotates = is_list(each->keyword) && size_of(each->val) == count;
    keywords.push_back(each->keyword);
    values.push_back(rotates ? rotated(each->val, first % count) : each->val);
  }
  std::vector<const char*> texts;
  for (const std::string& each : values) texts.push_back(each.c_str());
  keywords.push_back(nullptr);
  texts.push_back(nullptr);
  return PQconnectStartParams(keywords.data(), texts.data(), 0);
}

}  // namespace coset::store
