// The web client's files, read once into memory: a name that is not among them is not there, so no
// path can lead outside. What is under /assets has its hash in its name and never changes.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace coset::net {

struct File {
  std::string type;
  std::string etag;  // in its quotes; weak, since it stands for every encoding
  std::string cache;
  std::string bytes;
  std::string brotli, gzip;  // the same, if the build has made them
};

class Site {
 public:
  Site() = default;
  // Every file below the folder. An Error if it has no index.html.
  static Result<Site> read(const std::string& folder);

  // Nothing if there is none. "/" is the page.
  const File* find(std::string_view path) const;

 private:
  void take_encoded(const std::string& path, std::string& bytes);
  std::map<std::string, File, std::less<>> files_;
};

std::string_view type_of(std::string_view name);

}  // namespace coset::net
