// The loop of every host of a table. A host has a handler for each case of HostRequest, and
// serve_requests calls it with the table's requests until none can be served now. A host that lacks
// a case does not compile, nor one with a catch-all handler, which would swallow a new case.
#pragma once

#include "base/overloaded.hpp"
#include "table/table.hpp"

namespace coset::table {

template <class Handlers, class Requests>
inline constexpr bool handles_all = false;
template <class Handlers, class... R>
inline constexpr bool handles_all<Handlers, std::variant<R...>> =
    (std::is_invocable_r_v<bool, Handlers&, const R&> && ...);

struct UnknownRequest {};

// One function per case; it returns whether it has called the table.
template <class Handlers>
concept HandlesRequests =
    handles_all<Handlers, HostRequest> && !std::is_invocable_v<Handlers&, const UnknownRequest&>;

template <class R>
struct LaterOne {
  bool operator()(const R&) const { return false; }
};
// Handles requests that a host serves elsewhere, or has already started.
template <class... R>
struct Later : LaterOne<R>... {
  using LaterOne<R>::operator()...;
};

template <HandlesRequests Handlers>
void serve_requests(const Table& table, Handlers handlers) {
  const auto served_one = [&] {
    for (const HostRequest& request : table.requests())
      if (std::visit(handlers, request)) return true;  // the other requests may be gone
    return false;
  };
  while (served_one()) {
  }
}

// The request of a kind, if there is one.
template <class R>
std::optional<R> find_request(const Table& table) {
  for (const HostRequest& request : table.requests())
    if (const R* found = std::get_if<R>(&request)) return *found;
  return std::nullopt;
}

}  // namespace coset::table
