(* SPDX-License-Identifier: MIT *)
(* The entries of a list with kinds of pieces in memory: buckets, each of them a hash table with open
   addresses, whose slots are the entries that the proved program checks; empty ones say nothing. Of
   positions that symmetries turn into each other one stands there. Where a position is looked for is
   a hint, and which of its images is; that the entries are those of the list is relied on.

   Positions with the same occupied squares and the same hands share a bucket, and buckets stand in
   the order of hands and squares, so that most of what a bucket's positions lead to is near by: with
   one hash table for all, most of the time went to waiting for memory. *)

open Bigarray

type words = (int, int_elt, c_layout) Array1.t
type values = (int, int16_signed_elt, c_layout) Array1.t

(* What a part of a word adds to its outline. *)
type part = { off : int; cap : int; outlines : int array }

type buckets = {
  parts : part array;
  count : int;  (* a power of two *)
  bounds : words;  (* two for each bucket: its first slot, and the one behind its last *)
}

type t = {
  symmetries : Piece_symmetries.t;
  buckets : buckets;
  size : int;
  words : words;
  values : values;
  mutable used : int;
}

let empty = -32768  (* no value of a list *)
let no_word = -1

(* ---- Buckets -------------------------------------------------------------------------------- *)

let mixed n =
  let n = (n lxor (n lsr 31)) * 0x1e3779b97f4a7c15 in
  let n = (n lxor (n lsr 29)) * 0x3f58476d1ce4e5b9 in
  n lxor (n lsr 32)

(* The outline of a word is what has the same squares occupied, all by the same, and the same hands. *)
let parts_of (layout : Piece_kernel.layout) =
  let squares = List.map (fun f -> (f, true)) layout.on_square in
  let hands = List.map (fun f -> (f, false)) (layout.on_own @ layout.on_other) in
  let part group =
    let first = (fst (List.hd group) : Piece_kernel.field).off in
    let outline x ((field : Piece_kernel.field), is_square) =
      let held = (x lsr (field.off - first)) land field.cap in
      (if is_square && held <> 0 then field.cap else held) lsl field.off in
    let cap = List.fold_left (fun cap ((f : Piece_kernel.field), _) -> cap lor (f.cap lsl (f.off - first))) 0 group in
    { off = first; cap;
      outlines = Array.init (cap + 1) (fun x -> List.fold_left (fun all field -> all lor outline x field) 0 group) } in
  Array.of_list (List.map part (Piece_game.grouped (squares @ hands)))

let rec outline_from (parts : part array) word i outline =
  if i = Array.length parts then outline
  else
    let { off; cap; outlines } = parts.(i) in
    outline_from parts word (i + 1) (outline lor outlines.((word lsr off) land cap))

let outline_of parts word = outline_from parts word 0 0
let bucket_of count outline = mixed outline land (count - 1)

(* So many entries have a bucket, if there are as many outlines. *)
let entries_of_a_bucket = 32

let rec power_of_two_from n power = if power >= n then power else power_of_two_from n (2 * power)

(* Slots for so many entries: one in five stays empty, and at least one. *)
let slots n = n + (n / 4) + 1

(* The numbers below `count` that pass. *)
let numbers_of count passes =
  let number = ref 0 in
  for i = 0 to count - 1 do if passes i then incr number done;
  let numbers = Array.make !number 0 in
  number := 0;
  for i = 0 to count - 1 do
    if passes i then begin numbers.(!number) <- i; incr number end
  done;
  numbers

(* Buckets for the words that `each` tells, and how many slots they have. *)
let make_buckets (game : Piece_game.t) symmetries ~expected each =
  let parts = parts_of game.layout in
  let count = power_of_two_from (expected / entries_of_a_bucket) 1 in
  let words n = let words = Array1.create int c_layout n in Array1.fill words 0; words in
  let entries = words count and outlines = words count in
  each (fun word ->
      let outline = outline_of parts (fst (Piece_symmetries.least symmetries word)) in
      let b = bucket_of count outline in
      entries.{b} <- entries.{b} + 1;
      outlines.{b} <- outline);
  let used = numbers_of count (fun b -> entries.{b} > 0) in
  Array.stable_sort (fun a b -> Int.compare outlines.{a} outlines.{b}) used;
  let bounds = words (2 * count) and size = ref 0 in
  Array.iter (fun b ->
      bounds.{2 * b} <- !size;
      size := !size + slots entries.{b};
      bounds.{(2 * b) + 1} <- !size) used;
  ({ parts; count; bounds }, !size)

(* Has `each` tell all words, and makes room for them. *)
let create game symmetries ~expected each =
  let buckets, size = make_buckets game symmetries ~expected each in
  let words = Array1.create int c_layout size and values = Array1.create int16_signed c_layout size in
  Array1.fill values empty;
  Array1.fill words no_word;
  { symmetries; buckets; size; words; values; used = 0 }

let hash_bits = 31
let hash word = (mixed word lsr 16) land ((1 lsl hash_bits) - 1)

let rec find_from (words : words) word low high i =
  let found = words.{i} in
  if found = word || found = no_word then i
  else find_from words word low high (if i + 1 = high then low else i + 1)

let nowhere = max_int

(* The slot where a word stands, or the empty one where it would; nowhere if its bucket has none. *)
let find { parts; count; bounds } words word =
  let b = bucket_of count (outline_of parts word) in
  let low = bounds.{2 * b} and high = bounds.{(2 * b) + 1} in
  if low = high then nowhere
  else find_from words word low high (low + ((hash word * (high - low)) lsr hash_bits))

