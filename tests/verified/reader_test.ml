(* SPDX-License-Identifier: MIT *)
(* The reader of rules: what it prints is what it read; files that were cut off, or changed at
   random, are read or refused with a sentence, and nothing else happens. Lists, too. *)

open Support

(* ---- All rules that are there --------------------------------------------------------------- *)

let read_file = Bddl_reader.text_of_file

let is_version_2 file = Piece_tokens.is_version_2 (read_file file)

let files_in folder =
  List.map (fun name -> folder ^ "/" ^ name)
    (List.filter (fun name -> Filename.check_suffix name ".bddl") (Array.to_list (Sys.readdir folder)))

let problems_in folder =
  List.filter (fun file -> Filename.basename file <> "domain.bddl" && not (is_version_2 file)) (files_in folder)

let all_games paths =
  let games = paths.source ^ "/games" in
  let folders = List.map (fun name -> games ^ "/" ^ name) (Array.to_list (Sys.readdir games)) in
  let with_domain folder = Sys.file_exists (folder ^ "/domain.bddl") in
  let pairs folder = List.map (fun p -> (folder ^ "/domain.bddl", p)) (problems_in folder) in
  List.sort compare (List.concat_map pairs (List.filter with_domain folders))

let assemble domain problem : Bddl_reader.t =
  Bddl_reader.assemble ~domain_file:"domain" ~problem_file:"problem" ~stuck:(Some true)
    (Bddl_reader.read_domain "domain" domain)
    (Bddl_reader.read_problem "problem" problem)

let lines list = String.concat "\n" list ^ "\n"

let printed_is_read_again (domain_file, problem_file) =
  let read = assemble (read_file domain_file) (read_file problem_file) in
  let again = assemble (lines (Bddl_printer.domain read)) (lines (Bddl_printer.problem read)) in
  let sorted (r : Bddl_reader.t) = { r with start = List.sort compare r.start } in
  if sorted read <> sorted again then fail "%s is not what is printed of it" problem_file

(* ---- Other ways to write the same ----------------------------------------------------------- *)

let replace_all part by text =
  String.concat by (Str.split_delim (Str.regexp_string part) text)

let spelled_otherwise = [
  ("CR LF", fun text -> replace_all "\n" "\r\n" text);
  ("CR", fun text -> replace_all "\n" "\r" text);
  ("capitals", fun text -> replace_all "black" "BLACK" text);
  ("a byte-order mark", fun text -> "\xef\xbb\xbf" ^ text);
  ("comments", fun text -> replace_all "\n" " % Überhaupt \xff nichts (\n" text);
  ("tabs", fun text -> replace_all " " "\t " text);
  ("not", fun text -> replace_all "NOT" "not" text);
  ("empty lines", fun text -> replace_all "\n" "\n\n" text);
]

(* (Names of actions keep their capitals.) *)
let without_names (r : Bddl_reader.t) = { r with names = ([], []) }

let is_read_the_same (domain_file, problem_file) =
  let domain = read_file domain_file and problem = read_file problem_file in
  let read = without_names (assemble domain problem) in
  List.iter (fun (what, respell) ->
      if without_names (assemble (respell domain) (respell problem)) <> read then
        fail "%s is something else with %s" problem_file what)
    spelled_otherwise

(* ---- What is refused, and what the sentence says -------------------------------------------- *)

let domain_of action =
  "#blackactions\n:action a\n:parameters (?x,?y)\n" ^ action ^ "\n#whiteactions\n"

let plain = domain_of ":precondition (open(?x,?y))\n:effect (black(?x,?y))"

