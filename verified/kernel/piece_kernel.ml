
(** val negb : bool -> bool **)

let negb = function
| true -> false
| false -> true

type nat =
| O
| S of nat

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

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

module Nat =
 struct
  (** val eqb : nat -> nat -> bool **)

  let rec eqb n m =
    match n with
    | O -> (match m with
            | O -> true
            | S _ -> false)
    | S n' -> (match m with
               | O -> false
               | S m' -> eqb n' m')

  (** val leb : nat -> nat -> bool **)

  let rec leb n m =
    match n with
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

  (** val div2 : positive -> positive **)

  let div2 = function
  | XI p0 -> p0
  | XO p0 -> p0
  | XH -> XH

  (** val div2_up : positive -> positive **)

  let div2_up = function
  | XI p0 -> succ p0
  | XO p0 -> p0
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

  (** val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1 **)

  let rec iter_op op0 p a =
    match p with
    | XI p0 -> op0 a (iter_op op0 p0 (op0 a a))
    | XO p0 -> iter_op op0 p0 (op0 a a)
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

  (** val pred : z -> z **)

  let pred x =
    add x (Zneg XH)

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

  (** val eqb : z -> z -> bool **)

  let eqb x y =
    match x with
    | Z0 -> (match y with
             | Z0 -> true
             | _ -> false)
    | Zpos p -> (match y with
                 | Zpos q -> Pos.eqb p q
                 | _ -> false)
    | Zneg p -> (match y with
                 | Zneg q -> Pos.eqb p q
                 | _ -> false)

  (** val to_nat : z -> nat **)

  let to_nat = function
  | Zpos p -> Pos.to_nat p
  | _ -> O

  (** val of_nat : nat -> z **)

  let of_nat = function
  | O -> Z0
  | S n0 -> Zpos (Pos.of_succ_nat n0)

  (** val div2 : z -> z **)

  let div2 = function
  | Z0 -> Z0
  | Zpos p -> (match p with
               | XH -> Z0
               | _ -> Zpos (Pos.div2 p))
  | Zneg p -> Zneg (Pos.div2_up p)

  (** val shiftl : z -> z -> z **)

  let shiftl a = function
  | Z0 -> a
  | Zpos p -> Pos.iter (mul (Zpos (XO XH))) a p
  | Zneg p -> Pos.iter div2 a p

  (** val ones : z -> z **)

  let ones n =
    pred (shiftl (Zpos XH) n)
 end

(** val hd_error : 'a1 list -> 'a1 option **)

let hd_error = function
| [] -> None
| x :: _ -> Some x

(** val nth : nat -> 'a1 list -> 'a1 -> 'a1 **)

let rec nth n l default =
  match n with
  | O -> (match l with
          | [] -> default
          | x :: _ -> x)
  | S m -> (match l with
            | [] -> default
            | _ :: t -> nth m t default)

(** val nth_error : 'a1 list -> nat -> 'a1 option **)

let rec nth_error l = function
| O -> (match l with
        | [] -> None
        | x :: _ -> Some x)
| S n0 -> (match l with
           | [] -> None
           | _ :: l0 -> nth_error l0 n0)

(** val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list **)

let rec map f = function
| [] -> []
| a :: t -> (f a) :: (map f t)

(** val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list **)

let rec flat_map f = function
| [] -> []
| x :: t -> app (f x) (flat_map f t)

(** val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1 **)

let rec fold_left f l a0 =
  match l with
  | [] -> a0
  | b :: t -> fold_left f t (f a0 b)

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

(** val seq : nat -> nat -> nat list **)

let rec seq start = function
| O -> []
| S len0 -> start :: (seq (S start) len0)

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

(** val union : int list -> int **)

let union l =
  fold_right (fun i w -> (lor) (lsl0 (Uint63.of_int (1)) i) w)
    (Uint63.of_int (0)) l

(** val all_from : (int -> bool) -> int -> nat -> int -> int -> bool **)

let rec all_from f upto0 k width i =
  if ltb0 i upto0
  then (match k with
        | O -> f i
        | S k' ->
          let half = lsr0 width (Uint63.of_int (1)) in
          if all_from f upto0 k' half i
          then all_from f upto0 k' half ((+) i half)
          else false)
  else true

(** val most : int **)

let most =
  (Uint63.of_int (1099511627776))

(** val all_between : (int -> bool) -> int -> int -> bool **)

let all_between f first0 upto0 =
  (&&) ((&&) (leb0 first0 most) (leb0 upto0 most))
    (all_from f upto0 (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
      O)))))))))))))))))))))))))))))))))))))))) most first0)

(** val cover : (int * int) list -> int -> int -> bool **)

let rec cover ranges first0 upto0 =
  match ranges with
  | [] -> leb0 upto0 first0
  | p :: r ->
    let (a, b) = p in
    (&&) (leb0 a first0) (cover r (if leb0 first0 b then b else first0) upto0)

type square = z * z

type vector = z * z

type number =
| Num of z
| NVar of nat
| Plus of number * number
| Neg of number

type step =
| Step of vector
| SVar of nat

type kind =
| Kind of nat
| KVar of nat

type place =
| At of square
| PVar of nat
| Shift of place * number * step

type domain =
| Squares
| Region of square list
| Steps of vector list
| Numbers of number * number
| Kinds of nat list
| Only of place

type what =
| IsOpen
| Mine
| Theirs
| MineOf of kind
| TheirsOf of kind

type comparison0 =
| Less
| AtMost
| Equals
| AtLeast
| More

type cond =
| Yes
| Not of cond
| And of cond * cond
| Or of cond * cond
| Each of nat * domain * cond
| Any of nat * domain * cond
| Is of what * place
| On of place
| In_region of square list * place
| Next of place * place
| Line of place * place * place
| Reaches of kind * place * place
| Hand of bool * kind * comparison0 * number
| Count of what * comparison0 * number
| Compare of number * comparison0 * number
| Attacked of place

type effect =
| Nothing
| Both of effect * effect
| EachDo of nat * domain * effect
| When of cond * effect
| Put of what * place
| Take of place
| Becomes of place * place
| AddHand of bool * kind * number

type action = { name : nat; otherwise : bool;
                parameters : (nat * domain) list; precondition : cond;
                does : effect; next_part : (nat list * cond) option }

type ending =
| Wins
| Loses
| Draws

type affine = { ma : z; mb : z; mc : z; md : z; me : z; mf : z }

type rules = { squares : square list; hand_of : nat option list;
               taken_to : nat option list; hands : nat; mirror : affine;
               steps_of : (vector * bool) list list;
               lines : square list list; links : square list list;
               actions : action list; ends : (ending * cond) list;
               illegal : cond list; stuck : (ending * cond) list }

type content =
| Open
| Own of nat
| Other of nat

type position = { board : content list; own_hand : nat list;
                  other_hand : nat list }

(** val same_square : square -> square -> bool **)

let same_square s t =
  (&&) (Z.eqb (fst s) (fst t)) (Z.eqb (snd s) (snd t))

(** val is_in : square -> square list -> bool **)

let is_in s l =
  existsb (same_square s) l

(** val shift : square -> z -> vector -> square **)

let shift s n d =
  ((Z.add (fst s) (Z.mul n (fst d))), (Z.add (snd s) (Z.mul n (snd d))))

(** val go : affine -> square -> square **)

let go m s =
  ((Z.add (Z.add (Z.mul m.ma (fst s)) (Z.mul m.mb (snd s))) m.me),
    (Z.add (Z.add (Z.mul m.mc (fst s)) (Z.mul m.md (snd s))) m.mf))

(** val holds_of : comparison0 -> z -> z -> bool **)

let holds_of c a n =
  match c with
  | Less -> Z.ltb a n
  | AtMost -> Z.leb a n
  | Equals -> Z.eqb a n
  | AtLeast -> Z.leb n a
  | More -> Z.ltb n a

type thing =
| ASquare of square
| ANowhere
| AVector of vector
| ANumber of z
| AKind of nat

type env = (nat * thing) list

(** val find : nat -> env -> thing option **)

let rec find v = function
| [] -> None
| p :: r -> let (w, x) = p in if Nat.eqb v w then Some x else find v r

(** val number_of : env -> number -> z **)

let rec number_of e = function
| Num z0 -> z0
| NVar v ->
  (match find v e with
   | Some t -> (match t with
                | ANumber z0 -> z0
                | _ -> Z0)
   | None -> Z0)
| Plus (a, b) -> Z.add (number_of e a) (number_of e b)
| Neg a -> Z.opp (number_of e a)

(** val kind_of : env -> kind -> nat **)

let kind_of e = function
| Kind n -> n
| KVar v ->
  (match find v e with
   | Some t -> (match t with
                | AKind n -> n
                | _ -> O)
   | None -> O)

(** val step_of : env -> step -> vector option **)

let step_of e = function
| Step x -> Some x
| SVar v ->
  (match find v e with
   | Some t -> (match t with
                | AVector x -> Some x
                | _ -> None)
   | None -> None)

(** val place_of : env -> place -> square option **)

let rec place_of e = function
| At s -> Some s
| PVar v ->
  (match find v e with
   | Some t -> (match t with
                | ASquare s -> Some s
                | _ -> None)
   | None -> None)
| Shift (q, n, d) ->
  (match place_of e q with
   | Some s ->
     (match step_of e d with
      | Some x -> Some (shift s (number_of e n) x)
      | None -> None)
   | None -> None)

(** val count_up : z -> z -> z list **)

let count_up a b =
  map (fun i -> Z.add a (Z.of_nat i))
    (seq O (Z.to_nat (Z.add (Z.sub b a) (Zpos XH))))

(** val values : rules -> env -> domain -> thing list **)

