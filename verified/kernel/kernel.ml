
(** val xorb : bool -> bool -> bool **)

let xorb b1 b2 =
  if b1 then if b2 then false else true else b2

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

(** val length : 'a1 list -> nat **)

let rec length = function
| [] -> O
| _ :: l' -> S (length l')

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
 let rec add n0 m =
   match n0 with
   | O -> m
   | S p -> S (add p m)
end
include Coq__1

type positive =
| XI of positive
| XO of positive
| XH

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

(** val eqb : bool -> bool -> bool **)

let eqb b1 b2 =
  if b1 then b2 else if b2 then false else true

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n0 m =
    match n0 with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n0 m =
    match n0 with
    | O -> true
    | S n' -> (match m with
               | O -> false
               | S m' -> leb n' m')
 end

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

  (** val pred_N : positive -> n **)

  let pred_N = function
  | XI p -> Npos (XO p)
  | XO p -> Npos (pred_double p)
  | XH -> N0

  (** val mul : positive -> positive -> positive **)

  let rec mul x y =
    match x with
    | XI p -> add y (XO (mul p y))
    | XO p -> XO (mul p y)
    | XH -> y

  (** val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1 **)

  let rec iter f x = function
  | XI n' -> f (iter f (iter f x n') n')
  | XO n' -> iter f (iter f x n') n'
  | XH -> f x

  (** val pow : positive -> positive -> positive **)

  let pow x =
    iter (mul x) XH

  (** val size : positive -> positive **)

  let rec size = function
  | XI p0 -> succ (size p0)
  | XO p0 -> succ (size p0)
  | XH -> XH

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

  (** val eqb : positive -> positive -> bool **)

  let rec eqb p q =
    match p with
    | XI p0 -> (match q with
                | XI q0 -> eqb p0 q0
                | _ -> false)
    | XO p0 -> (match q with
                | XO q0 -> eqb p0 q0
                | _ -> false)
    | XH -> (match q with
             | XH -> true
             | _ -> false)

  (** val coq_lor : positive -> positive -> positive **)

  let rec coq_lor p q =
    match p with
    | XI p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XI (coq_lor p0 q0)
       | XH -> p)
    | XO p0 ->
      (match q with
       | XI q0 -> XI (coq_lor p0 q0)
       | XO q0 -> XO (coq_lor p0 q0)
       | XH -> XI p0)
    | XH -> (match q with
             | XO q0 -> XI q0
             | _ -> q)

  (** val shiftl : positive -> n -> positive **)

  let shiftl p = function
  | N0 -> p
  | Npos n1 -> iter (fun x -> XO x) p n1

  (** val testbit : positive -> n -> bool **)

  let rec testbit p n0 =
    match p with
    | XI p0 -> (match n0 with
                | N0 -> true
                | Npos n1 -> testbit p0 (pred_N n1))
    | XO p0 -> (match n0 with
                | N0 -> false
                | Npos n1 -> testbit p0 (pred_N n1))
    | XH -> (match n0 with
             | N0 -> true
             | Npos _ -> false)

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

module N =
 struct
  (** val eqb : n -> n -> bool **)

  let eqb n0 m =
    match n0 with
    | N0 -> (match m with
             | N0 -> true
             | Npos _ -> false)
    | Npos p -> (match m with
                 | N0 -> false
                 | Npos q -> Pos.eqb p q)

  (** val div2 : n -> n **)

  let div2 = function
  | N0 -> N0
  | Npos p0 -> (match p0 with
                | XI p -> Npos p
                | XO p -> Npos p
                | XH -> N0)

  (** val pow : n -> n -> n **)

  let pow n0 = function
  | N0 -> Npos XH
  | Npos p0 -> (match n0 with
                | N0 -> N0
                | Npos q -> Npos (Pos.pow q p0))

  (** val log2 : n -> n **)

  let log2 = function
  | N0 -> N0
  | Npos p0 ->
    (match p0 with
     | XI p -> Npos (Pos.size p)
     | XO p -> Npos (Pos.size p)
     | XH -> N0)

  (** val coq_lor : n -> n -> n **)

  let coq_lor n0 m =
    match n0 with
    | N0 -> m
    | Npos p -> (match m with
                 | N0 -> n0
                 | Npos q -> Npos (Pos.coq_lor p q))

  (** val shiftl : n -> n -> n **)

  let shiftl a n0 =
    match a with
    | N0 -> N0
    | Npos a0 -> Npos (Pos.shiftl a0 n0)

  (** val shiftr : n -> n -> n **)

  let shiftr a = function
  | N0 -> a
  | Npos p -> Pos.iter div2 a p

  (** val testbit : n -> n -> bool **)

  let testbit a n0 =
    match a with
    | N0 -> false
    | Npos p -> Pos.testbit p n0
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

  let sub m n0 =
    add m (opp n0)

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

  (** val to_N : z -> n **)

  let to_N = function
  | Zpos p -> Npos p
  | _ -> N0

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n1 -> Zpos (Pos.of_succ_nat n1)

  (** val of_N : n -> z **)

  let of_N = function
  | N0 -> Z0
  | Npos p -> Zpos p
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

