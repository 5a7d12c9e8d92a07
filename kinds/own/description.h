// SPDX-License-Identifier: MIT
// What a table of a game of one's own says of its rules: how its states are numbered, and by what
// other rules are told apart from those that made it.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kinds/own/codes.h"
#include "kinds/own/rules.h"

namespace zermelo {

// Of one state: its bytes, and what the rules say of it and of the states that its moves lead to.
struct OwnWitness {
  OwnState state;
  std::uint64_t digest = 0;
  bool operator==(const OwnWitness&) const = default;
};

// A number for what a game's rules say of a state: its bytes, how it is over or who is to move, and
// the different states (hashed, in any order) that moves lead to, up to symmetry. The sum over all
// states tells rules apart.
std::uint64_t digest_of(std::uint64_t state_hash, OwnResult result, int mover,
                        std::span<const std::uint64_t> ascending_hashes);

struct OwnDescription {
  OwnRecipe recipe;
  std::vector<OwnWitness> witnesses;  // the fingerprint, at most most_witnesses
  std::uint64_t digest = 0;           // the sum over all states (digest_of)
  std::uint64_t ends = 0;             // how many states are over
  bool operator==(const OwnDescription&) const = default;
};

inline constexpr std::size_t most_witnesses = 1024;

// As JSON, and back. Throws DamagedTable (without a file name) for a text that makes no sense.
std::string to_json(const OwnDescription& description, std::size_t state_bytes);
OwnDescription own_description_from_json(const std::string& text, std::size_t state_bytes);

// The witness's digest of a state in which the game goes on: who is to move, and the different
// states that moves lead to, with how each is over or who is to move there.
std::uint64_t witness_digest(OwnRules& rules, const OwnState& state);

// The fingerprint: of the states in which the game goes on, half as many as there is room for with
// the least hashes, and as many of those with the least among the states one move from an end.
class OwnWitnessChoice {
 public:
  // Whether adding such a state would change anything.
  bool wants(std::uint64_t hash, bool is_near_end) const {
    return wants(all_, hash) || (is_near_end && wants(near_, hash));
  }
  void add(const OwnState& state, std::uint64_t hash, bool is_near_end);
  // Ascending, each once.
  std::vector<OwnState> take();

 private:
  struct Entry {
    std::uint64_t hash;
    OwnState state;
    bool operator<(const Entry& other) const {
      return hash != other.hash ? hash < other.hash : state < other.state;
    }
  };
  // Keeps the least ones, the greatest of them first.
  static void keep(std::vector<Entry>& heap, Entry entry);
  static bool wants(const std::vector<Entry>& heap, std::uint64_t hash) {
    return heap.size() < most_witnesses / 2 || hash <= heap.front().hash;
  }
  std::vector<Entry> all_, near_;
};

// What a description says of the states in which the game goes on, noted by several threads.
class OwnStateNotes {
 public:
  explicit OwnStateNotes(std::size_t state_bytes) : seen_(state_bytes) {}

  // Notes many states, for one thread.
  class Batch {
   public:
    explicit Batch(OwnStateNotes& notes) : notes_(notes), seen_(notes.seen_.state_bytes()) {
      const std::lock_guard lock(notes_.mutex_);
      known_ = notes_.choice_;
    }
    void add(const OwnState& state, std::uint64_t hash, bool is_near_end) {
      seen_.add(state);
      if (known_.wants(hash, is_near_end)) chosen_.push_back({state, hash, is_near_end});
    }
    // Hands in what was noted.
    void finish();

   private:
    struct Chosen {
      OwnState state;
      std::uint64_t hash;
      bool is_near_end;
    };
    OwnStateNotes& notes_;
    OwnValuesSeen seen_;
    OwnWitnessChoice known_;  // as it was in the beginning
    std::vector<Chosen> chosen_;
  };

  // Everything but the digest and the number of ends, once all are noted.
  OwnDescription description(const OwnProgram& program);

 private:
  std::mutex mutex_;
  OwnValuesSeen seen_;
  OwnWitnessChoice choice_;
};

// Throws RulesError if the rules contradict one of the witnesses; `table` names the file.
void require_same_rules(const OwnProgram& program, const OwnDescription& description,
                        const std::string& table);

}  // namespace zermelo
