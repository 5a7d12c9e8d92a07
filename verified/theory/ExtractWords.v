(* SPDX-License-Identifier: MIT *)
(* How 63-bit words become OCaml: they are OCaml's own integers. This has to be trusted. *)
From Coq Require Import Extraction ExtrOcamlBasic Uint63.
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
