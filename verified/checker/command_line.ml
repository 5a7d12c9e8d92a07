(* SPDX-License-Identifier: MIT *)
(* Options and arguments of a verb. *)

type verb = {
  name : string;
  synopsis : string;  (* what stands behind the verb's name *)
  summary : string;
  flags : string list;  (* options without a value *)
  options : string list;  (* options with one *)
  arguments : int list;  (* how many there may be *)
  run : t -> int;  (* the result is the exit status *)
}

and t = { given : (string * string) list; arguments_given : string list }

exception Wrong_usage of string
let wrong_usage format = Printf.ksprintf (fun what -> raise (Wrong_usage what)) format

let parse verb words =
  let rec go given arguments = function
    | [] -> (List.rev given, List.rev arguments)
    | "--" :: rest -> (List.rev given, List.rev_append arguments rest)
    | word :: rest when List.mem word verb.flags -> go ((word, "") :: given) arguments rest
    | word :: value :: rest when List.mem word verb.options ->
      go ((word, value) :: given) arguments rest
    | word :: _ when List.mem word verb.options -> wrong_usage "%s wants a value." word
    | word :: _ when String.length word > 1 && word.[0] = '-' ->
      wrong_usage "There is no option '%s'." (String.escaped word)
    | word :: rest -> go given (word :: arguments) rest in
  let given, arguments_given = go [] [] words in
  let count = List.length arguments_given in
  if not (List.mem count verb.arguments) then
    wrong_usage "%s arguments are needed, and %d are given."
      (String.concat " or " (List.map string_of_int verb.arguments)) count;
  { given; arguments_given }

let has line flag = List.mem_assoc flag line.given
let value line option = List.assoc_opt option line.given

let number line option ~least ~most ~default =
  match value line option with
  | None -> default
  | Some text ->
    match int_of_string_opt text with
    | Some n when n >= least && n <= most -> n
    | _ -> wrong_usage "%s is a number from %d to %d." option least most

let choice line option choices =
  match value line option with
  | None -> None
  | Some word ->
    match List.assoc_opt word choices with
    | Some result -> Some result
    | None -> wrong_usage "%s is %s." option (String.concat " or " (List.map fst choices))

let usage verb =
  Printf.sprintf "usage: zermelo-verified %s %s\n\n%s" verb.name verb.synopsis verb.summary
