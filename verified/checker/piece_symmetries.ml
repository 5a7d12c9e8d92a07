(* SPDX-License-Identifier: MIT *)
(* Which symmetries of the board are some of the rules, too: tried here, and tested by the proved
   program, which makes the images itself. *)

open Piece_kernel

type t = { symmetries : listed_symmetry list; images : chunk list array }

let most_symmetries = 15

(* ---- Turns and reflections of the grid, with their inverses --------------------------------- *)

let of_the_grid (read : Piece_reader.t) =
  let c = read.columns + 1 and r = read.rows + 1 in
  let own_inverse m = (m, m) in
  let always = List.map own_inverse [ (-1, 0, 0, 1, c, 0); (1, 0, 0, -1, 0, r); (-1, 0, 0, -1, c, r) ] in
  if read.columns <> read.rows then always
  else
    always
    @ List.map own_inverse [ (0, 1, 1, 0, 0, 0); (0, -1, -1, 0, c, r) ]
    @ [ ((0, -1, 1, 0, c, 0), (0, 1, -1, 0, 0, r)); ((0, 1, -1, 0, 0, r), (0, -1, 1, 0, c, 0)) ]

let grid_map (read : Piece_reader.t) (map, inverse) =
  let where s = Piece_reader.apply_map map s in
  if List.for_all (fun s -> List.mem (where s) read.squares) read.squares then
    Some (where, Affine (Piece_reader.affine map), Affine (Piece_reader.affine inverse))
  else None

(* ---- Of lines and links --------------------------------------------------------------------- *)

let int_of_z =
  let rec positive = function XH -> 1 | XO p -> 2 * positive p | XI p -> (2 * positive p) + 1 in
  function Z0 -> 0 | Zpos p -> positive p | Zneg p -> -positive p

(* Permutations of the squares that keep neighbours: the lines themselves are tested afterwards. *)
let automorphisms (read : Piece_reader.t) =
  let squares = Array.of_list read.squares in
  let count = Array.length squares in
  let near = Array.make_matrix count count false in
  let number = Hashtbl.create count in
  Array.iteri (fun i s -> Hashtbl.add number s i) squares;
  let index (x, y) = Hashtbl.find number (int_of_z x, int_of_z y) in
  let rec connect = function
    | a :: (b :: _ as rest) ->
      let i = index a and j = index b in
      near.(i).(j) <- true;
      near.(j).(i) <- true;
      connect rest
    | _ -> () in
  List.iter connect (read.rules.lines @ read.rules.links);
  let image = Array.make count (-1) and used = Array.make count false and found = ref [] in
  let fits i j =
    let rec go k = k >= i || (near.(i).(k) = near.(j).(image.(k)) && go (k + 1)) in
    go 0 in
  let rec place i =
    if i = count then found := Array.copy image :: !found
    else
      for j = 0 to count - 1 do
        if (not used.(j)) && fits i j && List.length !found < 1000 then begin
          used.(j) <- true;
          image.(i) <- j;
          place (i + 1);
          used.(j) <- false
        end
      done in
  place 0;
  List.rev_map (Array.map (fun j -> squares.(j))) !found

let listed_map (read : Piece_reader.t) images =
  let pairs = List.combine read.squares (Array.to_list images) in
  let pair_up l = List.map (fun (s, t) -> (Piece_reader.pair s, Piece_reader.pair t)) l in
  let back = List.map (fun (s, t) -> (t, s)) pairs in
  ((fun s -> List.assoc s pairs), Listed (pair_up pairs), Listed (pair_up back))

let of_lines read =
  if read.Piece_reader.rules.lines = [] && read.rules.links = [] then []
  else List.map (listed_map read) (automorphisms read)

(* ---- Those that pass ------------------------------------------------------------------------ *)

let make (game : Piece_game.t) =
  let read = game.read in
  let squares = Array.of_list read.squares in
  let image where = Array.map where squares in
  let passes (where, map, inverse) =
    if image where = squares then None
    else begin
      let target i = Piece_game.index_in read.squares (where squares.(i)) in
      let chunks =
        Piece_game.chunks ~change:Fun.id
          (Piece_game.with_fields game.layout ~hands_change:false ~square_target:target) in
      (* (The test looks at the rules; the chunks are what an image is made with.) *)
      let candidate = ((map, inverse), chunks) in
      if symmetry read.rules map inverse && check_symmetry read.rules game.layout candidate then
        Some (image where, candidate)
      else None
    end in
  let rec add found = function
    | [] -> List.rev found
    | _ when List.length found = most_symmetries -> List.rev found
    | (where, _, _) :: rest when List.mem_assoc (image where) found -> add found rest
    | candidate :: rest ->
      match passes candidate with
      | Some passed -> add (passed :: found) rest
      | None -> add found rest in
  let candidates = List.filter_map (grid_map read) (of_the_grid read) @ of_lines read in
  let symmetries = List.map snd (add [] candidates) in
  { symmetries; images = Array.of_list (tables symmetries) }

let none = { symmetries = []; images = [||] }

(* The least image of a word, and the number of the symmetry that makes it; 0 if it is least itself.
   (The number stands in the four lowest bits of what `least_by` gives.) *)
let rec least_of images w number least by =
  if number = Array.length images then (least, by)
  else
    let image = turn images.(number) w in
    if image < least then least_of images w (number + 1) image (number + 1)
    else least_of images w (number + 1) least by

let least t w = least_of t.images w 0 w 0
