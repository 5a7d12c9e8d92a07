(* SPDX-License-Identifier: MIT *)
(* The ranges that have passed, line by line, so that a check that was stopped can be gone on with.
   The first lines say what was checked: a log of other values, of another index or of another
   kernel is not taken. *)

let first_line = "# zermelo-verified ostle, log 1"

type identity = { table : string; values : string; entries : int; kernel : string }

let head identity =
  [ first_line;
    Printf.sprintf "table %s" (Filename.basename identity.table);
    Printf.sprintf "values %s" identity.values;
    Printf.sprintf "entries %d" identity.entries;
    Printf.sprintf "kernel %s" identity.kernel ]

type t = out_channel

let write log line =
  output_string log (line ^ "\n");
  flush log

let start file identity =
  let log = open_out_gen [ Open_wronly; Open_creat; Open_trunc ] 0o644 file in
  List.iter (write log) (head identity);
  log

let range_text (from, upto) seconds =
  Printf.sprintf "passed %d %d in %.2f s" from upto seconds

let read_lines file =
  let channel =
    try open_in_bin file with Sys_error _ -> Complaint.unreadable "%s cannot be opened." file in
  Fun.protect ~finally:(fun () -> close_in channel) @@ fun () ->
  let rec go lines =
    match input_line channel with
    | line -> go (line :: lines)
    | exception End_of_file -> List.rev lines in
  go []

(* A last line that was cut off counts as not written. *)
let range_of line =
  try Scanf.sscanf line "passed %u %u in %f s%!" (fun from upto _ -> Some (from, upto))
  with Scanf.Scan_failure _ | Failure _ | End_of_file -> None

(* The ranges that have passed, and the log to write on. *)
let resume file identity =
  let lines = read_lines file in
  let expected = head identity in
  let rec same lines expected = match lines, expected with
    | _, [] -> true
    | line :: lines, wanted :: expected -> line = wanted && same lines expected
    | [], _ -> false in
  (* (The table may have been renamed.) *)
  let without_name = List.filteri (fun i _ -> i <> 1) in
  if List.length lines < List.length expected
     || not (same (without_name lines) (without_name expected)) then
    Complaint.unreadable "%s is not a log of a check of this table by this program." file;
  let ranges = List.filter_map range_of lines in
  let log = open_out_gen [ Open_wronly; Open_append ] 0o644 file in
  write log "# resumed";
  (ranges, log)