let refusals = [
  (domain_of ":precondition (open(?z,?y)) :effect ()", "", "domain:4:");
  (domain_of ":precondition (open(?x,?y) or open(?x,?y)) :effect ()", "", "domain:4:");
  (domain_of ":precondition (NOT(NOT(open(?x,?y)))) :effect ()", "", "domain:4:");
  (domain_of ":precondition (open(?x,?y)", "", "domain:5:");
  ("#blackactions\n", "", "#whiteactions");
  ("#blackactions\n#blackactions\n#whiteactions\n", "", "domain:2:");
  ("#whiteactions\n#blackactions\n:action\n", "", "domain:3:");
  (plain, "#init\n", "#boardsize");
  (plain, "#boardsize\n3 3\n", "#init");
  (plain, "#boardsize\n0 3\n#init\n", "problem:2:");
  (plain, "#boardsize\n99999999999999999999 3\n#init\n", "problem:2:");
  (plain, "#boardsize\n3 3\n#init\nblack(4,1)\n", "not on the board");
  (plain, "#boardsize\n3 3\n#init\nblack(1,1) black(1,1)\n", "twice");
  (plain, "#boardsize\n3 3\n#init\nblack(?x,1)\n", "start");
  (plain, "#boardsize\n3 3\n#init\n#blackgoals\n()\n", "problem:5:");
  (plain, "#boardsize\n3 3\n#init\n#blackgoals\nblack(4,1)\n", "not on the board");
  (plain, "#boardsize\n3 3\n#init\n#blackturn\nthird\n", "problem:5:");
  (plain, "#boardsize\n3 3\n#init\n#goals\n", "problem:4:");
  (plain, "#boardsize\n3 3\n#init\n\x01\n", "problem:4:");
]

let is_refused (domain, problem, part) =
  let problem = if problem = "" then "#boardsize\n3 3\n#init\n" else problem in
  match assemble domain problem with
  | _ -> fail "%s is read" (String.escaped (domain ^ problem))
  | exception Complaint.Unreadable sentence ->
    if not (Comparison.contains part sentence) then
      fail "of %s it says: %s" (String.escaped (domain ^ problem)) sentence

(* An effect that leaves 2^13 choices, a board that is too large: clear, but too much. *)
let is_not_compiled () =
  let negated i = Printf.sprintf "NOT(black(%d,%d))" (1 + (i mod 4)) (1 + (i / 4)) in
  let effect = String.concat " " (List.init 13 negated) in
  let choice = domain_of (Printf.sprintf ":precondition (open(?x,?y))\n:effect (%s)" effect) in
  let compile domain problem = Game.compile ~domain_file:"domain" (assemble domain problem) in
  List.iter (fun (domain, problem) ->
      match compile domain problem with
      | _ -> fail "%s is compiled" (String.escaped (domain ^ problem))
      | exception Complaint.Unreadable _ -> ())
    [ (choice, "#boardsize\n4 4\n#init\n"); (plain, "#boardsize\n13 5\n#init\n") ]

(* ---- At random ------------------------------------------------------------------------------ *)

let changed random text =
  let length = String.length text in
  let place () = Random.State.int random (max 1 length) in
  let bytes = Bytes.of_string text in
  match Random.State.int random 5 with
  | 0 -> String.sub text 0 (place ())
  | 1 ->
    let i = place () in
    String.sub text 0 i ^ String.sub text (min length (i + 1 + Random.State.int random 9))
      (max 0 (length - i - 9))
  | 2 ->
    let i = place () and j = place () in
    let first = min i j and last = max i j in
    String.sub text 0 last ^ String.sub text first (length - first)
  | 3 ->
    let signs = "()?#:,+-%\n09xyb \000\255" in
    Bytes.set bytes (place ()) signs.[Random.State.int random (String.length signs)];
    Bytes.to_string bytes
  | _ ->
    Bytes.set bytes (place ()) (Char.chr (Random.State.int random 256));
    Bytes.to_string bytes

let rec changed_often random n text =
  if n = 0 || text = "" then text else changed_often random (n - 1) (changed random text)

let tries_per_game = 100

