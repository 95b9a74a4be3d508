#include "apps/coset/cli/arena/child_process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {
namespace {

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

// Allows only so many descriptors more, while it lives.
class Scarcity {
 public:
  explicit Scarcity(int more) {
    getrlimit(RLIMIT_NOFILE, &usual_);
    rlimit scarce = usual_;
    for (scarce.rlim_cur = 0; more > 0; ++scarce.rlim_cur)
      if (!is_open(static_cast<int>(scarce.rlim_cur))) --more;
    setrlimit(RLIMIT_NOFILE, &scarce);
    most_ = static_cast<int>(scarce.rlim_cur);
  }
  ~Scarcity() { setrlimit(RLIMIT_NOFILE, &usual_); }
  Scarcity(const Scarcity&) = delete;
  Scarcity& operator=(const Scarcity&) = delete;

  int open() const {
    int out = 0;
    for (int i = 0; i < most_; ++i) out += is_open(i) ? 1 : 0;
    return out;
  }

 private:
  rlimit usual_{};
  int most_ = 0;
};

TEST(ChildProcess, ProgramsThatCannotBeStartedLeaveNothingOpen) {
  for (const int more : {0, 1, 2, 3}) {  // four are needed
    const Scarcity scarcity(more);
    const int before = scarcity.open();
    EXPECT_THROW(ChildProcess("true"), Failure) << more;
    EXPECT_EQ(scarcity.open(), before) << more;
  }
}

TEST(ChildProcess, AProgramAnswersInLines) {
  using std::chrono::seconds;
  ChildProcess cat("cat");
  const auto until = ChildProcess::Clock::now() + seconds(20);
  EXPECT_EQ(cat.tell("a line", until), ChildProcess::Said::line);
  std::string heard;
  EXPECT_EQ(cat.hear(heard, until), ChildProcess::Said::line);
  EXPECT_EQ(heard, "a line");
}

}  // namespace
}  // namespace coset::cli
