(* SPDX-License-Identifier: MIT *)
(* zermelo-verified ostle: is every value in a table of Ostle true, under the rule as written? *)

let range_entries = 1 lsl 22

(* ---- Ranges --------------------------------------------------------------------------------- *)

(* What is left of [from, upto) without the ranges that have passed, in ranges of a handy length. *)
let ranges_left ~from ~upto ~length passed =
  let passed = List.sort compare passed in
  let rec pieces from upto = if from >= upto then []
    else begin
      let middle = min upto (from + length) in
      (from, middle) :: pieces middle upto
    end in
  let rec go at = function
    | [] -> pieces at upto
    | (a, b) :: rest when a <= at -> go (max at b) rest
    | (a, b) :: rest -> pieces at (min a upto) @ go (max at b) rest in
  go from passed

let handy_length ~entries ~processes =
  max 1 (min range_entries (1 + (entries / (8 * processes))))

(* ---- The check ------------------------------------------------------------------------------ *)

type verdict =
  | Verified  (* everything *)
  | Range_passed
  | Refused of string

type report = {
  verdict : verdict;
  file : Ostle_file.t;
  start_listed : bool option;  (* None: the table is of fewer pieces than the start has *)
  reading : float;
  checking : float;
  processor : float;  (* seconds of processor time, of all processes *)
  entries_checked : int;
}

let kernel_digest = Ostle_kernel_digest.text

let read_table line name =
  let quiet = Command_line.has line "--quiet" in
  let description = Ostle_file.describe name in
  if description.parameters.repetition <> "exact" && not quiet then
    prerr_endline "The table was made for another reading of rule 8; it is checked under the rule \
                   as written.";
  let handle, codes = Ostle_file.prepare description in
  let bytes = Ostle_file.bytes_needed handle codes in
  if not quiet then Printf.eprintf "This takes about %s.\n%!" (Progress.memory bytes);
  (description, handle, codes)

let read_values line (description, handle, codes) ~processes =
  let progress =
    Progress.start ~quiet:(Command_line.has line "--quiet") "Reading"
      (Ostle_memory.entries handle) in
  let done_ = ref 0 in
  let tell entries = done_ := !done_ + entries; Progress.tell progress !done_ in
  let file =
    Ostle_file.read description (handle, codes) ~threads:processes
      ~moves_ahead:Ostle_table.moves_ahead tell in
  Progress.finish progress;
  file

let start_listed (table : Ostle_table.t) =
  let { Ostle_file.start; total; _ } = table.file.description.parameters in
  if total < 2 * start then None else Some (Ostle_table.check_start table)

(* The ranges that had passed before, and the log; neither without --log. *)
let open_log line (file : Ostle_file.t) =
  match Command_line.value line "--log", Command_line.has line "--resume" with
  | None, true -> Command_line.wrong_usage "--resume needs --log."
  | None, false -> ([], None)
  | Some name, resume ->
    let identity = { Ostle_log.table = file.description.name; entries = file.entries;
                     values = Ostle_memory.hash file.handle; kernel = kernel_digest } in
    let ranges, log =
      if resume && Sys.file_exists name then Ostle_log.resume name identity
      else ([], Ostle_log.start name identity) in
    (ranges, Some log)

let range_asked line ~entries =
  let bound option default = Command_line.number line option ~least:0 ~most:entries ~default in
  (bound "--from" 0, bound "--upto" entries)

let check_ranges line (table : Ostle_table.t) ~processes =
  let entries = table.file.entries in
  let from, upto = range_asked line ~entries in
  let before, log = open_log line table.file in
  let length = handy_length ~entries ~processes in
  let left = ranges_left ~from ~upto ~length before in
  let size_of ranges = List.fold_left (fun n (a, b) -> n + b - a) 0 ranges in
  let progress =
    Progress.start ~quiet:(Command_line.has line "--quiet") "Checking" (upto - from) in
  let passed = ref before and done_ = ref (upto - from - size_of left) in
  let began = Unix.gettimeofday () in
  let tell (a, b) =
    passed := (a, b) :: !passed;
    done_ := !done_ + b - a;
    let write log =
      Ostle_log.write log (Ostle_log.range_text (a, b) (Unix.gettimeofday () -. began)) in
    Option.iter write log;
    Progress.tell progress !done_ in
  let check (from, upto) : Pool.answer =
    if Ostle_table.check_range table ~from ~upto then Passed
    else Refused (Ostle_table.find_bad table ~from ~upto) in
  let bad = Pool.check ~processes left check tell in
  Progress.finish progress;
  (bad, List.sort compare !passed, log, size_of left)

let verdict_of (table : Ostle_table.t) bad passed ~start =
  match bad with
  | Some entry ->
    Refused
      (Ostle_words.refusal table.file.description.parameters.size table.lose table.table entry)
  | None ->
    if not (Ostle_kernel.cover 0 passed table.file.entries) then Range_passed
    else if start = Some false then Refused "Refused: the table does not have the start."
    else Verified

