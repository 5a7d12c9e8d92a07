// SPDX-License-Identifier: MIT
// The C interface to trying out rules that are the user's own code; not in libzermelo-probe.
#include <string>
#include <utility>
#include <vector>

#include "probe/c_interface.h"
#include "probe/c_progress.h"
#include "probe/own_trial.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

// A trial as the caller sees it, followed by what it points to.
struct CTrial : zermelo_trial {
  explicit CTrial(OwnTrialReport made)
      : zermelo_trial{}, report(std::move(made)), names(c_texts(report.checked)) {
    failure = report.failure ? report.failure->c_str() : nullptr;
    games = report.games;
    states = report.states;
    in_time = report.in_time ? 1 : 0;
    checked = names.data();
    checked_count = names.size();
    perft = report.perft.data();
    perft_count = report.perft.size();
  }
  OwnTrialReport report;
  std::vector<const char*> names;
};

OwnTrialOptions trial_options(const zermelo_trial_options& c) {
  OwnTrialOptions options;
  options.games = number_or(c.games, options.games, "games");
  options.most_plies = number_or(c.most_plies, options.most_plies, "most_plies");
  options.seconds = number_or(c.seconds, options.seconds, "seconds");
  options.call_seconds = number_or(c.call_seconds, options.call_seconds, "call_seconds");
  options.perft_depth = number_or(c.depth, options.perft_depth, "depth");
  if (c.seed != 0) options.seed = c.seed;
  return options;
}

OwnTrialReport tried(const Game& game, const zermelo_trial_options& c) {
  OwnTrialOptions options = trial_options(c);
  ProgressCalls<zermelo_progress> calls(c.on_progress, c.user);
  options.stop = calls.stop();
  return try_own_game(game, options);
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_try_rules(const zermelo_rules* rules, const zermelo_trial_options* options,
                                 zermelo_trial** trial) {
  return zermelo::hand_out(trial, "trial", [&] {
    zermelo::need(rules, "rules");
    return new zermelo::CTrial(zermelo::tried(*rules->game, zermelo::given_or_default(options)));
  });
}

void zermelo_free_trial(zermelo_trial* trial) { delete static_cast<zermelo::CTrial*>(trial); }

}  // extern "C"
