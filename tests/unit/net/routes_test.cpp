#include "server/net/routes.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

Route route(std::string_view target) { return parse_target(target).route; }

TEST(Routes, MapsPaths) {
  EXPECT_EQ(route("/"), Route::page);
  EXPECT_EQ(route("/?a=1"), Route::page);
  EXPECT_EQ(route("/t/red-old-fox"), Route::page);
  EXPECT_EQ(route("/teach"), Route::page);
  EXPECT_EQ(route("/K7M2QX"), Route::page);
  EXPECT_EQ(route("/k7m2qx"), Route::page);
  EXPECT_EQ(route("/K7M-2QX?a=b"), Route::page);
  EXPECT_EQ(route("/k7m%202qx"), Route::page);
  EXPECT_EQ(route("/K7M2Q"), Route::file);
  EXPECT_EQ(route("/K7M2QXX"), Route::file);
  EXPECT_EQ(route("/K7M2-"), Route::file);
  EXPECT_EQ(route("/-K7M2QX"), Route::file);
  EXPECT_EQ(route("/K7M.2QX"), Route::file);
  EXPECT_EQ(route("/K7M2QX%20%20%20.."), Route::bad);
  EXPECT_EQ(route("/t/a/b"), Route::file);
  EXPECT_EQ(route("/assets/app-1234.js"), Route::file);
  EXPECT_EQ(route("/api/server"), Route::api);
  EXPECT_EQ(route("/apish"), Route::file);
  EXPECT_EQ(route("/ws"), Route::socket);
  EXPECT_EQ(route("/ws/t/red-old-fox?x"), Route::socket);
  EXPECT_EQ(route("/metrics"), Route::metrics);
  EXPECT_EQ(route("/healthz"), Route::health);
  EXPECT_EQ(route("/readyz"), Route::ready);
  EXPECT_EQ(route("/.well-known/security.txt"), Route::security);
}

TEST(Routes, KnowsTheSocketsOfAClass) {
  for (const char* of_class : {"/ws/c/K7M2QX", "/ws/c/k7m2qx?node=a", "/ws?class=K7M2QX",
                               "/ws/t/red-old-fox?node=a&class=K7M2QX"})
    EXPECT_TRUE(names_class(of_class)) << of_class;
  for (const char* other : {"/ws", "/ws?node=a", "/ws/t/class", "/ws/t/a?subclass=1", "/ws/cc/x"})
    EXPECT_FALSE(names_class(other)) << other;
}

TEST(Routes, RejectsInvalidPaths) {
  for (const char* bad : {"", "a", "*", "http://x/", "/..", "/a/../b", "/./a", "/%2e%2e/etc", "/%",
                          "/%4", "/%zz", "/%00", "/a\\b", "/a b", "/%0d%0a", "/\xc3\xa9"})
    EXPECT_EQ(route(bad), Route::bad) << bad;
  EXPECT_EQ(route("/" + std::string(1024, 'a')), Route::bad);
}

TEST(Routes, ResolvesFilesBesideTablePage) {
  EXPECT_EQ(parse_target("/t/assets/app-1234.js").path, "/assets/app-1234.js");
  EXPECT_EQ(parse_target("/t/icon.svg").path, "/icon.svg");
  EXPECT_EQ(parse_target("/t/icon.svg").route, Route::file);
}

TEST(Routes, ExtractsTableName) {
  EXPECT_EQ(table_of(parse_target("/t/red-old-fox")), "red-old-fox");
  for (const char* other : {"/", "/teach", "/t/", "/t/%22onload=", "/t/<b>", "/api/t/x", "/t/a/b"})
    EXPECT_EQ(table_of(parse_target(other)), "") << other;
  EXPECT_EQ(table_of(parse_target("/t/" + std::string(41, 'a'))), "");
}

TEST(Routes, ServesThePageOfADay) {
  EXPECT_EQ(route("/d/2026-11-23"), Route::page);
  EXPECT_EQ(date_of(parse_target("/d/2026-11-23?a=1")), "2026-11-23");
  EXPECT_EQ(table_of(parse_target("/d/2026-11-23")), "");
  EXPECT_EQ(parse_target("/d/assets/app-1234.js").path, "/assets/app-1234.js");
  for (const char* other : {"/", "/d/", "/d/2026-02-30", "/d/2026-11-23/a", "/d/today", "/t/2026"})
    EXPECT_EQ(date_of(parse_target(other)), "") << other;
  EXPECT_EQ(route("/d/2026-02-30"), Route::file);
}

TEST(Routes, DecodesPercentEncoding) {
  EXPECT_EQ(parse_target("/%74/a%2Db?c%").path, "/t/a-b");
  EXPECT_EQ(route("/%61pi/x"), Route::api);
}

}  // namespace
}  // namespace coset::net
