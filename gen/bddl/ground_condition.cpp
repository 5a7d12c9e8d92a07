// SPDX-License-Identifier: MIT
#include "gen/bddl/ground_condition.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "gen/bddl/key_set.h"

namespace zermelo::bddl {
namespace {

using GroundType = GroundCondition::Type;
using tree::Comparison;
using Of = tree::Quantity::Of;

constexpr std::size_t most_alternatives = 16;

// Conjunctions and disjunctions are built alike: `type` says which, and what is neutral to the one
// ends the other.
class Joint {
 public:
  Joint(GroundType type, ContentSet everything) : everything_(everything) {
    whole_.type = type;
    index_.fill(-1);
  }

  void add(GroundCondition part) {
    if (decided_) return;
    if (part.type == whole_.type) {
      for (GroundCondition& inner : part.parts) add(std::move(inner));
    } else if (part.type != GroundType::square) {
      if (part.parts.empty() && (part.type == GroundType::all || part.type == GroundType::any)) {
        decided_ = true;
        return;
      }
      add_other(std::move(part));
    } else {
      add_square(part.square, part.set);
    }
  }

  GroundCondition take() {
    if (decided_)
      return whole_.type == GroundType::all ? GroundCondition::never() : GroundCondition();
    if (whole_.type == GroundType::any) drop_empty();
    sort_squares();
    if (whole_.parts.size() == 1) {
      GroundCondition only = std::move(whole_.parts.front());
      return only;
    }
    return std::move(whole_);
  }

 private:
  // (Most have one such part at most, which is compared with nothing.)
  void add_other(GroundCondition part) {
    if (!first_other_) {
      first_other_ = whole_.parts.size();
    } else {
      if (others_.empty()) others_.insert_key_of(whole_.parts[*first_other_]);
      if (!others_.insert_key_of(part)) return;
    }
    whole_.parts.push_back(std::move(part));
  }
  void add_square(int square, ContentSet set) {
    if (whole_.type == GroundType::all && set == everything_) return;
    int& index = index_[static_cast<std::size_t>(square)];
    if (index < 0) {
      index = static_cast<int>(whole_.parts.size());
      whole_.parts.push_back(GroundCondition::on_square(square, set));
    } else {
      ContentSet& known = whole_.parts[static_cast<std::size_t>(index)].set;
      known = whole_.type == GroundType::all ? known & set : known | set;
    }
    const ContentSet now = whole_.parts[static_cast<std::size_t>(index)].set;
    decided_ = whole_.type == GroundType::all ? now.empty() : now == everything_;
  }
  void drop_empty() {
    std::erase_if(whole_.parts, [](const GroundCondition& part) {
      return part.type == GroundType::square && part.set.empty();
    });
  }

  // So that what is the same reads the same.
  void sort_squares() {
    const auto order = [](const GroundCondition& c) {
      return c.type == GroundType::square ? c.square : max_squares;
    };
    std::ranges::stable_sort(whole_.parts, {}, order);
  }

