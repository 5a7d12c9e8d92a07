// SPDX-License-Identifier: MIT
// Games in version 2 of BDDL for tests: those that are shipped, and some that have what those have
// not.
#pragma once

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace zermelo::test {

// The text of games/NAME/NAME.bddl, or of games/FOLDER/NAME.bddl for "FOLDER/NAME".
inline std::string version_2_game(const std::string& name) {
  const bool in_folder = name.find('/') != name.npos;
  const std::string path =
      std::string(ZERMELO_SOURCE) + "/games/" + (in_folder ? name : name + "/" + name) + ".bddl";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Those with a start.
inline constexpr std::array shipped_version_2_games = {"dobutsu",
                                                       "dodgem",
                                                       "tapatan",
                                                       "pong-hau-ki",
                                                       "quixo",
                                                       "hexapawn",
                                                       "three-mens-morris",
                                                       "six-mens-morris",
                                                       "nine-mens-morris",
                                                       "achi",
                                                       "col",
                                                       "dao",
                                                       "dodgem/dodgem-4x4",
                                                       "four-field-kono",
                                                       "hare-and-hounds",
                                                       "hasami-shogi/hasami-4x4",
                                                       "micro-shogi/king-and-pawn",
                                                       "mu-torere",
                                                       "nine-holes",
                                                       "picaria",
                                                       "picaria/closed-centre",
                                                       "quixo/quixo-4x4",
                                                       "snort",
                                                       "teeko"};

// Riders, #illegal, attacked, #stuck: king and rook against king and bishop on a small board.
inline constexpr const char* chess_4x4 = R"(#bddl 2
#pieces king rook bishop
#boardsize 4 4
#steps
king (1,0) (-1,0) (0,1) (0,-1) (1,1) (1,-1) (-1,1) (-1,-1)
rook (1,0)* (-1,0)* (0,1)* (0,-1)*
bishop (1,1)* (1,-1)* (-1,1)* (-1,-1)*
#actions
:action move
:parameters ?k=king,rook ?p ?q
:precondition own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-?k(?q)
:action slide
:parameters ?p ?d=bishop
:precondition own-bishop(?p) NOT(own(?p+?d))
:effect open(?p) take(?p+?d) own-bishop(?p+?d)
#illegal own-king(?p) attacked(?p)
#draws count(own)=1 count(other)=1
#stuck
loss own-king(?p) attacked(?p)
draw
#init white-king(1,1) white-bishop(2,1) black-king(4,4) black-rook(1,4)
)";

// Chess without castling and captures en passant. It has too many positions to number.
inline constexpr const char* chess = R"(#bddl 2
#game Chess without castling and captures en passant
#pieces king queen rook bishop knight=N pawn
#boardsize 8 8
#steps
king (1,0) (1,1) (0,1) (-1,1) (-1,0) (-1,-1) (0,-1) (1,-1)
queen (1,0)* (0,1)* (-1,0)* (0,-1)* (1,1)* (-1,1)* (-1,-1)* (1,-1)*
rook (1,0)* (0,1)* (-1,0)* (0,-1)*
bishop (1,1)* (-1,1)* (-1,-1)* (1,-1)*
knight (1,2) (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2)
ahead (0,1)
aside (1,1) (-1,1)
#regions
second (?x,ymin+1)
last (?x,ymax)
#mirror rows
#actions
:action move
:parameters ?k=king,queen,rook,bishop,knight ?p ?q
:precondition own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-?k(?q)
:action push
:parameters ?p ?d=ahead
:precondition own-pawn(?p) open(?p+?d) NOT(last(?p+?d))
:effect open(?p) own-pawn(?p+?d)
:action double-push
:parameters ?p=second ?d=ahead
:precondition own-pawn(?p) open(?p+?d) open(?p+2?d)
:effect open(?p) own-pawn(?p+2?d)
:action capture
:parameters ?p ?d=aside
:precondition own-pawn(?p) other(?p+?d) NOT(last(?p+?d))
:effect open(?p) take(?p+?d) own-pawn(?p+?d)
:action promote
:parameters ?k=queen,rook,bishop,knight ?p ?d=ahead
:precondition own-pawn(?p) open(?p+?d) last(?p+?d)
:effect open(?p) own-?k(?p+?d)
:action capture-and-promote
:parameters ?k=queen,rook,bishop,knight ?p ?d=aside
:precondition own-pawn(?p) other(?p+?d) last(?p+?d)
:effect open(?p) take(?p+?d) own-?k(?p+?d)
#illegal own-king(?p) attacked(?p)
#stuck
loss own-king(?p) attacked(?p)
draw
#turn white
#init
black-rook(1,1) black-knight(2,1) black-bishop(3,1) black-queen(4,1)
black-king(5,1) black-bishop(6,1) black-knight(7,1) black-rook(8,1) black-pawn(?x,2)
white-rook(1,8) white-knight(2,8) white-bishop(3,8) white-queen(4,8)
white-king(5,8) white-bishop(6,8) white-knight(7,8) white-rook(8,8) white-pawn(?x,7)
)";

