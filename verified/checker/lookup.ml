(* SPDX-License-Identifier: MIT *)
(* Where a position stands among the entries. A hint: the proved program compares what it finds
   there. (Compiled without tests of bounds; it only reads.) *)

open Entries

let not_found = max_int

let rec search_narrow (words : words) word low high =
  if low >= high then low
  else
    let middle = (low + high) lsr 1 in
    if words.{middle} < word then search_narrow words word (middle + 1) high
    else search_narrow words word low middle

let rec search_wide (words : words) first second low high =
  if low >= high then low
  else
    let middle = (low + high) lsr 1 in
    let found = words.{2 * middle} in
    if found < first || (found = first && words.{(2 * middle) + 1} < second) then
      search_wide words first second (middle + 1) high
    else search_wide words first second low middle

(* From i on, the entry with these two words that has these last squares. *)
let rec with_last_squares entries first second last i high =
  let words = entries.words in
  if i >= high || words.{2 * i} <> first || words.{(2 * i) + 1} <> second then not_found
  else if last_squares_at entries i = last then i
  else with_last_squares entries first second last (i + 1) high

(* Where the position stands, or not_found. *)
let find entries p =
  let { words; buckets; _ } = entries in
  let b = bucket_of entries p in
  let low = buckets.{b} and high = buckets.{b + 1} in
  if entries.narrow then
    let word = narrow_word p in
    let i = search_narrow words word low high in
    if i < high && words.{i} = word then i else not_found
  else
    let first = first_word p and second = second_word p in
    let i = search_wide words first second low high in
    with_last_squares entries first second (last_squares p) i high
