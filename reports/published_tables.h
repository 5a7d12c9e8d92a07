// SPDX-License-Identifier: MIT
// What the papers say, for comparison only: nothing is computed from it. Unless stated otherwise,
// the source for Ostle is Takizawa, "Strongly solved Ostle", PeerJ Computer Science 9:e1560 (2023),
// whose program reads rule 8 symmetrically (docs/ostle.md).
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

namespace zermelo::published {

// Edelkamp, Kissmann and Rohte, "Symbolic and Explicit Search Hybrid Through Perfect Hash
// Functions", ICAPS 2014, Table 1: positions that play can lead to, by ply; the colour to move is
// determined by the number of stones. "6x5" is six columns and five rows, as its first layers show.
struct ConnectFour {
  int columns, rows;
  std::uint64_t total;  // as printed
  std::array<std::uint64_t, 43> positions;
};
inline constexpr std::array<ConnectFour, 5> connect_four = {{
    {7,
     6,
     4'531'985'219'092,
     {1,
      7,
      49,
      238,
      1'120,
      4'263,
      16'422,
      54'859,
      184'275,
      558'186,
      1'662'623,
      4'568'683,
      12'236'101,
      30'929'111,
      75'437'595,
      176'541'259,
      394'591'391,
      858'218'743,
      1'763'883'894,
      3'568'259'802,
      6'746'155'945,
      12'673'345'045,
      22'010'823'988,
      38'263'228'189,
      60'830'813'459,
      97'266'114'959,
      140'728'569'039,
      205'289'508'055,
      268'057'611'944,
      352'626'845'666,
      410'378'505'447,
      479'206'477'733,
      488'906'447'183,
      496'636'890'702,
      433'471'730'336,
      370'947'887'723,
      266'313'901'222,
      183'615'682'381,
      104'004'465'349,
      55'156'010'773,
      22'695'896'495,
      7'811'825'938,
      1'459'332'899}},
    {6,
     6,
     69'212'342'175,
     {1,
      6,
      36,
      156,
      651,
      2'256,
      7'876,
      24'330,
      74'922,
      211'042,
      576'266,
      1'468'114,
      3'596'076,
      8'394'784,
      18'629'174,
      39'979'044,
      80'684'814,
      159'433'890,
      292'803'624,
      531'045'746,
      884'124'974,
      1'463'364'020,
      2'196'180'492,
      3'286'589'804,
      4'398'259'442,
      5'862'955'926,
      6'891'603'916,
      8'034'014'154,
      8'106'160'185,
      7'994'700'764,
      6'636'410'522,
      5'261'162'538,
      3'435'759'942,
      2'095'299'732,
      998'252'492,
      401'230'354,
      90'026'720}},
    {6, 5, 2'818'972'642, {1,           6,           36,          156,         651,
                           2'256,       7'870,       24'120,      72'312,      194'122,
                           502'058,     1'202'338,   2'734'506,   5'868'640,   11'812'224,
                           22'771'514,  40'496'484,  69'753'028,  108'862'608, 165'943'600,
                           224'098'249, 296'344'032, 338'749'998, 378'092'536, 352'607'428,
                           314'710'752, 224'395'452, 149'076'078, 74'046'977,  30'162'078,
                           6'440'532}},
    {5, 6, 1'044'334'437, {1,           5,          25,          95,          345,
                           1'075,       3'355,      9'495,       26'480,      68'602,
                           169'107,     394'032,    866'916,     1'836'560,   3'620'237,
                           6'955'925,   12'286'909, 21'344'079,  33'562'334,  51'966'652,
                           71'726'433,  97'556'959, 116'176'690, 134'736'003, 132'834'750,
                           124'251'351, 97'021'801, 70'647'088,  40'708'770,  19'932'896,
                           5'629'467}},
    {5, 5, 69'763'700, {1,         5,         25,        95,        345,       1'075,     3'350,
                        9'355,     25'060,    60'842,    139'632,   299'764,   596'136,   1'128'408,
                        1'948'956, 3'231'341, 4'769'837, 6'789'890, 8'396'345, 9'955'530, 9'812'925,
                        9'020'543, 6'632'480, 4'345'913, 2'011'598, 584'249}},
}};

// Shaik and van de Pol, "Concise QBF Encodings for Games on a Grid", SAT 2023, Table 2.
enum class Claim : std::uint8_t {
  win,    // the text says, or the published file shows, that this is the critical depth
  bound,  // the text says that there is no shorter win
  either  // the table has a number, and neither the text nor a file tells which of the two it is
};
struct CriticalDepth {
  std::string_view part, instance;
  std::string_view domain, problem;  // files of games/
  int depth;
  Claim claim = Claim::either;
};
inline constexpr std::array critical_depths = {
    CriticalDepth{"a", "3x3 domino", "shapes/domain.bddl", "shapes/3x3-domino.bddl", 3,
                  Claim::either},
    CriticalDepth{"a", "3x3 el", "shapes/domain.bddl", "shapes/3x3-el.bddl", 5, Claim::win},
    CriticalDepth{"a", "3x3 elly", "shapes/domain.bddl", "shapes/3x3-elly.bddl", 9, Claim::either},
    CriticalDepth{"a", "3x3 fatty", "shapes/domain.bddl", "shapes/3x3-fatty.bddl", 9,
                  Claim::either},
    CriticalDepth{"a", "3x3 knobby", "shapes/domain.bddl", "shapes/3x3-knobby.bddl", 9,
                  Claim::either},
    CriticalDepth{"a", "3x3 tic", "shapes/domain.bddl", "shapes/3x3-tic.bddl", 9, Claim::either},
    CriticalDepth{"a", "3x3 tippy", "shapes/domain.bddl", "shapes/3x3-tippy.bddl", 9,
                  Claim::either},
    CriticalDepth{"a", "4x4 domino", "shapes/domain.bddl", "shapes/4x4-domino.bddl", 3,
                  Claim::either},
    CriticalDepth{"a", "4x4 el", "shapes/domain.bddl", "shapes/4x4-el.bddl", 5, Claim::either},
    CriticalDepth{"a", "4x4 elly", "shapes/domain.bddl", "shapes/4x4-elly.bddl", 7, Claim::either},
    CriticalDepth{"a", "4x4 fatty", "shapes/domain.bddl", "shapes/4x4-fatty.bddl", 15,
                  Claim::bound},
    CriticalDepth{"a", "4x4 knobby", "shapes/domain.bddl", "shapes/4x4-knobby.bddl", 11,
                  Claim::bound},
    CriticalDepth{"a", "4x4 skinny", "shapes/domain.bddl", "shapes/4x4-skinny.bddl", 13,
                  Claim::bound},
    CriticalDepth{"a", "4x4 tic", "shapes/domain.bddl", "shapes/4x4-tic.bddl", 5, Claim::win},
    CriticalDepth{"a", "4x4 tippy", "shapes/domain.bddl", "shapes/4x4-tippy.bddl", 9, Claim::win},
    CriticalDepth{"b", "2x4, first player", "breakthrough/domain.bddl", "breakthrough/2x4.bddl", 13,
                  Claim::bound},
    CriticalDepth{"b", "2x5, first player", "breakthrough/domain.bddl", "breakthrough/2x5.bddl", 17,
                  Claim::bound},
    CriticalDepth{"b", "2x6, first player", "breakthrough/domain.bddl", "breakthrough/2x6.bddl", 15,
                  Claim::win},
    CriticalDepth{"b", "3x4, first player", "breakthrough/domain.bddl", "breakthrough/3x4.bddl", 19,
                  Claim::bound},
    CriticalDepth{"b", "3x5, first player", "breakthrough/domain.bddl", "breakthrough/3x5.bddl", 11,
                  Claim::bound},
    CriticalDepth{"b", "3x6, first player", "breakthrough/domain.bddl", "breakthrough/3x6.bddl", 9,
                  Claim::bound},
    CriticalDepth{"b", "2x4, second player", "breakthrough/domain.bddl",
                  "breakthrough/2x4-second.bddl", 8, Claim::win},
    CriticalDepth{"b", "2x5, second player", "breakthrough/domain.bddl",
                  "breakthrough/2x5-second.bddl", 10, Claim::win},
    CriticalDepth{"b", "2x6, second player", "breakthrough/domain.bddl",
                  "breakthrough/2x6-second.bddl", 14, Claim::bound},
    CriticalDepth{"b", "3x4, second player", "breakthrough/domain.bddl",
                  "breakthrough/3x4-second.bddl", 12, Claim::win},
    CriticalDepth{"b", "3x5, second player", "breakthrough/domain.bddl",
                  "breakthrough/3x5-second.bddl", 12, Claim::bound},
    CriticalDepth{"b", "3x6, second player", "breakthrough/domain.bddl",
                  "breakthrough/3x6-second.bddl", 10, Claim::bound},
    CriticalDepth{"c", "2x2, 2 in a row", "connect/domain.bddl", "connect/2x2-2.bddl", 3,
                  Claim::either},
    CriticalDepth{"c", "3x3, 2 in a row", "connect/domain.bddl", "connect/3x3-2.bddl", 3,
                  Claim::either},
    CriticalDepth{"c", "3x3, 3 in a row", "connect/domain.bddl", "connect/3x3-3.bddl", 9,
                  Claim::either},
    CriticalDepth{"c", "4x4, 2 in a row", "connect/domain.bddl", "connect/4x4-2.bddl", 3,
                  Claim::either},
    CriticalDepth{"c", "4x4, 3 in a row", "connect/domain.bddl", "connect/4x4-3.bddl", 9,
                  Claim::either},
    CriticalDepth{"c", "4x4, 4 in a row", "connect/domain.bddl", "connect/4x4-4.bddl", 15,
                  Claim::either},
    CriticalDepth{"c", "5x5, 2 in a row", "connect/domain.bddl", "connect/5x5-2.bddl", 3,
                  Claim::either},
    CriticalDepth{"c", "5x5, 3 in a row", "connect/domain.bddl", "connect/5x5-3.bddl", 9,
                  Claim::either},
    CriticalDepth{"c", "5x5, 4 in a row", "connect/domain.bddl", "connect/5x5-4.bddl", 11,
                  Claim::either},
    CriticalDepth{"c", "6x6, 2 in a row", "connect/domain.bddl", "connect/6x6-2.bddl", 3,
                  Claim::either},
    CriticalDepth{"c", "6x6, 3 in a row", "connect/domain.bddl", "connect/6x6-3.bddl", 9,
                  Claim::either},
    CriticalDepth{"c", "6x6, 4 in a row", "connect/domain.bddl", "connect/6x6-4.bddl", 11,
                  Claim::either},
    CriticalDepth{"d", "n=2, m=2", "domineering/domain.bddl", "domineering/2x2.bddl", 2,
                  Claim::either},
    CriticalDepth{"d", "n=2, m=3", "domineering/domain.bddl", "domineering/3x2.bddl", 2,
                  Claim::either},
    CriticalDepth{"d", "n=2, m=4", "domineering/domain.bddl", "domineering/4x2.bddl", 5,
                  Claim::either},
    CriticalDepth{"d", "n=2, m=5", "domineering/domain.bddl", "domineering/5x2.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=2, m=6", "domineering/domain.bddl", "domineering/6x2.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=3, m=2", "domineering/domain.bddl", "domineering/2x3.bddl", 4,
                  Claim::either},
    CriticalDepth{"d", "n=3, m=3", "domineering/domain.bddl", "domineering/3x3.bddl", 4,
                  Claim::either},
    CriticalDepth{"d", "n=3, m=4", "domineering/domain.bddl", "domineering/4x3.bddl", 7,
                  Claim::either},
    CriticalDepth{"d", "n=3, m=5", "domineering/domain.bddl", "domineering/5x3.bddl", 8,
                  Claim::either},
    CriticalDepth{"d", "n=3, m=6", "domineering/domain.bddl", "domineering/6x3.bddl", 10,
                  Claim::either},
    CriticalDepth{"d", "n=4, m=2", "domineering/domain.bddl", "domineering/2x4.bddl", 4,
                  Claim::either},
    CriticalDepth{"d", "n=4, m=3", "domineering/domain.bddl", "domineering/3x4.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=4, m=4", "domineering/domain.bddl", "domineering/4x4.bddl", 8,
                  Claim::either},
    CriticalDepth{"d", "n=4, m=5", "domineering/domain.bddl", "domineering/5x4.bddl", 10,
                  Claim::either},
    CriticalDepth{"d", "n=4, m=6", "domineering/domain.bddl", "domineering/6x4.bddl", 12,
                  Claim::either},
    CriticalDepth{"d", "n=5, m=2", "domineering/domain.bddl", "domineering/2x5.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=5, m=3", "domineering/domain.bddl", "domineering/3x5.bddl", 8,
                  Claim::either},
    CriticalDepth{"d", "n=5, m=4", "domineering/domain.bddl", "domineering/4x5.bddl", 11,
                  Claim::either},
    CriticalDepth{"d", "n=5, m=5", "domineering/domain.bddl", "domineering/5x5.bddl", 13,
                  Claim::either},
    CriticalDepth{"d", "n=5, m=6", "domineering/domain.bddl", "domineering/6x5.bddl", 11,
                  Claim::either},
    CriticalDepth{"d", "n=6, m=2", "domineering/domain.bddl", "domineering/2x6.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=6, m=3", "domineering/domain.bddl", "domineering/3x6.bddl", 6,
                  Claim::either},
    CriticalDepth{"d", "n=6, m=4", "domineering/domain.bddl", "domineering/4x6.bddl", 12,
                  Claim::either},
    CriticalDepth{"d", "n=6, m=5", "domineering/domain.bddl", "domineering/5x6.bddl", 11,
                  Claim::either},
    CriticalDepth{"d", "n=6, m=6", "domineering/domain.bddl", "domineering/6x6.bddl", 11,
                  Claim::either},
    CriticalDepth{"e", "4x4, pursuer 1-2", "evader/domain.bddl", "evader/4x4-1-2.bddl", 21,
                  Claim::either},
    CriticalDepth{"e", "4x4, pursuer 2-3", "evader/domain.bddl", "evader/4x4-2-3.bddl", 3,
                  Claim::either},
    CriticalDepth{"e", "8x8, pursuer 2-3", "evader/domain.bddl", "evader/8x8-2-3.bddl", 11,
                  Claim::either},
    CriticalDepth{"e", "8x8, pursuer 3-4", "evader/domain.bddl", "evader/8x8-3-4.bddl", 7,
                  Claim::either},
    CriticalDepth{"e", "4x4, pursuer 1-2, dual", "pursuer/domain.bddl", "pursuer/4x4-1-2.bddl", 2,
                  Claim::either},
    CriticalDepth{"e", "4x4, pursuer 2-3, dual", "pursuer/domain.bddl", "pursuer/4x4-2-3.bddl", 10,
                  Claim::either},
    CriticalDepth{"e", "8x8, pursuer 2-3, dual", "pursuer/domain.bddl", "pursuer/8x8-2-3.bddl", 6,
                  Claim::either},
    CriticalDepth{"e", "8x8, pursuer 3-4, dual", "pursuer/domain.bddl", "pursuer/8x8-3-4.bddl", 10,
                  Claim::either},
    // The instances of Table 3's row for Hex, whose depths are in the names of the authors' files.
    CriticalDepth{"hex", "browne-5x5 in 7", "hex/domain.bddl", "hex/browne-5x5.bddl", 7,
                  Claim::bound},
    CriticalDepth{"hex", "browne-5x5 in 9", "hex/domain.bddl", "hex/browne-5x5.bddl", 9,
                  Claim::win},
    CriticalDepth{"hex", "hein-02-5x5 in 11", "hex/domain.bddl", "hex/hein-02-5x5.bddl", 11,
                  Claim::bound},
    CriticalDepth{"hex", "hein-02-5x5 in 13", "hex/domain.bddl", "hex/hein-02-5x5.bddl", 13,
                  Claim::win},
    CriticalDepth{"hex", "hein-04-3x3 in 3", "hex/domain.bddl", "hex/hein-04-3x3.bddl", 3,
                  Claim::bound},
    CriticalDepth{"hex", "hein-04-3x3 in 5", "hex/domain.bddl", "hex/hein-04-3x3.bddl", 5,
                  Claim::win},
    CriticalDepth{"hex", "hein-06-4x4 in 11", "hex/domain.bddl", "hex/hein-06-4x4.bddl", 11,
                  Claim::bound},
    CriticalDepth{"hex", "hein-06-4x4 in 13", "hex/domain.bddl", "hex/hein-06-4x4.bddl", 13,
                  Claim::win},
    CriticalDepth{"hex", "hein-07-4x4 in 7", "hex/domain.bddl", "hex/hein-07-4x4.bddl", 7,
                  Claim::bound},
    CriticalDepth{"hex", "hein-07-4x4 in 9", "hex/domain.bddl", "hex/hein-07-4x4.bddl", 9,
                  Claim::win},
    CriticalDepth{"hex", "hein-08-5x5 in 9", "hex/domain.bddl", "hex/hein-08-5x5.bddl", 9,
                  Claim::bound},
    CriticalDepth{"hex", "hein-08-5x5 in 11", "hex/domain.bddl", "hex/hein-08-5x5.bddl", 11,
                  Claim::win},
    CriticalDepth{"hex", "hein-09-4x4 in 5", "hex/domain.bddl", "hex/hein-09-4x4.bddl", 5,
                  Claim::bound},
    CriticalDepth{"hex", "hein-09-4x4 in 7", "hex/domain.bddl", "hex/hein-09-4x4.bddl", 7,
                  Claim::win},
    CriticalDepth{"hex", "hein-10-5x5 in 11", "hex/domain.bddl", "hex/hein-10-5x5.bddl", 11,
                  Claim::bound},
    CriticalDepth{"hex", "hein-10-5x5 in 13", "hex/domain.bddl", "hex/hein-10-5x5.bddl", 13,
                  Claim::win},
    CriticalDepth{"hex", "hein-11-5x5 in 9", "hex/domain.bddl", "hex/hein-11-5x5.bddl", 9,
                  Claim::bound},
    CriticalDepth{"hex", "hein-11-5x5 in 11", "hex/domain.bddl", "hex/hein-11-5x5.bddl", 11,
                  Claim::win},
    CriticalDepth{"hex", "hein-12-4x4 in 5", "hex/domain.bddl", "hex/hein-12-4x4.bddl", 5,
                  Claim::bound},
    CriticalDepth{"hex", "hein-12-4x4 in 7", "hex/domain.bddl", "hex/hein-12-4x4.bddl", 7,
                  Claim::win},
    CriticalDepth{"hex", "hein-13-5x5 in 7", "hex/domain.bddl", "hex/hein-13-5x5.bddl", 7,
                  Claim::bound},
    CriticalDepth{"hex", "hein-13-5x5 in 9", "hex/domain.bddl", "hex/hein-13-5x5.bddl", 9,
                  Claim::win},
    CriticalDepth{"hex", "hein-14-5x5 in 7", "hex/domain.bddl", "hex/hein-14-5x5.bddl", 7,
                  Claim::bound},
    CriticalDepth{"hex", "hein-14-5x5 in 9", "hex/domain.bddl", "hex/hein-14-5x5.bddl", 9,
                  Claim::win},
    CriticalDepth{"hex", "hein-15-5x5 in 13", "hex/domain.bddl", "hex/hein-15-5x5.bddl", 13,
                  Claim::bound},
    CriticalDepth{"hex", "hein-15-5x5 in 15", "hex/domain.bddl", "hex/hein-15-5x5.bddl", 15,
                  Claim::win},
    CriticalDepth{"hex", "hein-16-5x5 in 11", "hex/domain.bddl", "hex/hein-16-5x5.bddl", 11,
                  Claim::bound},
    CriticalDepth{"hex", "hein-16-5x5 in 13", "hex/domain.bddl", "hex/hein-16-5x5.bddl", 13,
                  Claim::win},
    CriticalDepth{"hex", "hein-19-5x5 in 9", "hex/domain.bddl", "hex/hein-19-5x5.bddl", 9,
                  Claim::bound},
    CriticalDepth{"hex", "hein-19-5x5 in 11", "hex/domain.bddl", "hex/hein-19-5x5.bddl", 11,
                  Claim::win},
};

// The same, Table 3: instances decided by its best combination, DepQBF behind the preprocessor
// Bloqqer, with one hour each.
struct Decided {
  std::string_view domain;
  std::string_view models;  // the beginning of the names of its problems
  std::string_view ending;  // and of the names of its instances
  std::uint64_t decided;
};
inline constexpr std::array decided = {
    Decided{"Harary's tic-tac-toe", "shapes/", "", 15},
    Decided{"Hex", "hex/", "", 26},
    Decided{"Breakthrough", "breakthrough/", "first player", 6},
    Decided{"Breakthrough, second player", "breakthrough/", "second player", 6},
    Decided{"Connect-c", "connect/", "", 12},
    Decided{"evader and pursuer", "evader/", "", 3},
    Decided{"evader and pursuer, dual", "pursuer/", "", 1},
    Decided{"Domineering", "domineering/", "", 25},
};
// The same: how many that combination decides of all, and the fraction of each domain that it
// decides, averaged over the domains.
inline constexpr std::uint64_t decided_of_all = 94;
inline constexpr double average_coverage = 0.86;

// Zandvliet, "Adapting IC3 for Combinatorial Two-Player Games", master's thesis, Leiden 2020,
// Table 5.1. Sizes of models are rows x columns.
struct Ic3Run {
  std::uint64_t obligations, sat_calls;  // 0: not finished
  double seconds;
};
struct Ic3Model {
  std::string_view model;
  std::uint64_t states;  // |V|
  Ic3Run plain, starred;
  std::string_view winnable;
  std::string_view game;      // as a GameSpec is written, for our own IC3; empty: the model itself
  std::string_view position;  // from which the first player moves; empty: the start
};
// (Of tic-tac-toe 3 x 3 the table says "no", though the program did not finish.)
inline constexpr std::array<Ic3Model, 7> table_5_1 = {{
    {"minigame", 16, {9, 80, 0.036}, {9, 157, 0.056}, "yes", "", ""},
    {"notakto (2 x 3)",
     128,
     {103, 4902, 8.124},
     {102, 7288, 21.840},
     "no",
     "notakto rows=2 columns=3",
     ""},
    {"notakto (2 x 3, AA taken)",
     64,
     {68, 2172, 2.327},
     {52, 2945, 3.518},
     "yes",
     "notakto rows=2 columns=3",
     "3/b2 w"},
    {"notakto (3 x 3)",
     1024,
     {279, 65512, 879.098},
     {207, 23620, 231.895},
     "yes",
     "notakto rows=3 columns=3",
     ""},
    {"tic-tac-toe (2 x 2)", 162, {33, 422, 0.325}, {33, 609, 0.407}, "yes", "mnk m=2 n=2 k=2", ""},
    {"tic-tac-toe (2 x 3)",
     1458,
     {458, 110187, 6042.698},
     {225, 48190, 1269.657},
     "no",
     "mnk m=3 n=2 k=3",
     ""},
    {"tic-tac-toe (3 x 3)", 39366, {0, 0, 0}, {0, 0, 0}, "no", "mnk m=3 n=3 k=3", ""},
}};

}  // namespace zermelo::published
