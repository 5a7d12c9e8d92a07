// SPDX-License-Identifier: MIT
// How play by people who err ends: chances of a Markov chain over the positions of a game.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "reports/play_graph.h"

namespace zermelo {

// Of play from the start. The four probabilities sum up to 1, but for rounding.
struct Chances {
  double first = 0, draw = 0, second = 0;  // that the player who begins wins, and so on
  // What is left: play that never ends (or, where rounding keeps that from being found, goes on for
  // more than 300 plies).
  double endless = 0;
  std::optional<double> plies = {};  // expected; nothing if 1e-9 or more is left
  // What else was asked for, expected; nothing if 1e-9 or more is left.
  std::optional<double> score = {};        // of the player who begins
  std::optional<double> log_choices = {};  // log10 of the product of the numbers of legal moves in
                                           // the positions that play passes
};

// What else to find: one number beside the plies.
enum class ChanceExtra { none, score, log_choices };

// With what probability each side plays a legal move at random, all of them alike, instead of a
// best one. Of several best moves each is as likely. (0: perfect play; 1: random play.)
struct ErrorRates {
  double first = 0, second = 0;
};

// In double precision; each value differs from the exact one by about 1e-9 at most. Takes 32 bytes
// for each position, and 8 for what is asked for besides; and 90 to 220 for each position of the
// largest strongly connected component while that is solved, by how many ends play from there has
// (up to 360 where single precision does not suffice).
// Throws Interrupted if `stop` is set.
Chances chances(const PlayGraph& graph, const ErrorRates& errors,
                const std::atomic<bool>* stop = nullptr, ChanceExtra extra = ChanceExtra::none);

// The same of 1 to rates_together rates, in their order, in little more time than that of one of
// them, and in as many times its memory.
inline constexpr std::size_t rates_together = 8;
std::vector<Chances> chances(const PlayGraph& graph, std::span<const ErrorRates> errors,
                             const std::atomic<bool>* stop = nullptr,
                             ChanceExtra extra = ChanceExtra::none);

// How many plies random play has: element n is the probability of n plies. Ends where less than
// 1e-9 is left; nothing if that takes more steps than the time is worth (4 * 10^8 moves).
std::optional<std::vector<double>> random_lengths(const PlayGraph& graph,
                                                  const std::atomic<bool>* stop = nullptr);

}  // namespace zermelo
