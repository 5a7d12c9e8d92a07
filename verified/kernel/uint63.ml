(* SPDX-License-Identifier: MIT *)
(* Literals in the extracted code. *)
external of_int : int -> int = "%identity"