(** val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec filter f = function
| [] -> []
| x :: l0 -> if f x then x :: (filter f l0) else filter f l0

(** val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec combine l l' =
  match l with
  | [] -> []
  | x :: tl ->
    (match l' with
     | [] -> []
     | y :: tl' -> (x, y) :: (combine tl tl'))

(** val list_prod : 'a1 list -> 'a2 list -> ('a1 * 'a2) list **)

let rec list_prod l l' =
  match l with
  | [] -> []
  | x :: t -> app (map (fun y -> (x, y)) l') (list_prod t l')

(** val lsl0 : int -> int -> int **)

let lsl0 = (fun x n -> if n >= 0 && n < 63 then x lsl n else 0)

(** val lsr0 : int -> int -> int **)

let lsr0 = (fun x n -> if n >= 0 && n < 63 then x lsr n else 0)

(** val ltb0 : int -> int -> bool **)

let ltb0 = (fun (x : int) y -> x lxor min_int < y lxor min_int)

(** val leb0 : int -> int -> bool **)

let leb0 = (fun (x : int) y -> x lxor min_int <= y lxor min_int)

(** val size0 : nat **)

let size0 =
  S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val is_zero : int -> bool **)

let is_zero i =
  ((=) : int -> int -> bool) i (Uint63.of_int (0))

(** val is_even : int -> bool **)

let is_even i =
  is_zero ((land) i (Uint63.of_int (1)))

(** val opp0 : int -> int **)

let opp0 i =
  (-) (Uint63.of_int (0)) i

(** val to_Z_rec : nat -> int -> z **)

let rec to_Z_rec n0 i =
  match n0 with
  | O -> Z0
  | S n1 ->
    if is_even i
    then Z.double (to_Z_rec n1 (lsr0 i (Uint63.of_int (1))))
    else Z.succ_double (to_Z_rec n1 (lsr0 i (Uint63.of_int (1))))

(** val to_Z : int -> z **)

let to_Z =
  to_Z_rec size0

(** val of_pos_rec : nat -> positive -> int **)

let rec of_pos_rec n0 p =
  match n0 with
  | O -> (Uint63.of_int (0))
  | S n1 ->
    (match p with
     | XI p0 ->
       (lor) (lsl0 (of_pos_rec n1 p0) (Uint63.of_int (1))) (Uint63.of_int (1))
     | XO p0 -> lsl0 (of_pos_rec n1 p0) (Uint63.of_int (1))
     | XH -> (Uint63.of_int (1)))

(** val of_pos : positive -> int **)

let of_pos =
  of_pos_rec size0

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

type colour =
| Open
| Black
| White

type base =
| Anchor
| Min
| Max
| Number

type coordinate = { from : base; offset : z }

type scond = { col : colour; negated : bool; at_x : coordinate;
               at_y : coordinate }

type action = { before : scond list; after : scond list }

type rules = { columns : z; rows : z; black_actions : action list;
               white_actions : action list; black_goals : scond list list;
               white_goals : scond list list; stuck_loses : bool }

(** val square : rules -> z -> z -> n **)

let square r x y =
  Z.to_N (Z.add (Z.mul (Z.sub r.rows y) r.columns) (Z.sub x (Zpos XH)))

(** val coordinate_value : coordinate -> z -> z -> z **)

let coordinate_value c anchor size1 =
  Z.add
    (match c.from with
     | Anchor -> anchor
     | Min -> Zpos XH
     | Max -> size1
     | Number -> Z0) c.offset

(** val x_of : rules -> scond -> z -> z **)

let x_of r c x =
  coordinate_value c.at_x x r.columns

(** val y_of : rules -> scond -> z -> z **)

let y_of r c y =
  coordinate_value c.at_y y r.rows

(** val actions : rules -> bool -> action list **)

let actions r = function
| true -> r.white_actions
| false -> r.black_actions

(** val goals : rules -> bool -> scond list list **)

let goals r = function
| true -> r.white_goals
| false -> r.black_goals

(** val single : n -> n **)

let single s =
  N.pow (Npos (XO XH)) s

(** val union : n list -> n **)

let union l =
  fold_right (fun i w -> N.coq_lor (single i) w) N0 l

(** val once : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list **)

let rec once eqb0 = function
| [] -> []
| a :: l' -> let r = once eqb0 l' in if existsb (eqb0 a) r then r else a :: r

type demand = { no_black : n; no_white : n; no_open : n }

(** val same_colour : colour -> colour -> bool **)

let same_colour j k =
  match j with
  | Open -> (match k with
             | Open -> true
             | _ -> false)
  | Black -> (match k with
              | Black -> true
              | _ -> false)
  | White -> (match k with
              | White -> true
              | _ -> false)

(** val forbids : scond -> colour -> bool **)

let forbids c k =
  eqb (same_colour k c.col) c.negated

(** val add0 : scond -> n -> demand -> demand **)

let add0 c s d =
  let b = single s in
  { no_black =
  (if forbids c Black then N.coq_lor d.no_black b else d.no_black);
  no_white =
  (if forbids c White then N.coq_lor d.no_white b else d.no_white); no_open =
  (if forbids c Open then N.coq_lor d.no_open b else d.no_open) }

