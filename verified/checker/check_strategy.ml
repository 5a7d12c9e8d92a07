(* SPDX-License-Identifier: MIT *)
(* Has the list of what a strategy meets checked by the proved program. *)

type verdict =
  | Passed of int  (* the rank of the start *)
  | Failed of string

type strategy = {
  board : Explanation.board;
  owner_is_white : bool;
  claim : Kernel.claim;
  list : Kernel.strategy_list;
}

let strategy board (header : Position_list.header) claim (entries : Entries.t) =
  { board; owner_is_white = header.owner_is_white; claim;
    list = { members = entries.size; member = Entries.key entries; rank = Entries.value entries;
             seek = Lookup.find entries } }

(* ---- In words ------------------------------------------------------------------------------- *)

let has_ranks s = s.claim <> Kernel.DoesNotLose None

let listed s p =
  let i = Kernel.member_place s.list p in
  if i < s.list.members then Some i else None

let outcome s q =
  match listed s q, Kernel.status_of s.board.game q with
  | Some i, _ when has_ranks s -> Printf.sprintf "has the rank %d" (s.list.rank i)
  | Some _, _ -> "is in the list"
  | None, Going -> "is not in the list"
  | None, Drawn -> "is a draw"
  | None, (Won | Lost as status) ->
    let mover_has_won = status = Won in
    Printf.sprintf "is won by %s" (Explanation.colour (mover_has_won = q.white_to_move))

let reason s i =
  let p = s.list.member i and game = s.board.game in
  let good = Kernel.good game s.owner_is_white s.claim s.list (s.list.rank i) in
  if not (Kernel.boardb game p) then "it is not a board"
  else if Kernel.over game p then "the game is over there"
  else match Kernel.moves game p with
    | [] -> "the game is over there, since there is no move"
    | moves when Kernel.owner_moves s.owner_is_white p ->
      let shown = match List.find_opt (fun q -> listed s q <> None) moves with
        | Some q -> q
        | None -> List.hd moves in
      Printf.sprintf "none of its owner's moves serves: for example, %s %s"
        (Explanation.text s.board shown) (outcome s shown)
    | moves ->
      match List.find_opt (fun q -> not (good q)) moves with
      | Some bad ->
        Printf.sprintf "the other side has a move to %s, which %s" (Explanation.text s.board bad)
          (outcome s bad)
      | None -> "that is no rank, since the game goes on"

let refusal s i =
  let told =
    if has_ranks s then Printf.sprintf "has the rank %d" (s.list.rank i) else "is listed" in
  Printf.sprintf "Refused: %s %s, but %s." (Explanation.text s.board (s.list.member i)) told
    (reason s i)

let claim_refusal s start =
  match listed s start, s.claim with
  | Some i, Wins (Some depth) ->
    Printf.sprintf "Refused: the claim is to win within %s, but the start has the rank %d."
      (Explanation.plies depth) (s.list.rank i)
  | Some i, DoesNotLose (Some depth) ->
    Printf.sprintf
      "Refused: the claim is not to lose within %s, but the start has the rank %d."
      (Explanation.plies depth) (s.list.rank i)
  | _ -> Explanation.of_start s.board start

(* ---- The check ------------------------------------------------------------------------------ *)

(* Its two parts, as the theorem `ranges_mean_the_claim` has them. *)
let check ~processes ~quiet s start =
  let game = s.board.game in
  let check_range = Kernel.check_members game s.owner_is_white s.claim s.list in
  let check_member = Kernel.check_member game s.owner_is_white s.claim s.list in
  match Ranges.check ~processes ~quiet ~size:s.list.members check_range check_member with
  | Some i -> Failed (refusal s i)
  | None ->
    if Kernel.check_claim game s.claim s.list start then
      Passed (s.list.rank (Kernel.member_place s.list start))
    else Failed (claim_refusal s start)
