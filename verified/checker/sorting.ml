(* SPDX-License-Identifier: MIT *)
(* Sorts buckets of entries in place, by their one or two words. *)

open Bigarray

type words = (int, int_elt, c_layout) Array1.t
type values = (int, int16_signed_elt, c_layout) Array1.t
type bytes = (int, int8_unsigned_elt, c_layout) Array1.t

type t = { narrow : bool; words : words; last_squares : bytes; values : values }

let less_of a i b j =
  if a.narrow then a.words.{i} < b.words.{j}
  else
    let first = a.words.{2 * i} and other = b.words.{2 * j} in
    first < other || (first = other && a.words.{(2 * i) + 1} < b.words.{(2 * j) + 1})

let less entries i j = less_of entries i entries j

let copy a i b j =
  if a.narrow then b.words.{j} <- a.words.{i}
  else begin
    b.words.{2 * j} <- a.words.{2 * i};
    b.words.{(2 * j) + 1} <- a.words.{(2 * i) + 1}
  end;
  if Array1.dim a.last_squares > 0 then b.last_squares.{j} <- a.last_squares.{i};
  b.values.{j} <- a.values.{i}

let swap_words (words : words) i j =
  let word = words.{i} in
  words.{i} <- words.{j};
  words.{j} <- word

let swap { narrow; words; last_squares; values } i j =
  if narrow then swap_words words i j
  else begin
    swap_words words (2 * i) (2 * j);
    swap_words words ((2 * i) + 1) ((2 * j) + 1)
  end;
  if Array1.dim last_squares > 0 then begin
    let last = last_squares.{i} in
    last_squares.{i} <- last_squares.{j};
    last_squares.{j} <- last
  end;
  let value = values.{i} in
  values.{i} <- values.{j};
  values.{j} <- value

let rec is_sorted entries low high =
  high - low < 2 || ((not (less entries (low + 1) low)) && is_sorted entries (low + 1) high)

let insertion_sort entries low high =
  let rec sink i =
    if i > low && less entries i (i - 1) then begin swap entries i (i - 1); sink (i - 1) end in
  for i = low + 1 to high - 1 do sink i done

(* ---- Long buckets --------------------------------------------------------------------------- *)

(* Needs no memory, and never more than n log n steps. *)
let heap_sort entries low high =
  let rec sift root size =
    let left = (2 * root) + 1 in
    if left < size then begin
      let right = left + 1 in
      let larger =
        if right < size && less entries (low + left) (low + right) then right else left in
      if less entries (low + root) (low + larger) then begin
        swap entries (low + root) (low + larger);
        sift larger size
      end
    end in
  let size = high - low in
  for root = (size / 2) - 1 downto 0 do sift root size done;
  for last = size - 1 downto 1 do
    swap entries low (low + last);
    sift 0 last
  done

(* Merges what is sorted from `low` to `middle`, and from there to `high`, in `a`; the result
   stands in `b`, at the same places plus `shift`. *)
let merge_wide a low middle high b shift =
  let rec go i j k =
    if k < high then
      if i < middle && (j >= high || not (less_of a j a i)) then begin
        copy a i b (k + shift);
        go (i + 1) j (k + 1)
      end
      else begin
        copy a j b (k + shift);
        go i (j + 1) (k + 1)
      end in
  go low middle low

(* The same for entries of one word, which are by far the most. *)
let merge_narrow a low middle high b shift =
  let words = a.words and values = a.values in
  let to_words = b.words and to_values = b.values in
  let put i k =
    to_words.{k + shift} <- words.{i};
    to_values.{k + shift} <- values.{i} in
  let rec rest i k = if k < high then begin put i k; rest (i + 1) (k + 1) end in
  let rec go i j k left right =
    if left <= right then begin
      to_words.{k + shift} <- left;
      to_values.{k + shift} <- values.{i};
      if i + 1 < middle then go (i + 1) j (k + 1) words.{i + 1} right else rest j (k + 1)
    end
    else begin
      to_words.{k + shift} <- right;
      to_values.{k + shift} <- values.{j};
      if j + 1 < high then go i (j + 1) (k + 1) left words.{j + 1} else rest i (k + 1)
    end in
  if middle >= high then rest low low else go low middle low words.{low} words.{middle}

