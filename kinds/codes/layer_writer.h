// SPDX-License-Identifier: MIT
// Writing a layer's positions with what a table says of each of them, as runs of codes
// (tablebase/format/code_run.h).
//
// A layer's positions are numbered in order of code, and cut into stretches of the same length
// whatever wrote them; a stretch's members become runs of their own. Where ranks share the codes,
// they send each other their positions, so that each of them packs whole stretches; what is packed
// comes to rank 0 in order. Only as many stretches as there is room for are under way at a time.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "kinds/codes/shared_codes.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/code_run.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/symbol_model.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/driver.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

inline constexpr std::uint64_t stretch_positions = 1 << 16;

// The stretches of a layer, all of them here.
class WholeStretches {
 public:
  // Of the positions in a set, which must outlive this object.
  WholeStretches(const WholeCodes&, const CodeSet& set, int) : set_(set) {}

  // Calls body(stretches, collect) for all stretches at once; collect(number, members) gives a
  // stretch's members. kind_of(number) is the palette's code for a position, or nothing if it is
  // not listed.
  template <class KindOf, class Body>
  void for_each_batch(const KindOf& kind_of, Body&& body) const {
    body((set_.size() + stretch_positions - 1) / stretch_positions,
         [&](std::uint64_t stretch, CodeMembers& members) {
           members.clear();
           const std::uint64_t begin = stretch * stretch_positions;
           set_.for_each(begin, std::min(set_.size(), begin + stretch_positions),
                         [&](std::uint64_t number, std::uint64_t code) {
                           const std::optional<PaletteCode> kind = kind_of(number);
                           if (!kind) return;
                           members.codes.push_back(code);
                           members.values.push_back(*kind);
                         });
         });
  }

 private:
  const CodeSet& set_;
};

// The same where each rank has some of the positions: a batch's stretches are this rank's, and
// those of ranks before it come before them.
class SharedStretches {
 public:
  // Collective. All must outlive this object; the set has keys.
  SharedStretches(const SharedCodes& part, const CodeSet& set, int layer)
      : part_(part), set_(set), layer_(layer) {
    const Stripes& stripes = part.stripes(layer);
    std::vector<std::uint64_t> sizes(stripes.count());
    for (std::size_t k = 0; k < stripes.own().size(); ++k)
      sizes[stripes.own()[k]] = own_begin(k + 1) - own_begin(k);
    part.cluster()->reduce(sizes, Cluster::Reduction::sum);
    for (std::uint64_t s = 0; s < stripes.count(); ++s) {
      if (stripes.is_own(s)) begins_.push_back(positions_);
      positions_ += sizes[s];
    }
    const std::uint64_t room = part.buffer(set.size()) / (stretch_positions * sizeof(Record));
    at_once_ = reduced(part.cluster(), std::max<std::uint64_t>(1, room), Cluster::Reduction::least);
  }

  // Collective.
  template <class KindOf, class Body>
  void for_each_batch(const KindOf& kind_of, Body&& body) const {
    const std::uint64_t share = at_once_ * stretch_positions;
    for (std::uint64_t begin = 0; begin < positions_; begin += part_.ranks() * share) {
      const std::vector<Record> records = exchange(begin, share, kind_of);
      body((records.size() + stretch_positions - 1) / stretch_positions,
           [&](std::uint64_t stretch, CodeMembers& members) {
             members.clear();
             const std::uint64_t first = stretch * stretch_positions;
             const std::uint64_t end = std::min(records.size(), first + stretch_positions);
             for (std::uint64_t i = first; i < end; ++i) {
               if ((records[i] & is_listed) == 0) continue;
               members.codes.push_back(records[i] >> code_shift);
               members.values.push_back(static_cast<PaletteCode>(records[i]));
             }
           });
    }
  }

 private:
  // A position: its code, whether it is listed, and the palette's code.
  using Record = std::uint64_t;
  static constexpr int code_shift = 17;
  static constexpr Record is_listed = Record{1} << 16;
  static_assert(sizeof(PaletteCode) == 2 && MemberShares::key_bits + code_shift <= 64);

  // The number of own positions in the own stripes before number k.
  std::uint64_t own_begin(std::size_t k) const {
    return set_.rank(part_.begin(layer_) + (k << part_.stripes(layer_).shift()));
  }

  // This rank's positions among those from number `begin` on, of which each rank gets as many as
  // its share, in order of rank.
  template <class KindOf>
  std::vector<Record> exchange(std::uint64_t begin, std::uint64_t share,
                               const KindOf& kind_of) const {
    const std::uint64_t end = std::min(positions_, begin + part_.ranks() * share);
    std::vector<Record> sending;
    std::vector<std::uint64_t> counts(part_.ranks());
    for (std::size_t k = 0; k < begins_.size(); ++k) {
      const std::uint64_t own = own_begin(k), own_end = own_begin(k + 1);
      const std::uint64_t first = begins_[k], last = first + (own_end - own);
      if (last <= begin || first >= end) continue;
      set_.for_each(own + std::max(begin, first) - first, own + std::min(end, last) - first,
                    [&](std::uint64_t number, std::uint64_t key) {
                      sending.push_back(record_of(key, kind_of(number)));
                      counts[(first + (number - own) - begin) / share] += sizeof(Record);
                    });
    }
    std::vector<std::byte> received;
    part_.cluster()->exchange(std::as_bytes(std::span(sending)), counts, received);
    sending.resize(received.size() / sizeof(Record));
    if (!received.empty()) std::memcpy(sending.data(), received.data(), received.size());
    std::ranges::sort(sending);
    return sending;
  }
  Record record_of(std::uint64_t key, const std::optional<PaletteCode>& kind) const {
    const Record code = part_.code(layer_, key) << code_shift;
    return kind ? code | is_listed | *kind : code;
  }

