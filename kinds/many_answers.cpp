// SPDX-License-Identifier: MIT
#include "kinds/many_answers.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <utility>

namespace zermelo {

namespace {

constexpr int digit_bits = 11, most_passes = 5;

int digits(std::uint64_t least, std::uint64_t greatest) {
  return (std::bit_width(greatest - least) + digit_bits - 1) / digit_bits;
}

// Sorts by a number, from its last digit on, and leaves the result in `items`, which may change
// places with the buffer, of the same size. What has the same digit stays in the order that it had.
// `least`: of all numbers.
template <class Item, class Number>
void sort_by_digits(std::span<Item>& items, std::span<Item>& buffer, std::uint64_t least,
                    int digits, const Number& number) {
  constexpr std::size_t values = std::size_t{1} << digit_bits;
  for (int i = 0; i < digits; ++i) {
    const auto digit = [&](const Item& item) {
      return (number(item) - least) >> (i * digit_bits) & (values - 1);
    };
    std::array<std::uint32_t, values> places{};
    for (const Item& item : items) ++places[digit(item)];
    std::uint32_t before = 0;
    for (std::uint32_t& place : places) before += std::exchange(place, before);
    for (const Item& item : items) buffer[places[digit(item)]++] = item;
    std::swap(items, buffer);
  }
}

}  // namespace

std::span<const StatesInFileOrder::Asked> StatesInFileOrder::sorted_part(
    std::size_t part, std::vector<Asked>& buffer) {
  constexpr std::size_t least_states = 2048;  // for fewer it would not be quicker
  auto all = std::span(asked_).subspan(begins_[part], begins_[part + 1] - begins_[part]);
  const auto by_slice = [](const Asked& asked) -> std::uint64_t { return asked.slice; };
  const auto by_index = [](const Asked& asked) { return asked.index; };
  if (all.size() >= least_states) {
    const auto [first, last] = std::ranges::minmax(all, {}, by_slice);
    const auto [lowest, highest] = std::ranges::minmax(all, {}, by_index);
    const int of_index = digits(lowest.index, highest.index);
    const int of_slice = digits(first.slice, last.slice);
    if (of_index + of_slice <= most_passes) {
      buffer.resize(std::max(buffer.size(), all.size()));
      auto other = std::span(buffer).first(all.size());
      sort_by_digits(all, other, lowest.index, of_index, by_index);
      sort_by_digits(all, other, first.slice, of_slice, by_slice);
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