let values r e = function
| Squares -> map (fun x -> ASquare x) r.squares
| Region l -> map (fun x -> ASquare x) l
| Steps l -> map (fun x -> AVector x) l
| Numbers (a, b) ->
  map (fun x -> ANumber x) (count_up (number_of e a) (number_of e b))
| Kinds l -> map (fun x -> AKind x) l
| Only p ->
  (match place_of e p with
   | Some s -> if is_in s r.squares then (ASquare s) :: [] else ANowhere :: []
   | None -> ANowhere :: [])

(** val bindings : rules -> (nat * domain) list -> env -> env list **)

let rec bindings r l e =
  match l with
  | [] -> e :: []
  | p :: r0 ->
    let (v, d) = p in
    flat_map (fun x -> bindings r r0 ((v, x) :: e)) (values r e d)

(** val look : square -> square list -> content list -> content option **)

let rec look s l b =
  match l with
  | [] -> None
  | t :: l' ->
    (match b with
     | [] -> None
     | c :: b' -> if same_square s t then Some c else look s l' b')

(** val at_ : rules -> position -> square -> content option **)

let at_ r p s =
  look s r.squares p.board

(** val fits : env -> what -> content -> bool **)

let fits e t c =
  match t with
  | IsOpen -> (match c with
               | Open -> true
               | _ -> false)
  | Mine -> (match c with
             | Own _ -> true
             | _ -> false)
  | Theirs -> (match c with
               | Other _ -> true
               | _ -> false)
  | MineOf k -> (match c with
                 | Own j -> Nat.eqb (kind_of e k) j
                 | _ -> false)
  | TheirsOf k ->
    (match c with
     | Other j -> Nat.eqb (kind_of e k) j
     | _ -> false)

(** val in_hand : bool -> position -> nat -> z **)

let in_hand mine p h =
  Z.of_nat (nth h (if mine then p.own_hand else p.other_hand) O)

(** val held : rules -> bool -> position -> nat -> z **)

let held r mine p k =
  match nth k r.hand_of None with
  | Some h -> in_hand mine p h
  | None -> Z0

(** val beside : square -> square -> square list -> bool **)

let rec beside p q = function
| [] -> false
| a :: r ->
  (match r with
   | [] -> false
   | b :: _ ->
     (||)
       ((||) ((&&) (same_square p a) (same_square q b))
         ((&&) (same_square p b) (same_square q a))) (beside p q r))

(** val on_line : square -> square -> square -> square list -> bool **)

let rec on_line p q r = function
| [] -> false
| a :: t ->
  (match t with
   | [] -> false
   | b :: l0 ->
     (match l0 with
      | [] -> false
      | c :: _ ->
        (||)
          ((&&) (same_square q b)
            ((||) ((&&) (same_square p a) (same_square r c))
              ((&&) (same_square p c) (same_square r a)))) (on_line p q r t)))

(** val rides :
    rules -> nat -> position -> square -> square -> vector -> bool -> bool **)

let rec rides r n p s t d rider =
  match n with
  | O -> false
  | S n' ->
    let u = shift s (Zpos XH) d in
    (&&) (is_in u r.squares)
      ((||) (same_square u t)
        ((&&)
          ((&&) rider
            (match at_ r p u with
             | Some c -> (match c with
                          | Open -> true
                          | _ -> false)
             | None -> false)) (rides r n' p u t d rider)))

(** val holds :
    rules -> (square -> bool) -> env -> cond -> position -> bool **)

let rec holds r attacked0 e c p =
  match c with
  | Yes -> true
  | Not a -> negb (holds r attacked0 e a p)
  | And (a, b) -> (&&) (holds r attacked0 e a p) (holds r attacked0 e b p)
  | Or (a, b) -> (||) (holds r attacked0 e a p) (holds r attacked0 e b p)
  | Each (v, d, a) ->
    forallb (fun x -> holds r attacked0 ((v, x) :: e) a p) (values r e d)
  | Any (v, d, a) ->
    existsb (fun x -> holds r attacked0 ((v, x) :: e) a p) (values r e d)
  | Is (t, q) ->
    (match place_of e q with
     | Some s -> (match at_ r p s with
                  | Some c0 -> fits e t c0
                  | None -> false)
     | None -> false)
  | On q ->
    (match place_of e q with
     | Some s -> is_in s r.squares
     | None -> false)
  | In_region (l, q) ->
    (match place_of e q with
     | Some s -> is_in s l
     | None -> false)
  | Next (a, b) ->
    (match place_of e a with
     | Some s ->
       (match place_of e b with
        | Some t -> existsb (beside s t) (app r.lines r.links)
        | None -> false)
     | None -> false)
  | Line (a, b, d) ->
    (match place_of e a with
     | Some s ->
       (match place_of e b with
        | Some t ->
          (match place_of e d with
           | Some u -> existsb (on_line s t u) r.lines
           | None -> false)
        | None -> false)
     | None -> false)
  | Reaches (k, a, b) ->
    (match place_of e a with
     | Some s ->
       (match place_of e b with
        | Some t ->
          (&&) (is_in s r.squares)
            (existsb (fun x ->
              rides r (length r.squares) p s t (fst x) (snd x))
              (nth (kind_of e k) r.steps_of []))
        | None -> false)
     | None -> false)
  | Hand (mine, k, o, n) ->
    holds_of o (held r mine p (kind_of e k)) (number_of e n)
  | Count (t, o, n) ->
    holds_of o (Z.of_nat (length (filter (fits e t) p.board))) (number_of e n)
  | Compare (a, o, b) -> holds_of o (number_of e a) (number_of e b)
  | Attacked q ->
    (match place_of e q with
     | Some s -> attacked0 s
     | None -> false)

(** val nobody : square -> bool **)

let nobody _ =
  false

type write =
| WTake of square
| WPut of square * content
| WHand of bool * nat * z

(** val existing : rules -> env -> place -> square option **)

let existing r e p =
  match place_of e p with
  | Some s -> if is_in s r.squares then Some s else None
  | None -> None

(** val content_of : env -> what -> content **)

let content_of e = function
| IsOpen -> Open
| Mine -> Own O
| Theirs -> Other O
| MineOf k -> Own (kind_of e k)
| TheirsOf k -> Other (kind_of e k)

(** val both : 'a1 list option -> 'a1 list option -> 'a1 list option **)

let both a b =
  match a with
  | Some x -> (match b with
               | Some y -> Some (app x y)
               | None -> None)
  | None -> None

(** val writes : rules -> env -> effect -> position -> write list option **)

let rec writes r e f p =
  match f with
  | Nothing -> Some []
  | Both (a, b) -> both (writes r e a p) (writes r e b p)
  | EachDo (v, d, a) ->
    fold_right (fun x r0 -> both (writes r ((v, x) :: e) a p) r0) (Some [])
      (values r e d)
  | When (c, a) -> if holds r nobody e c p then writes r e a p else Some []
  | Put (t, q) ->
    (match existing r e q with
     | Some s -> Some ((WPut (s, (content_of e t))) :: [])
     | None -> None)
  | Take q ->
    (match existing r e q with
     | Some s -> Some ((WTake s) :: [])
     | None -> None)
  | Becomes (q, r0) ->
    (match existing r e q with
     | Some s ->
       (match existing r e r0 with
        | Some t ->
          (match at_ r p t with
           | Some c -> Some ((WPut (s, c)) :: [])
           | None -> None)
        | None -> None)
     | None -> None)
  | AddHand (mine, k, n) ->
    if Z.eqb (number_of e n) Z0
    then Some []
    else (match nth (kind_of e k) r.hand_of None with
          | Some h -> Some ((WHand (mine, h, (number_of e n))) :: [])
          | None -> None)

(** val set_at :
    square -> content -> square list -> content list -> content list **)

let rec set_at s c l b =
  match l with
  | [] -> b
  | t :: l' ->
    (match b with
     | [] -> b
     | x :: b' -> if same_square s t then c :: b' else x :: (set_at s c l' b'))

(** val put : rules -> square -> content -> position -> position **)

let put r s c p =
  { board = (set_at s c r.squares p.board); own_hand = p.own_hand;
    other_hand = p.other_hand }

(** val set_nth : nat -> nat -> nat list -> nat list **)

let rec set_nth h n = function
| [] -> []
| x :: r -> (match h with
             | O -> n :: r
             | S h' -> x :: (set_nth h' n r))

(** val add_hand : bool -> nat -> z -> position -> position option **)

let add_hand mine h n p =
  let m = Z.add (in_hand mine p h) n in
  if Z.ltb m Z0
  then None
  else Some
         (if mine
          then { board = p.board; own_hand =
                 (set_nth h (Z.to_nat m) p.own_hand); other_hand =
                 p.other_hand }
          else { board = p.board; own_hand = p.own_hand; other_hand =
                 (set_nth h (Z.to_nat m) p.other_hand) })

(** val take : rules -> square -> position -> position option **)

let take r s p =
  match at_ r p s with
  | Some c ->
    (match c with
     | Other k ->
       (match nth k r.taken_to None with
        | Some h -> add_hand true h (Zpos XH) (put r s Open p)
        | None -> Some (put r s Open p))
     | _ -> Some p)
  | None -> Some p

(** val do_write : rules -> write -> position -> position option **)

let do_write r w p =
  match w with
  | WTake s -> take r s p
  | WPut (s, c) -> Some (put r s c p)
  | WHand (m, h, n) -> add_hand m h n p

(** val do_all : rules -> write list -> position -> position option **)

let rec do_all r l p =
  match l with
  | [] -> Some p
  | w :: r0 ->
    (match do_write r w p with
     | Some q -> do_all r r0 q
     | None -> None)

(** val same_content : content -> content -> bool **)

let same_content a b =
  match a with
  | Open -> (match b with
             | Open -> true
             | _ -> false)
  | Own j -> (match b with
              | Own k -> Nat.eqb j k
              | _ -> false)
  | Other j -> (match b with
                | Other k -> Nat.eqb j k
                | _ -> false)

(** val clash : write -> write -> bool **)

let clash v w =
  match v with
  | WPut (s, a) ->
    (match w with
     | WPut (t, b) -> (&&) (same_square s t) (negb (same_content a b))
     | _ -> false)
  | _ -> false

(** val rank : write -> nat **)

let rank = function
| WTake _ -> S O
| WPut (_, _) -> S (S O)
| WHand (_, _, n) -> if Z.ltb n Z0 then O else S (S (S O))

(** val of_rank : nat -> write list -> write list **)

let of_rank n l =
  filter (fun w -> Nat.eqb (rank w) n) l

(** val sorted : write list -> write list **)

let sorted l =
  app (of_rank O l)
    (app (of_rank (S O) l)
      (app (of_rank (S (S O)) l) (of_rank (S (S (S O))) l)))

(** val write_all : rules -> write list -> position -> position option **)

let write_all r l p =
  if existsb (fun v -> existsb (clash v) l) l
  then None
  else do_all r (sorted l) p

(** val apply : rules -> action -> env -> position -> position option **)

let apply r a e p =
  if holds r nobody e a.precondition p
  then (match writes r e a.does p with
        | Some l -> write_all r l p
        | None -> None)
  else None

(** val swap : content -> content **)

let swap = function
| Open -> Open
| Own k -> Other k
| Other k -> Own k

(** val or_open : content option -> content **)

let or_open = function
| Some x -> x
| None -> Open

(** val turned : rules -> position -> position **)

let turned r p =
  { board =
    (map (fun s -> swap (or_open (at_ r p (go r.mirror s)))) r.squares);
    own_hand = p.other_hand; other_hand = p.own_hand }

(** val named : rules -> nat list -> action list **)

let named r l =
  filter (fun a -> existsb (Nat.eqb a.name) l) r.actions

(** val begins : rules -> action -> bool **)

let begins r a =
  negb
    (existsb (fun b ->
      match b.next_part with
      | Some p -> let (l, _) = p in existsb (Nat.eqb a.name) l
      | None -> false) r.actions)

(** val first_part : rules -> action list **)

let first_part r =
  filter (begins r) r.actions

(** val results :
    rules -> action list -> position -> ((action * env) * position) list **)

let results r l p =
  flat_map (fun a ->
    flat_map (fun e ->
      match apply r a e p with
      | Some q -> ((a, e), q) :: []
      | None -> []) (bindings r a.parameters [])) l

(** val plainly : action list -> action list **)

let plainly l =
  filter (fun a -> negb a.otherwise) l

(** val otherwise_only : action list -> action list **)

let otherwise_only l =
  filter (fun a -> a.otherwise) l

(** val own_at : rules -> position -> square -> bool **)

let own_at r p s =
  match at_ r p s with
  | Some c -> (match c with
               | Own _ -> true
               | _ -> false)
  | None -> false

(** val changed : rules -> position -> position -> square -> bool **)

let changed r p q s =
  negb (same_content (or_open (at_ r p s)) (or_open (at_ r q s)))

(** val attacked : rules -> position -> square -> bool **)

let attacked r p s =
  (&&) (own_at r p s)
    (existsb (fun x -> changed r (turned r p) (snd x) (go r.mirror s))
      (match results r (plainly (first_part r)) (turned r p) with
       | [] -> results r (otherwise_only (first_part r)) (turned r p)
       | p0 :: l -> p0 :: l))

(** val legal : rules -> position -> bool **)

let legal r q =
  negb (existsb (fun c -> holds r (attacked r q) [] c q) r.illegal)

(** val finished : rules -> position -> position list **)

let finished r q =
  if legal r q then q :: [] else []

(** val turns : rules -> nat -> action list -> position -> position list **)

let rec turns r n l p =
  match n with
  | O -> []
  | S n' ->
    let goes_on = fun x ->
      let (p0, q) = x in
      let (a, e) = p0 in
      (match a.next_part with
       | Some p1 ->
         let (names, c) = p1 in
         if holds r (attacked r q) e c q
         then (match turns r n' (named r names) q with
               | [] -> finished r q
               | p2 :: l0 -> p2 :: l0)
         else finished r q
       | None -> finished r q)
    in
    (match flat_map goes_on (results r (plainly l) p) with
     | [] -> flat_map goes_on (results r (otherwise_only l) p)
     | p0 :: l0 -> p0 :: l0)

(** val most_parts : nat **)

let most_parts =
  S (S (S O))

(** val after_turn : rules -> position -> position list **)

let after_turn r p =
  turns r most_parts (first_part r) p

(** val moves : rules -> position -> position list **)

let moves r p =
  map (turned r) (after_turn r p)

(** val first_end :
    rules -> (ending * cond) list -> position -> ending option **)

let rec first_end r l p =
  match l with
  | [] -> None
  | p0 :: r0 ->
    let (x, c) = p0 in
    if holds r (attacked r p) [] c p then Some x else first_end r r0 p

(** val status_of : rules -> position -> status **)

let status_of r p =
  match first_end r r.ends (turned r p) with
  | Some e -> (match e with
               | Wins -> Lost
               | Loses -> Won
               | Draws -> Drawn)
  | None ->
    (match moves r p with
     | [] ->
       (match first_end r r.stuck p with
        | Some e -> (match e with
                     | Wins -> Won
                     | Loses -> Lost
                     | Draws -> Drawn)
        | None -> (match r.ends with
                   | [] -> Lost
                   | _ :: _ -> Drawn))
     | _ :: _ -> Going)

type field = { off : int; cap : int }

(** val fmask : field -> int **)

let fmask f =
  lsl0 f.cap f.off

(** val get : field -> int -> int **)

let get f w =
  (land) (lsr0 w f.off) f.cap

(** val put_w : field -> int -> int -> int **)

let put_w f v w =
  (lor) ((lxor) w ((land) w (fmask f))) (lsl0 v f.off)

(** val good_field : field -> bool **)

let good_field f =
  (&&)
    ((&&)
      (existsb (fun c -> ((=) : int -> int -> bool) f.cap c)
        ((Uint63.of_int (1)) :: ((Uint63.of_int (3)) :: ((Uint63.of_int (7)) :: ((Uint63.of_int (15)) :: ((Uint63.of_int (31)) :: []))))))
      (((=) : int -> int -> bool) (lsr0 (fmask f) f.off) f.cap))
    (ltb0 f.off (Uint63.of_int (62)))

(** val apart1 : field -> field -> bool **)

let apart1 f g =
  ((=) : int -> int -> bool) ((land) (fmask f) (fmask g)) (Uint63.of_int (0))

(** val apart : field list -> bool **)

let rec apart = function
| [] -> true
| f :: r -> (&&) (forallb (apart1 f) r) (apart r)

(** val upto : nat -> int list **)

let rec upto = function
| O -> []
| S k -> (of_Z (Z.of_nat k)) :: (upto k)

(** val fits_in : field -> int -> bool **)

let fits_in f v =
  (&&)
    (((=) : int -> int -> bool) ((land) (lsl0 v f.off) (fmask f))
      (lsl0 v f.off))
    (((=) : int -> int -> bool) (lsr0 (lsl0 v f.off) f.off) v)

(** val codes : int list **)

let codes =
  upto (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S O))))))))))))))))))))))))))))))))

