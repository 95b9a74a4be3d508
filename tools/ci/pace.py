"""How much longer than the budget's machine this one takes to compile a fixed source, sampled beside the steps.

A processor second is no fixed amount of work: where the cores and their caches belong to other machines too it holds a half or a
third of it, and no counter of this machine says so. Steps and the compiler feel that alike; a short loop, which needs no cache, does not.
"""

import os
import statistics
import subprocess
import threading

SOURCE = b"""#include <map>
#include <string>
#include <vector>
int main(int count, char** words) {
  std::map<std::string, std::vector<int>> places;
  for (int i = 0; i < count; ++i) places[words[i]].push_back(i);
  return static_cast<int>(places.size());
}
"""
COMPILER = ["clang++-19", "-std=c++20", "-O2", "-x", "c++", "-c", "-", "-o", os.devnull]
INTERVAL = 60  # seconds


def fixed_work():
    """Processor seconds of one compilation."""
    process = subprocess.Popen(COMPILER, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdin.write(SOURCE)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise OSError(f"{COMPILER[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime


class Pace:
    def __init__(self, interval=INTERVAL):
        self.samples, self.over, self.interval = [], threading.Event(), interval
        self.thread = threading.Thread(target=self.sample, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def sample(self):
        while True:
            try:
                self.samples.append(fixed_work())
            except OSError:
                return  # without the compiler a step says so
            if self.over.wait(self.interval):
                return

    def slowness(self, usual):
        """1 on the budget's machine, where the work takes `usual` seconds, and on a faster one."""
        return max(1.0, statistics.fmean(self.samples) / usual) if self.samples and usual else 1.0
