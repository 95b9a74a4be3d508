#include "server/options.hpp"

#include <toml++/toml.h>
#include <unistd.h>
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <variant>

#include "net/client.hpp"

namespace coset::server {

namespace {

namespace fs = std::filesystem;

using Field = std::variant<std::string Options::*, std::vector<std::string> Options::*,
                           std::int64_t Options::*, bool Options::*>;

struct Known {
  const char* name;  // in the file, and with dashes as a flag
  const char* variable;
  Field field;
  const char* what;
};

const Known all_known[] = {
    {"listen", "COSET_LISTEN", &Options::listen, "ADDRESS:PORT to listen at"},
    {"data", "COSET_DATA", &Options::data,
     "Folder for the SQLite files and the key of cookies [$XDG_DATA_HOME/coset/server]"},
    {"database", "COSET_DATABASE", &Options::database,
     "URL of a PostgreSQL database instead of SQLite"},
    {"seed_database", "COSET_SEED_DATABASE", &Options::seed_database,
     "URL of another one for the seeds of deals, with the role coset_seed"},
    {"public_url", "COSET_PUBLIC_URL", &Options::public_url,
     "How people reach this server, such as https://play.example"},
    {"trust_proxy", "COSET_TRUST_PROXY", &Options::trust_proxy,
     "Address of a proxy whose X-Forwarded-* headers are true; may be given again"},
    {"metrics_to", "COSET_METRICS_TO", &Options::metrics_to,
     "Address that may read /metrics, beside this machine; may be given again"},
    {"site", "COSET_SITE", &Options::site, "Folder of the built web client"},
    {"name", "COSET_NAME", &Options::name, "What this server is called"},
    {"imprint_url", "COSET_IMPRINT_URL", &Options::imprint_url,
     "URL of a page that says who runs this server; the web client links to it"},
    {"privacy_url", "COSET_PRIVACY_URL", &Options::privacy_url,
     "URL of its privacy policy; the web client links to it"},
    {"contact", "COSET_CONTACT", &Options::contact,
     "Address of e-mail or URL for questions, and in /.well-known/security.txt"},
    {"source_url", "COSET_SOURCE_URL", &Options::source_url,
     "URL of the source of this program; the web client links to it"},
    {"cookie_key", "COSET_COOKIE_KEY", &Options::cookie_key,
     "64 hex digits that sign cookies, the same on every node [kept in the folder]"},
    {"sockets_an_address", "COSET_SOCKETS_AN_ADDRESS", &Options::sockets_an_address,
     "People for whom one address stands: its strangers' WebSockets and budgets"},
    {"threads", "COSET_THREADS", &Options::threads, "Threads in which bots think"},
    {"expect_data", "COSET_EXPECT_DATA", &Options::expect_data,
     "Do not start in a folder where nothing was kept before"},
    {"no_quick_match", "COSET_NO_QUICK_MATCH", &Options::no_quick_match,
     "Bring no strangers together: people meet by links and open tables"},
    {"no_watching", "COSET_NO_WATCHING", &Options::no_watching, "Let nobody watch who has no seat"},
};

std::string flag_of(const Known& known) {
  std::string out = known.name;
  for (char& c : out)
    if (c == '_') c = '-';
  return "--" + out;
}

// What the units of the package have (packaging/systemd): a command looks where the service does.
constexpr const char* packaged_file = "/etc/coset/cosetd.toml";
constexpr const char* packaged_data = "/var/lib/coset";

std::string default_data() {
  const char* home = std::getenv("HOME");
  const char* data = std::getenv("XDG_DATA_HOME");
  if (data != nullptr && *data == '/') return std::string(data) + "/coset/server";
  return std::string(home == nullptr ? "" : home) + "/.local/share/coset/server";
}

Error error_at(const toml::source_region& region, const std::string& what) {
  return {"config.bad", 0, "Line " + std::to_string(region.begin.line) + ": " + what};
}

std::optional<Error> take(const toml::node& node, const std::string& name, Options& options,
                          std::string Options::* field) {
  const auto value = node.value_exact<std::string>();
  if (!value) return error_at(node.source(), name + " is a text in quotes.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> take(const toml::node& node, const std::string& name, Options& options,
                          std::int64_t Options::* field) {
  const auto value = node.value_exact<std::int64_t>();
  if (!value) return error_at(node.source(), name + " is a number.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> take(const toml::node& node, const std::string& name, Options& options,
                          bool Options::* field) {
  const auto value = node.value_exact<bool>();
  if (!value) return error_at(node.source(), name + " is true or false.");
  options.*field = *value;
  return std::nullopt;
}
std::optional<Error> take(const toml::node& node, const std::string& name, Options& options,
                          std::vector<std::string> Options::* field) {
  const toml::array* list = node.as_array();
  if (list == nullptr) return error_at(node.source(), name + " is a list of texts.");
  (options.*field).clear();
  for (const toml::node& each : *list) {
    const auto value = each.value_exact<std::string>();
    if (!value) return error_at(each.source(), name + " is a list of texts.");
    (options.*field).push_back(*value);
  }
  return std::nullopt;
}

// Nothing in it that could end a line of a header or a quoted attribute.
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

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == text.npos;
}

}  // namespace

Result<Options> read_file(std::string_view text, Options options) {
  toml::table table;
  try {
    table = toml::parse(text);
  } catch (const toml::parse_error& error) {
    return error_at(error.source(), std::string(error.description()) + ".");
  }
  for (const auto& [key, node] : table) {
    const auto known = std::find_if(std::begin(all_known), std::end(all_known),
                                    [&](const Known& each) { return key.str() == each.name; });
    if (known == std::end(all_known))
      return error_at(key.source(), "'" + std::string(key.str()) + "' is not known.");
    const auto error = std::visit(
        [&](auto field) { return take(node, known->name, options, field); }, known->field);
    if (error) return *error;
  }
  return options;
}

Result<Asked> read_options(int argc, const char* const* argv) {
  CLI::App app("cosetd serves Coset: the web client, and tables for people who play each other.",
               "cosetd");
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.set_version_flag("-V,--version", "cosetd " COSET_VERSION, "Print the version and exit");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  Options given;
  std::string file;
  app.add_option("-c,--config", file, "TOML file with the same names, dashes as underscores")
      ->envname("COSET_CONFIG")
      ->type_name("FILE");
  std::vector<std::pair<CLI::Option*, const Known*>> options;
  for (const Known& known : all_known) {
    CLI::Option* option = std::visit(
        [&](auto field) {
          if constexpr (std::is_same_v<decltype(field), bool Options::*>)
            return app.add_flag(flag_of(known), given.*field, known.what);
          else
            return app.add_option(flag_of(known), given.*field, known.what);
        },
        known.field);
    option->envname(known.variable);
    if (std::holds_alternative<std::vector<std::string> Options::*>(known.field))
      option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->delimiter(',');
    options.emplace_back(option, &known);
  }
  app.require_subcommand(0, 1);
  app.fallthrough();
  CLI::App* config = app.add_subcommand("config", "About the configuration");
  CLI::App* check = config->add_subcommand("check", "Say whether it can be used, and how it reads");
  config->require_subcommand(1);
  config->fallthrough();
  check->fallthrough();
  CLI::App* migrate =
      app.add_subcommand("migrate", "Bring the PostgreSQL databases to the form of this program");
  migrate->fallthrough();
  Asked out;
  CLI::App* backup = app.add_subcommand(
      "backup", "Copy all that is kept into one file, while the server plays on");
  backup->add_option("FILE", out.file, "The copy; in a folder it is coset-DATE.db")->required();
  backup->add_option("--keep", out.keep, "Copies that stay in a folder")
      ->check(CLI::Range(1, 10000))
      ->capture_default_str();
  CLI::App* restore = app.add_subcommand("restore", "Fill an empty folder from a copy");
  restore->add_option("FILE", out.file, "The copy")->required();
  CLI::App* verify = app.add_subcommand(
      "verify-data", "Compute the chains of all games again, and say what broke");
  CLI::App* health = app.add_subcommand("health", "Say whether the server at --listen answers");
  CLI::App* admin = app.add_subcommand("admin", "Look after names and tables, while people play");
  admin->require_subcommand(1);
  CLI::App* names = admin->add_subcommand("names", "List the names that people have reported");
  CLI::App* rename =
      admin->add_subcommand("rename", "Give somebody another name in a game and its rematches");
  rename->add_option("TABLE", out.table, "The table's name")->required();
  rename->add_option("SEAT", out.seat, "Counted from 1")->required()->check(CLI::Range(1, 7));
  rename->add_option("NAME", out.name, "The other name")->default_str("someone");
  CLI::App* close = admin->add_subcommand("close", "Close a table for good");
  close->add_option("TABLE", out.table, "The table's name")->required();
  for (CLI::App* each : {backup, restore, verify, health, admin, names, rename, close})
    each->fallthrough();
  app.footer("Without a command it serves until SIGTERM. cosetd(8) tells all of it.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    app.exit(help);
    out.what = What::nothing;
    return out;
  } catch (const CLI::ParseError& error) {
    return Error{"usage", 0, std::string(error.what()) + ". cosetd --help lists what there is."};
  }
  const bool command = !app.get_subcommands().empty();
  const bool says_where = std::any_of(options.begin(), options.end(), [](const auto& each) {
    const std::string_view name = each.second->name;
    return (name == "data" || name == "database") && each.first->count() > 0;
  });
  if (file.empty() && command && !says_where && fs::exists(packaged_file)) {
    if (::access(packaged_file, R_OK) == 0)
      file = packaged_file;
    else if (!fs::exists(default_data()))
      return Error{"config.unreadable", 0,
                   std::string(packaged_file) +
                       " cannot be read by this user. Run this as root, or name a folder by "
                       "--data."};
  }
  if (!file.empty()) {
    std::ifstream in(file);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (!in) return Error{"config.unreadable", 0, file + " cannot be read."};
    auto read = read_file(text, Options{});
    if (!read) return Error{"config.bad", 0, file + ": " + read.error().sentence};
    out.options = *std::move(read);
  }
  for (const auto& [option, known] : options)
    if (option->count() > 0)
      std::visit([&](auto field) { out.options.*field = given.*field; }, known->field);
  std::error_code none;
  const bool packaged = !file.empty() && fs::equivalent(file, packaged_file, none);
  if (out.options.data.empty()) out.options.data = packaged ? packaged_data : default_data();
  out.config = file;
  if (check->parsed()) out.what = What::check;
  if (migrate->parsed()) out.what = What::migrate;
  if (backup->parsed()) out.what = What::backup;
  if (restore->parsed()) out.what = What::restore;
  if (verify->parsed()) out.what = What::verify;
  if (health->parsed()) out.what = What::health;
  if (names->parsed()) out.what = What::names;
  if (rename->parsed()) out.what = What::rename;
  if (close->parsed()) out.what = What::close;
  return out;
}

std::optional<Place> place_of(std::string_view listen) {
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
  return Place{*address, static_cast<std::uint16_t>(port)};
}

std::string contact_url(const std::string& contact) {
  return contact.empty() || is_page(contact) ? contact : "mailto:" + contact;
}

std::optional<Error> wrong(const Options& options) {
  const auto bad = [](std::string sentence) { return Error{"config.bad", 0, std::move(sentence)}; };
  if (!place_of(options.listen))
    return bad("'" + options.listen + "' is no ADDRESS:PORT, such as 0.0.0.0:8080.");
  for (const auto* list : {&options.trust_proxy, &options.metrics_to})
    for (const std::string& address : *list)
      if (net::address_of(address) != address) return bad("'" + address + "' is no address.");
  if (!options.public_url.empty() && !net::origin_of(options.public_url))
    return bad("'" + options.public_url + "' is no URL, such as https://play.example.");
  if (options.public_url.starts_with("https://") && options.trust_proxy.empty())
    return bad(
        "cosetd speaks no TLS, so a proxy stands before an https URL. Name its address by "
        "--trust-proxy; without it all players would come from one address.");
  for (const std::string& url : {options.imprint_url, options.privacy_url, options.source_url})
    if (!url.empty() && !is_page(url))
      return bad("'" + url + "' is no URL of a page, such as https://play.example/imprint.");
  if (!options.contact.empty() && !is_page(options.contact) && !is_email(options.contact))
    return bad("'" + options.contact + "' is no address of e-mail and no URL.");
  if (!options.seed_database.empty() && options.database.empty())
    return bad("--seed-database needs --database: SQLite keeps seeds in a file of their own.");
  if (!options.cookie_key.empty() &&
      (options.cookie_key.size() != 64 || !is_hex(options.cookie_key)))
    return bad("The key of cookies has 64 hex digits in small letters.");
  if (options.sockets_an_address < 1 || options.sockets_an_address > 100'000)
    return bad("An address may have 1 to 100000 sockets.");
  if (options.threads < 1 || options.threads > 256) return bad("Bots need 1 to 256 threads.");
  return std::nullopt;
}

}  // namespace coset::server