let nothing_else_happens random (domain_file, problem_file) =
  let domain = read_file domain_file and problem = read_file problem_file in
  let read = ref 0 in
  for _ = 1 to tries_per_game do
    let times = 1 + Random.State.int random 4 in
    let domain, problem =
      if Random.State.bool random then (changed_often random times domain, problem)
      else (domain, changed_often random times problem) in
    match assemble domain problem with
    | _ -> incr read
    | exception Complaint.Unreadable _ -> ()
    | exception error ->
      fail "%s, for %s" (Printexc.to_string error) (String.escaped (domain ^ "\n----\n" ^ problem))
  done;
  !read

(* Lists that are cut off or changed anywhere: what is read has as many positions as it says. *)
let lists_changed_at_random random paths =
  let game = load paths "connect/3x3-3" in
  let _, entries = solved_list paths "connect/3x3-3" in
  let list = paths.scratch ^ "/list.zpl" and other = paths.scratch ^ "/changed.zpl" in
  let text = read_file list in
  let accepted = ref 0 in
  for _ = 1 to 3000 do
    let channel = open_out_bin other in
    output_string channel (changed random text);
    close_out channel;
    match Verb_table.examine (Game.quietly game) game other with
    | { verdict = Passed _; _ } ->
      incr accepted;
      let _, found = read_list other in
      if List.sort compare (Array.to_list found) <> List.sort compare (Array.to_list entries) then
        fail "another list than the true one is accepted"
    | { verdict = Failed _; _ } -> ()
    | exception (Complaint.Unreadable _ | Complaint.Refused _) -> ()
    | exception error -> fail "%s, for a list" (Printexc.to_string error)
  done;
  !accepted

(* ---- Version 2 ------------------------------------------------------------------------------ *)

let version_2_games paths =
  let games = paths.source ^ "/games" in
  let folders = List.map (fun name -> games ^ "/" ^ name) (Array.to_list (Sys.readdir games)) in
  let all = List.concat_map files_in ((paths.source ^ "/tests/verified/games") :: List.filter Sys.is_directory folders) in
  List.sort compare (List.filter is_version_2 all)

(* Some games say what the checker does not know, and are refused. *)
let is_known file =
  match Piece_reader.read "rules" (read_file file) with
  | _ -> true
  | exception Complaint.Unreadable _ -> false

let same_spelled_otherwise file =
  let text = read_file file in
  let read text = (Piece_reader.read "rules" text).rules in
  let rules = read text in
  List.iter (fun (what, respell) ->
      if read (respell text) <> rules then fail "%s is something else with %s" file what)
    spelled_otherwise

let nothing_else_happens_in_version_2 random file =
  let text = read_file file in
  for _ = 1 to tries_per_game do
    let changed = changed_often random (1 + Random.State.int random 4) text in
    match Piece_reader.read "rules" changed with
    | _ -> ()
    | exception Complaint.Unreadable _ -> ()
    | exception error -> fail "%s, for %s" (Printexc.to_string error) (String.escaped changed)
  done

(* ---- All of it ------------------------------------------------------------------------------ *)

let () =
  let paths = paths () and random = Random.State.make [| 37 |] in
  let games = all_games paths in
  if List.length games < 100 then fail "there are few games in %s/games" paths.source;
  List.iter printed_is_read_again games;
  List.iter is_read_the_same games;
  List.iter is_refused refusals;
  is_not_compiled ();
  let tries = tries_per_game * List.length games in
  let read = List.fold_left (fun sum game -> sum + nothing_else_happens random game) 0 games in
  let accepted = lists_changed_at_random random paths in
  let version_2 = version_2_games paths in
  let known = List.filter is_known version_2 in
  if List.length known < 10 then fail "there are few games in version 2 that are read";
  List.iter same_spelled_otherwise known;
  List.iter (nothing_else_happens_in_version_2 random) version_2;
  Printf.printf "%d rules; %d changed at random, of which %d could be read; %d of 3000 changed \
                 lists were accepted, all true\n"
    (List.length games) tries read accepted