(** val on_boardb : rules -> z -> z -> bool **)

let on_boardb r x y =
  (&&)
    ((&&) ((&&) (Z.leb (Zpos XH) x) (Z.leb x r.columns)) (Z.leb (Zpos XH) y))
    (Z.leb y r.rows)

(** val demand_of : rules -> scond list -> z -> z -> demand option **)

let rec demand_of r l x y =
  match l with
  | [] -> Some { no_black = N0; no_white = N0; no_open = N0 }
  | c :: l' ->
    let cx = x_of r c x in
    let cy = y_of r c y in
    if on_boardb r cx cy
    then (match demand_of r l' x y with
          | Some d -> Some (add0 c (square r cx cy) d)
          | None -> None)
    else None

type ground = { demands : demand; changed : n; to_black : n; to_white : n }

(** val choices : n list -> demand -> (n * n) list **)

let rec choices l e =
  match l with
  | [] -> (N0, N0) :: []
  | s :: l' ->
    let r = choices l' e in
    app
      (if N.testbit e.no_black s
       then []
       else map (fun bw -> ((N.coq_lor (single s) (fst bw)), (snd bw))) r)
      (app
        (if N.testbit e.no_white s
         then []
         else map (fun bw -> ((fst bw), (N.coq_lor (single s) (snd bw)))) r)
        (if N.testbit e.no_open s then [] else r))

(** val named : rules -> action -> z -> z -> n list **)

let named r a x y =
  once N.eqb (map (fun c -> square r (x_of r c x) (y_of r c y)) a.after)

(** val open_choices : n list -> demand -> nat **)

let open_choices l e =
  length
    (filter (fun s ->
      negb
        ((||)
          ((||) ((&&) (N.testbit e.no_black s) (N.testbit e.no_white s))
            ((&&) (N.testbit e.no_black s) (N.testbit e.no_open s)))
          ((&&) (N.testbit e.no_white s) (N.testbit e.no_open s)))) l)

(** val ground_of : rules -> action -> z -> z -> ground list option **)

let ground_of r a x y =
  match demand_of r a.before x y with
  | Some d ->
    (match demand_of r a.after x y with
     | Some e ->
       let l = named r a x y in
       if Nat.leb (open_choices l e) (S (S (S (S (S (S (S (S (S (S (S (S
            O))))))))))))
       then Some
              (map (fun bw -> { demands = d; changed = (union l); to_black =
                (fst bw); to_white = (snd bw) }) (choices l e))
       else None
     | None -> Some [])
  | None -> Some []

(** val count_to : nat -> z list **)

let rec count_to n0 = match n0 with
| O -> []
| S k -> (Z.of_nat n0) :: (count_to k)

(** val anchors : rules -> (z * z) list **)

let anchors r =
  list_prod (count_to (Z.to_nat r.columns)) (count_to (Z.to_nat r.rows))

(** val all_grounds :
    rules -> (action * (z * z)) list -> ground list option **)

let rec all_grounds r = function
| [] -> Some []
| p :: l' ->
  let (a, p0) = p in
  let (x, y) = p0 in
  (match ground_of r a x y with
   | Some g ->
     (match all_grounds r l' with
      | Some r0 -> Some (app g r0)
      | None -> None)
   | None -> None)

(** val grounds : rules -> bool -> ground list option **)

let grounds r white =
  all_grounds r (list_prod (actions r white) (anchors r))

(** val goal_demands : rules -> bool -> demand list **)

let goal_demands r white =
  flat_map (fun ga ->
    match demand_of r (fst ga) (fst (snd ga)) (snd (snd ga)) with
    | Some d -> d :: []
    | None -> []) (list_prod (goals r white) (anchors r))

type masks = { black_grounds : ground list; white_grounds : ground list;
               black_targets : demand list; white_targets : demand list;
               stuck_is_loss : bool; squares : n list }

(** val grounds_of : masks -> bool -> ground list **)

let grounds_of m = function
| true -> m.white_grounds
| false -> m.black_grounds

(** val targets_of : masks -> bool -> demand list **)

let targets_of m = function
| true -> m.white_targets
| false -> m.black_targets

(** val all_squares : masks -> n **)

let all_squares m =
  union m.squares

(** val same_demand : demand -> demand -> bool **)

let same_demand a b =
  (&&) ((&&) (N.eqb a.no_black b.no_black) (N.eqb a.no_white b.no_white))
    (N.eqb a.no_open b.no_open)

(** val same_ground : ground -> ground -> bool **)

let same_ground a b =
  (&&)
    ((&&)
      ((&&) (same_demand a.demands b.demands) (N.eqb a.changed b.changed))
      (N.eqb a.to_black b.to_black)) (N.eqb a.to_white b.to_white)

(** val masks_of : rules -> masks option **)

