// SPDX-License-Identifier: MIT
// The C interface to making endgame tables of chess variants; not in libzermelo-probe.
#include <string>
#include <utility>
#include <vector>

#include "probe/c_interface.h"
#include "probe/c_progress.h"
#include "probe/endgames.h"
#include "probe/zermelo.h"

namespace zermelo {

namespace {

// A report as the caller sees it, followed by what it points to.
struct CEndgames : zermelo_endgames {
  explicit CEndgames(EndgameReport made) : zermelo_endgames{}, report(std::move(made)) {
    for (const EndgameTable& t : report.tables) {
      items.push_back({t.material.c_str(), t.positions, t.bytes, t.longest_win,
                       c_text_or_null(t.longest), t.was_there ? 1 : 0});
    }
    count = items.size();
    tables = items.data();
    planned_memory = report.planned_memory;
    seconds = report.seconds;
  }
  EndgameReport report;
  std::vector<zermelo_endgame_table> items;
};

struct CEndgameEstimate : zermelo_endgame_estimate {
  explicit CEndgameEstimate(EndgameEstimate made)
      : zermelo_endgame_estimate{}, estimate(std::move(made)) {
    tables = estimate.tables;
    numbers = estimate.numbers;
    memory = estimate.memory;
    disk = estimate.disk;
    seconds = estimate.seconds;
    largest = c_text_or_null(estimate.largest);
  }
  EndgameEstimate estimate;
};

EndgameChoice endgame_choice(const zermelo_endgame_options& c) {
  EndgameChoice choice;
  choice.men = number_or(c.men, choice.men, "men");
  choice.materials = texts_of<std::string>(c.materials, c.material_count, "materials");
  if (c.metric != nullptr && *c.metric != '\0') choice.metric = endgame_metric(c.metric);
  return choice;
}

EndgameReport made_endgames(const Game& game, const char* folder,
                            const zermelo_endgame_options& c) {
  ProgressCalls<zermelo_progress> calls(c.on_progress, c.user);
  EndgameOptions options;
  options.threads = threads_of(c.threads);
  options.memory_limit = c.memory_limit;
  options.stop = calls.stop();
  if (calls.wanted()) {
    options.progress = [&](const EndgameProgress& p) {
      calls.tell({static_cast<std::int32_t>(p.table), p.done, p.total, 0});
    };
  }
  return make_endgames(game, folder, endgame_choice(c), options);
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_make_endgames(const char* variant, const char* folder,
                                     const zermelo_endgame_options* options,
                                     zermelo_endgames** made) {
  return zermelo::hand_out(made, "made", [&] {
    zermelo::need(variant, "variant");
    zermelo::need(folder, "folder");
    const auto given = zermelo::given_or_default(options);
    const auto game = zermelo::make_game(zermelo::variant_spec(variant, given.endless_draw != 0));
    return new zermelo::CEndgames(zermelo::made_endgames(*game, folder, given));
  });
}

void zermelo_free_endgames(zermelo_endgames* made) {
  delete static_cast<zermelo::CEndgames*>(made);
}

zermelo_status zermelo_estimate_endgames(const char* variant, const char* folder,
                                         const zermelo_endgame_options* options,
                                         zermelo_endgame_estimate** estimate) {
  return zermelo::hand_out(estimate, "estimate", [&] {
    zermelo::need(variant, "variant");
    zermelo::need(folder, "folder");
    const auto given = zermelo::given_or_default(options);
    const auto game = zermelo::make_game(zermelo::variant_spec(variant, given.endless_draw != 0));
    const auto choice = zermelo::endgame_choice(given);
    return new zermelo::CEndgameEstimate(zermelo::estimate_endgames(*game, folder, choice));
  });
}

void zermelo_free_endgame_estimate(zermelo_endgame_estimate* estimate) {
  delete static_cast<zermelo::CEndgameEstimate*>(estimate);
}

}  // extern "C"
