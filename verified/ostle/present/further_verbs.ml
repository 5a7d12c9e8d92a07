(* SPDX-License-Identifier: MIT *)
(* The verbs that need libraries, all of which are there. *)

let verbs : Command_line.verb list = [ Verb_ostle.verb ]
