(* SPDX-License-Identifier: MIT *)
(* What a long run says on standard error while it goes on: only to a terminal, on one line. *)

let grouped n =
  let digits = string_of_int (abs n) in
  let length = String.length digits in
  let text = Buffer.create (length + (length / 3) + 1) in
  if n < 0 then Buffer.add_char text '-';
  String.iteri (fun i c ->
      if i > 0 && (length - i) mod 3 = 0 then Buffer.add_char text ',';
      Buffer.add_char text c) digits;
  Buffer.contents text

type t = { shown : bool; what : string; total : int; mutable last : float }

let seconds_between = 0.2

let start ~quiet what total =
  { shown = (not quiet) && Unix.isatty Unix.stderr && total > 0; what; total; last = 0. }

let tell progress finished =
  if progress.shown then begin
    let now = Unix.gettimeofday () in
    if now -. progress.last >= seconds_between then begin
      progress.last <- now;
      Printf.eprintf "\r%s: %s of %s (%d %%) %!" progress.what (grouped finished)
        (grouped progress.total)
        (100 * finished / progress.total)
    end
  end

(* Takes the line away. *)
let finish progress =
  if progress.shown then Printf.eprintf "\r%s\r%!" (String.make 78 ' ')

(* "640 MiB" *)
let memory bytes =
  let units = [ (30, "GiB"); (20, "MiB"); (10, "KiB") ] in
  match List.find_opt (fun (power, _) -> bytes >= 1 lsl power) units with
  | None -> Printf.sprintf "%d bytes" bytes
  | Some (power, unit_name) ->
    let amount = float bytes /. float (1 lsl power) in
    if amount < 10. then Printf.sprintf "%.1f %s" amount unit_name
    else Printf.sprintf "%.0f %s" amount unit_name