let add t ~told_twice word value =
  if value = empty then Complaint.unreadable "A value of the list is too large.";
  let word, _ = Piece_symmetries.least t.symmetries word in
  let i = find t.buckets t.words word in
  if t.values.{i} = empty then begin
    t.words.{i} <- word;
    t.values.{i} <- value;
    t.used <- t.used + 1
  end
  else if t.values.{i} <> value then told_twice word t.values.{i} value

(* Of all entries, in whatever order. *)
let hash_of_all t =
  let sum = ref 0 in
  for i = 0 to t.size - 1 do
    if t.values.{i} <> empty then sum := !sum + mixed (t.words.{i} lxor mixed t.values.{i})
  done;
  Printf.sprintf "%016x" !sum

(* ---- Records of a list ---------------------------------------------------------------------- *)

external word64 : bytes -> int -> int64 = "%caml_bytes_get64u"

(* Where the bits of a square stand in a word of 64 bits. *)
let bit (word : int64) square = Int64.to_int (Int64.logand (Int64.shift_right_logical word square) 1L)
  [@@inline]

let in_hand (hands : int64) shift = Int64.to_int (Int64.logand (Int64.shift_right_logical hands shift) 15L)

let squares_mask (game : Piece_game.t) =
  Array.fold_left (fun mask s -> Int64.logor mask (Int64.shift_left 1L s)) 0L game.numbers

(* The word of a record, whose bytes begin at `place`. *)
let word_of_record (game : Piece_game.t) list mask =
  let kinds = game.kinds in
  let hands_of_kinds = Array.of_list game.read.hands in
  let count = Array.length game.numbers in
  fun n buffer place ->
    let black = word64 buffer place and white = word64 buffer (place + 8) in
    let low = word64 buffer (place + 20) and middle = word64 buffer (place + 28) in
    let high = word64 buffer (place + 36) and hands = word64 buffer (place + 44) in
    if Int64.logand (Int64.logor black white) (Int64.lognot mask) <> 0L then Position_list.off_the_board list n;
    if Int64.logand black white <> 0L then Position_list.both_colours list n;
    let white_to_move = Position_list.white_to_move list buffer place in
    let w = ref 0 in
    for i = 0 to count - 1 do
      let square = game.numbers.(i) in
      let is_black = bit black square and is_white = bit white square in
      if is_black lor is_white <> 0 then begin
        let kind = bit low square lor (bit middle square lsl 1) lor (bit high square lsl 2) in
        if kind >= kinds then
          Complaint.refused "Refused: position %d of %s has a piece of a kind that the rules do not know." (n + 1) list.Position_list.name;
        let bits = game.squares.(square) in
        let own = (is_white <> 0) = white_to_move in
        w := !w lor ((if own then 1 + kind else 1 + kinds + kind)
                     lsl (if white_to_move then bits.white_at else bits.black_at))
      end
    done;
    let seen = ref 0L in
    for h = 0 to Array.length hands_of_kinds - 1 do
      let k = hands_of_kinds.(h) in
      let of_black = in_hand hands (4 * k) and of_white = in_hand hands (32 + (4 * k)) in
      seen := Int64.logor !seen (Int64.logor (Int64.shift_left 15L (4 * k)) (Int64.shift_left 15L (32 + (4 * k))));
      if of_black <> 0 then w := Piece_game.with_hand game !w ~own:(not white_to_move) h of_black;
      if of_white <> 0 then w := Piece_game.with_hand game !w ~own:white_to_move h of_white
    done;
    if Int64.logand hands (Int64.lognot !seen) <> 0L then
      Complaint.refused "Refused: position %d of %s has in hand what the rules do not let be there." (n + 1) list.Position_list.name;
    !w

(* (The list is read twice.) *)
let read (game : Piece_game.t) symmetries (list : Position_list.t) =
  let word_of = word_of_record game list (squares_mask game) in
  let each receive =
    Position_list.iterate_pieces list
      ~parse:(fun text -> Piece_game.word_of game (Piece_game.position_of_text game text))
      ~receive
      ~receive_record:(fun n buffer place -> receive (word_of n buffer place) (Position_list.value_at buffer place)) in
  let t = create game symmetries ~expected:list.count (fun count -> each (fun word _ -> count word)) in
  let told_twice word a b =
    Complaint.refused "Refused: %s is told as two things, %d and %d plies." (Piece_game.word_text game word) a b in
  each (add t ~told_twice);
  t

let bytes_needed t = (10 * t.size) + (16 * t.buckets.count)

(* ---- As the proved program wants it --------------------------------------------------------- *)

let middle = 1 lsl 20

(* A loss in n plies is n + 1, a draw the middle, a win in n twice the middle less n. *)
let value_codes =
  let code n = if n > 0 then (2 * middle) - n else if n < 0 then 1 - n else middle in
  Array.init 65536 (fun i -> if i + empty = empty then 0 else code (i + empty))

let key t =
  let words = t.words in
  fun i -> words.{i}

let value t =
  let values = t.values in
  fun i -> value_codes.(values.{i} - empty)

let hint { symmetries; buckets; words; _ } word =
  let least, by = Piece_symmetries.least symmetries word in
  let i = find buckets words least in
  if i = nowhere || words.{i} = no_word then nowhere else (i lsl 4) lor by
