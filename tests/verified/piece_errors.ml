(* SPDX-License-Identifier: MIT *)
(* Plants errors in lists of games in version 2 of BDDL: in single entries, and lies about whole
   tables. None may be accepted that says something false. What is true is found by value iteration
   over the specification itself, which shares no code with zermelo, and none with the generator. *)

open Support
open Piece_kernel

let shipped = [ "tapatan"; "dodgem"; "quixo"; "hexapawn"; "pong-hau-ki"; "three-mens-morris" ]
let own = [ "mills"; "drops"; "rows" ]
let wanted_errors = 800
let single_errors_per_game = 110

(* ---- Lists as text -------------------------------------------------------------------------- *)

type list_text = { header : string; entries : (string * string) array }  (* positions, values *)

let split_at_tab line =
  let tab = String.index line '\t' in
  (String.sub line 0 tab, String.sub line (tab + 1) (String.length line - tab - 1))

let read_text file =
  let lines = String.split_on_char '\n' (Bddl_reader.text_of_file file) in
  let is_entry line = line <> "" && line.[0] <> '#' in
  { header = List.hd lines;
    entries = Array.of_list (List.map split_at_tab (List.filter is_entry lines)) }

let write_text file { header; entries } =
  let channel = open_out_bin file in
  output_string channel (header ^ "\n");
  Array.iter (fun (p, value) -> Printf.fprintf channel "%s\t%s\n" p value) entries;
  Printf.fprintf channel "# end %d\n" (Array.length entries);
  close_out channel

let rules_file paths name =
  if List.mem name own then Printf.sprintf "%s/tests/verified/games/%s.bddl" paths.source name
  else Printf.sprintf "%s/games/%s/%s.bddl" paths.source name name

let solved_text paths file =
  let table = paths.scratch ^ "/table.ztb" and list = paths.scratch ^ "/list.txt" in
  run_quietly paths.zermelo [ "solve"; file; "-o"; table; "--force" ];
  run_quietly paths.zermelo [ "export"; table; "--format"; "text"; "-o"; list; "--force" ];
  read_text list

let passes ?(lean = false) paths game list =
  let file = paths.scratch ^ "/changed.txt" in
  write_text file list;
  match Verb_piece_table.examine { (Verb_piece_table.quietly game) with lean } game file with
  | { verdict = Passed _; _ } -> true
  | { verdict = Failed _; _ } -> false
  | exception (Complaint.Refused _ | Complaint.Unreadable _) -> false

(* ---- What is true --------------------------------------------------------------------------- *)

type truth = (position, string) Hashtbl.t

let reach rules start =
  let next = Hashtbl.create 10000 in
  let rec go = function
    | [] -> ()
    | p :: rest when Hashtbl.mem next p -> go rest
    | p :: rest ->
      let after = if status_of rules p = Going then List.sort_uniq compare (moves rules p) else [] in
      Hashtbl.add next p after;
      go (List.rev_append after rest) in
  go [ start ];
  next

let solve rules start : truth =
  let next = reach rules start in
  let status = Hashtbl.create 1000 in
  Hashtbl.iter (fun p after -> if after = [] then Hashtbl.replace status p (status_of rules p)) next;
  let won = Hashtbl.create 1000 and lost = Hashtbl.create 1000 in
  Hashtbl.iter (fun p s -> if s = Won then Hashtbl.replace won p 0 else if s = Lost then Hashtbl.replace lost p 0) status;
  let truth = Hashtbl.create (Hashtbl.length next) in
  let rec round n undecided =
    let decide p =
      let after = Hashtbl.find next p in
      if List.exists (Hashtbl.mem lost) after then Some (p, true)
      else if List.for_all (Hashtbl.mem won) after then Some (p, false)
      else None in
    let found = List.filter_map decide undecided in
    List.iter (fun (p, wins) ->
        Hashtbl.replace (if wins then won else lost) p n;
        Hashtbl.replace truth p (Printf.sprintf "%s in %d" (if wins then "win" else "loss") n)) found;
    if found <> [] then round (n + 1) (List.filter (fun p -> not (Hashtbl.mem truth p)) undecided) in
  let going = Hashtbl.fold (fun p after all -> if after = [] then all else p :: all) next [] in
  round 1 going;
  List.iter (fun p -> if not (Hashtbl.mem truth p) then Hashtbl.replace truth p "draw") going;
  truth

let seen (game : Piece_game.t) text =
  decode game.read.rules game.layout (Piece_game.word_of game (Piece_game.position_of_text game text))

