#include "apps/cosetd/options.hpp"

#include <toml++/toml.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <variant>

#include "base/hex.hpp"
#include "protocol/table/types.hpp"
#include "server/net/client_address.hpp"

namespace coset::cosetd {

namespace {

namespace fs = std::filesystem;

using Field = std::variant<std::string Options::*, std::vector<std::string> Options::*,
                           std::int64_t Options::*, bool Options::*>;

struct OptionSpec {
  const char* name;  // in the file, and with dashes as a flag
  const char* variable;
  Field field;
  const char* help;
};

const OptionSpec option_table[] = {
    {"listen", "COSET_LISTEN", &Options::listen, "ADDRESS:PORT to listen on"},
    {"data_dir", "COSET_DATA_DIR", &Options::data_dir,
     "Directory for the SQLite files and the cookie key [$XDG_DATA_HOME/coset/server]"},
    {"database", "COSET_DATABASE", &Options::database,
     "PostgreSQL connection URL, instead of SQLite"},
    {"seed_database", "COSET_SEED_DATABASE", &Options::seed_database,
     "PostgreSQL connection URL for deal seeds, with a separate role"},
    {"node", "COSET_NODE", &Options::node,
     "Name of this process among several on one database: lower-case letters, digits and hyphens"},
    {"public_url", "COSET_PUBLIC_URL", &Options::public_url,
     "URL at which clients reach this server, such as https://play.example"},
    {"trust_proxy", "COSET_TRUST_PROXY", &Options::trust_proxy,
     "IP address of a proxy whose X-Forwarded-* headers are trusted; repeatable"},
    {"metrics_allow", "COSET_METRICS_ALLOW", &Options::metrics_allow,
     "IP address that may read /metrics, besides loopback; repeatable"},
    {"web_root", "COSET_WEB_ROOT", &Options::web_root, "Directory of the built web client"},
    {"server_name", "COSET_SERVER_NAME", &Options::server_name,
     "Name of this server, shown to players"},
    {"imprint_url", "COSET_IMPRINT_URL", &Options::imprint_url,
     "URL of the operator's imprint; the web client links to it"},
    {"privacy_url", "COSET_PRIVACY_URL", &Options::privacy_url,
     "URL of the privacy policy; the web client links to it"},
    {"contact", "COSET_CONTACT", &Options::contact,
     "E-mail address or URL of the operator, also in /.well-known/security.txt"},
    {"source_url", "COSET_SOURCE_URL", &Options::source_url,
     "URL of the source code; the web client links to it"},
    {"cookie_key", "COSET_COOKIE_KEY", &Options::cookie_key,
     "Key that signs cookies, 64 hex digits [stored in the data directory]"},
    {"max_sockets_per_ip", "COSET_MAX_SOCKETS_PER_IP", &Options::max_sockets_per_ip,
     "Maximum WebSockets per client IP for guests without a seat or invitation; scales the other "
     "per-IP limits [64, or 200 without --public-url]"},
    {"bot_threads", "COSET_BOT_THREADS", &Options::bot_threads,
     "Threads for bot and hint searches"},
    {"commit_interval", "COSET_COMMIT_INTERVAL", &Options::commit_interval,
     "Minimum milliseconds between two commits of moves, 0 to 100; 0 disables it [4]"},
    {"require_data", "COSET_REQUIRE_DATA", &Options::require_data,
     "Refuse to start if the data directory has no database"},
    {"no_quick_match", "COSET_NO_QUICK_MATCH", &Options::no_quick_match,
     "Disable quick match: players meet by links and open tables"},
    {"no_spectators", "COSET_NO_SPECTATORS", &Options::no_spectators, "Disable spectators"},
    {"no_classes", "COSET_NO_CLASSES", &Options::no_classes, "Disable classes: nobody opens one"},
    {"class_retention_days", "COSET_CLASS_RETENTION_DAYS", &Options::class_retention_days,
     "Days after its last event until a class, its answers and its tables are deleted [30]"},
};

std::string flag_of(const OptionSpec& spec) {
  std::string out = spec.name;
  for (char& c : out)
    if (c == '_') c = '-';
  return "--" + out;
}

constexpr const char* packaged_data_dir = "/var/lib/coset";

std::string default_data_dir() {
  const char* home = std::getenv("HOME");
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return std::string(data) + "/coset/server";
  return std::string(home == nullptr ? "" : home) + "/.local/share/coset/server";
}

Error error_at(const toml::source_region& region, const std::string& message) {
  return {"config.bad", 0, "Line " + std::to_string(region.begin.line) + ": " + message};
}

std::optional<Error> assign(const toml::node& node, const std::string& name, Options& options,
                            std::string Options::* field) {
  const auto value = node.value_exact<std::string>();
  if (!value) return error_at(node.source(), name + " must be a string.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> assign(const toml::node& node, const std::string& name, Options& options,
                            std::int64_t Options::* field) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value) return error_at(node.source(), name + " must be a number.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> assign(const toml::node& node, const std::string& name, Options& options,
                            bool Options::* field) {
  const auto value = node.value_exact<bool>();
  if (!value) return error_at(node.source(), name + " must be true or false.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> assign(const toml::node& node, const std::string& name, Options& options,
                            std::vector<std::string> Options::* field) {
  const toml::array* list = node.as_array();
  if (list == nullptr) return error_at(node.source(), name + " must be a list of strings.");
  (options.*field).clear();
  for (const toml::node& each : *list) {
    const auto value = each.value_exact<std::string>();
    if (!value) return error_at(each.source(), name + " must be a list of strings.");
    (options.*field).push_back(*value);
  }
  return std::nullopt;
}

// Without a character that could end a header line or a quoted attribute.
bool is_plain(std::string_view text) {
  return text.size() <= 500 && std::all_of(text.begin(), text.end(), [](char c) {
           return c > ' ' && c <= '~' && c != '"' && c != '<' && c != '>' && c != '\\';
         });
}
bool is_page(std::string_view url) {
  const std::string_view host = url.substr(std::min(url.size(), url.find("://") + 3));
  return is_plain(url) && (url.starts_with("https://") || url.starts_with("http://")) &&
         !host.empty() && host.front() != '/';
}
bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  return is_plain(text) && at != text.npos && at > 0 && at + 1 < text.size() &&
         text.find('@', at + 1) == text.npos && text.find(':') == text.npos;
}

// As in postgresql://role:password@host, or password=... in either form.
bool holds_password(std::string_view url) {
  if (url.find("password") != url.npos) return true;
  const std::size_t slashes = url.find("://");
  if (slashes == url.npos) return false;
  const std::string_view authority =
      url.substr(slashes + 3, url.find_first_of("/?", slashes + 3) - slashes - 3);
  const std::size_t at = authority.rfind('@');
  return at != authority.npos && authority.substr(0, at).find(':') != authority.npos;
}

// The flags in `words`, not the environment, that hold a secret.
std::vector<std::string> exposed_secrets(std::span<const char* const> words, const Options& given) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& flag, bool secret) {
    if (secret && std::any_of(words.begin(), words.end(), [&](std::string_view word) {
          return word == flag || word.starts_with(flag + "=");
        }))
      out.push_back(flag);
  };
  add("--cookie-key", !given.cookie_key.empty());
  add("--database", holds_password(given.database));
  add("--seed-database", holds_password(given.seed_database));
  return out;
}

