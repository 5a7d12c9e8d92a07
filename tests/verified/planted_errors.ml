(* SPDX-License-Identifier: MIT *)
(* Plants errors in lists of true values: in single entries, and lies about whole tables that agree
   with each other as far as lies can. None may be accepted that says something false. *)

open Support

let games =
  [ "tic-tac-toe/3x3"; "connect/4x4-3"; "breakthrough/2x4"; "domineering/4x4"; "hex/3x3";
    "connect/6x6-2"; "evader/8x8-2-3"; "evader/4x4-2-3"; "pursuer/4x4-1-2"; "pong-hau-ki/start";
    "rings/4-race";
    "step-or-take/step-or-take-3x4"; "kings/kings-3x3"; "kings/kings-4x3" ]

let wanted_cyclic = 6
let wanted_errors = 5000
let single_errors_per_game = 450

(* ---- Errors in one entry, or two ------------------------------------------------------------ *)

let replaced entries i entry = Array.mapi (fun k old -> if k = i then entry else old) entries

let without entries i =
  Array.of_list (List.filteri (fun k _ -> k <> i) (Array.to_list entries))

let signum n = compare n 0

let other_values value random =
  let n = abs value in
  let small = 1 + Random.State.int random 12 in
  if value = 0 then [ small; -small ]
  else
    let farther d = signum value * max 1 (n + d) in
    [ farther 1; farther (-1); farther 2; farther (-2); -value; 0; signum value * small ]

let moved_piece random squares (p : Kernel.packed) =
  let squares = List.init squares Fun.id in
  let some list = List.nth list (Random.State.int random (List.length list)) in
  let empty s = not (Notation.has_black p s || Notation.has_white p s) in
  match List.filter (fun s -> not (empty s)) squares, List.filter empty squares with
  | [], _ | _, [] -> { p with white_to_move = not p.white_to_move }
  | pieces, free ->
    let from = some pieces and target = some free in
    let put q s =
      let at = if s = target then from else s in
      if s = from then q
      else if Notation.has_black p at then Notation.with_piece q ~white:false s
      else if Notation.has_white p at then Notation.with_piece q ~white:true s
      else q in
    List.fold_left put (Notation.empty_board p.white_to_move) squares

let single_error random squares (entries : entry array) =
  let size = Array.length entries in
  let i = Random.State.int random size in
  let p, value = entries.(i) in
  let false_value () =
    let choices = other_values value random in
    List.nth choices (Random.State.int random (List.length choices)) in
  match Random.State.int random 10 with
  | 0 | 1 | 2 | 3 -> replaced entries i (p, false_value ())
  | 4 -> without entries i
  | 5 -> Array.append entries [| (p, false_value ()) |]
  | 6 -> replaced entries i (p, snd entries.(Random.State.int random size))
  | 7 -> replaced entries i ({ p with Kernel.white_to_move = not p.white_to_move }, value)
  | 8 -> replaced entries i (moved_piece random squares p, value)
  | _ ->
    let j = Random.State.int random size in
    let q, other = entries.(j) in
    replaced (replaced entries i (p, other)) j (q, value)

(* ---- Lies about the whole table ------------------------------------------------------------- *)

let with_values entries change = Array.map (fun (p, value) -> (p, change p value)) entries

let farther_than limit by =
  let change value =
    if abs value <= limit then value else signum value * max 1 (abs value + by) in
  fun entries -> with_values entries (fun _ value -> change value)

(* Draws as wins of one side: wins where it is to move, losses where the other is. *)
let draws_as_wins ~white_wins ~to_move ~other entries =
  with_values entries (fun p value ->
      if value <> 0 then value else if p.Kernel.white_to_move = white_wins then to_move else -other)

let decided_as_draws entries =
  with_values entries (fun _ value -> if abs value > 3 then 0 else value)

(* Lies, and then every other entry is given the value that follows from those of its moves, again
   and again: so the lie agrees with as much as it can. *)
let value_by_moves game (values : (Kernel.packed, int) Hashtbl.t) p =
  let value q =
    match Kernel.status_of game q with
    | Lost -> Some (-1000)  (* (a loss in 0 plies) *)
    | Drawn -> Some 0
    | Won | Going -> Hashtbl.find_opt values q in
  let told = List.filter_map value (Kernel.moves game p) in
  let losses = List.filter (fun v -> v < 0) told in
  if List.mem (-1000) told then 1
  else if losses <> [] then 1 - List.fold_left max min_int losses
  else if List.mem 0 told then 0
  else -1 - List.fold_left max 0 told

