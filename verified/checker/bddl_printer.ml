(* SPDX-License-Identifier: MIT *)
(* Prints rules as they were read, in BDDL again. What is printed is what is checked: the text is
   made from the rules that the proved program is given. Read again, it gives the same rules. *)

open Kernel

let coordinate axis (c : coordinate) =
  let n = Bddl_reader.int_of_z c.offset in
  let from base = if n = 0 then base else Printf.sprintf "%s%+d" base n in
  match c.from with
  | Anchor -> from ("?" ^ axis)
  | Min -> from (axis ^ "min")
  | Max -> from (axis ^ "max")
  | Number -> string_of_int n

let square_condition c =
  let colour = match c.col with Open -> "open" | Black -> "black" | White -> "white" in
  let plain =
    Printf.sprintf "%s(%s,%s)" colour (coordinate "x" c.at_x) (coordinate "y" c.at_y) in
  if c.negated then Printf.sprintf "NOT(%s)" plain else plain

let conditions list = String.concat " " (List.map square_condition list)

let action name { before; after } =
  [ ":action " ^ name; ":parameters (?x,?y)";
    Printf.sprintf ":precondition (%s)" (conditions before);
    Printf.sprintf ":effect (%s)" (conditions after) ]

let domain (read : Bddl_reader.t) =
  let black_names, white_names = read.names in
  let side section names actions = section :: List.concat (List.map2 action names actions) in
  side "#blackactions" black_names read.rules.black_actions
  @ side "#whiteactions" white_names read.rules.white_actions

let problem (read : Bddl_reader.t) =
  let piece (white, x, y) = Printf.sprintf "%s(%d,%d)" (if white then "white" else "black") x y in
  let goals section = function [] -> [] | lines -> section :: List.map conditions lines in
  [ "#boardsize"; Printf.sprintf "%d %d" read.columns read.rows; "#init";
    String.concat " " (List.map piece read.start) ]
  @ goals "#blackgoals" read.rules.black_goals
  @ goals "#whitegoals" read.rules.white_goals
  @ [ "#blackturn"; (if read.white_begins then "second" else "first") ]

let stuck (read : Bddl_reader.t) =
  if read.rules.stuck_loses then "% A side that cannot move has lost."
  else "% If a side cannot move, the game is drawn."
