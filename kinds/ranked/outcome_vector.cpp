// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_vector.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

namespace zermelo::symbolic {
namespace {

// An outcome on its way to another process.
struct SettledOutcome {
  std::uint64_t board;
  std::uint64_t code;
};

}  // namespace

OutcomeShare::OutcomeShare(std::vector<std::uint64_t> cuts, int rank)
    : cuts_(std::move(cuts)),
      rank_(static_cast<std::size_t>(rank)),
      first_(computed().begin / outcome_run * outcome_run),
      outcomes_(std::max(computed().end, own().end) - first_) {}

std::vector<std::uint64_t> OutcomeShare::even_cuts(std::uint64_t boards, int processes) {
  const auto count = static_cast<std::uint64_t>(processes);
  const std::uint64_t runs = (boards + outcome_run - 1) / outcome_run;
  std::vector<std::uint64_t> cuts;
  for (std::uint64_t n = 0; n <= count; ++n) {
    const std::uint64_t before = runs / count * n + std::min(n, runs % count);
    cuts.push_back(std::min(boards, before * outcome_run));
  }
  return cuts;
}

std::uint64_t OutcomeShare::bytes(std::uint64_t boards, int processes, std::uint64_t slack) {
  const std::uint64_t even = boards / static_cast<std::uint64_t>(processes) + 1;
  return (std::min(boards, even + slack + 2 * outcome_run) + 3) / 4;
}

std::uint64_t OutcomeShare::run_begin(std::uint64_t cut) const {
  return std::min(boards(), (cut + outcome_run - 1) / outcome_run * outcome_run);
}

std::size_t OutcomeShare::owner(std::uint64_t board) const {
  // The last process whose first run is not after it. (Those that have nothing begin where the next
  // one does.)
  const auto next =
      std::ranges::upper_bound(cuts_, board, {}, [&](std::uint64_t cut) { return run_begin(cut); });
  return static_cast<std::size_t>(next - cuts_.begin()) - 1;
}

void OutcomeShare::settle(Cluster& cluster) {
  const RankRange here = computed();
  const std::uint64_t end = std::min(here.end, own().begin);
  std::vector<SettledOutcome> sent, received;
  for (std::uint64_t board = here.begin; board < end; ++board)
    sent.push_back({board, outcomes_.at(board - first_)});
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(cluster.size()));
  const auto bytes = std::as_bytes(std::span(sent));
  if (!sent.empty()) counts[owner(here.begin)] = bytes.size();
  std::vector<std::byte> came;
  cluster.exchange(bytes, counts, came);
  received.resize(came.size() / sizeof(SettledOutcome));
  if (!came.empty()) std::memcpy(received.data(), came.data(), came.size());
  OutcomeVector::Writer writer(outcomes_);
  for (const SettledOutcome& one : received)
    writer.write(one.board - first_, static_cast<OutcomeVector::Code>(one.code));
}

}  // namespace zermelo::symbolic
