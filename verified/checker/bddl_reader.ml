(* SPDX-License-Identifier: MIT *)
(* Reads rules in BDDL (docs/bddl.md). TRUSTED: what is proved of a table is proved of the game that
   this file makes of the two texts. `zermelo-verified rules` prints that game, for comparison. *)

open Kernel

type t = {
  rules : rules;
  columns : int;
  rows : int;
  start : (bool * int * int) list;  (* white?, column, row from the top: the pieces at the start *)
  white_begins : bool;
  names : string list * string list;  (* of Black's actions and of White's *)
}

(* ---- Tokens --------------------------------------------------------------------------------- *)

type kind = Word | Integer | Section | Keyword | Variable | Sign | Name | Line_end | End
type token = { kind : kind; text : string; line : int }

let wrong file line format =
  Printf.ksprintf (fun what -> Complaint.unreadable "%s:%d: %s." file line what) format

let is_letter c = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c = '_'
let is_digit c = c >= '0' && c <= '9'
let in_word c = is_letter c || is_digit c || c = '-'

let byte_order_mark = "\xef\xbb\xbf"
let begins_with prefix text =
  String.length text >= String.length prefix
  && String.sub text 0 (String.length prefix) = prefix

(* Every line end is one '\n': the files may have LF, CR LF or CR. *)
let with_plain_line_ends text =
  let plain = Buffer.create (String.length text) in
  let add i c =
    if c = '\r' then Buffer.add_char plain '\n'
    else if not (c = '\n' && i > 0 && text.[i - 1] = '\r') then Buffer.add_char plain c in
  String.iteri add text;
  Buffer.contents plain

(* Line ends matter only between goals: those within parentheses are left out here. *)
let tokens file text =
  let text = with_plain_line_ends text in
  let length = String.length text in
  let rec run belongs i = if i < length && belongs text.[i] then run belongs (i + 1) else i in
  let rec go i line depth found =
    if i >= length then List.rev ({ kind = End; text = "the end of the file"; line } :: found)
    else
      let take kind last depth =
        let token = { kind; text = String.sub text i (last - i); line } in
        if String.lowercase_ascii token.text = "#name" then name last line (token :: found)
        else go last line depth (token :: found) in
      match text.[i] with
      | '%' -> go (run (fun c -> c <> '\n') i) line depth found
      | ' ' | '\t' -> go (i + 1) line depth found
      | '\n' when depth > 0 -> go (i + 1) (line + 1) depth found
      | '\n' ->
        let token = { kind = Line_end; text = "the end of the line"; line } in
        go (i + 1) (line + 1) 0 (token :: found)
      | '(' -> take Sign (i + 1) (depth + 1)
      | ')' -> take Sign (i + 1) (max 0 (depth - 1))
      | ',' | '+' | '-' -> take Sign (i + 1) depth
      | '#' -> take Section (run in_word (i + 1)) 0
      | ':' -> take Keyword (run in_word (i + 1)) 0
      | '?' -> take Variable (run is_letter (i + 1)) depth
      | c when is_letter c -> take Word (run in_word i) depth
      | c when is_digit c -> take Integer (run is_digit i) depth
      | c when c > ' ' && c <= '~' -> wrong file line "'%c' means nothing here" c
      | c -> wrong file line "the byte 0x%02x means nothing here" (Char.code c)
  (* The game's name is the rest of the line, or the next line that is not empty. *)
  and name i line found =
    if i >= length then go i line 0 found
    else match text.[i] with
      | ' ' | '\t' -> name (i + 1) line found
      | '\n' -> name (i + 1) (line + 1) found
      | '%' -> name (run (fun c -> c <> '\n') i) line found
      | '#' -> go i line 0 found
      | _ ->
        let last = run (fun c -> c <> '\n' && c <> '%') i in
        go last line 0 ({ kind = Name; text = String.sub text i (last - i); line } :: found) in
  go (if begins_with byte_order_mark text then 3 else 0) 1 0 []

(* ---- A text that is being read -------------------------------------------------------------- *)

type reader = { file : string; mutable rest : token list }

let peek reader = List.hd reader.rest  (* (the token End is never taken away) *)
let lower token = String.lowercase_ascii token.text
let at reader kind = (peek reader).kind = kind
let at_word reader kind word = at reader kind && lower (peek reader) = word

let expected reader what =
  let found = peek reader in
  let shown = match found.kind with
    | End | Line_end -> found.text
    | _ -> Printf.sprintf "'%s'" (String.escaped found.text) in
  wrong reader.file found.line "expected %s, not %s" what shown

let next reader =
  let token = peek reader in
  if token.kind <> End then reader.rest <- List.tl reader.rest;
  token

let require reader kind word =
  if not (at_word reader kind word) then expected reader word;
  ignore (next reader)

let rec skip_lines reader =
  if at reader Line_end then begin ignore (next reader); skip_lines reader end

let integer reader what =
  if not (at reader Integer) then expected reader what;
  let token = next reader in
  if String.length token.text > 9 then
    wrong reader.file token.line "the number %s is too large" token.text;
  int_of_string token.text

(* ---- Conditions ----------------------------------------------------------------------------- *)

let z_of_int n =
  let rec positive n =
    if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2)) in
  if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let int_of_z z =
  let rec positive = function
    | XH -> 1
    | XO p -> 2 * positive p
    | XI p -> (2 * positive p) + 1 in
  match z with Z0 -> 0 | Zpos p -> positive p | Zneg p -> -positive p

