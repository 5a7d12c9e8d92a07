// SPDX-License-Identifier: MIT
#include "tablebase/distributed/thread_cluster.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <thread>

namespace zermelo {
namespace {

// What a rank gives to exchange().
struct Sent {
  std::span<const std::byte> bytes;
  std::span<const std::uint64_t> counts;

  std::span<const std::byte> to(int rank) const {
    std::uint64_t begin = 0;
    for (int r = 0; r < rank; ++r) begin += counts[static_cast<std::size_t>(r)];
    return bytes.subspan(begin, counts[static_cast<std::size_t>(rank)]);
  }
};

void append_bytes(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

// Small steps meet thousands of times a second, so ranks wait on a number: with a mutex and a
// condition variable they took most of their time to wake each other one by one.
struct ThreadCluster::Meeting {
  static constexpr std::uint32_t failed_bit = 1, one_meeting = 2;

  explicit Meeting(int ranks) : shares(static_cast<std::size_t>(ranks)) {}

  bool has_failed() const { return (state & failed_bit) != 0; }
  void fail() {
    state |= failed_bit;
    state.notify_all();
  }

  std::atomic<std::size_t> arrived = 0;
  std::atomic<std::uint32_t> state =
      0;  // how many meetings there were (wrapping around); failed_bit
  std::mutex mutex;
  std::exception_ptr failure;       // of a rank that did not fail because of another
  std::vector<const void*> shares;  // by rank; written before all are there, read after
};

void ThreadCluster::run(int ranks, const std::function<void(Cluster&)>& body) {
  Meeting meeting(ranks);
  const auto keep = [&](std::exception_ptr failure) {
    const std::lock_guard lock(meeting.mutex);
    if (!meeting.failure) meeting.failure = std::move(failure);
  };
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          ThreadCluster cluster(meeting, rank);
          body(cluster);
        } catch (const PeerFailed&) {
          meeting.fail();
        } catch (...) {
          keep(std::current_exception());
          meeting.fail();
        }
      });
    }
  }
  if (meeting.failure) std::rethrow_exception(meeting.failure);
  if (meeting.has_failed()) throw PeerFailed();
}

int ThreadCluster::size() const { return static_cast<int>(meeting_.shares.size()); }

void ThreadCluster::barrier() {
  const std::uint32_t before = meeting_.state;
  if ((before & Meeting::failed_bit) != 0) throw PeerFailed();
  if (++meeting_.arrived == meeting_.shares.size()) {
    meeting_.arrived = 0;
    meeting_.state += Meeting::one_meeting;
    meeting_.state.notify_all();
    return;
  }
  meeting_.state.wait(before);
  if ((meeting_.state & ~Meeting::failed_bit) == before) throw PeerFailed();
}

void ThreadCluster::meet(const void* share) {
  meeting_.shares[static_cast<std::size_t>(rank_)] = share;
  barrier();
}

// (All shares were shown before the barrier, and none is shown again before the next one.)
template <class Share>
const Share& ThreadCluster::share_of(int rank) const {
  return *static_cast<const Share*>(meeting_.shares[static_cast<std::size_t>(rank)]);
}

void ThreadCluster::reduce(std::span<std::uint64_t> numbers, Reduction how) {
  using Numbers = std::span<std::uint64_t>;
  meet(&numbers);
  std::vector<std::uint64_t> result(numbers.begin(), numbers.end());
  for (int r = 0; r < size(); ++r) {
    if (r == rank_) continue;
    const Numbers& others = share_of<Numbers>(r);
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (how == Reduction::least) result[i] = std::min(result[i], others[i]);
      if (how == Reduction::sum) result[i] += others[i];
      if (how == Reduction::either) result[i] |= others[i];
    }
  }
  leave();
  std::ranges::copy(result, numbers.begin());
}

Cluster::Announced ThreadCluster::announce(std::span<const std::uint64_t> counts) {
  using Counts = std::span<const std::uint64_t>;
  meet(&counts);
  std::vector<Counts> all;
  for (int r = 0; r < size(); ++r) all.push_back(share_of<Counts>(r));
  Announced announced = announced_to(static_cast<std::size_t>(rank_), all);
  leave();
  return announced;
}

void ThreadCluster::deliver(std::span<const std::byte> bytes, const Announced& announced,
                            std::vector<std::byte>& received) {
  const Sent sent{bytes, announced.counts};
  meet(&sent);
  received.clear();
  for (int r = 0; r < size(); ++r) append_bytes(received, share_of<Sent>(r).to(rank_));
  leave();
}

void ThreadCluster::broadcast(std::span<std::byte> bytes, int from) {
  meet(&bytes);
  const auto& source = share_of<std::span<std::byte>>(from);
  if (rank_ != from && !bytes.empty()) std::memcpy(bytes.data(), source.data(), bytes.size());
  leave();
}

std::vector<std::byte> ThreadCluster::gather(std::span<const std::byte> bytes) {
  std::vector<std::byte> all;
  meet(&bytes);
  for (int r = 0; rank_ == 0 && r < size(); ++r)
    append_bytes(all, share_of<std::span<const std::byte>>(r));
  leave();
  return all;
}

}  // namespace zermelo