let examine line name =
  let processes = Command_line.number line "--processes" ~least:1 ~most:64 ~default:1 in
  let began = Unix.gettimeofday () and used_before = Pool.processor_time () in
  let prepared = read_table line name in
  let file = read_values line prepared ~processes in
  let table = Ostle_table.make file in
  let read = Unix.gettimeofday () in
  if not (Ostle_table.prepared table) then
    Complaint.refused "Refused: the symmetries are not those of the board.";
  let start = start_listed table in
  let bad, passed, log, entries_checked = check_ranges line table ~processes in
  let verdict = verdict_of table bad passed ~start in
  let say log = match verdict with
    | Verified -> Ostle_log.write log "# verified"
    | Range_passed -> ()
    | Refused sentence -> Ostle_log.write log ("# " ^ sentence) in
  Option.iter say log;
  { verdict; file; start_listed = start; entries_checked; reading = read -. began;
    checking = Unix.gettimeofday () -. read; processor = Pool.processor_time () -. used_before }

(* ---- Results -------------------------------------------------------------------------------- *)

let start_in_words = function
  | None -> "The start has more pieces than the table, so nothing is said of what play leads to."
  | Some _ -> "The start is in the table, and so is every state that play can lead to."

let print_text report =
  match report.verdict with
  | Refused sentence -> print_endline sentence
  | Range_passed ->
    Printf.printf "All of the %s entries looked at have passed; they are not the whole table.\n"
      (Progress.grouped report.entries_checked)
  | Verified ->
    Printf.printf "Verified: the values of all %s positions are true, under the rule as written.\n"
      (Progress.grouped report.file.positions);
    print_endline (start_in_words report.start_listed);
    Printf.printf "Read in %.2f s, checked in %.2f s.\n" report.reading report.checking

let print_json report =
  let verdict, refusal = match report.verdict with
    | Verified -> ("verified", "null")
    | Range_passed -> ("range passed", "null")
    | Refused sentence -> ("refused", Json.quoted sentence) in
  let start = match report.start_listed with
    | None -> "null"
    | Some listed -> string_of_bool listed in
  Json.print_object stdout
    [ ("verdict", Json.quoted verdict);
      ("positions", string_of_int report.file.positions);
      ("entries", string_of_int report.file.entries);
      ("entries_checked", string_of_int report.entries_checked);
      ("start_listed", start);
      ("seconds_reading", Printf.sprintf "%.3f" report.reading);
      ("seconds_checking", Printf.sprintf "%.3f" report.checking);
      ("processor_seconds", Printf.sprintf "%.3f" report.processor);
      ("refusal", refusal) ]

let tell_memory name =
  let handle, codes = Ostle_file.prepare (Ostle_file.describe name) in
  Printf.printf "%d bytes (%s)\n" (Ostle_file.bytes_needed handle codes)
    (Progress.memory (Ostle_file.bytes_needed handle codes));
  0

(* The game is that of the table; its values are not looked at. *)
let compare_moves line name program =
  let count = Command_line.number line "--count" ~least:1 ~most:1_000_000 ~default:200 in
  let seed = Command_line.number line "--seed" ~least:0 ~most:max_int ~default:1 in
  let progress = Progress.start ~quiet:(Command_line.has line "--quiet") "Compared" count in
  let { Ostle_file.parameters; _ } = Ostle_file.describe name in
  let result =
    Ostle_comparison.compare_all program parameters ~count ~seed (Progress.tell progress) in
  Progress.finish progress;
  match result with
  | Error sentence -> print_endline sentence; 1
  | Ok moves ->
    Printf.printf "In %s states both have the same %s moves.\n" (Progress.grouped count)
      (Progress.grouped moves);
    0

let check line name =
  let report = examine line name in
  if Command_line.has line "--json" then print_json report else print_text report;
  match report.verdict with Verified | Range_passed -> 0 | Refused _ -> 1

let run (line : Command_line.t) =
  let name = List.hd line.arguments_given in
  match Command_line.value line "--compare-moves" with
  | Some program -> compare_moves line name program
  | None -> if Command_line.has line "--memory" then tell_memory name else check line name

let verb : Command_line.verb = {
  name = "ostle";
  synopsis =
    "TABLE [--processes N] [--log FILE [--resume]] [--from N] [--upto N] [--memory]\n\
    \       [--quiet] [--json]\n\
    \       [--compare-moves ZERMELO [--count N] [--seed S]]";
  summary =
    "Checks every value of a table of Ostle.\n\n\
     The rule is that which is written: no move may restore the position of two plies before.\n\
     TABLE is a table file that `zermelo solve ostle` writes. Exit status: 0 verified, 1 refused,\n\
     2 wrong usage or unreadable input.\n\n\
    \  --processes N  check in this many processes\n\
    \  --log FILE     write each range of entries that has passed to this file\n\
    \  --resume       go on from what this file says has passed\n\
    \  --from N       check only the entries from number N on\n\
    \  --upto N       check only the entries below number N\n\
    \  --memory       only say how much memory it takes\n\
    \  --quiet        no progress, and nothing about memory\n\
    \  --json         the result as one JSON object\n\
    \  --compare-moves ZERMELO\n\
    \                 instead compare the moves that the proved generator makes with those of\n\
    \                 this program's verb `moves`, in --count N random states (default: 200)\n\
    \  --seed S       of the random states (default: 1)";
  flags = [ "--resume"; "--memory"; "--quiet"; "--json" ];
  options =
    [ "--processes"; "--log"; "--from"; "--upto"; "--compare-moves"; "--count"; "--seed" ];
  arguments = [ 1 ];
  run;
}