let agreeing_lie random game entries =
  let values = Hashtbl.create (Array.length entries) in
  Array.iter (fun (p, value) -> Hashtbl.replace values p value) entries;
  let lies = 1 + Random.State.int random 3 in
  let lied = Hashtbl.create 3 in
  for _ = 1 to lies do
    let p, value = entries.(Random.State.int random (Array.length entries)) in
    let of_value = if Random.State.bool random then 0 else value in
    Hashtbl.replace values p (List.hd (other_values of_value random));
    Hashtbl.replace lied p ()
  done;
  let keep_lies = Random.State.bool random in
  for _ = 1 to 1 + Random.State.int random 20 do
    Array.iter (fun (p, _) ->
        if not (keep_lies && Hashtbl.mem lied p) then
          Hashtbl.replace values p (value_by_moves game values p)) entries
  done;
  with_values entries (fun p _ -> max (-1000) (min 1000 (Hashtbl.find values p)))

let whole_lies random game entries =
  let shifts =
    List.concat_map (fun limit ->
        List.map (fun by -> farther_than limit by entries) [ -2; -1; 1; 2; 4 ])
      [ 0; 1; 2; 3; 5; 8 ] in
  let draws =
    List.concat_map (fun white_wins ->
        List.map (fun (to_move, other) -> draws_as_wins ~white_wins ~to_move ~other entries)
          [ (1, 2); (3, 4); (9, 10); (10, 9); (101, 100) ])
      [ false; true ] in
  let agreeing = List.init 40 (fun _ -> agreeing_lie random game entries) in
  (decided_as_draws entries :: shifts) @ draws @ agreeing

(* ---- What is true --------------------------------------------------------------------------- *)

(* The list itself, and for positions that are not in it the solver. *)
let says_something_false game truth entries =
  let value p =
    match Hashtbl.find_opt truth p with
    | Some value -> value
    | None ->
      Hashtbl.iter (Hashtbl.replace truth) (solve game [ p ]);
      (match Hashtbl.find_opt truth p with Some value -> value | None -> min_int) in
  Array.exists (fun (p, told) -> value p <> told) entries

let is_cyclic game entries =
  let moves = reach game [ fst entries.(0) ] in
  let states = Hashtbl.create (Hashtbl.length moves) in
  let rec visit p =
    match Hashtbl.find_opt states p with
    | Some finished -> not finished
    | None ->
      Hashtbl.replace states p false;
      let cycle = List.exists visit (Hashtbl.find moves p) in
      Hashtbl.replace states p true;
      cycle in
  visit (fst entries.(0))

(* ---- One game ------------------------------------------------------------------------------- *)

type tally = { planted : int; refused : int; true_anyway : int; cyclic : bool }

let plant paths random name =
  let game = load paths name in
  let rules = game.board.game in
  let header, entries = solved_list paths name in
  if not (passes paths game header entries) then fail "the table of %s is refused" name;
  let truth = Hashtbl.create (Array.length entries) in
  Array.iter (fun (p, value) -> Hashtbl.replace truth p value) entries;
  if says_something_false rules (solve rules (Array.to_list (Array.map fst entries))) entries then
    fail "the solver and the table of %s do not agree" name;
  let squares = game.board.columns * game.board.rows in
  let singles =
    List.init single_errors_per_game (fun _ -> single_error random squares entries) in
  let changed = List.filter (fun e -> e <> entries) (singles @ whole_lies random rules entries) in
  let plant tally e =
    if not (passes paths game header e) then { tally with refused = tally.refused + 1 }
    else if says_something_false rules truth e then fail "a false table of %s is accepted" name
    else { tally with true_anyway = tally.true_anyway + 1 } in
  let none =
    { planted = List.length changed; refused = 0; true_anyway = 0;
      cyclic = is_cyclic rules entries } in
  let tally = List.fold_left plant none changed in
  Printf.printf "%-30s %6d positions%s: %4d planted, %4d refused, %3d that make nothing false\n%!"
    name (Array.length entries)
    (if tally.cyclic then ", cyclic" else "")
    tally.planted tally.refused tally.true_anyway;
  tally

let () =
  let paths = paths () and random = Random.State.make [| 37 |] in
  let tallies = List.map (plant paths random) games in
  let sum of_tally = List.fold_left (fun sum tally -> sum + of_tally tally) 0 tallies in
  let planted = sum (fun t -> t.planted) and cyclic = sum (fun t -> Bool.to_int t.cyclic) in
  Printf.printf "%d games, %d of them cyclic: %d planted, %d refused, %d that make nothing false\n"
    (List.length games) cyclic planted (sum (fun t -> t.refused)) (sum (fun t -> t.true_anyway));
  if planted < wanted_errors then fail "fewer than %d errors were planted" wanted_errors;
  if cyclic < wanted_cyclic then fail "fewer than %d games are cyclic" wanted_cyclic
