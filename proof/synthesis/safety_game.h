// SPDX-License-Identifier: MIT
// Two-player safety games as AIGER files, by the conventions of the synthesis competition (Jacobs
// et al., "The first reactive synthesis competition (SYNTCOMP 2014)", STTT 2017, section 2.2): all
// latches begin at 0; in every step the environment chooses the inputs, and then the controller
// those whose names begin with "controllable_"; the output must never be 1.
//
// Files may have more than that, as AIGER 1.9 defines it: latches may begin at 1; if there are bad
// states, each of them is an error, and outputs are not; if there are none, each output is an
// error. An error counts only if all invariant constraints are 1 in its step and have been in all
// steps before: a side that breaks one frees the controller for good.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "proof/aiger/aiger.h"
#include "proof/check/arena.h"
#include "proof/ic3/cube_set.h"
#include "proof/ic3/ic3.h"
#include "proof/ic3/reach_game.h"

namespace zermelo::proof {

inline constexpr std::string_view controllable_prefix = "controllable_";

// The numbers of a file's inputs, separated by their names.
struct InputRoles {
  std::vector<std::uint32_t> environment, controller;
};
InputRoles input_roles(const AigerFile& file);

// A game's functions in a graph. Throws UsageError if the file is not such a game: it has neither
// outputs nor bad states, latches without a first value, or justice or fairness properties.
struct SafetyGraph {
  Aig aig;
  std::vector<Literal> environment, controller, latches;  // inputs
  Literal error;                // some error; it counts only in a step that breaks no constraint
  Literal excused;              // the step breaks a constraint
  std::vector<Literal> next;    // the next values of the latches
  std::vector<bool> start;      // their first values
  std::vector<Literal> listed;  // the file's outputs, bad states and constraints
};
SafetyGraph make_safety_graph(const AigerFile& file);

// The file with the inputs of one side replaced by functions of the latches and, for the
// controller, the environment's inputs. Outputs, bad states and constraints are kept, with their
// names. `graph` is the file's, with whatever else its graph needs for the functions.
AigerFile closed_circuit(const AigerFile& file, SafetyGraph graph, bool controlled,
                         const std::vector<Literal>& choices);

// The environment attacks, the controller defends. The environment's states are the latches, the
// controller's the latches and then the environment's inputs. A step that breaks a constraint ends
// play, without an attack.
ReachGame make_safety_game(SafetyGraph graph);

// The winner's choices, for the controller's or the environment's inputs: functions of the latches
// and, for the controller, the environment's inputs. `found` must be for make_safety_game(graph),
// and known. Adds to the graph.
std::vector<Literal> winning_choices(SafetyGraph& graph, const Ic3Result& found);

// "The owner does not lose" as such a game. The latches are the game's variables, whether White is
// to move, whether the first step has been made, which sets the start, and whether play is over;
// the inputs the numbers of moves, least bit first. An impossible move of the owner's is an error;
// one of the other side's excuses everything after it.
AigerFile encode_safety_game(const Arena& arena, Side owner);

}  // namespace zermelo::proof
