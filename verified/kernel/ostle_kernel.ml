
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

(** val fst : ('a1 * 'a2) -> 'a1 **)

let fst = function
| (x, _) -> x

(** val snd : ('a1 * 'a2) -> 'a2 **)

let snd = function
| (_, y) -> y

(** val app : 'a1 list -> 'a1 list -> 'a1 list **)

let rec app l m =
  match l with
  | [] -> m
  | a :: l1 -> a :: (app l1 m)

type comparison =
| Eq
| Lt
| Gt

(** val compOpp : comparison -> comparison **)

let compOpp = function
| Eq -> Eq
| Lt -> Gt
| Gt -> Lt

module Coq__1 = struct
 (** val add : nat -> nat -> nat **)
 let rec add n m =
   match n with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

type positive =
| XI of positive
| XO of positive
| XH

type z =
| Z0
| Zpos of positive
| Zneg of positive

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Pos =
 struct
  (** val succ : positive -> positive **)

  let rec succ = function
  | XI p -> XO (succ p)
  | XO p -> XI p
  | XH -> XO XH

  (** val add : positive -> positive -> positive **)

  let rec add x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XO p ->
      (match y with
       | XI q -> XI (add p q)
       | XO q -> XO (add p q)
       | XH -> XI p)
    | XH -> (match y with
             | XI q -> XO (succ q)
             | XO q -> XI q
             | XH -> XO XH)

  (** val add_carry : positive -> positive -> positive **)

  and add_carry x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> XI (add_carry p q)
       | XO q -> XO (add_carry p q)
       | XH -> XI (succ p))
    | XO p ->
      (match y with
       | XI q -> XO (add_carry p q)
       | XO q -> XI (add p q)
       | XH -> XO (succ p))
    | XH ->
      (match y with
       | XI q -> XI (succ q)
       | XO q -> XO (succ q)
       | XH -> XI XH)

  (** val pred_double : positive -> positive **)

  let rec pred_double = function
  | XI p -> XI (XO p)
  | XO p -> XI (pred_double p)
  | XH -> XH

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val compare_cont : comparison -> positive -> positive -> comparison **)

  let rec compare_cont r x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> compare_cont r p q
       | XO q -> compare_cont Gt p q
       | XH -> Gt)
    | XO p ->
      (match y with
       | XI q -> compare_cont Lt p q
       | XO q -> compare_cont r p q
       | XH -> Gt)
    | XH -> (match y with
             | XH -> r
             | _ -> Lt)

  (** val compare : positive -> positive -> comparison **)

  let compare =
    compare_cont Eq

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op p a =
    match p with
    | XI p0 -> op a (iter_op op p0 (op a a))
    | XO p0 -> iter_op op p0 (op a a)
    | XH -> a

  (** val to_nat : positive -> nat **)

  let to_nat x =
    iter_op Coq__1.add x (S O)

  (** val of_succ_nat : nat -> positive **)

  let rec of_succ_nat = function
  | O -> XH
  | S x -> succ (of_succ_nat x)
 end

