// SPDX-License-Identifier: MIT
// Which keys have been seen before.
#pragma once

#include <xxhash.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "gen/bddl/ground_condition.h"

namespace zermelo::bddl {

// Keys (see append_key), each once. They are hashed to 128 bits: the texts would take most of the
// memory.
class KeySet {
 public:
  // False if it was there.
  bool insert(std::string_view key) {
    const XXH128_hash_t hash = XXH3_128bits(key.data(), key.size());
    return hashes_.emplace(hash.high64, hash.low64).second;
  }
  template <typename Said>
  bool insert_key_of(const Said& said) {
    key_.clear();
    append_key(said, key_);
    return insert(key_);
  }
  bool empty() const { return hashes_.empty(); }
  void clear() { hashes_.clear(); }

 private:
  using Hash = std::pair<std::uint64_t, std::uint64_t>;
  struct PartOf {
    std::size_t operator()(const Hash& hash) const { return static_cast<std::size_t>(hash.second); }
  };

  std::unordered_set<Hash, PartOf> hashes_;
  std::string key_;
};

}  // namespace zermelo::bddl
