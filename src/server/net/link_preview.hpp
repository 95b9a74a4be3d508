// The page for the link to a table, /t/NAME, or to a day, /d/DATE, with the Open Graph tags that
// other programs show as a card. The invitation to a table is behind the link's '#' and never
// reaches the server. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace coset::net {

struct Preview {
  std::string site;                   // the name of the server
  std::string table;                  // NAME
  std::optional<std::string> origin;  // "https://play.example", set by the operator
  std::string date = {};              // DATE, for the page of a day instead of a table's
};

// Its files are one directory up.
std::string with_preview(std::string_view page, const Preview& preview);

// Escapes text for HTML or its attributes.
std::string escaped(std::string_view text);

}  // namespace coset::net