(* +1, -1 or nothing. *)
let offset reader =
  if at_word reader Sign "+" then begin ignore (next reader); integer reader "a number" end
  else if at_word reader Sign "-" then begin ignore (next reader); -(integer reader "a number") end
  else 0

(* ?x, ?x+1, xmin, xmax, xmax-1 (which is one word) or 3; `axis` is x or y. *)
let coordinate reader axis =
  let edge name =
    let word = lower (peek reader) in
    at reader Word && (word = name || begins_with (name ^ "-") word) in
  let what = Printf.sprintf "?%s, %smin, %smax or a number" axis axis axis in
  let counted from =
    let token = next reader in
    let word_offset = match String.index_opt token.text '-' with
      | None -> None
      | Some i ->
        let digits = String.sub token.text (i + 1) (String.length token.text - i - 1) in
        let fits = digits <> "" && String.length digits <= 9 in
        if not (fits && String.for_all is_digit digits) then
          wrong reader.file token.line "expected %s, not '%s'" what token.text;
        Some (-(int_of_string digits)) in
    let distance = match word_offset with Some n -> n | None -> offset reader in
    { from; offset = z_of_int distance } in
  if at reader Integer then { from = Number; offset = z_of_int (integer reader what) }
  else if at_word reader Variable ("?" ^ axis) then counted Anchor
  else if edge (axis ^ "min") then counted Min
  else if edge (axis ^ "max") then counted Max
  else expected reader what

let plain_condition reader negated =
  let col = match lower (peek reader) with
    | "open" -> Open
    | "black" -> Black
    | "white" -> White
    | _ -> expected reader "open, white, black or NOT" in
  ignore (next reader);
  require reader Sign "(";
  let at_x = coordinate reader "x" in
  require reader Sign ",";
  let at_y = coordinate reader "y" in
  require reader Sign ")";
  { col; negated; at_x; at_y }

let square_condition reader =
  if at_word reader Word "not" then begin
    ignore (next reader);
    require reader Sign "(";
    let condition = plain_condition reader true in
    require reader Sign ")";
    condition
  end
  else plain_condition reader false

(* Square conditions up to something else. Parentheses around parts of them, and `and`, mean
   nothing. A goal ends with its line. *)
let conditions reader ~one_line =
  let rec go depth found =
    if not one_line then skip_lines reader;
    if at_word reader Sign "(" then begin ignore (next reader); go (depth + 1) found end
    else if depth > 0 && at_word reader Sign ")" then begin
      ignore (next reader);
      go (depth - 1) found
    end
    else if at_word reader Word "and" then begin ignore (next reader); go depth found end
    else if at reader Word then begin
      let condition = square_condition reader in
      go depth (condition :: found)
    end
    else if depth > 0 then expected reader "open, white, black, NOT or ')'"
    else match (peek reader).kind with
      | Section | Keyword | Line_end | End -> List.rev found
      | _ -> expected reader "open, white, black or NOT" in
  go 0 []

