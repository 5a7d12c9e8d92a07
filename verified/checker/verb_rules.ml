(* SPDX-License-Identifier: MIT *)
(* zermelo-verified rules: the rules as they were read. *)

let print_version_2 file channel =
  let game = Piece_game.load file in
  List.iter (fun line -> output_string channel (line ^ "\n")) (Piece_printer.rules game.read);
  Printf.fprintf channel "%% The start, with Black to move, in zermelo's notation: %s\n" (Piece_game.word_text game game.start)

let run_version_1 line =
  let game = Game.of_command_line line in
  let print = List.iter print_endline in
  if Command_line.has line "--domain" then print (Bddl_printer.domain game.read)
  else if Command_line.has line "--problem" then print (Bddl_printer.problem game.read)
  else Game.print_rules game stdout;
  0

let run line =
  match line.Command_line.arguments_given with
  | [ file ] -> print_version_2 file stdout; 0
  | _ -> run_version_1 line

let verb : Command_line.verb = {
  name = "rules";
  synopsis = "DOMAIN PROBLEM | RULES [--stuck loss|draw] [--domain | --problem]";
  summary =
    "Prints the rules as the checker has read them.\n\n\
     They are in BDDL again (of version 2, RULES, with what only a tree can say in braces); with --domain or --problem only\n\
     what would stand in that file.";
  flags = [ "--domain"; "--problem" ];
  options = [ "--stuck" ];
  arguments = [ 1; 2 ];
  run;
}