let masks_of r =
  match grounds r false with
  | Some b ->
    (match grounds r true with
     | Some w ->
       Some { black_grounds = (once same_ground b); white_grounds =
         (once same_ground w); black_targets =
         (once same_demand (goal_demands r false)); white_targets =
         (once same_demand (goal_demands r true)); stuck_is_loss =
         r.stuck_loses; squares =
         (map (fun xy -> square r (fst xy) (snd xy)) (anchors r)) }
     | None -> None)
  | None -> None

type perm = (n * n) list

(** val permute : perm -> n -> n **)

let rec permute f w =
  match f with
  | [] -> N0
  | p :: f' ->
    let (s, t) = p in
    let r = permute f' w in
    if N.testbit w s then N.coq_lor (single t) r else r

(** val turned : perm -> perm **)

let turned f =
  map (fun st -> ((snd st), (fst st))) f

(** val permute_demand : perm -> bool -> demand -> demand **)

let permute_demand f swap d =
  if swap
  then { no_black = (permute f d.no_white); no_white =
         (permute f d.no_black); no_open = (permute f d.no_open) }
  else { no_black = (permute f d.no_black); no_white =
         (permute f d.no_white); no_open = (permute f d.no_open) }

(** val permute_ground : perm -> bool -> ground -> ground **)

let permute_ground f swap g =
  let d = permute_demand f swap g.demands in
  let c = permute f g.changed in
  if swap
  then { demands = d; changed = c; to_black = (permute f g.to_white);
         to_white = (permute f g.to_black) }
  else { demands = d; changed = c; to_black = (permute f g.to_black);
         to_white = (permute f g.to_white) }

(** val one_to_one : masks -> perm -> bool **)

let one_to_one m f =
  (&&)
    ((&&) (N.eqb (union (map fst f)) (all_squares m))
      (N.eqb (union (map snd f)) (all_squares m)))
    (forallb (fun st ->
      forallb (fun uv ->
        eqb (N.eqb (fst st) (fst uv)) (N.eqb (snd st) (snd uv))) f) f)

(** val keeps_rules : masks -> perm -> bool -> bool **)

let keeps_rules m f swap =
  forallb (fun white ->
    let to0 = xorb white swap in
    (&&)
      (forallb (fun g ->
        existsb (same_ground (permute_ground f swap g)) (grounds_of m to0))
        (grounds_of m white))
      (forallb (fun d ->
        existsb (same_demand (permute_demand f swap d)) (targets_of m to0))
        (targets_of m white))) (false :: (true :: []))

(** val is_symmetry_of : masks -> perm -> bool -> bool **)

let is_symmetry_of m f swap =
  (&&) ((&&) (one_to_one m f) (keeps_rules m f swap))
    (keeps_rules m (turned f) swap)

(** val number : int -> n **)

let number w =
  Z.to_N (to_Z w)

(** val join : int -> int -> n **)

let join low high =
  N.coq_lor (number low)
    (N.shiftl (number high) (Npos (XI (XI (XI (XI (XI XH)))))))

(** val low_word : n -> int **)

let low_word w =
  of_Z (Z.of_N w)

(** val high_word : n -> int **)

let high_word w =
  of_Z (Z.of_N (N.shiftr w (Npos (XI (XI (XI (XI (XI XH))))))))

type packed = { blacks : int; whites : int; high_blacks : int;
                high_whites : int; white_to_move : bool }

(** val same_position : packed -> packed -> bool **)

let same_position p q =
  (&&)
    ((&&)
      ((&&)
        ((&&) (((=) : int -> int -> bool) p.blacks q.blacks)
          (((=) : int -> int -> bool) p.whites q.whites))
        (eqb p.white_to_move q.white_to_move))
      (((=) : int -> int -> bool) p.high_blacks q.high_blacks))
    (((=) : int -> int -> bool) p.high_whites q.high_whites)

type packed_demand = { not_black : int; not_white : int; not_open : int;
                       high_not_black : int; high_not_white : int;
                       high_not_open : int }

(** val unpack_demand : packed_demand -> demand **)

let unpack_demand d =
  { no_black = (join d.not_black d.high_not_black); no_white =
    (join d.not_white d.high_not_white); no_open =
    (join d.not_open d.high_not_open) }

(** val pack_demand : demand -> packed_demand **)

let pack_demand d =
  { not_black = (low_word d.no_black); not_white = (low_word d.no_white);
    not_open = (low_word d.no_open); high_not_black = (high_word d.no_black);
    high_not_white = (high_word d.no_white); high_not_open =
    (high_word d.no_open) }

(** val meets_demand : packed_demand -> packed -> bool **)

let meets_demand d p =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&)
            (((=) : int -> int -> bool) ((land) p.blacks d.not_black)
              (Uint63.of_int (0)))
            (((=) : int -> int -> bool) ((land) p.whites d.not_white)
              (Uint63.of_int (0))))
          (((=) : int -> int -> bool)
            ((land) d.not_open ((lor) p.blacks p.whites)) d.not_open))
        (((=) : int -> int -> bool) ((land) p.high_blacks d.high_not_black)
          (Uint63.of_int (0))))
      (((=) : int -> int -> bool) ((land) p.high_whites d.high_not_white)
        (Uint63.of_int (0))))
    (((=) : int -> int -> bool)
      ((land) d.high_not_open ((lor) p.high_blacks p.high_whites))
      d.high_not_open)

