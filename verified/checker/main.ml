(* SPDX-License-Identifier: MIT *)
(* zermelo-verified: checks tables and strategies by a program that is proved correct. *)

let verbs : Command_line.verb list =
  [ Verb_table.verb; Verb_strategy.verb; Verb_rules.verb; Verb_moves.verb ]
  @ Further_verbs.verbs

let help () =
  let line (verb : Command_line.verb) =
    let first = List.hd (String.split_on_char '\n' verb.summary) in
    Printf.sprintf "  %-9s %s" verb.name first in
  String.concat "\n"
    ([ "usage: zermelo-verified VERB ..."; "" ]
     @ List.map line verbs
     @ [ ""; "`zermelo-verified VERB --help` says more." ])

let run_verb (verb : Command_line.verb) words =
  if List.mem "--help" words then begin
    print_endline (Command_line.usage verb);
    0
  end
  else
    try verb.run (Command_line.parse verb words)
    with Command_line.Wrong_usage what ->
      Printf.eprintf "zermelo-verified: %s See `zermelo-verified %s --help`.\n" what verb.name;
      2

let run = function
  | [] | [ "--help" ] -> print_endline (help ()); 0
  | name :: words ->
    match List.find_opt (fun (verb : Command_line.verb) -> verb.name = name) verbs with
    | Some verb -> run_verb verb words
    | None ->
      Printf.eprintf "zermelo-verified: there is no verb '%s'. See `zermelo-verified --help`.\n"
        (String.escaped name);
      2

let complain status sentence =
  Printf.eprintf "zermelo-verified: %s\n" sentence;
  status

let () =
  Sys.set_signal Sys.sigpipe Sys.Signal_ignore;
  let status =
    if Sys.big_endian || Sys.int_size <> 63 then
      complain 2 "The checker is made for little-endian machines of 64 bits."
    else
      try run (List.tl (Array.to_list Sys.argv)) with
      | Complaint.Unreadable sentence -> complain 2 sentence
      | Complaint.Refused sentence -> complain 1 sentence
      | Out_of_memory -> complain 2 "There is too little memory."
      | Stack_overflow -> complain 2 "The rules are too long for the checker's stack."
      | Unix.Unix_error (code, what, _) ->
        complain 2 (Printf.sprintf "%s: %s." what (Unix.error_message code))
      | error ->
        complain 2 (Printf.sprintf "This should not happen: %s." (Printexc.to_string error)) in
  exit status
