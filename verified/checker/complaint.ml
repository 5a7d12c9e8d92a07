(* SPDX-License-Identifier: MIT *)
(* The two ways in which the program says no: what it was given cannot be read (exit status 2), or
   it can be read and is not true (exit status 1). *)

exception Unreadable of string
exception Refused of string

let unreadable format = Printf.ksprintf (fun sentence -> raise (Unreadable sentence)) format
let refused format = Printf.ksprintf (fun sentence -> raise (Refused sentence)) format
