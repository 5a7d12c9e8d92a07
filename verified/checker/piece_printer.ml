(* SPDX-License-Identifier: MIT *)
(* Prints rules in version 2 as they were read, in BDDL again: what is printed is what is checked, for
   the text is made from the rules that the proved program is given. Names of variables are new,
   defines are written out, and what only a tree can say is told by words in braces. *)

open Piece_kernel

let int_of_z = Piece_symmetries.int_of_z
let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

(* A variable's first letter says what it stands for. *)
let letter_of = function
  | Squares | Region _ | Only _ -> "p"
  | Steps _ -> "d"
  | Numbers _ -> "n"
  | Kinds _ -> "k"

(* Its number in letters, since variables have no digits. *)
let rec letters n =
  let last = String.make 1 (Char.chr (Char.code 'a' + (n mod 26))) in
  if n < 26 then last else letters ((n / 26) - 1) ^ last

let name letter v = "?" ^ letter ^ letters (int_of_nat v)

let pair (x, y) = Printf.sprintf "(%d,%d)" (int_of_z x) (int_of_z y)
let pairs l = String.concat "" (List.map pair l)

let rec number = function
  | Num z -> string_of_int (int_of_z z)
  | NVar v -> name "n" v
  | Plus (a, Num z) -> Printf.sprintf "%s%+d" (number a) (int_of_z z)
  | Plus (a, b) -> number a ^ "+" ^ number b
  | Neg a -> "-" ^ number a

let kind_name names = function
  | Kind k -> List.nth names (int_of_nat k)
  | KVar v -> name "k" v

let rec place = function
  | At s -> pair s
  | PVar v -> name "p" v
  | Shift (p, n, d) ->
    let step = match d with SVar v -> name "d" v | Step d -> pair d in
    let times = match n with
      | Num z when int_of_z z = 1 -> "+"
      | Num z when int_of_z z = -1 -> "-"
      | Num z -> Printf.sprintf "%+d" (int_of_z z)
      | Neg a -> "-" ^ number a
      | n -> "+" ^ number n in
    place p ^ times ^ step

let domain names = function
  | Squares -> "{all}"
  | Region l -> "{" ^ pairs l ^ "}"
  | Steps l -> "{" ^ pairs l ^ "}"
  | Numbers (a, b) -> number a ^ ".." ^ number b
  | Kinds l -> String.concat "," (List.map (fun k -> kind_name names (Kind k)) l)
  | Only p -> "{" ^ place p ^ "}"

let declared names v d = Printf.sprintf "%s=%s" (name (letter_of d) v) (domain names d)

let what names = function
  | IsOpen -> "open"
  | Mine -> "own"
  | Theirs -> "other"
  | MineOf k -> "own-" ^ kind_name names k
  | TheirsOf k -> "other-" ^ kind_name names k

let comparison = function Less -> "<" | AtMost -> "<=" | Equals -> "=" | AtLeast -> ">=" | More -> ">"
let side mine = if mine then "own" else "other"

let rec condition names c =
  let inside = condition names in
  match c with
  | Yes -> ""
  | Not c -> Printf.sprintf "NOT(%s)" (inside c)
  | And (a, b) -> inside a ^ " " ^ inside b
  | Or (a, b) -> Printf.sprintf "{(%s) or (%s)}" (inside a) (inside b)
  | Each (v, d, c) -> Printf.sprintf "each %s (%s)" (declared names v d) (inside c)
  | Any (v, d, c) -> Printf.sprintf "any %s (%s)" (declared names v d) (inside c)
  | Is (t, p) -> Printf.sprintf "%s(%s)" (what names t) (place p)
  | On p -> Printf.sprintf "on(%s)" (place p)
  | In_region (l, p) -> Printf.sprintf "{%s}(%s)" (pairs l) (place p)
  | Next (p, q) -> Printf.sprintf "next(%s,%s)" (place p) (place q)
  | Line (p, q, r) -> Printf.sprintf "line(%s,%s,%s)" (place p) (place q) (place r)
  | Reaches (k, p, q) -> Printf.sprintf "reaches(%s,%s,%s)" (kind_name names k) (place p) (place q)
  | Hand (mine, k, op, n) ->
    Printf.sprintf "hand(%s,%s)%s%s" (side mine) (kind_name names k) (comparison op) (number n)
  | Count (t, op, n) -> Printf.sprintf "count(%s)%s%s" (what names t) (comparison op) (number n)
  | Compare (a, op, b) -> number a ^ comparison op ^ number b
  | Attacked p -> Printf.sprintf "attacked(%s)" (place p)

let rec effect names = function
  | Nothing -> ""
  | Both (a, b) -> effect names a ^ " " ^ effect names b
  | EachDo (v, d, e) -> Printf.sprintf "each %s (%s)" (declared names v d) (effect names e)
  | When (c, e) -> Printf.sprintf "when (%s) (%s)" (condition names c) (effect names e)
  | Put (t, p) -> Printf.sprintf "%s(%s)" (what names t) (place p)
  | Take p -> Printf.sprintf "take(%s)" (place p)
  | Becomes (p, q) -> Printf.sprintf "becomes(%s,%s)" (place p) (place q)
  | AddHand (mine, k, n) ->
    let by = match n with Neg a -> "-" ^ number a | Num z -> Printf.sprintf "%+d" (int_of_z z) | n -> "+" ^ number n in
    Printf.sprintf "hand(%s,%s)%s" (side mine) (kind_name names k) by

let action names titles (a : action) =
  let title n = List.nth titles (int_of_nat n) in
  let parameters = String.concat " " (List.map (fun (v, d) -> declared names v d) a.parameters) in
  [ ":action " ^ title a.name ^ (if a.otherwise then " :otherwise" else "");
    ":parameters " ^ parameters;
    ":precondition " ^ condition names a.precondition;
    ":effect " ^ effect names a.does ]
  @ match a.next_part with
  | None -> []
  | Some (l, c) -> [ Printf.sprintf ":then %s (%s)" (String.concat "," (List.map title l)) (condition names c) ]

let ending = function Wins -> "win" | Loses -> "loss" | Draws -> "draw"

let rules (read : Piece_reader.t) =
  let names = List.map fst read.kinds and r = read.rules in
  let section name = function [] -> [] | lines -> name :: lines in
  let hand i kind =
    let takes = List.filteri (fun k _ -> List.nth r.taken_to k = Some (Piece_reader.nat_of_int i)) names in
    List.nth names kind ^ "=" ^ String.concat "," takes in
  let step_line name l =
    let one (d, rides) = pair d ^ if rides then "*" else "" in
    if l = [] then [] else [ name ^ " " ^ String.concat " " (List.map one l) ] in
  let m = r.mirror in
  let z = int_of_z in
  [ "#bddl 2" ]
  @ (if names = [ "" ] then [] else [ "#pieces " ^ String.concat " " (List.map (fun (n, c) -> Printf.sprintf "%s=%c" n c) read.kinds) ])
  @ section "#hands" (List.mapi hand read.hands)
  @ [ Printf.sprintf "#boardsize %d %d" read.columns read.rows ]
  @ [ "% squares: " ^ pairs r.squares ]
  @ [ Printf.sprintf "%% mirror: x, y go to %dx%+dy%+d, %dx%+dy%+d" (z m.ma) (z m.mb) (z m.me) (z m.mc) (z m.md) (z m.mf) ]
  @ section "#lines" (List.map pairs r.lines)
  @ section "#links" (List.map pairs r.links)
  @ section "#steps" (List.concat (List.map2 step_line names r.steps_of))
  @ section "#actions" (List.concat_map (action names read.action_names) r.actions)
  @ section "% Ends, for the side that has moved; the first that holds:"
    (List.map (fun (e, c) -> Printf.sprintf "{%s} %s" (ending e) (condition names c)) r.ends)
  @ section "#illegal" (List.map (condition names) r.illegal)
  @ section "#stuck" (List.map (fun (e, c) -> ending e ^ " " ^ condition names c) r.stuck)
