// SPDX-License-Identifier: MIT
#include "kinds/own/listing.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <utility>

#include "gen/parallel.h"
#include "kinds/codes/layer_writer.h"
#include "kinds/codes/shared_codes.h"
#include "kinds/codes/value_palette.h"
#include "kinds/own/description.h"
#include "tablebase/sets/code_set.h"
#include "tablebase/sets/huge_array.h"
#include "tablebase/sets/sparse_set.h"

namespace zermelo {
namespace {

constexpr std::uint64_t part_states = 1 << 20, chunk_states = 1 << 16;

// A state as the table lists it: its code, and its value's number in the palette.
struct Listed {
  std::uint64_t code;
  PaletteCode value;
};

// Calls make_visit()(number, state) for all states in which the game goes on: a chunk of states per
// call of make_visit, several at once.
template <class MakeVisit>
void for_each_going_on(const OwnSolvedStates& states, int threads, const MakeVisit& make_visit) {
  const std::uint64_t chunks = (states.size() + chunk_states - 1) / chunk_states;
  parallel_tasks(chunks, threads, [&] {
    return [&](std::uint64_t chunk) {
      constexpr std::uint64_t at_once = 1024;
      std::vector<OwnSolvedState> read;
      auto visit = make_visit();
      const std::uint64_t end = std::min(states.size(), (chunk + 1) * chunk_states);
      for (std::uint64_t i = chunk * chunk_states; i < end; i += at_once) {
        states.read(i, std::min(end, i + at_once), read);
        for (std::size_t k = 0; k < read.size(); ++k)
          if (!read[k].facts.is_over()) visit(static_cast<std::uint32_t>(i + k), read[k]);
      }
      visit.finish();
    };
  });
}

// What all states have in common.
struct Noted {
  OwnDescription description;
  std::vector<Value> palette;
};
Noted noted(const OwnProgram& program, const OwnSolvedStates& states, int threads) {
  const OwnStateSet hashes(program.traits().state_bytes);
  OwnStateNotes notes(program.traits().state_bytes);
  ValuesThatOccur occur;
  std::mutex mutex;
  struct Visit {
    void operator()(std::uint32_t, const OwnSolvedState& s) {
      batch.add(s.state, hashes.hash(s.state), s.facts.is_near_end());
      here.add(s.value);
    }
    void finish() {
      batch.finish();
      const std::lock_guard lock(mutex);
      for (const Value value : here.palette()) all.add(value);
    }
    const OwnStateSet& hashes;
    ValuesThatOccur& all;
    std::mutex& mutex;
    OwnStateNotes::Batch batch;
    ValuesThatOccur here = {};
  };
  for_each_going_on(states, threads, [&] {
    return Visit{hashes, occur, mutex, OwnStateNotes::Batch(notes)};
  });
  return {notes.description(program), occur.palette()};
}

// The numbers of the states in which the game goes on, part by part: a part's codes are above those
// of all parts before it. So a part at a time can be sorted.
class Parts {
 public:
  // All must outlive this object.
  Parts(const OwnSolvedStates& states, std::uint64_t going_on, const OwnCodes& codes, int threads)
      : states_(states), codes_(codes), threads_(threads), numbers_(going_on) {
    find_ends();
    count();
    fill();
  }
  std::size_t size() const { return begins_.size() - 1; }
  std::uint64_t first_code() const { return first_; }
  std::uint64_t last_code() const { return last_; }

  // In order of code.
  void read(std::size_t part, const PaletteNumbers& palette, std::vector<Listed>& listed) {
    const std::uint64_t begin = begins_[part], count = begins_[part + 1] - begin;
    const std::span<std::uint32_t> numbers = numbers_.span().subspan(begin, count);
    std::ranges::sort(numbers);
    listed.resize(count);
    constexpr std::uint64_t at_once = 4096;
    parallel_tasks((count + at_once - 1) / at_once, threads_, [&] {
      return [&, read = std::vector<OwnSolvedState>()](std::uint64_t task) mutable {
        const std::uint64_t end = std::min(count, (task + 1) * at_once);
        for (std::uint64_t i = task * at_once; i < end;) {
          // Neighbours are read together.
          std::uint64_t after = i + 1;
          while (after < end && numbers[after] == numbers[after - 1] + 1) ++after;
          states_.read(numbers[i], std::uint64_t{numbers[after - 1]} + 1, read);
          for (const OwnSolvedState& s : read)
            listed[i++] = {*codes_.encode(s.state), palette.of(s.value)};
        }
      };
    });
    std::ranges::sort(listed, {}, &Listed::code);
  }

 private:
  struct Visit {
    void operator()(std::uint32_t number, const OwnSolvedState& s) {
      const std::uint64_t code = *parts.codes_.encode(s.state);
      first = std::min(first, code);
      last = std::max(last, code);
      numbers[parts.part_of(code)].push_back(number);
    }
    void finish() { hand_in(*this); }

