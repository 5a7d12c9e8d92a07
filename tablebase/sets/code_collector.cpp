// SPDX-License-Identifier: MIT
#include "tablebase/sets/code_collector.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "gen/parallel.h"
#include "gen/sorted.h"
#include "tablebase/sets/sort_codes.h"

namespace zermelo {

bool CodeSpace::take(std::uint64_t bytes) {
  const std::uint64_t used = used_.fetch_add(bytes) + bytes;
  if (limit_ != 0 && used > limit_) {
    used_ -= bytes;
    return false;
  }
  for (std::uint64_t most = most_; most < used && !most_.compare_exchange_weak(most, used);) {
  }
  return true;
}

// --- CodeList ------------------------------------------------------------------------------------

CodeList::CodeList(CodeList&& other) noexcept
    : space_(other.space_),
      memory_(std::move(other.memory_)),
      taken_(std::exchange(other.taken_, 0)),
      file_(std::move(other.file_)) {}

CodeList& CodeList::operator=(CodeList&& other) noexcept {
  std::swap(space_, other.space_);
  std::swap(memory_, other.memory_);
  std::swap(taken_, other.taken_);
  std::swap(file_, other.file_);
  return *this;
}

CodeList::~CodeList() { space_->give_back(taken_); }

void CodeList::append(std::span<const std::uint64_t> codes) {
  if (!file_ && reserve(memory_.size() + codes.size())) {
    memory_.insert(memory_.end(), codes.begin(), codes.end());
    return;
  }
  if (!file_) spill();
  space_->count_spilled(codes.size_bytes());
  file_->write(std::as_bytes(codes));
}

// Grows by at least half, so that codes are not moved too often. While they are being moved, both
// places count.
bool CodeList::reserve(std::size_t codes) {
  if (codes <= memory_.capacity()) return true;
  const std::size_t wanted = std::max(codes, memory_.size() + memory_.size() / 2);
  if (!space_->take(8 * wanted)) return false;
  memory_.reserve(wanted);
  space_->give_back(std::exchange(taken_, 8 * wanted));
  return true;
}

std::span<std::uint64_t> CodeList::room(std::size_t codes) {
  if (reserve(codes)) {
    memory_.resize(codes);
    return memory_;
  }
  file_ = std::make_unique<SpillFile>(space_->folder());
  space_->count_spilled(8 * codes);
  const std::span<std::byte> bytes = file_->room(8 * codes);
  return {reinterpret_cast<std::uint64_t*>(bytes.data()), codes};
}

void CodeList::spill() {
  file_ = std::make_unique<SpillFile>(space_->folder());
  file_->write(std::as_bytes(std::span(memory_)));
  space_->count_spilled(8 * memory_.size());
  memory_ = {};
  space_->give_back(std::exchange(taken_, 0));
}

std::span<const std::uint64_t> CodeList::codes() {
  if (!file_) return memory_;
  const Bytes bytes = file_->bytes();
  return {reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / 8};
}

namespace {

// Collects single codes for a list.
class Appender {
 public:
  explicit Appender(CodeList& list) : list_(list) { buffer_.reserve(size); }
  void operator()(std::uint64_t code) {
    buffer_.push_back(code);
    if (buffer_.size() == size) finish();
  }
  void finish() {
    list_.append(buffer_);
    buffer_.clear();
  }

 private:
  static constexpr std::size_t size = 1 << 14;
  CodeList& list_;
  std::vector<std::uint64_t> buffer_;
};

}  // namespace

CodeList difference(CodeSpace& space, std::span<const std::uint64_t> codes,
                    std::span<const std::uint64_t> others) {
  CodeList result(space);
  Appender append(result);
  auto other = others.begin();
  for (const std::uint64_t code : codes) {
    while (other != others.end() && *other < code) ++other;
    if (other == others.end() || *other != code) append(code);
  }
  append.finish();
  return result;
}

CodeList union_of(CodeSpace& space, std::span<const std::uint64_t> codes,
                  std::span<const std::uint64_t> others) {
  CodeList result(space);
  Appender append(result);
  auto code = codes.begin(), other = others.begin();
  while (code != codes.end() || other != others.end()) {
    const bool is_other = code == codes.end() || (other != others.end() && *other < *code);
    const std::uint64_t next = is_other ? *other : *code;
    append(next);
    if (code != codes.end() && *code == next) ++code;
    if (other != others.end() && *other == next) ++other;
  }
  append.finish();
  return result;
}

// --- CodeCollector -------------------------------------------------------------------------------

void CodeCollector::add(std::vector<std::uint64_t>& buffer) {
  if (buffer.empty()) return;
  sort_codes(buffer);
  CodeList list(*space_);
  list.append(buffer);
  buffer.clear();
  const std::lock_guard lock(mutex_);
  lists_.push_back(std::move(list));
}

namespace {

using Codes = std::span<const std::uint64_t>;

// (Only assertions use this.)
[[maybe_unused]] bool ascends(Codes codes) {
  return std::ranges::adjacent_find(codes, std::ranges::greater_equal()) == codes.end();
}

// Values that cut the codes of all lists into about this many parts of about the same size.
std::vector<std::uint64_t> splitters(const std::vector<Codes>& lists, std::size_t parts) {
  constexpr std::size_t samples = 64;
  std::vector<std::uint64_t> sample;
  for (const Codes list : lists) {
    for (std::size_t i = 0; i < samples; ++i) sample.push_back(list[i * list.size() / samples]);
  }
  std::ranges::sort(sample);
  std::vector<std::uint64_t> result;
  for (std::size_t part = 1; part < parts; ++part)
    result.push_back(sample[part * sample.size() / parts]);
  drop_repeated(result);
  return result;
}

// The codes from `first` on, less than `end`, of all lists: ascending, each once.
std::vector<std::uint64_t> merged(const std::vector<Codes>& lists, std::uint64_t first,
                                  const std::uint64_t* end) {
  std::vector<std::uint64_t> result;
  std::vector<std::ptrdiff_t> bounds = {0};
  for (const Codes list : lists) {
    const auto from = std::ranges::lower_bound(list, first);
    const auto to = end == nullptr ? list.end() : std::ranges::lower_bound(list, *end);
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

bool CodeCollector::check() {
  return std::ranges::all_of(lists_, [](CodeList& list) { return ascends(list.codes()); });
}

CodeList CodeCollector::take(int threads) {
  assert(check());
  std::vector<CodeList> taken = std::exchange(lists_, {});
  if (taken.empty()) return CodeList(*space_);
  if (taken.size() == 1) return std::move(taken.front());
  std::vector<Codes> lists;
  std::uint64_t codes = 0;
  for (CodeList& list : taken) {
    lists.push_back(list.codes());
    codes += lists.back().size();
  }
  constexpr std::uint64_t part_size = 1 << 17;  // small: many are in memory beyond the limit
  const std::vector<std::uint64_t> cuts = splitters(lists, codes / part_size + 1);
  CodeList all(*space_);
  parallel_in_order(
      cuts.size() + 1, thread_count(threads),
      [&] {
        return [&](std::uint64_t part) {
          return merged(lists, part == 0 ? 0 : cuts[part - 1],
                        part == cuts.size() ? nullptr : &cuts[part]);
        };
      },
      [&](const std::vector<std::uint64_t>& part) { all.append(part); });
  return all;
}

std::span<const std::uint64_t> CodeCollector::settle(int threads) {
  if (lists_.empty()) return {};
  CodeList all = take(threads);
  lists_.push_back(std::move(all));
  return lists_.back().codes();
}

}  // namespace zermelo
