// The server over real sockets, with a host that says back what it hears.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "net/raw_client.hpp"
#include "net/server.hpp"

namespace coset::net {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Echo final : Host {
  serve::Sockets* sockets = nullptr;
  int open = 0;
  std::function<void(serve::Response)> late;
  std::string vouched;    // the address of who is
  std::string refused{};  // and of who is not admitted

  serve::Admission admit(const serve::Visitor& visitor, serve::Asking) override {
    if (visitor.address == refused) return {serve::Refusal{"rate.x", "Not now.", 7}, false};
    return {std::nullopt, visitor.address == vouched};
  }

  void say(serve::Socket to, std::string text) const {
    sockets->send(to, std::make_shared<const std::string>(std::move(text)));
  }
  void opened(serve::Socket socket, const serve::Visitor& visitor,
              std::string_view target) override {
    ++open;
    say(socket, std::string(target) + " " + visitor.id);
  }
  void received(serve::Socket socket, std::string_view frame) override {
    if (frame == "flood")
      for (int i = 0; i < 70; ++i) say(socket, std::string(60000, 'x'));
    else if (frame == "much")
      for (int i = 0; i < 40; ++i) say(socket, std::string(60000, 'x'));
    else if (frame == "bye")
      sockets->close(socket, serve::Close::policy, "Enough.");
    else
      say(socket, std::string(frame));
  }
  void closed(serve::Socket) override { --open; }
  void call(const serve::Request& request, std::function<void(serve::Response)> done) override {
    if (request.target == "/api/late") {
      late = std::move(done);
      return;
    }
    if (request.target == "/api/teapot")
      return done({405, "application/json", "{}", {{"Allow", "GET"}}});
    done({200, "application/json", request.method + " " + request.target + " " + request.body});
  }
  bool ready() override { return open == 0; }
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
  void begin(Door door = {}) {
    door.address = "127.0.0.1";
    door.port = 0;
    auto site = Site::read(folder_);
    server_ = std::make_unique<Server>(*loop_, std::move(door), *std::move(site), guests_);
    echo_.sockets = server_.get();
    ASSERT_EQ(server_->open(echo_), std::nullopt);
    port_ = server_->port();
    thread_ = std::thread([this] { loop_->run(); });
  }
  std::string get(std::string_view target, std::string_view headers = "") const {
    return RawClient(port_).request("GET " + std::string(target), headers);
  }
  // The server may count a little after the client has seen it.
  template <class Test>
  bool soon(const Test& test) {
    for (int i = 0; i < 500; ++i) {
      if (test(traffic())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  Traffic traffic() {
    std::promise<Traffic> out;
    loop_->post([&] { out.set_value(server_->traffic()); });
    return out.get_future().get();
  }

  std::filesystem::path folder_;
  std::unique_ptr<Loop> loop_ = std::make_unique<Loop>();
  Guests guests_{Guests::Key{}};
  Echo echo_;
  std::unique_ptr<Server> server_;
  std::thread thread_;
  std::uint16_t port_ = 0;
};

}  // namespace coset::net