type step = { demanded : packed_demand; changing : int; becoming_black : 
              int; becoming_white : int; high_changing : int;
              high_becoming_black : int; high_becoming_white : int }

(** val unpack_ground : step -> ground **)

let unpack_ground g =
  { demands = (unpack_demand g.demanded); changed =
    (join g.changing g.high_changing); to_black =
    (join g.becoming_black g.high_becoming_black); to_white =
    (join g.becoming_white g.high_becoming_white) }

(** val pack_ground : ground -> step **)

let pack_ground g =
  { demanded = (pack_demand g.demands); changing = (low_word g.changed);
    becoming_black = (low_word g.to_black); becoming_white =
    (low_word g.to_white); high_changing = (high_word g.changed);
    high_becoming_black = (high_word g.to_black); high_becoming_white =
    (high_word g.to_white) }

(** val make : step -> packed -> packed **)

let make g p =
  { blacks =
    ((lor) ((lxor) ((lor) p.blacks g.changing) g.changing) g.becoming_black);
    whites =
    ((lor) ((lxor) ((lor) p.whites g.changing) g.changing) g.becoming_white);
    high_blacks =
    ((lor) ((lxor) ((lor) p.high_blacks g.high_changing) g.high_changing)
      g.high_becoming_black); high_whites =
    ((lor) ((lxor) ((lor) p.high_whites g.high_changing) g.high_changing)
      g.high_becoming_white); white_to_move = (negb p.white_to_move) }

type game = { black_moves : step list; white_moves : step list;
              black_wins : packed_demand list;
              white_wins : packed_demand list; all_low : int; all_high : 
              int; masks_in : masks }

(** val agrees : game -> bool **)

let agrees g =
  let m = g.masks_in in
  let steps = fun l m0 ->
    (&&)
      (forallb (fun gm -> same_ground (unpack_ground (fst gm)) (snd gm))
        (combine l m0)) (Nat.eqb (length l) (length m0))
  in
  let tests = fun l m0 ->
    (&&)
      (forallb (fun dm -> same_demand (unpack_demand (fst dm)) (snd dm))
        (combine l m0)) (Nat.eqb (length l) (length m0))
  in
  (&&)
    ((&&)
      ((&&)
        ((&&) (steps g.black_moves m.black_grounds)
          (steps g.white_moves m.white_grounds))
        (tests g.black_wins m.black_targets))
      (tests g.white_wins m.white_targets))
    (N.eqb (join g.all_low g.all_high) (all_squares m))

(** val pack : masks -> game **)

let pack m =
  { black_moves = (map pack_ground m.black_grounds); white_moves =
    (map pack_ground m.white_grounds); black_wins =
    (map pack_demand m.black_targets); white_wins =
    (map pack_demand m.white_targets); all_low = (low_word (all_squares m));
    all_high = (high_word (all_squares m)); masks_in = m }

(** val small_enough : rules -> bool **)

let small_enough r =
  (&&) ((&&) (Z.ltb Z0 r.columns) (Z.ltb Z0 r.rows))
    (Z.leb (Z.mul r.columns r.rows) (Zpos (XO (XI (XI (XI (XI (XI XH))))))))

(** val compile : rules -> game option **)

let compile r =
  if small_enough r
  then (match masks_of r with
        | Some m -> let g = pack m in if agrees g then Some g else None
        | None -> None)
  else None

(** val steps_of : game -> bool -> step list **)

let steps_of g = function
| true -> g.white_moves
| false -> g.black_moves

(** val tests_of : game -> bool -> packed_demand list **)

let tests_of g = function
| true -> g.white_wins
| false -> g.black_wins

(** val make_all : step list -> packed -> packed list **)

let rec make_all l p =
  match l with
  | [] -> []
  | g :: l' ->
    let r = make_all l' p in
    if meets_demand g.demanded p then (make g p) :: r else r

(** val moves : game -> packed -> packed list **)

let moves g p =
  make_all (steps_of g p.white_to_move) p

(** val boardb : game -> packed -> bool **)

let boardb g p =
  (&&)
    ((&&)
      ((&&)
        (((=) : int -> int -> bool) ((land) p.blacks p.whites)
          (Uint63.of_int (0)))
        (((=) : int -> int -> bool) ((land) p.high_blacks p.high_whites)
          (Uint63.of_int (0))))
      (((=) : int -> int -> bool)
        ((land) ((lor) p.blacks p.whites) g.all_low)
        ((lor) p.blacks p.whites)))
    (((=) : int -> int -> bool)
      ((land) ((lor) p.high_blacks p.high_whites) g.all_high)
      ((lor) p.high_blacks p.high_whites))

(** val meets_any : packed_demand list -> packed -> bool **)

let rec meets_any l p =
  match l with
  | [] -> false
  | d :: l' -> if meets_demand d p then true else meets_any l' p

(** val over : game -> packed -> bool **)

let over g p =
  meets_any (tests_of g (negb p.white_to_move)) p

(** val status_of : game -> packed -> status **)

