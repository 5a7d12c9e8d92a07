// SPDX-License-Identifier: MIT
#include "reports/ostle_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "gen/ostle/notation.h"
#include "gen/ostle/parameters.h"
#include "reports/published_tables.h"

namespace zermelo::ostle {
namespace {

using Geometry = SquareBoard<5>;  // the published numbers are for this board

// ------------------------------------------------------------------ which published numbers apply

class Applicable {
 public:
  explicit Applicable(const Parameters& p)
      : slices_(p.size == 5 && p.start == 5 && p.lose == 3),
        all_(slices_ && p.total == 10),
        other_rule_(p.repetition == Repetition::exact) {}

  bool slices() const { return slices_; }
  bool all() const { return all_; }
  bool rule_differs() const { return all_ && other_rule_; }

  // A number of positions in some slices; a number for the whole game; one that also depends on
  // rule 8.
  Figure of_slice(std::uint64_t ours, std::optional<std::uint64_t> published) const {
    return {ours, slices_ ? published : std::nullopt};
  }
  Figure of_game(std::uint64_t ours, std::uint64_t published) const {
    return all_ ? Figure{ours, published} : Figure{ours};
  }
  Figure of_rule(std::uint64_t ours, std::uint64_t published) const {
    return all_ ? Figure{ours, published, other_rule_} : Figure{ours};
  }
  // A number that also depends on which moves a search makes; the published numbers are from a
  // search that makes all moves.
  Figure of_search(SearchedMoves moves, std::uint64_t ours, std::uint64_t published) const {
    Figure figure = of_rule(ours, published);
    figure.other_rule |= figure.published && moves == SearchedMoves::legal;
    return figure;
  }

