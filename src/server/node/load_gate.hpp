// LoadGate: how many tables, or classes, are read from the store at the same time. The others wait
// in order, so that a storm of reconnects delays neither moves nor those who came first. Belongs to
// one Node.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>

namespace coset::node {

class LoadGate {
 public:
  explicit LoadGate(std::size_t max_loading) : max_loading_(max_loading) {}
  LoadGate(const LoadGate&) = delete;
  LoadGate& operator=(const LoadGate&) = delete;
  ~LoadGate() = default;

  // What is being loaded or waits for it, until `leave` or its end.
  class Pass {
   public:
    Pass() = default;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass() { leave(); }
    bool held() const { return gate_ != nullptr; }
    bool waits() const {
      return gate_ != nullptr && !token_.expired() && gate_->waiting_.contains(number_);
    }
    void leave() {
      if (LoadGate* gate = std::exchange(gate_, nullptr); gate != nullptr && !token_.expired())
        gate->leave(number_);
    }

   private:
    friend class LoadGate;
    LoadGate* gate_ = nullptr;
    std::weak_ptr<int> token_;
    std::uint64_t number_ = 0;
  };

  // Whether the table may be loaded now; otherwise `start` is called later, perhaps from another
  // table's code.
  bool enter(Pass& pass, std::function<void()> start) {
    pass.gate_ = this;
    pass.token_ = lifetime_;
    pass.number_ = ++last_;
    if (loading_ < max_loading_) {
      ++loading_;
      return true;
    }
    waiting_.emplace(pass.number_, std::move(start));
    return false;
  }
  std::size_t loading() const { return loading_; }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  void leave(std::uint64_t number) {
    if (waiting_.erase(number) != 0) return;
    if (waiting_.empty()) {
      --loading_;
      return;
    }
    const auto start = std::move(waiting_.extract(waiting_.begin()).mapped());
    start();
  }

  std::shared_ptr<int> lifetime_ = std::make_shared<int>(0);
  std::size_t max_loading_;
  std::size_t loading_ = 0;
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::function<void()>> waiting_;
};

}  // namespace coset::node
