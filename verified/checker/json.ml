(* SPDX-License-Identifier: MIT *)
(* The part of JSON that headers of lists and tables and results need: numbers are whole. *)

type t =
  | Null
  | Bool of bool
  | Number of int
  | Unsigned of int64  (* a number without a sign that is beyond the range of int: a checksum *)
  | Text of string
  | List of t list
  | Object of (string * t) list

(* ---- Writing -------------------------------------------------------------------------------- *)

let quoted text =
  let result = Buffer.create (String.length text + 2) in
  let add = function
    | '"' -> Buffer.add_string result "\\\""
    | '\\' -> Buffer.add_string result "\\\\"
    | c when c < ' ' -> Buffer.add_string result (Printf.sprintf "\\u%04x" (Char.code c))
    | c -> Buffer.add_char result c in
  String.iter add text;
  "\"" ^ Buffer.contents result ^ "\""

(* A result is written as one object with one key a line. *)
let print_object channel members =
  let line (key, value) = Printf.sprintf "  %s: %s" (quoted key) value in
  Printf.fprintf channel "{\n%s\n}\n" (String.concat ",\n" (List.map line members))

(* ---- Reading -------------------------------------------------------------------------------- *)

exception Malformed

type reader = { text : string; mutable place : int }

let peek r = if r.place < String.length r.text then r.text.[r.place] else raise Malformed
let skip r = r.place <- r.place + 1

let rec skip_blanks r =
  match r.text.[r.place] with
  | ' ' | '\t' | '\n' | '\r' -> skip r; skip_blanks r
  | _ -> ()
  | exception Invalid_argument _ -> ()

let take r c = if peek r = c then skip r else raise Malformed
let sign r c = skip_blanks r; take r c

let word r name value = String.iter (take r) name; value

let number r =
  let start = r.place in
  if peek r = '-' then skip r;
  while r.place < String.length r.text && Bddl_reader.is_digit r.text.[r.place] do skip r done;
  let digits = String.sub r.text start (r.place - start) in
  match int_of_string_opt digits with
  | Some n -> Number n
  | None ->
    match Int64.of_string_opt ("0u" ^ digits) with
    | Some n -> Unsigned n
    | None -> raise Malformed

let escaped r =
  let c = peek r in
  skip r;
  match c with
  | 'n' -> "\n"
  | 't' -> "\t"
  | 'r' -> "\r"
  | 'b' -> "\b"
  | 'f' -> "\012"
  | '"' | '\\' | '/' -> String.make 1 c
  | 'u' ->
    if r.place + 4 > String.length r.text then raise Malformed;
    let code = int_of_string_opt ("0x" ^ String.sub r.text r.place 4) in
    r.place <- r.place + 4;
    let encoded = Buffer.create 4 in
    (match Option.map Uchar.of_int code with
     | Some character -> Buffer.add_utf_8_uchar encoded character
     | None | exception Invalid_argument _ -> raise Malformed);
    Buffer.contents encoded
  | _ -> raise Malformed

let text r =
  sign r '"';
  let result = Buffer.create 16 in
  let rec go () =
    let c = peek r in
    skip r;
    if c = '\\' then begin Buffer.add_string result (escaped r); go () end
    else if c <> '"' then begin Buffer.add_char result c; go () end in
  go ();
  Buffer.contents result

let deepest = 50

let rec value depth r =
  if depth > deepest then raise Malformed;
  skip_blanks r;
  match peek r with
  | '{' -> Object (several r '{' '}' (member depth))
  | '[' -> List (several r '[' ']' (value (depth + 1)))
  | '"' -> Text (text r)
  | 't' -> word r "true" (Bool true)
  | 'f' -> word r "false" (Bool false)
  | 'n' -> word r "null" Null
  | _ -> number r

and member depth r =
  let key = text r in
  sign r ':';
  (key, value (depth + 1) r)

and several : 'a. reader -> char -> char -> (reader -> 'a) -> 'a list =
  fun r opening closing one ->
  sign r opening;
  skip_blanks r;
  if peek r = closing then begin skip r; [] end
  else
    let rec go found =
      let found = one r :: found in
      skip_blanks r;
      match peek r with
      | ',' -> skip r; go found
      | c when c = closing -> skip r; List.rev found
      | _ -> raise Malformed in
    go []

(* None if the text is not JSON, or has numbers with a point. *)
let parse text =
  let r = { text; place = 0 } in
  match value 0 r with
  | result ->
    skip_blanks r;
    if r.place = String.length text then Some result else None
  | exception Malformed -> None

let find key = function Object members -> List.assoc_opt key members | _ -> None
