// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_fetch.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <tuple>
#include <utility>

#include "gen/stopwatch.h"

namespace zermelo::symbolic {
namespace {

constexpr std::uint64_t ranks_a_word = OutcomeVector::ranks_a_word;
constexpr std::uint64_t word_bytes = sizeof(std::uint64_t);

// A request to another process: a number of words from a given one on, numbered in the whole layer.
// It takes as much room as two words.
struct Question {
  std::uint64_t begin, count;
};
constexpr std::uint64_t question_words = sizeof(Question) / word_bytes;

template <class T>
std::vector<T> as_vector(std::span<const std::byte> bytes) {
  std::vector<T> result(bytes.size() / sizeof(T));
  if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), result.size() * sizeof(T));
  return result;
}

std::span<const std::uint64_t> words_of(const OutcomeShare& share, std::uint64_t begin,
                                        std::uint64_t count) {
  return share.outcomes().words().subspan(begin - share.first() / ranks_a_word, count);
}

}  // namespace

// The same word may be requested by two ranges that do not overlap, and so twice.
std::uint64_t FetchedOutcomes::bytes(const std::vector<RankRange>& ranges) {
  std::uint64_t words = 0;
  for (const RankRange& range : ranges) {
    if (range.size() > 0)
      words += (range.end + ranks_a_word - 1) / ranks_a_word - range.begin / ranks_a_word;
  }
  return words * word_bytes;
}

std::vector<FetchedOutcomes::Stretch> FetchedOutcomes::stretches_of(std::vector<RankRange> ranges) {
  std::ranges::sort(ranges, {}, &RankRange::begin);
  std::vector<Stretch> all;
  for (const RankRange& range : ranges) {
    if (range.size() == 0) continue;
    const std::uint64_t begin = range.begin / ranks_a_word;
    const std::uint64_t end = (range.end + ranks_a_word - 1) / ranks_a_word;
    // (A gap that is not longer than a request is also fetched.)
    if (!all.empty() && begin <= all.back().begin + all.back().count + question_words) {
      all.back().count = std::max(all.back().count, end - all.back().begin);
    } else {
      const std::uint64_t place = all.empty() ? 0 : all.back().place + all.back().count;
      all.push_back({begin, end - begin, place});
    }
  }
  return all;
}

std::uint64_t FetchedOutcomes::place(std::uint64_t board) const {
  const auto next = std::ranges::upper_bound(stretches_, board / ranks_a_word, {}, &Stretch::begin);
  const Stretch& stretch = *(next - 1);
  return board - stretch.begin * ranks_a_word + stretch.place * ranks_a_word;
}

std::vector<FetchedOutcomes::Part> FetchedOutcomes::divide(const OutcomeShare& share,
                                                           std::size_t here, std::size_t processes,
                                                           std::uint64_t buffer,
                                                           FetchCounts& counts) {
  // What may be requested from one process in a round, so that no process sends or receives more.
  const std::uint64_t quota = std::max(question_words + 1, buffer / word_bytes / processes);
  std::vector<std::uint64_t> round(processes), used(processes);
  std::vector<Part> parts;
  const auto ask = [&](std::size_t owner, std::uint64_t begin, std::uint64_t end,
                       std::uint64_t place) {
    ++counts.ranges;
    counts.asked += (end - begin) * ranks_a_word;
    while (begin < end) {
      if (used[owner] + question_words >= quota) {
        ++round[owner];
        used[owner] = 0;
      }
      const std::uint64_t count = std::min(end - begin, quota - used[owner] - question_words);
      parts.push_back({round[owner], owner, begin, count, place});
      used[owner] += count + question_words;
      begin += count;
      place += count;
    }
  };
  for (const Stretch& stretch : stretches_) {
    const std::uint64_t stretch_end = stretch.begin + stretch.count;
    for (std::uint64_t begin = stretch.begin; begin < stretch_end;) {
      const std::size_t owner = share.owner(begin * ranks_a_word);
      const std::uint64_t owned = (share.owned(owner).end + ranks_a_word - 1) / ranks_a_word;
      const std::uint64_t end = std::min(stretch_end, owned);
      const std::uint64_t place = stretch.place + begin - stretch.begin;
      if (owner == here) {
        counts.local += (end - begin) * ranks_a_word;
        std::ranges::copy(words_of(share, begin, end - begin),
                          outcomes_.words().begin() + static_cast<std::ptrdiff_t>(place));
      } else {
        ask(owner, begin, end, place);
      }
      begin = end;
    }
  }
  std::ranges::sort(parts, {}, [](const Part& p) { return std::tuple(p.round, p.owner, p.begin); });
  return parts;
}