// Two pieces each, which want to stand side by side. All eight symmetries of the board keep the
// rules, four of them the start.
inline constexpr const char* couples = R"(#bddl 2
#boardsize 3 3
#steps
near (1,0) (0,1) (-1,0) (0,-1)
along (1,0) (0,1)
#actions
:action walk
:parameters ?p ?d=near
:precondition own(?p) open(?p+?d)
:effect open(?p) own(?p+?d)
#goals ?d=along own(?p) own(?p+?d)
#stuck loss
#init black(1,1) black(3,3) white(3,1) white(1,3)
)";

// Two pieces that walk to and fro.
inline constexpr const char* walkers = R"(#bddl 2
#boardsize 3 4
#steps
near (1,0) (-1,0) (0,1) (0,-1)
#regions far (?x,ymin)
#mirror rows
#actions
:action walk
:parameters ?p ?d=near
:precondition own(?p) open(?p+?d)
:effect open(?p) own(?p+?d)
#goals ?p=far own(?p)
#stuck loss
#init white(2,ymin) black(2,ymax)
)";

// Custodial captures by clauses, a capture of a group, and a count that ends the game.
inline constexpr const char* hasami_4x4 = R"(#bddl 2
#boardsize 4 4
#steps
side (1,0) (-1,0) (0,1) (0,-1)
glide (1,0)* (-1,0)* (0,1)* (0,-1)*
#mirror rows
#actions
:action move
:parameters ?p ?d=glide
:precondition own(?p) open(?p+?d)
:effect open(?p) own(?p+?d)
  each ?e=side (when (other(?p+?d+?e) own(?p+?d+2?e)) (open(?p+?d+?e)))
#goals count(other)<2
#stuck loss
#init white(?x,ymin) black(?x,ymax)
)";

// Drops; what is taken comes to hand, promoted pieces as what they were.
inline constexpr const char* drops_3x3 = R"(#bddl 2
#pieces king pawn gold
#hands pawn=pawn,gold
#boardsize 3 3
#steps
king (0,-1) (1,0) (-1,0) (0,1) (1,1) (-1,-1)
pawn (0,-1)
gold (0,-1) (1,0) (-1,0) (0,1) (1,-1) (-1,-1)
#regions far (?x,ymin) (1,2)
#mirror turn
#actions
:action move
:parameters ?k ?p ?q
:precondition own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-?k(?q)
:action promote
:parameters ?p ?q=far
:precondition own-pawn(?p) reaches(pawn,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-gold(?q)
:action drop
:parameters ?k=pawn ?p
:precondition hand(own,?k) open(?p) NOT(far(?p))
:effect hand(own,?k)-1 own-?k(?p)
:text ?k*?p
#goals count(other-king)=0
#draws hand(own,pawn)>=2 count(own-pawn)=count(other-pawn)
#init white-king(1,1) white-pawn(2,1) black-king(3,3) black-pawn(2,3)
)";

// Each side has rules of its own; captures are compulsory, a jump may be followed by two more, and
// who has no move passes.
inline constexpr const char* jumpers = R"(#bddl 2
#boardsize 4 3
#steps
side (1,0) (-1,0) (0,1) (0,-1)
ahead (1,0)
#regions goal (xmax,?y)
#define free ?p
on(?p) open(?p)
#define alone ?p
each ?e=side (NOT(black(?p+?e) on(?p+?e)))
#blackactions
:action step :otherwise
:parameters (?p, ?d=side)
:precondition (own(?p) free(?p+?d) any ?e=side (NOT(own(?p+?e))))
:effect (open(?p) own(?p+?d))
:action jump
:parameters (?p, ?d=side)
:precondition (own(?p) other(?p+?d) free(?p+2?d))
:effect (open(?p) open(?p+?d) own(?p+2?d))
:then second,stay (any ?e=side (other(?p+2?d+?e)))
:action second
:parameters (?p, ?d=side)
:precondition (own(?p) other(?p+?d) open(?p+2?d))
:effect (open(?p) take(?p+?d) own(?p+2?d))
:then third
:action third
:parameters ?p=goal
:precondition own(?p)
:effect other(?p)
:action stay :otherwise
:precondition count(own)>count(other)
:effect ()
#whiteactions
:action push
:parameters ?p ?d=ahead ?n=1..2
:precondition white(?p) NOT(white(?p+?d)) on(?p+?n?d) NOT(alone(?p-?d))
:effect when (black(?p+?d)) (open(?p)) each ?i 1 ?n (becomes(?p+?i?d,?p+?i?d-?d))
:action pass :otherwise
:precondition
:effect
#blackgoals ?e=ahead ?p=goal own(?p) own(?p-?e) NOT(alone(?p))
#whitelosses count(other)=0
#init black(1,1) black(1,3) white(3,?y)
)";

}  // namespace zermelo::test