bool is_hex(std::string_view text) { return text.find_first_not_of(hex_digits) == text.npos; }

}  // namespace

Result<Options> parse_config(std::string_view text, Options options) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return error_at(error.source(), std::string(error.description()) + ".");
  }
  for (const auto& [key, node] : table) {
    const auto spec = std::find_if(std::begin(option_table), std::end(option_table),
                                   [&](const OptionSpec& each) { return key.str() == each.name; });
    if (spec == std::end(option_table))
      return error_at(key.source(), "Unknown option '" + std::string(key.str()) + "'.");
    const auto error = std::visit(
        [&](auto field) { return assign(node, spec->name, options, field); }, spec->field);
    if (error) return *error;
  }
  return options;
}

Result<Invocation> parse_arguments(int argc, const char* const* argv, const char* packaged) {
  CLI::App app("cosetd is the Coset game server: it serves the web client and hosts the tables.",
               "cosetd");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("-V,--version", "cosetd " COSET_VERSION, "Print the version and exit");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  Options given;
  std::string file;
  app.add_option("-c,--config", file, "TOML file with the same option names, dashes as underscores")
      ->envname("COSET_CONFIG")
      ->type_name("FILE");
  std::vector<std::pair<CLI::Option*, const OptionSpec*>> options;
  for (const OptionSpec& spec : option_table) {
    CLI::Option* option = std::visit(
        [&](auto field) {
          if constexpr (std::is_same_v<decltype(field), bool Options::*>)
            return app.add_flag(flag_of(spec), given.*field, spec.help);
          else
            return app.add_option(flag_of(spec), given.*field, spec.help);
        },
        spec.field);
    option->envname(spec.variable);
    if (std::holds_alternative<std::vector<std::string> Options::*>(spec.field))
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->delimiter(',');
    options.emplace_back(option, &spec);
  }
  app.require_subcommand(0, 1);
  app.fallthrough();
  CLI::App* config = app.add_subcommand("config", "Inspect the configuration");
  CLI::App* check = config->add_subcommand("check", "Validate the configuration and print it");
  config->require_subcommand(1);
  config->fallthrough();
  check->fallthrough();
  CLI::App* migrate =
      app.add_subcommand("migrate", "Migrate the PostgreSQL databases to this version's schema");
  migrate->fallthrough();
  Invocation out;
  CLI::App* backup = app.add_subcommand(
      "backup", "Write a backup of the data directory to one file, while the server runs");
  backup->add_option("FILE", out.file, "The backup; in a directory, coset-DATE.db")->required();
  backup->add_option("--keep", out.keep, "Backups to keep in a directory")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  CLI::App* restore =
      app.add_subcommand("restore", "Restore a backup into an empty data directory");
  restore->add_option("FILE", out.file, "The backup")->required();
  CLI::App* verify = app.add_subcommand(
      "verify", "Verify the databases, every game's hash chain and every deal seed");
  CLI::App* archive = app.add_subcommand(
      "archive", "Move the games that ended in a month from the database into a file");
  archive->add_option("MONTH", out.month, "Such as 2026-03, in UTC")->required();
  archive->add_option("FILE", out.file, "The archive: gzip, with a line of JSON per game")
      ->required();
  CLI::App* health = app.add_subcommand("health", "Check that the server on --listen is ready");
  CLI::App* admin =
      app.add_subcommand("admin", "Moderate players and tables, while the server runs");
  admin->require_subcommand(1);
  CLI::App* reports = admin->add_subcommand("reports", "List the reported player names");
  CLI::App* rename =
      admin->add_subcommand("rename-player", "Rename a player in a game and its rematches");
  rename->add_option("TABLE", out.table, "The table's name")->required();
  rename->add_option("SEAT", out.seat, "Counted from 1")->required()->check(CLI::Range(1, 7));
  rename->add_option("NAME", out.name, "The new name")->default_str("someone");
  CLI::App* close = admin->add_subcommand("close-table", "Close a table permanently");
  close->add_option("TABLE", out.table, "The table's name")->required();
  for (CLI::App* each : {backup, restore, verify, archive, health, admin, reports, rename, close})
    each->fallthrough();
  app.footer("Without a command, cosetd serves until SIGTERM. cosetd(8) documents everything.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    out.command = Command::none;
    return out;
  } catch (const CLI::ParseError& error) {
    return Error{"usage", 0,
                 std::string(error.what()) + ". cosetd --help lists commands and options."};
  }
  const bool has_command = !app.get_subcommands().empty();
  const bool names_store = std::any_of(options.begin(), options.end(), [](const auto& each) {
    const std::string_view name = each.second->name;
    return (name == "data_dir" || name == "database") && each.first->count() > 0;
  });
  std::error_code none;
  if (file.empty() && !names_store && fs::exists(packaged, none)) {
    if (!has_command)
      out.unread_config = packaged;
    else if (::access(packaged, R_OK) == 0)
      file = packaged;
    else if (!fs::exists(default_data_dir()))
      return Error{"config.unreadable", 0,
                   std::string(packaged) +
                       " is not readable by this user. Run this as root, or give a data "
                       "directory with --data-dir."};
  }
  if (!file.empty()) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) return Error{"config.unreadable", 0, "Cannot read " + file + "."};
    auto read = parse_config(text, Options{});
    if (!read) return Error{"config.bad", 0, file + ": " + read.error().sentence};
    out.options = *std::move(read);
  }
  for (const auto& [option, spec] : options)
    if (option->count() > 0)
      std::visit([&](auto field) { out.options.*field = given.*field; }, spec->field);
  out.exposed = exposed_secrets({argv, static_cast<std::size_t>(argc)}, given);
  const bool is_service = !file.empty() && fs::equivalent(file, packaged, none);
  if (out.options.data_dir.empty())
    out.options.data_dir = is_service ? packaged_data_dir : default_data_dir();
  out.config = file;
  if (check->parsed()) out.command = Command::check;
  if (migrate->parsed()) out.command = Command::migrate;
  if (backup->parsed()) out.command = Command::backup;
  if (restore->parsed()) out.command = Command::restore;
  if (verify->parsed()) out.command = Command::verify;
  if (archive->parsed()) out.command = Command::archive;
  if (health->parsed()) out.command = Command::health;
  if (reports->parsed()) out.command = Command::list_reports;
  if (rename->parsed()) out.command = Command::rename_player;
  if (close->parsed()) out.command = Command::close_table;
  return out;
}

