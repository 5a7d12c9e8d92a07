(* SPDX-License-Identifier: MIT *)
(* What runs: the checkers of games in BDDL, as OCaml. *)
From Coq Require Import Extraction ZArith Uint63.
From Zermelo Require Import ExtractWords.
From Zermelo Require Import Game BddlRules Masks Symmetry Packed Turn Check CheckOutcomes Strategy.
Extraction Language OCaml.
Extraction "kernel.ml" compile symmetry_of is_symmetry turn moves boardb over status_of
  check_entry check_symmetries check_range check_table check_start cover place look best fits
  check_outcome check_outcome_range check_outcomes look_above
  owner_moves good ended_well check_member check_members check_strategy check_claim member_place.
