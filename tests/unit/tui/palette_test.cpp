#include "apps/coset/tui/palette.hpp"

#include <gtest/gtest.h>

namespace coset::tui {
namespace {

TerminalEnvironment terminal(const std::string& term) {
  TerminalEnvironment out;
  out.terminal = true;
  out.term = term;
  return out;
}

TEST(Palette, NoColourWithoutATerminal) {
  TerminalEnvironment pipe = terminal("xterm-256color");
  pipe.terminal = false;
  EXPECT_EQ(depth_for(When::automatic, pipe), Depth::none);
  EXPECT_EQ(depth_for(When::always, pipe), Depth::many);
  EXPECT_EQ(depth_for(When::automatic, terminal("dumb")), Depth::none);
  EXPECT_EQ(depth_for(When::automatic, terminal("")), Depth::none);
}

TEST(Palette, TheFlagBeatsTheVariablesAndNoColorTheRest) {
  TerminalEnvironment environment = terminal("xterm");
  EXPECT_EQ(depth_for(When::automatic, environment), Depth::sixteen);
  environment.no_color = "1";
  EXPECT_EQ(depth_for(When::automatic, environment), Depth::none);
  EXPECT_EQ(depth_for(When::always, environment), Depth::sixteen);
  environment.force_color = "1";
  environment.clicolor_force = "1";
  EXPECT_EQ(depth_for(When::automatic, environment), Depth::none);
  environment.no_color = "";
  EXPECT_EQ(depth_for(When::never, environment), Depth::none);
}

TEST(Palette, ForcedThroughAPipe) {
  TerminalEnvironment pipe;
  pipe.term = "xterm-256color";
  pipe.clicolor_force = "0";
  EXPECT_EQ(depth_for(When::automatic, pipe), Depth::none);
  pipe.clicolor_force = "1";
  EXPECT_EQ(depth_for(When::automatic, pipe), Depth::many);
  pipe.clicolor_force = "";
  pipe.force_color = "1";
  pipe.colorterm = "truecolor";
  EXPECT_EQ(depth_for(When::automatic, pipe), Depth::full);
}

TEST(Palette, TheLetterIsAlwaysThere) {
  for (int fill = 0; fill < 8; ++fill)
    for (const Depth depth : {Depth::none, Depth::sixteen, Depth::many, Depth::full})
      EXPECT_NE(styled("R", {.fill = fill}, depth).find('R'), std::string::npos);
  EXPECT_EQ(styled("R", {.fill = 1}, Depth::none), "R");
  EXPECT_EQ(styled("R", {.fill = 1}, Depth::many), "\x1b[48;5;160;97mR\x1b[0m");
  EXPECT_EQ(styled("C", {.fill = 0}, Depth::full), "C");
}

}  // namespace
}  // namespace coset::tui
