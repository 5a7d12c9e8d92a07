(* SPDX-License-Identifier: MIT *)
(* zermelo-verified moves: the moves that the proved program makes of the rules. *)

let told_ending = function
  | None -> ""
  | Some "draw" -> "  ends the game: a draw"
  | Some word -> Printf.sprintf "  ends the game: a %s for the side that moves" word

let print_over result = Printf.printf "The game is over: a %s for the side to move.\n" result

(* Says what a comparison found; the exit status. *)
let print_result (result : Comparison.result) positions =
  match result.different with
  | Some sentence -> print_endline sentence; 1
  | None ->
    let left_out = positions - result.compared in
    Printf.printf "In %s positions both have the same %s moves.%s\n"
      (Progress.grouped result.compared) (Progress.grouped result.moves)
      (if left_out = 0 then "" else Printf.sprintf " (zermelo does not take %d more.)" left_out);
    0

let compared line positions compare_all =
  let progress =
    Progress.start ~quiet:(Command_line.has line "--quiet") "compared" (List.length positions) in
  let result = compare_all positions (Progress.tell progress) in
  Progress.finish progress;
  print_result result (List.length positions)

let random_of line = Random.State.make [| Command_line.number line "--seed" ~least:0 ~most:max_int ~default:1 |]
let count_of line = Command_line.number line "--count" ~least:1 ~most:1_000_000 ~default:200

let print_moves (board : Explanation.board) p =
  let print { Comparison.after; ending } =
    print_endline (Explanation.text board after ^ told_ending ending) in
  match Comparison.proved_answer board.game p with
  | Moves moves -> List.iter print moves
  | Over result -> print_over result
  | No_answer -> ()

let positions_of line game =
  match Command_line.value line "--position" with
  | Some text -> [ Game.position_of game text ]
  | None ->
    Comparison.random_positions (random_of line) game.Game.board game.start (count_of line)

let compare_with line game program =
  let stuck = match Command_line.value line "--stuck" with
    | None -> []
    | Some word -> [ "--stuck"; word ] in
  compared line (positions_of line game)
    (Comparison.compare_all program (("--bddl" :: line.arguments_given) @ stuck) game.Game.board)

let run_version_1 line =
  let game = Game.of_command_line line in
  match Command_line.value line "--compare" with
  | Some program -> compare_with line game program
  | None ->
    let p = match Command_line.value line "--position" with
      | None -> game.start
      | Some text -> Game.position_of game text in
    if not (Kernel.boardb game.board.game p) then
      Command_line.wrong_usage "The position has two pieces on one square, or some off the board.";
    print_moves game.board p;
    0

(* ---- Version 2 ------------------------------------------------------------------------------ *)

let piece_position line (game : Piece_game.t) : Piece_comparison.sided option =
  match Command_line.value line "--position" with
  | None -> None
  | Some text ->
    let white = String.length text > 0 && text.[String.length text - 1] = 'w' in
    Some { word = Verb_piece_table.position_of game text; white }

let print_piece_moves game p =
  match Piece_comparison.proved_answer game p with
  | Moves moves ->
    List.iter (fun { Piece_comparison.after; ending } -> print_endline (after ^ told_ending ending)) moves
  | Over result -> print_over result
  | No_answer -> ()

let run_version_2 line file =
  let game = Piece_game.load file in
  let start = { Piece_comparison.word = game.start; white = game.read.white_begins } in
  let given = piece_position line game in
  match Command_line.value line "--compare" with
  | None -> print_piece_moves game (Option.value given ~default:start); 0
  | Some program ->
    let positions = match given with
      | Some p -> [ p ]
      | None -> Piece_comparison.random_positions (random_of line) game (count_of line) in
    compared line positions (Piece_comparison.compare_all program file game)

let run line =
  match line.Command_line.arguments_given with
  | [ file ] -> run_version_2 line file
  | _ -> run_version_1 line

let verb : Command_line.verb = {
  name = "moves";
  synopsis =
    "DOMAIN PROBLEM | RULES [--stuck loss|draw] [--position POSITION]\n\
    \       [--compare ZERMELO [--count N] [--seed S] [--quiet]]";
  summary =
    "Prints what the moves of a position lead to.\n\n\
     It is the proved program's own generator that makes them. The rules are DOMAIN and PROBLEM, in\n\
     version 1 of BDDL, or RULES, in version 2.\n\n\
    \  --stuck loss|draw    the result of a side that cannot move\n\
    \  --position POSITION  instead of the start, in zermelo's notation: 'b1w/3/3 b'\n\
    \  --compare ZERMELO    run this program's verb `moves`, too, and compare: in the position,\n\
    \                       or in random ones. Exit status: 0 if all are the same, 1 if not\n\
    \  --count N            how many random positions (default: 200); half of them are met in\n\
    \                       random play, half are such with their pieces anywhere\n\
    \  --seed S             of the random positions (default: 1)\n\
    \  --quiet              no progress";
  flags = [ "--quiet" ];
  options = [ "--stuck"; "--position"; "--compare"; "--count"; "--seed" ];
  arguments = [ 1; 2 ];
  run;
}
