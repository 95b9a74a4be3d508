#include "apps/coset/cli/user_data/lesson_progress.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

namespace coset::cli {
namespace {

class LessonProgressTest : public testing::Test {
 protected:
  LessonProgressTest()
      : folder_(std::filesystem::path(testing::TempDir()) / ("lessons" + std::to_string(getpid()))),
        file_(folder_ / "coset" / "lessons.json") {}
  ~LessonProgressTest() override { std::filesystem::remove_all(folder_); }

  LessonProgress load() { return LessonProgress::load(file_, complaint_); }
  void write(const std::string& text) {
    std::filesystem::create_directories(file_.parent_path());
    std::ofstream(file_) << text;
  }

  std::filesystem::path folder_;
  std::filesystem::path file_;
  std::string complaint_;
};

TEST_F(LessonProgressTest, AWrongItemReturnsOnALaterDay) {
  LessonProgress progress = load();
  const ItemKey key{"colours.white", 7, 3};
  progress.answered(key, true, "2026-11-15");
  EXPECT_EQ(progress.remembered(), 0U);  // right at once: nothing to remember
  progress.answered(key, false, "2026-11-15");
  EXPECT_TRUE(progress.due("2026-11-15").empty());
  EXPECT_EQ(progress.due("2026-11-16"), std::vector{key});
  progress.answered(key, true, "2026-11-16");
  EXPECT_TRUE(progress.due("2026-11-18").empty());
  EXPECT_EQ(progress.due("2026-11-19"), std::vector{key});
}

// What an earlier program kept: seconds for dates, and a box for what was due at once.
TEST_F(LessonProgressTest, TheFirstFormatIsStillRead) {
  write(R"({"schema":1,"lessons":{"colours.white":{"best":7,"times":2,"passed":true}},"items":[)"
        R"({"lesson":"colours.white","seed":7,"item":3,"box":0,"due":1763208000},)"
        R"({"lesson":"colours.white","seed":7,"item":4,"box":4,"due":1763208000}]})");
  LessonProgress progress = load();
  EXPECT_EQ(complaint_, "");
  EXPECT_EQ(progress.result("colours.white")->best, 7);
  EXPECT_EQ(progress.due("2025-11-17").size(), 2U);
  EXPECT_TRUE(progress.due("2025-11-13").empty());
  progress.answered({"colours.white", 7, 4}, true, "2025-11-17");
  EXPECT_EQ(progress.remembered(), 1U);  // it was in the last box
  ASSERT_TRUE(progress.save());
  EXPECT_EQ(load().due("2025-11-17").size(), 1U);
}

TEST_F(LessonProgressTest, IsReadBack) {
  LessonProgress progress = load();
  const ItemKey key{"table.cancel", 0xffffffffffffffffU, 7};
  progress.answered(key, false, "2026-11-15");
  progress.finished("table.cancel", 5, false);
  progress.finished("table.cancel", 7, true);
  progress.finished("table.cancel", 3, false);
  ASSERT_TRUE(progress.save());
  const LessonProgress again = load();
  EXPECT_EQ(complaint_, "");
  EXPECT_EQ(again.due("2026-11-16"), std::vector{key});
  const auto result = again.result("table.cancel");
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->best, 7);
  EXPECT_EQ(result->times, 3);
  EXPECT_TRUE(result->passed);
  EXPECT_FALSE(again.result("table.exempt").has_value());
  // Nothing else lies in the folder: the file is written beside and moved.
  int files = 0;
  for ([[maybe_unused]] const auto& entry :
       std::filesystem::directory_iterator(file_.parent_path()))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST_F(LessonProgressTest, ADamagedFileIsMovedAside) {
  for (const char* text : {"{\"schema\":1,\"lessons\"", "", "[]", "{\"schema\":3}",
                           R"({"schema":1,"lessons":{},"items":[{"lesson":"x"}]})",
                           R"({"schema":1,"lessons":{"x":3},"items":[]})",
                           R"({"schema":1,"lessons":{},"items":[{"lesson":"x","seed":1,"item":0,)"
                           R"("box":9,"due":0}]})",
                           R"({"schema":2,"lessons":{},"items":[{"lesson":"x","seed":1,"item":0,)"
                           R"("box":0,"due":"2026-02-30"}]})"}) {
    write(text);
    complaint_.clear();
    const LessonProgress progress = load();
    EXPECT_NE(complaint_.find("lessons.json.bad"), std::string::npos) << text;
    EXPECT_EQ(progress.remembered(), 0U);
    std::filesystem::path aside = file_;
    aside += ".bad";
    std::ostringstream kept;
    kept << std::ifstream(aside).rdbuf();
    EXPECT_EQ(kept.str(), text);
    ASSERT_TRUE(progress.save());
    complaint_.clear();
    load();
    EXPECT_EQ(complaint_, "");
  }
}

TEST_F(LessonProgressTest, ReportsAFailedWrite) {
  std::filesystem::create_directories(folder_);
  std::ofstream(folder_ / "coset") << "a file where a folder should be";
  EXPECT_FALSE(load().save());
  std::string complaint;
  EXPECT_FALSE(LessonProgress::load(std::nullopt, complaint).save());  // nowhere to keep it
}

}  // namespace
}  // namespace coset::cli
