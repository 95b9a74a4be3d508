#include "server/net/link_preview.hpp"

namespace coset::net {

namespace {

void replace_all(std::string& text, std::string_view before, std::string_view after) {
  for (std::size_t at = 0; (at = text.find(before, at)) != text.npos; at += after.size())
    text.replace(at, before.size(), after);
}

void add(std::string& out, std::string_view property, std::string_view content) {
  out.append("    <meta property=\"").append(property).append("\" content=\"");
  out.append(escaped(content)).append("\" />\n");
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string with_preview(std::string_view page, const Preview& preview) {
  std::string tags;
  const bool day = !preview.date.empty();
  add(tags, "og:type", "website");
  add(tags, "og:site_name", preview.site);
  add(tags, "og:title", day ? "The deal of " + preview.date : "Join the table " + preview.table);
  add(tags, "og:description",
      (day ? "A Solitaire, the same for everyone, on " : "An invitation to a game on ") +
          preview.site + ". No account, nothing to install.");
  // Cards need absolute URLs, and the client is not trusted to name this server.
  if (preview.origin) {
    add(tags, "og:url", *preview.origin + (day ? "/d/" + preview.date : "/t/" + preview.table));
    add(tags, "og:image", *preview.origin + "/card.png");
    add(tags, "og:image:width", "1200");
    add(tags, "og:image:height", "630");
    add(tags, "twitter:card", "summary_large_image");
  }
  std::string out(page);
  replace_all(out, "=\"./", "=\"../");
  const std::size_t head = out.find("</head>");
  if (head != out.npos) out.insert(out.rfind('\n', head) + 1, tags);
  return out;
}

}  // namespace coset::net
