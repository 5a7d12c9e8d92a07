(* SPDX-License-Identifier: MIT *)
(* Compares the proved generator's moves, in games of version 2 of BDDL, with those of `zermelo moves`,
   which has another reader of rules and another generator, and with what the specification itself
   says when it is run: on positions that random play leads to, and on these with their pieces
   anywhere else. *)

open Piece_kernel

(* A position as the side to move sees it, and who that is. *)
type sided = { word : int; white : bool }

type move = { after : string; ending : string option }

type answer = Moves of move list | Over of string | No_answer

let text game { word; white } = Piece_game.word_text ~white_to_move:white game word

(* ---- The proved program --------------------------------------------------------------------- *)

(* How a position stands for the side to move, if the game is over there. *)
let result (game : Piece_game.t) word =
  let code = resolve game.compiled false word in
  if code = 0 then None
  else Some (if code < Piece_entries.middle then "loss" else if code = Piece_entries.middle then "draw" else "win")

let for_the_other = function "loss" -> "win" | "win" -> "loss" | result -> result

let moves (game : Piece_game.t) { word; white } =
  match children game.compiled word with
  | None -> Complaint.unreadable "A hand would hold more than the checker has room for."
  | Some words ->
    List.sort_uniq compare (List.map (fun w -> { word = turn game.flip w; white = not white }) words)

let proved_answer game p =
  match result game p.word with
  | Some result -> Over result
  | None ->
    let move q = { after = text game q; ending = Option.map for_the_other (result game q.word) } in
    Moves (List.sort compare (List.map move (moves game p)))

(* ---- The specification ---------------------------------------------------------------------- *)

let status_of_result = function None -> Going | Some "loss" -> Lost | Some "win" -> Won | Some _ -> Drawn

let specification_agrees (game : Piece_game.t) p =
  let rules = game.read.rules in
  let seen = decode rules game.layout in
  status_of rules (seen p.word) = status_of_result (result game p.word)
  && List.sort_uniq compare (Piece_kernel.moves rules (seen p.word))
     = List.sort_uniq compare (List.map (fun q -> seen q.word) (moves game p))

(* ---- zermelo -------------------------------------------------------------------------------- *)

let zermelo_answer program rules_file game p =
  match Comparison.ask program [ rules_file ] (text game p) with
  | Ended result -> Over result
  | Not_taken -> No_answer
  | Listed moves -> Moves (List.sort_uniq compare (List.map (fun (after, ending) -> { after; ending }) moves))

(* ---- Positions ------------------------------------------------------------------------------ *)

let random_play random game start =
  let rec go p plies found =
    if plies = Comparison.longest_play || result game p.word <> None then p :: found
    else go (Comparison.pick random (moves game p)) (plies + 1) (p :: found) in
  go start 0 []

(* What stands on the squares anywhere else. *)
let shuffled random (game : Piece_game.t) { word; white } =
  let fields = List.map (fun f -> f.off) game.layout.on_square in
  let mask = (1 lsl game.content_bits) - 1 in
  let contents = List.map (fun off -> (word lsr off) land mask) fields in
  let board = List.fold_left (fun w off -> w lor (mask lsl off)) 0 fields in
  let hands = word land lnot board in
  let put w off v = w lor (v lsl off) in
  { word = List.fold_left2 put hands fields (Comparison.shuffled random contents);
    white = (if Random.State.bool random then white else not white) }

let random_positions random (game : Piece_game.t) count =
  let start = { word = game.start; white = game.read.white_begins } in
  let position n =
    let met = Comparison.pick random (random_play random game start) in
    if n mod 2 = 0 then met else shuffled random game met in
  List.init count position

(* ---- The comparison ------------------------------------------------------------------------- *)

let in_words = function
  | No_answer -> "no answer"
  | Over result -> Printf.sprintf "a game that is over, with a %s for the side to move" result
  | Moves [] -> "no other move"
  | Moves moves ->
    let one { after; ending } =
      after ^ (match ending with None -> "" | Some word -> Printf.sprintf " (%s)" word) in
    String.concat ", " (List.map one moves)

let difference game p proved other =
  let without a b = List.filter (fun move -> not (List.mem move b)) a in
  let proved, other = match proved, other with
    | Moves a, Moves b -> (Moves (without a b), Moves (without b a))
    | _ -> (proved, other) in
  Printf.sprintf "Refused: in %s the proved program has %s, and zermelo has %s." (text game p)
    (in_words proved) (in_words other)

(* Stops at the first difference. *)
let compare_all program rules_file game positions tell =
  let rec go seen (result : Comparison.result) = function
    | [] -> result
    | p :: rest ->
      let proved = proved_answer game p in
      let other = zermelo_answer program rules_file game p in
      tell seen;
      if not (specification_agrees game p) then
        { result with different = Some (Printf.sprintf "Refused: in %s the specification says something else." (text game p)) }
      else if other = No_answer then go (seen + 1) result rest
      else if proved <> other then { result with different = Some (difference game p proved other) }
      else
        let count = match proved with Moves moves -> List.length moves | _ -> 0 in
        go (seen + 1) { result with compared = result.compared + 1; moves = result.moves + count } rest in
  go 1 { different = None; compared = 0; moves = 0 } positions
