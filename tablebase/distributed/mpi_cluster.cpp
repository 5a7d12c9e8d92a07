// SPDX-License-Identifier: MIT
#include "tablebase/distributed/mpi_cluster.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <cstdlib>

namespace zermelo {
namespace {

// (MPI counts in ints.)
int as_int(std::uint64_t number) { return static_cast<int>(number); }

// Where stretches that lie one after the other begin.
std::vector<std::uint64_t> begins_of(std::span<const std::uint64_t> lengths) {
  std::vector<std::uint64_t> begins;
  std::uint64_t next = 0;
  for (const std::uint64_t length : lengths) {
    begins.push_back(next);
    next += length;
  }
  begins.push_back(next);
  return begins;
}

// For stretches that lie one after the other: the bytes begin..begin+piece-1 of each, or as many of
// those as it has.
struct Pieces {
  Pieces(const std::vector<std::uint64_t>& all, std::uint64_t first, std::uint64_t piece) {
    std::vector<std::uint64_t> lengths;
    for (std::size_t r = 0; r + 1 < all.size(); ++r) {
      const std::uint64_t length = all[r + 1] - all[r], begin = std::min(first, length);
      begins.push_back(all[r] + begin);
      lengths.push_back(std::min(piece, length - begin));
    }
    packed = begins_of(lengths);
  }
  std::uint64_t at(std::size_t r) const { return begins[r]; }
  std::uint64_t length(std::size_t r) const { return packed[r + 1] - packed[r]; }

  std::vector<std::uint64_t> begins;  // where they lie now
  std::vector<std::uint64_t> packed;  // and where they would, one after the other without gaps
};

// Rank r's bytes lie from [r] on and to [r + 1]; no number is above 2^31.
void exchange_at_once(std::span<const std::byte> bytes, std::span<const std::uint64_t> from,
                      std::span<std::byte> received, std::span<const std::uint64_t> to) {
  const auto lengths = [](std::span<const std::uint64_t> begins) {
    std::vector<int> result;
    for (std::size_t r = 0; r + 1 < begins.size(); ++r)
      result.push_back(as_int(begins[r + 1] - begins[r]));
    return result;
  };
  const auto ints = [](std::span<const std::uint64_t> begins) {
    std::vector<int> result;
    for (const std::uint64_t begin : begins) result.push_back(as_int(begin));
    return result;
  };
  MPI_Alltoallv(bytes.data(), lengths(from).data(), ints(from).data(), MPI_BYTE, received.data(),
                lengths(to).data(), ints(to).data(), MPI_BYTE, MPI_COMM_WORLD);
}

}  // namespace

MpiCluster::MpiCluster(int& argc, char**& argv, std::uint64_t most_at_once)
    : most_at_once_(most_at_once) {
  int threads = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
  if (threads < MPI_THREAD_FUNNELED) {
    MPI_Finalize();
    throw Error("This MPI library does not let its processes use threads.");
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &ranks_here_);
  MPI_Comm_free(&here);
}

MpiCluster::~MpiCluster() { MPI_Finalize(); }

void MpiCluster::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();  // (Never reached; MPI does not say so.)
}

std::string MpiCluster::library() {
  std::string text(MPI_MAX_LIBRARY_VERSION_STRING, '\0');
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  text.resize(static_cast<std::size_t>(length));
  return text.substr(0, text.find_first_of(",\n"));
}

void MpiCluster::reduce(std::span<std::uint64_t> numbers, Reduction how) {
  const int count = as_int(numbers.size());
  if (how != Reduction::least) {
    MPI_Allreduce(MPI_IN_PLACE, numbers.data(), count, MPI_UINT64_T,
                  how == Reduction::sum ? MPI_SUM : MPI_BOR, MPI_COMM_WORLD);
    return;
  }
  // (MPICH 4.0 compares unsigned numbers as if they were signed. With the highest bit flipped,
  // signed numbers have the order that the unsigned ones had.)
  constexpr std::uint64_t highest = std::uint64_t{1} << 63;
  for (std::uint64_t& number : numbers) number ^= highest;
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), count, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
  for (std::uint64_t& number : numbers) number ^= highest;
}

// (All counts on all ranks, since what a round costs is mostly how often ranks wait for each
// other.)
Cluster::Announced MpiCluster::announce(std::span<const std::uint64_t> counts) {
  const auto ranks = static_cast<std::size_t>(size_);
  std::vector<std::uint64_t> matrix(ranks * ranks);
  MPI_Allgather(counts.data(), size_, MPI_UINT64_T, matrix.data(), size_, MPI_UINT64_T,
                MPI_COMM_WORLD);
  std::vector<std::span<const std::uint64_t>> all;
  for (std::size_t r = 0; r < ranks; ++r)
    all.push_back(std::span(matrix).subspan(r * ranks, ranks));
  return announced_to(static_cast<std::size_t>(rank_), all);
}

void MpiCluster::deliver(std::span<const std::byte> bytes, const Announced& announced,
                         std::vector<std::byte>& received) {
  const auto ranks = static_cast<std::size_t>(size_);
  const auto from = begins_of(announced.counts), to = begins_of(announced.coming);
  received.resize(to.back());
  if (announced.most_of_rank <= most_at_once_) return exchange_at_once(bytes, from, received, to);
  // Pieces from every rank that are so small that all of them together can be sent at once.
  const std::uint64_t piece = std::max<std::uint64_t>(1, most_at_once_ / ranks);
  std::vector<std::byte> sending, receiving;
  for (std::uint64_t begin = 0; begin < announced.most_between; begin += piece) {
    const Pieces out(from, begin, piece), in(to, begin, piece);
    sending.clear();
    for (std::size_t r = 0; r < ranks; ++r) {
      const auto part = bytes.subspan(out.at(r), out.length(r));
      sending.insert(sending.end(), part.begin(), part.end());
    }
    receiving.resize(in.packed.back());
    exchange_at_once(sending, out.packed, receiving, in.packed);
    for (std::size_t r = 0; r < ranks; ++r) {
      std::copy_n(receiving.begin() + static_cast<std::ptrdiff_t>(in.packed[r]), in.length(r),
                  received.begin() + static_cast<std::ptrdiff_t>(in.at(r)));
    }
  }
}

void MpiCluster::broadcast(std::span<std::byte> bytes, int from) {
  for (std::uint64_t begin = 0; begin < bytes.size(); begin += most_at_once_) {
    const std::uint64_t length = std::min(most_at_once_, bytes.size() - begin);
    MPI_Bcast(bytes.data() + begin, as_int(length), MPI_BYTE, from, MPI_COMM_WORLD);
  }
}

// As an exchange in which only rank 0 receives anything.
std::vector<std::byte> MpiCluster::gather(std::span<const std::byte> bytes) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(size_));
  counts.front() = bytes.size();
  std::vector<std::byte> all;
  exchange(bytes, counts, all);
  return all;
}

void MpiCluster::barrier() { MPI_Barrier(MPI_COMM_WORLD); }

}  // namespace zermelo
