(* SPDX-License-Identifier: MIT *)
(* Compares the proved program's moves with those of `zermelo moves`, which has another reader of
   rules and another generator: on positions that random play leads to, and on pieces placed at
   random. *)

type move = { after : Kernel.packed; ending : string option }

(* What a program says of a position. *)
type answer =
  | Moves of move list
  | Over of string  (* the result for the side to move *)
  | No_answer  (* zermelo refuses positions with a number of pieces that play never leads to *)

(* ---- The proved program --------------------------------------------------------------------- *)

(* The result of the game for the side that moves to `q`, if it is over there. *)
let ending game q =
  match Kernel.status_of game q with
  | Kernel.Going -> None
  | Lost -> Some "win"
  | Drawn -> Some "draw"
  | Won -> Some "loss"

let proved_moves game p =
  let move q = { after = q; ending = ending game q } in
  List.sort_uniq compare (List.map move (Kernel.moves game p))

let proved_answer game p =
  match Kernel.status_of game p with
  | Kernel.Going -> Moves (proved_moves game p)
  | Lost -> Over "loss"
  | Drawn -> Over "draw"
  | Won -> Over "win"

(* ---- zermelo -------------------------------------------------------------------------------- *)

let text_of_channel channel =
  let text = Buffer.create 4096 in
  let rec fill () =
    match Buffer.add_channel text channel 1 with
    | () -> fill ()
    | exception End_of_file -> Buffer.contents text in
  fill ()

(* The exit status, standard output and standard error. *)
let output_of program arguments =
  let words = Array.of_list (program :: arguments) in
  let channels = Unix.open_process_args_full program words (Unix.environment ()) in
  let output, _, errors = channels in
  let text = text_of_channel output in
  let complaint = text_of_channel errors in
  match Unix.close_process_full channels with
  | WEXITED status -> (status, text, complaint)
  | _ -> Complaint.unreadable "%s was stopped." program

(* The text of the position that a move leads to, and how it ends the game. *)
let move_of_json json =
  match Json.find "after" json, Json.find "ending" json with
  | Some (Json.Text after), Some ending ->
    (after, (match ending with Json.Text word -> Some word | _ -> None))
  | _ -> raise Notation.Malformed

let contains part text =
  let length = String.length part in
  let rec go i =
    i + length <= String.length text && (String.sub text i length = part || go (i + 1)) in
  go 0

type answer_in_words =
  | Listed of (string * string option) list
  | Ended of string  (* for the side to move *)
  | Not_taken

let white_to_move position = position.[String.length position - 1] = 'w'

(* `arguments` name the game. *)
let ask program arguments position =
  let status, text, complaint = output_of program (("moves" :: arguments) @ [ position; "--json" ]) in
  match status, Option.bind (Json.parse text) (Json.find "moves") with
  | 0, Some (Json.List moves) ->
    (try Listed (List.map move_of_json moves)
     with Notation.Malformed -> Complaint.unreadable "What %s prints is not understood." program)
  | 1, _ when contains "has won." complaint || contains "has lost." complaint ->
    let white_is_named = contains "White" complaint in
    let white_wins = white_is_named = contains "has won." complaint in
    Ended (if white_wins = white_to_move position then "win" else "loss")
  | 1, _ when contains "is drawn." complaint -> Ended "draw"
  | 1, _ when contains "No position of this game has" complaint -> Not_taken
  | _ ->
    Complaint.unreadable "%s cannot be compared with; it says: %s" program
      (String.escaped (String.trim complaint))

let zermelo_answer program arguments (board : Explanation.board) p =
  let { Explanation.columns; rows; _ } = board in
  match ask program arguments (Explanation.text board p) with
  | Ended result -> Over result
  | Not_taken -> No_answer
  | Listed moves ->
    let move (after, ending) = { after = Notation.of_text ~columns ~rows after; ending } in
    try Moves (List.sort_uniq compare (List.map move moves))
    with Notation.Malformed -> Complaint.unreadable "What %s prints is not understood." program

(* ---- Positions ------------------------------------------------------------------------------ *)

let pick random list = List.nth list (Random.State.int random (List.length list))

let longest_play = 200

(* The positions of a game in which both sides move at random, from the start on. *)
let random_play random game start =
  let rec go p plies found =
    if plies = longest_play || Kernel.status_of game p <> Going then p :: found
    else go (pick random (Kernel.moves game p)) (plies + 1) (p :: found) in
  go start 0 []

let piece_at p square =
  if Notation.has_black p square then 'b' else if Notation.has_white p square then 'w' else '.'

let shuffled random list =
  let numbered = List.map (fun x -> (Random.State.bits random, x)) list in
  List.map snd (List.sort compare numbered)

(* The pieces of `p` anywhere else. *)
let shuffled_board random squares p =
  let pieces = shuffled random (List.init squares (piece_at p)) in
  let put (p, square) piece =
    ((if piece = '.' then p else Notation.with_piece p ~white:(piece = 'w') square), square + 1) in
  fst (List.fold_left put (Notation.empty_board (Random.State.bool random), 0) pieces)

let random_positions random (board : Explanation.board) start count =
  let position n =
    let met = pick random (random_play random board.game start) in
    if n mod 2 = 0 then met else shuffled_board random (board.columns * board.rows) met in
  List.init count position

(* ---- The comparison ------------------------------------------------------------------------- *)

type result = {
  different : string option;  (* in a sentence *)
  compared : int;  (* positions of which both say something *)
  moves : int;
}

let in_words board = function
  | No_answer -> "no answer"
  | Over result -> Printf.sprintf "a game that is over, with a %s for the side to move" result
  | Moves moves ->
    let text { after; ending } =
      let told = match ending with None -> "" | Some word -> Printf.sprintf " (%s)" word in
      Explanation.text board after ^ told in
    if moves = [] then "no other move" else String.concat ", " (List.map text moves)

let difference board p proved other =
  let without a b = List.filter (fun move -> not (List.mem move b)) a in
  let proved, other = match proved, other with
    | Moves a, Moves b -> (Moves (without a b), Moves (without b a))
    | _ -> (proved, other) in
  Printf.sprintf "Refused: in %s the proved program has %s, and zermelo has %s."
    (Explanation.text board p) (in_words board proved) (in_words board other)

(* Stops at the first difference. *)
let compare_all program arguments board positions tell =
  let rec go seen result = function
    | [] -> result
    | p :: rest ->
      let proved = proved_answer board.Explanation.game p in
      let other = zermelo_answer program arguments board p in
      tell seen;
      if other = No_answer then go (seen + 1) result rest
      else if proved <> other then
        { result with different = Some (difference board p proved other) }
      else
        let moves = match proved with Moves moves -> List.length moves | _ -> 0 in
        let result =
          { result with compared = result.compared + 1; moves = result.moves + moves } in
        go (seen + 1) result rest in
  go 1 { different = None; compared = 0; moves = 0 } positions