  const SharedCodes& part_;
  const CodeSet& set_;
  int layer_;
  std::uint64_t positions_ = 0;        // of all ranks
  std::vector<std::uint64_t> begins_;  // by own stripe: how many of them are in stripes before it
  std::uint64_t at_once_ = 1;          // stretches of a rank in a batch
};

// Writes one layer. Collective, if ranks share the codes; only rank 0 has a table to write.
template <class Part>
class LayerWriter {
 public:
  // The set has this process's positions, by key. All must outlive the writer.
  LayerWriter(Driver& driver, const Part& part, const CodeSet& set, int layer)
      : driver_(driver), part_(part), stretches_(part, set, layer), layer_(layer) {}

  // The record says everything but how many bytes the codes take; its palette has `kinds` entries.
  // kind_of(number) is the palette's code for an own position, or nothing if the table does not
  // list it; called from several threads.
  template <class KindOf>
  void write(SliceRecord record, std::size_t kinds, const KindOf& kind_of) {
    const CodeContexts contexts(kinds);
    const SymbolCounts counts = count(contexts, kind_of);
    const SymbolModel model(counts);
    record.code_bytes = code_bytes(counts, model);
    if (part_.is_first()) driver_.writer().begin_slice(record);
    if (record.members > 0) write_runs(contexts, model, kind_of);
    if (part_.is_first()) driver_.writer().end_slice();
  }

 private:
  using Stretches = std::conditional_t<Part::is_shared, SharedStretches, WholeStretches>;
  struct Run {
    std::uint64_t first;
    std::vector<std::byte> bytes;
  };

  // Calls take(stretch) for the runs of the members.
  template <class Take>
  static void for_each_run(const CodeMembers& members, Take&& take) {
    for (std::size_t begin = 0; begin < members.codes.size(); begin += code_run_members)
      take(CodeStretch{&members, begin, std::min(members.codes.size(), begin + code_run_members)});
  }

  template <class KindOf>
  SymbolCounts count(const CodeContexts& contexts, const KindOf& kind_of) const {
    SymbolCounts all(contexts.groups(), CodeContexts::group(), contexts.symbols());
    std::mutex mutex;
    stretches_.for_each_batch(kind_of, [&](std::uint64_t stretches, const auto& collect) {
      parallel_tasks(stretches, driver_.threads(), [&] {
        return [&, members = CodeMembers()](std::uint64_t stretch) mutable {
          SymbolCounts counts(contexts.groups(), CodeContexts::group(), contexts.symbols());
          collect(stretch, members);
          for_each_run(members,
                       [&](const CodeStretch& run) { count_code_run(run, contexts, counts); });
          const std::lock_guard lock(mutex);
          all += counts;
        };
      });
    });
    if (part_.cluster() != nullptr) part_.cluster()->reduce(all.numbers(), Cluster::Reduction::sum);
    return all;
  }

  // About how many bytes the codes take: the gaps' numbers of bits, packed, and the bits
  // themselves.
  static std::uint64_t code_bytes(const SymbolCounts& counts, const SymbolModel& model) {
    const std::size_t end = CodeContexts::gap_widths * CodeContexts::group();
    double bits = model.bits(counts, 0, end);
    for (std::size_t c = 0; c < end; ++c) {
      for (std::size_t width = 0; width < CodeContexts::gap_widths; ++width)
        bits += static_cast<double>(counts.of(c)[width] * width);
    }
    return static_cast<std::uint64_t>(bits / 8);
  }

  template <class KindOf>
  void write_runs(const CodeContexts& contexts, const SymbolModel& model, const KindOf& kind_of) {
    std::optional<RunWriter> writer;
    if (part_.is_first()) writer.emplace(driver_.writer(), static_cast<std::size_t>(layer_), model);
    stretches_.for_each_batch(kind_of, [&](std::uint64_t stretches, const auto& collect) {
      std::vector<std::byte> message;
      parallel_in_order(
          stretches, driver_.threads(),
          [&] {
            return [&, members = CodeMembers()](std::uint64_t stretch) mutable {
              std::vector<Run> runs;
              collect(stretch, members);
              for_each_run(members, [&](const CodeStretch& run) {
                runs.push_back({members.codes[run.begin], pack_code_run(run, contexts, model)});
              });
              return runs;
            };
          },
          [&](const std::vector<Run>& runs) {
            for (const Run& run : runs) {
              if constexpr (Part::is_shared) {
                append(message, run);
              } else {
                writer->add(run.first, run.bytes);
              }
            }
          });
      if constexpr (Part::is_shared) add_all(writer, part_.cluster()->gather(message));
    });
    if (writer) writer->finish();
  }

  // Runs on their way to rank 0.
  static void append(std::vector<std::byte>& message, const Run& run) {
    append_integer(message, run.first);
    append_integer(message, static_cast<std::uint32_t>(run.bytes.size()));
    message.insert(message.end(), run.bytes.begin(), run.bytes.end());
  }
  static void add_all(std::optional<RunWriter>& writer, const std::vector<std::byte>& message) {
    Bytes rest(message);
    while (!rest.empty()) {
      const auto first = read_integer<std::uint64_t>(rest.data());
      const auto length = read_integer<std::uint32_t>(rest.data() + sizeof first);
      rest = rest.subspan(sizeof first + sizeof length);
      writer->add(first, rest.first(length));
      rest = rest.subspan(length);
    }
  }

  Driver& driver_;
  const Part& part_;
  Stretches stretches_;
  int layer_;
};

}  // namespace zermelo