(** val code_set : (int -> bool) -> int **)

let code_set p =
  union (filter p codes)

(** val mem : int -> int -> bool **)

let mem m v =
  negb
    (((=) : int -> int -> bool) ((land) (lsr0 m v) (Uint63.of_int (1)))
      (Uint63.of_int (0)))

type layout = { on_square : field list; on_own : field list;
                on_other : field list }

(** val nkinds : rules -> z **)

let nkinds r =
  Z.of_nat (length r.hand_of)

(** val nth_kind : nat -> nat -> int -> (nat, int) sum **)

let rec nth_kind n k v =
  match n with
  | O -> Inr v
  | S n' ->
    if ((=) : int -> int -> bool) v (Uint63.of_int (0))
    then Inl k
    else nth_kind n' (S k) ((-) v (Uint63.of_int (1)))

(** val content0 : rules -> int -> content **)

let content0 r v =
  if ((=) : int -> int -> bool) v (Uint63.of_int (0))
  then Open
  else (match nth_kind (length r.hand_of) O ((-) v (Uint63.of_int (1))) with
        | Inl k -> Own k
        | Inr r0 ->
          (match nth_kind (length r.hand_of) O r0 with
           | Inl k -> Other k
           | Inr _ -> Open))

(** val code : rules -> content -> int **)

let code r = function
| Open -> (Uint63.of_int (0))
| Own k -> of_Z (Z.add (Z.of_nat k) (Zpos XH))
| Other k -> of_Z (Z.add (Z.add (Z.of_nat k) (Zpos XH)) (nkinds r))

(** val number_in : int -> nat **)

let number_in v =
  Z.to_nat (to_Z v)

(** val decode : rules -> layout -> int -> position **)

let decode r l w =
  { board = (map (fun f -> content0 r (get f w)) l.on_square); own_hand =
    (map (fun f -> number_in (get f w)) l.on_own); other_hand =
    (map (fun f -> number_in (get f w)) l.on_other) }

(** val all_fields : layout -> field list **)

let all_fields l =
  app l.on_square (app l.on_own l.on_other)

(** val layout_ok : rules -> layout -> bool **)

