(* SPDX-License-Identifier: MIT *)
(* Plants errors in tables of games in version 2 of BDDL that are too large to be solved here once
   more. Which entry must be refused is known: what is told of an entry must follow from what is
   told of its moves, so that a wrong value is refused there, and an entry that is left out where a
   move leads to it. So tables of any size are quickly asked thousands of times.
     table_errors ZERMELO SOURCE SCRATCH     solves some games
     table_errors --list RULES LIST [COUNT]  takes a list, such as that of Dobutsu Shogi *)

open Support
open Piece_kernel

let errors_of_a_game = 2000

(* Rules, and what is solved. *)
let games =
  [ ("games/dobutsu/dobutsu.bddl", []);
    ("games/dobutsu/dobutsu.bddl", [ "expand=lean-first" ]);
    ("games/six-mens-morris/four-men.bddl", []);
    ("games/dodgem/dodgem.bddl", []);
    ("tests/verified/games/rows.bddl", []);
    ("tests/verified/games/drops.bddl", [ "expand=lean" ]) ]

let empty = Piece_entries.empty

let passes (t : Piece_table.table) i =
  check_entry t.game.compiled t.images t.lean t.entries.size t.key t.told t.hint i

let with_value (t : Piece_table.table) i value test =
  let before = t.entries.values.{i} in
  t.entries.values.{i} <- value;
  Fun.protect test ~finally:(fun () -> t.entries.values.{i} <- before)

let rec entry_from (t : Piece_table.table) i =
  if i = t.entries.size then entry_from t 0
  else if t.entries.values.{i} = empty then entry_from t (i + 1)
  else i

let some_entry random (t : Piece_table.table) =
  entry_from t (Random.State.full_int random t.entries.size)

(* ---- Single errors -------------------------------------------------------------------------- *)

let tell_accepted (t : Piece_table.table) i value =
  fail "%s is accepted as %d" (Piece_game.word_text t.game (t.key i)) value

(* Whether one was planted. *)
let wrong_value random t =
  let i = some_entry random t in
  let value = t.entries.values.{i} and other = t.entries.values.{some_entry random t} in
  let choices = [ value + 1; value - 1; value + 2; value - 2; -value; (if value = 0 then 5 else 0); other ] in
  let wrong = List.nth choices (Random.State.int random (List.length choices)) in
  if wrong <> value then with_value t i wrong (fun () -> if passes t i then tell_accepted t i wrong);
  wrong <> value

(* Where the moves from an entry are listed. *)
let places_of_moves (t : Piece_table.table) i =
  match children t.game.compiled (t.key i) with
  | None -> []
  | Some words ->
    List.filter (fun place -> place < t.entries.size)
      (List.map (fun word -> t.hint (turn t.game.flip word) lsr 4) words)

(* (What is won at once may be left out where the check is lean: it is found out. Whether something
   was left out that may not be.) *)
let left_out random (t : Piece_table.table) =
  let i = some_entry random t in
  let is_won_at_once place = t.entries.values.{place} = 1 in
  let by_its_win = t.lean && is_won_at_once i in
  match places_of_moves t i with
  | [] -> false
  | places ->
    let place = List.nth places (Random.State.int random (List.length places)) in
    let may = by_its_win || (t.lean && is_won_at_once place) in
    with_value t place empty (fun () ->
        if passes t i <> may then
          fail "%s: what its move leads to is left out, and that is %s"
            (Piece_game.word_text t.game (t.key i)) (if may then "refused" else "accepted"));
    not may

(* ---- Lies about all ------------------------------------------------------------------------- *)

let farther by value = if value > 0 then value + by else if value < 0 then value - by else value
let long = 6

let lies =
  [ ("all distances two longer", farther 2);
    ("long distances two longer", fun v -> if abs v > long then farther 2 v else v);
    ("long distances two shorter", fun v -> if abs v > long then farther (-2) v else v);
    ("what takes long is a draw", fun v -> if abs v > long then 0 else v);
    ("draws are wins", fun v -> if v = 0 then 101 else v);
    ("draws are losses", fun v -> if v = 0 then -100 else v);
    ("all is a draw", fun _ -> 0);
    ("wins are losses, and losses wins", fun v -> -v);
    ("no draws", fun v -> if v = 0 then empty else v);
    ("no losses in two", fun v -> if v = -2 then empty else v);
    ("no wins in three", fun v -> if v = 3 then empty else v) ]

let all_pass t =
  let rec go i = i = t.Piece_table.entries.size || (passes t i && go (i + 1)) in
  go 0

let copy_of values =
  let copy = Bigarray.(Array1.create int16_signed c_layout (Array1.dim values)) in
  Bigarray.Array1.blit values copy;
  copy

(* Whether the lie changes anything. *)
let tell_lie (t : Piece_table.table) truth (what, lie) =
  let values = t.entries.values in
  let changed = ref false in
  for i = 0 to t.entries.size - 1 do
    let value = truth.{i} in
    if value <> empty then begin
      values.{i} <- lie value;
      if values.{i} <> value then changed := true
    end
  done;
  let accepted = all_pass t in
  Bigarray.Array1.blit truth values;
  if !changed && accepted then fail "%s: accepted" what;
  !changed

(* ---- One table ------------------------------------------------------------------------------ *)

let plant ~lean ~count game list_file =
  let random = Random.State.make [| 43 |] in
  let symmetries = Piece_symmetries.make game in
  let list = Position_list.open_list list_file in
  let entries = Piece_entries.read game symmetries list in
  Position_list.close list;
  let t = Piece_table.table game ~lean symmetries entries in
  let times plant = List.length (List.filter Fun.id (List.init count (fun _ -> plant random t))) in
  let wrong = times wrong_value and left_out = times left_out in
  let told = List.length (List.filter (tell_lie t (copy_of t.entries.values)) lies) in
  Printf.printf "%11d entries: %d wrong values, %d left out and %d lies about all, each refused\n%!" entries.used wrong
    left_out told;
  if wrong < count / 2 || left_out < count / 100 then fail "too few errors were planted"

let solve_and_plant paths (rules, options) =
  let file = paths.source ^ "/" ^ rules in
  let table = paths.scratch ^ "/table.ztb" and list = paths.scratch ^ "/list.zpl" in
  run_quietly paths.zermelo ([ "solve"; file ] @ options @ [ "-o"; table; "--force" ]);
  run_quietly paths.zermelo [ "export"; table; "--format"; "binary"; "-o"; list; "--force" ];
  let game = Piece_game.load file in
  let check lean =
    match Verb_piece_table.examine { (Verb_piece_table.quietly game) with lean } game list with
    | { verdict = Passed _; _ } -> plant ~lean ~count:errors_of_a_game game list
    | { verdict = Failed sentence; _ } -> fail "%s: %s" rules sentence in
  Printf.printf "%s %s\n" rules (String.concat " " options);
  check true;
  if options = [] then check false

let () =
  match Array.to_list Sys.argv with
  | _ :: "--list" :: rules :: list :: count ->
    let count = match count with [ n ] -> int_of_string n | _ -> errors_of_a_game in
    plant ~lean:true ~count (Piece_game.load rules) list
  | _ -> List.iter (solve_and_plant (paths ())) games