let merge a = if a.narrow then merge_narrow a else merge_wide a

let longest_for_insertion = 12

(* Sorts pieces by insertion and merges them, to and fro between the bucket and the scratch. *)
let merge_sort entries scratch low high =
  let rec pieces width i =
    if i < high then begin
      insertion_sort entries i (min high (i + width));
      pieces width (i + width)
    end in
  let rec merge_all a last b shift width i =
    if i < last then begin
      let middle = min last (i + width) in
      merge a i middle (min last (middle + width)) b shift;
      merge_all a last b shift width (i + (2 * width))
    end in
  let length = high - low in
  let rec rounds width in_scratch =
    if width < length then begin
      if in_scratch then merge_all scratch length entries low width 0
      else merge_all entries high scratch (-low) width low;
      rounds (2 * width) (not in_scratch)
    end
    else if in_scratch then for i = 0 to length - 1 do copy scratch i entries (low + i) done in
  pieces longest_for_insertion low;
  rounds longest_for_insertion false

(* ---- By digits ------------------------------------------------------------------------------ *)

(* Entries of one word in a long bucket differ in few digits: one round for each of these is less
   than merging. *)
let digit_bits = 9
let digits = 1 lsl digit_bits
let shortest_for_digits = digits

(* (With the sign turned round, so that digits are in the order of signed words.) *)
let digit word shift = ((word lxor min_int) lsr shift) land (digits - 1)

let differing_bits (words : words) low high =
  let first = words.{low} and bits = ref 0 in
  for i = low to high - 1 do bits := !bits lor (words.{i} lxor first) done;
  !bits

(* From `a`, where the entries begin at `low`, to `b`, where they begin at `target`. *)
let sort_by_digit a low b target length shift =
  let words = a.words and values = a.values in
  let to_words = b.words and to_values = b.values in
  let next = Array.make (digits + 1) 0 in
  for i = low to low + length - 1 do
    let d = digit words.{i} shift in
    next.(d + 1) <- next.(d + 1) + 1
  done;
  for d = 1 to digits do next.(d) <- next.(d) + next.(d - 1) done;
  for i = low to low + length - 1 do
    let word = words.{i} in
    let d = digit word shift in
    let k = target + next.(d) in
    next.(d) <- next.(d) + 1;
    to_words.{k} <- word;
    to_values.{k} <- values.{i}
  done

let digit_sort entries scratch low high =
  let length = high - low and differing = differing_bits entries.words low high in
  let rec rounds shift in_scratch =
    if shift < Sys.int_size then begin
      let differs = (differing lsr shift) land (digits - 1) <> 0 in
      if differs && in_scratch then sort_by_digit scratch 0 entries low length shift
      else if differs then sort_by_digit entries low scratch 0 length shift;
      rounds (shift + digit_bits) (in_scratch <> differs)
    end
    else if in_scratch then for i = 0 to length - 1 do copy scratch i entries (low + i) done in
  rounds 0 false

(* ---- All buckets ---------------------------------------------------------------------------- *)

(* (More would be too much memory.) *)
let longest_for_scratch = 1 lsl 18

let scratch_for entries length =
  let { narrow; last_squares; _ } = entries in
  { narrow;
    words = Array1.create int c_layout (if narrow then length else 2 * length);
    last_squares =
      Array1.create int8_unsigned c_layout (if Array1.dim last_squares > 0 then length else 0);
    values = Array1.create int16_signed c_layout length }

let longest_bucket (buckets : words) =
  let longest = ref 0 in
  for b = 0 to Array1.dim buckets - 2 do
    longest := max !longest (buckets.{b + 1} - buckets.{b})
  done;
  !longest

(* buckets.{b} is where bucket b begins; the last element is where the last bucket ends. *)
let sort_buckets entries (buckets : words) =
  let scratch = scratch_for entries (min longest_for_scratch (longest_bucket buckets)) in
  for b = 0 to Array1.dim buckets - 2 do
    let low = buckets.{b} and high = buckets.{b + 1} in
    if high - low <= longest_for_insertion then insertion_sort entries low high
    else if not (is_sorted entries low high) then
      if high - low > longest_for_scratch then heap_sort entries low high
      else if entries.narrow && high - low >= shortest_for_digits then
        digit_sort entries scratch low high
      else merge_sort entries scratch low high
  done
