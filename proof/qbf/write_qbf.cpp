// SPDX-License-Identifier: MIT
// Writes a game's formula to a file.
#include <utility>

#include "gen/bddl/opponents_goals.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "proof/circuit_file.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/possible_goals.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy.h"
#include "symbolic/model/game_model.h"
#include "symmetry/grid.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

QbfEncodingReport write_formula(const proof::Qbf& formula, QbfChoice::Format format,
                                const std::string& path) {
  const proof::QbfSize size = size_of(formula);
  const std::string text =
      format == QbfChoice::Format::qcir ? to_qcir(formula) : to_qdimacs(formula).text;
  write_bytes(path, text);
  QbfEncodingReport report;
  report.gates = size.gates;
  report.variables = size.variables;
  report.clauses = size.clauses;
  report.blocks = size.blocks;
  report.universals = size.universals;
  report.bytes = text.size();
  return report;
}

QbfEncodingReport write_qbf_of_version_2(const GameSpec& game, std::optional<int> depth,
                                         QbfChoice::Encoding encoding, QbfChoice::Format format,
                                         const std::string& path) {
  if (encoding == QbfChoice::Encoding::lifted) proof::throw_no_lifted_formula();
  if (!depth) depth = proof::depth_of_version_2(game);
  if (!depth) throw UsageError("The file has no #depth: give the number of plies with --depth N.");
  const proof::Arena arena = proof::make_arena(symbolic::game_model_of(game).model);
  const proof::GroundedFormula formula = grounded_formula(
      arena, symbolic::black, start_board(arena), *depth, arena.won[symbolic::black]);
  QbfEncodingReport report = write_formula(formula.formula, format, path);
  report.in_version_2 = true;
  return report;
}

}  // namespace

QbfEncodingReport write_qbf(const GameSpec& game, std::optional<int> depth,
                            QbfChoice::Encoding encoding, QbfChoice::Format format,
                            const std::string& path) {
  if (depth && *depth < 1) throw UsageError("A depth must be at least 1.");
  check_output(path);
  if (bddl::has_version_2(game)) return write_qbf_of_version_2(game, depth, encoding, format, path);
  const proof::BoundedGame bounded = proof::bounded_game(game, depth);
  const proof::Qbf formula = encoding == QbfChoice::Encoding::lifted
                                 ? lifted_formula(bounded)
                                 : std::move(grounded_formula(bounded).formula);
  QbfEncodingReport report = write_formula(formula, format, path);
  const proof::BoundedGame possible = with_possible_goals(bounded);
  for (const symbolic::Side side : symbolic::both_sides) {
    report.goals += possible.goals[side].size();
    report.goals_left_out += bounded.goals[side].size() - possible.goals[side].size();
  }
  if (bounded.columns * bounded.rows <= max_squares)
    report.sane = opponents_goals(bddl::ground(bddl::tree_of(game))).empty();
  return report;
}

}  // namespace zermelo
