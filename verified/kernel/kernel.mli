
val xorb : bool -> bool -> bool

val negb : bool -> bool

type nat =
| O
| S of nat

val fst : ('a1 * 'a2) -> 'a1

val snd : ('a1 * 'a2) -> 'a2

val length : 'a1 list -> nat

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

type n =
| N0
| Npos of positive

type z =
| Z0
| Zpos of positive
| Zneg of positive

val eqb : bool -> bool -> bool

module Nat :
 sig
  val eqb : nat -> nat -> bool

  val leb : nat -> nat -> bool
 end

module Pos :
 sig
  val succ : positive -> positive

  val add : positive -> positive -> positive

  val add_carry : positive -> positive -> positive

  val pred_double : positive -> positive

  val pred_N : positive -> n

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val pow : positive -> positive -> positive

  val size : positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

  val coq_lor : positive -> positive -> positive

  val shiftl : positive -> n -> positive

  val testbit : positive -> n -> bool

  val iter_op : ('a1 -> 'a1 -> 'a1) -> positive -> 'a1 -> 'a1

  val to_nat : positive -> nat

  val of_succ_nat : nat -> positive
 end

module N :
 sig
  val eqb : n -> n -> bool

  val div2 : n -> n

  val pow : n -> n -> n

  val log2 : n -> n

  val coq_lor : n -> n -> n

  val shiftl : n -> n -> n

  val shiftr : n -> n -> n

  val testbit : n -> n -> bool
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

  val to_N : z -> n

  val of_nat : nat -> z

  val of_N : n -> z
 end

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val list_prod : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val lsl0 : int -> int -> int

val lsr0 : int -> int -> int

val ltb0 : int -> int -> bool

val leb0 : int -> int -> bool

val size0 : nat

val is_zero : int -> bool

val is_even : int -> bool

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

val square : rules -> z -> z -> n

val coordinate_value : coordinate -> z -> z -> z

val x_of : rules -> scond -> z -> z

val y_of : rules -> scond -> z -> z

val actions : rules -> bool -> action list

val goals : rules -> bool -> scond list list

val single : n -> n

val union : n list -> n

val once : ('a1 -> 'a1 -> bool) -> 'a1 list -> 'a1 list

type demand = { no_black : n; no_white : n; no_open : n }

val same_colour : colour -> colour -> bool

val forbids : scond -> colour -> bool

val add0 : scond -> n -> demand -> demand

val on_boardb : rules -> z -> z -> bool

val demand_of : rules -> scond list -> z -> z -> demand option

type ground = { demands : demand; changed : n; to_black : n; to_white : n }

val choices : n list -> demand -> (n * n) list

val named : rules -> action -> z -> z -> n list

val open_choices : n list -> demand -> nat

val ground_of : rules -> action -> z -> z -> ground list option

val count_to : nat -> z list

val anchors : rules -> (z * z) list

val all_grounds : rules -> (action * (z * z)) list -> ground list option

val grounds : rules -> bool -> ground list option

val goal_demands : rules -> bool -> demand list

type masks = { black_grounds : ground list; white_grounds : ground list;
               black_targets : demand list; white_targets : demand list;
               stuck_is_loss : bool; squares : n list }

val grounds_of : masks -> bool -> ground list

val targets_of : masks -> bool -> demand list

val all_squares : masks -> n

val same_demand : demand -> demand -> bool

val same_ground : ground -> ground -> bool

val masks_of : rules -> masks option

type perm = (n * n) list

val permute : perm -> n -> n

val turned : perm -> perm

val permute_demand : perm -> bool -> demand -> demand

val permute_ground : perm -> bool -> ground -> ground

val one_to_one : masks -> perm -> bool

val keeps_rules : masks -> perm -> bool -> bool

val is_symmetry_of : masks -> perm -> bool -> bool

val number : int -> n

val join : int -> int -> n

val low_word : n -> int

val high_word : n -> int

type packed = { blacks : int; whites : int; high_blacks : int;
                high_whites : int; white_to_move : bool }

val same_position : packed -> packed -> bool

type packed_demand = { not_black : int; not_white : int; not_open : int;
                       high_not_black : int; high_not_white : int;
                       high_not_open : int }

val unpack_demand : packed_demand -> demand

val pack_demand : demand -> packed_demand

val meets_demand : packed_demand -> packed -> bool

type step = { demanded : packed_demand; changing : int; becoming_black : 
              int; becoming_white : int; high_changing : int;
              high_becoming_black : int; high_becoming_white : int }

val unpack_ground : step -> ground

val pack_ground : ground -> step

val make : step -> packed -> packed

type game = { black_moves : step list; white_moves : step list;
              black_wins : packed_demand list;
              white_wins : packed_demand list; all_low : int; all_high : 
              int; masks_in : masks }

val agrees : game -> bool

val pack : masks -> game

val small_enough : rules -> bool

val compile : rules -> game option

val steps_of : game -> bool -> step list

val tests_of : game -> bool -> packed_demand list

val make_all : step list -> packed -> packed list

val moves : game -> packed -> packed list

val boardb : game -> packed -> bool

val meets_any : packed_demand list -> packed -> bool

val over : game -> packed -> bool

val status_of : game -> packed -> status

type shift =
| Up of int * int
| Down of int * int

type stage = { low_to_low : shift list; low_to_high : shift list;
               high_to_low : shift list; high_to_high : shift list }

type symmetry = { stages : stage list; swaps : bool }

val gather : shift list -> int -> int -> int

val to_low : stage -> int -> int -> int

val to_high : stage -> int -> int -> int

val turn_words : stage list -> int -> int -> int -> int -> bool -> packed

val turn : symmetry -> packed -> packed

val run : stage list -> int -> int -> n

val run_set : stage list -> n -> n

val perm_of : stage list -> n list -> perm

val faithful : stage list -> perm -> bool

val is_symmetry : game -> symmetry -> bool

val add_up : int -> int -> shift list -> shift list

val add_down : int -> int -> shift list -> shift list

val add_shift : int -> int -> shift list -> shift list

val add_pair : (int * int) -> stage -> stage

val stage_of : (int * int) list -> stage

val symmetry_of : (int * int) list list -> bool -> symmetry

val all_from : (int -> bool) -> int -> nat -> int -> int -> bool

val most : int

val all_between : (int -> bool) -> int -> int -> bool

val cover : (int * int) list -> int -> int -> bool

type entry =
| TWin of int
| TLoss of int
| TDraw
| TNone

type table = { entries : int; key : (int -> packed); told : (int -> entry);
               hint : (packed -> int); symmetries : symmetry list }

val nth_turn : symmetry list -> int -> packed -> packed

val listed : table -> int -> packed -> packed

val place : table -> packed -> int

val look : game -> table -> packed -> entry

val better : entry -> entry -> entry

val best : game -> table -> packed -> packed list -> entry

val most_plies : int

val fits : entry -> entry -> bool

val check_entry : game -> table -> int -> bool

val check_symmetries : game -> table -> bool

val check_range : game -> table -> int -> int -> bool

val check_table : game -> table -> bool

val check_start : game -> table -> packed -> bool

val look_above : game -> table -> (int -> int) -> int -> packed -> entry

val best_above :
  game -> table -> (int -> int) -> int -> packed -> packed list -> entry

val outcome_fits : entry -> entry -> bool

val check_outcome : game -> table -> (int -> int) -> int -> bool

val check_outcome_range : game -> table -> (int -> int) -> int -> int -> bool

val check_outcomes : game -> table -> (int -> int) -> bool

type claim =
| Wins of int option
| DoesNotLose of int option

type strategy_list = { members : int; member : (int -> packed);
                       rank : (int -> int); seek : (packed -> int) }

val owner_moves : bool -> packed -> bool

val member_place : strategy_list -> packed -> int

val ended_well : game -> bool -> claim -> packed -> bool

val not_over : game -> packed -> bool

val good : game -> bool -> claim -> strategy_list -> int -> packed -> bool

val rank_fits : claim -> int -> bool

val check_member : game -> bool -> claim -> strategy_list -> int -> bool

val check_members :
  game -> bool -> claim -> strategy_list -> int -> int -> bool

val check_strategy : game -> bool -> claim -> strategy_list -> bool

val check_claim : game -> claim -> strategy_list -> packed -> bool