module Z =
 struct
  (** val double : z -> z **)

  let double = function
  | Z0 -> Z0
  | Zpos p -> Zpos (XO p)
  | Zneg p -> Zneg (XO p)

  (** val succ_double : z -> z **)

  let succ_double = function
  | Z0 -> Zpos XH
  | Zpos p -> Zpos (XI p)
  | Zneg p -> Zneg (Pos.pred_double p)

  (** val pred_double : z -> z **)

  let pred_double = function
  | Z0 -> Zneg XH
  | Zpos p -> Zpos (Pos.pred_double p)
  | Zneg p -> Zneg (XI p)

  (** val pos_sub : positive -> positive -> z **)

  let rec pos_sub x y =
    match x with
    | XI p ->
      (match y with
       | XI q -> double (pos_sub p q)
       | XO q -> succ_double (pos_sub p q)
       | XH -> Zpos (XO p))
    | XO p ->
      (match y with
       | XI q -> pred_double (pos_sub p q)
       | XO q -> double (pos_sub p q)
       | XH -> Zpos (Pos.pred_double p))
    | XH ->
      (match y with
       | XI q -> Zneg (XO q)
       | XO q -> Zneg (Pos.pred_double q)
       | XH -> Z0)

  (** val add : z -> z -> z **)

  let add x y =
    match x with
    | Z0 -> y
    | Zpos x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> Zpos (Pos.add x' y')
       | Zneg y' -> pos_sub x' y')
    | Zneg x' ->
      (match y with
       | Z0 -> x
       | Zpos y' -> pos_sub y' x'
       | Zneg y' -> Zneg (Pos.add x' y'))

  (** val opp : z -> z **)

  let opp = function
  | Z0 -> Z0
  | Zpos x0 -> Zneg x0
  | Zneg x0 -> Zpos x0

  (** val sub : z -> z -> z **)

  let sub m n =
    add m (opp n)

  (** val mul : z -> z -> z **)

  let mul x y =
    match x with
    | Z0 -> Z0
    | Zpos x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zpos (Pos.mul x' y')
       | Zneg y' -> Zneg (Pos.mul x' y'))
    | Zneg x' ->
      (match y with
       | Z0 -> Z0
       | Zpos y' -> Zneg (Pos.mul x' y')
       | Zneg y' -> Zpos (Pos.mul x' y'))

  (** val compare : z -> z -> comparison **)

  let compare x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> Eq
             | Zpos _ -> Lt
             | Zneg _ -> Gt)
    | Zpos x' -> (match y with
                  | Zpos y' -> Pos.compare x' y'
                  | _ -> Gt)
    | Zneg x' ->
      (match y with
       | Zneg y' -> compOpp (Pos.compare x' y')
       | _ -> Lt)

  (** val leb : z -> z -> bool **)

  let leb x y =
    match compare x y with
    | Gt -> false
    | _ -> true

  (** val ltb : z -> z -> bool **)

  let ltb x y =
    match compare x y with
    | Lt -> true
    | _ -> false

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n0 -> Zpos (Pos.of_succ_nat n0)

  (** val pos_div_eucl : positive -> z -> z * z **)

  let rec pos_div_eucl a b =
    match a with
    | XI a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = add (mul (Zpos (XO XH)) r) (Zpos XH) in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XO a' ->
      let (q, r) = pos_div_eucl a' b in
      let r' = mul (Zpos (XO XH)) r in
      if ltb r' b
      then ((mul (Zpos (XO XH)) q), r')
      else ((add (mul (Zpos (XO XH)) q) (Zpos XH)), (sub r' b))
    | XH -> if leb (Zpos (XO XH)) b then (Z0, (Zpos XH)) else ((Zpos XH), Z0)

  (** val div_eucl : z -> z -> z * z **)

  let div_eucl a b =
    match a with
    | Z0 -> (Z0, Z0)
    | Zpos a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ -> pos_div_eucl a' b
       | Zneg b' ->
         let (q, r) = pos_div_eucl a' (Zpos b') in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (add b r))))
    | Zneg a' ->
      (match b with
       | Z0 -> (Z0, a)
       | Zpos _ ->
         let (q, r) = pos_div_eucl a' b in
         (match r with
          | Z0 -> ((opp q), Z0)
          | _ -> ((opp (add q (Zpos XH))), (sub b r)))
       | Zneg b' -> let (q, r) = pos_div_eucl a' (Zpos b') in (q, (opp r)))

  (** val div : z -> z -> z **)

  let div a b =
    let (q, _) = div_eucl a b in q

  (** val modulo : z -> z -> z **)

  let modulo a b =
    let (_, r) = div_eucl a b in r
 end

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1 **)

let rec fold_right f a0 = function
| [] -> a0
| b :: t -> f b (fold_right f a0 t)

(** val existsb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec existsb f = function
| [] -> false
| a :: l0 -> (||) (f a) (existsb f l0)

(** val forallb : ('a1 -> bool) -> 'a1 list -> bool **)

let rec forallb f = function
| [] -> true
| a :: l0 -> (&&) (f a) (forallb f l0)

(** val lsl0 : int -> int -> int **)

let lsl0 = (fun x n -> if n >= 0 && n < 63 then x lsl n else 0)

(** val lsr0 : int -> int -> int **)

let lsr0 = (fun x n -> if n >= 0 && n < 63 then x lsr n else 0)

(** val ltb0 : int -> int -> bool **)

let ltb0 = (fun (x : int) y -> x lxor min_int < y lxor min_int)

(** val leb0 : int -> int -> bool **)

let leb0 = (fun (x : int) y -> x lxor min_int <= y lxor min_int)

(** val size : nat **)

let size =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val digits : int **)

let digits =
  (Uint63.of_int (63))

(** val is_zero : int -> bool **)

let is_zero i =
  ((=) : int -> int -> bool) i (Uint63.of_int (0))

(** val is_even : int -> bool **)

let is_even i =
  is_zero ((land) i (Uint63.of_int (1)))

(** val bit : int -> int -> bool **)

let bit i n =
  negb (is_zero (lsl0 (lsr0 i n) ((-) digits (Uint63.of_int (1)))))

(** val opp0 : int -> int **)

let opp0 i =
  (-) (Uint63.of_int (0)) i

(** val to_Z_rec : nat -> int -> z **)

let rec to_Z_rec n i =
  match n with
  | O -> Z0
  | S n0 ->
    if is_even i
    then Z.double (to_Z_rec n0 (lsr0 i (Uint63.of_int (1))))
    else Z.succ_double (to_Z_rec n0 (lsr0 i (Uint63.of_int (1))))

(** val to_Z : int -> z **)

let to_Z =
  to_Z_rec size

(** val of_pos_rec : nat -> positive -> int **)

let rec of_pos_rec n p =
  match n with
  | O -> (Uint63.of_int (0))
  | S n0 ->
    (match p with
     | XI p0 ->
       (lor) (lsl0 (of_pos_rec n0 p0) (Uint63.of_int (1))) (Uint63.of_int (1))
     | XO p0 -> lsl0 (of_pos_rec n0 p0) (Uint63.of_int (1))
     | XH -> (Uint63.of_int (1)))

(** val of_pos : positive -> int **)

let of_pos =
  of_pos_rec size

(** val of_Z : z -> int **)

let of_Z = function
| Z0 -> (Uint63.of_int (0))
| Zpos p -> of_pos p
| Zneg p -> opp0 (of_pos p)

type status =
| Won
| Lost
| Drawn
| Going

type position = { own : int; other : int; hole : int }

type direction =
| Left
| Right
| Down
| Up

type a_move = int * direction

(** val number : z -> z -> z -> int **)

let number size0 x y =
  of_Z (Z.add (Z.mul y size0) x)

(** val on_board : z -> z -> z -> bool **)

let on_board size0 x y =
  (&&) ((&&) ((&&) (Z.leb Z0 x) (Z.ltb x size0)) (Z.leb Z0 y)) (Z.ltb y size0)

(** val from_0 : nat -> z list **)

let rec from_0 = function
| O -> []
| S k -> app (from_0 k) ((Z.of_nat k) :: [])

(** val squares : z -> int list **)

let squares size0 =
  flat_map (fun y ->
    map (fun x -> number size0 x y) (from_0 (Z.to_nat size0)))
    (from_0 (Z.to_nat size0))

(** val step : direction -> z * z **)

let step = function
| Left -> ((Zneg XH), Z0)
| Right -> ((Zpos XH), Z0)
| Down -> (Z0, (Zneg XH))
| Up -> (Z0, (Zpos XH))

(** val beyond : z -> nat -> z -> z -> direction -> int list **)

let rec beyond size0 n x y d =
  match n with
  | O -> []
  | S k ->
    let x' = Z.add x (fst (step d)) in
    let y' = Z.add y (snd (step d)) in
    if on_board size0 x' y'
    then (number size0 x' y') :: (beyond size0 k x' y' d)
    else []

(** val ray : z -> int -> direction -> int list **)

let ray size0 s d =
  beyond size0 (Z.to_nat size0) (Z.modulo (to_Z s) size0)
    (Z.div (to_Z s) size0) d

(** val set_of : int list -> int **)

let set_of l =
  fold_right (fun s w -> (lor) (lsl0 (Uint63.of_int (1)) s) w)
    (Uint63.of_int (0)) l

(** val start : z -> nat -> position **)

let start size0 n =
  let c = Z.div (Z.sub size0 (Zpos XH)) (Zpos (XO XH)) in
  { own = (set_of (map (fun x -> number size0 x Z0) (from_0 n))); other =
  (set_of (map (fun x -> number size0 x (Z.sub size0 (Zpos XH))) (from_0 n)));
  hole = (number size0 c c) }

(** val mem : int -> int list -> bool **)

let mem s l =
  existsb (fun t -> ((=) : int -> int -> bool) s t) l

(** val nodup : int list -> bool **)

let rec nodup = function
| [] -> true
| s :: r -> (&&) (negb (mem s r)) (nodup r)

(** val directions : direction list **)

let directions =
  Left :: (Right :: (Down :: (Up :: [])))

(** val opposite : direction -> direction **)

let opposite = function
| Left -> Right
| Right -> Left
| Down -> Up
| Up -> Down

(** val same_direction : direction -> direction -> bool **)

let same_direction a b =
  match a with
  | Left -> (match b with
             | Left -> true
             | _ -> false)
  | Right -> (match b with
              | Right -> true
              | _ -> false)
  | Down -> (match b with
             | Down -> true
             | _ -> false)
  | Up -> (match b with
           | Up -> true
           | _ -> false)

(** val same_list : int list -> int list -> bool **)

let rec same_list l r =
  match l with
  | [] -> (match r with
           | [] -> true
           | _ :: _ -> false)
  | s :: l' ->
    (match r with
     | [] -> false
     | t :: r' -> (&&) (((=) : int -> int -> bool) s t) (same_list l' r'))

(** val back_again : z -> int list -> int list -> direction -> bool **)

let rec back_again size0 passed line d =
  match line with
  | [] -> true
  | e :: rest ->
    (&&) (same_list (ray size0 e (opposite d)) passed)
      (back_again size0 (e :: passed) rest d)

(** val ray_ok : z -> int -> direction -> bool **)

let ray_ok size0 s d =
  (&&)
    ((&&)
      ((&&)
        (forallb (fun t ->
          (&&) (mem t (squares size0)) (negb (((=) : int -> int -> bool) t s)))
          (ray size0 s d)) (nodup (ray size0 s d)))
      (forallb (fun d' ->
        (||) (same_direction d d')
          (forallb (fun t -> negb (mem t (ray size0 s d'))) (ray size0 s d)))
        directions))
    (back_again size0 (s :: (ray size0 s (opposite d))) (ray size0 s d) d)

(** val geometry : z -> bool **)

let geometry size0 =
  (&&)
    ((&&) (nodup (squares size0))
      (forallb (fun s -> ltb0 s (Uint63.of_int (62))) (squares size0)))
    (forallb (fun s -> forallb (ray_ok size0 s) directions) (squares size0))

(** val union : int list -> int **)

let union l =
  fold_right (fun i w -> (lor) (lsl0 (Uint63.of_int (1)) i) w)
    (Uint63.of_int (0)) l

type cell = { square : int; mask : int; back : a_move option }

type child = { by_move : a_move; next : position; reply : a_move option }

(** val shove :
    a_move -> int -> int -> cell list -> bool -> int -> int -> child **)

let rec shove m h hole0 line mine o x =
  match line with
  | [] ->
    { by_move = m; next = { own = x; other = o; hole = hole0 }; reply = None }
  | c :: rest ->
    let b = c.mask in
    if ((=) : int -> int -> bool) b h
    then { by_move = m; next = { own = x; other = o; hole = hole0 }; reply =
           None }
    else if ((=) : int -> int -> bool) ((land) o b) (Uint63.of_int (0))
         then if ((=) : int -> int -> bool) ((land) x b) (Uint63.of_int (0))
              then if mine
                   then { by_move = m; next = { own = x; other = ((lor) o b);
                          hole = hole0 }; reply = None }
                   else { by_move = m; next = { own = ((lor) x b); other = o;
                          hole = hole0 }; reply = c.back }
              else if mine
                   then shove m h hole0 rest false ((lor) o b) ((lxor) x b)
                   else shove m h hole0 rest false o x
         else if mine
              then shove m h hole0 rest true o x
              else shove m h hole0 rest true ((lxor) o b) ((lor) x b)

type spot = { here : int; its_bit : int; arms : (a_move * cell list) list }

(** val piece_moves :
    int -> int -> (a_move * cell list) list -> int -> int -> child list ->
    child list **)

let rec piece_moves h hole0 l o x acc =
  match l with
  | [] -> acc
  | p :: r ->
    let (m, line) = p in
    (shove m h hole0 line true o x) :: (piece_moves h hole0 r o x acc)

(** val hole_moves :
    (a_move * cell list) list -> int -> int -> child list -> child list **)

let rec hole_moves l o x acc =
  match l with
  | [] -> acc
  | p :: r ->
    let (m, l0) = p in
    (match l0 with
     | [] -> hole_moves r o x acc
     | c :: _ ->
       if ((=) : int -> int -> bool) ((land) ((lor) o x) c.mask)
            (Uint63.of_int (0))
       then { by_move = m; next = { own = x; other = o; hole = c.square };
              reply = c.back } :: (hole_moves r o x acc)
       else hole_moves r o x acc)

(** val children : spot list -> int -> position -> child list **)

let rec children l h p =
  match l with
  | [] -> []
  | s :: r ->
    if ((=) : int -> int -> bool) ((land) p.own s.its_bit) (Uint63.of_int (0))
    then if ((=) : int -> int -> bool) s.its_bit h
         then hole_moves s.arms p.own p.other (children r h p)
         else children r h p
    else piece_moves h p.hole s.arms ((lxor) p.own s.its_bit) p.other
           (children r h p)

(** val cells : direction -> int list -> cell list **)

let cells d l =
  map (fun t -> { square = t; mask = (lsl0 (Uint63.of_int (1)) t); back =
    (Some (t, (opposite d))) }) l

(** val spots : z -> spot list **)

let spots size0 =
  map (fun s -> { here = s; its_bit = (lsl0 (Uint63.of_int (1)) s); arms =
    (map (fun d -> ((s, d), (cells d (ray size0 s d)))) directions) })
    (squares size0)

(** val generate : z -> position -> child list **)

let generate size0 p =
  children (spots size0) (lsl0 (Uint63.of_int (1)) p.hole) p

(** val middle : int **)

let middle =
  (Uint63.of_int (1048576))

(** val top : int **)

let top =
  (Uint63.of_int (2097153))

(** val win_0 : int **)

let win_0 =
  (Uint63.of_int (2097152))

(** val loss_0 : int **)

let loss_0 =
  (Uint63.of_int (1))

(** val fits : int -> int -> bool **)

let fits child0 parent =
  if ((=) : int -> int -> bool) child0 (Uint63.of_int (0))
  then false
  else if ltb0 child0 middle
       then ((=) : int -> int -> bool) parent ((-) win_0 child0)
       else if ((=) : int -> int -> bool) child0 middle
            then ((=) : int -> int -> bool) parent middle
            else if ltb0 child0 top
                 then (&&)
                        (((=) : int -> int -> bool) parent
                          ((+) ((-) win_0 child0) (Uint63.of_int (2))))
                        (ltb0 parent middle)
                 else false

(** val least : int -> int -> int **)

let least a b =
  if leb0 a b then a else b

(** val dir_code : direction -> int **)

let dir_code = function
| Left -> (Uint63.of_int (0))
| Right -> (Uint63.of_int (1))
| Down -> (Uint63.of_int (2))
| Up -> (Uint63.of_int (3))

(** val code : a_move -> int **)

let code m =
  (lor) (lsl0 (fst m) (Uint63.of_int (2))) (dir_code (snd m))

type table = { entries : int; key : (int -> position); first : (int -> int);
               special : (int -> int); second : (int -> int);
               hint : (position -> int); square_image : (int -> int);
               to_direction : (int -> direction -> direction);
               set_image : (int -> int) }

(** val to_square : table -> int -> int -> int **)

let to_square tb g s =
  tb.square_image ((lor) (lsl0 g (Uint63.of_int (6))) s)

(** val part : table -> int -> int -> int -> int **)

let part tb g k w =
  tb.set_image
    ((lor) (lsl0 g (Uint63.of_int (11)))
      ((lor) (lsl0 k (Uint63.of_int (9))) w))

(** val at_most : nat -> int -> bool **)

let rec at_most n w =
  match n with
  | O -> ((=) : int -> int -> bool) w (Uint63.of_int (0))
  | S k -> at_most k ((land) w ((-) w (Uint63.of_int (1))))

(** val turn_set : table -> int -> int -> int **)

let turn_set tb g w =
  (lor) (part tb g (Uint63.of_int (0)) ((land) w (Uint63.of_int (511))))
    ((lor)
      (part tb g (Uint63.of_int (1))
        ((land) (lsr0 w (Uint63.of_int (9))) (Uint63.of_int (511))))
      ((lor)
        (part tb g (Uint63.of_int (2))
          ((land) (lsr0 w (Uint63.of_int (18))) (Uint63.of_int (511))))
        (part tb g (Uint63.of_int (3))
          ((land) (lsr0 w (Uint63.of_int (27))) (Uint63.of_int (511))))))

(** val turn_position : table -> int -> position -> position **)

let turn_position tb g p =
  { own = (turn_set tb g p.own); other = (turn_set tb g p.other); hole =
    (to_square tb g p.hole) }

(** val turn_move : table -> int -> a_move -> a_move **)

let turn_move tb g m =
  ((to_square tb g (fst m)), (tb.to_direction g (snd m)))

(** val stands : nat -> position -> status **)

let stands lose p =
  if at_most lose p.own
  then Lost
  else if at_most lose p.other then Won else Going

(** val same_position : position -> position -> bool **)

let same_position p q =
  (&&)
    ((&&) (((=) : int -> int -> bool) p.own q.own)
      (((=) : int -> int -> bool) p.other q.other))
    (((=) : int -> int -> bool) p.hole q.hole)

(** val value_at : table -> int -> a_move option -> int **)

let value_at tb i f =
  let v = tb.first i in
  (match f with
   | Some m ->
     if ((=) : int -> int -> bool) v (Uint63.of_int (0))
     then (Uint63.of_int (0))
     else if ((=) : int -> int -> bool) (code m) (tb.special i)
          then tb.second i
          else v
   | None -> v)

(** val sound : int -> int **)

let sound v =
  if ltb0 v top then v else (Uint63.of_int (0))

(** val over : nat -> position -> int **)

let over lose q =
  match stands lose q with
  | Won -> win_0
  | Lost -> loss_0
  | _ -> (Uint63.of_int (0))

(** val look : nat -> table -> position -> a_move option -> int **)

let look lose tb q f =
  let h = tb.hint q in
  let i = lsr0 h (Uint63.of_int (3)) in
  let g = (land) h (Uint63.of_int (7)) in
  if ltb0 i tb.entries
  then if ((=) : int -> int -> bool) g (Uint63.of_int (0))
       then if same_position (tb.key i) q
            then sound (value_at tb i f)
            else over lose q
       else if same_position (tb.key i) (turn_position tb g q)
            then sound
                   (value_at tb i
                     (match f with
                      | Some m -> Some (turn_move tb g m)
                      | None -> None))
            else over lose q
  else over lose q

(** val walk : nat -> table -> int -> child list -> int -> int **)

let rec walk lose tb i l best =
  match l with
  | [] -> top
  | c :: r ->
    let v = look lose tb c.next c.reply in
    let b = walk lose tb i r (least best v) in
    (match c.reply with
     | Some _ ->
       if fits (least best b) (value_at tb i (Some c.by_move))
       then least v b
       else (Uint63.of_int (0))
     | None -> least v b)

(** val boardb : int -> position -> bool **)

let boardb all_squares p =
  let b = lsl0 (Uint63.of_int (1)) p.hole in
  let w = (lor) p.own p.other in
  (&&)
    ((&&)
      ((&&)
        ((&&) (ltb0 p.hole (Uint63.of_int (62)))
          (negb
            (((=) : int -> int -> bool) ((land) b all_squares)
              (Uint63.of_int (0)))))
        (((=) : int -> int -> bool) ((land) w b) (Uint63.of_int (0))))
      (((=) : int -> int -> bool) ((land) p.own p.other) (Uint63.of_int (0))))
    (((=) : int -> int -> bool) ((land) w all_squares) w)

(** val check_entry : nat -> spot list -> int -> table -> int -> bool **)

let check_entry lose the_spots all_squares tb i =
  if ((=) : int -> int -> bool) (tb.first i) (Uint63.of_int (0))
  then true
  else let p = tb.key i in
       (&&)
         ((&&) (boardb all_squares p)
           (match stands lose p with
            | Going -> true
            | _ -> false))
         (fits
           (walk lose tb i
             (children the_spots (lsl0 (Uint63.of_int (1)) p.hole) p) top)
           (tb.first i))

(** val check_block :
    nat -> spot list -> int -> table -> nat -> int -> int -> bool **)

let rec check_block lose the_spots all_squares tb k i limit =
  if leb0 limit i
  then true
  else (match k with
        | O -> check_entry lose the_spots all_squares tb i
        | S k' ->
          if check_block lose the_spots all_squares tb k' i limit
          then check_block lose the_spots all_squares tb k'
                 ((+) i (lsl0 (Uint63.of_int (1)) (of_Z (Z.of_nat k')))) limit
          else false)

(** val upto : nat -> int list **)

let rec upto = function
| O -> []
| S k -> (of_Z (Z.of_nat k)) :: (upto k)

(** val all_of : z -> int **)

let all_of size0 =
  union (squares size0)

(** val symmetry_ok : z -> table -> int -> bool **)

let symmetry_ok size0 tb g =
  let all =
    upto (Z.to_nat (Zpos (XO (XO (XO (XO (XO (XO (XO (XO (XO XH)))))))))))
  in
  (&&)
    (forallb (fun s ->
      (&&)
        ((&&)
          ((&&) (ltb0 s (Uint63.of_int (36)))
            (mem (to_square tb g s) (squares size0)))
          (forallb (fun d ->
            same_list (ray size0 (to_square tb g s) (tb.to_direction g d))
              (map (to_square tb g) (ray size0 s d))) directions))
        (forallb (fun k ->
          let z0 = ( * ) k (Uint63.of_int (9)) in
          forallb (fun v ->
            eqb (bit (part tb g k v) (to_square tb g s))
              ((&&) ((&&) (leb0 z0 s) (ltb0 s ((+) z0 (Uint63.of_int (9)))))
                (bit v ((-) s z0)))) all)
          ((Uint63.of_int (0)) :: ((Uint63.of_int (1)) :: ((Uint63.of_int (2)) :: ((Uint63.of_int (3)) :: []))))))
      (squares size0)) (nodup (map (to_square tb g) (squares size0)))

(** val inverses : z -> table -> int -> int -> bool **)

let inverses size0 tb g h =
  (&&)
    (forallb (fun s ->
      (&&) (((=) : int -> int -> bool) (to_square tb h (to_square tb g s)) s)
        (((=) : int -> int -> bool) (to_square tb g (to_square tb h s)) s))
      (squares size0))
    (forallb (fun d ->
      (&&) (same_direction (tb.to_direction h (tb.to_direction g d)) d)
        (same_direction (tb.to_direction g (tb.to_direction h d)) d))
      directions)

(** val symmetries : int list **)

let symmetries =
  (Uint63.of_int (1)) :: ((Uint63.of_int (2)) :: ((Uint63.of_int (3)) :: ((Uint63.of_int (4)) :: ((Uint63.of_int (5)) :: ((Uint63.of_int (6)) :: ((Uint63.of_int (7)) :: []))))))

(** val symmetries_ok : z -> table -> bool **)

let symmetries_ok size0 tb =
  forallb (fun g ->
    (&&) (symmetry_ok size0 tb g) (existsb (inverses size0 tb g) symmetries))
    symmetries

(** val most_entries : int **)

let most_entries =
  (Uint63.of_int (1099511627776))

(** val prepared : z -> table -> bool **)

let prepared size0 tb =
  (&&) ((&&) (geometry size0) (symmetries_ok size0 tb))
    (leb0 tb.entries most_entries)

(** val range_depth : nat **)

let range_depth =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O)))))))))))))))))))))))))))))))))))))))

(** val check_range : z -> nat -> table -> (int * int) -> bool **)

let check_range size0 lose tb range =
  check_block lose (spots size0) (all_of size0) tb range_depth (fst range)
    (snd range)

(** val cover : int -> (int * int) list -> int -> bool **)

let rec cover at_ ranges upto0 =
  match ranges with
  | [] -> leb0 upto0 at_
  | r :: rest -> (&&) (leb0 (fst r) at_) (cover (snd r) rest upto0)

(** val check_start : z -> nat -> nat -> table -> bool **)

let check_start size0 lose n tb =
  (&&) (boardb (all_of size0) (start size0 n))
    (negb
      (((=) : int -> int -> bool) (look lose tb (start size0 n) None)
        (Uint63.of_int (0))))
