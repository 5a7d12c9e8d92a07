(* SPDX-License-Identifier: MIT *)
(* The verbs that need libraries, which are missing. *)

let verbs : Command_line.verb list = []