let status_of g p =
  if over g p
  then Lost
  else (match moves g p with
        | [] -> if g.masks_in.stuck_is_loss then Lost else Drawn
        | _ :: _ -> Going)

type shift =
| Up of int * int
| Down of int * int

type stage = { low_to_low : shift list; low_to_high : shift list;
               high_to_low : shift list; high_to_high : shift list }

type symmetry = { stages : stage list; swaps : bool }

(** val gather : shift list -> int -> int -> int **)

let rec gather l w sum =
  match l with
  | [] -> sum
  | s :: l' ->
    (match s with
     | Up (m, n0) -> gather l' w ((lor) (lsl0 ((land) w m) n0) sum)
     | Down (m, n0) -> gather l' w ((lor) (lsr0 ((land) w m) n0) sum))

(** val to_low : stage -> int -> int -> int **)

let to_low s low high =
  gather s.low_to_low low (gather s.high_to_low high (Uint63.of_int (0)))

(** val to_high : stage -> int -> int -> int **)

let to_high s low high =
  gather s.low_to_high low (gather s.high_to_high high (Uint63.of_int (0)))

(** val turn_words :
    stage list -> int -> int -> int -> int -> bool -> packed **)

let rec turn_words l b w hb hw white =
  match l with
  | [] ->
    { blacks = b; whites = w; high_blacks = hb; high_whites = hw;
      white_to_move = white }
  | s :: l' ->
    turn_words l' (to_low s b hb) (to_low s w hw) (to_high s b hb)
      (to_high s w hw) white

(** val turn : symmetry -> packed -> packed **)

let turn s p =
  if s.swaps
  then turn_words s.stages p.whites p.blacks p.high_whites p.high_blacks
         (negb p.white_to_move)
  else turn_words s.stages p.blacks p.whites p.high_blacks p.high_whites
         p.white_to_move

(** val run : stage list -> int -> int -> n **)

let rec run l low high =
  match l with
  | [] -> join low high
  | s :: l' -> run l' (to_low s low high) (to_high s low high)

(** val run_set : stage list -> n -> n **)

let run_set l w =
  run l (low_word w) (high_word w)

(** val perm_of : stage list -> n list -> perm **)

let perm_of l squares0 =
  map (fun s -> (s, (N.log2 (run_set l (single s))))) squares0

(** val faithful : stage list -> perm -> bool **)

let faithful l f =
  forallb (fun st ->
    let from0 = single (fst st) in
    (&&) (N.eqb (join (low_word from0) (high_word from0)) from0)
      (N.eqb (run_set l from0) (single (snd st)))) f

(** val is_symmetry : game -> symmetry -> bool **)

let is_symmetry g s =
  let m = g.masks_in in
  let f = perm_of s.stages m.squares in
  (&&) (faithful s.stages f) (is_symmetry_of m f s.swaps)

(** val add_up : int -> int -> shift list -> shift list **)

let rec add_up m n0 = function
| [] -> (Up (m, n0)) :: []
| s :: l' ->
  (match s with
   | Up (k, n') ->
     if ((=) : int -> int -> bool) n0 n'
     then (Up (((lor) k m), n0)) :: l'
     else (Up (k, n')) :: (add_up m n0 l')
   | Down (k, n') -> (Down (k, n')) :: (add_up m n0 l'))

(** val add_down : int -> int -> shift list -> shift list **)

let rec add_down m n0 = function
| [] -> (Down (m, n0)) :: []
| s :: l' ->
  (match s with
   | Up (k, n') -> (Up (k, n')) :: (add_down m n0 l')
   | Down (k, n') ->
     if ((=) : int -> int -> bool) n0 n'
     then (Down (((lor) k m), n0)) :: l'
     else (Down (k, n')) :: (add_down m n0 l'))

(** val add_shift : int -> int -> shift list -> shift list **)

let add_shift s t l =
  if leb0 s t
  then add_up (lsl0 (Uint63.of_int (1)) s) ((-) t s) l
  else add_down (lsl0 (Uint63.of_int (1)) s) ((-) s t) l

(** val add_pair : (int * int) -> stage -> stage **)

let add_pair st g =
  let (s, t) = st in
  let { low_to_low = ll; low_to_high = lh; high_to_low = hl; high_to_high =
    hh } = g
  in
  if ltb0 s (Uint63.of_int (63))
  then if ltb0 t (Uint63.of_int (63))
       then { low_to_low = (add_shift s t ll); low_to_high = lh;
              high_to_low = hl; high_to_high = hh }
       else { low_to_low = ll; low_to_high =
              (add_shift s ((-) t (Uint63.of_int (63))) lh); high_to_low =
              hl; high_to_high = hh }
  else if ltb0 t (Uint63.of_int (63))
       then { low_to_low = ll; low_to_high = lh; high_to_low =
              (add_shift ((-) s (Uint63.of_int (63))) t hl); high_to_high =
              hh }
       else { low_to_low = ll; low_to_high = lh; high_to_low = hl;
              high_to_high =
              (add_shift ((-) s (Uint63.of_int (63)))
                ((-) t (Uint63.of_int (63))) hh) }

(** val stage_of : (int * int) list -> stage **)

let stage_of f =
  fold_right add_pair { low_to_low = []; low_to_high = []; high_to_low = [];
    high_to_high = [] } f

(** val symmetry_of : (int * int) list list -> bool -> symmetry **)

let symmetry_of fs swap =
  { stages = (map stage_of fs); swaps = swap }

(** val all_from : (int -> bool) -> int -> nat -> int -> int -> bool **)

let rec all_from f upto k width i =
  if ltb0 i upto
  then (match k with
        | O -> f i
        | S k' ->
          let half = lsr0 width (Uint63.of_int (1)) in
          if all_from f upto k' half i
          then all_from f upto k' half ((+) i half)
          else false)
  else true

(** val most : int **)

let most =
  (Uint63.of_int (1099511627776))

(** val all_between : (int -> bool) -> int -> int -> bool **)

let all_between f first upto =
  (&&) ((&&) (leb0 first most) (leb0 upto most))
    (all_from f upto (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))))))))))))))))))))))))))) most first)

