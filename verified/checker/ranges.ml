(* SPDX-License-Identifier: MIT *)
(* Checks all entries of a list, in ranges of a handy length. *)

let least_length = 1 lsl 14

(* None if all entries below `size` pass, otherwise one that does not. `check_range first upto` is
   the proved program's, of ranges; `check_entry` of one entry finds the one in a range. `passed`
   hears of each range that has passed; there are at most about `most_ranges`. *)
let check ?(most_ranges = max_int) ?(passed = ignore) ~processes ~quiet ~size check_range check_entry =
  let length = max least_length (size / most_ranges) in
  let range n = (n * length, min size ((n + 1) * length)) in
  let ranges = List.init ((size + length - 1) / length) range in
  let progress = Progress.start ~quiet "checked" size in
  let finished = ref 0 in
  let tell (first, upto) =
    finished := !finished + upto - first;
    passed (first, upto);
    Progress.tell progress !finished in
  let check (first, upto) : Pool.answer =
    let rec first_failing i = if check_entry i then first_failing (i + 1) else i in
    if check_range first upto then Passed else Refused (first_failing first) in
  let failing = Pool.check ~processes ranges check tell in
  Progress.finish progress;
  if failing = None && not (Kernel.cover ranges 0 size) then
    Complaint.refused "Refused: the ranges that were checked leave out some entries.";
  failing
