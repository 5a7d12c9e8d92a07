// SPDX-License-Identifier: MIT
// What has been published about Ostle, for comparison only: nothing is computed from it. Unless
// stated otherwise, the source is Takizawa, "Strongly solved Ostle", PeerJ Computer Science 9:e1560
// (2023), whose program reads rule 8 symmetrically (docs/ostle.md).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace zermelo::ostle::published {

// Table 1: positions up to symmetry, by numbers of pieces (the mover's, the opponent's) and the
// hole's square.
inline constexpr std::array<std::string_view, 6> classes = {"a1", "a2", "a3", "b2", "b3", "c3"};
struct SlicePositions {
  std::string_view slice;
  std::array<std::uint64_t, classes.size()> positions;  // by class
};
inline constexpr std::array<SlicePositions, 4> table_1 = {{
    {"4-4", {25'744'590, 51'482'970, 25'744'590, 25'744'590, 25'744'590, 6'438'855}},
    {"4-5", {82'378'152, 164'745'504, 82'378'152, 82'378'152, 82'378'152, 20'598'588}},
    {"5-4", {82'378'152, 164'745'504, 82'378'152, 82'378'152, 82'378'152, 20'598'588}},
    {"5-5", {247'127'256, 494'236'512, 247'127'256, 247'127'256, 247'127'256, 61'788'564}},
}};
inline constexpr std::uint64_t positions = 2'735'147'685;
inline constexpr std::uint64_t checkmates = 399'102'582;

// Table 2: non-trivial states by plies to a checkmate position, from 1 on; and the draws.
inline constexpr std::uint64_t nontrivial_states = 11'148'725'918;
inline constexpr std::uint64_t draws = 339'367'091;
inline constexpr std::array<std::uint64_t, 146> table_2 = {
    577'327'477, 1'208'259'074,
    250'385'204, 514'915'495,
    294'380'826, 569'040'388,
    352'821'271, 559'455'180,
    379'808'723, 535'425'081,
    379'563'356, 462'977'806,
    352'330'833, 395'732'654,
    318'063'321, 338'626'104,
    281'546'559, 287'320'623,
    244'575'415, 241'883'809,
    208'979'928, 202'402'295,
    176'160'115, 168'414'137,
    146'956'825, 139'319'551,
    121'669'807, 114'485'394,
    99'874'325,  93'577'296,
    81'527'252,  76'116'163,
    66'122'478,  61'530'140,
    53'329'309,  49'530'287,
    42'847'011,  39'660'828,
    34'312'611,  31'679'932,
    27'408'599,  25'272'339,
    21'858'443,  20'072'851,
    17'341'986,  15'898'815,
    13'731'415,  12'600'718,
    10'908'242,  9'994'880,
    8'667'693,   7'940'165,
    6'893'605,   6'314'317,
    5'502'897,   5'039'556,
    4'382'022,   3'998'228,
    3'470'949,   3'163'370,
    2'764'844,   2'521'503,
    2'195'886,   2'010'460,
    1'759'413,   1'595'483,
    1'400'525,   1'267'104,
    1'108'248,   1'006'232,
    878'861,     801'288,
    700'241,     649'879,
    561'353,     528'175,
    449'395,     434'621,
    361'217,     352'810,
    291'770,     285'312,
    233'005,     229'210,
    186'949,     179'324,
    144'595,     138'428,
    113'388,     108'165,
    86'970,      83'620,
    67'110,      65'247,
    53'164,      51'284,
    40'837,      38'653,
    30'388,      27'311,
    22'936,      21'612,
    18'273,      15'740,
    13'176,      10'996,
    9'486,       7'740,
    7'290,       5'481,
    5'015,       3'885,
    3'741,       2'885,
    2'593,       1'785,
    1'447,       1'005,
    771,         690,
    425,         433,
    282,         387,
    308,         321,
    212,         226,
    205,         179,
    211,         73,
    113,         44,
    99,          68,
    146,         74,
    106,         44,
    40,          16,
    7,           9,
    4,           7,
};

// "States taking 147 plies to win": here the paper counts plies to the end of the game.
inline constexpr std::uint64_t longest_win = 147;
inline constexpr std::uint64_t longest_win_states = 7;
// (The text prints the first of Figure 5B's moves as c3U. In the position of which everything else
// is true, c3 is empty; c1U is the move that keeps the win.)
struct LongestWin {
  std::string_view figure;
  std::array<std::string_view, 4> keeping;  // moves that can be forbidden without shortening it
  std::string_view losing;                  // a move without which the position is lost
  int losing_plies = 0;
};
inline constexpr std::array<LongestWin, 2> longest_wins = {{
    {"5B", {"c1U", "b2R", "e3U", "a4D"}, "a2R", 58},
    {"5C", {"d5L"}, "", 0},
}};

// Positions that are not checkmate and that no move leads to without forbidding a reply. This
// number is not in the paper, but in its program's log (github.com/eukaryo/ostle_solver, log.txt:
// "non-checkmate & no forbidden move & trivial(unreachable)").
inline constexpr std::uint64_t without_unrestricted = 2'149;

// Table 3: possibly reachable states, including those won at once, by plies from the start. The
// program makes all moves, including those that rule 8 forbids (Source.cpp, bfs_single_iteration:
// the number of the forbidden move is computed and not used), so these are not distances by legal
// moves.
inline constexpr std::array<std::uint64_t, 27> table_3 = {
    1,
    9,
    102,
    954,
    6'329,
    33'052,
    147'620,
    556'811,
    1'863'530,
    5'542'830,
    15'200'179,
    38'307'337,
    91'419'758,
    201'637'267,
    411'886'389,
    767'525'717,
    1'262'744'615,
    1'851'900'832,
    2'259'589'185,
    2'356'709'939,
    1'884'609'912,
    1'172'437'043,
    475'193'903,
    113'051'575,
    9'503'831,
    115'519,
    97,
};
// The number of all states that are reached. It is the sum, and is also in the log.
inline constexpr std::uint64_t reachable_states = 12'919'984'336;

}  // namespace zermelo::ostle::published
