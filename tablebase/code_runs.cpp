// SPDX-License-Identifier: MIT
#include "tablebase/code_runs.h"

#include <algorithm>
#include <utility>

#include "gen/sorted.h"
#include "tablebase/parallel.h"

namespace zermelo {

bool CodeSpace::take(std::uint64_t bytes) {
  if (used_.fetch_add(bytes) + bytes <= limit_ || limit_ == 0) return true;
  used_ -= bytes;
  return false;
}

// --- CodeRun -------------------------------------------------------------------------------------

CodeRun::CodeRun(CodeRun&& other) noexcept
    : space_(other.space_),
      memory_(std::move(other.memory_)),
      taken_(std::exchange(other.taken_, 0)),
      file_(std::move(other.file_)) {}

CodeRun& CodeRun::operator=(CodeRun&& other) noexcept {
  std::swap(space_, other.space_);
  std::swap(memory_, other.memory_);
  std::swap(taken_, other.taken_);
  std::swap(file_, other.file_);
  return *this;
}

CodeRun::~CodeRun() { space_->give_back(taken_); }

void CodeRun::append(std::span<const std::uint64_t> codes) {
  if (!file_ && space_->take(codes.size_bytes())) {
    taken_ += codes.size_bytes();
    memory_.insert(memory_.end(), codes.begin(), codes.end());
    return;
  }
  if (!file_) spill();
  space_->count_spilled(codes.size_bytes());
  file_->write(std::as_bytes(codes));
}

void CodeRun::spill() {
  file_ = std::make_unique<SpillFile>(space_->folder());
  file_->write(std::as_bytes(std::span(memory_)));
  space_->count_spilled(8 * memory_.size());
  memory_ = {};
  space_->give_back(std::exchange(taken_, 0));
}

std::span<const std::uint64_t> CodeRun::codes() {
  if (!file_) return memory_;
  const Bytes bytes = file_->bytes();
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / 8};
}

// --- CodeCollector -------------------------------------------------------------------------------

void CodeCollector::add(std::vector<std::uint64_t>& buffer) {
  if (buffer.empty()) return;
  sort_unique(buffer);
  CodeRun run(*space_);
  run.append(buffer);
  buffer.clear();
  const std::lock_guard lock(mutex_);
  runs_.push_back(std::move(run));
}

namespace {

using Codes = std::span<const std::uint64_t>;

// Values that cut the codes of all runs into about as many parts of about the same size.
std::vector<std::uint64_t> splitters(const std::vector<Codes>& runs, std::size_t parts) {
  constexpr std::size_t samples = 64;
  std::vector<std::uint64_t> sample;
  for (const Codes run : runs) {
    for (std::size_t i = 0; i < samples; ++i) sample.push_back(run[i * run.size() / samples]);
  }
  std::ranges::sort(sample);
  std::vector<std::uint64_t> result;
  for (std::size_t part = 1; part < parts; ++part)
    result.push_back(sample[part * sample.size() / parts]);
  drop_repeated(result);
  return result;
}

// The codes from `first` on, less than `end`, of all runs: ascending, each once.
std::vector<std::uint64_t> merged(const std::vector<Codes>& runs, std::uint64_t first,
                                  const std::uint64_t* end) {
  std::vector<std::uint64_t> result;
  std::vector<std::ptrdiff_t> bounds = {0};
  for (const Codes run : runs) {
    const auto from = std::ranges::lower_bound(run, first);
    const auto to = end == nullptr ? run.end() : std::ranges::lower_bound(run, *end);
    result.insert(result.end(), from, to);
    if (from != to) bounds.push_back(static_cast<std::ptrdiff_t>(result.size()));
  }
  // Neighbouring sorted stretches are merged two by two until there is one.
  while (bounds.size() > 2) {
    std::vector<std::ptrdiff_t> fewer = {0};
    for (std::size_t i = 2; i < bounds.size(); i += 2) {
      std::inplace_merge(result.begin() + bounds[i - 2], result.begin() + bounds[i - 1],
                         result.begin() + bounds[i]);
      fewer.push_back(bounds[i]);
    }
    if (fewer.back() != bounds.back()) fewer.push_back(bounds.back());
    bounds = std::move(fewer);
  }
  drop_repeated(result);
  return result;
}

}  // namespace

CodeRun CodeCollector::take(int threads) {
  std::vector<CodeRun> taken = std::exchange(runs_, {});
  if (taken.empty()) return CodeRun(*space_);
  if (taken.size() == 1) return std::move(taken.front());
  std::vector<Codes> runs;
  std::uint64_t codes = 0;
  for (CodeRun& run : taken) {
    runs.push_back(run.codes());
    codes += runs.back().size();
  }
  constexpr std::uint64_t part_size = 1 << 17;  // small, as many are in memory besides the limit
  const std::vector<std::uint64_t> cuts = splitters(runs, codes / part_size + 1);
  CodeRun all(*space_);
  parallel_in_order(
      cuts.size() + 1, thread_count(threads),
      [&] {
        return [&](std::uint64_t part) {
          return merged(runs, part == 0 ? 0 : cuts[part - 1],
                        part == cuts.size() ? nullptr : &cuts[part]);
        };
      },
      [&](const std::vector<std::uint64_t>& part) { all.append(part); });
  return all;
}

}  // namespace zermelo