    const Parts& parts;
    std::function<void(Visit&)> hand_in;
    std::vector<std::vector<std::uint32_t>> numbers;  // by part
    std::uint64_t first = UINT64_MAX, last = 0;
  };
  void visit_all(const std::function<void(Visit&)>& hand_in) {
    for_each_going_on(states_, threads_, [&] {
      return Visit{*this, hand_in, std::vector<std::vector<std::uint32_t>>(ends_.size() + 1)};
    });
  }

  // Where parts of about part_states end, from a sample of the codes.
  void find_ends() {
    const std::uint64_t parts = (numbers_.size() + part_states - 1) / part_states;
    if (parts < 2) return;
    constexpr std::uint64_t of_a_part = 256;
    const std::uint64_t step = std::max<std::uint64_t>(1, states_.size() / (parts * of_a_part));
    std::vector<std::uint64_t> sampled;
    std::vector<OwnSolvedState> read;
    for (std::uint64_t i = 0; i < states_.size(); i += step) {
      states_.read(i, i + 1, read);
      if (!read[0].facts.is_over()) sampled.push_back(*codes_.encode(read[0].state));
    }
    std::ranges::sort(sampled);
    for (std::uint64_t part = 1; part < parts && !sampled.empty(); ++part)
      ends_.push_back(sampled[sampled.size() * part / parts]);
  }
  std::size_t part_of(std::uint64_t code) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(ends_, code) - ends_.begin());
  }
  void count() {
    begins_.assign(ends_.size() + 2, 0);
    std::mutex mutex;
    visit_all([&](Visit& visit) {
      const std::lock_guard lock(mutex);
      for (std::size_t part = 0; part < visit.numbers.size(); ++part)
        begins_[part + 1] += visit.numbers[part].size();
      first_ = std::min(first_, visit.first);
      last_ = std::max(last_, visit.last);
    });
    for (std::size_t part = 1; part < begins_.size(); ++part) begins_[part] += begins_[part - 1];
    assert(begins_.back() == numbers_.size());
  }
  void fill() {
    std::vector<std::uint64_t> places = begins_;
    std::mutex mutex;
    visit_all([&](Visit& visit) {
      const std::lock_guard lock(mutex);
      for (std::size_t part = 0; part < visit.numbers.size(); ++part) {
        std::ranges::copy(visit.numbers[part], numbers_.data() + places[part]);
        places[part] += visit.numbers[part].size();
      }
    });
  }

  const OwnSolvedStates& states_;
  const OwnCodes& codes_;
  int threads_;
  std::vector<std::uint64_t> ends_;    // of all parts but the last
  std::vector<std::uint64_t> begins_;  // by part, of its numbers; and where the last one ends
  HugeArray<std::uint32_t> numbers_;
  std::uint64_t first_ = UINT64_MAX, last_ = 0;
};

// The states in order of code.
struct Ordered {
  CodeSet codes;
  std::vector<PaletteCode> values;
};

// Nothing if two states have the same code.
std::optional<Ordered> ordered(const OwnSolvedStates& states, std::uint64_t going_on,
                               const OwnCodes& codes, const PaletteNumbers& palette, int threads) {
  Ordered result;
  if (going_on == 0) return result;
  Parts parts(states, going_on, codes, threads);
  result.values.reserve(going_on);
  SparseSet::Builder builder(going_on, parts.first_code(), parts.last_code());
  std::vector<Listed> listed;
  std::optional<std::uint64_t> before;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    parts.read(part, palette, listed);
    for (const Listed& l : listed) {
      if (before == l.code) return std::nullopt;
      before = l.code;
      builder.add(l.code);
      result.values.push_back(l.value);
    }
  }
  result.codes = CodeSet(SparseSet(std::move(builder)));
  return result;
}

}  // namespace

void write_own_table(Driver& driver, const OwnProgram& program, const OwnSolvedStates& states,
                     std::uint64_t over, std::uint64_t digest, SolveReport& report) {
  Noted all = noted(program, states, driver.threads());
  OwnDescription& description = all.description;
  description.ends = over;
  description.digest = digest;
  const std::uint64_t going_on = states.size() - over;
  const std::size_t width = program.traits().state_bytes;
  const PaletteNumbers palette(all.palette);
  std::optional<Ordered> listed;
  for (; !listed; ++description.recipe.seed) {
    listed =
        ordered(states, going_on, OwnCodes(description.recipe, width), palette, driver.threads());
    if (listed) break;
  }
  SliceRecord record{.name = own_slice, .indices = going_on, .positions = going_on};
  record.members = report.members = going_on;
  record.palette = all.palette;
  for (const Value value : record.palette) report.levels = std::max(report.levels, value.plies());
  LayerWriter<WholeCodes>(driver, whole_codes, listed->codes, 0)
      .write(std::move(record), all.palette.size(),
             [&](std::uint64_t number) { return std::optional(listed->values[number]); });
  driver.writer().set_own(to_json(description, width));
}

std::uint64_t bytes_to_write_own(std::uint64_t states) {
  // Numbers of states by part, values, codes (most if they are hashes); and a part, which may be
  // larger than it was meant to be.
  constexpr std::uint64_t numbers = 4, codes = 6;
  return states * (numbers + sizeof(PaletteCode) + codes) +
         2 * std::min(states, part_states) * sizeof(Listed);
}

}  // namespace zermelo
