(* SPDX-License-Identifier: MIT *)
(* The entries of a list in memory, and where each position stands among them. The proofs need
   nothing of the order: where to look is a hint, and the proved program compares what it finds
   there. Only that the entries are those of the list is relied on, and a checksum tests it.

   Entries are sorted by their occupied squares, because the moves of positions with the same
   occupied squares, or nearly the same ones, lead to few other sets of occupied squares: so
   neighbours among the entries look for neighbours. Buckets, by the highest squares, say where to
   begin. *)

open Bigarray

type words = (int, int_elt, c_layout) Array1.t
type values = (int, int16_signed_elt, c_layout) Array1.t
type bytes = (int, int8_unsigned_elt, c_layout) Array1.t

type t = {
  size : int;
  narrow : bool;  (* one word for each entry, or two *)
  words : words;
  last_squares : bytes;  (* what stands on the squares that two words do not hold; may be empty *)
  values : values;
  buckets : words;  (* where each begins, and the end of the last *)
  skipped_squares : int;  (* the lowest squares, which do not choose the bucket *)
}

(* ---- Entries as words ----------------------------------------------------------------------- *)

(* One word of 63 bits holds the occupied squares, the black ones and the side to move of a board of
   at most 31 squares. Of larger boards the first of two words holds the occupied squares, the
   second black ones and the side. These have room for 62 squares; four bits are for two more. *)
let most_narrow_squares = 31
let most_wide_squares = 62
let narrow_mask = (1 lsl most_narrow_squares) - 1
let wide_mask = (1 lsl most_wide_squares) - 1

let narrow_word (p : Kernel.packed) =
  ((p.blacks lor p.whites) lsl 32) lor (p.blacks lsl 1) lor Bool.to_int p.white_to_move

let first_word (p : Kernel.packed) = (p.blacks lor p.whites) land wide_mask
let second_word (p : Kernel.packed) = (p.blacks lsl 1) lor Bool.to_int p.white_to_move

let last_two low high = (low lsr most_wide_squares) lor (high lsl 1)
let last_squares (p : Kernel.packed) =
  last_two p.blacks p.high_blacks lor (last_two p.whites p.high_whites lsl 2)

let of_narrow_word word : Kernel.packed =
  let blacks = (word lsr 1) land narrow_mask in
  { blacks; whites = (word lsr 32) lxor blacks; high_blacks = 0; high_whites = 0;
    white_to_move = word land 1 = 1 }

let of_wide_words first second last : Kernel.packed =
  let blacks = second lsr 1 in
  { blacks = blacks lor ((last land 1) lsl most_wide_squares);
    whites = first lxor blacks lor ((last land 4) lsl (most_wide_squares - 2));
    high_blacks = (last lsr 1) land 1;
    high_whites = last lsr 3;
    white_to_move = second land 1 = 1 }

let last_squares_at entries i =
  if Array1.dim entries.last_squares = 0 then 0 else entries.last_squares.{i}

let key entries i =
  let words = entries.words in
  if entries.narrow then of_narrow_word words.{i}
  else of_wide_words words.{2 * i} words.{(2 * i) + 1} (last_squares_at entries i)

let value entries i = entries.values.{i}

let set entries i p value =
  let words = entries.words in
  if entries.narrow then words.{i} <- narrow_word p
  else begin
    words.{2 * i} <- first_word p;
    words.{(2 * i) + 1} <- second_word p;
    if Array1.dim entries.last_squares > 0 then entries.last_squares.{i} <- last_squares p
  end;
  entries.values.{i} <- value

(* ---- Memory --------------------------------------------------------------------------------- *)

let words_per_entry squares = if squares <= most_narrow_squares then 1 else 2
let has_last_squares squares = squares > most_wide_squares
let entries_per_bucket squares = if squares <= most_narrow_squares then 3 else 12

(* As many of the highest squares choose the bucket. *)
let bucket_squares ~squares count =
  let rec go n =
    if n = min squares most_wide_squares || 1 lsl n >= count / entries_per_bucket squares then n
    else go (n + 1) in
  go 0

let bytes_needed ~squares count =
  let entry = (8 * words_per_entry squares) + Bool.to_int (has_last_squares squares) + 2 in
  (count * entry) + (8 lsl bucket_squares ~squares count)

let allocate ~squares size =
  let chosen_by = bucket_squares ~squares size in
  let buckets = Array1.create int c_layout ((1 lsl chosen_by) + 1) in
  Array1.fill buckets 0;
  { size;
    narrow = words_per_entry squares = 1;
    words = Array1.create int c_layout (size * words_per_entry squares);
    last_squares =
      Array1.create int8_unsigned c_layout (if has_last_squares squares then size else 0);
    values = Array1.create int16_signed c_layout size;
    buckets;
    skipped_squares = min squares most_wide_squares - chosen_by }

(* ---- Arranging ------------------------------------------------------------------------------ *)

let bucket_of entries p = first_word p lsr entries.skipped_squares

let mixed a b c =
  let x = (a * 0x2545f4914f6cdd1d) + (b * 0x369dea0f31a53f85) + (c * 0x1d8e4e27c47d124f) in
  (x lxor (x lsr 29)) * 0x3f58476d1ce4e5b9

(* Of one entry; the sum over all does not depend on their order. *)
let checksum (p : Kernel.packed) value =
  let rest = (4 * p.high_blacks) + (2 * p.high_whites) + Bool.to_int p.white_to_move in
  mixed p.blacks p.whites ((8 * value) + rest)

let changed () = Complaint.unreadable "The list changed while it was read."

let count_buckets list entries =
  let buckets = entries.buckets and sum = ref 0 in
  Position_list.iterate list (fun p value ->
      let b = bucket_of entries p in
      buckets.{b + 1} <- buckets.{b + 1} + 1;
      sum := !sum + checksum p value);
  !sum

(* buckets.{b + 1} becomes where bucket b begins, and while it is filled where it goes on; at the
   end it is where bucket b + 1 begins. *)
let begin_buckets (buckets : words) =
  let next = ref 0 in
  for b = 1 to Array1.dim buckets - 1 do
    let count = buckets.{b} in
    buckets.{b} <- !next;
    next := !next + count
  done

let fill_buckets list entries =
  let buckets = entries.buckets in
  Position_list.iterate list (fun p value ->
      let b = bucket_of entries p in
      let i = buckets.{b + 1} in
      if i >= entries.size then changed ();
      buckets.{b + 1} <- i + 1;
      set entries i p value)

let sum_of entries =
  let sum = ref 0 in
  for i = 0 to entries.size - 1 do sum := !sum + checksum (key entries i) (value entries i) done;
  !sum

let arrange ~squares (list : Position_list.t) =
  let entries = allocate ~squares list.count in
  let sum = count_buckets list entries in
  begin_buckets entries.buckets;
  fill_buckets list entries;
  let { narrow; words; last_squares; values; buckets; _ } = entries in
  Sorting.sort_buckets { narrow; words; last_squares; values } buckets;
  if sum_of entries <> sum then changed ();
  entries
