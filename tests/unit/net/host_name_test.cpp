#include "server/net/host_name.hpp"

#include <gtest/gtest.h>

namespace coset::net {
namespace {

TEST(HostName, AddressesAndLocalNamesAreLocal) {
  for (const char* host : {"127.0.0.1",
                           "192.168.1.20:8080",
                           "10.0.0.1:",
                           "127.0.0.1.",
                           "[::1]",
                           "[::1]:8080",
                           "[fe80::1%25eth0]:80",
                           "[::ffff:10.0.0.1]",
                           "localhost",
                           "LOCALHOST:8080",
                           "localhost.",
                           "teacher-laptop",
                           "my_pc:1",
                           "penguin.linux.test",
                           "coset.local",
                           "Coset.LOCAL.:80",
                           "a.b.localhost",
                           "box.lan",
                           "host.docker.internal",
                           "pi.home.arpa",
                           "2130706433"})
    EXPECT_TRUE(is_local_host(host)) << host;
}

TEST(HostName, NamesOfThePublicDnsAreNot) {
  for (const char* host :
       {"evil.example", "evil.example:80", "evil.example.", "play.example..", "EVIL.EXAMPLE",
        "127.0.0.1.evil.example", "127.0.0.1.nip.io", "localhost.evil.example", "evil.notlocal",
        "evil.xtest", "1.2.3", "256.1.1.1", "0x7f.1", "127.1"})
    EXPECT_FALSE(is_local_host(host)) << host;
}

TEST(HostName, TextsThatHideAName) {
  for (const char* host : {"",
                           ".",
                           "..",
                           ".local",
                           "a..local",
                           ":80",
                           "localhost:evil.example",
                           "localhost:80:80",
                           "localhost:123456",
                           "localhost:8o",
                           "[::1]evil.example",
                           "[::1]evil.example:80",
                           "[evil]",
                           "[127.0.0.1]",
                           "[::1",
                           "::1",
                           "[]",
                           "localhost,evil.example",
                           "evil%2eexample",
                           "user@localhost",
                           "localhost/evil.example",
                           "localhost evil.example",
                           "a=b",
                           "\xc3\xbc"})
    EXPECT_FALSE(is_local_host(host)) << host;
}

}  // namespace
}  // namespace coset::net
