
val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val app : 'a1 list -> 'a1 list -> 'a1 list

type comparison =
| Eq
| Lt
| Gt

val compOpp : comparison -> comparison

val add : nat -> nat -> nat

type positive =
| XI of positive
| XO of positive
| XH

type z =
| Z0
| Zpos of positive
| Zneg of positive

val eqb : bool -> bool -> bool

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val mul : positive -> positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive
 end

module Z :
 sig
  val double : z -> z

  val succ_double : z -> z

  val pred_double : z -> z

  val pos_sub : positive -> positive -> z

  val add : z -> z -> z

  val opp : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val to_nat : z -> nat

  val of_nat : nat -> z

  val pos_div_eucl : positive -> z -> z * z

  val div_eucl : z -> z -> z * z

  val div : z -> z -> z

  val modulo : z -> z -> z
 end

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val lsl0 : int -> int -> int

val lsr0 : int -> int -> int

val ltb0 : int -> int -> bool

val leb0 : int -> int -> bool

val size : nat

val digits : int

val is_zero : int -> bool

val is_even : int -> bool

val bit : int -> int -> bool

val opp0 : int -> int

val to_Z_rec : nat -> int -> z

val to_Z : int -> z

val of_pos_rec : nat -> positive -> int

val of_pos : positive -> int

val of_Z : z -> int

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

val number : z -> z -> z -> int

val on_board : z -> z -> z -> bool

val from_0 : nat -> z list

val squares : z -> int list

val step : direction -> z * z

val beyond : z -> nat -> z -> z -> direction -> int list

val ray : z -> int -> direction -> int list

val set_of : int list -> int

val start : z -> nat -> position

val mem : int -> int list -> bool

val nodup : int list -> bool

val directions : direction list

val opposite : direction -> direction

val same_direction : direction -> direction -> bool

val same_list : int list -> int list -> bool

val back_again : z -> int list -> int list -> direction -> bool

val ray_ok : z -> int -> direction -> bool

val geometry : z -> bool

val union : int list -> int

type cell = { square : int; mask : int; back : a_move option }

type child = { by_move : a_move; next : position; reply : a_move option }

val shove : a_move -> int -> int -> cell list -> bool -> int -> int -> child

type spot = { here : int; its_bit : int; arms : (a_move * cell list) list }

val piece_moves :
  int -> int -> (a_move * cell list) list -> int -> int -> child list ->
  child list

val hole_moves :
  (a_move * cell list) list -> int -> int -> child list -> child list

val children : spot list -> int -> position -> child list

val cells : direction -> int list -> cell list

val spots : z -> spot list

val generate : z -> position -> child list

val middle : int

val top : int

val win_0 : int

val loss_0 : int

val fits : int -> int -> bool

val least : int -> int -> int

val dir_code : direction -> int

val code : a_move -> int

type table = { entries : int; key : (int -> position); first : (int -> int);
               special : (int -> int); second : (int -> int);
               hint : (position -> int); square_image : (int -> int);
               to_direction : (int -> direction -> direction);
               set_image : (int -> int) }

val to_square : table -> int -> int -> int

val part : table -> int -> int -> int -> int

val at_most : nat -> int -> bool

val turn_set : table -> int -> int -> int

val turn_position : table -> int -> position -> position

val turn_move : table -> int -> a_move -> a_move

val stands : nat -> position -> status

val same_position : position -> position -> bool

val value_at : table -> int -> a_move option -> int

val sound : int -> int

val over : nat -> position -> int

val look : nat -> table -> position -> a_move option -> int

val walk : nat -> table -> int -> child list -> int -> int

val boardb : int -> position -> bool

val check_entry : nat -> spot list -> int -> table -> int -> bool

val check_block :
  nat -> spot list -> int -> table -> nat -> int -> int -> bool

val upto : nat -> int list

val all_of : z -> int

val symmetry_ok : z -> table -> int -> bool

val inverses : z -> table -> int -> int -> bool

val symmetries : int list

val symmetries_ok : z -> table -> bool

val most_entries : int

val prepared : z -> table -> bool

val range_depth : nat

val check_range : z -> nat -> table -> (int * int) -> bool

val cover : int -> (int * int) list -> int -> bool

val check_start : z -> nat -> nat -> table -> bool
