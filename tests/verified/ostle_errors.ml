(* SPDX-License-Identifier: MIT *)
(* Plants errors in tables of Ostle, and counts by kind what the proved checker says of them:
   ostle_errors SEED SMALL.ztb COUNT LARGER.ztb COUNT
   In each table COUNT errors are planted, one at a time, and the whole table is checked; then whole
   tables are told wrong, and hints and symmetries are. None may be accepted, but for a dropped
   position that no other leads to: the table then says nothing that is false. *)

open Ostle_kernel

let fail format =
  Printf.ksprintf (fun what -> prerr_endline ("FAILED: " ^ what); exit 1) format

type entry = { value : int; move : int; then_ : int }  (* words; the move's code *)

let load name =
  let description = Ostle_file.describe name in
  let file =
    Ostle_file.read description (Ostle_file.prepare description) ~threads:1
      ~moves_ahead:Ostle_table.moves_ahead ignore in
  Ostle_table.make file

(* The same table with other values: nothing is looked up ahead. *)
let with_values (t : Ostle_table.t) of_entry =
  { t.table with
    first = (fun i -> (of_entry i).value);
    special = (fun i -> (of_entry i).move);
    second = (fun i -> (of_entry i).then_);
    hint = (fun p -> Ostle_memory.place t.file.handle p.own p.other p.hole) }

let entries_of (t : Ostle_table.t) =
  Array.init t.file.entries (fun i ->
      let value = t.table.first i in
      if value = 0 then { value; move = Ostle_table.no_move; then_ = 0 }
      else { value; move = t.table.special i; then_ = t.table.second i })

let entries_pass (t : Ostle_table.t) table =
  check_range t.size t.lose table (0, table.entries)
let passes (t : Ostle_table.t) table = prepared t.size table && entries_pass t table

(* ---- Words ---------------------------------------------------------------------------------- *)

let plies word =
  if word < Ostle_table.draw then 1 - word
  else if word = Ostle_table.draw then 0
  else Ostle_table.win_in_0 - word
let word = Ostle_table.word_of_value

(* ---- Single errors -------------------------------------------------------------------------- *)

let longer n = if n > 0 then n + 2 else if n < 0 then n - 2 else 3
let shorter n = if n > 2 then n - 2 else if n < -2 then n + 2 else if n = 0 then 5 else 7

let value_errors =
  [ ("two plies more (a draw: a win in 3)", longer);
    ("two plies fewer (a draw: a win in 5)", shorter);
    ("one ply more", fun n -> if n >= 0 then n + 1 else n - 1);
    ("a draw for a win or a loss (a draw: a loss in 2)", fun n -> if n = 0 then -2 else 0);
    ("a loss for a win and the other way round (a draw: a win in 1)",
     fun n -> if n = 0 then 1 else -n) ]

let position_dropped = "a position dropped"
let second_changed = "the value with a move forbidden changed"
let second_dropped = "the value with a move forbidden dropped"

(* The errors that can be planted in an entry. *)
let errors_of entry =
  let in_value (name, change) = (name, { entry with value = word (change (plies entry.value)) }) in
  let in_second =
    if entry.move = Ostle_table.no_move then []
    else
      [ (second_changed, { entry with then_ = word (longer (plies entry.then_)) });
        (second_dropped, { entry with move = Ostle_table.no_move }) ] in
  (position_dropped, { entry with value = 0 }) :: List.map in_value value_errors @ in_second

let rec pick random entries =
  let i = Random.State.int random (Array.length entries) in
  if entries.(i).value = 0 then pick random entries else i

type count = { mutable refused : int; mutable accepted : int }

let counts : (string, count) Hashtbl.t = Hashtbl.create 16
let harmless = ref 0  (* positions that were dropped, and that nothing leads to *)
let note kind accepted =
  let count = match Hashtbl.find_opt counts kind with
    | Some count -> count
    | None ->
      let count = { refused = 0; accepted = 0 } in
      Hashtbl.add counts kind count;
      count in
  if accepted then count.accepted <- count.accepted + 1 else count.refused <- count.refused + 1

(* Whether some move of another entry's position leads to that of this one. *)
let something_leads_to (t : Ostle_table.t) entries entry =
  let leads child =
    let { own; other; hole } = child.next in
    Ostle_memory.place t.file.handle own other hole lsr 3 = entry in
  let from i value =
    i <> entry && value.value <> 0 && List.exists leads (generate t.size (t.table.key i)) in
  let rec search i = i < Array.length entries && (from i entries.(i) || search (i + 1)) in
  search 0

let plant random t entries =
  let i = pick random entries in
  let errors = errors_of entries.(i) in
  let kind, wrong = List.nth errors (Random.State.int random (List.length errors)) in
  (* (Board and symmetries are those of the table itself, which has passed.) *)
  let accepted = entries_pass t (with_values t (fun k -> if k = i then wrong else entries.(k))) in
  if accepted && kind = position_dropped && not (something_leads_to t entries i) then
    incr harmless
  else note kind accepted

(* ---- Whole tables --------------------------------------------------------------------------- *)

let on_values change entry =
  if entry.value = 0 then entry
  else
    { entry with value = word (change (plies entry.value));
      then_ = (if entry.move = Ostle_table.no_move then 0
               else word (change (plies entry.then_))) }

let beyond limit by n = if n > limit then n + by else if n < -limit then n - by else n

let lies =
  [ ("distances above 3, two more", on_values (beyond 3 2));
    ("distances above 5, two fewer", on_values (beyond 5 (-2)));
    ("all distances, two more", on_values (beyond 0 2));
    ("all draws as wins", on_values (fun n -> if n = 0 then 999 else n));
    ("all draws as losses", on_values (fun n -> if n = 0 then -998 else n));
    ("long wins and losses as draws", on_values (fun n -> if abs n > 10 then 0 else n));
    ("all as draws", on_values (fun _ -> 0));
    ("wins and losses exchanged", on_values (fun n -> -n));
    ("rule 8 without effect", fun entry -> { entry with move = Ostle_table.no_move }) ]

let tell_lie t entries (name, change) =
  let wrong = Array.map change entries in
  if wrong = entries then fail "%s: this changes nothing." name;
  note ("the whole table: " ^ name) (passes t (with_values t (fun i -> wrong.(i))))

(* ---- Hints and symmetries -------------------------------------------------------------------- *)

let wrong_helpers (table : table) =
  let one_in_a_thousand = let n = ref 0 in fun () -> incr n; !n mod 1000 = 0 in
  let changed_hint bit =
    { table with
      hint = (fun p -> let h = table.hint p in if one_in_a_thousand () then h lxor bit else h) } in
  [ ("hints of another place", changed_hint 8);
    ("hints of another symmetry", changed_hint 1);
    ("hints beyond the table", { table with hint = (fun _ -> table.entries lsl 3) });
    ("one square of the image of a set",
     { table with
       set_image = (fun i -> table.set_image i lxor (if i = (3 lsl 11) + 77 then 2 else 0)) });
    ("one square's image",
     { table with
       square_image = (fun i -> if i = (5 lsl 6) + 1 then 0 else table.square_image i) });
    ("one direction of a symmetry",
     { table with
       to_direction = (fun g d -> if g = 5 && d = Up then Down else table.to_direction g d) });
    ("symmetries that keep directions", { table with to_direction = (fun _ d -> d) }) ]

(* ---- The test -------------------------------------------------------------------------------- *)

let test random name wanted =
  let t = load name in
  let entries = entries_of t in
  let table = with_values t (fun i -> entries.(i)) in
  if not (passes t table) then fail "%s itself is refused." name;
  for _ = 1 to wanted do plant random t entries done;
  List.iter (tell_lie t entries) lies;
  List.iter (fun (name, table) -> note ("helpers: " ^ name) (passes t table))
    (wrong_helpers table)

let () =
  match Array.to_list Sys.argv with
  | [ _; seed; small; count_small; larger; count_larger ] ->
    let random = Random.State.make [| int_of_string seed |] in
    test random small (int_of_string count_small);
    test random larger (int_of_string count_larger);
    let kinds = List.sort compare (List.of_seq (Hashtbl.to_seq counts)) in
    let refused, accepted =
      List.fold_left (fun (r, a) (_, c) -> (r + c.refused, a + c.accepted)) (0, 0) kinds in
    List.iter (fun (kind, c) ->
        Printf.printf "%6d refused, %d accepted: %s\n" c.refused c.accepted kind) kinds;
    Printf.printf "%6d accepted, truly: a position dropped that no other leads to\n" !harmless;
    Printf.printf "%d errors, %d refused\n" (refused + accepted + !harmless) refused;
    if accepted > 0 then fail "%d errors were accepted." accepted
  | _ -> fail "usage: ostle_errors SEED SMALL.ztb COUNT LARGER.ztb COUNT"
