(* SPDX-License-Identifier: MIT *)
(* What runs: the checker of Ostle's tables as OCaml.
   Words of 63 bits are OCaml's own integers, as in
   Extract.v. *)
From Coq Require Import Extraction ExtrOcamlBasic ZArith Uint63.
From Zermelo Require Import Game Ostle OstleWords OstleCheck OstleMain.
Extraction Language OCaml.
Extract Inlined Constant int => "int".
Extract Constant PrimInt63.lsl => "(fun x n -> if n >= 0 && n < 63 then x lsl n else 0)".
Extract Constant PrimInt63.lsr => "(fun x n -> if n >= 0 && n < 63 then x lsr n else 0)".
Extract Inlined Constant PrimInt63.land => "(land)".
Extract Inlined Constant PrimInt63.lor => "(lor)".
Extract Inlined Constant PrimInt63.lxor => "(lxor)".
Extract Inlined Constant PrimInt63.add => "(+)".
Extract Inlined Constant PrimInt63.sub => "(-)".
Extract Inlined Constant PrimInt63.mul => "( * )".
Extract Inlined Constant PrimInt63.eqb => "((=) : int -> int -> bool)".
(* (Coq's comparisons are of words without a sign.) *)
Extract Constant PrimInt63.ltb => "(fun (x : int) y -> x lxor min_int < y lxor min_int)".
Extract Constant PrimInt63.leb => "(fun (x : int) y -> x lxor min_int <= y lxor min_int)".
Extraction "ostle_kernel.ml" prepared check_range check_entry cover check_start start look value_at
  generate spots all_of boardb stands turn_position.
