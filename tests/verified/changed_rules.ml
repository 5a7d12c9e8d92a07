(* SPDX-License-Identifier: MIT *)
(* Changes rules in one condition, and checks the table of the rules as they were. It may be
   accepted only if it is true by the changed rules, too, as a solver of the test's own finds. *)

open Kernel
open Support

let games =
  [ "tic-tac-toe/3x3"; "breakthrough/2x4"; "domineering/3x4"; "konane/4x4"; "evader/4x4-1-2";
    "pong-hau-ki/start"; "rings/4-race"; "step-or-take/step-or-take-3x4"; "kings/kings-3x3" ]

let fewest_changes = 1000

(* ---- Changes -------------------------------------------------------------------------------- *)

(* All lists in which one element is changed in one way, or left out. *)
let rec one_changed change = function
  | [] -> []
  | first :: rest ->
    (rest :: List.map (fun other -> other :: rest) (change first))
    @ List.map (fun others -> first :: others) (one_changed change rest)

let moved (c : coordinate) =
  let by d = { c with offset = Bddl_reader.z_of_int (Bddl_reader.int_of_z c.offset + d) } in
  [ by 1; by (-1) ]

let changed_condition c =
  let colours = List.filter (fun col -> col <> c.col) [ Open; Black; White ] in
  ({ c with negated = not c.negated } :: List.map (fun col -> { c with col }) colours)
  @ List.map (fun at_x -> { c with at_x }) (moved c.at_x)
  @ List.map (fun at_y -> { c with at_y }) (moved c.at_y)

let changed_action a =
  List.map (fun before -> { a with before }) (one_changed changed_condition a.before)
  @ List.map (fun after -> { a with after }) (one_changed changed_condition a.after)

let changed_goal goal = List.filter (fun goal -> goal <> []) (one_changed changed_condition goal)

let changed_rules r =
  let actions = one_changed changed_action and goals = one_changed changed_goal in
  List.concat
    [ List.map (fun black_actions -> { r with black_actions }) (actions r.black_actions);
      List.map (fun white_actions -> { r with white_actions }) (actions r.white_actions);
      List.map (fun black_goals -> { r with black_goals }) (goals r.black_goals);
      List.map (fun white_goals -> { r with white_goals }) (goals r.white_goals);
      [ { r with stuck_loses = not r.stuck_loses } ] ]

(* ---- Checks --------------------------------------------------------------------------------- *)

let is_true game entries =
  let values = solve game (Array.to_list (Array.map fst entries)) in
  Array.for_all (fun (p, told) -> Hashtbl.find_opt values p = Some told) entries

type verdict = Refused | True_anyway

let verdict paths name (game : Game.t) header entries rules =
  let nameless = List.map (fun _ -> "action") in
  let names = (nameless rules.black_actions, nameless rules.white_actions) in
  let read = { game.read with rules; names } in
  match Game.compile ~domain_file:"changed" read with
  | exception Complaint.Unreadable _ -> Refused
  | changed ->
    if not (passes paths changed header entries) then Refused
    else if is_true changed.board.game entries then True_anyway
    else fail "by changed rules the table of %s is false, and accepted" name

let change paths name =
  let game = load paths name in
  let header, entries = solved_list paths name in
  if not (is_true game.board.game entries) then fail "the table of %s is false" name;
  let all = changed_rules game.read.rules in
  let refused = List.filter (fun r -> verdict paths name game header entries r = Refused) all in
  let count = List.length all and refused = List.length refused in
  Printf.printf "%-30s %4d changes: %4d refused, %3d that change no value\n%!" name count refused
    (count - refused);
  (count, refused)

let () =
  let paths = paths () in
  let counts = List.map (change paths) games in
  let changes = List.fold_left (fun sum (n, _) -> sum + n) 0 counts in
  let refused = List.fold_left (fun sum (_, n) -> sum + n) 0 counts in
  Printf.printf "%d changes: %d refused, %d that change no value\n" changes refused
    (changes - refused);
  if changes < fewest_changes then fail "fewer than %d changes were tried" fewest_changes
