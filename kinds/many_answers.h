// SPDX-License-Identifier: MIT
// Answers questions about many states. If something is wrong with a state, its answer says so.
// States are looked up in the order of the file, so that a block is decoded once for all states in
// it, and the next block is near.
#pragma once

#include <algorithm>
#include <cstdint>
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
};

// The answers about some states, in their order:
//   read(text) -> State        throws IllegalPosition, GameOver or NotInTable
//   order(state) -> FileOrder
//   look_up(state, answer)     throws NotInTable or DamagedTable
// `threads` as for Table::probe_many. All three functions are called by several threads at once.
template <class Answer, class Read, class Order, class LookUp>
std::vector<Answer> answer_many(std::span<const std::string_view> texts, int threads,
                                const Read& read, const Order& order, const LookUp& look_up) {
  using State = std::remove_cvref_t<decltype(read(std::string_view()))>;
  struct Asked {
    std::uint32_t slice, number;  // of the state in its portion
    std::uint64_t index;
    bool operator<(const Asked& other) const {
      return slice != other.slice ? slice < other.slice : index < other.index;
    }
  };
  // Each thread reads, sorts and answers portions of its own, which are as large as the memory is
  // worth: the larger they are, the more states share a block.
  constexpr std::size_t largest = std::size_t{1} << 18, smallest = std::size_t{1} << 8;
  const auto workers = static_cast<std::size_t>(thread_count(threads));
  const std::size_t portion = std::clamp((texts.size() + workers - 1) / workers, smallest, largest);
  std::vector<Answer> answers(texts.size());
  parallel_tasks((texts.size() + portion - 1) / portion, thread_count(threads), [&] {
    return [&, asked = std::vector<Asked>(),
            states = std::vector<State>()](std::uint64_t task) mutable {
      const std::size_t begin = task * portion, count = std::min(texts.size() - begin, portion);
      asked.clear();
      states.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        answer_or_error(answers[begin + i], [&] {
          states[i] = read(texts[begin + i]);
          const FileOrder place = order(states[i]);
          asked.push_back({place.slice, static_cast<std::uint32_t>(i), place.index});
        });
      }
      std::sort(asked.begin(), asked.end());
      for (const Asked& a : asked) {
        Answer& answer = answers[begin + a.number];
        answer_or_error(answer, [&] { look_up(states[a.number], answer); });
      }
    };
  });
  return answers;
}

}  // namespace zermelo
