(* SPDX-License-Identifier: MIT *)
(* Buckets of every length and layout are sorted, and lose nothing. *)

open Bigarray

let lengths = [ 0; 1; 2; 12; 13; 24; 25; 100; 511; 512; 3000; 0; 300_000; 7 ]

type layout = Narrow | Wide | Wide_with_last_squares

let random_word random layout =
  let high = Random.State.int random 4 lsl 40 and low = Random.State.bits random land 0xfffff in
  let sign = if Random.State.bool random then min_int else 0 in
  match layout with Narrow -> high lor low lor sign | _ -> Random.State.int random 50

let entries_of random layout total : Sorting.t =
  let narrow = layout = Narrow in
  let words = Array1.create int c_layout (if narrow then total else 2 * total) in
  let last = if layout = Wide_with_last_squares then total else 0 in
  let last_squares = Array1.create int8_unsigned c_layout last in
  let values = Array1.create int16_signed c_layout total in
  for i = 0 to Array1.dim words - 1 do words.{i} <- random_word random layout done;
  for i = 0 to last - 1 do last_squares.{i} <- Random.State.int random 16 done;
  for i = 0 to total - 1 do values.{i} <- Random.State.int random 65536 - 32768 done;
  { narrow; words; last_squares; values }

let entry (e : Sorting.t) i =
  let last = if Array1.dim e.last_squares > 0 then e.last_squares.{i} else 0 in
  let words = if e.narrow then (e.words.{i}, 0) else (e.words.{2 * i}, e.words.{(2 * i) + 1}) in
  (words, last, e.values.{i})

let bucket e low high = Array.init (high - low) (fun k -> entry e (low + k))

let sorted array =
  let copy = Array.copy array in
  Array.stable_sort compare copy;
  copy

let try_layout random layout =
  let ends = List.rev (List.fold_left (fun ends n -> (List.hd ends + n) :: ends) [ 0 ] lengths) in
  let buckets = Array1.of_array int c_layout (Array.of_list ends) in
  let e = entries_of random layout (List.nth ends (List.length lengths)) in
  let all () = List.mapi (fun b _ -> bucket e buckets.{b} buckets.{b + 1}) lengths in
  let before = List.map sorted (all ()) in
  Sorting.sort_buckets e buckets;
  let after = all () in
  let words = Array.map (fun (words, _, _) -> words) in
  List.iter (fun entries ->
      if words entries <> sorted (words entries) then Support.fail "a bucket is not sorted")
    after;
  if List.map sorted after <> before then Support.fail "sorting loses something"

let () =
  let random = Random.State.make [| 37 |] in
  List.iter (try_layout random) [ Narrow; Wide; Wide_with_last_squares ];
  print_endline "all buckets are sorted"
