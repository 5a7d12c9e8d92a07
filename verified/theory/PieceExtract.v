(* SPDX-License-Identifier: MIT *)
(* What runs: the checker of games in version 2 of BDDL, as OCaml. *)
From Coq Require Import Extraction ZArith Uint63.
From Zermelo Require Import ExtractWords.
From Zermelo Require Check.
From Zermelo Require Import Game PieceRules PieceWords PieceMoves PieceGenerator PieceCheck PieceSymmetry PieceMain.
Extraction Language OCaml.
Extraction "piece_kernel.ml" PieceRules.moves PieceRules.status_of
  compile check_symmetry tables check_range check_entry check_start Check.cover
  children turn look_up find_listed over resolve decode fits best.
