(* SPDX-License-Identifier: MIT *)
(* What runs: the checkers as OCaml. The 63-bit words are OCaml's own integers. *)
From Coq Require Import Extraction ExtrOcamlBasic ZArith Uint63.
From Zermelo Require Import Game BddlRules Masks Symmetry Packed Turn Check CheckOutcomes Strategy.
Extraction Language OCaml.
Extract Inlined Constant int => "int".
Extract Constant PrimInt63.lsl => "(fun x n -> if n >= 0 && n < 63 then x lsl n else 0)".
Extract Constant PrimInt63.lsr => "(fun x n -> if n >= 0 && n < 63 then x lsr n else 0)".
Extract Inlined Constant PrimInt63.land => "(land)".
Extract Inlined Constant PrimInt63.lor => "(lor)".
Extract Inlined Constant PrimInt63.lxor => "(lxor)".
Extract Inlined Constant PrimInt63.add => "(+)".
Extract Inlined Constant PrimInt63.sub => "(-)".
Extract Inlined Constant PrimInt63.eqb => "((=) : int -> int -> bool)".
(* (Coq's comparisons are of words without a sign.) *)
Extract Constant PrimInt63.ltb => "(fun (x : int) y -> x lxor min_int < y lxor min_int)".
Extract Constant PrimInt63.leb => "(fun (x : int) y -> x lxor min_int <= y lxor min_int)".
Extraction "kernel.ml" compile symmetry_of is_symmetry turn moves boardb over status_of
  check_entry check_symmetries check_range check_table check_start cover place look best fits
  check_outcome check_outcome_range check_outcomes look_above
  owner_moves good ended_well check_member check_members check_strategy check_claim member_place.
