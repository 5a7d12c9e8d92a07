(* SPDX-License-Identifier: MIT *)
(* zermelo-verified rules: the rules as they were read. *)

let run line =
  let game = Game.of_command_line line in
  let print = List.iter print_endline in
  if Command_line.has line "--domain" then print (Bddl_printer.domain game.read)
  else if Command_line.has line "--problem" then print (Bddl_printer.problem game.read)
  else Game.print_rules game stdout;
  0

let verb : Command_line.verb = {
  name = "rules";
  synopsis = "DOMAIN PROBLEM [--stuck loss|draw] [--domain | --problem]";
  summary =
    "Prints the rules as the checker has read them.\n\n\
     They are in BDDL again; with --domain or --problem only\n\
     what would stand in that file.";
  flags = [ "--domain"; "--problem" ];
  options = [ "--stuck" ];
  arguments = [ 2 ];
  run;
}
