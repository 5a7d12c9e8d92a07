(* SPDX-License-Identifier: MIT *)
(* What runs: the checker of Ostle's tables, as OCaml. *)
From Coq Require Import Extraction ZArith Uint63.
From Zermelo Require Import ExtractWords.
From Zermelo Require Import Game Ostle OstleWords OstleCheck OstleMain.
Extraction Language OCaml.
Extraction "ostle_kernel.ml" prepared check_range check_entry cover check_start start look value_at
  generate spots all_of boardb stands turn_position.