let layout_ok r l =
  (&&)
    ((&&)
      ((&&) ((&&) (forallb good_field (all_fields l)) (apart (all_fields l)))
        (Nat.eqb (length r.squares) (length l.on_square)))
      (Nat.eqb r.hands (length l.on_own)))
    (Nat.eqb r.hands (length l.on_other))

(** val field_of : square -> square list -> field list -> field option **)

let rec field_of s l fs =
  match l with
  | [] -> None
  | t :: l' ->
    (match fs with
     | [] -> None
     | f :: fs' -> if same_square s t then Some f else field_of s l' fs')

(** val spot : rules -> layout -> square -> field option **)

let spot r l s =
  field_of s r.squares l.on_square

(** val hand_field : layout -> bool -> nat -> field option **)

let hand_field l mine h =
  nth_error (if mine then l.on_own else l.on_other) h

type test =
| Known of bool
| Test of (int -> bool)

(** val run : test -> int -> bool **)

let run t w =
  match t with
  | Known b -> b
  | Test f -> f w

(** val not_ : test -> test **)

let not_ = function
| Known b -> Known (negb b)
| Test f -> Test (fun w -> negb (f w))

(** val and_ : test -> test -> test **)

let and_ a b =
  match a with
  | Known b0 ->
    if b0
    then (match b with
          | Known b1 -> if b1 then b else Known false
          | Test _ -> b)
    else Known false
  | Test f ->
    (match b with
     | Known b0 -> if b0 then a else Known false
     | Test g -> Test (fun w -> if f w then g w else false))

(** val or_ : test -> test -> test **)

let or_ a b =
  match a with
  | Known b0 ->
    if b0
    then Known true
    else (match b with
          | Known b1 -> if b1 then Known true else b
          | Test _ -> b)
  | Test f ->
    (match b with
     | Known b0 -> if b0 then Known true else a
     | Test g -> Test (fun w -> if f w then true else g w))

(** val in_set : field -> int -> test **)

let in_set f m =
  Test (fun w -> mem m (get f w))

(** val at_square : rules -> layout -> square -> (content -> bool) -> test **)

let at_square r l s p =
  match spot r l s with
  | Some f -> in_set f (code_set (fun v -> p (content0 r v)))
  | None -> Known false

(** val count : int -> field list -> int -> int **)

let rec count m fs w =
  match fs with
  | [] -> (Uint63.of_int (0))
  | f :: r ->
    if mem m (get f w)
    then (+) (count m r w) (Uint63.of_int (1))
    else count m r w

(** val num_set : (z -> bool) -> int **)

let num_set p =
  union
    (filter (fun v -> p (to_Z v))
      (upto (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
        O)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val crides :
    rules -> layout -> nat -> square -> square -> vector -> bool -> test **)

let rec crides r l n s t d rider =
  match n with
  | O -> Known false
  | S n' ->
    let u = shift s (Zpos XH) d in
    if is_in u r.squares
    then or_ (Known (same_square u t))
           (if rider
            then and_
                   (at_square r l u (fun c ->
                     match c with
                     | Open -> true
                     | _ -> false)) (crides r l n' u t d rider)
            else Known false)
    else Known false

(** val kind_hand : rules -> layout -> bool -> nat -> field option **)

let kind_hand r l m k =
  match nth k r.hand_of None with
  | Some h -> hand_field l m h
  | None -> None

(** val ccond : rules -> layout -> (square -> test) -> env -> cond -> test **)

let rec ccond r l att0 e = function
| Yes -> Known true
| Not a -> not_ (ccond r l att0 e a)
| And (a, b) -> and_ (ccond r l att0 e a) (ccond r l att0 e b)
| Or (a, b) -> or_ (ccond r l att0 e a) (ccond r l att0 e b)
| Each (v, d, a) ->
  fold_right (fun x r0 -> and_ (ccond r l att0 ((v, x) :: e) a) r0) (Known
    true) (values r e d)
| Any (v, d, a) ->
  fold_right (fun x r0 -> or_ (ccond r l att0 ((v, x) :: e) a) r0) (Known
    false) (values r e d)
| Is (t, q) ->
  (match place_of e q with
   | Some s -> at_square r l s (fits e t)
   | None -> Known false)
| On q ->
  Known (match place_of e q with
         | Some s -> is_in s r.squares
         | None -> false)
| In_region (l0, q) ->
  Known (match place_of e q with
         | Some s -> is_in s l0
         | None -> false)
| Next (a, b) ->
  Known
    (match place_of e a with
     | Some s ->
       (match place_of e b with
        | Some t -> existsb (beside s t) (app r.lines r.links)
        | None -> false)
     | None -> false)
| Line (a, b, d) ->
  Known
    (match place_of e a with
     | Some s ->
       (match place_of e b with
        | Some t ->
          (match place_of e d with
           | Some u -> existsb (on_line s t u) r.lines
           | None -> false)
        | None -> false)
     | None -> false)
| Reaches (k, a, b) ->
  (match place_of e a with
   | Some s ->
     (match place_of e b with
      | Some t ->
        if is_in s r.squares
        then fold_right (fun x r0 ->
               or_ (crides r l (length r.squares) s t (fst x) (snd x)) r0)
               (Known false) (nth (kind_of e k) r.steps_of [])
        else Known false
      | None -> Known false)
   | None -> Known false)
| Hand (m, k, o, n) ->
  (match kind_hand r l m (kind_of e k) with
   | Some f ->
     in_set f (code_set (fun v -> holds_of o (to_Z v) (number_of e n)))
   | None -> Known (holds_of o Z0 (number_of e n)))
| Count (t, o, n) ->
  let m = code_set (fun v -> fits e t (content0 r v)) in
  let k = num_set (fun z0 -> holds_of o z0 (number_of e n)) in
  Test (fun w -> mem k (count m l.on_square w))
| Compare (a, o, b) -> Known (holds_of o (number_of e a) (number_of e b))
| Attacked q ->
  (match place_of e q with
   | Some s -> att0 s
   | None -> Known false)

type chunk = { c_off : int; c_cap : int; c_part : (int -> int) }

(** val turn : chunk list -> int -> int **)

let turn cs w =
  fold_right (fun c r ->
    (lor) (c.c_part ((land) (lsr0 w c.c_off) c.c_cap)) r) (Uint63.of_int (0))
    cs

(** val c_mask : chunk -> int **)

let c_mask c =
  lsl0 c.c_cap c.c_off

(** val inside : field -> chunk -> bool **)

let inside f c =
  ((=) : int -> int -> bool) ((land) (fmask f) (c_mask c)) (fmask f)

(** val chunk_ok : chunk -> bool **)

let chunk_ok c =
  existsb (fun n -> Z.eqb (to_Z c.c_cap) (Z.ones (Z.of_nat n)))
    (seq (S O) (S (S (S (S (S (S (S (S (S (S (S (S O)))))))))))))

(** val chunk_values : int list **)

let chunk_values =
  upto (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
    O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))

(** val link_ok :
    int list -> chunk list -> field -> field -> (int -> int -> bool) -> bool **)

let link_ok all cs f g rel =
  (&&) (Nat.eqb (length (filter (inside f) cs)) (S O))
    (forallb (fun c ->
      let i = inside f c in
      forallb (fun x ->
        if ltb0 c.c_cap x
        then true
        else let v = get g (c.c_part x) in
             if i
             then rel (get f (lsl0 x c.c_off)) v
             else ((=) : int -> int -> bool) v (Uint63.of_int (0))) all) cs)

type 'a tree =
| Leaf of 'a
| Fork of 'a tree * 'a tree

(** val grow : nat -> int -> (int -> 'a1) -> 'a1 tree **)

let rec grow n base f =
  match n with
  | O -> Leaf (f base)
  | S k ->
    Fork ((grow k base f),
      (grow k ((lor) base (lsl0 (Uint63.of_int (1)) (of_Z (Z.of_nat k)))) f))

(** val choose : 'a1 tree -> int -> int -> 'a1 tree **)

let choose t v bit =
  match t with
  | Leaf a -> Leaf a
  | Fork (l, r) ->
    if ((=) : int -> int -> bool) ((land) v bit) (Uint63.of_int (0))
    then l
    else r

(** val leaf : 'a1 -> 'a1 tree -> 'a1 **)

let leaf d = function
| Leaf a -> a
| Fork (_, _) -> d

(** val at_leaf : 'a1 -> 'a1 tree -> int -> 'a1 **)

let at_leaf d t v =
  leaf d
    (choose
      (choose
        (choose
          (choose (choose t v (Uint63.of_int (16))) v (Uint63.of_int (8))) v
          (Uint63.of_int (4))) v (Uint63.of_int (2))) v (Uint63.of_int (1)))

(** val turn_ok :
    rules -> layout -> (square -> square) -> (content -> content) -> bool ->
    chunk list -> bool **)

let turn_ok r l m sw hands0 cs =
  (&&)
    ((&&)
      ((&&) (forallb chunk_ok cs)
        (forallb (fun sg ->
          match spot r l (m (fst sg)) with
          | Some f ->
            link_ok chunk_values cs f (snd sg) (fun a b ->
              same_content (content0 r b) (sw (content0 r a)))
          | None -> false) (combine r.squares l.on_square)))
      (forallb (fun fg ->
        link_ok chunk_values cs (fst fg) (snd fg) ((=) : int -> int -> bool))
        (combine (if hands0 then l.on_other else l.on_own) l.on_own)))
    (forallb (fun fg ->
      link_ok chunk_values cs (fst fg) (snd fg) ((=) : int -> int -> bool))
      (combine (if hands0 then l.on_own else l.on_other) l.on_other))

type gwrite =
| GTake of square
| GPut of square * content
| GCopy of square * square
| GHand of bool * nat * z

(** val written : rules -> position -> gwrite -> write **)

let written r p = function
| GTake s -> WTake s
| GPut (s, c) -> WPut (s, c)
| GCopy (s, t) -> WPut (s, (or_open (at_ r p t)))
| GHand (m, h, n) -> WHand (m, h, n)

type op =
| OTake of field * int * (int * field) list
| OPut of field * int
| OCopy of field * field
| OAdd of field * int
| OSub of field * int

(** val pick : (int * field) list -> int -> field option **)

let rec pick l v =
  match l with
  | [] -> None
  | p :: r ->
    let (u, f) = p in
    if ((=) : int -> int -> bool) u v then Some f else pick r v

(** val do_op : int -> op -> int -> int option **)

let do_op w0 o w =
  match o with
  | OTake (f, others, to0) ->
    let v = get f w in
    if mem others v
    then let w1 = put_w f (Uint63.of_int (0)) w in
         (match pick to0 v with
          | Some h ->
            let n = (+) (get h w1) (Uint63.of_int (1)) in
            if ltb0 h.cap n then None else Some (put_w h n w1)
          | None -> Some w1)
    else Some w
  | OPut (f, v) -> Some (put_w f v w)
  | OCopy (f, g) ->
    let v = get g w0 in if ltb0 f.cap v then None else Some (put_w f v w)
  | OAdd (f, n) ->
    let m = (+) (get f w) n in
    if ltb0 f.cap m then None else Some (put_w f m w)
  | OSub (f, n) ->
    let v = get f w in
    if ltb0 v n
    then None
    else if ltb0 f.cap ((-) v n) then None else Some (put_w f ((-) v n) w)

(** val do_ops : int -> op list -> int -> int option **)

let rec do_ops w0 l w =
  match l with
  | [] -> Some w
  | o :: r ->
    (match do_op w0 o w with
     | Some w1 -> do_ops w0 r w1
     | None -> None)

(** val goes_to : rules -> layout -> int -> field option **)

let goes_to r l v =
  match content0 r v with
  | Other k ->
    (match nth k r.taken_to None with
     | Some h -> hand_field l true h
     | None -> None)
  | _ -> None

(** val is_other : content -> bool **)

let is_other = function
| Other _ -> true
| _ -> false

(** val taking : rules -> layout -> (int * field) list **)

let taking r l =
  flat_map (fun v ->
    match goes_to r l v with
    | Some f -> (v, f) :: []
    | None -> []) codes

(** val hands_ok : rules -> layout -> bool **)

let hands_ok r l =
  (&&)
    (forallb (fun o ->
      match o with
      | Some h ->
        (match hand_field l true h with
         | Some _ -> true
         | None -> false)
      | None -> true) r.taken_to)
    (forallb (fun f ->
      forallb (fun v -> if ltb0 f.cap v then true else fits_in f v) codes)
      (all_fields l))

(** val small : z -> bool **)

let small n =
  (&&) (Z.leb Z0 n) (Z.ltb n (Zpos (XO (XO (XO (XO (XO XH)))))))

(** val cwrite : rules -> layout -> gwrite -> op option **)

let cwrite r l = function
| GTake s ->
  (match spot r l s with
   | Some f ->
     Some (OTake (f, (code_set (fun v -> is_other (content0 r v))),
       (taking r l)))
   | None -> None)
| GPut (s, c) ->
  (match spot r l s with
   | Some f ->
     let v = code r c in
     if (&&) (negb (ltb0 f.cap v)) (same_content (content0 r v) c)
     then Some (OPut (f, v))
     else None
   | None -> None)
| GCopy (s, t) ->
  (match spot r l s with
   | Some f ->
     (match spot r l t with
      | Some g -> Some (OCopy (f, g))
      | None -> None)
   | None -> None)
| GHand (m, h, n) ->
  (match hand_field l m h with
   | Some f ->
     if small n
     then Some (OAdd (f, (of_Z n)))
     else if small (Z.opp n) then Some (OSub (f, (of_Z (Z.opp n)))) else None
   | None -> None)

type gact = { g_test : test; g_ops : op list; g_writes : gwrite list;
              g_trigger : (field * int) option;
              g_next : (nat list * test) option }

(** val never : square -> test **)

let never _ =
  Known false

(** val static : effect -> bool **)

let rec static = function
| Both (a, b) -> (&&) (static a) (static b)
| EachDo (_, _, a) -> static a
| When (_, _) -> false
| _ -> true

(** val gwrites : rules -> env -> effect -> gwrite list option **)

let rec gwrites r e = function
| Both (a, b) -> both (gwrites r e a) (gwrites r e b)
| EachDo (v, d, a) ->
  fold_right (fun x r0 -> both (gwrites r ((v, x) :: e) a) r0) (Some [])
    (values r e d)
| Put (t, q) ->
  (match existing r e q with
   | Some s -> Some ((GPut (s, (content_of e t))) :: [])
   | None -> None)
| Take q ->
  (match existing r e q with
   | Some s -> Some ((GTake s) :: [])
   | None -> None)
| Becomes (q, r0) ->
  (match existing r e q with
   | Some s ->
     (match existing r e r0 with
      | Some t -> Some ((GCopy (s, t)) :: [])
      | None -> None)
   | None -> None)
| AddHand (mine, k, n) ->
  if Z.eqb (number_of e n) Z0
  then Some []
  else (match nth (kind_of e k) r.hand_of None with
        | Some h -> Some ((GHand (mine, h, (number_of e n))) :: [])
        | None -> None)
| _ -> Some []

(** val surely_clash : gwrite -> gwrite -> bool **)

let surely_clash v w =
  match v with
  | GPut (s, a) ->
    (match w with
     | GPut (t, b) -> (&&) (same_square s t) (negb (same_content a b))
     | _ -> false)
  | _ -> false

(** val gclash : gwrite -> gwrite -> bool **)

let gclash v w =
  match v with
  | GPut (s, a) ->
    (match w with
     | GPut (t, b) -> (&&) (same_square s t) (negb (same_content a b))
     | GCopy (t, _) -> same_square s t
     | _ -> false)
  | GCopy (s, a) ->
    (match w with
     | GPut (t, _) -> same_square s t
     | GCopy (t, b) -> (&&) (same_square s t) (negb (same_square a b))
     | _ -> false)
  | _ -> false

(** val grank : gwrite -> nat **)

let grank = function
| GTake _ -> S O
| GHand (_, _, n) -> if Z.ltb n Z0 then O else S (S (S O))
| _ -> S (S O)

(** val of_grank : nat -> gwrite list -> gwrite list **)

let of_grank n l =
  filter (fun w -> Nat.eqb (grank w) n) l

(** val gsorted : gwrite list -> gwrite list **)

let gsorted l =
  app (of_grank O l)
    (app (of_grank (S O) l)
      (app (of_grank (S (S O)) l) (of_grank (S (S (S O))) l)))

(** val cwrites : rules -> layout -> gwrite list -> op list option **)

let rec cwrites r l = function
| [] -> Some []
| x :: r0 ->
  (match cwrite r l x with
   | Some o ->
     (match cwrites r l r0 with
      | Some os -> Some (o :: os)
      | None -> None)
   | None -> None)

(** val ready : layout -> gwrite list -> test **)

let ready l = function
| [] -> Known true
| g :: l0 ->
  (match g with
   | GHand (m, k, n) ->
     (match l0 with
      | [] ->
        (match hand_field l m k with
         | Some f ->
           in_set f (code_set (fun v -> Z.leb Z0 (Z.add (to_Z v) n)))
         | None -> Known false)
      | _ :: _ -> Known true)
   | _ -> Known true)

(** val shape : gwrite list -> gwrite list -> bool **)

let shape t = function
| [] -> true
| _ :: l ->
  (match l with
   | [] -> (match t with
            | [] -> true
            | _ :: _ -> false)
   | _ :: _ -> false)

(** val triggers : rules -> layout -> env -> cond -> (field * int) list **)

let rec triggers r l e = function
| And (a, b) -> app (triggers r l e a) (triggers r l e b)
| Is (t, q) ->
  (match place_of e q with
   | Some s ->
     (match spot r l s with
      | Some f -> (f, (code_set (fun v -> fits e t (content0 r v)))) :: []
      | None -> [])
   | None -> [])
| Hand (m, k, o, n) ->
  (match kind_hand r l m (kind_of e k) with
   | Some f ->
     (f, (code_set (fun v -> holds_of o (to_Z v) (number_of e n)))) :: []
   | None -> [])
| _ -> []

(** val next_of :
    rules -> layout -> (square -> test) -> action -> env -> (nat list * test)
    option **)

let next_of r l att0 a e =
  match a.next_part with
  | Some p -> let (names, c) = p in Some (names, (ccond r l att0 e c))
  | None -> None

(** val ground1 :
    rules -> layout -> (square -> test) -> action -> env -> gact option option **)

let ground1 r l att0 a e =
  if static a.does
  then (match gwrites r e a.does with
        | Some l0 ->
          if existsb (fun v -> existsb (surely_clash v) l0) l0
          then Some None
          else if existsb (fun v -> existsb (gclash v) l0) l0
               then None
               else let hands0 =
                      app (of_grank O l0) (of_grank (S (S (S O))) l0)
                    in
                    if shape (of_grank (S O) l0) hands0
                    then (match cwrites r l (gsorted l0) with
                          | Some ops ->
                            let t =
                              and_ (ccond r l never e a.precondition)
                                (ready l hands0)
                            in
                            (match t with
                             | Known b ->
                               if b
                               then Some (Some { g_test = t; g_ops = ops;
                                      g_writes = (gsorted l0); g_trigger =
                                      (hd_error
                                        (triggers r l e a.precondition));
                                      g_next = (next_of r l att0 a e) })
                               else Some None
                             | Test _ ->
                               Some (Some { g_test = t; g_ops = ops;
                                 g_writes = (gsorted l0); g_trigger =
                                 (hd_error (triggers r l e a.precondition));
                                 g_next = (next_of r l att0 a e) }))
                          | None -> None)
                    else None
        | None -> Some None)
  else None

(** val collect :
    rules -> layout -> (square -> test) -> (action * env) list -> gact list
    option **)

let rec collect r l att0 = function
| [] -> Some []
| p :: r0 ->
  let (a, e) = p in
  (match ground1 r l att0 a e with
   | Some o ->
     (match o with
      | Some g ->
        (match collect r l att0 r0 with
         | Some gs -> Some (g :: gs)
         | None -> None)
      | None -> collect r l att0 r0)
   | None -> None)

(** val pairs : rules -> action list -> (action * env) list **)

let pairs r l =
  flat_map (fun a -> map (fun e -> (a, e)) (bindings r a.parameters [])) l

(** val after1 : square -> write -> content -> content **)

let after1 s x c =
  match x with
  | WTake t ->
    if same_square s t then (match c with
                             | Other _ -> Open
                             | _ -> c) else c
  | WPut (t, d) -> if same_square s t then d else c
  | WHand (_, _, _) -> c

(** val after : square -> write list -> content -> content **)

let after s l c =
  fold_left (fun c0 x -> after1 s x c0) l c

(** val no_copy : gwrite -> bool **)

let no_copy = function
| GCopy (_, _) -> false
| _ -> true

(** val no_position : position **)

let no_position =
  { board = []; own_hand = []; other_hand = [] }

(** val fixed_writes : rules -> gact -> write list **)

let fixed_writes r g =
  map (written r no_position) g.g_writes

(** val attackers : rules -> square -> gact list -> (test * int) list **)

let attackers r s gs =
  flat_map (fun g ->
    let m =
      code_set (fun v ->
        negb
          (same_content (content0 r v)
            (after s (fixed_writes r g) (content0 r v))))
    in
    if ((=) : int -> int -> bool) m (Uint63.of_int (0))
    then []
    else (g.g_test, m) :: []) gs

(** val is_own : content -> bool **)

let is_own = function
| Own _ -> true
| _ -> false

(** val hits : field -> (test * int) list -> int -> bool **)

let hits f l w =
  existsb (fun x -> if mem (snd x) (get f w) then run (fst x) w else false) l

(** val any_possible : gact list -> int -> bool **)

let any_possible gs w =
  existsb (fun g -> run g.g_test w) gs

(** val att :
    rules -> layout -> chunk list -> gact list -> gact list -> square -> test **)

let att r l cs gs others s =
  match spot r l s with
  | Some f ->
    (match spot r l (go r.mirror s) with
     | Some g ->
       let own = code_set (fun v -> is_own (content0 r v)) in
       let l0 = attackers r (go r.mirror s) gs in
       let l' = attackers r (go r.mirror s) others in
       Test (fun w ->
       if mem own (get f w)
       then let t = turn cs w in
            if hits g l0 t
            then true
            else (match l' with
                  | [] -> false
                  | _ :: _ -> if any_possible gs t then false else hits g l' t)
       else false)
     | None -> Known false)
  | None -> Known false

(** val copies_nothing : gact list -> bool **)

let copies_nothing gs =
  forallb (fun g -> forallb no_copy g.g_writes) gs

type choice = { rest : gact list; by_field : (field * gact list tree) list }

type part = { plain_ones : choice; otherwise_ones : choice }

(** val expand :
    (gact -> int -> int list -> int list option) -> gact list -> int -> int
    list -> int list option **)

let rec expand go_on l w acc =
  match l with
  | [] -> Some acc
  | g :: r ->
    if run g.g_test w
    then (match do_ops w g.g_ops w with
          | Some w1 ->
            (match go_on g w1 acc with
             | Some acc1 -> expand go_on r w acc1
             | None -> None)
          | None -> None)
    else expand go_on r w acc

(** val expand_all :
    (gact -> int -> int list -> int list option) -> (field * gact list tree)
    list -> int -> int list -> int list option **)

let rec expand_all go_on idx w acc =
  match idx with
  | [] -> Some acc
  | p :: r ->
    let (f, t) = p in
    (match expand go_on (at_leaf [] t (get f w)) w acc with
     | Some a -> expand_all go_on r w a
     | None -> None)

(** val expand_choice :
    (gact -> int -> int list -> int list option) -> choice -> int -> int list
    option **)

let expand_choice go_on c w =
  match expand go_on c.rest w [] with
  | Some a -> expand_all go_on c.by_field w a
  | None -> None

(** val same_field : field -> field -> bool **)

let same_field f g =
  (&&) (((=) : int -> int -> bool) f.off g.off)
    (((=) : int -> int -> bool) f.cap g.cap)

(** val triggered : field -> gact list -> int -> gact list **)

let triggered f gs v =
  filter (fun g ->
    match g.g_trigger with
    | Some p -> let (h, m) = p in if same_field f h then mem m v else false
    | None -> false) gs

(** val index : layout -> gact list -> (field * gact list tree) list **)

let index l gs =
  map (fun f -> (f,
    (grow (S (S (S (S (S O))))) (Uint63.of_int (0)) (triggered f gs))))
    (all_fields l)

(** val untriggered : gact list -> gact list **)

let untriggered gs =
  filter (fun g -> match g.g_trigger with
                   | Some _ -> false
                   | None -> true) gs

(** val choose_from : layout -> gact list -> choice **)

let choose_from l gs =
  { rest = (untriggered gs); by_field = (index l gs) }

(** val same_names : nat list -> nat list -> bool **)

let rec same_names a b =
  match a with
  | [] -> (match b with
           | [] -> true
           | _ :: _ -> false)
  | m :: a' ->
    (match b with
     | [] -> false
     | n :: b' -> (&&) (Nat.eqb m n) (same_names a' b'))

(** val find_part : nat list -> (nat list * part) list -> part option **)

let rec find_part names = function
| [] -> None
| p0 :: r ->
  let (n, p) = p0 in if same_names n names then Some p else find_part names r

(** val no_bad : test list -> int -> bool **)

let no_bad b w =
  negb (existsb (fun t -> run t w) b)

(** val finish : test list -> int -> int list -> int list **)

let finish bad0 w acc =
  match bad0 with
  | [] -> w :: acc
  | _ :: _ -> if no_bad bad0 w then w :: acc else acc

(** val turn_words :
    test list -> (nat list * part) list -> nat -> part -> int -> int list
    option **)

let rec turn_words bad0 parts n p w =
  match n with
  | O -> Some []
  | S n' ->
    let go_on = fun g w1 acc ->
      match g.g_next with
      | Some p0 ->
        let (names, t) = p0 in
        if run t w1
        then (match find_part names parts with
              | Some q ->
                (match turn_words bad0 parts n' q w1 with
                 | Some r ->
                   (match r with
                    | [] -> Some (finish bad0 w1 acc)
                    | _ :: _ -> Some (app r acc))
                 | None -> None)
              | None -> None)
        else Some (finish bad0 w1 acc)
      | None -> Some (finish bad0 w1 acc)
    in
    (match expand_choice go_on p.plain_ones w with
     | Some l ->
       (match l with
        | [] -> expand_choice go_on p.otherwise_ones w
        | i :: l0 -> Some (i :: l0))
     | None -> None)

(** val part_of :
    rules -> layout -> (square -> test) -> action list -> part option **)

let part_of r l att0 l0 =
  match collect r l att0 (pairs r (plainly l0)) with
  | Some gs ->
    (match collect r l att0 (pairs r (otherwise_only l0)) with
     | Some others ->
       Some { plain_ones = (choose_from l gs); otherwise_ones =
         (choose_from l others) }
     | None -> None)
  | None -> None

(** val parts_of :
    rules -> layout -> (square -> test) -> action list -> (nat list * part)
    list option **)

let rec parts_of r l att0 = function
| [] -> Some []
| a :: r0 ->
  (match a.next_part with
   | Some p ->
     let (names, _) = p in
     (match part_of r l att0 (named r names) with
      | Some p0 ->
        (match parts_of r l att0 r0 with
         | Some ps -> Some ((names, p0) :: ps)
         | None -> None)
      | None -> None)
   | None -> parts_of r l att0 r0)

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

(** val win_1 : int **)

let win_1 =
  (Uint63.of_int (2097151))

(** val fits0 : int -> int -> bool **)

let fits0 child parent =
  if ((=) : int -> int -> bool) child (Uint63.of_int (0))
  then false
  else if ltb0 child middle
       then ((=) : int -> int -> bool) parent ((-) win_0 child)
       else if ((=) : int -> int -> bool) child middle
            then ((=) : int -> int -> bool) parent middle
            else if ltb0 child top
                 then (&&)
                        (((=) : int -> int -> bool) parent
                          ((+) ((-) win_0 child) (Uint63.of_int (2))))
                        (ltb0 parent middle)
                 else false

(** val least : int -> int -> int **)

let least a b =
  if leb0 a b then a else b

type compiled = { flip : chunk list; first : part;
                  next_parts : (nat list * part) list; bad : test list;
                  over_lines : (ending * test) list;
                  stuck_lines : (ending * test) list; stuck_else : int }

(** val first_line : (ending * test) list -> int -> ending option **)

let rec first_line l w =
  match l with
  | [] -> None
  | p :: r -> let (x, t) = p in if run t w then Some x else first_line r w

(** val children : compiled -> int -> int list option **)

let children c w =
  turn_words c.bad c.next_parts most_parts c.first w

(** val different : square list -> bool **)

let rec different = function
| [] -> true
| s :: r -> (&&) (negb (is_in s r)) (different r)

(** val back_again : rules -> bool **)

let back_again r =
  forallb (fun s -> same_square (go r.mirror (go r.mirror s)) s) r.squares

(** val asks : cond -> bool **)

let rec asks = function
| Not a -> asks a
| And (a, b) -> (||) (asks a) (asks b)
| Or (a, b) -> (||) (asks a) (asks b)
| Each (_, _, a) -> asks a
| Any (_, _, a) -> asks a
| Attacked _ -> true
| _ -> false

(** val next_conditions : rules -> cond list **)

let next_conditions r =
  flat_map (fun a ->
    match a.next_part with
    | Some p -> let (_, c) = p in c :: []
    | None -> []) r.actions

(** val conditions : rules -> cond list **)

let conditions r =
  app (map snd r.ends)
    (app (map snd r.stuck) (app r.illegal (next_conditions r)))

(** val compile : rules -> layout -> chunk list -> compiled option **)

let compile r l cs =
  if (&&)
       ((&&)
         ((&&)
           ((&&)
             ((&&) (layout_ok r l)
               (Nat.leb (length l.on_square) (S (S (S (S (S (S (S (S (S (S (S
                 (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                 (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S (S
                 (S (S (S (S (S (S (S (S (S (S (S
                 O))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
             (hands_ok r l)) (turn_ok r l (go r.mirror) swap true cs))
         (different r.squares)) (back_again r)
  then (match collect r l never (pairs r (plainly (first_part r))) with
        | Some gs0 ->
          (match collect r l never (pairs r (otherwise_only (first_part r))) with
           | Some others0 ->
             if (||) ((&&) (copies_nothing gs0) (copies_nothing others0))
                  (negb (existsb asks (conditions r)))
             then let at1 = att r l cs gs0 others0 in
                  (match part_of r l at1 (first_part r) with
                   | Some p ->
                     (match parts_of r l at1 r.actions with
                      | Some ps ->
                        let line = fun xc -> ((fst xc),
                          (ccond r l at1 [] (snd xc)))
                        in
                        Some { flip = cs; first = p; next_parts = ps; bad =
                        (map (ccond r l at1 []) r.illegal); over_lines =
                        (map line r.ends); stuck_lines = (map line r.stuck);
                        stuck_else =
                        (match r.ends with
                         | [] -> loss_0
                         | _ :: _ -> middle) }
                      | None -> None)
                   | None -> None)
             else None
           | None -> None)
        | None -> None)
  else None

(** val nth_sym : chunk list list -> int -> chunk list option **)

let rec nth_sym l g =
  match l with
  | [] -> None
  | c :: r ->
    if ((=) : int -> int -> bool) g (Uint63.of_int (1))
    then Some c
    else nth_sym r ((-) g (Uint63.of_int (1)))

(** val over : compiled -> int -> int **)

let over c w =
  match first_line c.over_lines (turn c.flip w) with
  | Some e -> (match e with
               | Wins -> loss_0
               | Loses -> win_0
               | Draws -> middle)
  | None -> (Uint63.of_int (0))

(** val wins_line : compiled -> int -> bool **)

let wins_line c x =
  match first_line c.over_lines x with
  | Some e -> (match e with
               | Wins -> true
               | _ -> false)
  | None -> false

(** val stuck_loss : compiled -> int -> bool **)

let stuck_loss c w =
  (&&) (((=) : int -> int -> bool) (over c w) (Uint63.of_int (0)))
    (match children c w with
     | Some l ->
       (match l with
        | [] ->
          (match first_line c.stuck_lines w with
           | Some e -> (match e with
                        | Loses -> true
                        | _ -> false)
           | None -> ((=) : int -> int -> bool) c.stuck_else loss_0)
        | _ :: _ -> false)
     | None -> false)

(** val some_win : compiled -> int list -> bool **)

let some_win c l =
  if existsb (wins_line c) l
  then true
  else existsb (fun x -> stuck_loss c (turn c.flip x)) l

(** val resolve : compiled -> bool -> int -> int **)

let resolve c lean w =
  let o = over c w in
  if ((=) : int -> int -> bool) o (Uint63.of_int (0))
  then (match children c w with
        | Some l ->
          (match l with
           | [] ->
             (match first_line c.stuck_lines w with
              | Some e ->
                (match e with
                 | Wins -> win_0
                 | Loses -> loss_0
                 | Draws -> middle)
              | None -> c.stuck_else)
           | _ :: _ ->
             if lean
             then if some_win c l then win_1 else (Uint63.of_int (0))
             else (Uint63.of_int (0)))
        | None -> (Uint63.of_int (0)))
  else o

(** val listed : (int -> int) -> (int -> int) -> int -> int -> int **)

let listed key val0 i w =
  if ((=) : int -> int -> bool) (key i) w
  then let v = val0 i in
       if ((=) : int -> int -> bool) v (Uint63.of_int (0))
       then (Uint63.of_int (0))
       else if ltb0 v top then v else (Uint63.of_int (0))
  else (Uint63.of_int (0))

(** val find_listed :
    chunk list list -> int -> (int -> int) -> (int -> int) -> (int -> int) ->
    int -> int **)

let find_listed syms entries key val0 hint w =
  let h = hint w in
  let i = lsr0 h (Uint63.of_int (4)) in
  let g = (land) h (Uint63.of_int (15)) in
  if ltb0 i entries
  then if ((=) : int -> int -> bool) g (Uint63.of_int (0))
       then listed key val0 i w
       else (match nth_sym syms g with
             | Some c -> listed key val0 i (turn c w)
             | None -> (Uint63.of_int (0)))
  else (Uint63.of_int (0))

(** val look_up :
    compiled -> chunk list list -> bool -> int -> (int -> int) -> (int ->
    int) -> (int -> int) -> int -> int **)

let look_up c syms lean entries key val0 hint w =
  let v = find_listed syms entries key val0 hint w in
  if ((=) : int -> int -> bool) v (Uint63.of_int (0))
  then resolve c lean w
  else v

(** val best :
    compiled -> chunk list list -> bool -> int -> (int -> int) -> (int ->
    int) -> (int -> int) -> int list -> int -> int **)

let rec best c syms lean entries key val0 hint l b =
  match l with
  | [] -> b
  | x :: r ->
    let v = look_up c syms lean entries key val0 hint (turn c.flip x) in
    if ((=) : int -> int -> bool) v (Uint63.of_int (0))
    then (Uint63.of_int (0))
    else best c syms lean entries key val0 hint r (least v b)

(** val check_entry :
    compiled -> chunk list list -> bool -> int -> (int -> int) -> (int ->
    int) -> (int -> int) -> int -> bool **)

let check_entry c syms lean entries key val0 hint i =
  if ((=) : int -> int -> bool) (val0 i) (Uint63.of_int (0))
  then true
  else let w = key i in
       if (&&) lean (((=) : int -> int -> bool) (val0 i) win_1)
       then ((=) : int -> int -> bool) (resolve c lean w) win_1
       else (&&) (((=) : int -> int -> bool) (over c w) (Uint63.of_int (0)))
              (match children c w with
               | Some l ->
                 fits0 (best c syms lean entries key val0 hint l top) (val0 i)
               | None -> false)

(** val check_start :
    compiled -> chunk list list -> bool -> int -> (int -> int) -> (int ->
    int) -> (int -> int) -> int -> bool **)

let check_start c syms lean entries key val0 hint w =
  if ((=) : int -> int -> bool) (find_listed syms entries key val0 hint w)
       (Uint63.of_int (0))
  then (&&) lean (((=) : int -> int -> bool) (resolve c lean w) win_1)
  else true

(** val check_range :
    compiled -> chunk list list -> bool -> int -> (int -> int) -> (int ->
    int) -> (int -> int) -> int -> int -> bool **)

let check_range c syms lean entries key val0 hint from upto0 =
  all_between (check_entry c syms lean entries key val0 hint) from upto0

type board_map =
| Affine of affine
| Listed of (square * square) list

(** val listed_image : (square * square) list -> square -> square **)

let rec listed_image l x =
  match l with
  | [] -> x
  | p :: r ->
    let (a, b) = p in if same_square a x then b else listed_image r x

(** val go_m : board_map -> square -> square **)

let go_m m x =
  match m with
  | Affine a -> go a x
  | Listed l -> listed_image l x

(** val linear : board_map -> bool **)

let linear = function
| Affine _ -> true
| Listed _ -> false

(** val go_a : affine -> vector -> vector **)

let go_a m d =
  ((Z.add (Z.mul m.ma (fst d)) (Z.mul m.mb (snd d))),
    (Z.add (Z.mul m.mc (fst d)) (Z.mul m.md (snd d))))

(** val go_v : board_map -> vector -> vector **)

let go_v m d =
  match m with
  | Affine a -> go_a a d
  | Listed _ -> d

(** val affine_inverse : affine -> affine -> bool **)

let affine_inverse s t =
  (&&)
    ((&&)
      ((&&)
        ((&&)
          ((&&) (Z.eqb (Z.add (Z.mul t.ma s.ma) (Z.mul t.mb s.mc)) (Zpos XH))
            (Z.eqb (Z.add (Z.mul t.ma s.mb) (Z.mul t.mb s.md)) Z0))
          (Z.eqb (Z.add (Z.add (Z.mul t.ma s.me) (Z.mul t.mb s.mf)) t.me) Z0))
        (Z.eqb (Z.add (Z.mul t.mc s.ma) (Z.mul t.md s.mc)) Z0))
      (Z.eqb (Z.add (Z.mul t.mc s.mb) (Z.mul t.md s.md)) (Zpos XH)))
    (Z.eqb (Z.add (Z.add (Z.mul t.mc s.me) (Z.mul t.md s.mf)) t.mf) Z0)

(** val inverse : board_map -> board_map -> bool **)

let inverse s t =
  match s with
  | Affine a ->
    (match t with
     | Affine b -> affine_inverse a b
     | Listed _ -> false)
  | Listed l ->
    (match t with
     | Affine _ -> false
     | Listed m ->
       forallb (fun x -> same_square (listed_image m (listed_image l x)) x)
         (app (map fst l) (map fst m)))

type atom = square * what

(** val same_what : what -> what -> bool **)

let same_what a b =
  match a with
  | IsOpen -> (match b with
               | IsOpen -> true
               | _ -> false)
  | Mine -> (match b with
             | Mine -> true
             | _ -> false)
  | Theirs -> (match b with
               | Theirs -> true
               | _ -> false)
  | MineOf k0 ->
    (match k0 with
     | Kind j ->
       (match b with
        | MineOf k1 -> (match k1 with
                        | Kind k -> Nat.eqb j k
                        | KVar _ -> false)
        | _ -> false)
     | KVar _ -> false)
  | TheirsOf k0 ->
    (match k0 with
     | Kind j ->
       (match b with
        | TheirsOf k1 ->
          (match k1 with
           | Kind k -> Nat.eqb j k
           | KVar _ -> false)
        | _ -> false)
     | KVar _ -> false)

(** val same_atom : atom -> atom -> bool **)

let same_atom a b =
  (&&) (same_square (fst a) (fst b)) (same_what (snd a) (snd b))

(** val in_words : env -> what -> what **)

let in_words e t = match t with
| MineOf k -> MineOf (Kind (kind_of e k))
| TheirsOf k -> TheirsOf (Kind (kind_of e k))
| _ -> t

(** val most_ways : z **)

let most_ways =
  Zpos (XO (XO (XO (XI (XO (XI (XI (XI (XI XH)))))))))

(** val size0 : 'a1 list -> z **)

let rec size0 = function
| [] -> Z0
| _ :: r -> Z.add (size0 r) (Zpos XH)

(** val ways : rules -> env -> cond -> atom list list option **)

let rec ways r e = function
| Yes -> Some ([] :: [])
| And (a, b) ->
  (match ways r e a with
   | Some l ->
     (match ways r e b with
      | Some m ->
        if Z.leb (Z.mul (size0 l) (size0 m)) most_ways
        then Some (flat_map (fun x -> map (app x) m) l)
        else None
      | None -> None)
   | None -> None)
| Or (a, b) -> both (ways r e a) (ways r e b)
| Any (v, d, a) ->
  fold_right (fun x r0 -> both (ways r ((v, x) :: e) a) r0) (Some [])
    (values r e d)
| Is (t, p) ->
  (match place_of e p with
   | Some x ->
     if is_in x r.squares
     then Some (((x, (in_words e t)) :: []) :: [])
     else Some []
   | None -> Some [])
| On p ->
  Some
    (if match place_of e p with
        | Some x -> is_in x r.squares
        | None -> false
     then [] :: []
     else [])
| _ -> None

(** val keeps_ways : rules -> board_map -> cond -> bool **)

let keeps_ways r s c =
  match ways r [] c with
  | Some l ->
    (&&) (Z.leb (size0 l) most_ways)
      (forallb (fun x ->
        let turned_x = map (fun a -> ((go_m s (fst a)), (snd a))) x in
        existsb (forallb (fun b -> existsb (same_atom b) turned_x)) l) l)
  | None -> false

(** val closed : board_map -> square list -> bool **)

let closed s l =
  forallb (fun x -> is_in (go_m s x) l) l

(** val closed_v : board_map -> vector list -> bool **)

let closed_v s l =
  forallb (fun x -> is_in (go_v s x) l) l

(** val fixed_step : board_map -> step -> bool **)

let fixed_step s = function
| Step x -> same_square (go_v s x) x
| SVar _ -> true

(** val fixed_place : board_map -> place -> bool **)

let rec fixed_place s = function
| At x -> same_square (go_m s x) x
| PVar _ -> true
| Shift (q, _, d) -> (&&) ((&&) (linear s) (fixed_place s q)) (fixed_step s d)

(** val keeps_domain : board_map -> domain -> bool **)

let keeps_domain s = function
| Region l -> closed s l
| Steps l -> closed_v s l
| Only p -> fixed_place s p
| _ -> true

(** val neighbours : rules -> square -> square -> bool **)

let neighbours r x y =
  existsb (beside x y) (app r.lines r.links)

(** val in_line : rules -> square -> square -> square -> bool **)

let in_line r x y z0 =
  existsb (on_line x y z0) r.lines

(** val inside0 : rules -> bool **)

let inside0 r =
  forallb (forallb (fun x -> is_in x r.squares)) (app r.lines r.links)

(** val keeps_next : rules -> board_map -> bool **)

let keeps_next r s =
  (&&) (inside0 r)
    (forallb (fun x ->
      forallb (fun y ->
        eqb (neighbours r (go_m s x) (go_m s y)) (neighbours r x y)) r.squares)
      r.squares)

(** val keeps_line : rules -> board_map -> bool **)

let keeps_line r s =
  (&&) (inside0 r)
    (forallb (fun x ->
      forallb (fun y ->
        forallb (fun z0 ->
          eqb (in_line r (go_m s x) (go_m s y) (go_m s z0)) (in_line r x y z0))
          r.squares) r.squares) r.squares)

(** val step_image : board_map -> (vector * bool) -> vector * bool **)

let step_image s x =
  ((go_v s (fst x)), (snd x))

(** val same_step : (vector * bool) -> (vector * bool) -> bool **)

let same_step x y =
  (&&) (same_square (fst x) (fst y)) (eqb (snd x) (snd y))

(** val keeps_steps : rules -> board_map -> bool **)

let keeps_steps r s =
  forallb (fun l ->
    forallb (fun x -> existsb (same_step (step_image s x)) l) l) r.steps_of

(** val keeps_cond : rules -> board_map -> cond -> bool **)

let rec keeps_cond r s = function
| Not a -> keeps_cond r s a
| And (a, b) -> (&&) (keeps_cond r s a) (keeps_cond r s b)
| Or (a, b) -> (&&) (keeps_cond r s a) (keeps_cond r s b)
| Each (_, d, a) -> (&&) (keeps_domain s d) (keeps_cond r s a)
| Any (_, d, a) -> (&&) (keeps_domain s d) (keeps_cond r s a)
| Is (_, p) -> fixed_place s p
| On p -> fixed_place s p
| In_region (l, p) -> (&&) (closed s l) (fixed_place s p)
| Next (p, q) ->
  (&&) (keeps_next r s) ((&&) (fixed_place s p) (fixed_place s q))
| Line (p, q, r0) ->
  (&&) (keeps_line r s)
    ((&&) ((&&) (fixed_place s p) (fixed_place s q)) (fixed_place s r0))
| Reaches (_, p, q) ->
  (&&) ((&&) (linear s) (keeps_steps r s))
    ((&&) (fixed_place s p) (fixed_place s q))
| Attacked p -> fixed_place s p
| _ -> true

(** val keeps_effect : rules -> board_map -> effect -> bool **)

let rec keeps_effect r s = function
| Both (a, b) -> (&&) (keeps_effect r s a) (keeps_effect r s b)
| EachDo (_, d, a) ->
  (match d with
   | Numbers (_, _) -> keeps_effect r s a
   | Kinds _ -> keeps_effect r s a
   | _ -> false)
| When (c, a) -> (&&) (keeps_cond r s c) (keeps_effect r s a)
| Put (_, p) -> fixed_place s p
| Take p -> fixed_place s p
| Becomes (p, q) -> (&&) (fixed_place s p) (fixed_place s q)
| _ -> true

(** val keeps_rules : rules -> board_map -> bool **)

let keeps_rules r s =
  (&&)
    ((&&) (closed s r.squares)
      (forallb (fun x ->
        same_square (go r.mirror (go_m s x)) (go_m s (go r.mirror x)))
        r.squares))
    (forallb (fun a ->
      (&&)
        ((&&)
          ((&&) (forallb (fun vd -> keeps_domain s (snd vd)) a.parameters)
            (keeps_cond r s a.precondition)) (keeps_effect r s a.does))
        (match a.next_part with
         | Some p -> let (_, c) = p in keeps_cond r s c
         | None -> true)) r.actions)

(** val keeps_end : rules -> board_map -> board_map -> cond -> bool **)

let keeps_end r s t c =
  (||) ((&&) (keeps_cond r s c) (keeps_cond r t c))
    ((&&) (keeps_ways r s c) (keeps_ways r t c))

(** val end_conditions : rules -> cond list **)

let end_conditions r =
  app (map snd r.ends) (app r.illegal (map snd r.stuck))

(** val symmetry : rules -> board_map -> board_map -> bool **)

let symmetry r s t =
  (&&)
    ((&&) ((&&) ((&&) (inverse s t) (inverse t s)) (keeps_rules r s))
      (keeps_rules r t)) (forallb (keeps_end r s t) (end_conditions r))

type listed_symmetry = (board_map * board_map) * chunk list

(** val check_symmetry : rules -> layout -> listed_symmetry -> bool **)

let check_symmetry r l = function
| (p, cs) ->
  let (s, t) = p in
  (&&) (symmetry r s t) (turn_ok r l (go_m t) (fun c -> c) false cs)

(** val tables : listed_symmetry list -> chunk list list **)

let tables syms =
  map snd syms