(* ---- Sections ------------------------------------------------------------------------------- *)

let singular section =
  match section with
  | "#blackgoals" -> "#blackgoal"
  | "#whitegoals" -> "#whitegoal"
  | _ -> section

(* Calls `read` with the name of each section, in small letters, and sees to it that those of
   `needed` are there and none is there twice. *)
let sections reader needed read =
  let rec go seen =
    skip_lines reader;
    if at reader End then
      List.iter (fun name -> if not (List.mem name seen) then expected reader name) needed
    else begin
      if not (at reader Section) then expected reader "a section, such as #init";
      let section = next reader in
      let name = singular (lower section) in
      if List.mem name seen then wrong reader.file section.line "%s is given twice" section.text;
      if not (read name) then
        wrong reader.file section.line "the section %s is not known" (String.escaped section.text);
      go (name :: seen)
    end in
  go []

let skip_name reader =
  if not (at reader Name) then expected reader "the game's name";
  ignore (next reader)

let action reader =
  require reader Keyword ":action";
  if not (at reader Word || at reader Integer) then expected reader "the action's name";
  let name = (next reader).text in
  let keyword word = skip_lines reader; require reader Keyword word in
  keyword ":parameters";
  skip_lines reader;
  require reader Sign "(";
  require reader Variable "?x";
  require reader Sign ",";
  require reader Variable "?y";
  require reader Sign ")";
  keyword ":precondition";
  let before = conditions reader ~one_line:false in
  keyword ":effect";
  let after = conditions reader ~one_line:false in
  (name, { before; after })

let rec actions reader =
  skip_lines reader;
  if at reader Section || at reader End then []
  else
    let first = action reader in
    first :: actions reader

let rec goals reader =
  skip_lines reader;
  if at reader Section || at reader End then []
  else begin
    let line = (peek reader).line in
    let goal =
      if at_word reader Word "false" then begin ignore (next reader); None end
      else Some (conditions reader ~one_line:true) in
    if goal = Some [] then wrong reader.file line "a goal must name a square";
    if not (at reader Section || at reader End || at reader Line_end) then
      expected reader "the end of the line";
    let others = goals reader in
    match goal with None -> others | Some goal -> goal :: others
  end

(* The steps of play that published files name say nothing about the game. *)
let rec skip_section reader =
  if not (at reader Section || at reader End) then begin
    ignore (next reader);
    skip_section reader
  end

(* ---- The two files -------------------------------------------------------------------------- *)

let read_domain file text =
  let reader = { file; rest = tokens file text } in
  let black = ref [] and white = ref [] in
  sections reader [ "#blackactions"; "#whiteactions" ] (function
    | "#blackactions" -> black := actions reader; true
    | "#whiteactions" -> white := actions reader; true
    | "#name" -> skip_name reader; true
    | _ -> false);
  (!black, !white)

type problem = {
  size : int * int;
  init : scond list;
  black_goal_lines : scond list list;
  white_goal_lines : scond list list;
  second : bool;
}

let most_squares = 1024  (* that zermelo reads; the checker says itself how many it can do *)

let board_size reader =
  skip_lines reader;
  let line = (peek reader).line in
  let columns = integer reader "the number of columns" in
  skip_lines reader;
  let rows = integer reader "the number of rows" in
  if columns < 1 || rows < 1 || columns * rows > most_squares then
    wrong reader.file line "a board has 1 to %d squares" most_squares;
  (columns, rows)

let read_problem file text =
  let reader = { file; rest = tokens file text } in
  let problem = ref { size = (0, 0); init = []; black_goal_lines = []; white_goal_lines = [];
                      second = false } in
  let set changed = problem := changed; true in
  sections reader [ "#boardsize"; "#init" ] (function
    | "#boardsize" -> set { !problem with size = board_size reader }
    | "#init" -> set { !problem with init = conditions reader ~one_line:false }
    | "#depth" -> skip_lines reader; ignore (integer reader "the number of plies"); true
    | "#blackgoal" -> set { !problem with black_goal_lines = goals reader }
    | "#whitegoal" -> set { !problem with white_goal_lines = goals reader }
    | "#blackturn" ->
      skip_lines reader;
      let word = lower (peek reader) in
      if word <> "first" && word <> "second" then expected reader "'first' or 'second'";
      ignore (next reader);
      set { !problem with second = word = "second" }
    | "#times" -> skip_section reader; true
    | "#name" -> skip_name reader; true
    | _ -> false);
  !problem

