// SPDX-License-Identifier: MIT
// A table as its users see it: opening, single probes, moves, lines. The file is in the system's
// cache after the first round, except for the probes that say otherwise. One item is one state.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "bench/bench_tables.h"
#include "bench/page_watch.h"
#include "kinds/export_table.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo::bench {
namespace {

const std::vector<std::string>& positions() {
  static const auto drawn = random_positions(probed_table(), std::size_t{1} << 16);
  return drawn;
}

// States that follow each other in best play, one line after another.
const std::vector<std::string>& states_along_lines() {
  static const auto states = [] {
    constexpr std::size_t lines = 200, longest = 50;
    std::vector<std::string> found;
    for (std::size_t i = 0; i < lines; ++i) {
      std::string state = positions()[i];
      for (std::size_t ply = 0; ply < longest && !state.empty(); ++ply) {
        found.push_back(state);
        state = probed_table().moves(state).front().result;
      }
    }
    return found;
  }();
  return states;
}

template <class Question>
void ask(benchmark::State& state, const std::vector<std::string>& states, Question&& question) {
  const auto threads = static_cast<std::size_t>(state.threads());
  const auto thread = static_cast<std::size_t>(state.thread_index());
  std::size_t i = states.size() / threads * thread;  // each thread begins elsewhere
  for (auto _ : state) {
    benchmark::DoNotOptimize(question(states[i]));
    if (++i == states.size()) i = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

void open(benchmark::State& state) {
  const std::string& path = probed_table().info().path;
  for (auto _ : state) benchmark::DoNotOptimize(Table::open(path));
}

void probe_random(benchmark::State& state) {
  ask(state, positions(), [](const std::string& s) { return probed_table().probe(s); });
}

// A million at once, on as many threads as the argument says.
void probe_many(benchmark::State& state) {
  static const auto drawn = random_positions(probed_table(), std::size_t{1} << 20);
  static const std::vector<std::string_view> asked(drawn.begin(), drawn.end());
  for (auto _ : state)
    benchmark::DoNotOptimize(
        probed_table().probe_many(asked, static_cast<int>(state.range(0))).data());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(asked.size()));
}

// The same, one after another.
void probe_one_by_one(benchmark::State& state) {
  static const auto drawn = random_positions(probed_table(), std::size_t{1} << 20);
  for (auto _ : state) {
    for (const std::string& position : drawn)
      benchmark::DoNotOptimize(probed_table().probe(position));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(drawn.size()));
}

// All positions of the table, with their texts and values.
void walk(benchmark::State& state) {
  std::int64_t positions = 0;
  std::vector<PositionValue> block;
  for (auto _ : state) {
    for (const auto walk = probed_table().walk(1); walk->next(block);)
      positions += static_cast<std::int64_t>(block.size());
  }
  state.SetItemsProcessed(positions);
}

// The same as a list that goes nowhere, by one thread. One item is a position.
void export_list(benchmark::State& state, const std::string& game, ExportFormat format) {
  static std::map<std::string, Table> tables;
  auto found = tables.find(game);
  if (found == tables.end()) {
    const std::string path = scratch_file(fmt::format("export-{}.ztb", tables.size()));
    solve(*game_of(game), path);
    found = tables.emplace(game, Table::open(path)).first;
  }
  const ExportOptions options{.format = format, .threads = 1};
  std::uint64_t positions = 0;
  for (auto _ : state) positions += export_table(found->second, "/dev/null", options).positions;
  state.SetItemsProcessed(static_cast<std::int64_t>(positions));
}

void sample(benchmark::State& state) {
  constexpr int count = 10000;
  for (auto _ : state) benchmark::DoNotOptimize(probed_table().sample(count, 1).data());
  state.SetItemsProcessed(state.iterations() * count);
}

void probe_along_lines(benchmark::State& state) {
  ask(state, states_along_lines(), [](const std::string& s) { return probed_table().probe(s); });
}

void moves_random(benchmark::State& state) {
  ask(state, positions(), [](const std::string& s) { return probed_table().moves(s); });
}

void moves_along_lines(benchmark::State& state) {
  ask(state, states_along_lines(), [](const std::string& s) { return probed_table().moves(s); });
}

// --- Pages ---------------------------------------------------------------------------------------

// Positions whose value is looked up. (A position won at once needs no look at the table.)
const std::vector<std::string>& stored_positions() {
  static const auto stored = [] {
    std::vector<std::string> found;
    for (const std::string& position : positions()) {
      if (found.size() == 1000) break;
      if (probed_table().probe(position) != Value::win(1)) found.push_back(position);
    }
    return found;
  }();
  return stored;
}

// Answers about the probed table, with no block decoded yet.
std::unique_ptr<const TableReader> fresh_reader() {
  static const auto file = std::make_shared<const TableFile>(probed_path());
  return probed_table().game().kinds().front()->open(file);
}

double seconds_of_probe(const TableReader& reader, const std::string& position) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  benchmark::DoNotOptimize(reader.values()->value(position));
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// Calls measure(pages, position) for each iteration; it returns the seconds that count.
template <class Measure>
void for_each_probe(benchmark::State& state, Measure&& measure) {
  try {
    const PageWatch pages(probed_table().info().path);
    static std::size_t next = 0;  // goes on where the last repetition stopped
    for (auto _ : state) {
      state.SetIterationTime(
          measure(pages, stored_positions()[next++ % stored_positions().size()]));
    }
    pages.read_ahead(false);  // as the library wants it
  } catch (const std::exception& error) {
    state.SkipWithError(error.what());
  }
}

void set_mean(benchmark::State& state, const char* name, double sum) {
  state.counters[name] = benchmark::Counter(sum, benchmark::Counter::kAvgIterations);
}

// Each probe finds all pages that it needs mapped, and no block decoded. Counting comes after the
// clock has stopped, with another reader. The pages have been read one by one, because if several
// are read together, the system may count all of them as accessed when one was.
void probe_mapped_pages(benchmark::State& state) {
  std::size_t touched = 0;
  for_each_probe(state, [&](const PageWatch& pages, const std::string& position) {
    pages.drop();
    fresh_reader()->values()->value(position);
    const double seconds = seconds_of_probe(*fresh_reader(), position);
    const auto reader = fresh_reader();
    PageWatch::forget_touched();
    benchmark::DoNotOptimize(reader->values()->value(position));
    touched += pages.touched();
    return seconds;
  });
  set_mean(state, "pages_touched", static_cast<double>(touched));
}

// Each probe finds no page of the file in memory.
void probe_cold_pages(benchmark::State& state, bool read_ahead) {
  std::size_t read = 0;
  long waits = 0;
  for_each_probe(state, [&](const PageWatch& pages, const std::string& position) {
    pages.drop();
    pages.read_ahead(read_ahead);
    const auto reader = fresh_reader();
    const long before = PageWatch::waits();
    const double seconds = seconds_of_probe(*reader, position);
    waits += PageWatch::waits() - before;
    read += pages.resident();
    return seconds;
  });
  set_mean(state, "disk_waits", static_cast<double>(waits));
  set_mean(state, "pages_read", static_cast<double>(read));
}

BENCHMARK(open)->Name("open a table")->Unit(benchmark::kMicrosecond);
BENCHMARK(probe_random)->Name("probe, random states")->UseRealTime()->Threads(1)->Threads(2);
BENCHMARK(probe_one_by_one)
    ->Name("probe, a million random states")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(probe_many)
    ->Name("probe_many, a million random states, threads")
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Arg(1)
    ->Arg(2);
BENCHMARK(walk)->Name("walk")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(export_list, dense_binary, "ostle size=4 start=4", ExportFormat::binary);
BENCHMARK_CAPTURE(export_list, stones_binary, "connect columns=5 rows=4", ExportFormat::binary);
BENCHMARK_CAPTURE(export_list, stones_text, "connect columns=5 rows=4", ExportFormat::text);
BENCHMARK_CAPTURE(export_list, codes_binary, "breakthrough columns=3 rows=5", ExportFormat::binary);
BENCHMARK(sample)->Name("sample")->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(probe_along_lines)->Name("probe, states along lines")->UseRealTime();
BENCHMARK(moves_random)->Name("values of all moves, random states")->UseRealTime();
BENCHMARK(moves_along_lines)->Name("values of all moves, states along lines")->UseRealTime();
BENCHMARK(probe_mapped_pages)
    ->Name("pages: probe, its pages in memory")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);
BENCHMARK_CAPTURE(probe_cold_pages, without_read_ahead, false)
    ->Name("pages: probe, none in memory")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);
BENCHMARK_CAPTURE(probe_cold_pages, with_read_ahead, true)
    ->Name("pages: probe, none in memory, with the system's read-ahead")
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(200);

}  // namespace
}  // namespace zermelo::bench
