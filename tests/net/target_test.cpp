#include "net/target.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

Route route(std::string_view target) { return read_target(target).route; }

TEST(TargetTest, KnowsItsRoutes) {
  EXPECT_EQ(route("/"), Route::page);
  EXPECT_EQ(route("/?a=1"), Route::page);
  EXPECT_EQ(route("/t/red-old-fox"), Route::page);
  EXPECT_EQ(route("/teach"), Route::page);
  EXPECT_EQ(route("/K7M2QX"), Route::page);
  EXPECT_EQ(route("/k7m2qx"), Route::file);
  EXPECT_EQ(route("/t/a/b"), Route::file);
  EXPECT_EQ(route("/assets/app-1234.js"), Route::file);
  EXPECT_EQ(route("/api/site"), Route::api);
  EXPECT_EQ(route("/apish"), Route::file);
  EXPECT_EQ(route("/ws"), Route::socket);
  EXPECT_EQ(route("/ws/t/red-old-fox?x"), Route::socket);
  EXPECT_EQ(route("/metrics"), Route::metrics);
  EXPECT_EQ(route("/healthz"), Route::health);
  EXPECT_EQ(route("/readyz"), Route::ready);
  EXPECT_EQ(route("/.well-known/security.txt"), Route::security);
}

TEST(TargetTest, RefusesWhatIsNoPath) {
  for (const char* bad : {"", "a", "*", "http://x/", "/..", "/a/../b", "/./a", "/%2e%2e/etc", "/%",
                          "/%4", "/%zz", "/%00", "/a\\b", "/a b", "/%0d%0a", "/\xc3\xa9"})
    EXPECT_EQ(route(bad), Route::bad) << bad;
  EXPECT_EQ(route("/" + std::string(1024, 'a')), Route::bad);
}

TEST(TargetTest, FindsTheFilesOfThePageOfATable) {
  EXPECT_EQ(read_target("/t/assets/app-1234.js").path, "/assets/app-1234.js");
  EXPECT_EQ(read_target("/t/icon.svg").path, "/icon.svg");
  EXPECT_EQ(read_target("/t/icon.svg").route, Route::file);
}

TEST(TargetTest, KnowsWhoseTableAPageIs) {
  EXPECT_EQ(table_of(read_target("/t/red-old-fox")), "red-old-fox");
  for (const char* other : {"/", "/teach", "/t/", "/t/%22onload=", "/t/<b>", "/api/t/x", "/t/a/b"})
    EXPECT_EQ(table_of(read_target(other)), "") << other;
  EXPECT_EQ(table_of(read_target("/t/" + std::string(41, 'a'))), "");
}

TEST(TargetTest, ReadsPercentSigns) {
  EXPECT_EQ(read_target("/%74/a%2Db?c%").path, "/t/a-b");
  EXPECT_EQ(route("/%61pi/x"), Route::api);
}

}  // namespace
}  // namespace coset::net