(** val cover : (int * int) list -> int -> int -> bool **)

let rec cover ranges first upto =
  match ranges with
  | [] -> leb0 upto first
  | p :: r ->
    let (a, b) = p in
    (&&) (leb0 a first) (cover r (if leb0 first b then b else first) upto)

type entry =
| TWin of int
| TLoss of int
| TDraw
| TNone

type table = { entries : int; key : (int -> packed); told : (int -> entry);
               hint : (packed -> int); symmetries : symmetry list }

(** val nth_turn : symmetry list -> int -> packed -> packed **)

let rec nth_turn l k q =
  match l with
  | [] -> q
  | s :: l' ->
    if ((=) : int -> int -> bool) k (Uint63.of_int (1))
    then turn s q
    else nth_turn l' ((-) k (Uint63.of_int (1))) q

(** val listed : table -> int -> packed -> packed **)

let listed t k q =
  if ((=) : int -> int -> bool) k (Uint63.of_int (0))
  then q
  else nth_turn t.symmetries k q

(** val place : table -> packed -> int **)

let place t q =
  let h = t.hint q in
  let i = lsr0 h (Uint63.of_int (4)) in
  if ltb0 i t.entries
  then if same_position (t.key i) (listed t ((land) h (Uint63.of_int (15))) q)
       then i
       else t.entries
  else t.entries

(** val look : game -> table -> packed -> entry **)

let look g t q =
  let i = place t q in
  if ltb0 i t.entries
  then t.told i
  else (match status_of g q with
        | Won -> TWin (Uint63.of_int (0))
        | Lost -> TLoss (Uint63.of_int (0))
        | Drawn -> TDraw
        | Going -> TNone)

(** val better : entry -> entry -> entry **)

let better a b =
  match a with
  | TWin m ->
    (match b with
     | TWin n0 -> if leb0 n0 m then a else b
     | TNone -> TNone
     | _ -> b)
  | TLoss m ->
    (match b with
     | TLoss n0 -> if leb0 m n0 then a else b
     | TNone -> TNone
     | _ -> a)
  | TDraw -> (match b with
              | TLoss _ -> b
              | TNone -> TNone
              | _ -> a)
  | TNone -> TNone

(** val best : game -> table -> packed -> packed list -> entry **)

let rec best g t q = function
| [] -> look g t q
| r :: l' -> better (look g t q) (best g t r l')

(** val most_plies : int **)

let most_plies =
  (Uint63.of_int (1000000))

(** val fits : entry -> entry -> bool **)

let fits child parent =
  match child with
  | TWin m ->
    (match parent with
     | TLoss n0 ->
       (&&) (ltb0 m most_plies)
         (((=) : int -> int -> bool) n0 ((+) m (Uint63.of_int (1))))
     | _ -> false)
  | TLoss m ->
    (match parent with
     | TWin n0 ->
       (&&) (ltb0 m most_plies)
         (((=) : int -> int -> bool) n0 ((+) m (Uint63.of_int (1))))
     | _ -> false)
  | TDraw -> (match parent with
              | TDraw -> true
              | _ -> false)
  | TNone -> false

(** val check_entry : game -> table -> int -> bool **)

let check_entry g t i =
  let p = t.key i in
  (&&) ((&&) (boardb g p) (negb (over g p)))
    (match moves g p with
     | [] -> false
     | q :: l -> fits (best g t q l) (t.told i))

(** val check_symmetries : game -> table -> bool **)

let check_symmetries g t =
  forallb (is_symmetry g) t.symmetries

(** val check_range : game -> table -> int -> int -> bool **)

let check_range g t first upto =
  all_between (check_entry g t) first upto

(** val check_table : game -> table -> bool **)

let check_table g t =
  (&&) (check_symmetries g t) (check_range g t (Uint63.of_int (0)) t.entries)

(** val check_start : game -> table -> packed -> bool **)

let check_start g t s =
  (&&) (boardb g s) (ltb0 (place t s) t.entries)

(** val look_above :
    game -> table -> (int -> int) -> int -> packed -> entry **)

