// The web client's files, read once into memory: only their names are served, so no path can lead
// outside. A file under /assets has its hash in its name and never changes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset::net {

struct StaticFile {
  std::string type;
  std::string etag;  // quoted; weak, since it is the same for every encoding
  std::string cache;
  std::string bytes;
  std::string brotli, gzip;  // compressed, if the build has made them
};

class StaticSite {
 public:
  StaticSite() = default;
  // Every file below the directory. An Error if it has no index.html.
  static Result<StaticSite> read(const std::string& directory);

  // Null if there is none. "/" is the page.
  const StaticFile* find(std::string_view path) const;

 private:
  void move_encoded(const std::string& path, std::string& bytes);
  std::map<std::string, StaticFile, std::less<>> files_;
};

std::string_view type_of(std::string_view name);

}  // namespace coset::net
