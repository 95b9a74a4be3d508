#include "apps/cosetd/options.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "apps/cosetd/qr.hpp"

namespace coset::cosetd {
namespace {

template <class... Words>
Result<Invocation> parse(Words... words) {
  const char* argv[] = {"cosetd", words...};
  return parse_arguments(1 + sizeof...(words), argv);
}

TEST(OptionsTest, DefaultsServeALocalNetwork) {
  const auto got = parse("--data-dir", "/tmp/x");
  ASSERT_TRUE(got);
  EXPECT_EQ(got->command, Command::serve);
  EXPECT_EQ(got->options.listen, "0.0.0.0:8080");
  EXPECT_EQ(sockets_per_ip(got->options), 200);
  EXPECT_EQ(connections_per_ip(got->options), 400);
  EXPECT_EQ(sockets_per_ip(parse("--public-url", "http://play.example")->options), 64);
  EXPECT_EQ(sockets_per_ip(parse("--max-sockets-per-ip", "7")->options), 7);
  EXPECT_EQ(connections_per_ip(parse("--max-sockets-per-ip", "7")->options), 42);
  EXPECT_FALSE(got->options.no_classes);
  EXPECT_TRUE(parse("--no-classes")->options.no_classes);
  EXPECT_EQ(got->options.class_retention_days, 30);
  EXPECT_EQ(parse("--class-retention-days", "7")->options.class_retention_days, 7);
  EXPECT_EQ(got->options.commit_interval, 4);
  EXPECT_EQ(validate(got->options), std::nullopt);
}

TEST(OptionsTest, FlagsOverrideTheEnvironment) {
  setenv("COSET_LISTEN", "127.0.0.1:1", 1);
  setenv("COSET_TRUST_PROXY", "10.0.0.1,10.0.0.2", 1);
  EXPECT_EQ(parse()->options.listen, "127.0.0.1:1");
  EXPECT_EQ(parse()->options.trust_proxy, (std::vector<std::string>{"10.0.0.1", "10.0.0.2"}));
  EXPECT_EQ(parse("--listen", "127.0.0.1:2")->options.listen, "127.0.0.1:2");
  unsetenv("COSET_LISTEN");
  unsetenv("COSET_TRUST_PROXY");
}

TEST(OptionsTest, ParsesCommands) {
  EXPECT_EQ(parse("config", "check", "--server-name", "Class 7b")->command, Command::check);
  EXPECT_EQ(parse("config", "check", "--server-name", "Class 7b")->options.server_name, "Class 7b");
  EXPECT_EQ(parse("migrate", "--database", "x")->command, Command::migrate);
  EXPECT_FALSE(parse("--what"));
  EXPECT_FALSE(parse("--bot-threads", "many"));
}

// What stands on the command line can be read by every user of the machine.
TEST(OptionsTest, NamesSecretsOnTheCommandLine) {
  using Flags = std::vector<std::string>;
  const std::string key(64, 'a');
  EXPECT_EQ(parse("--cookie-key", key.c_str())->exposed, Flags{"--cookie-key"});
  EXPECT_EQ(parse(("--cookie-key=" + key).c_str())->exposed, Flags{"--cookie-key"});
  for (const char* url : {"postgresql://me:s3cret@db/games", "postgresql://me@db/games?password=x",
                          "host=db password = x", "postgres://me:p@ss@db", "host=db sslpassword=x"})
    EXPECT_EQ(parse("--database", url)->exposed, Flags{"--database"}) << url;
  EXPECT_EQ(parse("--database", "host=a", "--seed-database", "host=a password=b")->exposed,
            Flags{"--seed-database"});
  for (const char* url : {"postgresql://me@db:5433/games", "postgresql:///games", "host=/run/x",
                          "postgresql://db:5432,other:5432/games?user=a:b@c"})
    EXPECT_EQ(parse("--database", url)->exposed, Flags{}) << url;
  setenv("COSET_COOKIE_KEY", key.c_str(), 1);
  EXPECT_EQ(parse()->exposed, Flags{});
  unsetenv("COSET_COOKIE_KEY");
}

// On a packaged host the commands read the service's file, and a server in a shell does not.
TEST(OptionsTest, NamesTheServicesFileThatAServerDoesNotRead) {
  std::string file = testing::TempDir() + "coset-options-XXXXXX";
  close(mkstemp(file.data()));
  std::ofstream(file) << "server_name = \"Packaged\"\n";
  const auto parse = [](std::vector<const char*> words, const char* packaged) {
    words.insert(words.begin(), "cosetd");
    return *parse_arguments(static_cast<int>(words.size()), words.data(), packaged);
  };
  EXPECT_EQ(parse({}, file.c_str()).unread_config, file);
  EXPECT_EQ(parse({}, file.c_str()).options.server_name, "Coset");
  EXPECT_EQ(parse({"--listen", "127.0.0.1:1"}, file.c_str()).unread_config, file);
  EXPECT_EQ(parse({}, "/nowhere/cosetd.toml").unread_config, "");
  EXPECT_EQ(parse({"--data-dir", "/tmp/x"}, file.c_str()).unread_config, "");
  EXPECT_EQ(parse({"--database", "host=x"}, file.c_str()).unread_config, "");
  EXPECT_EQ(parse({"--config", file.c_str()}, file.c_str()).unread_config, "");
  EXPECT_EQ(parse({"config", "check"}, file.c_str()).unread_config, "");
  EXPECT_EQ(parse({"config", "check"}, file.c_str()).options.server_name, "Packaged");
  std::remove(file.c_str());
}

TEST(OptionsTest, ParsesAConfigFile) {
  const auto got = parse_config(
      "listen = \"10.0.0.1:80\"\ntrust_proxy = [\"127.0.0.1\"]\nmax_sockets_per_ip = 40\n", {});
  ASSERT_TRUE(got);
  EXPECT_EQ(got->listen, "10.0.0.1:80");
  EXPECT_EQ(got->trust_proxy, std::vector<std::string>{"127.0.0.1"});
  EXPECT_EQ(got->max_sockets_per_ip, 40);
}

TEST(OptionsTest, NamesTheInvalidLineOfAConfigFile) {
  for (const char* bad : {"\nlisten = 7\n", "\nlisen = \"x\"\n", "\nbot_threads = \"2\"\n",
                          "\ntrust_proxy = \"x\"\n", "\ntrust_proxy = [1]\n", "\nlisten\n"}) {
    const auto got = parse_config(bad, {});
    ASSERT_FALSE(got) << bad;
    EXPECT_NE(got.error().sentence.find("Line 2"), std::string::npos) << got.error().sentence;
  }
}

TEST(OptionsTest, RejectsInvalidOptions) {
  const auto bad = [](auto change) {
    Options options;
    change(options);
    return validate(options).has_value();
  };
  EXPECT_TRUE(bad([](Options& o) { o.listen = "8080"; }));
  EXPECT_TRUE(bad([](Options& o) { o.public_url = "https://play.example"; }));
  EXPECT_FALSE(bad([](Options& o) {
    o.public_url = "https://play.example";
    o.trust_proxy = {"127.0.0.1"};
  }));
  EXPECT_FALSE(bad([](Options& o) { o.public_url = "http://10.0.0.1:8080"; }));
  EXPECT_TRUE(bad([](Options& o) { o.trust_proxy = {"everybody"}; }));
  EXPECT_TRUE(bad([](Options& o) { o.seed_database = "x"; }));
  EXPECT_TRUE(bad([](Options& o) { o.cookie_key = "abc"; }));
  EXPECT_FALSE(bad([](Options& o) { o.cookie_key = std::string(64, 'a'); }));
  EXPECT_FALSE(bad([](Options& o) { o.imprint_url = "https://play.example/who?a=b#c"; }));
  for (const char* url : {"play.example", "javascript:alert(1)", "https://", "https:///x",
                          "https://a b", "https://a\"b", "https://a\nb", "ftp://a"}) {
    EXPECT_TRUE(bad([&](Options& o) { o.imprint_url = url; })) << url;
    EXPECT_TRUE(bad([&](Options& o) { o.privacy_url = url; })) << url;
    EXPECT_TRUE(bad([&](Options& o) { o.contact = url; })) << url;
  }
  EXPECT_FALSE(bad([](Options& o) { o.contact = "games@play.example"; }));
  EXPECT_TRUE(bad([](Options& o) { o.contact = "games@play.example\nExpires: x"; }));
  EXPECT_TRUE(bad([](Options& o) { o.max_sockets_per_ip = -1; }));
  EXPECT_TRUE(bad([](Options& o) { o.bot_threads = 0; }));
  EXPECT_TRUE(bad([](Options& o) { o.class_retention_days = 0; }));
  EXPECT_TRUE(bad([](Options& o) { o.class_retention_days = 3651; }));
  EXPECT_FALSE(bad([](Options& o) { o.commit_interval = 0; }));
  EXPECT_FALSE(bad([](Options& o) { o.commit_interval = 100; }));
  EXPECT_TRUE(bad([](Options& o) { o.commit_interval = 101; }));
  EXPECT_TRUE(bad([](Options& o) { o.commit_interval = -1; }));
}

TEST(OptionsTest, NodeNeedsADatabaseAndACookieKey) {
  Options options;
  options.node = "node-1";
  options.database = "host=x";
  options.cookie_key = std::string(64, 'a');
  EXPECT_FALSE(validate(options));
  for (const auto field : {&Options::database, &Options::cookie_key}) {
    Options without = options;
    (without.*field).clear();
    EXPECT_TRUE(validate(without));
  }
  for (const std::string& name :
       {std::string("-a"), std::string("A"), std::string("a b"), std::string(33, 'a')}) {
    options.node = name;
    EXPECT_TRUE(validate(options)) << name;
  }
  options.node = std::string(32, 'a');
  EXPECT_FALSE(validate(options));
  EXPECT_EQ(parse_config("node = \"n2\"\n", {})->node, "n2");
}

TEST(OptionsTest, ParsesEndpoints) {
  EXPECT_EQ(parse_endpoint("127.0.0.1:80")->port, 80);
  EXPECT_EQ(parse_endpoint("[::1]:8080")->address, "::1");
  for (const char* bad : {"", ":", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "localhost:80",
                          "127.0.0.1:8a", "127.0.0.1:-1"})
    EXPECT_FALSE(parse_endpoint(bad)) << bad;
}

TEST(QrTest, DrawsACode) {
  const std::string code = qr_text("http://10.0.0.1:8080/");
  EXPECT_NE(code.find("█"), std::string::npos);
  EXPECT_EQ(std::count(code.begin(), code.end(), '\n'), 15);  // 25 rows and a margin, by twos
  EXPECT_EQ(qr_text(std::string(5000, 'x')), "");
}

}  // namespace
}  // namespace coset::cosetd
