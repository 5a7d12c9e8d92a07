(* SPDX-License-Identifier: MIT *)
(* Positions, moves and values as text, and what is wrong with an entry, in a sentence. *)

open Ostle_kernel

let square_name size s =
  Printf.sprintf "%c%d" (Char.chr (Char.code 'a' + (s mod size))) (1 + (s / size))

let letter_of_direction = function Left -> 'L' | Right -> 'R' | Down -> 'D' | Up -> 'U'

let move_text size (s, d) = Printf.sprintf "%s%c" (square_name size s) (letter_of_direction d)

type side = Black | White

let letter_at ~mover p s =
  if s = p.hole then 'o'
  else if p.own land (1 lsl s) <> 0 then (match mover with Black -> 'b' | White -> 'w')
  else if p.other land (1 lsl s) <> 0 then (match mover with Black -> 'w' | White -> 'b')
  else '.'

(* Empty squares in a row are counted. *)
let row_text ~mover size p y =
  let text = Buffer.create size and empty = ref 0 in
  let flush () = if !empty > 0 then Buffer.add_string text (string_of_int !empty); empty := 0 in
  for x = 0 to size - 1 do
    match letter_at ~mover p ((y * size) + x) with
    | '.' -> incr empty
    | letter -> flush (); Buffer.add_char text letter
  done;
  flush ();
  Buffer.contents text

(* The position, and the move that is forbidden. *)
let state_text ~mover size p forbidden =
  let rows = List.init size (fun i -> row_text ~mover size p (size - 1 - i)) in
  let side = match mover with Black -> " b" | White -> " w" in
  let move = match forbidden with None -> "" | Some move -> " " ^ move_text size move in
  String.concat "/" rows ^ side ^ move

let middle = 1 lsl 20
let value_text word =
  if word = 0 then "no value"
  else if word < middle then Printf.sprintf "loss in %d" (word - 1)
  else if word = middle then "draw"
  else Printf.sprintf "win in %d" ((2 * middle) - word)

(* From the best of the words of the positions moved to. *)
let value_of_best word =
  if word < middle then Printf.sprintf "win in %d" word
  else if word = middle then "draw"
  else Printf.sprintf "loss in %d" ((2 * middle) - word + 1)

(* ---- What is wrong with an entry ------------------------------------------------------------- *)

type looked_up = { child : child; word : int }

let moves_text size moves =
  let one { child; word } =
    Printf.sprintf "%s (then %s)" (move_text size child.by_move) (value_text word) in
  String.concat ", " (List.map one moves)

let best moves = List.fold_left (fun best { word; _ } -> min best word) max_int moves

let state size p forbidden = state_text ~mover:Black size p forbidden

(* What is wrong with the value `told` of a state, if it has these moves. *)
let wrong_value size p forbidden told moves =
  match List.find_opt (fun { word; _ } -> word = 0) moves with
  | _ when moves = [] -> Some (state size p forbidden ^ " has no move")
  | Some { child; _ } ->
    Some
      (Printf.sprintf "after %s in %s the table has no value of %s"
         (move_text size child.by_move) (state size p forbidden)
         (state_text ~mover:White size child.next child.reply))
  | None ->
    let right = value_of_best (best moves) in
    if value_text told = right then None
    else
      Some
        (Printf.sprintf "the table says that %s is a %s, and by its moves it is a %s"
           (state size p forbidden) (value_text told) right)

let with_moves size sentence moves =
  Printf.sprintf "Refused: %s. Its moves: %s." sentence (moves_text size moves)

(* The state that is wrong is the position with nothing forbidden, or with one of the moves. *)
let wrong_entry size lose table entry p =
  let moves =
    List.map (fun child -> { child; word = look lose table child.next child.reply })
      (generate (Ostle_table.z size) p) in
  let with_forbidden { child; _ } =
    let others = List.filter (fun other -> other.child.by_move <> child.by_move) moves in
    let told = value_at table entry (Some child.by_move) in
    if child.reply = None then None
    else
      Option.map (fun wrong -> with_moves size wrong others)
        (wrong_value size p (Some child.by_move) told others) in
  match wrong_value size p None (table.first entry) moves with
  | Some wrong -> with_moves size wrong moves
  | None ->
    match List.find_map with_forbidden moves with
    | Some refusal -> refusal
    | None -> with_moves size (Printf.sprintf "the value of %s is wrong" (state size p None)) moves

let going lose p = match stands lose p with Going -> true | _ -> false

let refusal size lose table entry =
  let p = table.key entry in
  if not (boardb (all_of (Ostle_table.z size)) p) then
    Printf.sprintf "Refused: entry %d is not a position." entry
  else if not (going lose p) then
    Printf.sprintf "Refused: the table has a value of %s, where the game is over."
      (state size p None)
  else wrong_entry size lose table entry p
