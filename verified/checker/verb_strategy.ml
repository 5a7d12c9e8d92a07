(* SPDX-License-Identifier: MIT *)
(* zermelo-verified strategy: does a strategy do what it claims? *)

type report = {
  positions : int;
  seconds : float;
  verdict : Check_strategy.verdict;
  claim : string;  (* in words, if it was verified *)
}

let require_strategy game (list : Position_list.t) =
  let header = list.header in
  if header.kind <> Strategy then
    Complaint.unreadable "%s is the list of a table: use `zermelo-verified table`." list.name;
  Game.require_board game list

let claim_of (list : Position_list.t) : Kernel.claim =
  match list.header.claim with
  | "wins" -> Wins list.header.depth
  | "does-not-lose" -> DoesNotLose list.header.depth
  | claim ->
    Complaint.unreadable "%s claims '%s', which is not known." list.name (String.escaped claim)

let in_words (claim : Kernel.claim) rank =
  match claim with
  | Wins None -> "wins within " ^ Explanation.plies rank
  | Wins (Some depth) -> "wins within " ^ Explanation.plies (min rank depth)
  | DoesNotLose None -> "never loses"
  | DoesNotLose (Some depth) -> "does not lose within " ^ Explanation.plies depth

let examine { Game.processes; quiet; from } (game : Game.t) file =
  let { Explanation.columns; rows; _ } = game.board in
  let began = Unix.gettimeofday () in
  let list = Position_list.open_list file in
  require_strategy game list;
  let claim = claim_of list in
  let entries = Entries.arrange ~squares:(columns * rows) list in
  Position_list.close list;
  let strategy = Check_strategy.strategy game.board list.header claim entries in
  let verdict = Check_strategy.check ~processes ~quiet strategy from in
  let claim = match verdict with
    | Failed _ -> ""
    | Passed rank -> Explanation.colour list.header.owner_is_white ^ " " ^ in_words claim rank in
  { positions = list.count; seconds = Unix.gettimeofday () -. began; verdict; claim }

let print_json report =
  let verdict, claim, rank, refusal = match report.verdict with
    | Passed rank -> ("verified", Json.quoted report.claim, string_of_int rank, "null")
    | Failed sentence -> ("refused", "null", "null", Json.quoted sentence) in
  Json.print_object stdout
    [ ("verdict", Json.quoted verdict);
      ("claim", claim);
      ("positions", string_of_int report.positions);
      ("seconds", Printf.sprintf "%.3f" report.seconds);
      ("rank", rank);
      ("refusal", refusal) ]

let print_text report =
  match report.verdict with
  | Failed sentence -> print_endline sentence
  | Passed _ ->
    Printf.printf "Verified: with this strategy %s.\n" report.claim;
    Printf.printf "%s positions that it can meet were checked in %.2f s.\n"
      (Progress.grouped report.positions) report.seconds

let report_of line game file =
  try examine (Game.settings_of_command_line line game) game file
  with Complaint.Refused sentence ->
    { positions = 0; seconds = 0.; verdict = Failed sentence; claim = "" }

let run line =
  let game = Game.of_command_line line in
  if Command_line.has line "--rules" then Game.print_rules game stderr;
  let report = report_of line game (List.nth line.arguments_given 2) in
  if Command_line.has line "--json" then print_json report else print_text report;
  match report.verdict with Passed _ -> 0 | Failed _ -> 1

let verb : Command_line.verb = {
  name = "strategy";
  synopsis =
    "DOMAIN PROBLEM LIST [--stuck loss|draw] [--start POSITION] [--processes N] [--rules]\n\
    \       [--quiet] [--json]";
  summary =
    "Checks a strategy against its claim.\n\n\
     LIST is the list of all positions that it can meet, as `zermelo export` writes it; - is\n\
     standard input. Exit status: 0 verified, 1 refused, 2 wrong usage or unreadable input.\n\n\
    \  --stuck loss|draw  the result of a side that cannot move (by default it has lost if there\n\
    \                     are no goals, and otherwise the game is drawn)\n\
    \  --start POSITION   where the strategy begins, instead of the start of the problem\n\
    \  --processes N      check in this many processes\n\
    \  --rules            first print the rules as they were read, on standard error\n\
    \  --quiet            no progress\n\
    \  --json             the result as one JSON object";
  flags = [ "--rules"; "--quiet"; "--json" ];
  options = [ "--stuck"; "--start"; "--processes" ];
  arguments = [ 3 ];
  run;
}
