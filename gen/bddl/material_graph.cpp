// SPDX-License-Identifier: MIT
#include "gen/bddl/material_graph.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "gen/bddl/group_order.h"
#include "gen/error.h"
#include "gen/sorted.h"
#include "symmetry/colour_rank.h"

namespace zermelo::bddl {
namespace {

// What a game may lead to, so that looking at it ends soon.
constexpr std::size_t most_materials = 200'000;
constexpr std::size_t most_changes = 10'000;  // of one ground action
constexpr std::size_t most_changes_in_all = 500'000;
constexpr std::size_t most_edges = 4'000'000;

[[noreturn]] void too_many() {
  throw UsageError("The moves of this game lead to too many different sets of pieces to number.");
}

// By content, for the board; by side and kind, for hands. (Both in the order of contents.)
using Numbers = std::array<std::int8_t, 2 * PieceSet::most_kinds>;

std::size_t place_of(Content piece) { return static_cast<std::size_t>(piece - 1); }

// What some ground actions need and change, as to material.
struct MaterialChange {
  Numbers need{}, gain{};                 // on the board
  Numbers least{}, most{}, hand_gain{};   // in hand
  std::vector<GroundCondition> if_count;  // which depend on material alone
  std::string key;                        // of these

  auto tie() const { return std::tie(need, gain, least, most, hand_gain, key); }
  bool operator<(const MaterialChange& other) const { return tie() < other.tie(); }
};
using MaterialChanges = std::set<MaterialChange>;

// What a condition says of a material.
enum class Truth { no, yes, unknown };

class MaterialConditions {
 public:
  explicit MaterialConditions(const GroundGame& game) : game_(game) {}

  bool depends_on_material_alone(const GroundCondition& c) const {
    return c.type == GroundCondition::Type::compare && is_known(c.compared->left) &&
           is_known(c.compared->right);
  }

  Truth truth(const GroundCondition& c, const Material& m) const {
    switch (c.type) {
      case GroundCondition::Type::all:
        return of_parts(c, m, Truth::no, Truth::yes);
      case GroundCondition::Type::any:
        return of_parts(c, m, Truth::yes, Truth::no);
      case GroundCondition::Type::compare:
        if (!depends_on_material_alone(c)) return Truth::unknown;
        return compare(value(c.compared->left, m), c.compared->comparison,
                       value(c.compared->right, m))
                   ? Truth::yes
                   : Truth::no;
      default:
        return Truth::unknown;
    }
  }
  Truth truth(const GroundDemand& demand, const Material& m) const {
    for (const HandDemand& hand : demand.hands) {
      const int number = m.in_hand(hand.white, kind_of_hand(hand.hand));
      if (number < hand.least || number > hand.most) return Truth::no;
    }
    const Truth rest = truth(demand.rest, m);
    return rest == Truth::yes && !demand.squares.empty() ? Truth::unknown : rest;
  }
  bool surely(const std::vector<GroundEnd>& ends, const Material& m) const {
    return std::ranges::any_of(ends, [&](const GroundEnd& end) {
      return std::ranges::any_of(
          end.when, [&](const GroundDemand& demand) { return truth(demand, m) == Truth::yes; });
    });
  }

  int kind_of_hand(int hand) const { return game_.hands[static_cast<std::size_t>(hand)].kind; }

 private:
  using Of = tree::Quantity::Of;

  bool is_known(const GroundQuantity& q) const {
    return q.of != Of::count || (game_.exists & ~q.squares) == 0;
  }
  int value(const GroundQuantity& q, const Material& m) const {
    if (q.of == Of::number) return q.number;
    if (q.of == Of::hand) return m.in_hand(q.white, kind_of_hand(q.hand));
    int pieces = 0, all = 0;
    for (Content c = 1; c <= 2 * game_.number_of_kinds(); ++c) {
      all += m.on_board(c);
      if (q.counted.contains(c)) pieces += m.on_board(c);
    }
    return pieces + (q.counted.contains(open_square) ? std::popcount(game_.exists) - all : 0);
  }
  Truth of_parts(const GroundCondition& c, const Material& m, Truth deciding, Truth other) const {
    Truth result = other;
    for (const GroundCondition& part : c.parts) {
      const Truth t = truth(part, m);
      if (t == deciding) return deciding;
      if (t == Truth::unknown) result = Truth::unknown;
    }
    return result;
  }

