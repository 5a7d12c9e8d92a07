(* SPDX-License-Identifier: MIT *)
(* zermelo-verified table, for rules in version 2 of BDDL. *)

type report = {
  positions : int;  (* in the list *)
  checked : int;  (* of these, those that neither symmetries nor the exchange of sides make of others *)
  symmetries : int;
  reading : float;
  checking : float;
  processor : float;  (* seconds of processor time, of all processes *)
  verdict : Piece_table.verdict;
}

let require_table (game : Piece_game.t) (list : Position_list.t) =
  let header = list.header in
  if header.kind <> Table then
    Complaint.unreadable "%s is the list of a strategy; of games in version 2 of BDDL only tables are checked." list.name;
  if header.metric <> Position_list.distance then
    Complaint.unreadable "%s has values of the metric '%s': in version 2 of BDDL only distances can be checked."
      list.name (String.escaped header.metric);
  if (header.columns, header.rows) <> (game.read.columns, game.read.rows) then
    Complaint.unreadable "%s is for a board of %d columns and %d rows, and the rules for one of %d and %d." list.name
      header.columns header.rows game.read.columns game.read.rows

type settings = { processes : int; quiet : bool; lean : bool; from : int; log : (string * string) option }  (* the log, and the file of the rules *)

let position_of game text =
  if text = "start" then game.Piece_game.start
  else
    match Piece_game.word_of game (Piece_game.position_of_text game text) with
    | word -> word
    | exception Notation.Malformed ->
      Command_line.wrong_usage "'%s' is not a position of this game, such as '%s'." (String.escaped text)
        (Piece_game.word_text game game.start)

let settings_of_command_line line game rules_file =
  if Command_line.value line "--stuck" <> None then
    Command_line.wrong_usage "--stuck is for rules in version 1; in version 2 the rules say it under #stuck.";
  { processes = Command_line.number line "--processes" ~least:1 ~most:1024 ~default:1;
    quiet = Command_line.has line "--quiet";
    lean = Command_line.has line "--lean";
    log = Option.map (fun log -> (log, rules_file)) (Command_line.value line "--log");
    from = (match Command_line.value line "--start" with
        | None -> game.Piece_game.start
        | Some text -> position_of game text) }

let quietly (game : Piece_game.t) = { processes = 1; quiet = true; lean = false; from = game.start; log = None }

let value_in_words (value : Piece_table.value) =
  match value with
  | Win n -> "the side that begins wins in " ^ Explanation.plies n
  | Loss n -> "the side that begins loses in " ^ Explanation.plies n
  | Draw -> "the game is drawn"
  | Nothing -> "the start is not known"

let start_log (list : Position_list.t) (entries : Piece_entries.t) (file, rules) =
  Table_log.start file
    { rules; positions = list.count; entries = entries.size;
      values = Piece_entries.hash_of_all entries; kernel = Piece_kernel_digest.text }

let end_log log = function
  | Piece_table.Passed value -> Table_log.close log ("verified: " ^ value_in_words value)
  | Failed sentence -> Table_log.close log sentence

let examine { processes; quiet; lean; from; log } game file =
  let began = Unix.gettimeofday () and used_before = Pool.processor_time () in
  let list = Position_list.open_list file in
  require_table game list;
  let symmetries = Piece_symmetries.make game in
  let entries = Piece_entries.read game symmetries list in
  Position_list.close list;
  if not quiet then
    Printf.eprintf "The entries take %s.\n%!" (Progress.memory (Piece_entries.bytes_needed entries));
  let table = Piece_table.table game ~lean symmetries entries in
  let read = Unix.gettimeofday () in
  let log = Option.map (start_log list entries) log in
  let verdict = Piece_table.check ~processes ~quiet ~log symmetries table from in
  Option.iter (fun log -> end_log log verdict) log;
  { positions = list.count; checked = entries.used; symmetries = List.length symmetries.symmetries;
    reading = read -. began; checking = Unix.gettimeofday () -. read;
    processor = Pool.processor_time () -. used_before; verdict }

(* ---- Results -------------------------------------------------------------------------------- *)

let microseconds report = 1e6 *. (report.reading +. report.checking) /. float (max 1 report.positions)

let print_text report =
  match report.verdict with
  | Failed sentence -> print_endline sentence
  | Passed value ->
    Printf.printf "Verified: all %s values are true, and %s.\n" (Progress.grouped report.positions)
      (value_in_words value);
    Printf.printf
      "Read in %.2f s, checked in %.2f s: %.2f microseconds a position; %s stand for all, by %s and the exchange of \
       the sides.\n"
      report.reading report.checking (microseconds report) (Progress.grouped report.checked)
      (Explanation.symmetries report.symmetries)

let start_in_json (value : Piece_table.value) =
  match value with
  | Win n -> Printf.sprintf "\"win in %d\"" n
  | Loss n -> Printf.sprintf "\"loss in %d\"" n
  | Draw -> "\"draw\""
  | Nothing -> "null"

let print_json report =
  let verdict, start, refusal = match report.verdict with
    | Passed value -> ("verified", start_in_json value, "null")
    | Failed sentence -> ("refused", "null", Json.quoted sentence) in
  Json.print_object stdout
    [ ("verdict", Json.quoted verdict);
      ("positions", string_of_int report.positions);
      ("checked", string_of_int report.checked);
      ("seconds", Printf.sprintf "%.3f" (report.reading +. report.checking));
      ("processor_seconds", Printf.sprintf "%.3f" report.processor);
      ("seconds_reading", Printf.sprintf "%.3f" report.reading);
      ("microseconds_per_position", Printf.sprintf "%.3f" (microseconds report));
      ("symmetries", string_of_int report.symmetries);
      ("start", start);
      ("refusal", refusal) ]

let report_of line game rules_file file =
  try examine (settings_of_command_line line game rules_file) game file
  with Complaint.Refused sentence ->
    { positions = 0; checked = 0; symmetries = 0; reading = 0.; checking = 0.; processor = 0.;
      verdict = Failed sentence }

let run line rules_file list_file =
  let game = Piece_game.load rules_file in
  if Command_line.has line "--rules" then List.iter prerr_endline (Piece_printer.rules game.read);
  let report = report_of line game rules_file list_file in
  if Command_line.has line "--json" then print_json report else print_text report;
  match report.verdict with Passed _ -> 0 | Failed _ -> 1
