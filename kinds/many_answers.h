// SPDX-License-Identifier: MIT
// Answers questions about many states. If something is wrong with a state, its answer says so.
// States are looked up in the order of the file, so that a block is decoded once for all states in
// it, and the next block is near.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "probe/probe_status.h"

namespace zermelo {

// Where in the file a position's stored value is.
struct FileOrder {
  std::uint32_t slice = 0;
  std::uint64_t index = 0;

  auto operator<=>(const FileOrder&) const = default;
};

// Some states, by where in the file their values are.
class StatesInFileOrder {
 public:
  explicit StatesInFileOrder(std::size_t states) : asked_(states) {}

  // Of each state one of these is called, by any thread.
  void set(std::size_t number, FileOrder place) {
    asked_[number] = {place.slice, static_cast<std::uint32_t>(number), place.index};
  }
  void leave_out(std::size_t number) { set(number, nowhere); }

  // Calls visit(number) for all states that are not left out. Each of several parts of the file is
  // visited by one thread, in its order. Calls expect(number) for a state some time before.
  template <class Expect, class Visit>
  void for_each(int threads, const Expect& expect, const Visit& visit) {
    const std::vector<FileOrder> bounds = bounds_of_parts(threads);
    const std::vector<std::size_t> begins = distribute(bounds, threads);
    parallel_tasks(bounds.size() + 1, threads, [&] {
      return [&](std::uint64_t part) {
        const auto all = std::span(asked_).subspan(begins[part], begins[part + 1] - begins[part]);
        std::ranges::sort(all, {}, &Asked::place);
        constexpr std::size_t ahead = 8;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if (i + ahead < all.size()) expect(all[i + ahead].number);
          if (all[i].slice != nowhere.slice) visit(all[i].number);
        }
      };
    });
  }

 private:
  struct Asked {
    std::uint32_t slice, number;  // number: of the state
    std::uint64_t index;

    FileOrder place() const { return {slice, index}; }
  };

  static constexpr FileOrder nowhere{std::numeric_limits<std::uint32_t>::max(), 0};

  // The places at which all parts but the first begin. The parts have about as many states each,
  // by a sample.
  std::vector<FileOrder> bounds_of_parts(int threads) const {
    constexpr std::size_t least_states = 512, parts_per_thread = 16, sample_per_part = 16;
    const std::size_t parts = std::min(asked_.size() / least_states,
                                       parts_per_thread * static_cast<std::size_t>(threads));
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

  // Brings the states of each part together. Returns where each part begins, and the end.
  std::vector<std::size_t> distribute(const std::vector<FileOrder>& bounds, int threads) {
    const std::size_t parts = bounds.size() + 1;
    if (parts == 1) return {0, asked_.size()};
    constexpr std::size_t chunk = std::size_t{1} << 14;
    const std::size_t chunks = (asked_.size() + chunk - 1) / chunk;
    const auto for_each_chunk = [&](const auto& work) {
      parallel_tasks(chunks, threads, [&] {
        return [&](std::uint64_t number) {
          const std::size_t begin = number * chunk;
          work(number, begin, std::min(begin + chunk, asked_.size()));
        };
      });
    };

    // Step 1. The part of each state, and how many of each chunk are in each part.
    std::vector<std::uint16_t> part_of(asked_.size());
    std::vector<std::size_t> places(chunks * parts, 0);
    for_each_chunk([&](std::size_t number, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto part = std::ranges::upper_bound(bounds, asked_[i].place()) - bounds.begin();
        part_of[i] = static_cast<std::uint16_t>(part);
        ++places[number * parts + part_of[i]];
      }
    });

    // Step 2. Where those begin.
    std::vector<std::size_t> begins;
    std::size_t before = 0;
    for (std::size_t part = 0; part < parts; ++part) {
      begins.push_back(before);
      for (std::size_t number = 0; number < chunks; ++number)
        before += std::exchange(places[number * parts + part], before);
    }
    begins.push_back(before);

    // Step 3. Each to its part.
    std::vector<Asked> sorted(asked_.size());
    for_each_chunk([&](std::size_t number, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        sorted[places[number * parts + part_of[i]]++] = asked_[i];
    });
    asked_ = std::move(sorted);
    return begins;
  }

  std::vector<Asked> asked_;
};

// The answers about some states, in their order:
//   read(text) -> Question        throws IllegalPosition, GameOver, NotInTable or DamagedTable
//   order(question) -> FileOrder  likewise
//   look_up(question, answer)     throws NotInTable or DamagedTable
// `threads` as for Table::probe_many. All three functions are called by several threads at once.
template <class Answer, class Read, class Order, class LookUp>
std::vector<Answer> answer_many(std::span<const std::string_view> texts, int threads,
                                const Read& read, const Order& order, const LookUp& look_up) {
  using Question = std::remove_cvref_t<decltype(read(std::string_view()))>;
  threads = thread_count(threads);
  // So many at once as the memory is worth: the more there are, the more share a block.
  constexpr std::size_t most = std::size_t{1} << 20, portion = std::size_t{1} << 12;
  std::vector<Answer> answers(texts.size());
  // (In portions, so that the memory of each is first touched by the thread that fills it.)
  std::vector<std::vector<Question>> questions((std::min(texts.size(), most) + portion - 1) /
                                               portion);
  for (std::size_t begin = 0; begin < texts.size(); begin += most) {
    const std::size_t count = std::min(texts.size() - begin, most);
    StatesInFileOrder states(count);
    parallel_tasks((count + portion - 1) / portion, threads, [&] {
      return [&](std::uint64_t task) {
        const std::size_t first = task * portion, last = std::min(first + portion, count);
        questions[task].resize(last - first);
        for (std::size_t i = first; i < last; ++i) {
          states.leave_out(i);
          answer_or_error(answers[begin + i], [&] {
            Question& question = questions[task][i - first];
            question = read(texts[begin + i]);
            states.set(i, order(question));
          });
        }
      };
    });
    const auto question = [&](std::uint32_t number) -> const Question& {
      return questions[number / portion][number % portion];
    };
    states.for_each(
        threads,
        [&](std::uint32_t number) {
          __builtin_prefetch(&question(number));
          __builtin_prefetch(&answers[begin + number], 1);
        },
        [&](std::uint32_t number) {
          Answer& answer = answers[begin + number];
          answer_or_error(answer, [&] { look_up(question(number), answer); });
        });
  }
  return answers;
}

}  // namespace zermelo