  const GroundGame& game_;
};

// --- What actions do to material -----------------------------------------------------------------

class ChangesOfAction {
 public:
  ChangesOfAction(const GroundGame& game, const MaterialConditions& conditions,
                  const GroundAction& action)
      : game_(game), conditions_(conditions), action_(action) {}

  MaterialChanges find() {
    MaterialChange change;
    change.most.fill(PieceSet::most_in_hand);
    for (const HandDemand& hand : action_.hands_before) {
      const std::size_t at = place_in_hand(hand.white, hand.hand);
      change.least[at] = std::max(change.least[at], static_cast<std::int8_t>(hand.least));
      change.most[at] = std::min(change.most[at], static_cast<std::int8_t>(hand.most));
    }
    keep_counts(action_.rest, change);
    for (const auto& [square, set] : action_.before) {
      if (set.size() != 1) continue;
      need(change, set.only());
      needed_ |= bit_of(square);
    }
    all_ = {change};
    change_squares(action_.after, action_.copies, {});
    change_hands(action_.hands_after);
    for (const Clause& clause : action_.clauses) {
      const MaterialChanges without = all_;
      if (without.size() > most_changes) too_many();
      change_squares(clause.change.after, clause.change.copies, clause.when);
      change_hands(clause.change.hands);
      all_.insert(without.begin(), without.end());
    }
    return std::move(all_);
  }

 private:
  std::size_t place_in_hand(bool white, int hand) const {
    return place_of(content_of(conditions_.kind_of_hand(hand), white));
  }

  void keep_counts(const GroundCondition& rest, MaterialChange& change) const {
    if (rest.type == GroundCondition::Type::all) {
      for (const GroundCondition& part : rest.parts) keep_counts(part, change);
    } else if (conditions_.depends_on_material_alone(rest)) {
      change.if_count.push_back(rest);
      append_key(rest, change.key);
    }
  }

  static void need(MaterialChange& change, Content content) {
    if (content != open_square) ++change.need[place_of(content)];
  }
  static void gain(MaterialChange& change, Content content, int number) {
    if (content == open_square) return;
    std::int8_t& place = change.gain[place_of(content)];
    place = static_cast<std::int8_t>(place + number);
  }

  // Squares whose contents are nowhere afterwards.
  static Squares lost_squares(const std::vector<std::pair<int, Content>>& after,
                              const std::vector<std::pair<int, int>>& copies) {
    Squares changed = 0, kept = 0;
    for (const auto& [square, content] : after) changed |= bit_of(square);
    for (const auto& [to, from] : copies) {
      changed |= bit_of(to);
      kept |= bit_of(from);
    }
    return changed & ~kept;
  }

  ContentSet allowed(int square, const GroundCondition& when) const {
    ContentSet set = game_.everything();
    for (const auto& [at, before] : action_.before)
      if (at == square) set = set & before;
    const auto narrow = [&](const GroundCondition& c) {
      if (c.type == GroundCondition::Type::square && c.square == square) set = set & c.set;
    };
    narrow(when);
    if (when.type == GroundCondition::Type::all) std::ranges::for_each(when.parts, narrow);
    return set;
  }

  // Replaces each change by one for each of the contents that a square may have, `number` of which
  // come.
  void branch(int square, int number, const GroundCondition& when) {
    const ContentSet set = allowed(square, when);
    MaterialChanges more;
    for (const MaterialChange& change : all_) {
      for (Content c = 0; c <= 2 * game_.number_of_kinds(); ++c) {
        if (!set.contains(c)) continue;
        MaterialChange next = change;
        if ((needed_ >> square & 1) == 0) need(next, c);
        gain(next, c, number);
        more.insert(std::move(next));
      }
      if (more.size() > most_changes) too_many();
    }
    all_ = std::move(more);
  }

