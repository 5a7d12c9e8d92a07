(* SPDX-License-Identifier: MIT *)
(* A game as the verbs need it: its rules as they were read, and as the proved program compiled
   them. *)

type t = { read : Bddl_reader.t; board : Explanation.board; start : Kernel.packed }

let most_squares = 64

let start_of (read : Bddl_reader.t) =
  let { Bddl_reader.columns; rows; _ } = read in
  let add p (white, x, y) = Notation.with_piece p ~white (Notation.square ~columns ~rows x y) in
  List.fold_left add (Notation.empty_board read.white_begins) read.start

(* The first action that the proved program does not take by itself. *)
let unclear_action (read : Bddl_reader.t) =
  let compiles action =
    Kernel.compile { read.rules with black_actions = [ action ]; white_actions = [];
                                     black_goals = []; white_goals = [] } <> None in
  let black_names, white_names = read.names in
  let named = List.combine (black_names @ white_names)
      (read.rules.black_actions @ read.rules.white_actions) in
  Option.map fst (List.find_opt (fun (_, action) -> not (compiles action)) named)

(* How many conditions all anchors together may have: rules that are much longer are not those of a
   game, and the proved program would take hours to compile them. *)
let most_anchored = 1 lsl 18

let check_size domain_file (read : Bddl_reader.t) =
  let squares = read.columns * read.rows in
  if squares > most_squares then
    Complaint.unreadable "The board has %d squares; the checker knows boards of at most %d." squares
      most_squares;
  let rules = read.rules in
  let actions = List.length rules.black_actions + List.length rules.white_actions in
  let goals = List.length rules.black_goals + List.length rules.white_goals in
  if (actions + goals) * squares > most_anchored then
    Complaint.unreadable "%s: the rules have more actions and goals than the checker takes."
      domain_file

let compile ~domain_file (read : Bddl_reader.t) =
  check_size domain_file read;
  let game = match Kernel.compile read.rules with
    | Some game -> game
    | None ->
      match unclear_action read with
      | Some name ->
        Complaint.unreadable
          "%s: the effect of the action '%s' leaves the player more choices, by NOT, than the \
           checker takes." domain_file name
      | None -> Complaint.unreadable "%s: the checker does not know these rules." domain_file in
  { read; board = { columns = read.columns; rows = read.rows; game }; start = start_of read }

let load ~domain_file ~problem_file ~stuck =
  compile ~domain_file (Bddl_reader.load ~domain_file ~problem_file ~stuck)

(* ---- As the verbs are given it -------------------------------------------------------------- *)

let stuck_choices = [ ("loss", true); ("draw", false) ]

let of_command_line line =
  match line.Command_line.arguments_given with
  | domain_file :: problem_file :: _ ->
    let stuck = Command_line.choice line "--stuck" stuck_choices in
    load ~domain_file ~problem_file ~stuck
  | _ -> Command_line.wrong_usage "The rules are two files, DOMAIN and PROBLEM."

let position_of game text =
  let { Explanation.columns; rows; _ } = game.board in
  if text = "start" then game.start
  else
    match Notation.of_text ~columns ~rows text with
    | position -> position
    | exception Notation.Malformed ->
      Command_line.wrong_usage
        "'%s' is not a position on a board of %d columns and %d rows, such as '%s'."
        (String.escaped text) columns rows (Explanation.text game.board game.start)

let start_of_command_line line game =
  match Command_line.value line "--start" with
  | None -> game.start
  | Some text -> position_of game text

(* How a list is to be checked: from which position on, and by how many processes. *)
type settings = { processes : int; quiet : bool; from : Kernel.packed }

let quietly game = { processes = 1; quiet = true; from = game.start }

let settings_of_command_line line game =
  { processes = Command_line.number line "--processes" ~least:1 ~most:1024 ~default:1;
    quiet = Command_line.has line "--quiet";
    from = start_of_command_line line game }

let require_board game (list : Position_list.t) =
  let header = list.header and board = game.board in
  if (header.columns, header.rows) <> (board.columns, board.rows) then
    Complaint.unreadable "%s is for a board of %d columns and %d rows, and the rules for one of %d \
                          and %d." list.name header.columns header.rows board.columns board.rows

let print_rules game channel =
  let print = List.iter (fun line -> output_string channel (line ^ "\n")) in
  print ("% The domain, as it was read:" :: Bddl_printer.domain game.read);
  print ("" :: "% The problem, as it was read:" :: Bddl_printer.problem game.read);
  print [ Bddl_printer.stuck game.read;
          "% The start in zermelo's notation: " ^ Explanation.text game.board game.start ]
