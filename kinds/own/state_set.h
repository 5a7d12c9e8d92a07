// SPDX-License-Identifier: MIT
// The states that have been found, numbered in the order in which they are added: a hash table of
// numbers in buckets of a cache line each, and the states' bytes by number.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/own/rules.h"
#include "tablebase/format/file.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Reading is thread-safe as long as nothing is added.
class OwnStateSet {
 public:
  static constexpr std::uint64_t most_states = (std::uint64_t{1} << 32) - 2;

  [[noreturn]] static void refuse_more() {
    throw OutOfMemory("At most 2^32-2 states can be found by play, and this game has more.");
  }

  explicit OwnStateSet(std::size_t state_bytes)
      : width_(state_bytes),
        last_word_((state_bytes - 1) / 8),
        last_mask_(~std::uint64_t{0} >> (8 * (8 * last_word_ + 8 - state_bytes))),
        buckets_(first_buckets) {}

  std::uint64_t hash(const OwnState& state) const {
    return checksum(std::as_bytes(std::span(state.bytes)).first(width_));
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(size_); }
  std::size_t state_bytes() const { return width_; }
  OwnState state(std::uint32_t number) const {
    OwnState state;
    const std::uint8_t* const from = at(number);
    for (std::size_t word = 0; word < last_word_; ++word)
      put_word(state.bytes.data(), word, word_at(from, word));
    put_word(state.bytes.data(), last_word_, word_at(from, last_word_) & last_mask_);
    return state;
  }
  // What find() and add() read first.
  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&buckets_[bucket_of(hash)]); }
  // What they read then, if it is there.
  void prefetch_state(std::uint64_t hash) const {
    const Bucket& bucket = buckets_[bucket_of(hash)];
    const std::uint32_t alike = bucket.alike(tag_of(hash));
    if (alike == 0) return;
    const std::uint8_t* const there = at(bucket.numbers[first_of(alike)]);
    __builtin_prefetch(there);
    __builtin_prefetch(there + width_ - 1);
  }
  // `hash` is that of the state.
  std::optional<std::uint32_t> find(const OwnState& state, std::uint64_t hash) const {
    const Place place = place_of(state, hash);
    return place.is_there ? std::optional(place.number) : std::nullopt;
  }
  // The number of the state, and whether it is new. Throws OutOfMemory if there are too many.
  std::pair<std::uint32_t, bool> add(const OwnState& state, std::uint64_t hash) {
    const Place place = place_of(state, hash);
    if (place.is_there) return {place.number, false};
    if (size_ >= most_states) refuse_more();
    const auto number = static_cast<std::uint32_t>(size_);
    append(state);
    buckets_[place.bucket].add(tag_of(hash), number);
    if (size_ > most_in(buckets_.size())) grow();
    return {number, true};
  }

  // Forgets how to find states; only their bytes stay.
  void forget_places() { buckets_ = HugeArray<Bucket>(); }

  std::uint64_t bytes() const { return size_ * width_ + bytes_of_places(); }
  // Of these, what forget_places() gives back.
  std::uint64_t bytes_of_places() const { return buckets_.size() * sizeof(Bucket); }
  // What it takes once the hash table has grown. (The old one goes first.)
  std::uint64_t bytes_when_grown() const {
    return size_ * width_ + grown(buckets_.size()) * sizeof(Bucket);
  }

  // For checkpoints: the states' bytes, in pieces.
  static constexpr std::uint32_t piece_states = 1 << 20;
  std::uint32_t pieces() const { return (size() + piece_states - 1) / piece_states; }
  std::vector<std::byte> piece(std::uint32_t number) const {
    const std::uint32_t begin = number * piece_states;
    const std::uint32_t end = std::min<std::uint64_t>(size_, std::uint64_t{begin} + piece_states);
    std::vector<std::byte> all(std::size_t{end - begin} * width_);
    for (std::uint32_t n = begin; n < end; ++n)
      std::memcpy(all.data() + std::size_t{n - begin} * width_, at(n), width_);
    return all;
  }
  void add_piece(std::span<const std::byte> all) {
    for (std::size_t i = 0; i + width_ <= all.size(); i += width_) {
      OwnState state;
      std::memcpy(state.bytes.data(), all.data() + i, width_);
      add(state, hash(state));
    }
  }

 private:
  // Twelve numbers, and eight bits of each one's hash, which tell nearly all other states apart
  // without a look at their bytes.
  static constexpr std::uint32_t room = 12;
  struct alignas(64) Bucket {
    std::array<std::uint8_t, room> tags;
    std::uint32_t used;
    std::array<std::uint32_t, room> numbers;

    // The places in use with such a tag: a bit each.
    std::uint32_t alike(std::uint8_t tag) const {
      std::uint64_t first = 0;
      std::uint32_t last = 0;
      std::memcpy(&first, tags.data(), sizeof first);
      std::memcpy(&last, tags.data() + sizeof first, sizeof last);
      const std::uint32_t all = equal_bytes(first, tag) | equal_bytes(last, tag) << 8;
      return all & ((1u << used) - 1);
    }
    void add(std::uint8_t tag, std::uint32_t number) {
      assert(used < room);
      tags[used] = tag;
      numbers[used++] = number;
    }
  };
  static_assert(sizeof(Bucket) == 64);
  // The bytes of a word that equal `byte`: a bit each, the first byte's lowest.
  static std::uint32_t equal_bytes(std::uint64_t word, std::uint8_t byte) {
    constexpr std::uint64_t ones = 0x0101010101010101, low = 0x7f * ones;
    const std::uint64_t differ = word ^ byte * ones;
    const std::uint64_t equal = ~(((differ & low) + low) | differ | low);  // their highest bits
    return static_cast<std::uint32_t>(equal * 0x0002040810204081 >> 56);
  }
  struct Place {
    bool is_there;
    std::uint32_t number;  // if it is
    std::uint64_t bucket;  // with room for it, if not
  };

  static constexpr std::size_t first_buckets = 16;
  // (Tables of some 46 million states; then by half, for memory counts more than time.)
  static constexpr std::uint64_t doubles_below = 1 << 22;
  // How many states so many buckets hold before there are more of them.
  static std::uint64_t most_in(std::uint64_t buckets) { return buckets * room / 8 * 7; }
  static std::uint64_t grown(std::uint64_t buckets) {
    return buckets < doubles_below ? 2 * buckets : buckets + buckets / 2;
  }

  // --- Bytes of states: segments, each as long as all before it, so that none ever moves ---

  static constexpr int first_segment = 9;  // the logarithm of its states
  // Words of eight bytes are read at any place.
  static constexpr std::size_t slack = 8;
  const std::uint8_t* at(std::uint32_t number) const {
    const std::uint64_t shifted = std::uint64_t{number} + (1u << first_segment);
    const int log = std::bit_width(shifted) - 1;
    return segments_[static_cast<std::size_t>(log - first_segment)].data() +
           (shifted - (std::uint64_t{1} << log)) * width_;
  }
  void append(const OwnState& state) {
    const std::uint64_t shifted = size_ + (1u << first_segment);
    if (std::has_single_bit(shifted)) segments_.emplace_back(shifted * width_ + slack);
    ++size_;
    std::memcpy(const_cast<std::uint8_t*>(at(size() - 1)), state.bytes.data(), width_);
  }

  static std::uint64_t word_at(const std::uint8_t* from, std::size_t word) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, from + 8 * word, sizeof bits);
    return bits;
  }
  static void put_word(std::uint8_t* to, std::size_t word, std::uint64_t bits) {
    std::memcpy(to + 8 * word, &bits, sizeof bits);
  }
  static_assert(std::endian::native == std::endian::little, "last_mask_ keeps the first bytes");
  bool is_at(std::uint32_t number, const OwnState& state) const {
    const std::uint8_t* const there = at(number);
    std::uint64_t differ =
        (word_at(there, last_word_) ^ word_at(state.bytes.data(), last_word_)) & last_mask_;
    for (std::size_t word = 0; word < last_word_; ++word)
      differ |= word_at(there, word) ^ word_at(state.bytes.data(), word);
    return differ == 0;
  }

  // --- The hash table ---

  std::uint64_t bucket_of(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(Wide{hash} * buckets_.size() >> 64);
  }
  static std::uint8_t tag_of(std::uint64_t hash) { return static_cast<std::uint8_t>(hash); }
  static std::uint32_t first_of(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }
  Place place_of(const OwnState& state, std::uint64_t hash) const {
    for (std::uint64_t b = bucket_of(hash);; b = next_bucket(b)) {
      const Bucket& bucket = buckets_[b];
      for (std::uint32_t alike = bucket.alike(tag_of(hash)); alike != 0; alike &= alike - 1) {
        const std::uint32_t number = bucket.numbers[first_of(alike)];
        if (is_at(number, state)) return {true, number, b};
      }
      if (bucket.used < room) return {false, 0, b};
    }
  }
  std::uint64_t next_bucket(std::uint64_t b) const { return b + 1 == buckets_.size() ? 0 : b + 1; }

  void grow() {
    const std::uint64_t buckets = grown(buckets_.size());
    forget_places();
    buckets_ = HugeArray<Bucket>(buckets);
    // (Hashes are made a few states ahead, so that their buckets are on their way.)
    constexpr std::uint32_t ahead = 16;
    std::array<std::uint64_t, ahead> hashes{};
    for (std::uint64_t n = 0; n < size_ + ahead; ++n) {
      std::uint64_t& place = hashes[n % ahead];
      if (n >= ahead) put(static_cast<std::uint32_t>(n - ahead), place);
      if (n >= size_) continue;
      place = hash(state(static_cast<std::uint32_t>(n)));
      __builtin_prefetch(&buckets_[bucket_of(place)], 1);
    }
  }
  void put(std::uint32_t number, std::uint64_t hash) {
    std::uint64_t b = bucket_of(hash);
    while (buckets_[b].used == room) b = next_bucket(b);
    buckets_[b].add(tag_of(hash), number);
  }

  std::size_t width_, last_word_;
  std::uint64_t last_mask_;
  std::uint64_t size_ = 0;
  std::vector<HugeArray<std::uint8_t>> segments_;
  HugeArray<Bucket> buckets_;
};

}  // namespace zermelo
