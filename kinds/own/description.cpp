// SPDX-License-Identifier: MIT
#include "kinds/own/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "tablebase/format/file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {
namespace {

using nlohmann::json;

constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 32;
  x *= 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ x >> 32;
}

std::uint64_t hash_of(const OwnState& state, std::size_t width) {
  return checksum(std::as_bytes(std::span(state.bytes)).first(width));
}

OwnState state_from(const std::string& text, std::size_t width) {
  const std::optional<OwnState> state = read_hex(text, width);
  if (!state) throw DamagedTable("a state in its description makes no sense");
  return *state;
}

}  // namespace

std::uint64_t digest_of(std::uint64_t state_hash, OwnResult result, int mover,
                        std::span<const std::uint64_t> ascending_hashes) {
  std::uint64_t digest = mix(state_hash);
  const auto fact = result.is_over
                        ? 2 + static_cast<std::uint64_t>(static_cast<std::uint32_t>(result.score))
                        : static_cast<std::uint64_t>(mover) << 40;
  digest = mix(digest ^ fact);
  for (const std::uint64_t hash : ascending_hashes) digest = mix(digest ^ hash) + hash;
  return digest;
}

std::string to_json(const OwnDescription& d, std::size_t state_bytes) {
  json witnesses = json::array();
  for (const OwnWitness& w : d.witnesses)
    witnesses.push_back({hex_text(w.state, state_bytes), w.digest});
  json text = {{"digest", d.digest}, {"ends", d.ends}, {"witnesses", std::move(witnesses)}};
  if (d.recipe.is_one_way()) {
    text["seed"] = d.recipe.seed;
  } else {
    text[own_values_key] = d.recipe.values;
  }
  return text.dump();
}

OwnDescription own_description_from_json(const std::string& text, std::size_t state_bytes) {
  try {
    const json all = json::parse(text);
    OwnDescription d;
    if (all.contains(own_values_key)) {
      all.at(own_values_key).get_to(d.recipe.values);
      if (d.recipe.values.empty()) throw DamagedTable("its states are described wrongly");
    } else {
      all.at("seed").get_to(d.recipe.seed);
    }
    all.at("digest").get_to(d.digest);
    all.at("ends").get_to(d.ends);
    for (const json& w : all.at("witnesses")) {
      d.witnesses.push_back(
          {state_from(w.at(0).get<std::string>(), state_bytes), w.at(1).get<std::uint64_t>()});
    }
    return d;
  } catch (const json::exception&) {
    throw DamagedTable("the description of its rules cannot be understood");
  }
}

std::uint64_t witness_digest(OwnRules& rules, const OwnState& state) {
  const std::size_t width = rules.traits().state_bytes;
  std::vector<OwnState> nexts;
  for (const OwnMove& move : rules.expand(state)) nexts.push_back(rules.canonical(move.next));
  std::ranges::sort(nexts);
  nexts.erase(std::unique(nexts.begin(), nexts.end()), nexts.end());
  std::vector<std::uint64_t> hashes;
  for (const OwnState& next : nexts) {
    const OwnResult result = rules.result(next);
    const int mover = result.is_over ? 0 : rules.mover(next);
    hashes.push_back(digest_of(hash_of(next, width), result, mover, {}));
  }
  std::ranges::sort(hashes);
  return digest_of(hash_of(state, width), {}, rules.mover(state), hashes);
}

void OwnWitnessChoice::keep(std::vector<Entry>& heap, Entry entry) {
  constexpr std::size_t most = most_witnesses / 2;
  if (heap.size() == most) {
    if (!(entry < heap.front())) return;
    std::pop_heap(heap.begin(), heap.end());
    heap.pop_back();
  }
  heap.push_back(std::move(entry));
  std::push_heap(heap.begin(), heap.end());
}

void OwnWitnessChoice::add(const OwnState& state, std::uint64_t hash, bool is_near_end) {
  keep(all_, {hash, state});
  if (is_near_end) keep(near_, {hash, state});
}

std::vector<OwnState> OwnWitnessChoice::take() {
  std::vector<OwnState> states;
  for (const std::vector<Entry>* entries : {&all_, &near_}) {
    for (const Entry& entry : *entries) states.push_back(entry.state);
  }
  std::ranges::sort(states);
  states.erase(std::unique(states.begin(), states.end()), states.end());
  return states;
}

void OwnStateNotes::Batch::finish() {
  const std::lock_guard lock(notes_.mutex_);
  notes_.seen_ += seen_;
  for (const Chosen& c : chosen_) notes_.choice_.add(c.state, c.hash, c.is_near_end);
}

OwnDescription OwnStateNotes::description(const OwnProgram& program) {
  OwnDescription d;
  d.recipe = seen_.recipe().value_or(OwnRecipe());
  const OwnProgram::Lease rules = program.lease();
  for (const OwnState& state : choice_.take())
    d.witnesses.push_back({state, witness_digest(*rules, state)});
  return d;
}

void require_same_rules(const OwnProgram& program, const OwnDescription& description,
                        const std::string& table) {
  const OwnProgram::Lease rules = program.lease();
  for (const OwnWitness& w : description.witnesses) {
    OwnResult result;
    try {
      result = rules->result(w.state);
      if (!result.is_over && witness_digest(*rules, w.state) == w.digest) continue;
    } catch (const UnknownState&) {
      continue;
    }
    std::string where = rules->text(w.state);
    std::ranges::replace(where, '\n', '/');
    throw RulesError(fmt::format(
        "{} was made by other rules than {}: at {} {}.", table, program.where(), where,
        result.is_over ? "the game is over now" : "moves lead elsewhere, or end otherwise"));
  }
}

}  // namespace zermelo