  ContentSet everything_;
  GroundCondition whole_;
  KeySet others_;  // the parts that are not about one square, if there are several
  std::optional<std::size_t> first_other_;  // its index among the parts
  std::array<int, max_squares> index_;
  bool decided_ = false;
};

GroundCondition join(GroundType type, std::vector<GroundCondition> parts, ContentSet everything) {
  const bool all = type == GroundType::all;
  if (all && std::ranges::all_of(parts, &GroundCondition::is_always)) return {};
  Joint joint(type, everything);
  for (GroundCondition& part : parts) joint.add(std::move(part));
  return joint.take();
}

Comparison opposite(Comparison comparison) {
  switch (comparison) {
    case Comparison::less:
      return Comparison::at_least;
    case Comparison::at_most:
      return Comparison::greater;
    case Comparison::at_least:
      return Comparison::less;
    case Comparison::greater:
      return Comparison::at_most;
    case Comparison::equal:
      break;
  }
  return comparison;
}

// Neither can be said by one comparison.
GroundCondition different(const GroundComparison& equal) {
  GroundCondition any = GroundCondition::never();
  any.parts.push_back(GroundCondition::comparison({equal.left, Comparison::less, equal.right}));
  any.parts.push_back(GroundCondition::comparison({equal.left, Comparison::greater, equal.right}));
  return any;
}

// hand(...) compared with a number, if that is what it is.
std::optional<HandDemand> hand_demand(const GroundCondition& c) {
  if (c.type != GroundType::compare) return std::nullopt;
  const auto& [left, comparison, right] = *c.compared;
  if (left.of != Of::hand || right.of != Of::number) return std::nullopt;
  HandDemand demand{left.white, left.hand, 0, tree::most_in_hand};
  const int n = right.number;
  if (comparison == Comparison::less) demand.most = n - 1;
  if (comparison == Comparison::at_most) demand.most = n;
  if (comparison == Comparison::equal) demand.least = demand.most = n;
  if (comparison == Comparison::at_least) demand.least = n;
  if (comparison == Comparison::greater) demand.least = n + 1;
  demand.least = std::max(demand.least, 0);
  demand.most = std::min(demand.most, tree::most_in_hand);
  return demand;
}

// False if they contradict each other.
bool merge(GroundDemand& into, const GroundDemand& from, ContentSet everything) {
  for (const auto& [square, set] : from.squares) {
    if (!into.add(square, set)) return false;
  }
  for (const HandDemand& hand : from.hands) {
    if (!into.add(hand)) return false;
  }
  into.rest = all_of({into.rest, from.rest}, everything);
  return !into.rest.is_never();
}

}  // namespace

// --- Conditions ----------------------------------------------------------------------------------

int GroundQuantity::value(const PlainPosition& p) const {
  if (of == Of::number) return number;
  if (of == Of::hand) return p.hands[white ? 1 : 0][static_cast<std::size_t>(hand)];
  int count = 0;
  for_each_square(squares, [&](int square) {
    if (counted.contains(p.squares[static_cast<std::size_t>(square)])) ++count;
  });
  return count;
}

bool GroundComparison::holds(const PlainPosition& p) const {
  return compare(left.value(p), comparison, right.value(p));
}

GroundCondition GroundCondition::never() {
  GroundCondition condition;
  condition.type = GroundType::any;
  return condition;
}

GroundCondition GroundCondition::on_square(int square, ContentSet set) {
  GroundCondition condition;
  condition.type = GroundType::square;
  condition.square = square;
  condition.set = set;
  return condition;
}

GroundCondition GroundCondition::comparison(const GroundComparison& compared) {
  GroundCondition condition;
  condition.type = GroundType::compare;
  condition.compared = std::make_shared<const GroundComparison>(compared);
  return condition;
}

GroundCondition all_of(std::vector<GroundCondition> parts, ContentSet everything) {
  return join(GroundType::all, std::move(parts), everything);
}

GroundCondition any_of(std::vector<GroundCondition> parts, ContentSet everything) {
  return join(GroundType::any, std::move(parts), everything);
}

ContentSet allowed_on(int square, const GroundCondition& condition, ContentSet everything) {
  if (condition.type == GroundType::square && condition.square == square) return condition.set;
  ContentSet set = everything;
  if (condition.type != GroundType::all) return set;
  for (const GroundCondition& part : condition.parts)
    set = set & allowed_on(square, part, everything);
  return set;
}

GroundCondition negation(const GroundCondition& c, ContentSet everything) {
  GroundCondition result = c;
  switch (c.type) {
    case GroundType::square:
      result.set = everything.without(c.set);
      return result;
    case GroundType::attacked:
      result.negated = !c.negated;
      return result;
    case GroundType::compare:
      if (c.compared->comparison == Comparison::equal) return different(*c.compared);
      return GroundCondition::comparison(
          {c.compared->left, opposite(c.compared->comparison), c.compared->right});
    case GroundType::all:
    case GroundType::any:
      break;
  }
  for (GroundCondition& part : result.parts) part = negation(part, everything);
  return join(c.type == GroundType::all ? GroundType::any : GroundType::all,
              std::move(result.parts), everything);
}

std::size_t size_of(const GroundCondition& condition) {
  std::size_t size = 1;
  for (const GroundCondition& part : condition.parts) size += size_of(part);
  return size;
}

bool compare(int left, Comparison comparison, int right) {
  switch (comparison) {
    case Comparison::less:
      return left < right;
    case Comparison::at_most:
      return left <= right;
    case Comparison::equal:
      return left == right;
    case Comparison::at_least:
      return left >= right;
    case Comparison::greater:
      return left > right;
  }
  return false;
}

// --- Demands -------------------------------------------------------------------------------------

ContentSet GroundDemand::at(int square, ContentSet everything) const {
  const auto found =
      std::ranges::lower_bound(squares, square, {}, &std::pair<int, ContentSet>::first);
  return found != squares.end() && found->first == square ? found->second : everything;
}

bool GroundDemand::add(int square, ContentSet set) {
  const auto found =
      std::ranges::lower_bound(squares, square, {}, &std::pair<int, ContentSet>::first);
  if (found == squares.end() || found->first != square) {
    squares.insert(found, {square, set});
    return !set.empty();
  }
  found->second = found->second & set;
  return !found->second.empty();
}

bool GroundDemand::add(const HandDemand& demand) {
  const auto found = std::ranges::find_if(hands, [&](const HandDemand& known) {
    return known.white == demand.white && known.hand == demand.hand;
  });
  if (found == hands.end()) {
    hands.push_back(demand);
    return demand.least <= demand.most;
  }
  found->least = std::max(found->least, demand.least);
  found->most = std::min(found->most, demand.most);
  return found->least <= found->most;
}

GroundCondition simplified(const GroundCondition& c, const GroundDemand& known,
                           ContentSet everything) {
  if (c.type == GroundType::square) {
    const ContentSet now = known.at(c.square, everything);
    if (c.set.includes(now)) return GroundCondition::always();
    return (c.set & now).empty() ? GroundCondition::never() : c;
  }
  if (c.type != GroundType::all && c.type != GroundType::any) return c;
  std::vector<GroundCondition> parts;
  for (const GroundCondition& part : c.parts) parts.push_back(simplified(part, known, everything));
  return join(c.type, std::move(parts), everything);
}

std::vector<GroundDemand> demands_of(GroundCondition condition, ContentSet everything) {
  const bool is_all = condition.type == GroundType::all;
  const std::span<GroundCondition> parts =
      is_all ? std::span(condition.parts) : std::span(&condition, 1);
  // Step 1. What is plain.
  GroundDemand plain;
  std::vector<GroundCondition> others, choices;
  for (GroundCondition& part : parts) {
    const auto hand = hand_demand(part);
    if (hand ? !plain.add(*hand)
             : part.type == GroundType::square && !plain.add(part.square, part.set))
      return {};
    if (hand || part.type == GroundType::square) continue;
    (part.type == GroundType::any ? choices : others).push_back(std::move(part));
  }
  // Step 2. Choices, multiplied out while they are few.
  std::vector<GroundDemand> demands;
  demands.push_back(choices.empty() ? std::move(plain) : plain);
  for (const GroundCondition& written : choices) {
    const GroundCondition choice = simplified(written, plain, everything);
    std::vector<GroundDemand> alternatives;
    for (const GroundCondition& part :
         choice.type == GroundType::any ? choice.parts : std::vector{choice})
      std::ranges::move(demands_of(part, everything), std::back_inserter(alternatives));
    if (alternatives.size() * demands.size() > most_alternatives) {
      others.push_back(choice);
      continue;
    }
    std::vector<GroundDemand> product;
    for (const GroundDemand& demand : demands) {
      for (const GroundDemand& alternative : alternatives) {
        GroundDemand both = demand;
        if (merge(both, alternative, everything)) product.push_back(std::move(both));
      }
    }
    demands = std::move(product);
  }
  // Step 3. The rest.
  const GroundCondition rest = all_of(std::move(others), everything);
  if (choices.empty() && rest.is_always()) return demands;
  std::erase_if(demands, [&](GroundDemand& demand) {
    demand.rest = simplified(all_of({demand.rest, rest}, everything), demand, everything);
    return demand.rest.is_never();
  });
  return demands;
}

// --- Keys ----------------------------------------------------------------------------------------

void append_number(int number, std::string& key) {
  const std::size_t size = key.size();
  key.resize(size + sizeof number);
  std::memcpy(key.data() + size, &number, sizeof number);
}

namespace {

void append_set(ContentSet set, std::string& key) {
  append_number(static_cast<int>(set.bits()), key);
}

void append_quantity(const GroundQuantity& q, std::string& key) {
  append_number(static_cast<int>(q.of), key);
  append_number(q.number, key);
  append_set(q.counted, key);
  append_number(2 * q.hand + (q.white ? 1 : 0), key);
}

}  // namespace

void append_key(const GroundCondition& c, std::string& key) {
  append_number(static_cast<int>(c.type), key);
  switch (c.type) {
    case GroundType::square:
      append_number(c.square, key);
      append_set(c.set, key);
      return;
    case GroundType::attacked:
      append_number(4 * c.square + (c.white ? 2 : 0) + (c.negated ? 1 : 0), key);
      return;
    case GroundType::compare:
      append_quantity(c.compared->left, key);
      append_number(static_cast<int>(c.compared->comparison), key);
      append_quantity(c.compared->right, key);
      return;
    case GroundType::all:
    case GroundType::any:
      append_number(static_cast<int>(c.parts.size()), key);
      for (const GroundCondition& part : c.parts) append_key(part, key);
      return;
  }
}

void append_key(const GroundDemand& demand, std::string& key) {
  append_key(demand.squares, demand.hands, demand.rest, key);
}

void append_key(const std::vector<std::pair<int, ContentSet>>& squares,
                const std::vector<HandDemand>& hands, const GroundCondition& rest,
                std::string& key) {
  append_number(static_cast<int>(squares.size()), key);
  for (const auto& [square, set] : squares) {
    append_number(square, key);
    append_set(set, key);
  }
  append_number(static_cast<int>(hands.size()), key);
  for (const HandDemand& hand : hands) {
    append_number(2 * hand.hand + (hand.white ? 1 : 0), key);
    append_number(16 * hand.least + hand.most, key);
  }
  append_key(rest, key);
}

}  // namespace zermelo::bddl
