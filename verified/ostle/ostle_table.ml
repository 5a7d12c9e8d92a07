(* SPDX-License-Identifier: MIT *)
(* A table in memory as the proved checker is given it. Nothing here decides what is true: a wrong
   hint or image is noticed. What must be trusted is that first, special, second and key always give
   the same answer for the same entry, and that it is what the file says. *)

open Ostle_kernel

let rec nat n : nat = if n = 0 then O else S (nat (n - 1))
let z n : z =
  let rec positive n : positive =
    if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2)) in
  if n = 0 then Z0 else Zpos (positive n)

(* ---- Values as the kernel's words (OstleCheck.v) --------------------------------------------- *)

let draw = 1 lsl 20
let win_in_0 = 1 lsl 21
let word_of_value n = if n > 0 then win_in_0 - n else if n < 0 then 1 - n else draw

(* ---- Looking ahead --------------------------------------------------------------------------- *)

(* The kernel takes entries in order, and asks for the positions that their moves lead to in the
   order in which it generates them. While it checks one batch of entries, these positions have been
   looked up for the whole batch, and the values there fetched; when it comes to the next batch,
   which has been looked up before, the one after it is. *)
let batch = 8
let most_moves = 28
let moves_ahead = batch * most_moves

type places = { own : Ostle_memory.words; other : Ostle_memory.words; hole : Ostle_memory.words;
                place : Ostle_memory.words }

type ahead = {
  handle : Ostle_memory.handle;
  entries : int;
  both : places array;
  mutable which : int;
  mutable current : places;
  mutable count : int;  (* in `current` *)
  mutable count_next : int;  (* in the other one *)
  mutable at : int;  (* the next place of `current` *)
  mutable frontier : int;  (* the first entry of the batch that is in the other one *)
}

let make_ahead handle entries =
  let places which =
    let part = Ostle_memory.ahead handle which in
    { own = part 0; other = part 1; hole = part 2; place = part 3 } in
  let both = [| places 0; places 1 |] in
  { handle; entries; both; which = 0; current = both.(0); count = 0; count_next = 0; at = 0;
    frontier = -1 }

let fill ahead which from =
  if from >= ahead.entries then 0
  else Ostle_memory.look_ahead ahead.handle which from (min ahead.entries (from + batch))

let begin_at ahead entry =
  ahead.count <- 0;
  ahead.at <- 0;
  ahead.count_next <- fill ahead (1 - ahead.which) entry;
  ahead.frontier <- entry

let advance ahead =
  ahead.which <- 1 - ahead.which;
  ahead.current <- ahead.both.(ahead.which);
  ahead.count <- ahead.count_next;
  ahead.at <- 0;
  ahead.frontier <- ahead.frontier + batch;
  ahead.count_next <- fill ahead (1 - ahead.which) ahead.frontier

let hint ahead (p : position) =
  let at = ahead.at and places = ahead.current in
  if at < ahead.count && places.own.{at} = p.own && places.other.{at} = p.other
     && places.hole.{at} = p.hole
  then begin
    ahead.at <- at + 1;
    places.place.{at}
  end
  else Ostle_memory.place ahead.handle p.own p.other p.hole

(* ---- Symmetries ------------------------------------------------------------------------------ *)

let direction_of_step = function
  | -1, 0 -> Left
  | 1, 0 -> Right
  | 0, -1 -> Down
  | _ -> Up

let step_of_direction = function
  | Left -> (-1, 0)
  | Right -> (1, 0)
  | Down -> (0, -1)
  | Up -> (0, 1)

let turned_direction g d =
  let x, y = step_of_direction d in
  let x = if g land 1 > 0 then -x else x and y = if g land 2 > 0 then -y else y in
  direction_of_step (if g land 4 > 0 then (y, x) else (x, y))

let number_of_direction = function Left -> 0 | Right -> 1 | Down -> 2 | Up -> 3

(* ---- The table ------------------------------------------------------------------------------- *)

type t = { file : Ostle_file.t; ahead : ahead; table : table; size : z; lose : nat }

let key handle =
  let board = Ostle_memory.board_array handle in
  fun i ->
    ignore (Ostle_memory.board handle i);
    { own = board.{0}; other = board.{1}; hole = board.{2} }

let no_move = 255

let make (file : Ostle_file.t) =
  let handle = file.handle and { Ostle_file.value; may_have_second; code_bytes } = file.codes in
  let ahead = make_ahead handle file.entries in
  let word_of_code =
    Array.mapi (fun code n -> if code = 0 then 0 else word_of_value n) value in
  let first, code_of =
    if code_bytes = 1 then begin
      let codes = Ostle_memory.narrow_codes handle in
      (fun i -> if i = ahead.frontier then advance ahead; word_of_code.(codes.{i})),
      (fun i -> codes.{i})
    end
    else begin
      let codes = Ostle_memory.wide_codes handle in
      (fun i -> if i = ahead.frontier then advance ahead; word_of_code.(codes.{i})),
      (fun i -> codes.{i})
    end in
  let special i =
    if not may_have_second.(code_of i) then no_move
    else
      let second = Ostle_memory.second handle i in
      if second < 0 then no_move else second lsr 16 in
  let second i =
    let second = Ostle_memory.second handle i in
    if second < 0 then 0 else word_of_value ((second land 65535) - 32768) in
  let squares = file.description.parameters.size * file.description.parameters.size in
  let square_images =
    Array.init 512 (fun i ->
        if i land 63 < squares then Ostle_memory.square_image handle (i lsr 6) (i land 63) else 0)
  and set_images =
    Array.init 16384 (fun i ->
        Ostle_memory.nine_image handle (i lsr 11) ((i lsr 9) land 3) (i land 511))
  and directions =
    Array.init 32 (fun i ->
        turned_direction (i lsr 2) [| Left; Right; Down; Up |].(i land 3)) in
  let table =
    { entries = file.entries; key = key handle; first; special; second; hint = hint ahead;
      square_image = (fun i -> square_images.(i));
      to_direction = (fun g d -> directions.((g lsl 2) lor number_of_direction d));
      set_image = (fun i -> set_images.(i)) } in
  { file; ahead; table; size = z file.description.parameters.size;
    lose = nat file.description.parameters.lose }

(* ---- Checking -------------------------------------------------------------------------------- *)

let prepared t = Ostle_kernel.prepared t.size t.table

let check_range t ~from ~upto =
  begin_at t.ahead from;
  Ostle_kernel.check_range t.size t.lose t.table (from, upto)

let check_start t =
  Ostle_kernel.check_start t.size t.lose (nat t.file.description.parameters.start) t.table

(* An entry of a range that does not pass. *)
let rec find_bad t ~from ~upto =
  if upto - from <= 1 then from
  else begin
    let middle = from + ((upto - from) / 2) in
    if check_range t ~from ~upto:middle then find_bad t ~from:middle ~upto
    else find_bad t ~from ~upto:middle
  end
