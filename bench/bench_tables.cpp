// SPDX-License-Identifier: MIT
#include "bench/bench_tables.h"

#include <cstdio>
#include <cstdlib>
#include <random>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace zermelo::bench {

std::string scratch_file(const std::string& name) {
  static const test::TemporaryFolder folder;
  return folder.file(name);
}

std::shared_ptr<const Game> game_of(const std::string& game) {
  std::istringstream words(game);
  std::vector<std::string> list;
  for (std::string word; words >> word;) list.push_back(word);
  return make_game(parse_game_spec(list));
}

const std::string& probed_path() {
  static const std::string path = [] {
    const char* const given = std::getenv("ZERMELO_BENCH_TABLE");
    if (given != nullptr && *given != '\0') return std::string(given);
    const std::string made = scratch_file("probed.ztb");
    solve(*game_of("ostle total=6 lose=2"), made);
    return made;
  }();
  return path;
}

const Table& probed_table() {
  static const Table table = [] {
    try {
      return Table::open(probed_path());
    } catch (const Error& error) {
      std::fprintf(stderr, "zermelo_bench: %s\n", error.what());
      std::exit(1);
    }
  }();
  return table;
}

std::vector<std::string> random_positions(const Table& table, std::size_t count) {
  std::vector<double> sizes;
  for (std::size_t i = 0; i < table.info().slices.size(); ++i)
    sizes.push_back(static_cast<double>(table.indices(i)));
  std::mt19937_64 random(1);
  std::discrete_distribution<std::size_t> any_slice(sizes.begin(), sizes.end());
  std::vector<std::string> positions;
  while (positions.size() < count) {
    const std::size_t slice = any_slice(random);
    const std::uint64_t index = random() % table.indices(slice);
    if (auto position = table.position_at({slice, index})) {
      positions.push_back(std::move(*position));
    }
  }
  return positions;
}

}  // namespace zermelo::bench