(* (Of positions that play does not lead to the truth is found when it is asked for.) *)
let value game (truth : truth) text =
  let p = seen game text in
  match Hashtbl.find_opt truth p with
  | Some value -> value
  | None ->
    Hashtbl.iter (Hashtbl.replace truth) (solve game.read.rules p);
    Option.value (Hashtbl.find_opt truth p) ~default:"the game is over"

let says_something_false game truth list =
  Array.exists (fun (p, told) ->
      match value game truth p with
      | value -> value <> told
      | exception (Notation.Malformed | Complaint.Refused _) -> true) list.entries

(* ---- Errors --------------------------------------------------------------------------------- *)

let farther by value =
  match String.split_on_char ' ' value with
  | [ word; "in"; n ] -> Printf.sprintf "%s in %d" word (max 1 (int_of_string n + by))
  | _ -> "win in 7"

let turned_round value =
  match String.split_on_char ' ' value with
  | [ "win"; "in"; n ] -> "loss in " ^ n
  | [ "loss"; "in"; n ] -> "win in " ^ n
  | _ -> "loss in 4"

let some random array = array.(Random.State.int random (Array.length array))

let single_error random list =
  let i = Random.State.int random (Array.length list.entries) in
  let p, value = list.entries.(i) in
  let with_value value = { list with entries = Array.mapi (fun k e -> if k = i then (p, value) else e) list.entries } in
  match Random.State.int random 8 with
  | 0 -> with_value (farther 2 value)
  | 1 -> with_value (farther (-2) value)
  | 2 -> with_value (farther 1 value)
  | 3 -> with_value (turned_round value)
  | 4 -> with_value (if value = "draw" then "win in 5" else "draw")
  | 5 -> { list with entries = Array.of_list (List.filteri (fun k _ -> k <> i) (Array.to_list list.entries)) }
  | 6 -> with_value (snd (some random list.entries))
  | _ -> { list with entries = Array.append list.entries [| (fst (some random list.entries), value) |] }

let with_values list change = { list with entries = Array.map (fun (p, value) -> (p, change value)) list.entries }

let whole_lies list =
  let without word = { list with entries = Array.of_list (List.filter (fun (_, v) -> v <> word) (Array.to_list list.entries)) } in
  [ with_values list (fun v -> if v = "draw" then v else farther 2 v);
    with_values list (fun v -> if v = "draw" then "win in 101" else v);
    with_values list (fun v -> if v = "draw" then "loss in 100" else v);
    with_values list (fun _ -> "draw");
    with_values list turned_round;
    without "draw"; without "win in 1"; without "loss in 2"; without "win in 3" ]

(* ---- One game ------------------------------------------------------------------------------- *)

type tally = { planted : int; refused : int; true_anyway : int }

let plant paths random name =
  let file = rules_file paths name in
  let game = Piece_game.load file in
  let list = solved_text paths file in
  if not (passes paths game list) then fail "the table of %s is refused" name;
  if not (passes ~lean:true paths game list) then fail "the table of %s is refused by a lean check" name;
  let truth = solve game.read.rules (decode game.read.rules game.layout game.start) in
  if says_something_false game truth list then fail "the specification and the table of %s do not agree" name;
  let singles = List.init single_errors_per_game (fun _ -> single_error random list) in
  let changed = List.filter (fun l -> l.entries <> list.entries) (singles @ whole_lies list) in
  let plant tally l =
    let accepted = passes paths game l || passes ~lean:true paths game l in
    if not accepted then { tally with refused = tally.refused + 1 }
    else if says_something_false game truth l then fail "a false table of %s is accepted" name
    else { tally with true_anyway = tally.true_anyway + 1 } in
  let tally = List.fold_left plant { planted = List.length changed; refused = 0; true_anyway = 0 } changed in
  Printf.printf "%-20s %6d positions: %4d planted, %4d refused, %3d that make nothing false\n%!" name
    (Array.length list.entries) tally.planted tally.refused tally.true_anyway;
  tally

let () =
  let paths = paths () and random = Random.State.make [| 41 |] in
  let tallies = List.map (plant paths random) (shipped @ own) in
  let sum of_tally = List.fold_left (fun sum tally -> sum + of_tally tally) 0 tallies in
  let planted = sum (fun t -> t.planted) in
  Printf.printf "%d planted, %d refused, %d that make nothing false\n" planted (sum (fun t -> t.refused))
    (sum (fun t -> t.true_anyway));
  if planted < wanted_errors then fail "only %d errors were planted" planted
