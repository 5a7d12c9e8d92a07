(* SPDX-License-Identifier: MIT *)
(* zermelo-verified table: is every value in a list true? *)

type report = {
  outcomes : bool;  (* without distances *)
  positions : int;
  symmetries : int;
  reading : float;
  checking : float;
  processor : float;  (* seconds of processor time, of all processes *)
  verdict : Check_table.verdict;
}

let require_table game (list : Position_list.t) =
  let header = list.header in
  if header.kind <> Table then
    Complaint.unreadable "%s is the list of a strategy: use `zermelo-verified strategy`." list.name;
  if header.metric <> Position_list.distance && header.metric <> Position_list.outcome then
    Complaint.unreadable
      "%s has values of the metric '%s': only distances can be checked, and outcomes." list.name
      (String.escaped header.metric);
  Game.require_board game list

let tell_memory ~quiet ~squares (list : Position_list.t) =
  if not quiet then
    Printf.eprintf "This takes about %s.\n%!"
      (Progress.memory (Entries.bytes_needed ~squares list.count))

let examine { Game.processes; quiet; from } (game : Game.t) file =
  let { Explanation.columns; rows; _ } = game.board in
  let began = Unix.gettimeofday () and used_before = Pool.processor_time () in
  let list = Position_list.open_list file in
  require_table game list;
  tell_memory ~quiet ~squares:(columns * rows) list;
  let entries = Entries.arrange ~squares:(columns * rows) list in
  Position_list.close list;
  let symmetries = Symmetries.make ~columns ~rows ~start:game.start game.board.game entries in
  let table = Check_table.table entries symmetries in
  let read = Unix.gettimeofday () in
  let outcomes = list.header.metric = Position_list.outcome in
  let verdict = Check_table.check ~processes ~quiet ~outcomes game.board table from in
  { outcomes; positions = list.count; symmetries = Array.length symmetries.symmetries;
    reading = read -. began; checking = Unix.gettimeofday () -. read;
    processor = Pool.processor_time () -. used_before; verdict }

(* ---- Results -------------------------------------------------------------------------------- *)

let start_in_words ~outcomes (value : Kernel.entry) =
  match value with
  | TWin _ when outcomes -> "the side that begins wins"
  | TLoss _ when outcomes -> "the side that begins loses"
  | TWin n -> "the side that begins wins in " ^ Explanation.plies n
  | TLoss n -> "the side that begins loses in " ^ Explanation.plies n
  | TDraw -> "the game is drawn"
  | TNone -> "the start is not known"

let microseconds report =
  1e6 *. (report.reading +. report.checking) /. float (max 1 report.positions)

let print_text report =
  match report.verdict with
  | Failed sentence -> print_endline sentence
  | Passed value ->
    Printf.printf "Verified: all %s values are true, and %s.\n"
      (Progress.grouped report.positions) (start_in_words ~outcomes:report.outcomes value);
    Printf.printf "Read in %.2f s, checked in %.2f s: %.2f microseconds a position, %s.\n"
      report.reading report.checking (microseconds report)
      (Explanation.symmetries report.symmetries)

let start_in_json ~outcomes (value : Kernel.entry) =
  match value with
  | TWin _ when outcomes -> "\"win\""
  | TLoss _ when outcomes -> "\"loss\""
  | TWin n -> Printf.sprintf "\"win in %d\"" n
  | TLoss n -> Printf.sprintf "\"loss in %d\"" n
  | TDraw -> "\"draw\""
  | TNone -> "null"

let print_json report =
  let verdict, start, refusal = match report.verdict with
    | Passed value -> ("verified", start_in_json ~outcomes:report.outcomes value, "null")
    | Failed sentence -> ("refused", "null", Json.quoted sentence) in
  Json.print_object stdout
    [ ("verdict", Json.quoted verdict);
      ("positions", string_of_int report.positions);
      ("seconds", Printf.sprintf "%.3f" (report.reading +. report.checking));
      ("processor_seconds", Printf.sprintf "%.3f" report.processor);
      ("seconds_reading", Printf.sprintf "%.3f" report.reading);
      ("microseconds_per_position", Printf.sprintf "%.3f" (microseconds report));
      ("symmetries", string_of_int report.symmetries);
      ("start", start);
      ("refusal", refusal) ]

(* What cannot be an entry at all is found while the list is read. *)
let report_of line game file =
  try examine (Game.settings_of_command_line line game) game file
  with Complaint.Refused sentence ->
    { outcomes = false; positions = 0; symmetries = 0; reading = 0.; checking = 0.; processor = 0.;
      verdict = Failed sentence }

let run_version_1 line list_file =
  let game = Game.of_command_line line in
  if Command_line.has line "--lean" then
    Command_line.wrong_usage "--lean is for rules in version 2.";
  if Command_line.value line "--log" <> None then
    Command_line.wrong_usage "--log is for rules in version 2.";
  if Command_line.has line "--rules" then Game.print_rules game stderr;
  let report = report_of line game list_file in
  if Command_line.has line "--json" then print_json report else print_text report;
  match report.verdict with Passed _ -> 0 | Failed _ -> 1

let run line =
  match line.Command_line.arguments_given with
  | [ rules_file; list_file ] -> Verb_piece_table.run line rules_file list_file
  | given -> run_version_1 line (List.nth given 2)

let verb : Command_line.verb = {
  name = "table";
  synopsis =
    "DOMAIN PROBLEM LIST [--stuck loss|draw] [--start POSITION] [--processes N] [--rules]\n\
    \       [--quiet] [--json]\n\
     usage: zermelo-verified table RULES LIST [--lean] [--start POSITION] [--processes N] [--log FILE]\n\
    \       [--rules] [--quiet] [--json]";
  summary =
    "Checks every value of a table.\n\n\
     The rules are DOMAIN and PROBLEM, in version 1 of BDDL, or RULES, in version 2. LIST is the list of its positions that `zermelo export` writes; - is\n\
     standard input. Exit status: 0 verified, 1 refused, 2 wrong usage or unreadable input.\n\n\
    \  --stuck loss|draw  the result of a side that cannot move (by default it has lost if there\n\
    \                     are no goals, and otherwise the game is drawn)\n\
    \  --lean             positions that the side to move wins at once may be left out, and what is\n\
    \                     only reached if somebody does not win at once (in version 2 only)\n\
    \  --start POSITION   the position whose value is told, instead of that of the problem\n\
    \  --processes N      check in this many processes\n\
    \  --log FILE         write to this file what is checked, and each range of entries that has\n\
    \                     passed (in version 2 only)\n\
    \  --rules            first print the rules as they were read, on standard error\n\
    \  --quiet            no progress, and nothing about memory\n\
    \  --json             the result as one JSON object";
  flags = [ "--rules"; "--quiet"; "--json"; "--lean" ];
  options = [ "--stuck"; "--start"; "--processes"; "--log" ];
  arguments = [ 2; 3 ];
  run;
}
