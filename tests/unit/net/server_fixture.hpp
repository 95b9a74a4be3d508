// The server over real sockets, with a handler that echoes frames.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "server/net/server.hpp"
#include "unit/net/raw_client.hpp"

namespace coset::net {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Echo final : Handler, node::SocketHandler {
  node::Sockets* sockets = nullptr;
  int open = 0;
  std::function<void(node::Response)> late;
  std::vector<std::function<void(node::Response)>> held;  // until answer_held
  std::string vouched;                                    // an address that is
  std::string refused{};                                  // an address that is not admitted
  std::function<node::Response()> made{};                 // what /api/made answers

  node::AdmissionResult admit(const node::GuestIdentity& guest, node::RequestKind) override {
    if (guest.address == refused) return {node::Refusal{"rate.x", "Not now.", 7}, false};
    return {std::nullopt, guest.address == vouched};
  }

  bool in_event = false;
  void begin_event() override { in_event = true; }
  void pump() override { in_event = false; }

  void send(node::Socket to, std::string text) const {
    sockets->send(to, std::make_shared<const std::string>(std::move(text)));
  }
  node::SocketHandler& socket_handler() override { return *this; }
  void on_open(node::Socket socket, const node::GuestIdentity& guest,
               std::string_view target) override {
    ++open;
    send(socket, std::string(target) + " " + guest.id);
  }
  void on_message(node::Socket socket, std::string_view frame) override {
    if (frame == "flood")
      for (int i = 0; i < 70; ++i) send(socket, std::string(60000, 'x'));
    else if (frame == "much")
      for (int i = 0; i < 40; ++i) send(socket, std::string(60000, 'x'));
    else if (frame == "mine")
      sockets->release_address(socket);
    else if (frame == "bye")
      sockets->close(socket, node::Close::policy, "Enough.");
    else
      send(socket, std::string(frame));
  }
  void on_close(node::Socket) override { --open; }
  void call(const node::Request& request, std::function<void(node::Response)> done) override {
    if (request.target == "/api/late") {
      late = std::move(done);
      return;
    }
    if (request.target == "/api/made") return done(made());
    if (request.target == "/api/held") return held.push_back(std::move(done));
    if (request.target == "/api/teapot")
      return done({405, "application/json", "{}", {{"Allow", "GET"}}});
    if (request.method == "DELETE") return done({204, "", ""});
    done({200, "application/json", request.method + " " + request.target + " " + request.body});
  }
  bool ready() override { return open == 0; }
  bool draining() override { return is_draining; }
  bool is_draining = false;
  std::string metrics() override { return "open " + std::to_string(open) + "\n"; }
};

class ServerTest : public testing::Test {
 protected:
  ServerTest() {
    std::string pattern = std::filesystem::temp_directory_path() / "coset-site-XXXXXX";
    folder_ = mkdtemp(pattern.data());
    std::filesystem::create_directory(folder_ / "assets");
    std::ofstream(folder_ / "index.html") << "<p>the page</p>";
    std::ofstream(folder_ / "assets" / "app-1a2b.js") << "let x";
    std::filesystem::create_directories(folder_ / "print");
    std::ofstream(folder_ / "print/pieces.pdf") << "%PDF-";
    std::ofstream(folder_ / "engine.wasm") << "wasm";
    std::ofstream(folder_ / "engine.wasm.br") << "brotli";
    std::ofstream(folder_ / "engine.wasm.gz") << "gzip";
  }
  ~ServerTest() override {
    if (thread_.joinable()) {
      loop_->stop();
      thread_.join();
    }
    server_.reset();
    loop_.reset();
    std::filesystem::remove_all(folder_);
  }
  void begin(ListenerConfig config = {}) {
    config.address = "127.0.0.1";
    config.port = 0;
    auto site = StaticSite::read(folder_);
    server_ = std::make_unique<Server>(*loop_, std::move(config), *std::move(site), cookies_);
    echo_.sockets = server_.get();
    ASSERT_EQ(server_->open(echo_), std::nullopt);
    port_ = server_->port();
    thread_ = std::thread([this] { loop_->run(); });
  }
  std::string get(std::string_view target, std::string_view headers = "") const {
    return RawClient(port_).request("GET " + std::string(target), headers);
  }
  // The server may count later than the client sees it.
  template <class Test>
  bool soon(const Test& test) {
    for (int i = 0; i < 500; ++i) {
      if (test(traffic())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  void answer_held() {
    loop_->post([this] {
      for (auto& done : std::exchange(echo_.held, {})) done({200, "", ""});
    });
  }
  TrafficCounters traffic() {
    std::promise<TrafficCounters> out;
    loop_->post([&] { out.set_value(server_->traffic()); });
    return out.get_future().get();
  }

  std::filesystem::path folder_;
  std::unique_ptr<EventLoop> loop_ = std::make_unique<EventLoop>();
  GuestCookies cookies_{GuestCookies::Key{}};
  Echo echo_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::uint16_t port_ = 0;
};

}  // namespace coset::net
