(* SPDX-License-Identifier: MIT *)
(* The entries of a list with kinds of pieces in memory: a hash table with open addresses, whose
   slots are the entries that the proved program checks; empty ones say nothing. Of positions that
   symmetries turn into each other one stands there. Where a position is looked for is a hint, and
   which of its images is; that the entries are those of the list is relied on. *)

open Bigarray

type words = (int, int_elt, c_layout) Array1.t
type values = (int, int16_signed_elt, c_layout) Array1.t

type t = {
  symmetries : Piece_symmetries.t;
  mutable size : int;
  mutable words : words;
  mutable values : values;
  mutable used : int;
}

let empty = -32768  (* no value of a list *)
let no_word = -1

let allocate size =
  let words = Array1.create int c_layout size and values = Array1.create int16_signed c_layout size in
  Array1.fill values empty;
  Array1.fill words no_word;
  (words, values)

let least_size = 64
let slack n = max least_size (n + (n / 2))

let create symmetries ~expected =
  let size = slack expected in
  let words, values = allocate size in
  { symmetries; size; words; values; used = 0 }

let hash_bits = 31

let slot size word =
  let hash = (word * 0x1e3779b97f4a7c15) lxor (word lsr 17) in
  let hash = (hash lxor (hash lsr 29)) * 0x3f58476d1ce4e5b9 in
  (((hash lsr (63 - hash_bits - 1)) land ((1 lsl hash_bits) - 1)) * size) lsr hash_bits

(* The slot where a word stands, or the empty one where it would. *)
let rec find_from (words : words) size word i =
  let found = words.{i} in
  if found = word || found = no_word then i
  else find_from words size word (if i + 1 = size then 0 else i + 1)

let find t word = find_from t.words t.size word (slot t.size word)

let grow t =
  let words = t.words and values = t.values in
  let size = t.size + (t.size / 2) in
  let new_words, new_values = allocate size in
  t.size <- size;
  t.words <- new_words;
  t.values <- new_values;
  for i = 0 to Array1.dim words - 1 do
    if values.{i} <> empty then begin
      let j = find t words.{i} in
      new_words.{j} <- words.{i};
      new_values.{j} <- values.{i}
    end
  done

let add t ~told_twice word value =
  if value = empty then Complaint.unreadable "A value of the list is too large.";
  let word, _ = Piece_symmetries.least t.symmetries word in
  let i = find t word in
  if t.values.{i} = empty then begin
    t.words.{i} <- word;
    t.values.{i} <- value;
    t.used <- t.used + 1;
    if t.used > t.size - (t.size / 4) then grow t
  end
  else if t.values.{i} <> value then told_twice word t.values.{i} value

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

let read (game : Piece_game.t) symmetries (list : Position_list.t) =
  let t = create symmetries ~expected:(list.count / 2) in
  let told_twice word a b =
    Complaint.refused "Refused: %s is told as two things, %d and %d plies." (Piece_game.word_text game word) a b in
  let add word value = add t ~told_twice word value in
  let word_of = word_of_record game list (squares_mask game) in
  Position_list.iterate_pieces list
    ~parse:(fun text -> Piece_game.word_of game (Piece_game.position_of_text game text))
    ~receive:add
    ~receive_record:(fun n buffer place -> add (word_of n buffer place) (Position_list.value_at buffer place));
  t

let bytes_needed t = 10 * t.size

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

let hint t =
  let words = t.words and size = t.size and symmetries = t.symmetries in
  fun word ->
    let least, by = Piece_symmetries.least symmetries word in
    let i = find_from words size least (slot size least) in
    if words.{i} = no_word then max_int else (i lsl 4) lor by
