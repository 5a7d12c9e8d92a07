// SPDX-License-Identifier: MIT
// Answers questions about many states. If something is wrong with a state, its answer says so.
// States are looked up in the order of the file, so that a block is decoded once for all states in
// it, and the next block is near.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "probe/probe_status.h"
#include "tablebase/format/table_source.h"

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
    divide(threads);
    parallel_tasks(begins_.size() - 1, threads, [&] {
      return [&](std::uint64_t part) {
        const std::span<const Asked> all = sorted_part(part);
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

  // Brings the states of each part of the file together, and notes in begins_ where each part
  // begins, and the end.
  void divide(int threads);
  // The places at which all parts but the first begin. The parts have about as many states each,
  // by a sample.
  std::vector<FileOrder> bounds_of_parts(int threads) const;
  // In the order of the file; by digits of so many bits where that takes few passes.
  std::span<const Asked> sorted_part(std::size_t part);
  static constexpr int digit_bits = 11;
  template <class Key>
  static void sort_by_digits(std::span<Asked> all, int passes, const Key& key);

  std::vector<Asked> asked_;
  std::vector<std::size_t> begins_;
};

// The answers about some states, in their order:
//   read(text) -> Question        throws IllegalPosition, GameOver, NotInTable or DamagedTable
//   order(question) -> FileOrder  likewise
//   look_up(question, answer)     throws NotInTable or DamagedTable
// If order or look_up throws NotLoaded, so does this, once all have been asked.
// `threads` as for Table::probe_many. All three functions are called by several threads at once.
template <class Answer, class Read, class Order, class LookUp>
std::vector<Answer> answer_many(std::span<const std::string_view> texts, int threads,
                                const Read& read, const Order& order, const LookUp& look_up) {
  using Question = std::remove_cvref_t<decltype(read(std::string_view()))>;
  threads = thread_count(threads);
  // So many at once as the memory is worth: the more there are, the more share a block.
  constexpr std::size_t most = std::size_t{1} << 20, portion = std::size_t{1} << 12;
  std::vector<Answer> answers(texts.size());
  AskedTogether together;
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
          together([&] {
            answer_or_error(answers[begin + i], [&] {
              Question& question = questions[task][i - first];
              question = read(texts[begin + i]);
              states.set(i, order(question));
            });
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
          together([&] { answer_or_error(answer, [&] { look_up(question(number), answer); }); });
        });
  }
  together.require_all();
  return answers;
}

}  // namespace zermelo
