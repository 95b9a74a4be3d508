// Sets the number of cases of every property before RapidCheck first reads its configuration. What
// RC_PARAMS says already stands, so that a failure's own line reproduces it.
#include <cstdlib>
#include <string>

namespace {

constexpr double cases = 500;

const bool scaled = [] {
  const char* text = std::getenv("COSET_TEST_SCALE");
  const double scale = text == nullptr ? 1 : std::atof(text);
  const char* given = std::getenv("RC_PARAMS");
  std::string params = given == nullptr ? "" : given;
  if (params.find("max_success") == std::string::npos) {
    const int count = scale * cases < 1 ? 1 : static_cast<int>(scale * cases);
    params += " max_success=" + std::to_string(count);
  }
  return setenv("RC_PARAMS", params.c_str(), 1) == 0;
}();

}  // namespace
