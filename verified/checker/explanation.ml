(* SPDX-License-Identifier: MIT *)
(* Why an entry was refused, in one sentence. The verdict is the proved program's; this only finds
   words for it. *)

open Kernel

type board = { columns : int; rows : int; game : game }

let text board p = Notation.to_text ~columns:board.columns ~rows:board.rows p

let in_words = function
  | TWin n -> Printf.sprintf "a win in %d" n
  | TLoss n -> Printf.sprintf "a loss in %d" n
  | TDraw -> "a draw"
  | TNone -> "nothing"

let plies n = if n = 1 then "1 ply" else Printf.sprintf "%d plies" n

let symmetries = function
  | 0 -> "no symmetry"
  | 1 -> "one symmetry"
  | n -> Printf.sprintf "%d symmetries" n

let colour white = if white then "White" else "Black"

(* What a position is worth whose best move leads to one that is worth `value`. *)
let before = function
  | TWin n -> TLoss (n + 1)
  | TLoss n -> TWin (n + 1)
  | (TDraw | TNone) as value -> value

let most_moves_told = 8

let move_list board look moves =
  let told = List.filteri (fun i _ -> i < most_moves_told) moves in
  let one q = Printf.sprintf "%s %s" (text board q) (in_words (look q)) in
  let more = List.length moves - List.length told in
  let rest = if more > 0 then Printf.sprintf ", and %d more" more else "" in
  String.concat ", " (List.map one told) ^ rest

let of_moves board look p told first others =
  let moves = first :: others in
  match List.find_opt (fun q -> look q = TNone) moves with
  | Some q ->
    Printf.sprintf "its move to %s leads to a position that is not in the list" (text board q)
  | None ->
    let better a b = if Kernel.better (look a) (look b) = look a then a else b in
    let best = List.fold_left better first others in
    let value = look best in
    if before value = told then
      Printf.sprintf "distances as long as that of %s are not checked" (text board p)
    else
      Printf.sprintf "its best move, to %s, leads to %s there, which makes it %s (its moves: %s)"
        (text board best) (in_words value) (in_words (before value))
        (move_list board look moves)

(* What both kinds of tables have in common; `of_moves` is why the moves do not fit. *)
let reason board p of_moves =
  if not (boardb board.game p) then "it is not a board"
  else if over board.game p then
    Printf.sprintf "the game is over there, since %s has won" (colour (not p.white_to_move))
  else match moves board.game p with
    | [] -> "the game is over there, since there is no move"
    | first :: others -> of_moves first others

let of_table_entry board look p told =
  Printf.sprintf "Refused: %s is told as %s, but %s." (text board p) (in_words told)
    (reason board p (of_moves board look p told))

(* ---- Outcomes ------------------------------------------------------------------------------- *)

let outcome_in_words = function
  | TWin _ -> "a win"
  | TLoss _ -> "a loss"
  | TDraw -> "a draw"
  | TNone -> "nothing"

let outcomes_of_moves board look look_above first others =
  let moves = first :: others in
  match List.find_opt (fun q -> look_above q = TNone) moves with
  | Some q when look q = TNone ->
    Printf.sprintf "its move to %s leads to a position that is not in the list" (text board q)
  | Some q ->
    Printf.sprintf
      "its move to %s does not put a piece on the board, and only where each move does outcomes \
       without distances can be checked" (text board q)
  | None ->
    let one q = Printf.sprintf "%s, %s" (text board q) (outcome_in_words (look q)) in
    let told = List.filteri (fun i _ -> i < most_moves_told) moves in
    Printf.sprintf "that does not follow from its moves (to %s)"
      (String.concat "; " (List.map one told))

let of_outcome_entry board look look_above p told =
  Printf.sprintf "Refused: %s is told as %s, but %s." (text board p) (outcome_in_words told)
    (reason board p (outcomes_of_moves board look look_above))

let of_start board start =
  let text = text board start in
  if not (boardb board.game start) then Printf.sprintf "Refused: the start %s is not a board." text
  else if status_of board.game start <> Going then
    Printf.sprintf "Refused: the game is over at its start, %s." text
  else Printf.sprintf "Refused: the start, %s, is not in the list." text
