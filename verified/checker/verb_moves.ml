(* SPDX-License-Identifier: MIT *)
(* zermelo-verified moves: the moves that the proved program makes of the rules. *)

let print_moves (board : Explanation.board) p =
  let print { Comparison.after; ending } =
    let told = match ending with
      | None -> ""
      | Some "draw" -> "  ends the game: a draw"
      | Some word -> Printf.sprintf "  ends the game: a %s for the side that moves" word in
    print_endline (Explanation.text board after ^ told) in
  match Comparison.proved_answer board.game p with
  | Moves moves -> List.iter print moves
  | Over result -> Printf.printf "The game is over: a %s for the side to move.\n" result
  | No_answer -> ()

let positions_of line game =
  match Command_line.value line "--position" with
  | Some text -> [ Game.position_of game text ]
  | None ->
    let count = Command_line.number line "--count" ~least:1 ~most:1_000_000 ~default:200 in
    let seed = Command_line.number line "--seed" ~least:0 ~most:max_int ~default:1 in
    let random = Random.State.make [| seed |] in
    Comparison.random_positions random game.Game.board game.start count

let compare_with line game program =
  let stuck = match Command_line.value line "--stuck" with
    | None -> []
    | Some word -> [ "--stuck"; word ] in
  let positions = positions_of line game in
  let progress =
    Progress.start ~quiet:(Command_line.has line "--quiet") "compared" (List.length positions) in
  let result =
    Comparison.compare_all program (("--bddl" :: line.arguments_given) @ stuck) game.board positions
      (Progress.tell progress) in
  Progress.finish progress;
  match result.different with
  | Some sentence -> print_endline sentence; 1
  | None ->
    let left_out = List.length positions - result.compared in
    Printf.printf "In %s positions both have the same %s moves.%s\n"
      (Progress.grouped result.compared) (Progress.grouped result.moves)
      (if left_out = 0 then "" else Printf.sprintf " (zermelo does not take %d more.)" left_out);
    0

let run line =
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

let verb : Command_line.verb = {
  name = "moves";
  synopsis =
    "DOMAIN PROBLEM [--stuck loss|draw] [--position POSITION]\n\
    \       [--compare ZERMELO [--count N] [--seed S] [--quiet]]";
  summary =
    "Prints what the moves of a position lead to.\n\n\
     It is the proved program's own generator that makes them.\n\n\
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
  arguments = [ 2 ];
  run;
}
