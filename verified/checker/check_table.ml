(* SPDX-License-Identifier: MIT *)
(* Has the entries of a table checked by the proved program. *)

type verdict =
  | Passed of Kernel.entry  (* the value of the start *)
  | Failed of string

(* ---- Values --------------------------------------------------------------------------------- *)

let lowest_value = -32768

(* The value of each number of 16 bits, so that none is made while entries are compared. *)
let values_in_words : Kernel.entry array =
  let entry n : Kernel.entry = if n > 0 then TWin n else if n < 0 then TLoss (-n) else TDraw in
  Array.init 65536 (fun i -> entry (i + lowest_value))

(* ---- The check ------------------------------------------------------------------------------ *)

let table (entries : Entries.t) (symmetries : Symmetries.t) : Kernel.table =
  { entries = entries.size;
    key = Entries.key entries;
    told = (fun i -> values_in_words.(Entries.value entries i - lowest_value));
    hint = Symmetries.hint symmetries;
    symmetries = Array.to_list symmetries.symmetries }

(* Of outcomes without distances: they are true if something rises with every move. *)
let pieces (p : Kernel.packed) =
  let rec count word = if word = 0 then 0 else 1 + count (word land (word - 1)) in
  count (p.blacks lor p.whites) + count (p.high_blacks lor p.high_whites)

let refusal board (table : Kernel.table) i =
  Explanation.of_table_entry board (Kernel.look board.Explanation.game table) (table.key i)
    (table.told i)

let refusal_of_outcome board (table : Kernel.table) height i =
  let game = board.Explanation.game in
  Explanation.of_outcome_entry board (Kernel.look game table)
    (Kernel.look_above game table height (height i)) (table.key i) (table.told i)

(* How entries are checked, and why one is refused. *)
type entry_check = {
  check_range : int -> int -> bool;
  check_entry : int -> bool;
  refusal_of : int -> string;
}

let of_distances (board : Explanation.board) table =
  { check_range = Kernel.check_range board.game table;
    check_entry = Kernel.check_entry board.game table;
    refusal_of = refusal board table }

let of_outcomes (board : Explanation.board) (table : Kernel.table) =
  let height i = pieces (table.key i) in
  { check_range = Kernel.check_outcome_range board.game table height;
    check_entry = Kernel.check_outcome board.game table height;
    refusal_of = refusal_of_outcome board table height }

(* The three parts of the check, as the theorems `ranges_mean_strategies` and
   `outcome_ranges_mean_strategies` have them. *)
let check ~processes ~quiet ~outcomes (board : Explanation.board) (table : Kernel.table) start =
  let game = board.game in
  let { check_range; check_entry; refusal_of } =
    if outcomes then of_outcomes board table else of_distances board table in
  if not (Kernel.check_symmetries game table) then
    Failed "Refused: what was taken for symmetries of the rules are none."
  else
    match Ranges.check ~processes ~quiet ~size:table.entries check_range check_entry with
    | Some i -> Failed (refusal_of i)
    | None ->
      if Kernel.check_start game table start then Passed (Kernel.look game table start)
      else Failed (Explanation.of_start board start)
