// SPDX-License-Identifier: MIT
#include "gen/othello/game.h"
#include "probe/code_engine_impl.h"
#include "probe/grid_engines.h"

namespace zermelo {

std::unique_ptr<Engine> make_othello_engine(const std::map<std::string, std::string>& parameters) {
  using othello::Othello;
  const othello::Parameters p = othello::parse_parameters(parameters);
  if (p.metric == Metric::distance) return make_code_engine<Othello>("othello", p);
  return make_code_engine<Othello, ScoreMetric>("othello", p);
}

}  // namespace zermelo