  void change_squares(const std::vector<std::pair<int, Content>>& after,
                      const std::vector<std::pair<int, int>>& copies, const GroundCondition& when) {
    const Squares lost = lost_squares(after, copies);
    std::map<int, int> copied;  // how many squares get what a square had, beside itself
    for (const auto& [to, from] : copies) ++copied[from];
    Squares changed = lost;
    for (const auto& [square, content] : after) changed |= bit_of(square);
    for (const auto& [to, from] : copies) changed |= bit_of(to);
    for_each_square(lost, [&](int square) { branch(square, -1, when); });
    for (const auto& [from, times] : copied) {
      const int more = times - static_cast<int>(changed >> from & 1);
      if (more != 0) branch(from, more, when);
    }
    MaterialChanges result;
    for (MaterialChange change : all_) {
      for (const auto& [square, content] : after) gain(change, content, 1);
      result.insert(std::move(change));
    }
    all_ = std::move(result);
  }

  void change_hands(const std::vector<HandChange>& hands) {
    MaterialChanges result;
    for (MaterialChange change : all_) {
      for (const HandChange& hand : hands) {
        const std::size_t at = place_in_hand(hand.white, hand.hand);
        change.hand_gain[at] = static_cast<std::int8_t>(change.hand_gain[at] + hand.change);
        // (What leaves must have been there.)
        if (hand.change < 0)
          change.least[at] = std::max(change.least[at], static_cast<std::int8_t>(-hand.change));
      }
      result.insert(std::move(change));
    }
    all_ = std::move(result);
  }

  const GroundGame& game_;
  const MaterialConditions& conditions_;
  const GroundAction& action_;
  Squares needed_ = 0;  // whose contents are counted already
  MaterialChanges all_;
};

// An action of the file in one part of a turn.
using ActionPart = std::pair<int, int>;
struct PartChanges {
  MaterialChanges changes;
  std::set<ActionPart> next;  // that can follow in the same turn
};

std::map<ActionPart, PartChanges> changes_of(const GroundGame& game,
                                             const MaterialConditions& conditions, bool white) {
  std::map<ActionPart, PartChanges> result;
  const std::vector<GroundAction>& actions = game.side(white).actions;
  std::size_t found = 0;
  for (const GroundAction& action : actions) {
    PartChanges& part = result[{action.part, action.action}];
    MaterialChanges changes = ChangesOfAction(game, conditions, action).find();
    found += changes.size();
    if (found > most_changes_in_all) too_many();
    part.changes.merge(std::move(changes));
    if (!action.then) continue;
    for (const auto& [begin, end] : action.then->next)
      part.next.insert({action.part + 1, actions[static_cast<std::size_t>(begin)].action});
  }
  return result;
}

// --- The graph -----------------------------------------------------------------------------------

class MaterialSearch {
 public:
  MaterialSearch(const GroundGame& game, bool folded, double most_arrangements)
      : conditions_(game),
        game_(game),
        folded_(folded),
        most_arrangements_(most_arrangements),
        changes_{changes_of(game, conditions_, false), folded
                                                           ? std::map<ActionPart, PartChanges>()
                                                           : changes_of(game, conditions_, true)} {}

  void begin(const Material& m) {
    const bool over = conditions_.surely(game_.side(!m.white_to_move).ends, m);
    const Material seen = folded_ && m.white_to_move ? m.exchanged() : m;
    over ? void(ended_.insert(seen)) : void(number_of(seen));
  }
  void run() {
    for (std::size_t n = 0; n < materials_.size(); ++n) {
      const Material m = materials_[n];
      leads_to_.clear();
      for (const auto& [part, changes] : side(m.white_to_move))
        if (part.first == 0) play(changes, m);
      sort_unique(leads_to_);
      edges_.push_back(leads_to_);
      all_edges_ += leads_to_.size();
      if (all_edges_ > most_edges) too_many();
    }
  }

  const std::vector<Material>& materials() const { return materials_; }
  const std::vector<std::vector<std::uint32_t>>& edges() const { return edges_; }
  const std::set<Material>& ended() const { return ended_; }

 private:
  const std::map<ActionPart, PartChanges>& side(bool white) const {
    return changes_[white ? 1 : 0];
  }

