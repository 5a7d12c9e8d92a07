(* SPDX-License-Identifier: MIT *)
(* Hints are not trusted: whatever they say, no list with something false passes, and what is no
   symmetry of the rules is not taken for one. *)

open Support

let games = [ "tic-tac-toe/3x3"; "hex/3x3"; "evader/4x4-2-3"; "rings/4-race"; "kings/kings-4x3" ]
let tries = 300

let table_of (game : Game.t) entries : Kernel.table =
  let numbers = Hashtbl.create (Array.length entries) in
  Array.iteri (fun i (p, _) -> Hashtbl.replace numbers p i) entries;
  let entry n : Kernel.entry = if n > 0 then TWin n else if n < 0 then TLoss (-n) else TDraw in
  let { Explanation.columns; rows; game = rules } = game.board in
  let symmetries = Symmetries.usable ~columns ~rows ~start:game.start rules in
  let place p = Hashtbl.find_opt numbers p in
  let hint p =
    let rec go number = function
      | [] -> max_int
      | s :: rest ->
        match place (Kernel.turn s p) with
        | Some i -> (16 * i) + number
        | None -> go (number + 1) rest in
    match place p with Some i -> 16 * i | None -> go 1 symmetries in
  { entries = Array.length entries;
    key = (fun i -> fst entries.(i));
    told = (fun i -> entry (snd entries.(i)));
    hint; symmetries }

let passes (game : Game.t) table =
  let rules = game.board.game in
  Kernel.check_table rules table && Kernel.check_start rules table game.start

(* Right in most places, so that what is wrong is not found at once. *)
let wrong_hints random (table : Kernel.table) =
  let rare = 1 + Random.State.int random 200 in
  let any = Random.State.int random (16 * table.entries) in
  let wrong h =
    match Random.State.int random 7 with
    | 0 -> h + 1
    | 1 -> h + 16
    | 2 -> h - 16
    | 3 -> any
    | 4 -> Random.State.bits random
    | 5 -> max_int
    | _ -> -1 in
  { table with
    hint = (fun p ->
        if Random.State.int random rare = 0 then wrong (table.hint p) else table.hint p) }

let one_false_value random entries =
  let i = Random.State.int random (Array.length entries) in
  let by = 1 + Random.State.int random 3 in
  Array.mapi (fun k (p, value) -> (p, if k = i then value + by else value)) entries

let hints_do_not_matter paths random name =
  let game = load paths name in
  let _, entries = solved_list paths name in
  if not (passes game (table_of game entries)) then fail "the table of %s is refused" name;
  for _ = 1 to tries do
    (* (Of a true table, wrong hints may refuse what is true.) *)
    ignore (passes game (wrong_hints random (table_of game entries)));
    if passes game (wrong_hints random (table_of game (one_false_value random entries))) then
      fail "with wrong hints, a false table of %s is accepted" name
  done

(* A shuffle of the squares is a symmetry only if it maps the rules to themselves. *)
let shuffles_are_not_symmetries paths random name =
  let game = load paths name in
  let { Explanation.columns; rows; game = rules } = game.board in
  let squares = List.init (columns * rows) Fun.id in
  let real = Symmetries.usable ~columns ~rows ~start:game.start rules in
  let piece_on = Notation.with_piece (Notation.empty_board false) ~white:false in
  let image s square = Kernel.turn s (piece_on square) in
  let same s t = List.for_all (fun square -> image s square = image t square) squares in
  let identity = Kernel.symmetry_of [ List.map (fun s -> (s, s)) squares ] false in
  let all = identity :: real in
  for _ = 1 to tries do
    let pairs = List.combine squares (Comparison.shuffled random squares) in
    let shuffle = Kernel.symmetry_of [ pairs ] false in
    if Kernel.is_symmetry rules shuffle && not (List.exists (same shuffle) all) then
      fail "of %s a shuffle of the squares is taken for a symmetry" name
  done;
  let collapsed = Kernel.symmetry_of [ List.map (fun s -> (s, 0)) squares ] false in
  if Kernel.is_symmetry rules collapsed then fail "all squares on one are taken for a symmetry"

let () =
  let paths = paths () and random = Random.State.make [| 37 |] in
  List.iter (hints_do_not_matter paths random) games;
  List.iter (shuffles_are_not_symmetries paths random)
    [ "hex/3x3"; "tic-tac-toe/3x3"; "kings/kings-4x3" ];
  Printf.printf "%d games, each with wrong hints %d times\n" (List.length games) (2 * tries)
