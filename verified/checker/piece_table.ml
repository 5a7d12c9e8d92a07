(* SPDX-License-Identifier: MIT *)
(* Has the entries of a table of a game in version 2 checked by the proved program, and finds words
   for why an entry is refused. *)

open Piece_kernel

type value = Win of int | Loss of int | Draw | Nothing

type verdict =
  | Passed of value  (* of the start *)
  | Failed of string

(* What the proved program calls a value. *)
let value_of_code code =
  let middle = Piece_entries.middle in
  if code = 0 then Nothing
  else if code < middle then Loss (code - 1)
  else if code = middle then Draw
  else Win ((2 * middle) - code)

let in_words = function
  | Win n -> Printf.sprintf "a win in %d" n
  | Loss n -> Printf.sprintf "a loss in %d" n
  | Draw -> "a draw"
  | Nothing -> "nothing"

type table = {
  game : Piece_game.t;
  lean : bool;
  images : chunk list list;
  entries : Piece_entries.t;
  key : int -> int;
  told : int -> int;
  hint : int -> int;
}

let table game ~lean (symmetries : Piece_symmetries.t) (entries : Piece_entries.t) =
  { game; lean; images = tables symmetries.symmetries; entries;
    key = Piece_entries.key entries; told = Piece_entries.value entries; hint = Piece_entries.hint entries }

(* ---- Why ------------------------------------------------------------------------------------ *)

let most_moves_told = 8

let look t word = look_up t.game.compiled t.images t.lean t.entries.size t.key t.told t.hint word

(* What a position is worth whose best move leads to one that is worth `value`. *)
let before = function
  | Win n -> Loss (n + 1)
  | Loss n -> Win (n + 1)
  | (Draw | Nothing) as value -> value

let reason_by_moves t words told =
  let after word = turn t.game.flip word in
  let values = List.map (fun word -> (after word, look t (after word))) words in
  let text = Piece_game.word_text t.game in
  match List.find_opt (fun (_, code) -> code = 0) values with
  | Some (word, _) ->
    Printf.sprintf "its move to %s leads to a position that is not in the list%s" (text word)
      (if t.lean then "" else " (with --lean a position won at once may be left out)")
  | None ->
    let best = List.fold_left (fun best (_, code) -> min best code) max_int values in
    let told_moves = List.filteri (fun i _ -> i < most_moves_told) values in
    let one (word, code) = Printf.sprintf "%s %s" (text word) (in_words (value_of_code code)) in
    Printf.sprintf "its best move leads to %s there, which makes it %s (its moves, each seen with Black to move: %s)%s"
      (in_words (value_of_code best))
      (in_words (before (value_of_code best)))
      (String.concat ", " (List.map one told_moves))
      (if before (value_of_code best) = told then ", and distances that long are not checked" else "")

let refusal t i =
  let word = t.key i in
  let told = value_of_code (t.told i) in
  let reason =
    if over t.game.compiled word <> 0 then "the game is over there"
    else match children t.game.compiled word with
      | None -> "a hand would hold more than the checker has room for"
      | Some [] -> "the game is over there, since there is no move"
      | Some words -> reason_by_moves t words told in
  Printf.sprintf "Refused: %s, or its image with White to move, is told as %s, but %s."
    (Piece_game.word_text t.game word) (in_words told) reason

let of_start t start =
  let text = Piece_game.word_text t.game start in
  let ended = over t.game.compiled start <> 0 || children t.game.compiled start = Some [] in
  if ended then Printf.sprintf "Refused: the game is over at its start, %s." text
  else Printf.sprintf "Refused: the start, %s, is not in the list." text

(* ---- The check ------------------------------------------------------------------------------ *)

(* (The symmetries were checked when they were made: as the theorem asks, all of them are again.) *)
let check ~processes ~quiet ~log (symmetries : Piece_symmetries.t) t start =
  let { game; lean; images; entries; key; told; hint } = t in
  let compiled = game.compiled and size = entries.size in
  let check_range = check_range compiled images lean size key told hint in
  let check_entry = check_entry compiled images lean size key told hint in
  if not (List.for_all (check_symmetry game.read.rules game.layout) symmetries.symmetries) then
    Failed "Refused: what was taken for symmetries of the rules are none."
  else
    let ranges = match log with
      | None -> Ranges.check ?most_ranges:None ?passed:None
      | Some log -> Ranges.check ~most_ranges:Table_log.ranges_told ~passed:(Table_log.passed log) in
    match ranges ~processes ~quiet ~size check_range check_entry with
    | Some i -> Failed (refusal t i)
    | None ->
      if check_start compiled images lean size key told hint start then Passed (value_of_code (look t start))
      else Failed (of_start t start)
