// SPDX-License-Identifier: MIT
#include "kinds/many_answers.h"

#include <algorithm>
#include <utility>

namespace zermelo {

std::span<const StatesInFileOrder::Asked> StatesInFileOrder::sorted_part(std::size_t part) {
  const auto all = std::span(asked_).subspan(begins_[part], begins_[part + 1] - begins_[part]);
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
