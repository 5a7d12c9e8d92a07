(* SPDX-License-Identifier: MIT *)
(* Which symmetries a table may have been folded by, and which of the images of a position it lists.
   A hint, as where to look is: the proved program tests every symmetry against the rules, and
   compares the image that it makes itself with what is listed. *)

(* ---- Symmetries of the board that are some of the rules, too -------------------------------- *)

(* Each is made in stages, as the proved program wants it: a turn by 180 degrees is two reflections,
   since a stage costs as much as squares have different ways to go. *)
let board_maps ~columns ~rows =
  let across (x, y) = (columns - 1 - x, y) and up (x, y) = (x, rows - 1 - y) in
  let diagonal (x, y) = (y, x) in
  let always = [ [ across ]; [ up ]; [ across; up ] ] in
  if columns <> rows then always
  else always @ List.map (fun stages -> diagonal :: stages) ([] :: always)

let symmetry ~columns ~rows stages =
  let pairs map =
    let image square =
      let x, y = map (square mod columns, square / columns) in
      (square, (y * columns) + x) in
    List.init (columns * rows) image in
  Kernel.symmetry_of (List.map pairs stages) false

(* (A table holds what play leads to from its start: it is folded only by what keeps the start.) *)
let usable ~columns ~rows ~start game =
  let keeps_start s = Kernel.same_position (Kernel.turn s start) start in
  List.filter
    (fun s -> keeps_start s && Kernel.is_symmetry game s)
    (List.map (symmetry ~columns ~rows) (board_maps ~columns ~rows))

(* ---- Images of sets of squares, by tables of bytes ------------------------------------------ *)

type image = int array  (* where the squares of byte b of a word go if it is v: at 256 b + v *)

let image_of ~squares s : image =
  let entry index =
    let set = (index land 255) lsl (8 * (index / 256)) in
    (Kernel.turn s { (Notation.empty_board false) with blacks = set }).blacks in
  Array.init (256 * ((squares + 7) / 8)) entry

let apply (image : image) word =
  let rec go sum word base =
    if word = 0 then sum
    else go (sum lor image.(base + (word land 255))) (word lsr 8) (base + 256) in
  go 0 word 0

(* ---- Hints ---------------------------------------------------------------------------------- *)

type t = {
  entries : Entries.t;
  symmetries : Kernel.symmetry array;
  images : image array;  (* of each symmetry, where one word holds a board; otherwise none *)
  only_least : bool;  (* of all images of a position, only the least one is listed *)
}

(* The image that zermelo lists: the least occupied squares, and of these the least black ones. *)
let less (p : Kernel.packed) (q : Kernel.packed) =
  let high_p = p.high_blacks lor p.high_whites and high_q = q.high_blacks lor q.high_whites in
  if high_p <> high_q then high_p < high_q
  else
    let low_p = p.blacks lor p.whites lxor min_int and low_q = q.blacks lor q.whites lxor min_int in
    if low_p <> low_q then low_p < low_q
    else if p.high_blacks <> q.high_blacks then p.high_blacks < q.high_blacks
    else p.blacks lxor min_int < q.blacks lxor min_int

let hint_of entries p number =
  let i = Lookup.find entries p in
  if i = Lookup.not_found then i else (i lsl 4) lor number

(* (The proved program counts symmetries from 1.) *)
let hint_of_least_by_turns t p =
  let rec go number least least_number =
    if number > Array.length t.symmetries then hint_of t.entries least least_number
    else
      let image = Kernel.turn t.symmetries.(number - 1) p in
      if less image least then go (number + 1) image number
      else go (number + 1) least least_number in
  go 1 p 0

(* The same where one word holds a board. (Its sign does not matter: `lxor min_int`.) *)
let hint_of_least_by_images t (p : Kernel.packed) =
  let images = t.images and occupied = p.blacks lor p.whites in
  let rec go number least_occupied least_blacks least_number =
    if number > Array.length images then
      let least = { p with blacks = least_blacks; whites = least_occupied lxor least_blacks } in
      hint_of t.entries least least_number
    else
      let image = images.(number - 1) in
      let o = apply image occupied in
      if o lxor min_int > least_occupied lxor min_int then
        go (number + 1) least_occupied least_blacks least_number
      else
        let b = apply image p.blacks in
        if o <> least_occupied || b lxor min_int < least_blacks lxor min_int then
          go (number + 1) o b number
        else go (number + 1) least_occupied least_blacks least_number in
  go 1 occupied p.blacks 0

let hint_of_least t p =
  if Array.length t.images > 0 then hint_of_least_by_images t p else hint_of_least_by_turns t p

let hint_of_any t p =
  let rec go number =
    if number > Array.length t.symmetries then Lookup.not_found
    else
      let found = hint_of t.entries (Kernel.turn t.symmetries.(number - 1) p) number in
      if found = Lookup.not_found then go (number + 1) else found in
  let found = hint_of t.entries p 0 in
  if found = Lookup.not_found then go 1 else found

let hint t p =
  if Array.length t.symmetries = 0 then hint_of t.entries p 0
  else if t.only_least then hint_of_least t p else hint_of_any t p

(* ---- What a list has been folded by --------------------------------------------------------- *)

let samples = 1000

let all_samples (entries : Entries.t) holds =
  let step = max 1 (entries.size / samples) in
  let rec go i = i >= entries.size || (holds (Entries.key entries i) && go (i + step)) in
  go 0

let is_least symmetries p = Array.for_all (fun s -> not (less (Kernel.turn s p) p)) symmetries

let make ~columns ~rows ~start game entries =
  let symmetries = Array.of_list (usable ~columns ~rows ~start game) in
  let only_least = all_samples entries (is_least symmetries) in
  let squares = columns * rows in
  let by_images = only_least && squares <= Notation.squares_in_low_word in
  let images = if by_images then Array.map (image_of ~squares) symmetries else [||] in
  { entries; symmetries; images; only_least }