  // On how many ways its pieces can stand on the board.
  double arrangements_of(const Material& m) const {
    double ways = 1;
    int open = std::popcount(game_.exists);
    for (const int pieces : m.board) {
      for (int i = 0; i < pieces; ++i) ways = ways * (open - i) / (i + 1);
      open -= pieces;
    }
    return ways;
  }
  std::uint32_t number_of(const Material& m) {
    const auto [place, is_new] = numbers_.emplace(m, static_cast<std::uint32_t>(materials_.size()));
    if (!is_new) return place->second;
    materials_.push_back(m);
    arrangements_ += arrangements_of(m);
    if (materials_.size() > most_materials || arrangements_ > most_arrangements_) too_many();
    return place->second;
  }

  void play(const PartChanges& part, const Material& m) {
    for (const MaterialChange& change : part.changes) {
      const std::optional<Material> after = applied(change, m);
      if (!after) continue;
      end_turn(*after);
      for (const ActionPart& next : part.next) play(side(m.white_to_move).at(next), *after);
    }
  }
  void end_turn(Material after) {
    const GroundSide& mover = game_.side(after.white_to_move);
    after.white_to_move = !after.white_to_move;
    if (conditions_.surely(mover.illegal, after)) return;
    const bool over = conditions_.surely(mover.ends, after);
    if (folded_) after = after.exchanged();
    if (over) {
      ended_.insert(after);
    } else {
      leads_to_.push_back(number_of(after));
    }
  }

  // Nothing if the pieces needed are not there.
  std::optional<Material> applied(const MaterialChange& change, const Material& m) const {
    Material after = m;
    for (const bool white : {false, true}) {
      for (int kind = 0; kind < game_.number_of_kinds(); ++kind) {
        const std::size_t at = place_of(content_of(kind, white));
        if (m.board[at] < change.need[at]) return std::nullopt;
        after.board[at] = static_cast<std::uint8_t>(m.board[at] + change.gain[at]);
        const int in_hand = m.in_hand(white, kind), next = in_hand + change.hand_gain[at];
        if (in_hand < change.least[at] || in_hand > change.most[at]) return std::nullopt;
        if (next < 0 || next > PieceSet::most_in_hand) return std::nullopt;
        after.set_in_hand(white, kind, next);
      }
    }
    int pieces = 0;
    for (const std::uint8_t number : after.board) pieces += number;
    if (pieces > std::popcount(game_.exists)) return std::nullopt;
    for (const GroundCondition& condition : change.if_count)
      if (conditions_.truth(condition, m) == Truth::no) return std::nullopt;
    return after;
  }

  MaterialConditions conditions_;
  const GroundGame& game_;
  bool folded_;
  double most_arrangements_;
  std::array<std::map<ActionPart, PartChanges>, 2> changes_;
  struct Hash {
    std::size_t operator()(const Material& m) const { return quick_hash(m) >> 7; }
  };
  std::unordered_map<Material, std::uint32_t, Hash> numbers_;
  std::vector<Material> materials_;
  std::vector<std::vector<std::uint32_t>> edges_;
  std::size_t all_edges_ = 0;
  std::vector<std::uint32_t> leads_to_;  // of the material that is looked at
  std::set<Material> ended_;
  double arrangements_ = 0;
};

// Strongly connected components (Tarjan 1972, without recursion): a number for each node, ascending
// along the edges.
class Components {
 public:
  explicit Components(const std::vector<std::vector<std::uint32_t>>& edges)
      : edges_(edges), nodes_(edges.size()) {
    for (std::uint32_t n = 0; n < edges.size(); ++n)
      if (nodes_[n].order == 0) visit(n);
  }

  int count() const { return count_; }
  // (The algorithm finishes a component after those that it leads to.)
  int of(std::size_t node) const { return count_ - 1 - nodes_[node].component; }

 private:
  struct Node {
    std::uint32_t order = 0, low = 0;  // from 1
    std::size_t next_edge = 0;
    int component = -1;
  };

