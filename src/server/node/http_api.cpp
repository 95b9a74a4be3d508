#include "server/node/http_api.hpp"

#include "server/node/http_json.hpp"
#include "server/node/request_path.hpp"
#include "server/node/table_names.hpp"

namespace coset::node {

namespace {

constexpr int export_cost = 10;  // in requests

Response lobby_elsewhere() {
  return error_response(503, to_refusal(error_code("lobby.elsewhere"), 2));
}

}  // namespace

void HttpApi::call(const Request& request, Reply done) {
  const std::string_view path =
      std::string_view(request.target).substr(0, request.target.find('?'));
  constexpr std::string_view tables = "/api/tables";
  if (path.starts_with("/api/classes") && (path.size() == 12 || path[12] == '/'))
    return classes_.call(request, path, done);
  if (request.guest && path == "/api/me") return delete_guest(request, done);
  if (request.guest && GuestApi::serves(path)) return guest_api_.call(request, path, done);
  if (const auto report = parse_report_path(path); report && request.guest) {
    if (request.method != "POST") return done(method_not_allowed("POST"));
    if (request.guest->is_new)
      return done(error_response(error_code("moderation.cookie_required")));
    if (const auto error = admission_.charge(admission_.client_of(*request.guest), Use::report))
      return done(*error);
    return moderation_.report(*request.guest, report->first, report->second, done);
  }
  const bool is_export = request.guest && path == "/api/me/export";
  const bool one =
      path.starts_with("/api/tables/") && is_table_name(path.substr(tables.size() + 1));
  if (!is_export && !one && path != tables)
    return done(error_response(error_code("http.not_found")));
  if (request.method != "GET") return done(method_not_allowed("GET, HEAD"));
  if (is_export) return export_data(request, std::move(done));
  if (one) return get_table(request, path.substr(tables.size() + 1), std::move(done));
  if (!lobby_.is_here()) return done(lobby_elsewhere());
  done(table_list_response(lobby_.open_tables(), tables_.loaded_count()));
}

void HttpApi::get_table(const Request& request, std::string_view name, Reply done) {
  const GameId game = game_of(context_.deps().crypto.blake2b, name);
  const auto client = admission_.caller_of(request.guest);
  const auto paid = admission_.charge_lookup(client, tables_.find_loaded(game));
  if (paid && paid->wait > 0) return done(admission_.too_many_requests(Use::lookup, *paid));
  if (const auto closed = tables_.closure(game)) {
    if (paid) admission_.refund_lookup(client, *paid);
    return done(error_response(*closed));
  }
  reader_.read(game, name, [this, client, paid, done = std::move(done)](const auto& read) {
    const bool missing = !read && read.error().code == error_code("table.not_found").code;
    if (paid && !missing) admission_.refund_lookup(client, *paid);
    done(read ? table_response(*read->ledger, read->seed) : error_response(read.error()));
  });
}

void HttpApi::export_data(const Request& request, Reply done) {
  const auto offset = parse_offset(request.target);
  if (!offset) return done(error_response(error_code("http.bad_offset")));
  // admit() has charged one request; all games of a guest cost more.
  const auto client = admission_.caller_of(request.guest);
  if (const auto error = admission_.charge(client, Use::request, export_cost)) return done(*error);
  guest_data_.export_data(*request.guest, *offset, std::move(done));
}

void HttpApi::delete_guest(const Request& request, const Reply& done) {
  if (request.method != "DELETE") return done(method_not_allowed("DELETE"));
  if (!lobby_.is_here()) return done(lobby_elsewhere());
  if (!lobby_.remove_guest(*request.guest))
    return done(error_response(error_code("guest.game_starting")));
  guest_data_.delete_guest(
      *request.guest, [this, id = request.guest->id, done](const Response& response) {
        if (response.status == 204) {
          tables_.disconnect_guest(id);
          classes_.forget_guest(guest_digest(context_.deps().crypto.blake2b, id));
        }
        done(response);
      });
}

}  // namespace coset::node
