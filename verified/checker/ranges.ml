(* SPDX-License-Identifier: MIT *)
(* Checks all entries of a list, in ranges of a handy length. *)

let range_length = 1 lsl 14

(* None if all entries below `size` pass, otherwise one that does not. `check_range first upto` is
   the proved program's, of ranges; `check_entry` of one entry finds the one in a range. *)
let check ~processes ~quiet ~size check_range check_entry =
  let range n = (n * range_length, min size ((n + 1) * range_length)) in
  let ranges = List.init ((size + range_length - 1) / range_length) range in
  let progress = Progress.start ~quiet "checked" size in
  let finished = ref 0 in
  let tell (first, upto) =
    finished := !finished + upto - first;
    Progress.tell progress !finished in
  let check (first, upto) : Pool.answer =
    let rec first_failing i = if check_entry i then first_failing (i + 1) else i in
    if check_range first upto then Passed else Refused (first_failing first) in
  let failing = Pool.check ~processes ranges check tell in
  Progress.finish progress;
  if failing = None && not (Kernel.cover ranges 0 size) then
    Complaint.refused "Refused: the ranges that were checked leave out some entries.";
  failing