(* ---- Both together -------------------------------------------------------------------------- *)

(* A number that the board does not have is an error; so is a square that no board has, such as
   that of xmax+1. What is counted from an edge of a board that is too small is off the board. *)
let check_axis file axis size (c : coordinate) =
  let n = int_of_z c.offset in
  let possible = match c.from with
    | Anchor -> true
    | Min -> n >= 0
    | Max -> n <= 0
    | Number -> n >= 1 && n <= size in
  if not possible then
    Complaint.unreadable "%s: the %s of a square is not on the board, where it is 1 to %d." file
      axis size

let check_squares file (columns, rows) =
  List.iter (fun c ->
      check_axis file "x" columns c.at_x;
      check_axis file "y" rows c.at_y)

let pieces_at_the_start file (columns, rows) init =
  let place size (c : coordinate) =
    let n = int_of_z c.offset in
    let place = match c.from with
      | Number -> n
      | Min -> 1 + n
      | Max -> size + n
      | Anchor -> 0 in
    if place < 1 || place > size then
      Complaint.unreadable "%s: a square of #init is not on the board." file;
    place in
  let add found c =
    if c.negated || c.at_x.from = Anchor || c.at_y.from = Anchor then
      Complaint.unreadable "%s: a square of the start is written as black(1,2) or white(1,2)." file;
    let x = place columns c.at_x and y = place rows c.at_y in
    if List.mem_assoc (x, y) found then
      Complaint.unreadable "%s: #init gives the square (%d,%d) twice." file x y;
    ((x, y), c.col) :: found in
  let squares = List.rev (List.fold_left add [] init) in
  let piece ((x, y), col) = if col = Open then None else Some (col = White, x, y) in
  List.filter_map piece squares

(* `stuck` is what the option --stuck says, if it is given. *)
let assemble ~domain_file ~problem_file ~stuck domain problem =
  let (columns, rows) as size = problem.size in
  let black, white = domain in
  let check_action (_, a) =
    check_squares domain_file size a.before;
    check_squares domain_file size a.after in
  List.iter check_action (black @ white);
  List.iter (check_squares problem_file size) (problem.black_goal_lines @ problem.white_goal_lines);
  let stuck_loses = match stuck with
    | Some loses -> loses
    | None -> problem.black_goal_lines = [] && problem.white_goal_lines = [] in
  { rules = { columns = z_of_int columns; rows = z_of_int rows;
              black_actions = List.map snd black; white_actions = List.map snd white;
              black_goals = problem.black_goal_lines; white_goals = problem.white_goal_lines;
              stuck_loses };
    columns; rows;
    start = pieces_at_the_start problem_file size problem.init;
    white_begins = problem.second;
    names = (List.map fst black, List.map fst white) }

let longest_text = 1 lsl 20

let text_of_file file =
  let channel = try open_in_bin file with Sys_error _ ->
    Complaint.unreadable "%s cannot be opened." file in
  let text = Buffer.create 4096 in
  let rec fill () =
    if Buffer.length text > longest_text then
      Complaint.unreadable "%s is longer than %d bytes." file longest_text;
    match Buffer.add_channel text channel 1 with
    | () -> fill ()
    | exception End_of_file -> ()
    | exception Sys_error _ -> Complaint.unreadable "%s cannot be read." file in
  Fun.protect ~finally:(fun () -> close_in_noerr channel) fill;
  Buffer.contents text

let load ~domain_file ~problem_file ~stuck =
  let domain = read_domain domain_file (text_of_file domain_file) in
  let problem = read_problem problem_file (text_of_file problem_file) in
  assemble ~domain_file ~problem_file ~stuck domain problem
