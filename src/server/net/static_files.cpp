#include "server/net/static_files.hpp"

#include <sodium.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/check.hpp"
#include "base/hex.hpp"

namespace coset::net {

namespace {

constexpr std::pair<std::string_view, std::string_view> types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".md", "text/plain; charset=utf-8"},
    {".pdf", "application/pdf"},
};

// Files of build tools, such as .vite, are not served.
bool is_hidden(std::string_view path) {
  constexpr std::string_view known = "/.well-known";
  if (path.starts_with(known)) path.remove_prefix(known.size());
  return path.find("/.") != path.npos;
}

std::string etag_of(std::string_view bytes) {
  std::array<unsigned char, 16> digest{};
  crypto_generichash(digest.data(), digest.size(),
                     reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr,
                     0);
  return "W/\"" + to_hex(digest) + "\"";
}

}  // namespace

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : types)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

Result<StaticSite> StaticSite::read(const std::string& directory) {
  CHECK(sodium_init() >= 0);
  StaticSite out;
  std::error_code ec;
  const auto unreadable = [&](const std::string& what) {
    return Error{"site.unreadable", 0, "Cannot read the web client: " + what + "."};
  };
  for (auto entry = std::filesystem::recursive_directory_iterator(directory, ec);
       !ec && entry != std::filesystem::recursive_directory_iterator(); entry.increment(ec)) {
    if (!entry->is_regular_file()) continue;
    const std::string path =
        "/" + std::filesystem::relative(entry->path(), directory).generic_string();
    if (is_hidden(path)) continue;
    std::ifstream in(entry->path(), std::ios::binary);
    StaticFile file;
    file.bytes.assign(std::istreambuf_iterator<char>(in), {});
    if (!in) return unreadable(entry->path().string());
    file.type = type_of(path);
    file.etag = etag_of(file.bytes);
    file.cache = path.starts_with("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    out.files_.emplace(path, std::move(file));
  }
  if (ec)
    return unreadable(directory + ": " + ec.message() +
                      "; give the directory of a build, such as web/dist");
  for (auto& [path, file] : out.files_) {
    out.move_encoded(path + ".br", file.brotli);
    out.move_encoded(path + ".gz", file.gzip);
  }
  std::erase_if(out.files_, [](const auto& each) { return each.second.type.empty(); });
  if (!out.files_.contains("/index.html"))
    return unreadable(directory +
                      " has no index.html; build it with 'npm run build' in web/, or omit"
                      " --web-root to serve tables without pages");
  return out;
}

void StaticSite::move_encoded(const std::string& path, std::string& bytes) {
  const auto found = files_.find(path);
  if (found == files_.end()) return;
  bytes = std::exchange(found->second, {}).bytes;
}

const StaticFile* StaticSite::find(std::string_view path) const {
  const auto found = files_.find(path == "/" ? "/index.html" : path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace coset::net