let look_above g t height h q =
  let i = place t q in
  if ltb0 i t.entries
  then if ltb0 h (height i) then t.told i else TNone
  else (match status_of g q with
        | Won -> TWin (Uint63.of_int (0))
        | Lost -> TLoss (Uint63.of_int (0))
        | Drawn -> TDraw
        | Going -> TNone)

(** val best_above :
    game -> table -> (int -> int) -> int -> packed -> packed list -> entry **)

let rec best_above g t height h q = function
| [] -> look_above g t height h q
| r :: l' -> better (look_above g t height h q) (best_above g t height h r l')

(** val outcome_fits : entry -> entry -> bool **)

let outcome_fits child parent =
  match child with
  | TWin _ -> (match parent with
               | TLoss _ -> true
               | _ -> false)
  | TLoss _ -> (match parent with
                | TWin _ -> true
                | _ -> false)
  | TDraw -> (match parent with
              | TDraw -> true
              | _ -> false)
  | TNone -> false

(** val check_outcome : game -> table -> (int -> int) -> int -> bool **)

let check_outcome g t height i =
  let p = t.key i in
  (&&) ((&&) (boardb g p) (negb (over g p)))
    (match moves g p with
     | [] -> false
     | q :: l ->
       outcome_fits (best_above g t height (height i) q l) (t.told i))

(** val check_outcome_range :
    game -> table -> (int -> int) -> int -> int -> bool **)

let check_outcome_range g t height first upto =
  all_between (check_outcome g t height) first upto

(** val check_outcomes : game -> table -> (int -> int) -> bool **)

let check_outcomes g t height =
  (&&) (check_symmetries g t)
    (check_outcome_range g t height (Uint63.of_int (0)) t.entries)

type claim =
| Wins of int option
| DoesNotLose of int option

type strategy_list = { members : int; member : (int -> packed);
                       rank : (int -> int); seek : (packed -> int) }

(** val owner_moves : bool -> packed -> bool **)

let owner_moves owner_is_white p =
  eqb p.white_to_move owner_is_white

(** val member_place : strategy_list -> packed -> int **)

let member_place l q =
  let i = l.seek q in
  if ltb0 i l.members
  then if same_position (l.member i) q then i else l.members
  else l.members

(** val ended_well : game -> bool -> claim -> packed -> bool **)

let ended_well g owner_is_white what q =
  match status_of g q with
  | Won -> owner_moves owner_is_white q
  | Lost -> negb (owner_moves owner_is_white q)
  | Drawn -> (match what with
              | Wins _ -> false
              | DoesNotLose _ -> true)
  | Going -> false

(** val not_over : game -> packed -> bool **)

let not_over g q =
  match status_of g q with
  | Going -> true
  | _ -> false

(** val good :
    game -> bool -> claim -> strategy_list -> int -> packed -> bool **)

let good g owner_is_white what l r q =
  let i = member_place l q in
  let met = ltb0 i l.members in
  (match what with
   | Wins _ ->
     if met then ltb0 (l.rank i) r else ended_well g owner_is_white what q
   | DoesNotLose within ->
     (match within with
      | Some _ ->
        if ((=) : int -> int -> bool) r (Uint63.of_int (0))
        then true
        else if if met
                then leb0 ((-) r (Uint63.of_int (1))) (l.rank i)
                else false
             then true
             else if ended_well g owner_is_white what q
                  then true
                  else (&&)
                         (((=) : int -> int -> bool) r (Uint63.of_int (1)))
                         (not_over g q)
      | None -> if met then true else ended_well g owner_is_white what q))

(** val rank_fits : claim -> int -> bool **)

let rank_fits what r =
  match what with
  | Wins _ -> leb0 (Uint63.of_int (1)) r
  | DoesNotLose _ -> true

(** val check_member :
    game -> bool -> claim -> strategy_list -> int -> bool **)

let check_member g owner_is_white what l i =
  let p = l.member i in
  (&&)
    ((&&) ((&&) (boardb g p) (negb (over g p))) (rank_fits what (l.rank i)))
    (match moves g p with
     | [] -> false
     | p0 :: l0 ->
       let l1 = p0 :: l0 in
       if owner_moves owner_is_white p
       then existsb (good g owner_is_white what l (l.rank i)) l1
       else forallb (good g owner_is_white what l (l.rank i)) l1)

(** val check_members :
    game -> bool -> claim -> strategy_list -> int -> int -> bool **)

let check_members g owner_is_white what l first upto =
  all_between (check_member g owner_is_white what l) first upto

(** val check_strategy : game -> bool -> claim -> strategy_list -> bool **)

let check_strategy g owner_is_white what l =
  check_members g owner_is_white what l (Uint63.of_int (0)) l.members

(** val check_claim : game -> claim -> strategy_list -> packed -> bool **)

let check_claim g what l s =
  let i = member_place l s in
  (&&) ((&&) (boardb g s) (ltb0 i l.members))
    (match what with
     | Wins within ->
       (match within with
        | Some n0 -> leb0 (l.rank i) n0
        | None -> true)
     | DoesNotLose within ->
       (match within with
        | Some n0 -> leb0 n0 (l.rank i)
        | None -> true))
