// SPDX-License-Identifier: MIT
#include "kinds/many_answers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace zermelo {

// From its last digit on; what has the same digit stays in the order that it had.
template <class Key>
void StatesInFileOrder::sort_by_digits(std::span<Asked> all, int passes, const Key& key) {
  constexpr std::size_t values = std::size_t{1} << digit_bits;
  std::vector<Asked> buffer(all.size());
  std::span<Asked> from = all, to = buffer;
  for (int pass = 0; pass < passes; ++pass) {
    const auto digit = [&](const Asked& asked) {
      return key(asked) >> (pass * digit_bits) & (values - 1);
    };
    std::array<std::uint32_t, values> places{};
    for (const Asked& asked : from) ++places[digit(asked)];
    std::uint32_t before = 0;
    for (std::uint32_t& place : places) before += std::exchange(place, before);
    for (const Asked& asked : from) to[places[digit(asked)]++] = asked;
    std::swap(from, to);
  }
  if (from.data() != all.data()) std::ranges::copy(from, all.begin());
}

std::span<const StatesInFileOrder::Asked> StatesInFileOrder::sorted_part(std::size_t part) {
  constexpr std::size_t least_states = 2048;  // for fewer it would not be quicker
  constexpr int most_passes = 5;
  const auto all = std::span(asked_).subspan(begins_[part], begins_[part + 1] - begins_[part]);
  if (all.size() >= least_states) {
    FileOrder least = all[0].place(), most = least;
    for (const Asked& asked : all) {
      least = {std::min(least.slice, asked.slice), std::min(least.index, asked.index)};
      most = {std::max(most.slice, asked.slice), std::max(most.index, asked.index)};
    }
    const int index_bits = std::bit_width(most.index - least.index);
    const int bits = index_bits + std::bit_width(most.slice - least.slice);
    const int passes = (bits + digit_bits - 1) / digit_bits;
    if (passes <= most_passes) {
      sort_by_digits(all, passes, [&](const Asked& asked) {
        return std::uint64_t{asked.slice - least.slice} << index_bits | (asked.index - least.index);
      });
      return all;
    }
  }
  std::ranges::sort(all, {}, &Asked::place);
  return all;
}

std::vector<FileOrder> StatesInFileOrder::bounds_of_parts(int threads) const {
  constexpr std::size_t least_states = 512, parts_per_thread = 16, sample_per_part = 16;
  const std::size_t parts =
      std::min(asked_.size() / least_states, parts_per_thread * static_cast<std::size_t>(threads));
  std::vector<FileOrder> bounds;
  if (parts < 2) return bounds;
  std::vector<FileOrder> sample;
  const std::size_t step = asked_.size() / (parts * sample_per_part);
  for (std::size_t i = 0; i < asked_.size(); i += step) sample.push_back(asked_[i].place());
  std::ranges::sort(sample);
  for (std::size_t part = 1; part < parts; ++part)
    bounds.push_back(sample[sample.size() * part / parts]);
  return bounds;
}

void StatesInFileOrder::divide(int threads) {
  const std::vector<FileOrder> bounds = bounds_of_parts(threads);
  const std::size_t parts = bounds.size() + 1;
  begins_ = {0, asked_.size()};
  if (parts == 1) return;
  constexpr std::size_t chunk = std::size_t{1} << 14;
  const std::size_t chunks = (asked_.size() + chunk - 1) / chunk;

  // Step 1. The part of each state, and how many of each chunk are in each part.
  std::vector<std::uint16_t> part_of(asked_.size());
  std::vector<std::size_t> places(chunks * parts, 0);
  const auto for_each_chunk = [&](const auto& work) {
    parallel_tasks(chunks, threads, [&] {
      return [&](std::size_t number) {
        for (std::size_t i = number * chunk; i < std::min((number + 1) * chunk, asked_.size()); ++i)
          work(i, number * parts);
      };
    });
  };
  for_each_chunk([&](std::size_t i, std::size_t counts) {
    const auto part = std::ranges::upper_bound(bounds, asked_[i].place()) - bounds.begin();
    part_of[i] = static_cast<std::uint16_t>(part);
    ++places[counts + part_of[i]];
  });

  // Step 2. Where those begin.
  begins_.clear();
  std::size_t before = 0;
  for (std::size_t part = 0; part < parts; ++part) {
    begins_.push_back(before);
    for (std::size_t number = 0; number < chunks; ++number)
      before += std::exchange(places[number * parts + part], before);
  }
  begins_.push_back(before);

  // Step 3. Each to its part.
  std::vector<Asked> sorted(asked_.size());
  for_each_chunk(
      [&](std::size_t i, std::size_t next) { sorted[places[next + part_of[i]]++] = asked_[i]; });
  asked_ = std::move(sorted);
}

}  // namespace zermelo
