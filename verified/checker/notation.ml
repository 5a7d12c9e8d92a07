(* SPDX-License-Identifier: MIT *)
(* Positions as text: `b1w/3/2w b` is a board of three rows, the uppermost first, with Black to
   move. TRUSTED where a list is text; otherwise only messages depend on it. *)

open Kernel

(* ---- Squares -------------------------------------------------------------------------------- *)

(* The number of a square; columns and rows count from 1, rows from the top. *)
let square ~columns ~rows x y = ((rows - y) * columns) + x - 1

let squares_in_low_word = 63

let has low high square =
  if square < squares_in_low_word then low land (1 lsl square) <> 0
  else high land (1 lsl (square - squares_in_low_word)) <> 0

let empty_board white_to_move =
  { blacks = 0; whites = 0; high_blacks = 0; high_whites = 0; white_to_move }

let with_piece p ~white square =
  let low, high =
    if square < squares_in_low_word then (1 lsl square, 0)
    else (0, 1 lsl (square - squares_in_low_word)) in
  if white then { p with whites = p.whites lor low; high_whites = p.high_whites lor high }
  else { p with blacks = p.blacks lor low; high_blacks = p.high_blacks lor high }

let has_black p square = has p.blacks p.high_blacks square
let has_white p square = has p.whites p.high_whites square

(* ---- Text ----------------------------------------------------------------------------------- *)

let row_text ~columns ~rows p y =
  let text = Buffer.create columns and empty = ref 0 in
  let flush () =
    if !empty > 0 then Buffer.add_string text (string_of_int !empty);
    empty := 0 in
  for x = 1 to columns do
    let square = square ~columns ~rows x y in
    let put c = flush (); Buffer.add_char text c in
    if has_black p square then put 'b'
    else if has_white p square then put 'w'
    else incr empty
  done;
  flush ();
  Buffer.contents text

let to_text ~columns ~rows p =
  let board = List.init rows (fun i -> row_text ~columns ~rows p (i + 1)) in
  String.concat "/" board ^ if p.white_to_move then " w" else " b"

exception Malformed

(* The position that stands in `text` from `start` on, and the place behind it. *)
let parse_at ~columns ~rows text start =
  let length = String.length text in
  let rec row p y x i =
    if i >= length then raise Malformed;
    match text.[i] with
    | 'b' | 'w' as c when x <= columns ->
      row (with_piece p ~white:(c = 'w') (square ~columns ~rows x y)) y (x + 1) (i + 1)
    | '1' .. '9' -> gap p y x 0 i
    | '/' when x = columns + 1 && y < rows -> row p (y + 1) 1 (i + 1)
    | ' ' when x = columns + 1 && y = rows && i + 1 < length ->
      (match text.[i + 1] with
       | 'b' -> (p, i + 2)
       | 'w' -> ({ p with white_to_move = true }, i + 2)
       | _ -> raise Malformed)
    | _ -> raise Malformed
  and gap p y x number i =
    match if i < length then text.[i] else ' ' with
    | '0' .. '9' as c when number <= columns ->
      gap p y x ((10 * number) + Char.code c - Char.code '0') (i + 1)
    | _ -> if x + number > columns + 1 then raise Malformed else row p y (x + number) i in
  row (empty_board false) 1 1 start

let of_text ~columns ~rows text =
  let p, last = parse_at ~columns ~rows text 0 in
  if last <> String.length text then raise Malformed;
  p
