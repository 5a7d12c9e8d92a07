(* SPDX-License-Identifier: MIT *)
(* Compares the moves that the proved generator makes with those of `zermelo moves`, in states that
   random play leads to and with the pieces anywhere. *)

open Ostle_kernel

type state = { position : position; forbidden : a_move option }

(* ---- The proved generator -------------------------------------------------------------------- *)

(* A move, and what it leads to: how the game ends for the side that moves, or a state. *)
let result (p : Ostle_file.parameters) lose child =
  match stands lose child.next with
  | Won -> "loss"
  | Lost -> "win"
  | Drawn -> "draw"
  | Going -> Ostle_words.state_text ~mover:White p.size child.next child.reply

let legal size state =
  List.filter (fun child -> Some child.by_move <> state.forbidden)
    (generate (Ostle_table.z size) state.position)

let proved_moves (p : Ostle_file.parameters) lose state =
  let one child = (Ostle_words.move_text p.size child.by_move, result p lose child) in
  List.sort compare (List.map one (legal p.size state))

(* ---- zermelo --------------------------------------------------------------------------------- *)

let move_of_json program json =
  match Json.find "move" json, Json.find "ending" json, Json.find "after" json with
  | Some (Text move), Some (Text ending), _ -> (move, ending)
  | Some (Text move), Some Null, Some (Text after) -> (move, after)
  | _ -> Complaint.unreadable "What %s prints is not understood." program

let zermelo_moves program (p : Ostle_file.parameters) state =
  let parameter name value = Printf.sprintf "%s=%d" name value in
  let position = Ostle_words.state_text ~mover:Black p.size state.position state.forbidden in
  let status, text, complaint =
    Comparison.output_of program
      [ "moves"; "ostle"; parameter "size" p.size; parameter "start" p.start;
        parameter "lose" p.lose; position; "--json" ] in
  match status, Option.bind (Json.parse text) (Json.find "moves") with
  | 0, Some (List moves) -> List.sort compare (List.map (move_of_json program) moves)
  | _ ->
    Complaint.unreadable "%s cannot be compared with; of %s it says: %s" program position
      (String.escaped (String.trim complaint))

(* ---- States ---------------------------------------------------------------------------------- *)

let going lose state = match stands lose state.position with Going -> true | _ -> false

let longest_play = 300

(* Random play from the start: the states until it ends, the last one first. *)
let random_play random (p : Ostle_file.parameters) lose =
  let rec go state plies found =
    if plies = longest_play || not (going lose state) then found
    else
      let child = Comparison.pick random (legal p.size state) in
      go { position = child.next; forbidden = child.reply } (plies + 1) (state :: found) in
  go { position = start (Ostle_table.z p.size) (Ostle_table.nat p.start); forbidden = None } 0 []

(* The same pieces and the hole anywhere. *)
let shuffled random size state =
  let squares = Comparison.shuffled random (List.init (size * size) Fun.id) in
  let rec bits w = if w = 0 then 0 else 1 + bits (w land (w - 1)) in
  let rec take n squares set = match squares with
    | s :: rest when n > 0 -> take (n - 1) rest (set lor (1 lsl s))
    | rest -> (set, rest) in
  let own, rest = take (bits state.position.own) squares 0 in
  let other, rest = take (bits state.position.other) rest 0 in
  { position = { own; other; hole = List.hd rest }; forbidden = None }

let random_state random p lose n =
  let met = Comparison.pick random (random_play random p lose) in
  if n mod 2 = 0 then met else shuffled random p.size met

(* ---- The comparison -------------------------------------------------------------------------- *)

let in_words moves =
  if moves = [] then "no other move"
  else String.concat ", " (List.map (fun (move, result) -> move ^ " to " ^ result) moves)

let difference (p : Ostle_file.parameters) state proved other =
  let without a b = List.filter (fun move -> not (List.mem move b)) a in
  Printf.sprintf "Refused: in %s the proved generator has %s, and zermelo has %s."
    (Ostle_words.state_text ~mover:Black p.size state.position state.forbidden)
    (in_words (without proved other)) (in_words (without other proved))

(* How many moves have been compared, or the first difference. *)
let compare_all program (p : Ostle_file.parameters) ~count ~seed tell =
  let random = Random.State.make [| seed |] and lose = Ostle_table.nat p.lose in
  let rec go n moves =
    if n = count then Ok moves
    else begin
      let state = random_state random p lose n in
      let proved = proved_moves p lose state and other = zermelo_moves program p state in
      tell n;
      if proved <> other then Error (difference p state proved other)
      else go (n + 1) (moves + List.length proved)
    end in
  go 0 0
