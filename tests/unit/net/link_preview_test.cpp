#include "server/net/link_preview.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

constexpr std::string_view page =
    "<html>\n  <head>\n    <script src=\"./assets/a.js\"></script>\n  </head>\n  <body>./</body>\n"
    "</html>\n";

TEST(Preview, AddsAbsoluteUrls) {
  const std::string got = with_preview(page, {"Class 7b", "red-old-fox", "https://play.example"});
  for (const char* part :
       {"<meta property=\"og:title\" content=\"Join the table red-old-fox\" />\n",
        "<meta property=\"og:site_name\" content=\"Class 7b\" />\n",
        "<meta property=\"og:url\" content=\"https://play.example/t/red-old-fox\" />\n",
        "<meta property=\"og:image\" content=\"https://play.example/card.png\" />\n",
        "<script src=\"../assets/a.js\"></script>"})
    EXPECT_NE(got.find(part), got.npos) << part << "\n" << got;
  EXPECT_LT(got.find("og:image"), got.find("</head>"));
  EXPECT_NE(got.find("<body>./</body>"), got.npos);
}

TEST(Preview, NamesADay) {
  const std::string got =
      with_preview(page, {"Class 7b", {}, "https://play.example", "2026-11-23"});
  for (const char* part :
       {"<meta property=\"og:title\" content=\"The deal of 2026-11-23\" />\n",
        "<meta property=\"og:url\" content=\"https://play.example/d/2026-11-23\" />\n",
        "<script src=\"../assets/a.js\"></script>"})
    EXPECT_NE(got.find(part), got.npos) << part << "\n" << got;
  EXPECT_EQ(got.find("table"), got.npos);
}

TEST(Preview, OmitsUrlsWithoutOrigin) {
  const std::string got = with_preview(page, {"Coset", "a", std::nullopt});
  EXPECT_EQ(got.find("og:url"), got.npos);
  EXPECT_EQ(got.find("og:image"), got.npos);
  EXPECT_NE(got.find("og:title"), got.npos);
}

TEST(Preview, EscapesHtml) {
  const std::string got = with_preview(page, {"\"><b>'&", "a", "https://x/\"><script>"});
  EXPECT_EQ(got.find("\"><b>"), got.npos);
  EXPECT_EQ(got.find("\"><script>"), got.npos);
  EXPECT_NE(got.find("content=\"&quot;&gt;&lt;b&gt;&#39;&amp;\""), got.npos);
  EXPECT_EQ(with_preview("no head", {"a", "b", "c"}), "no head");
}

}  // namespace
}  // namespace coset::net