void FetchedOutcomes::fetch(Cluster& cluster, const OutcomeShare& share,
                            std::vector<RankRange> ranges, std::uint64_t buffer,
                            FetchCounts& counts) {
  outcomes_ = OutcomeVector();  // (before there are others)
  stretches_ = stretches_of(std::move(ranges));
  const std::uint64_t words =
      stretches_.empty() ? 0 : stretches_.back().place + stretches_.back().count;
  outcomes_ = OutcomeVector(words * ranks_a_word);
  const std::vector<Part> parts = divide(share, static_cast<std::size_t>(cluster.rank()),
                                         static_cast<std::size_t>(cluster.size()), buffer, counts);
  const std::uint64_t own_rounds = parts.empty() ? 0 : parts.back().round + 1;
  const std::uint64_t rounds = ~reduced(&cluster, ~own_rounds, Cluster::Reduction::least);
  const Part* next = parts.data();
  const Part* const end = parts.data() + parts.size();
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const Part* const first = next;
    while (next != end && next->round == round) ++next;
    exchange(cluster, share, first, next, counts);
  }
}

// Questions, then answers in the order of the questions.
void FetchedOutcomes::exchange(Cluster& cluster, const OutcomeShare& share, const Part* first,
                               const Part* end, FetchCounts& counts) {
  const Stopwatch waiting;
  cluster.barrier();
  counts.waiting += waiting.seconds();
  const Stopwatch exchanging;
  ++counts.rounds;
  const auto processes = static_cast<std::size_t>(cluster.size());
  std::vector<Question> questions;
  std::vector<std::uint64_t> lengths(processes);
  for (const Part* part = first; part != end; ++part) {
    questions.push_back({part->begin, part->count});
    lengths[part->owner] += sizeof(Question);
  }
  counts.bytes += questions.size() * sizeof(Question);
  std::vector<std::byte> received;
  const std::vector<std::uint64_t> asked_by =
      cluster.exchange(std::as_bytes(std::span(questions)), lengths, received);

  std::vector<std::uint64_t> answers;
  const std::vector<Question> asked = as_vector<Question>(received);
  std::uint64_t words_asked = 0;
  for (const Question& question : asked) words_asked += question.count;
  answers.reserve(words_asked);
  auto question = asked.begin();
  for (std::size_t process = 0; process < processes; ++process) {
    const std::size_t before = answers.size();
    for (std::uint64_t n = asked_by[process] / sizeof(Question); n > 0; --n, ++question) {
      const auto words = words_of(share, question->begin, question->count);
      answers.insert(answers.end(), words.begin(), words.end());
    }
    lengths[process] = (answers.size() - before) * word_bytes;
  }
  counts.bytes += answers.size() * word_bytes;
  cluster.exchange(std::as_bytes(std::span(answers)), lengths, received);
  const std::byte* answer = received.data();
  for (const Part* part = first; part != end; ++part) {
    std::memcpy(outcomes_.words().data() + part->place, answer, part->count * word_bytes);
    answer += part->count * word_bytes;
  }
  counts.exchanging += exchanging.seconds();
}

}  // namespace zermelo::symbolic
