// SPDX-License-Identifier: MIT
#include "kinds/own/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <mutex>
#include <span>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/own/game.h"
#include "kinds/own/successors.h"

namespace zermelo {

OwnLayerStates::OwnLayerStates(OwnStateSet&& found)
    : width_(found.state_bytes()), size_(found.size()) {
  std::vector<std::uint64_t> codes;
  if (width_ <= most_in_lists && size_ > 0) {
    codes.reserve(size_);
    for (std::uint32_t number = 0; number < size_; ++number)
      codes.push_back(code_of(found.state(number)));
    std::ranges::sort(codes);
  }
  // (Lists count differences between codes, which must be below 2^63.)
  if (!codes.empty() && (codes.back() - codes.front()) >> 63 == 0) {
    found = OwnStateSet(width_);
    list_ = CodeSet(std::span<const std::uint64_t>(codes));
  } else {
    set_ = std::make_unique<OwnStateSet>(std::move(found));
  }
}

// Numbers are ordered as bytes are.
std::uint64_t OwnLayerStates::code_of(const OwnState& state) const {
  std::uint64_t code = 0;
  for (std::size_t i = 0; i < width_; ++i) code = code << 8 | state.bytes[i];
  return code;
}
OwnState OwnLayerStates::state_of(std::uint64_t code) const {
  OwnState state;
  for (std::size_t i = width_; i-- > 0; code >>= 8)
    state.bytes[i] = static_cast<std::uint8_t>(code);
  return state;
}

std::optional<std::uint32_t> OwnLayerStates::find(const OwnState& state, std::uint64_t hash) const {
  if (set_) return set_->find(state, hash);
  const std::optional<std::uint64_t> number = list_.find(code_of(state));
  return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

void OwnLayerStates::save(RunState& state) const {
  if (!set_) {
    state.arrays.emplace_back([this] { return list_.to_bytes(); });
    return;
  }
  for (std::uint32_t piece = 0; piece < set_->pieces(); ++piece)
    state.arrays.emplace_back([this, piece] { return set_->piece(piece); });
}

OwnLayerStates::OwnLayerStates(std::size_t state_bytes, std::uint32_t size, bool is_list,
                               const SavedRun& saved, std::size_t& array)
    : width_(state_bytes), size_(size) {
  if (is_list) {
    list_ = CodeSet::from_bytes(saved.read_vector<std::byte>(array++));
    return;
  }
  set_ = std::make_unique<OwnStateSet>(state_bytes);
  while (set_->size() < size) set_->add_piece(saved.read_vector<std::byte>(array++));
}

OwnLayerExplorer::OwnLayerExplorer(const OwnProgram& program, int threads)
    : program_(program),
      threads_(program.most_threads(threads)),
      task_states_(program.is_interpreted() ? 32 : 256),
      starts_(program.traits().state_bytes) {}

OwnStateSet& OwnLayerExplorer::open(int layer) {
  return open_.try_emplace(layer, program_.traits().state_bytes).first->second;
}

void OwnLayerExplorer::add(const Unknown& state) {
  if (states_ >= OwnStateSet::most_states) OwnStateSet::refuse_more();
  if (open(state.layer).add(state.state, state.hash).second) ++states_;
}

void OwnLayerExplorer::begin() {
  const OwnProgram::Lease rules = program_.lease();
  for (std::uint64_t number = 0;; ++number) {
    const std::optional<OwnState> start = rules->start_at(number);
    if (!start) break;
    const OwnState image = rules->canonical(*start);
    const std::uint64_t hash = starts_.hash(image);
    starts_.add(image, hash);
    add({rules->layer(image), hash, image});
  }
}

// What one thread does: expands states of the layer, and looks up what their moves lead to.
class OwnLayerExplorer::Worker {
 public:
  explicit Worker(const OwnLayerExplorer& explorer)
      : e_(explorer),
        layer_(explorer.open_.begin()->first),
        set_(explorer.open_.begin()->second),
        rules_(explorer.program_.lease()) {}

  void expand(std::uint32_t begin, std::uint32_t end, Found& found) {
    hashes_.clear();
    states_.clear();
    layers_.clear();
    for (std::uint32_t number = begin; number < end; ++number) expand(set_.state(number));
    found.inner_edges += static_cast<std::uint64_t>(std::ranges::count(layers_, layer_));
    look_up(found);
  }

 private:
  void expand(const OwnState& state) {
    const OwnResult result = rules_->result(state);
    if (result.is_over && !is_solved_start(e_.program_.traits(), e_.starts_, state, result)) return;
    const std::size_t first = states_.size();
    images_.append_successors(
        rules_->expand(state), [&](const OwnState& next) { return rules_->canonical(next); }, set_,
        hashes_, states_);
    for (std::size_t i = first; i < states_.size(); ++i) {
      layers_.push_back(rules_->layer(states_[i]));
      if (layers_.back() < layer_) fail(state, states_[i], layers_.back());
    }
  }
  [[noreturn]] void fail(const OwnState& state, const OwnState& next, int layer) {
    rules_->fail("layer", &state,
                 fmt::format("it is {}, and a move leads to {}, where it is only {}", layer_,
                             own_state_text(*rules_, next), layer));
  }

  void look_up(Found& found) {
    std::vector<const OwnStateSet*> sets;
    sets.reserve(states_.size());
    for (const int layer : layers_) sets.push_back(set_of(layer));
    with_prefetching(
        states_.size(), [&](std::size_t i) { return sets[i]; },
        [&](std::size_t i) { return hashes_[i]; },
        [&](std::size_t i) {
          if (sets[i] == nullptr || !sets[i]->find(states_[i], hashes_[i]))
            found.unknown.push_back({layers_[i], hashes_[i], states_[i]});
        });
  }
  const OwnStateSet* set_of(int layer) const {
    if (layer == layer_) return &set_;
    const auto there = e_.open_.find(layer);
    return there != e_.open_.end() ? &there->second : nullptr;
  }

  const OwnLayerExplorer& e_;
  int layer_;
  const OwnStateSet& set_;
  OwnProgram::Lease rules_;
  OwnImages images_;
  std::vector<std::uint64_t> hashes_;  // of all that the moves lead to
  std::vector<OwnState> states_;
  std::vector<int> layers_;
};

bool is_solved_start(const OwnTraits& traits, const OwnStateSet& starts, const OwnState& state,
                     OwnResult result) {
  return traits.is_puzzle() && result.score > 0 &&
         starts.find(state, starts.hash(state)).has_value();
}

bool OwnLayerExplorer::run(const std::function<bool()>& should_pause,
                           const std::function<void()>& before_batch) {
  constexpr std::uint32_t batch_states = 1 << 14;
  std::mutex asking;
  const auto pauses_now = [&] {
    const std::unique_lock one_at_a_time(asking, std::try_to_lock);
    return one_at_a_time.owns_lock() && should_pause();
  };
  while (!open_.empty() && !should_pause()) {
    before_batch();
    const std::uint32_t left = open_.begin()->second.size() - next_;
    if (left == 0) {
      finish_layer();
      break;
    }
    const std::uint32_t batch = std::min(left, batch_states);
    const std::uint64_t tasks = (batch + task_states_ - 1) / task_states_;
    std::vector<Found> found(tasks);
    const std::uint64_t expanded = parallel_until(
        0, tasks, threads_,
        [&] {
          return [&, worker = std::make_shared<Worker>(*this)](std::uint64_t task) {
            const auto begin = static_cast<std::uint32_t>(task) * task_states_;
            worker->expand(next_ + begin, next_ + std::min(batch, begin + task_states_),
                           found[task]);
          };
        },
        pauses_now);
    found.resize(expanded);
    for (const Found& f : found) {
      for (const Unknown& state : f.unknown) add(state);
      inner_edges_ += f.inner_edges;
    }
    next_ += static_cast<std::uint32_t>(std::min<std::uint64_t>(batch, expanded * task_states_));
  }
  return open_.empty();
}

void OwnLayerExplorer::finish_layer() {
  auto layer = open_.extract(open_.begin());
  done_ += layer.mapped().size();
  layers_.push_back({layer.key(), OwnLayerStates(std::move(layer.mapped())), inner_edges_});
  inner_edges_ = 0;
  next_ = 0;
}

std::uint64_t OwnLayerExplorer::bytes() const {
  std::uint64_t bytes = starts_.bytes();
  for (const OwnLayer& layer : layers_) bytes += layer.bytes();
  for (const auto& [number, set] : open_) bytes += set.bytes();
  return bytes;
}

namespace {

void save_set(const OwnStateSet& set, RunState& state) {
  for (std::uint32_t piece = 0; piece < set.pieces(); ++piece)
    state.arrays.emplace_back([&set, piece] { return set.piece(piece); });
}
void restore_set(OwnStateSet& set, std::uint64_t size, const SavedRun& saved, std::size_t& array) {
  while (set.size() < size) set.add_piece(saved.read_vector<std::byte>(array++));
}

}  // namespace

void OwnLayerExplorer::save_layers(const std::deque<OwnLayer>& layers, const OwnStateSet& starts,
                                   RunState& state) {
  for (const char* name : {"layers", "sizes", "inner_edges", "lists"}) state.numbers[name] = {};
  state.numbers["starts"] = {starts.size()};
  save_set(starts, state);
  for (const OwnLayer& layer : layers) {
    state.numbers["layers"].push_back(static_cast<std::uint64_t>(layer.number));
    state.numbers["sizes"].push_back(layer.states.size());
    state.numbers["inner_edges"].push_back(layer.inner_edges);
    state.numbers["lists"].push_back(layer.states.is_list() ? 1 : 0);
    layer.states.save(state);
  }
}

std::deque<OwnLayer> OwnLayerExplorer::saved_layers(std::size_t state_bytes, const SavedRun& saved,
                                                    OwnStateSet& starts, std::size_t& array) {
  restore_set(starts, saved.number("starts"), saved, array);
  std::deque<OwnLayer> layers;
  const std::vector<std::uint64_t>& numbers = saved.list("layers");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto size = static_cast<std::uint32_t>(saved.list("sizes").at(i));
    layers.push_back(
        {static_cast<int>(numbers[i]),
         OwnLayerStates(state_bytes, size, saved.list("lists").at(i) != 0, saved, array),
         saved.list("inner_edges").at(i)});
  }
  return layers;
}

RunState OwnLayerExplorer::save() const {
  RunState state;
  save_layers(layers_, starts_, state);
  state.numbers["next"] = {next_};
  state.numbers["edges"] = {inner_edges_};
  state.numbers["open"] = state.numbers["open_sizes"] = {};
  for (const auto& [number, set] : open_) {
    state.numbers["open"].push_back(static_cast<std::uint64_t>(number));
    state.numbers["open_sizes"].push_back(set.size());
    save_set(set, state);
  }
  return state;
}

void OwnLayerExplorer::restore(const SavedRun& saved) {
  std::size_t array = 0;
  layers_ = saved_layers(program_.traits().state_bytes, saved, starts_, array);
  for (const OwnLayer& layer : layers_) done_ += layer.states.size();
  states_ = done_;
  next_ = saved.number<std::uint32_t>("next");
  inner_edges_ = saved.number("edges");
  const std::vector<std::uint64_t>& numbers = saved.list("open");
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    restore_set(open(static_cast<int>(numbers[i])), saved.list("open_sizes").at(i), saved, array);
    states_ += saved.list("open_sizes").at(i);
  }
}

}  // namespace zermelo