std::optional<Endpoint> parse_endpoint(std::string_view listen) {
  const std::size_t colon = listen.rfind(':');
  if (colon == listen.npos) return std::nullopt;
  std::string_view host = listen.substr(0, colon);
  const std::string_view digits = listen.substr(colon + 1);
  if (host.size() >= 2 && host.front() == '[' && host.back() == ']')
    host = host.substr(1, host.size() - 2);
  if (digits.empty() || digits.size() > 5 || digits.find_first_not_of("0123456789") != digits.npos)
    return std::nullopt;
  const auto port = std::stoul(std::string(digits));
  const auto address = net::address_of(host);
  if (!address || port > 65535) return std::nullopt;
  return Endpoint{*address, static_cast<std::uint16_t>(port)};
}

std::string contact_url(const std::string& contact) {
  return contact.empty() || is_page(contact) ? contact : "mailto:" + contact;
}

std::int64_t sockets_per_ip(const Options& options) {
  if (options.max_sockets_per_ip > 0) return options.max_sockets_per_ip;
  return options.public_url.empty() ? 200 : 64;
}

// A browser opens six for the files of a page.
std::int64_t connections_per_ip(const Options& options) {
  return options.max_sockets_per_ip > 0 ? 6 * options.max_sockets_per_ip : 400;
}

