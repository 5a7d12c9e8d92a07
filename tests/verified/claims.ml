(* SPDX-License-Identifier: MIT *)
(* Lists of strategies made from true values, with every kind of claim: true ones are accepted, and
   of lists with errors none that claims something false. *)

open Support

let games =
  [ "tic-tac-toe/3x3"; "hex/3x3"; "breakthrough/2x4"; "evader/4x4-2-3"; "pursuer/4x4-1-2";
    "pong-hau-ki/start"; "rings/4-race"; "kings/kings-3x3"; "kings/kings-4x3" ]

let errors_per_list = 60

(* ---- Lists ---------------------------------------------------------------------------------- *)

type claim = { wins : bool; depth : int option; owner_is_white : bool }

(* For the owner: n if it wins in n plies, -n if it loses in n, 0 if neither. *)
let for_owner claim (p : Kernel.packed) value =
  if p.white_to_move = claim.owner_is_white then value else -value

(* For how many of these plies the owner is safe. *)
let safe_plies depth value = if value < 0 then min depth (-value - 1) else depth

let entry claim (p, value) : entry option =
  let value = for_owner claim p value in
  if claim.wins then if value > 0 then Some (p, value) else None
  else match claim.depth with
    | Some depth -> Some (p, safe_plies depth value)
    | None -> if value >= 0 then Some (p, 1) else None

let header game claim : Position_list.header =
  let { Explanation.columns; rows; _ } = game.Game.board in
  { kind = Strategy; record = Grid; metric = ""; columns; rows;
    claim = (if claim.wins then "wins" else "does-not-lose");
    owner_is_white = claim.owner_is_white; depth = claim.depth }

let is_true claim value =
  match claim.wins, claim.depth with
  | true, None -> value > 0
  | true, Some depth -> value > 0 && value <= depth
  | false, None -> value >= 0
  | false, Some depth -> value >= 0 || -value > depth

let accepted paths game claim entries =
  let file = paths.scratch ^ "/changed.zpl" in
  write_list file (header game claim) entries;
  match Verb_strategy.examine (Game.quietly game) game file with
  | { verdict = Passed _; _ } -> true
  | { verdict = Failed _; _ } -> false
  | exception (Complaint.Refused _ | Complaint.Unreadable _) -> false

(* ---- Errors --------------------------------------------------------------------------------- *)

let changed random (entries : entry array) =
  let size = Array.length entries in
  let i = Random.State.int random size in
  let p, rank = entries.(i) in
  let replace entry = Array.mapi (fun k old -> if k = i then entry else old) entries in
  match Random.State.int random 6 with
  | 0 -> replace (p, rank + 1)
  | 1 -> replace (p, max 0 (rank - 1))
  | 2 -> replace (p, Random.State.int random 12)
  | 3 -> Array.of_list (List.filteri (fun k _ -> k <> i) (Array.to_list entries))
  | 4 -> replace ({ p with Kernel.white_to_move = not p.white_to_move }, rank)
  | _ ->
    let by = 1 + Random.State.int random 2 in
    Array.map (fun (p, rank) -> (p, max 0 (rank - by))) entries

(* ---- One game ------------------------------------------------------------------------------- *)

let name_of claim =
  Printf.sprintf "%s, %s%s" (Explanation.colour claim.owner_is_white)
    (if claim.wins then "wins" else "does not lose")
    (match claim.depth with None -> "" | Some n -> Printf.sprintf " within %d" n)

let claims value_of_start owner_is_white =
  let n = abs value_of_start in
  let numbers = List.filter (fun n -> n > 0) [ 1; 3; n - 1; n; n + 1 ] in
  let depths = None :: List.map Option.some (List.sort_uniq compare numbers) in
  let with_depths wins = List.map (fun depth -> { wins; depth; owner_is_white }) depths in
  with_depths true @ with_depths false

type tally = { lists : int; planted : int; refused : int }

let try_claim paths random name game values tally claim =
  let start = game.Game.start in
  let value = for_owner claim start (Hashtbl.find values start) in
  let entries = Array.of_seq (Seq.filter_map (entry claim) (Hashtbl.to_seq values)) in
  let expected = is_true claim value in
  if accepted paths game claim entries <> expected then
    fail "%s: the claim '%s' is %b" name (name_of claim) expected;
  let refused = ref 0 in
  let errors = if entries = [||] then 0 else errors_per_list in
  for _ = 1 to errors do
    if not (accepted paths game claim (changed random entries)) then incr refused
    else if not expected then
      fail "%s: with an error, the claim '%s' is accepted" name (name_of claim)
  done;
  { lists = tally.lists + 1; planted = tally.planted + errors; refused = tally.refused + !refused }

let try_game paths random tally name =
  let game = load paths name in
  let values = solve game.board.game [ game.start ] in
  let value = Hashtbl.find values game.start in
  List.fold_left (try_claim paths random name game values) tally
    (claims value false @ claims value true)

let () =
  let paths = paths () and random = Random.State.make [| 37 |] in
  let none = { lists = 0; planted = 0; refused = 0 } in
  let tally = List.fold_left (try_game paths random) none games in
  Printf.printf "%d claims; of %d lists with errors %d refused; all claims of the others are true\n"
    tally.lists tally.planted tally.refused