  void enter(std::uint32_t n) {
    nodes_[n].order = nodes_[n].low = ++entered_;
    path_.push_back(n);
    open_.push_back(n);
  }
  void visit(std::uint32_t root) {
    enter(root);
    while (!path_.empty()) {
      Node& node = nodes_[path_.back()];
      if (node.next_edge < edges_[path_.back()].size()) {
        const std::uint32_t to = edges_[path_.back()][node.next_edge++];
        if (nodes_[to].order == 0) {
          enter(to);
        } else if (nodes_[to].component < 0) {
          node.low = std::min(node.low, nodes_[to].order);
        }
        continue;
      }
      leave(path_.back());
    }
  }
  void leave(std::uint32_t n) {
    path_.pop_back();
    if (!path_.empty())
      nodes_[path_.back()].low = std::min(nodes_[path_.back()].low, nodes_[n].low);
    if (nodes_[n].low != nodes_[n].order) return;
    std::uint32_t member = 0;
    do {
      member = open_.back();
      open_.pop_back();
      nodes_[member].component = count_;
    } while (member != n);
    ++count_;
  }

  const std::vector<std::vector<std::uint32_t>>& edges_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_, open_;
  std::uint32_t entered_ = 0;
  int count_ = 0;
};

// How many arrangements of these pieces there are.
double arrangements(const Material& material, int squares) {
  double result = 1;
  for (const int pieces : material.board) {
    result *= static_cast<double>(binomial_64(squares, pieces));
    squares -= pieces;
  }
  return result;
}

// The group of each material: components, in the order in which they are solved.
std::vector<int> groups_of(const MaterialSearch& search, int squares) {
  const Components components(search.edges());
  GroupGraph graph;
  graph.next.resize(static_cast<std::size_t>(components.count()));
  graph.positions.resize(graph.next.size());
  for (std::size_t n = 0; n < search.materials().size(); ++n) {
    const auto from = static_cast<std::size_t>(components.of(n));
    graph.positions[from] += arrangements(search.materials()[n], squares);
    for (const std::uint32_t next : search.edges()[n]) {
      const int to = components.of(next);
      assert(to >= static_cast<int>(from));
      if (to != static_cast<int>(from)) graph.next[from].push_back(to);
    }
  }
  for (std::vector<int>& next : graph.next) sort_unique(next);
  const std::vector<int> numbers = order_groups(graph);
  std::vector<int> groups;
  for (std::size_t n = 0; n < search.materials().size(); ++n)
    groups.push_back(numbers[static_cast<std::size_t>(components.of(n))]);
  return groups;
}

}  // namespace

MaterialGraph find_materials(const GroundGame& game, const std::vector<Material>& starts,
                             bool folded, double most_arrangements) {
  MaterialSearch search(game, folded, most_arrangements);
  for (const Material& start : starts) search.begin(start);
  search.run();
  const std::vector<int> group_of = groups_of(search, std::popcount(game.exists));
  MaterialGraph graph;
  const auto groups =
      group_of.empty() ? 0 : static_cast<std::size_t>(std::ranges::max(group_of)) + 1;
  graph.goes_round.resize(groups);
  graph.lowest_user.resize(groups);
  graph.next.resize(groups);
  for (std::size_t g = 0; g < groups; ++g) graph.lowest_user[g] = static_cast<int>(g);
  for (std::size_t n = 0; n < search.materials().size(); ++n) {
    const int from = group_of[n];
    graph.slices.push_back({search.materials()[n], from});
    for (const std::uint32_t next : search.edges()[n]) {
      const int to = group_of[next];
      assert(to >= from);
      if (to == from) {
        graph.goes_round[static_cast<std::size_t>(from)] = true;
      } else {
        graph.next[static_cast<std::size_t>(from)].push_back(to);
      }
      int& user = graph.lowest_user[static_cast<std::size_t>(to)];
      user = std::min(user, from);
    }
  }
  for (std::vector<int>& next : graph.next) sort_unique(next);
  graph.ended.assign(search.ended().begin(), search.ended().end());
  std::ranges::sort(graph.slices, [](const PieceIndex::Slice& a, const PieceIndex::Slice& b) {
    return std::tie(a.group, a.material) < std::tie(b.group, b.material);
  });
  return graph;
}

}  // namespace zermelo::bddl