std::optional<Error> validate(const Options& options) {
  const auto bad = [](std::string sentence) { return Error{"config.bad", 0, std::move(sentence)}; };
  if (!parse_endpoint(options.listen))
    return bad("Invalid listen address '" + options.listen +
               "': expected ADDRESS:PORT, such as 0.0.0.0:8080.");
  for (const auto* list : {&options.trust_proxy, &options.metrics_allow})
    for (const std::string& address : *list)
      if (net::address_of(address) != address) return bad("Invalid IP address '" + address + "'.");
  if (!options.public_url.empty() && !net::origin_of(options.public_url))
    return bad("Invalid public_url '" + options.public_url +
               "': expected a URL such as https://play.example.");
  if (options.public_url.starts_with("https://") && options.trust_proxy.empty())
    return bad(
        "An https public_url needs a reverse proxy, because cosetd does not terminate TLS. Give "
        "the proxy's IP address with --trust-proxy; otherwise all players share its address.");
  for (const std::string& url : {options.imprint_url, options.privacy_url, options.source_url})
    if (!url.empty() && !is_page(url))
      return bad("Invalid URL '" + url + "': expected one such as https://play.example/imprint.");
  if (!options.contact.empty() && !is_page(options.contact) && !is_email(options.contact))
    return bad("Invalid contact '" + options.contact + "': expected an e-mail address or a URL.");
  if (!options.seed_database.empty() && options.database.empty())
    return bad("--seed-database requires --database; SQLite stores seeds in a separate file.");
  if (!options.node.empty()) {
    if (!protocol::is_node_name(options.node))
      return bad(
          "Invalid node '" + options.node +
          "': expected 1 to 32 lower-case letters, digits and hyphens, and no hyphen first.");
    if (options.database.empty())
      return bad("--node requires --database; a SQLite data directory belongs to one process.");
    if (options.cookie_key.empty())
      return bad("--node requires --cookie-key, the same at all nodes: players move between them.");
  }
  if (!options.cookie_key.empty() &&
      (options.cookie_key.size() != 64 || !is_hex(options.cookie_key)))
    return bad("cookie_key must be 64 lowercase hex digits.");
  if (options.max_sockets_per_ip < 0 || options.max_sockets_per_ip > 100'000)
    return bad("max_sockets_per_ip must be between 1 and 100000, or 0 for the default.");
  if (options.class_retention_days < 1 || options.class_retention_days > 3650)
    return bad("class_retention_days must be between 1 and 3650.");
  if (options.bot_threads < 1 || options.bot_threads > 256)
    return bad("bot_threads must be between 1 and 256.");
  if (options.commit_interval < 0 || options.commit_interval > 100)
    return bad("commit_interval must be between 0 and 100 milliseconds.");
  return std::nullopt;
}

}  // namespace coset::cosetd
