// SPDX-License-Identifier: MIT
// The C interface to what makes tables and goes over whole ones; not in libzermelo-probe.
#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/c_interface.h"
#include "probe/game.h"
#include "probe/table.h"
#include "probe/zermelo.h"

struct zermelo_walk {
  zermelo_walk(std::unique_ptr<zermelo::PositionWalk> positions, zermelo::Metric counted)
      : walk(std::move(positions)), metric(counted) {}

  std::unique_ptr<zermelo::PositionWalk> walk;
  zermelo::Metric metric;
  std::vector<zermelo::PositionValue> block;
  std::vector<zermelo_position_value> items;
};

namespace zermelo {
namespace {

const TableKind& kind_of(const Game& game, const std::string& metric) {
  if (metric.empty()) return *game.kinds().front();
  if (const TableKind* kind = game.kind(metric)) return *kind;
  throw UsageError("There are no tables of " + game.spec().name + " with the metric '" + metric +
                   "'.");
}

void solve_game(const Game& game, const char* path, const zermelo_solve_options& c) {
  const TableKind& kind = kind_of(game, text_or_none(c.metric));
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.threads = threads_of(c.threads);
  options.memory_limit = c.memory_limit;
  options.resume = c.resume != 0;
  options.force = c.force != 0;
  options.stop = &stop;
  if (c.on_progress != nullptr) {
    options.progress = [&](const SolveProgress& p) {
      const zermelo_progress progress = {p.level, p.done, p.total, p.seconds};
      if (c.on_progress(c.user, &progress) != 0) stop = true;
    };
  }
  kind.solve(path, options);
}

zermelo_position_block next_block(zermelo_walk& walk) {
  walk.items.clear();
  walk.walk->next(walk.block);
  for (const PositionValue& p : walk.block)
    walk.items.push_back({p.position.c_str(), c_value(p.value, walk.metric)});
  return {walk.items.size(), walk.items.data()};
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_solve(const char* game, const char* path,
                             const zermelo_solve_options* options) {
  return zermelo::guarded([&] {
    zermelo::need(game, "game");
    zermelo::need(path, "path");
    zermelo::solve_game(*zermelo::make_game(zermelo::spec_of(game)), path,
                        zermelo::given_or_default(options));
  });
}

zermelo_status zermelo_solve_rules(const zermelo_rules* rules, const char* path,
                                   const zermelo_solve_options* options) {
  return zermelo::guarded([&] {
    zermelo::need(rules, "rules");
    zermelo::need(path, "path");
    zermelo::solve_game(*rules->game, path, zermelo::given_or_default(options));
  });
}

zermelo_status zermelo_open_walk(const zermelo_table* table, const zermelo_many_options* options,
                                 zermelo_walk** walk) {
  return zermelo::hand_out(walk, "walk", [&] {
    zermelo::need(table, "table");
    return new zermelo_walk(table->table.walk(zermelo::threads_in(options)), table->table.metric());
  });
}

void zermelo_close_walk(zermelo_walk* walk) { delete walk; }

zermelo_status zermelo_next_positions(zermelo_walk* walk, zermelo_position_block* block) {
  return zermelo::guarded([&] {
    zermelo::need(walk, "walk");
    zermelo::need(block, "block");
    *block = zermelo::next_block(*walk);
  });
}

std::size_t zermelo_slices(const zermelo_table* table) {
  return table == nullptr ? 0 : table->table.info().slices.size();
}

std::uint64_t zermelo_indices(const zermelo_table* table, std::size_t slice) {
  return table == nullptr ? 0 : table->table.indices(slice);
}

}  // extern "C"
