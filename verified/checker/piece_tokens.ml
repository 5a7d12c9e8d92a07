(* SPDX-License-Identifier: MIT *)
(* The words and signs of a text in version 2 of BDDL. TRUSTED, as its reader is. *)

type kind = Word | Integer | Section | Keyword | Variable | Sign | Text | Line_end | End
type token = { kind : kind; text : string; line : int }  (* in small letters, but for Text *)

let wrong file line format =
  Printf.ksprintf (fun what -> Complaint.unreadable "%s:%d: %s." file line what) format

let is_letter = Bddl_reader.is_letter
let is_digit = Bddl_reader.is_digit
let in_word c = is_letter c || is_digit c || c = '-'

let signs_of_two = [ "<="; ">="; ".." ]
let signs_of_one = "(),+-=<>*"

(* What follows these on the line is text. *)
let is_before_text token = token.text = "#game" || token.text = ":text"

(* Line ends within parentheses are left out. *)
let of_text file text =
  let text = Bddl_reader.with_plain_line_ends text in
  let length = String.length text in
  let rec run belongs i = if i < length && belongs text.[i] then run belongs (i + 1) else i in
  let rec go i line depth found =
    if i >= length then List.rev ({ kind = End; text = "the end of the file"; line } :: found)
    else
      let take kind last depth =
        let token = { kind; text = String.lowercase_ascii (String.sub text i (last - i)); line } in
        if is_before_text token then rest_of_line last line (token :: found)
        else go last line depth (token :: found) in
      match text.[i] with
      | '%' -> go (run (fun c -> c <> '\n') i) line depth found
      | ' ' | '\t' -> go (i + 1) line depth found
      | '\n' when depth > 0 -> go (i + 1) (line + 1) depth found
      | '\n' ->
        go (i + 1) (line + 1) 0 ({ kind = Line_end; text = "the end of the line"; line } :: found)
      | '#' -> take Section (run in_word (i + 1)) 0
      | ':' -> take Keyword (run in_word (i + 1)) 0
      | '?' -> take Variable (run is_letter (i + 1)) depth
      | c when is_letter c -> take Word (run in_word i) depth
      | c when is_digit c -> take Integer (run is_digit i) depth
      | _ when i + 1 < length && List.mem (String.sub text i 2) signs_of_two ->
        take Sign (i + 2) depth
      | '(' -> take Sign (i + 1) (depth + 1)
      | ')' -> take Sign (i + 1) (max 0 (depth - 1))
      | c when String.contains signs_of_one c -> take Sign (i + 1) depth
      | c when c > ' ' && c <= '~' -> wrong file line "'%c' means nothing here" c
      | c -> wrong file line "the byte 0x%02x means nothing here" (Char.code c)
  and rest_of_line i line found =
    let last = run (fun c -> c <> '\n' && c <> '%') i in
    let rest = String.trim (String.sub text i (last - i)) in
    go last line 0 ({ kind = Text; text = rest; line } :: found) in
  let start = if Bddl_reader.begins_with Bddl_reader.byte_order_mark text then 3 else 0 in
  Array.of_list (go start 1 0 [])

(* Whether the first line that says something is #bddl 2. *)
let is_version_2 text =
  let text = Bddl_reader.with_plain_line_ends text in
  let words line =
    let said = List.hd (String.split_on_char '%' line) in
    List.filter (fun word -> word <> "")
      (String.split_on_char ' ' (String.map (fun c -> if c = '\t' then ' ' else c) said)) in
  let skipped = if Bddl_reader.begins_with Bddl_reader.byte_order_mark text then 3 else 0 in
  let rest = String.sub text skipped (String.length text - skipped) in
  match List.find_opt (fun line -> words line <> []) (String.split_on_char '\n' rest) with
  | Some line -> List.map String.lowercase_ascii (words line) = [ "#bddl"; "2" ]
  | None -> false

(* ---- A text that is being read -------------------------------------------------------------- *)

type reader = { file : string; tokens : token array; mutable place : int }

let reader_of file text = { file; tokens = of_text file text; place = 0 }

let last reader = Array.length reader.tokens - 1
let ahead reader n = reader.tokens.(min (reader.place + n) (last reader))
let peek reader = ahead reader 0
let at reader kind = (peek reader).kind = kind
let is token kind text = token.kind = kind && token.text = text
let at_text reader kind text = is (peek reader) kind text
let at_sign reader sign = at_text reader Sign sign
let at_word reader word = at_text reader Word word

let expected reader what =
  let found = peek reader in
  let shown = match found.kind with
    | End | Line_end -> found.text
    | _ -> Printf.sprintf "'%s'" (String.escaped found.text) in
  wrong reader.file found.line "expected %s, not %s" what shown

let refuse reader (token : token) format =
  Printf.ksprintf (fun what -> wrong reader.file token.line "%s" what) format

let next reader =
  let token = peek reader in
  if token.kind <> End then reader.place <- reader.place + 1;
  token

let take reader kind text =
  let found = at_text reader kind text in
  if found then ignore (next reader);
  found

let take_sign reader sign = take reader Sign sign
let sign reader sign = if not (take_sign reader sign) then expected reader ("'" ^ sign ^ "'")

let word reader what = if at reader Word then next reader else expected reader what

let rec skip_lines reader =
  if at reader Line_end then begin ignore (next reader); skip_lines reader end

let at_section_end reader = at reader Section || at reader End

let rec each_line reader read =
  skip_lines reader;
  if not (at_section_end reader) then begin
    read ();
    if not (at reader Line_end || at_section_end reader) then
      expected reader "the end of the line";
    each_line reader read
  end

let rec each_item reader read =
  skip_lines reader;
  if not (at_section_end reader) then begin read (); each_item reader read end

let longest_number = 5

let integer reader what =
  let negative = take_sign reader "-" in
  if not negative then ignore (take_sign reader "+");
  if not (at reader Integer) then expected reader what;
  let token = next reader in
  if String.length token.text > longest_number then
    refuse reader token "the number %s is too large" token.text;
  let n = int_of_string token.text in
  if negative then -n else n
