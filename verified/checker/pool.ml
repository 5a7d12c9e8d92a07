(* SPDX-License-Identifier: MIT *)
(* Has ranges of entries checked, by this process or by several others. Each of those is given one
   range after another, so that a slow process does not keep the others waiting, and each range that
   passes is told at once. *)

type answer = Passed | Refused of int  (* an entry *)

(* Questions are two words of eight bytes, the range; answers are one: -1, or a bad entry. *)
let word_bytes = 8
let passed = -1

exception Closed

let read_words descriptor count =
  let bytes = Bytes.create (count * word_bytes) in
  let rec fill at =
    if at < Bytes.length bytes then
      match Unix.read descriptor bytes at (Bytes.length bytes - at) with
      | 0 -> raise Closed
      | n -> fill (at + n)
      | exception Unix.Unix_error (Unix.EINTR, _, _) -> fill at in
  fill 0;
  List.init count (fun i -> Int64.to_int (Bytes.get_int64_le bytes (i * word_bytes)))

let write_words descriptor words =
  let bytes = Bytes.create (List.length words * word_bytes) in
  List.iteri (fun i word -> Bytes.set_int64_le bytes (i * word_bytes) (Int64.of_int word)) words;
  if Unix.write descriptor bytes 0 (Bytes.length bytes) <> Bytes.length bytes then raise Closed

type worker = {
  process : int;
  questions : Unix.file_descr;
  answers : Unix.file_descr;
  mutable range : (int * int) option;  (* what it checks *)
}

let rec serve check questions answers =
  match read_words questions 2 with
  | [ from; upto ] ->
    let answer = match check (from, upto) with Passed -> passed | Refused entry -> entry in
    write_words answers [ answer ];
    serve check questions answers
  | _ | (exception Closed) -> ()

let start_worker check =
  let questions, ask = Unix.pipe ~cloexec:true () in
  let answers, tell = Unix.pipe ~cloexec:true () in
  flush_all ();
  match Unix.fork () with
  | 0 ->
    (* (Ends without at_exit, which is the parent's business.) *)
    Unix.close ask;
    Unix.close answers;
    Unix._exit (try serve check questions tell; 0 with _ -> 1)
  | process ->
    Unix.close questions;
    Unix.close tell;
    { process; questions = ask; answers; range = None }

(* A worker ends when nobody can ask it any more: neither this process nor those that were started
   after it. *)
let stop workers =
  let dismiss worker =
    if worker.range <> None then
      (try Unix.kill worker.process Sys.sigterm with Unix.Unix_error _ -> ());
    Unix.close worker.questions;
    Unix.close worker.answers in
  List.iter dismiss workers;
  List.iter (fun worker -> ignore (Unix.waitpid [] worker.process)) workers

let died () =
  Complaint.unreadable "One of the checking processes ended before it was done."

let ask worker (from, upto) =
  worker.range <- Some (from, upto);
  try write_words worker.questions [ from; upto ] with Closed | Unix.Unix_error _ -> died ()

let rec next_answer workers =
  let busy = List.filter (fun w -> w.range <> None) workers in
  match Unix.select (List.map (fun w -> w.answers) busy) [] [] (-1.) with
  | ready, _, _ -> List.find (fun w -> List.mem w.answers ready) busy
  | exception Unix.Unix_error (Unix.EINTR, _, _) -> next_answer workers

(* Hands ranges out until all have passed, or one has not; `tell` hears of each that has passed. *)
let rec follow workers ranges tell =
  if List.for_all (fun w -> w.range = None) workers then None
  else begin
    let worker = next_answer workers in
    let range = Option.get worker.range in
    match read_words worker.answers 1 with
    | exception Closed -> died ()
    | [ answer ] when answer = passed ->
      worker.range <- None;
      tell range;
      let rest = match ranges with
        | [] -> []
        | range :: rest -> ask worker range; rest in
      follow workers rest tell
    | answer -> Some (List.hd answer)
  end

let check_by_others ~processes ranges check tell =
  let workers = ref [] in
  Fun.protect ~finally:(fun () -> stop !workers) @@ fun () ->
  for _ = 1 to processes do workers := start_worker check :: !workers done;
  let rec first workers ranges = match workers, ranges with
    | worker :: workers, range :: ranges -> ask worker range; first workers ranges
    | _ -> ranges in
  follow !workers (first !workers ranges) tell

let rec check_here ranges check tell =
  match ranges with
  | [] -> None
  | range :: rest ->
    match check range with
    | Refused entry -> Some entry
    | Passed -> tell range; check_here rest check tell

(* Seconds, of this process and of those that it has had check. *)
let processor_time () =
  let times = Unix.times () in
  times.tms_utime +. times.tms_stime +. times.tms_cutime +. times.tms_cstime

(* None if all ranges pass, otherwise an entry that does not. *)
let check ~processes ranges check tell =
  let processes = min processes (List.length ranges) in
  if processes <= 1 then check_here ranges check tell
  else check_by_others ~processes ranges check tell
