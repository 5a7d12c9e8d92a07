(* SPDX-License-Identifier: MIT *)
(* A game in version 2 of BDDL as the verbs need it: how its positions stand in words, the rules as
   the proved program compiled them, and positions as text. A word is a position as the side to move
   sees it: under the mirror of the rules, so that one word stands for a position with Black to move
   and for its image with White to move. TRUSTED: which position of a list a word is (`word_of`). *)

open Piece_kernel

type square_bits = { black_at : int; white_at : int }
(* where what stands on a square goes in the word: with Black to move, and with White *)

type t = {
  read : Piece_reader.t;
  kinds : int;
  squares : square_bits array;  (* by the numbers of zermelo's squares: a1 is 0 *)
  numbers : int array;  (* of the squares that exist, in the order of the rules *)
  content_bits : int;
  own_at : int array;  (* where the hands of the side to move stand, and the other's *)
  other_at : int array;
  hand_bits : int array;
  layout : layout;
  flip : chunk list;
  compiled : compiled;
  start : int;
}

(* ---- Layout --------------------------------------------------------------------------------- *)

let rec bits n = if n < 2 then 1 else 1 + bits (n / 2)
let most_bits = 62
let widest_hand = 4

let number_of_square (read : Piece_reader.t) (x, y) = ((read.rows - y) * read.columns) + x - 1

(* How many pieces of the start can come to be in a hand together. *)
let pieces_for_hand (read : Piece_reader.t) hand =
  let goes k =
    let number = Piece_reader.nat_of_int hand in
    List.nth read.rules.taken_to k = Some number || List.nth read.rules.hand_of k = Some number in
  let on_board = List.length (List.filter (fun (_, k, _) -> goes k) read.start) in
  List.fold_left (fun n (_, h, m) -> if h = hand then n + m else n) on_board read.start_hands

(* Each hand has room for all that can be in it, if the word does; otherwise for fewer, and a list in
   which one would hold more is refused. *)
let hand_widths read ~room =
  let hands = List.mapi (fun h _ -> min widest_hand (bits (pieces_for_hand read h))) read.Piece_reader.hands in
  let rec narrow most =
    let widths = List.map (min most) hands in
    if 2 * List.fold_left ( + ) 0 widths <= room then widths
    else if most = 1 then Complaint.unreadable "The checker has no room for positions of this game: they need more than %d bits." most_bits
    else narrow (most - 1) in
  narrow widest_hand

let field off width = { off; cap = (1 lsl width) - 1 }

let fields_of read =
  let kinds = List.length read.Piece_reader.kinds and squares = List.length read.squares in
  let content_bits = bits (2 * kinds) in
  let room = most_bits - (content_bits * squares) in
  if room < 0 || content_bits > 5 then
    Complaint.unreadable "The checker has no room for positions of this game: they need more than %d bits." most_bits;
  let widths = hand_widths read ~room in
  let rec place off = function [] -> ([], off) | w :: r -> let rest, last = place (off + w) r in ((off, w) :: rest, last) in
  let own, after_own = place (content_bits * squares) widths in
  let other, _ = place after_own widths in
  (content_bits, own, other)

(* ---- What turns words ----------------------------------------------------------------------- *)

let widest_chunk = 12

let rec width_of cap = if cap = 0 then 0 else 1 + width_of (cap lsr 1)

(* Fields next to each other, together no wider than a chunk. *)
let rec grouped fields =
  let rec take width = function
    | (f, target) :: rest when width + width_of f.cap <= widest_chunk ->
      let group, others = take (width + width_of f.cap) rest in
      ((f, target) :: group, others)
    | rest -> ([], rest) in
  match fields with
  | [] -> []
  | _ -> let group, rest = take 0 fields in group :: grouped rest

(* Moves what each field holds to another, by tables. `change` is what a content becomes. *)
let chunks fields ~change =
  let chunk group =
    let first = (fst (List.hd group)).off in
    let width = List.fold_left (fun sum (f, _) -> sum + width_of f.cap) 0 group in
    let image x =
      List.fold_left (fun all (f, (target, is_square)) ->
          let v = (x lsr (f.off - first)) land f.cap in
          all lor ((if is_square then change v else v) lsl target.off)) 0 group in
    let table = Array.init (1 lsl width) image in
    { c_off = first; c_cap = (1 lsl width) - 1; c_part = (fun x -> table.(x)) } in
  List.map chunk (grouped fields)

let with_fields layout ~square_target ~hands_change =
  let squares = List.mapi (fun i f -> (f, (List.nth layout.on_square (square_target i), true))) layout.on_square in
  let same fields targets = List.map2 (fun f target -> (f, (target, false))) fields targets in
  if hands_change then
    squares @ same layout.on_own layout.on_other @ same layout.on_other layout.on_own
  else squares @ same layout.on_own layout.on_own @ same layout.on_other layout.on_other

let index_in squares s =
  let rec go i = function
    | [] -> Complaint.unreadable "The mirror takes a square to where there is none."
    | t :: rest -> if t = s then i else go (i + 1) rest in
  go 0 squares

let swapped_content kinds v = if v = 0 then 0 else if v <= kinds then v + kinds else if v <= 2 * kinds then v - kinds else 0

let flip_of (read : Piece_reader.t) layout =
  let kinds = List.length read.kinds in
  let squares = Array.of_list read.squares in
  chunks ~change:(swapped_content kinds)
    (with_fields layout ~hands_change:true
       ~square_target:(fun i -> index_in read.squares (read.mirror_of squares.(i))))

(* ---- Positions as words --------------------------------------------------------------------- *)

type piece = { white : bool; kind : int }

(* As they stand, Black's and White's. *)
type position = {
  pieces : (int * piece) list;  (* by squares, as numbers *)
  in_hand : (bool * int * int) list;  (* white?, kind, how many *)
  white_to_move : bool;
}

let content game ~own kind = if own then 1 + kind else 1 + game.kinds + kind

let hand_number game kind =
  let rec go i = function [] -> -1 | k :: rest -> if k = kind then i else go (i + 1) rest in
  go 0 game.read.hands

let too_many_in_hand () =
  Complaint.refused "Refused: a position has more pieces in hand than the checker has room for."

let with_hand game w ~own hand n =
  let width = game.hand_bits.(hand) in
  if n >= 1 lsl width then too_many_in_hand ();
  w lor (n lsl (if own then game.own_at.(hand) else game.other_at.(hand)))

let word_of game p =
  let on_board w (square, { white; kind }) =
    let bits = game.squares.(square) in
    w lor (content game ~own:(white = p.white_to_move) kind
           lsl (if p.white_to_move then bits.white_at else bits.black_at)) in
  let in_hand w (white, kind, n) =
    if n = 0 then w else with_hand game w ~own:(white = p.white_to_move) (hand_number game kind) n in
  List.fold_left in_hand (List.fold_left on_board 0 p.pieces) p.in_hand

let position_of_word ?(white_to_move = false) game w =
  let mask = (1 lsl game.content_bits) - 1 in
  let on square =
    let { black_at; white_at } = game.squares.(square) in
    match (w lsr (if white_to_move then white_at else black_at)) land mask with
    | 0 -> None
    | v -> Some (square, { white = (v > game.kinds) <> white_to_move; kind = (v - 1) mod game.kinds }) in
  let hands white at =
    List.mapi (fun h kind -> (white, kind, (w lsr at.(h)) land ((1 lsl game.hand_bits.(h)) - 1))) game.read.hands in
  { pieces = List.filter_map on (Array.to_list game.numbers);
    in_hand = List.filter (fun (_, _, n) -> n > 0)
        (hands white_to_move game.own_at @ hands (not white_to_move) game.other_at);
    white_to_move }

(* ---- Positions as text ---------------------------------------------------------------------- *)

let letter game { white; kind } =
  if game.kinds = 1 then if white then 'w' else 'b'
  else
    let upper = snd (List.nth game.read.kinds kind) in
    if white then upper else Char.lowercase_ascii upper

let rank_squares game rank =
  List.filter (fun s -> s / game.read.columns = rank)
    (List.sort compare (Array.to_list game.numbers))

let text_of game p =
  let rank number =
    let text = Buffer.create 16 and empty = ref 0 in
    let flush () = if !empty > 0 then Buffer.add_string text (string_of_int !empty); empty := 0 in
    List.iter (fun square ->
        match List.assoc_opt square p.pieces with
        | None -> incr empty
        | Some piece -> flush (); Buffer.add_char text (letter game piece)) (rank_squares game number);
    flush ();
    Buffer.contents text in
  let ranks = List.init game.read.rows (fun i -> rank (game.read.rows - 1 - i)) in
  let hand (white, kind, n) =
    (if n > 1 then string_of_int n else "") ^ String.make 1 (letter game { white; kind }) in
  let in_order = List.sort compare p.in_hand in
  let hands = if game.read.hands = [] then "" else "[" ^ String.concat "" (List.map hand in_order) ^ "]" in
  String.concat "/" ranks ^ hands ^ if p.white_to_move then " w" else " b"

(* With Black to move, unless it says otherwise. *)
let word_text ?white_to_move game w = text_of game (position_of_word ?white_to_move game w)

let piece_of_letter game c =
  let same (kind : int) white = if letter game { white; kind } = c then Some { white; kind } else None in
  let all = List.concat_map (fun kind -> [ same kind false; same kind true ]) (List.init game.kinds Fun.id) in
  match List.find_map Fun.id all with Some piece -> piece | None -> raise Notation.Malformed

(* A number, which is 1 if there is none, and the place behind it. *)
let number_at text i =
  let rec go n i =
    if i < String.length text && text.[i] >= '0' && text.[i] <= '9' && n < 1000 then
      go ((10 * n) + Char.code text.[i] - Char.code '0') (i + 1)
    else (n, i) in
  let n, last = go 0 i in
  if last = i then (None, i) else (Some n, last)

let parse_rank game number text =
  let rec go squares i found =
    if i = String.length text then if squares = [] then found else raise Notation.Malformed
    else
      match number_at text i, squares with
      | (Some n, last), _ ->
        if n > List.length squares then raise Notation.Malformed;
        go (List.filteri (fun j _ -> j >= n) squares) last found
      | (None, _), square :: rest -> go rest (i + 1) ((square, piece_of_letter game text.[i]) :: found)
      | (None, _), [] -> raise Notation.Malformed in
  go (rank_squares game number) 0 []

let parse_hands game text =
  let rec go i found =
    if i = String.length text then found
    else
      let n, last = number_at text i in
      if last = String.length text || n = Some 0 then raise Notation.Malformed;
      let { white; kind } = piece_of_letter game text.[last] in
      if hand_number game kind < 0 || List.exists (fun (w, k, _) -> (w, k) = (white, kind)) found then
        raise Notation.Malformed;
      go (last + 1) ((white, kind, Option.value n ~default:1) :: found) in
  go 0 []

let position_of_text game text =
  let board, side = match String.split_on_char ' ' text with
    | [ board; ("b" | "w") as side ] -> (board, side)
    | _ -> raise Notation.Malformed in
  let board, hands = match String.index_opt board '[' with
    | None -> if game.read.hands = [] then (board, "") else raise Notation.Malformed
    | Some i when game.read.hands <> [] && board.[String.length board - 1] = ']' ->
      (String.sub board 0 i, String.sub board (i + 1) (String.length board - i - 2))
    | Some _ -> raise Notation.Malformed in
  let ranks = String.split_on_char '/' board in
  if List.length ranks <> game.read.rows then raise Notation.Malformed;
  { pieces = List.concat (List.mapi (fun i rank -> parse_rank game (game.read.rows - 1 - i) rank) ranks);
    in_hand = parse_hands game hands;
    white_to_move = side = "w" }

(* ---- Loading -------------------------------------------------------------------------------- *)

let does_not_compile file =
  Complaint.unreadable
    "%s: the checker does not know these rules: `when`, an action that changes several hands, or one \
     that takes pieces and changes a hand as well, or what is attacked where actions copy squares."
    file

let load file =
  let read = Piece_reader.load file in
  let content_bits, own, other = fields_of read in
  let placed = List.map (fun (off, width) -> field off width) in
  let layout = {
    on_square = List.mapi (fun i _ -> field (content_bits * i) content_bits) read.squares;
    on_own = placed own; on_other = placed other } in
  let flip = flip_of read layout in
  let compiled = match compile read.rules layout flip with
    | Some compiled -> compiled
    | None -> does_not_compile file in
  let squares = Array.make (read.columns * read.rows) { black_at = -1; white_at = -1 } in
  List.iteri (fun i s ->
      let at = content_bits * i and image = index_in read.squares (read.mirror_of s) in
      squares.(number_of_square read s) <- { black_at = at; white_at = content_bits * image }) read.squares;
  let offsets fields = Array.of_list (List.map fst fields) in
  let game =
    { read; kinds = List.length read.kinds; squares; content_bits; layout; flip; compiled;
      numbers = Array.of_list (List.map (number_of_square read) read.squares);
      own_at = offsets own; other_at = offsets other;
      hand_bits = Array.of_list (List.map snd own); start = 0 } in
  let start =
    { pieces = List.map (fun (white, kind, s) -> (number_of_square read s, { white; kind })) read.start;
      in_hand = List.map (fun (white, hand, n) -> (white, List.nth read.hands hand, n)) read.start_hands;
      white_to_move = read.white_begins } in
  { game with start = word_of game start }
