(* SPDX-License-Identifier: MIT *)
(* Checks all entries of a list in several processes. Each checks a range of blocks, and a block at
   a time, so that progress can be told. *)

let block_size = 1 lsl 14

let check_range ~first ~last check_block tell =
  let rec go b =
    if b >= last then None
    else if not (check_block b) then Some b
    else begin
      tell 1;
      go (b + 1)
    end in
  go first

(* ---- A process of its own ------------------------------------------------------------------- *)

(* Messages are words of 8 bytes: blocks that have passed since the last one, `all_passed`, or
   -2 - b for a block b that does not pass. *)
let all_passed = -1
let message_bytes = 8

let send descriptor message =
  let bytes = Bytes.create message_bytes in
  Bytes.set_int64_le bytes 0 (Int64.of_int message);
  if Unix.write descriptor bytes 0 message_bytes <> message_bytes then exit 1

type worker = { process : int; answers : Unix.file_descr; mutable finished : bool }

let start_worker ~first ~last check_block =
  let answers, own_end = Unix.pipe ~cloexec:true () in
  flush_all ();
  match Unix.fork () with
  | 0 ->
    (* (Ends without at_exit, which is the parent's business.) *)
    let status =
      try
        Unix.close answers;
        let found = check_range ~first ~last check_block (send own_end) in
        send own_end (match found with None -> all_passed | Some b -> -2 - b);
        0
      with _ -> 1 in
    Unix._exit status
  | process ->
    Unix.close own_end;
    { process; answers; finished = false }

let ended_early () =
  Complaint.unreadable "A process that checked a part of the list ended before it was done."

(* The next message; a pipe that ends without a last word is a process that was killed. *)
let receive worker =
  let bytes = Bytes.create message_bytes in
  let rec fill have =
    if have < message_bytes then
      match Unix.read worker.answers bytes have (message_bytes - have) with
      | 0 -> ended_early ()
      | n -> fill (have + n) in
  fill 0;
  Int64.to_int (Bytes.get_int64_le bytes 0)

let stop worker =
  if not worker.finished then
    (try Unix.kill worker.process Sys.sigterm with Unix.Unix_error _ -> ());
  Unix.close worker.answers;
  ignore (Unix.waitpid [] worker.process)

let rec follow workers tell =
  match List.filter (fun w -> not w.finished) workers with
  | [] -> None
  | running ->
    let ready, _, _ = Unix.select (List.map (fun w -> w.answers) running) [] [] (-1.) in
    let worker = List.find (fun w -> List.mem w.answers ready) running in
    let message = receive worker in
    if message < all_passed then Some (-2 - message)
    else begin
      if message = all_passed then worker.finished <- true else tell message;
      follow workers tell
    end

let check_blocks ~processes ~blocks check_block tell =
  if processes <= 1 || blocks <= 1 then check_range ~first:0 ~last:blocks check_block tell
  else begin
    let bound n = blocks * n / processes in
    let worker n = start_worker ~first:(bound n) ~last:(bound (n + 1)) check_block in
    let workers = List.init processes worker in
    Fun.protect
      ~finally:(fun () -> List.iter stop workers)
      (fun () -> follow workers tell)
  end

(* ---- All entries ---------------------------------------------------------------------------- *)

(* None if all entries below `size` pass, otherwise one that does not. `check_range first upto` is
   the proved program's, of ranges; `check_entry` of one entry finds the one in a range. *)
let check ~processes ~quiet ~size check_range check_entry =
  let blocks = (size + block_size - 1) / block_size in
  let range b = (b * block_size, min size ((b + 1) * block_size)) in
  let progress = Progress.start ~quiet "checked" size in
  let finished = ref 0 in
  let tell n =
    finished := !finished + (n * block_size);
    Progress.tell progress (min !finished size) in
  let check_block b = let first, upto = range b in check_range first upto in
  let failing = check_blocks ~processes ~blocks check_block tell in
  Progress.finish progress;
  match failing with
  | Some block ->
    let rec first_failing i = if check_entry i then first_failing (i + 1) else i in
    Some (first_failing (fst (range block)))
  | None ->
    if not (Kernel.cover (List.init blocks range) 0 size) then
      Complaint.refused "Refused: the ranges that were checked leave out some entries.";
    None
