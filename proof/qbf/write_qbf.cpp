// SPDX-License-Identifier: MIT
// Writes a game's formula to a file.
#include <utility>

#include "gen/bddl/sanity.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "proof/circuit_file.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/possible_goals.h"
#include "proof/strategy.h"
#include "symmetry/grid.h"
#include "tablebase/format/output_place.h"

namespace zermelo {

QbfEncodingReport write_qbf(const GameSpec& game, std::optional<int> depth,
                            QbfChoice::Encoding encoding, QbfChoice::Format format,
                            const std::string& path) {
  if (depth && *depth < 1) throw UsageError("A depth must be at least 1.");
  check_output(path);
  const proof::BoundedGame bounded = proof::bounded_game(game, depth);
  const proof::Qbf formula = encoding == QbfChoice::Encoding::lifted
                                 ? lifted_formula(bounded)
                                 : std::move(grounded_formula(bounded).formula);
  const proof::QbfSize size = size_of(formula);
  const std::string text =
      format == QbfChoice::Format::qcir ? to_qcir(formula) : to_qdimacs(formula).text;
  write_bytes(path, text);
  QbfEncodingReport report;
  const proof::BoundedGame possible = with_possible_goals(bounded);
  for (const symbolic::Side side : symbolic::both_sides) {
    report.goals += possible.goals[side].size();
    report.goals_left_out += bounded.goals[side].size() - possible.goals[side].size();
  }
  if (bounded.columns * bounded.rows <= max_squares) {
    const bddl::Rules rules = bddl::rules_of(game);
    report.sane = !opponents_goal(rules.domain, rules.problem);
  }
  report.gates = size.gates;
  report.variables = size.variables;
  report.clauses = size.clauses;
  report.blocks = size.blocks;
  report.universals = size.universals;
  report.bytes = text.size();
  return report;
}

}  // namespace zermelo