 private:
  bool slices_, all_, other_rule_;
};

// ----------------------------------------------------------------------------------------- Table 1

struct Pieces {
  std::string own, opponent;
};
Pieces pieces_of(const std::string& slice) {
  const auto dash = slice.find('-');
  return {slice.substr(0, dash), slice.substr(dash + 1)};
}

const published::SlicePositions* published_slice(const std::string& name) {
  const auto found = std::ranges::find(published::table_1, name, &published::SlicePositions::slice);
  return found == published::table_1.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> published_class(const published::SlicePositions* slice,
                                             const std::string& hole) {
  if (slice == nullptr) return std::nullopt;
  const auto at = std::ranges::find(published::classes, hole) - published::classes.begin();
  return slice->positions[static_cast<std::size_t>(at)];
}

std::optional<std::uint64_t> published_sum(const published::SlicePositions* slice) {
  if (slice == nullptr) return std::nullopt;
  std::uint64_t sum = 0;
  for (const std::uint64_t positions : slice->positions) sum += positions;
  return sum;
}

void add_positions(Report& report, const SurveyReport& survey, const Applicable& apply) {
  for (const auto& slice : survey.slices) {
    const Pieces pieces = pieces_of(slice.name);
    const auto* published = apply.slices() ? published_slice(slice.name) : nullptr;
    for (const auto& c : slice.classes) {
      report.classes.push_back({c.name, pieces.own, pieces.opponent,
                                apply.of_slice(c.positions, published_class(published, c.name))});
    }
    report.slices.push_back({pieces.own, pieces.opponent,
                             apply.of_slice(slice.positions.total(), published_sum(published))});
  }
  report.positions = apply.of_game(survey.positions.total(), published::positions);
  report.checkmates = apply.of_game(survey.positions.won_at_once, published::checkmates);
  report.nontrivial_states = apply.of_rule(survey.nontrivial_states, published::nontrivial_states);
}

// ----------------------------------------------------------------------------------------- Table 2

void add_values(Report& report, const SurveyReport& survey, const Applicable& apply) {
  std::set<int> lengths;
  for (const auto& [value, count] : survey.histogram) {
    if (!value.is_draw()) lengths.insert(value.plies());
  }
  const int published_lengths = static_cast<int>(published::table_2.size());
  for (int n = 1; apply.all() && n <= published_lengths; ++n) lengths.insert(n + 1);

  const auto count = [&](Value value) {
    const auto found = survey.histogram.find(value);
    return found == survey.histogram.end() ? 0 : found->second;
  };
  for (const int length : lengths) {
    // A win in the same number of plies as a loss occurs only where a loss in 1 does; this was
    // never published.
    const int n = length - 1;
    const std::uint64_t published =
        n >= 1 && n <= published_lengths ? published::table_2[static_cast<std::size_t>(n - 1)] : 0;
    const std::uint64_t wins = count(Value::win(length)), losses = count(Value::loss(length));
    const bool won = length % 2 == 1;
    if (won || wins > 0) {
      report.plies.push_back({n, Value::win(length), apply.of_rule(wins, won ? published : 0)});
    }
    if (!won || losses > 0) {
      report.plies.push_back({n, Value::loss(length), apply.of_rule(losses, won ? 0 : published)});
    }
  }
  report.draws = apply.of_rule(count(Value::draw()), published::draws);
}

// ------------------------------------------------------------------------------ Figures 5B and 5C

Move turned(int symmetry, Move move) {
  return {Geometry::square_image[symmetry][move.from],
          Geometry::map_direction(symmetry, move.direction)};
}

std::string turned_move(int symmetry, const std::string& move) {
  return format_move(turned(symmetry, parse_move(move, 5)), 5);
}

std::string turned_position(int symmetry, const std::string& text) {
  State state = parse_state(text, 5);
  const auto image = [&](std::uint64_t plain) {
    const auto board = Geometry::from_plain(static_cast<Geometry::Half>(plain));
    return Geometry::to_plain(Geometry::transform(symmetry, board));
  };
  state.black = image(state.black);
  state.white = image(state.white);
  state.hole = Geometry::map_square(symmetry, state.hole);
  return format_state(state);
}

LongestWin turned(int symmetry, LongestWin win) {
  win.position = turned_position(symmetry, win.position);
  for (auto& forbidden : win.forbids) forbidden.move = turned_move(symmetry, forbidden.move);
  std::ranges::sort(win.forbids, {},
                    [](const LongestWin::Forbidden& f) { return parse_move(f.move, 5).order(); });
  return win;
}

// Whether forbidding moves changes the position's value as the paper says for the figure.
bool is_figure(const LongestWin& win, const published::LongestWin& figure) {
  const Value longest = Value::win(static_cast<int>(published::longest_win));
  std::set<std::string_view> keeping,
      published_keeping(figure.keeping.begin(), figure.keeping.end());
  published_keeping.erase("");
  bool loses_as_said = figure.losing.empty();
  for (const auto& f : win.forbids) {
    if (!f.in_play) continue;
    if (f.value == longest) keeping.insert(f.move);
    if (f.move == figure.losing) loses_as_said = f.value == Value::loss(figure.losing_plies);
  }
  return win.unrestricted && win.value == longest && keeping == published_keeping && loses_as_said;
}

// The position in the orientation of the paper's figure that it matches, if it matches one.
Report::Longest recognised(const LongestWin& win) {
  for (const auto& figure : published::longest_wins) {
    for (int g = 0; g < Geometry::symmetries; ++g) {
      LongestWin image = turned(g, win);
      if (is_figure(image, figure)) return {std::move(image), std::string(figure.figure)};
    }
  }
  return {win, ""};
}

void add_longest(Report& report, const SurveyReport& survey, const Applicable& apply) {
  std::uint64_t found = 0;
  for (const LongestWin& win : survey.longest) {
    report.longest.push_back(apply.all() ? recognised(win) : Report::Longest{win, ""});
    if (!report.longest.back().figure.empty()) ++found;
  }
  const auto states = survey.histogram.find(Value::win(survey.longest_win));
  report.longest_win =
      apply.of_rule(static_cast<std::uint64_t>(survey.longest_win), published::longest_win);
  report.longest_states = apply.of_rule(states == survey.histogram.end() ? 0 : states->second,
                                        published::longest_win_states);
  report.longest_positions = apply.of_rule(survey.longest.size(), published::longest_wins.size());
  report.figures_found = apply.of_rule(found, published::longest_wins.size());
}

// ----------------------------------------------------------------------------- Table 3, and others

Report::Unreached unreached(const PositionCount& count) {
  return {{count.others}, {count.won_at_once}, {count.total()}};
}

Report::Reach reach_of(const ReachReport& found, const Applicable& apply) {
  Report::Reach reach;
  reach.moves = found.moves;
  const auto figure = [&](std::uint64_t ours, std::uint64_t published) {
    return apply.of_search(found.moves, ours, published);
  };
  std::set<int> distances;
  for (const auto& [plies, states] : found.histogram) distances.insert(plies);
  const int published_distances = static_cast<int>(published::table_3.size());
  for (int n = 0; apply.all() && n < published_distances; ++n) distances.insert(n);
  for (const int n : distances) {
    const auto ours = found.histogram.find(n);
    reach.distances.push_back(
        {n, figure(ours == found.histogram.end() ? 0 : ours->second,
                   n < published_distances ? published::table_3[static_cast<std::size_t>(n)] : 0)});
  }
  const auto farthest = found.histogram.find(found.farthest);
  reach.states = figure(found.states, published::reachable_states);
  reach.unreached = figure(found.unreached, 0);
  reach.farthest =
      figure(static_cast<std::uint64_t>(found.farthest), published::table_3.size() - 1);
  reach.farthest_count =
      figure(farthest == found.histogram.end() ? 0 : farthest->second, published::table_3.back());
  reach.farthest_states = found.farthest_states;
  return reach;
}

}  // namespace

Report make_report(const GameSpec& game, const std::vector<ReachReport>& reach) {
  const Applicable apply(parse_parameters(game.parameters));
  Report report;
  report.game = game;
  report.compared = apply.slices();
  report.other_rule = apply.rule_differs();
  for (const ReachReport& found : reach) report.reach.push_back(reach_of(found, apply));
  return report;
}

Report make_report(const GameSpec& game, const SurveyReport& survey, std::optional<Value> start,
                   const std::vector<ReachReport>& reach) {
  const Applicable apply(parse_parameters(game.parameters));
  Report report = make_report(game, reach);
  report.has_values = true;
  report.start = start;
  report.start_differs = apply.all() && !apply.rule_differs() && start && !start->is_draw();
  add_positions(report, survey, apply);
  add_values(report, survey, apply);
  add_longest(report, survey, apply);
  report.without_unrestricted = unreached(survey.without_unrestricted);
  report.without_unrestricted.others =
      apply.of_rule(survey.without_unrestricted.others, published::without_unrestricted);
  report.unreached = unreached(survey.unreached);
  return report;
}

std::vector<std::string> Report::differences() const {
  std::vector<std::string> names;
  const auto check = [&](const Figure& figure, std::string name) {
    if (figure.differs()) names.push_back(std::move(name));
  };
  if (start_differs) names.emplace_back("the value of the start");
  for (const ClassRow& row : classes) {
    check(row.positions, fmt::format("Table 1, hole on {}, {} against {} pieces", row.hole, row.own,
                                     row.opponent));
  }
  for (const SliceRow& row : slices) {
    check(row.positions, fmt::format("Table 1, {} against {} pieces", row.own, row.opponent));
  }
  check(positions, "the number of positions");
  check(checkmates, "the number of checkmate positions");
  check(nontrivial_states, "the number of non-trivial states");
  for (const PliesRow& row : plies) {
    check(row.states, fmt::format("Table 2, {} plies", row.plies_to_checkmate));
  }
  check(draws, "Table 2, draws");
  check(longest_win, "the longest win");
  check(longest_states, "the number of states of the longest win");
  check(longest_positions, "the number of positions of the longest win");
  check(figures_found, "the positions of Figures 5B and 5C");
  check(without_unrestricted.others, "the number of positions without an unrestricted state");
  for (const Reach& distances : reach) {
    for (const DistanceRow& row : distances.distances) {
      check(row.states, fmt::format("Table 3, {} plies", row.plies));
    }
    check(distances.states, "the number of states reached");
    check(distances.unreached, "the number of states never reached");
    check(distances.farthest, "the distance of the farthest states");
    check(distances.farthest_count, "the number of farthest states");
  }
  return names;
}

}  // namespace zermelo::ostle
