#include "apps/coset/cli/arena/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace coset::cli {

namespace {

constexpr std::size_t results = std::tuple_size_v<Pentanomial>;
using Shares = std::array<double, results>;  // of all pairs, for each result

double score_of(std::size_t result) { return static_cast<double>(result) / (results - 1); }

// The maximum-likelihood distribution with this mean: each share is divided by
// 1 + x (score - mean), and x is found by bisection.
Shares likeliest(const Shares& seen, double mean) {
  const auto excess = [&](double x) {
    double out = 0;
    for (std::size_t i = 0; i < results; ++i)
      out += seen[i] * (score_of(i) - mean) / (1 + x * (score_of(i) - mean));
    return out;
  };
  double low = -1 / (1 - mean);  // outside these bounds a share would be negative
  double high = 1 / mean;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (excess(middle) > 0 ? low : high) = middle;
  }
  Shares out{};
  for (std::size_t i = 0; i < results; ++i)
    out[i] = seen[i] / (1 + (low + high) / 2 * (score_of(i) - mean));
  return out;
}

}  // namespace

double Sample::mean() const {
  return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

double Sample::variance() const {
  if (count_ < 2) return 0;
  const auto n = static_cast<double>(count_);
  const double spread = static_cast<double>(squares_) - static_cast<double>(sum_) * mean();
  return std::max(0.0, spread) / (n - 1);
}

Interval Sample::mean_interval() const {
  const double half = count_ == 0 ? 0 : z95 * std::sqrt(variance() / static_cast<double>(count_));
  return {mean() - half, mean(), mean() + half};
}

Interval Sample::share_interval(std::int64_t whole) const {
  if (count_ == 0) return {0, 0.5, 1};
  const auto all = static_cast<double>(whole);
  const double share = mean() / all;
  const double spread = variance() / all / all;
  auto n = static_cast<double>(count_);
  if (spread > 0) n *= share * (1 - share) / spread;
  const double z2 = z95 * z95 / n;
  const double center = (share + z2 / 2) / (1 + z2);
  const double half = z95 / (1 + z2) * std::sqrt(share * (1 - share) / n + z2 / (4 * n));
  // At 0 and 1 the interval is one-sided, also after rounding.
  return {share <= 0 ? 0 : std::max(0.0, center - half), share,
          share >= 1 ? 1 : std::min(1.0, center + half)};
}

double elo_of_share(double share) { return -400 * std::log10(1 / share - 1); }
double share_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Interval elo_interval(const Interval& share) {
  return {elo_of_share(share.low), elo_of_share(share.middle), elo_of_share(share.high)};
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

double Sprt::log_ratio(const Pentanomial& pairs) const {
  // A result that did not occur is not impossible.
  constexpr double unseen = 1e-3;
  Shares seen{};
  double total = 0;
  for (std::size_t i = 0; i < results; ++i) {
    seen[i] = pairs[i] == 0 ? unseen : static_cast<double>(pairs[i]);
    total += seen[i];
  }
  for (double& share : seen) share /= total;
  const Shares under0 = likeliest(seen, share_of_elo(elo0));
  const Shares under1 = likeliest(seen, share_of_elo(elo1));
  double out = 0;
  for (std::size_t i = 0; i < results; ++i) out += seen[i] * std::log(under1[i] / under0[i]);
  return total * out;
}

Sprt::Verdict Sprt::verdict(const Pentanomial& pairs) const {
  const double ratio = log_ratio(pairs);
  if (ratio >= upper()) return Verdict::elo1;
  return ratio <= lower() ? Verdict::elo0 : Verdict::open;
}

}  // namespace coset::cli
