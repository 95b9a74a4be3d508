#include "apps/cosetd/startup_message.hpp"

#include <gtest/gtest.h>

#include "apps/cosetd/qr.hpp"

namespace coset::cosetd {
namespace {

constexpr const char* routes =
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
    "tun0\t00000000\t0100080A\t0003\t0\t0\t50\t00000000\t0\t0\t0\n"
    "eth0\t00000000\t0101A8C0\t0003\t0\t0\t700\t00000000\t0\t0\t0\n"
    "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
    "docker0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
    "cut\t00000000\n";

const std::vector<Address> addresses = {{"docker0", "172.17.0.1"},
                                        {"eth0", "192.168.1.8"},
                                        {"tun0", "10.8.0.2"},
                                        {"wlan0", "192.168.1.7"}};

Options class_options() {
  Options out;
  out.data_dir = "/srv/games";
  return out;
}

TEST(Addresses, SortTheDefaultRouteFirstAndVirtualOnesLast) {
  EXPECT_EQ(default_interface(routes), "wlan0");
  EXPECT_EQ(default_interface("Iface\n"), "");
  EXPECT_EQ(default_interface(""), "");
  const std::vector<Address> wanted = {addresses[3], addresses[1], addresses[0], addresses[2]};
  EXPECT_EQ(sort_by_reach(addresses, "wlan0"), wanted);
  EXPECT_EQ(sort_by_reach(addresses, "")[0], addresses[1]);
  for (const char* name : {"docker0", "veth1a2b", "br-9f", "virbr0", "tun0", "wg0"})
    EXPECT_TRUE(is_virtual(name)) << name;
  for (const char* name : {"eth0", "enp3s0", "wlan0", "wlp2s0", "br0", "usb0"})
    EXPECT_FALSE(is_virtual(name)) << name;
}

TEST(StartupMessage, ListsEveryAddressWithItsInterface) {
  const std::string said = startup_message(
      class_options(), {{"0.0.0.0", 8080}, 8080, sort_by_reach(addresses, "wlan0"), false});
  EXPECT_TRUE(
      said.starts_with("Coset is at http://192.168.1.7:8080/\n"
                       "  wlan0: http://192.168.1.7:8080/\n"
                       "  eth0: http://192.168.1.8:8080/\n"
                       "  docker0: http://172.17.0.1:8080/ (virtual: other machines may"))
      << said;
  EXPECT_EQ(said.find("Ctrl-C"), said.npos);
  const std::string local = startup_message(class_options(), {{"::1", 0}, 81, addresses, false});
  EXPECT_EQ(local, "Coset is at http://[::1]:81/\nTeachers: http://[::1]:81/teach\n");
  EXPECT_TRUE(
      startup_message(class_options(), {{"0.0.0.0", 1}, 1, {}, false})
          .starts_with("Coset is at http://127.0.0.1:1/\nTeachers: http://127.0.0.1:1/teach"));
  Options hosted = class_options();
  hosted.public_url = "https://play.example";
  const std::string public_one = startup_message(hosted, {{"0.0.0.0", 1}, 1, addresses, false});
  EXPECT_NE(public_one.find("\nTeachers: https://play.example/teach\n"), public_one.npos);
  hosted.no_classes = true;
  EXPECT_EQ(startup_message(hosted, {{"0.0.0.0", 1}, 1, {}, false}).find("Teachers"),
            std::string::npos);
}

TEST(StartupMessage, SaysOnATerminalWhereGamesAreStoredAndHowToStop) {
  const std::string said = startup_message(class_options(), {{"127.0.0.1", 1}, 1, {}, true});
  EXPECT_NE(said.find("Games are stored in /srv/games.\n"), said.npos);
  EXPECT_NE(said.find("Ctrl-C"), said.npos);
}

// The journal of a service would get it at each start.
TEST(StartupMessage, HasAQrCodeOnATerminalOnly) {
  const Startup startup{{"127.0.0.1", 1}, 1, {}, false};
  EXPECT_EQ(startup_message(class_options(), startup),
            "Coset is at http://127.0.0.1:1/\nTeachers: http://127.0.0.1:1/teach\n");
  Startup seen = startup;
  seen.terminal = true;
  EXPECT_NE(startup_message(class_options(), seen).find(qr_text("http://127.0.0.1:1/")),
            std::string::npos);
}

TEST(Qr, SetsItsColours) {
  const std::string code = qr_text("http://10.0.0.1:8080/");
  std::size_t lines = 0;
  for (std::size_t at = 0; at < code.size(); ++lines) {
    const std::size_t end = code.find('\n', at);
    const std::string line = code.substr(at, end - at);
    EXPECT_TRUE(line.starts_with("  \x1b[38;5;231;48;5;16m") && line.ends_with("\x1b[0m")) << line;
    at = end + 1;
  }
  EXPECT_EQ(lines, 15U);
}

}  // namespace
}  // namespace coset::cosetd
