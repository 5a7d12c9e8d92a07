(* SPDX-License-Identifier: MIT *)
(* The log of a check: what was checked, then line by line the ranges of entries that have passed,
   and the verdict. *)

let first_line = "# zermelo-verified table, log 1"

type identity = {
  rules : string;  (* the file *)
  positions : int;  (* of the list *)
  entries : int;  (* places, of which some are empty *)
  values : string;  (* a hash of the entries that are not empty *)
  kernel : string;  (* a hash *)
}

type t = { channel : out_channel; began : float }

let write log line =
  output_string log.channel (line ^ "\n");
  flush log.channel

let start file { rules; positions; entries; values; kernel } =
  let channel =
    try open_out_bin file
    with Sys_error what -> Complaint.unreadable "The log cannot be written: %s." what in
  let log = { channel; began = Unix.gettimeofday () } in
  List.iter (write log)
    [ first_line;
      Printf.sprintf "rules %s %s" (Filename.basename rules) (Digest.to_hex (Digest.file rules));
      Printf.sprintf "positions %d" positions;
      Printf.sprintf "entries %d" entries;
      Printf.sprintf "values %s" values;
      Printf.sprintf "kernel %s" kernel ];
  log

let passed log (from, upto) =
  write log (Printf.sprintf "passed %d %d in %.2f s" from upto (Unix.gettimeofday () -. log.began))

(* About so many ranges are told. *)
let ranges_told = 512

let close log verdict =
  write log ("# " ^ verdict);
  close_out log.channel
