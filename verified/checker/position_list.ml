(* SPDX-License-Identifier: MIT *)
(* Reads the lists of positions that `zermelo export` writes, binary or text. A list is read twice,
   from a file: what comes from a pipe is copied to a temporary file first. That the list says what
   the table says is not this program's to find out; that it is whole, is. *)

type kind = Table | Strategy

(* What an entry holds: pieces of two colours, or, in games of version 2 of BDDL, pieces of several
   kinds and those in hand. *)
type record = Grid | Pieces

type header = {
  kind : kind;
  record : record;
  metric : string;
  columns : int;
  rows : int;
  claim : string;
  owner_is_white : bool;
  depth : int option;
}

(* The metrics of which the checker knows what they mean. *)
let distance = "distance"
let outcome = "outcome"

type form = Binary | Text

type t = {
  name : string;
  form : form;
  descriptor : Unix.file_descr;
  header : header;
  first : int;  (* where the entries begin, in bytes *)
  count : int;
}

(* Entries are handed on as a position and its value: n for a win in n plies, -n for a loss in n, 0
   for a draw; or the rank. *)
type receiver = Kernel.packed -> int -> unit

let damaged list_name what = Complaint.unreadable "%s: %s." list_name what

(* ---- Bytes ---------------------------------------------------------------------------------- *)

let read_at name descriptor place length =
  let bytes = Bytes.create length in
  ignore (Unix.LargeFile.lseek descriptor (Int64.of_int place) Unix.SEEK_SET);
  let rec fill have =
    if have < length then
      match Unix.read descriptor bytes have (length - have) with
      | 0 -> damaged name "the list is truncated"
      | n -> fill (have + n) in
  fill 0;
  Bytes.unsafe_to_string bytes

let u32 text place = Int32.to_int (String.get_int32_le text place) land 0xffffffff

let u64 name text place =
  let n = String.get_int64_le text place in
  if Int64.compare n 0L < 0 || Int64.compare n 0x0fffffffffffffffL > 0 then
    damaged name "a number in it is too large";
  Int64.to_int n

(* ---- The header ----------------------------------------------------------------------------- *)

let magic = "ZPOSLIST"
let end_magic = "ZPOSENDS"
let text_magic = "# zermelo positions 1 "
let version = 1
let longest_header = 1 lsl 24
let record_bytes = function Grid -> 20 | Pieces -> 52
let footer_tail = 20  (* length, number of positions and magic, at the very end *)

let header_of_json name text =
  let json = match Json.parse text with
    | Some json -> json
    | None -> damaged name "its header is not JSON" in
  let text key = match Json.find key json with
    | Some (Json.Text text) -> text
    | _ -> damaged name (Printf.sprintf "its header has no '%s'" key) in
  let size key = match Json.find key json with
    | Some (Json.Number n) when n >= 1 && n <= 64 -> n
    | _ -> damaged name (Printf.sprintf "its header has no usable '%s'" key) in
  let choose key choices =
    let word = text key in
    match List.assoc_opt word choices with
    | Some choice -> choice
    | None -> damaged name (Printf.sprintf "its %s is '%s'" key (String.escaped word)) in
  let record = match text "record" with
    | "grid" -> Grid
    | "pieces" -> Pieces
    | _ -> damaged name "its positions are not those of a game on a grid" in
  let kind = choose "kind" [ ("table", Table); ("strategy", Strategy) ] in
  let is_strategy = kind = Strategy in
  let depth = match Json.find "depth" json with
    | Some (Json.Number n) when n >= 0 -> Some n
    | Some Json.Null | None -> None
    | _ -> damaged name "its depth is not a number" in
  let columns = size "columns" and rows = size "rows" in
  if columns * rows > 64 then damaged name "its board has more than 64 squares";
  { kind;
    record;
    metric = (if is_strategy then "" else text "metric");
    columns;
    rows;
    claim = (if is_strategy then text "claim" else "");
    owner_is_white = is_strategy && choose "owner" [ ("black", false); ("white", true) ];
    depth }

let binary name descriptor size =
  if size < 16 + footer_tail then damaged name "the list is truncated";
  let start = read_at name descriptor 0 16 in
  if u32 start 8 <> version then damaged name "its version is not known";
  let header_length = u32 start 12 in
  if header_length > longest_header || 16 + header_length + footer_tail > size then
    damaged name "the list is truncated";
  let header = header_of_json name (read_at name descriptor 16 header_length) in
  let tail = read_at name descriptor (size - footer_tail) footer_tail in
  if String.sub tail 12 8 <> end_magic then damaged name "the list is truncated";
  let footer_length = u32 tail 0 and count = u64 name tail 4 in
  let first = 16 + header_length in
  let entries = size - footer_tail - footer_length - first in
  let record_bytes = record_bytes header.record in
  if entries < 0 || entries mod record_bytes <> 0 || entries / record_bytes <> count then
    damaged name "its length is not that of the positions it counts";
  let footer = read_at name descriptor (size - footer_tail - footer_length) footer_length in
  let counted = Option.bind (Json.parse footer) (Json.find "positions") in
  if counted <> Some (Json.Number count) then damaged name "its footer is damaged";
  { name; form = Binary; descriptor; header; first; count }

let text_list name descriptor size =
  let start = read_at name descriptor 0 (min size longest_header) in
  let line_length = match String.index_opt start '\n' with
    | Some n -> n
    | None -> damaged name "the list is truncated" in
  let skipped = String.length text_magic in
  let header = header_of_json name (String.sub start skipped (line_length - skipped)) in
  let tail_length = min size 64 in
  let tail = read_at name descriptor (size - tail_length) tail_length in
  let last_line = match List.rev (String.split_on_char '\n' tail) with
    | "" :: line :: _ -> line
    | _ -> damaged name "the list is truncated" in
  match String.split_on_char ' ' last_line with
  | [ "#"; "end"; number ] when int_of_string_opt number <> None ->
    let count = int_of_string number in
    if count < 0 || count > size then damaged name "it does not end with the number of positions";
    { name; form = Text; descriptor; header; first = line_length + 1; count }
  | _ -> damaged name "the list is truncated: it does not end with the number of positions"

(* ---- Opening -------------------------------------------------------------------------------- *)

let records_at_once = 51200
let buffer_bytes = 1 lsl 20

let copied_to_a_file name source =
  let file, channel =
    try Filename.open_temp_file ~mode:[ Open_binary ] "zermelo-verified" ""
    with Sys_error what -> damaged name ("no temporary file can be made: " ^ what) in
  close_out channel;
  let copy = Unix.openfile file [ Unix.O_RDWR ] 0o600 in
  Unix.unlink file;
  let buffer = Bytes.create buffer_bytes in
  let rec go () =
    let n = Unix.read source buffer 0 buffer_bytes in
    if n > 0 then begin
      ignore (Unix.write copy buffer 0 n);
      go ()
    end in
  go ();
  copy

let open_list file =
  try
    let name = if file = "-" then "standard input" else file in
    let source = if file = "-" then Unix.stdin else Unix.openfile file [ Unix.O_RDONLY ] 0 in
    let regular = (Unix.LargeFile.fstat source).st_kind = Unix.S_REG in
    let descriptor = if regular then source else copied_to_a_file name source in
    let size = Int64.to_int (Unix.LargeFile.fstat descriptor).st_size in
    let starts text =
      let length = String.length text in
      size >= length && read_at name descriptor 0 length = text in
    if starts magic then binary name descriptor size
    else if starts text_magic then text_list name descriptor size
    else damaged name "it is not a list of positions, as `zermelo export` writes them"
  with Unix.Unix_error (code, _, _) ->
    Complaint.unreadable "%s: %s." file (Unix.error_message code)

let close list = Unix.close list.descriptor

(* ---- Entries -------------------------------------------------------------------------------- *)

(* (The words are read as the machine has them; the program refuses to start on others.) *)
external word64 : bytes -> int -> int64 = "%caml_bytes_get64u"

let off_the_board list n =
  Complaint.refused "Refused: position %d of %s has pieces off the board." (n + 1) list.name

let both_colours list n =
  Complaint.refused "Refused: position %d of %s has two pieces on one square." (n + 1) list.name

(* Hands the bytes of all records on: `receive n buffer place`. *)
let each_record list receive =
  let record_bytes = record_bytes list.header.record in
  let buffer = Bytes.create (records_at_once * record_bytes) in
  let rec fill have wanted =
    if have < wanted then
      match Unix.read list.descriptor buffer have (wanted - have) with
      | 0 -> damaged list.name "the list became shorter while it was read"
      | n -> fill (have + n) wanted in
  let rec go n =
    if n < list.count then begin
      let some = min (list.count - n) records_at_once in
      fill 0 (some * record_bytes);
      for k = 0 to some - 1 do receive (n + k) buffer (k * record_bytes) done;
      go (n + some)
    end in
  ignore (Unix.LargeFile.lseek list.descriptor (Int64.of_int list.first) Unix.SEEK_SET);
  go 0

let off_board squares = if squares = 64 then 0L else Int64.shift_left (-1L) squares

let value_at buffer place = Bytes.get_int16_le buffer (place + 16)

let white_to_move list buffer place =
  let side = Char.code (Bytes.unsafe_get buffer (place + 18)) in
  if side > 1 then damaged list.name "a side to move is neither Black nor White";
  side = 1

let iterate_binary list (receive : receiver) =
  let off_board = off_board (list.header.columns * list.header.rows) in
  let lowest = match list.header.kind with Table -> min_int | Strategy -> 0 in
  let entry n buffer place =
    let black = word64 buffer place and white = word64 buffer (place + 8) in
    if Int64.logand (Int64.logor black white) off_board <> 0L then off_the_board list n;
    if Int64.logand black white <> 0L then both_colours list n;
    let white_to_move = white_to_move list buffer place in
    let value = value_at buffer place in
    if value < lowest then damaged list.name "a rank is below 0";
    let high word = Int64.to_int (Int64.shift_right_logical word Notation.squares_in_low_word) in
    receive
      { blacks = Int64.to_int black; whites = Int64.to_int white; high_blacks = high black;
        high_whites = high white; white_to_move }
      value in
  each_record list entry

let largest_value = 32767

let value_of_text list text =
  let number digits = match int_of_string_opt digits with
    | Some n when n >= 0 && n <= largest_value -> n
    | _ -> damaged list.name (Printf.sprintf "'%s' is not a value" (String.escaped text)) in
  let { kind; metric; _ } = list.header in
  match kind, String.split_on_char ' ' text with
  | Table, [ "draw" ] -> 0
  | Table, [ "win"; "in"; n ] when number n > 0 -> number n
  | Table, [ "loss"; "in"; n ] when number n > 0 -> -(number n)
  | Table, [ "win" ] when metric = outcome -> 1
  | Table, [ "loss" ] when metric = outcome -> -1
  | Strategy, [ "rank"; n ] -> number n
  | _ -> damaged list.name (Printf.sprintf "'%s' is not a value" (String.escaped text))

(* The lines with positions: `parse` reads one, or raises Notation.Malformed. *)
let each_text_line list parse receive =
  let { columns; rows; _ } = list.header in
  let values = Hashtbl.create 100 in
  let value text = match Hashtbl.find_opt values text with
    | Some value -> value
    | None ->
      let value = value_of_text list text in
      Hashtbl.add values text value;
      value in
  let wrong line =
    let shown = String.escaped (String.sub line 0 (min 200 (String.length line))) in
    damaged list.name
      (Printf.sprintf "'%s' is not a position on a board of %d columns and %d rows, and its value"
         shown columns rows) in
  let position line =
    match String.index_opt line '\t' with
    | None -> wrong line
    | Some tab ->
      match parse (String.sub line 0 tab) with
      | p -> receive p (value (String.sub line (tab + 1) (String.length line - tab - 1)))
      | exception Notation.Malformed -> wrong line in
  ignore (Unix.LargeFile.lseek list.descriptor (Int64.of_int list.first) Unix.SEEK_SET);
  let channel = Unix.in_channel_of_descr list.descriptor in
  let found = ref 0 in
  (try
     while true do
       let line = input_line channel in
       if line = "" || line.[0] <> '#' then begin incr found; position line end
     done
   with End_of_file -> ());
  if !found <> list.count then damaged list.name "it has not as many positions as its end says"

let reading list read =
  try read () with Unix.Unix_error (code, _, _) ->
    Complaint.unreadable "%s: %s." list.name (Unix.error_message code)

(* Hands every entry to `receive`, in the order of the list. *)
let iterate list (receive : receiver) =
  let { columns; rows; record; _ } = list.header in
  if record <> Grid then
    damaged list.name "its positions have pieces of several kinds; rules in version 1 have two colours";
  reading list (fun () ->
      match list.form with
      | Binary -> iterate_binary list receive
      | Text -> each_text_line list (Notation.of_text ~columns ~rows) receive)

(* Of records with kinds: the bytes of each (`receive_record n buffer place`), or its text and
   value (`receive`). *)
let iterate_pieces list ~parse ~receive ~receive_record =
  if list.header.record <> Pieces then
    damaged list.name "its positions are those of rules in version 1, and the rules are of version 2";
  reading list (fun () ->
      match list.form with
      | Binary -> each_record list receive_record
      | Text -> each_text_line list parse receive)
