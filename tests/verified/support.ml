(* SPDX-License-Identifier: MIT *)
(* What the tests share: lists in memory, and a solver of their own, which knows no more than how a
   game is played. *)

let fail format =
  Printf.ksprintf (fun what -> prerr_endline ("FAILED: " ^ what); exit 1) format

type entry = Kernel.packed * int

(* ---- Lists ---------------------------------------------------------------------------------- *)

let read_list file : Position_list.header * entry array =
  let list = Position_list.open_list file in
  let found = ref [] in
  Position_list.iterate list (fun p value -> found := (p, value) :: !found);
  Position_list.close list;
  (list.header, Array.of_list (List.rev !found))

let word low high =
  let low = Int64.logand (Int64.of_int low) Int64.max_int in
  Int64.logor low (Int64.shift_left (Int64.of_int high) Notation.squares_in_low_word)

let header_text (header : Position_list.header) =
  let rest = match header.kind with
    | Table -> Printf.sprintf "\"kind\":\"table\",\"metric\":\"%s\"" header.metric
    | Strategy ->
      Printf.sprintf "\"kind\":\"strategy\",\"claim\":\"%s\",\"owner\":\"%s\",\"depth\":%s"
        header.claim
        (if header.owner_is_white then "white" else "black")
        (match header.depth with None -> "null" | Some n -> string_of_int n) in
  let text = Printf.sprintf "{%s,\"columns\":%d,\"rows\":%d,\"record\":\"grid\"}" rest
      header.columns header.rows in
  text ^ String.make ((64 - ((String.length text + 16) mod 64)) mod 64) ' '

let write_list file header (entries : entry array) =
  let out = Buffer.create (200 + (20 * Array.length entries)) in
  let header = header_text header and count = Array.length entries in
  Buffer.add_string out "ZPOSLIST";
  Buffer.add_int32_le out 1l;
  Buffer.add_int32_le out (Int32.of_int (String.length header));
  Buffer.add_string out header;
  Array.iter (fun ((p : Kernel.packed), value) ->
      Buffer.add_int64_le out (word p.blacks p.high_blacks);
      Buffer.add_int64_le out (word p.whites p.high_whites);
      Buffer.add_int16_le out value;
      Buffer.add_int8 out (Bool.to_int p.white_to_move);
      Buffer.add_int8 out 255) entries;
  let footer = Printf.sprintf "{\"positions\":%d,\"slices\":[]}" count in
  Buffer.add_string out footer;
  Buffer.add_int32_le out (Int32.of_int (String.length footer));
  Buffer.add_int64_le out (Int64.of_int count);
  Buffer.add_string out "ZPOSENDS";
  let channel = open_out_bin file in
  Buffer.output_buffer channel out;
  close_out channel

(* ---- Games ---------------------------------------------------------------------------------- *)

type paths = { zermelo : string; source : string; scratch : string }

let paths () =
  match Sys.argv with
  | [| _; zermelo; source; scratch |] ->
    if not (Sys.file_exists scratch) then Unix.mkdir scratch 0o777;
    { zermelo; source; scratch }
  | _ -> fail "usage: TEST ZERMELO SOURCE SCRATCH"

let run_quietly program arguments =
  let nothing = Unix.openfile "/dev/null" [ Unix.O_RDWR ] 0 in
  let words = Array.of_list (program :: arguments) in
  let process = Unix.create_process program words nothing nothing Unix.stderr in
  Unix.close nothing;
  match Unix.waitpid [] process with
  | _, WEXITED 0 -> ()
  | _ -> fail "%s fails" (String.concat " " (program :: arguments))

(* The domain and the problem of "hex/3x3" in games/, or of "kings/kings-3x3" in this folder's. *)
let files paths name =
  match String.split_on_char '/' name with
  | [ folder; problem ] ->
    let own = Printf.sprintf "%s/tests/verified/games" paths.source in
    let domain = Printf.sprintf "%s/%s.bddl" own folder in
    if Sys.file_exists domain then (domain, Printf.sprintf "%s/%s.bddl" own problem)
    else
      let games = Printf.sprintf "%s/games/%s" paths.source folder in
      (games ^ "/domain.bddl", Printf.sprintf "%s/%s.bddl" games problem)
  | _ -> fail "%s is not the name of a game" name

let load paths name =
  let domain_file, problem_file = files paths name in
  Game.load ~domain_file ~problem_file ~stuck:None

(* Its table, solved and listed by zermelo. *)
let solved_list paths name =
  let domain, problem = files paths name in
  let table = paths.scratch ^ "/table.ztb" and list = paths.scratch ^ "/list.zpl" in
  run_quietly paths.zermelo [ "solve"; "--bddl"; domain; problem; "-o"; table; "--force" ];
  run_quietly paths.zermelo [ "export"; table; "--format"; "binary"; "-o"; list; "--force" ];
  read_list list

(* ---- Checking ------------------------------------------------------------------------------- *)

let passes paths game header entries =
  let file = paths.scratch ^ "/changed.zpl" in
  write_list file header entries;
  match Verb_table.examine (Game.quietly game) game file with
  | { verdict = Passed _; _ } -> true
  | { verdict = Failed _; _ } -> false
  | exception (Complaint.Refused _ | Complaint.Unreadable _) -> false

(* ---- A solver ------------------------------------------------------------------------------- *)

(* Value iteration over all that play leads to from the given positions: round n finds the wins and
   losses in n plies; what is never found is drawn. *)
type solution = (Kernel.packed, int) Hashtbl.t

let reach game (positions : Kernel.packed list) =
  let moves = Hashtbl.create 10000 in
  let rec go = function
    | [] -> ()
    | p :: rest when Hashtbl.mem moves p -> go rest
    | p :: rest ->
      let going = Kernel.status_of game p = Going in
      let next = if going then Kernel.moves game p else [] in
      Hashtbl.add moves p next;
      go (List.rev_append next rest) in
  go positions;
  moves

let over_is_loss = 0  (* a loss in 0 plies; wins and losses later are n and -n *)

let solve game positions : solution =
  let moves = reach game positions in
  let values : solution = Hashtbl.create (Hashtbl.length moves) in
  let lost = Hashtbl.create 1000 in
  let is_over p = Kernel.status_of game p = Lost in
  Hashtbl.iter (fun p _ -> if is_over p then Hashtbl.replace lost p over_is_loss) moves;
  let is_lost q = Hashtbl.mem lost q in
  let is_won q = match Hashtbl.find_opt values q with Some n -> n > 0 | None -> false in
  let rec round n open_ =
    let decide p =
      let next = Hashtbl.find moves p in
      if List.exists is_lost next then Some (p, n)
      else if next <> [] && List.for_all is_won next then Some (p, -n)
      else None in
    let found = List.filter_map decide open_ in
    let set (p, value) =
      Hashtbl.replace values p value;
      if value < 0 then Hashtbl.replace lost p n in
    List.iter set found;
    if found <> [] then
      round (n + 1) (List.filter (fun p -> not (Hashtbl.mem values p)) open_) in
  let going = Hashtbl.fold (fun p next all -> if next = [] then all else p :: all) moves [] in
  round 1 going;
  List.iter (fun p -> if not (Hashtbl.mem values p) then Hashtbl.replace values p 0) going;
  values
