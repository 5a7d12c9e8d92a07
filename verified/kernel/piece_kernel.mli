
val negb : bool -> bool

type nat =
| O
| S of nat

type ('a, 'b) sum =
| Inl of 'a
| Inr of 'b

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

  val mul : positive -> positive -> positive

  val iter : ('a1 -> 'a1) -> 'a1 -> positive -> 'a1

  val div2 : positive -> positive

  val div2_up : positive -> positive

  val compare_cont : comparison -> positive -> positive -> comparison

  val compare : positive -> positive -> comparison

  val eqb : positive -> positive -> bool

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

  val pred : z -> z

  val sub : z -> z -> z

  val mul : z -> z -> z

  val compare : z -> z -> comparison

  val leb : z -> z -> bool

  val ltb : z -> z -> bool

  val eqb : z -> z -> bool

  val to_nat : z -> nat

  val of_nat : nat -> z

  val div2 : z -> z

  val shiftl : z -> z -> z

  val ones : z -> z
 end

val hd_error : 'a1 list -> 'a1 option

val nth : nat -> 'a1 list -> 'a1 -> 'a1

val nth_error : 'a1 list -> nat -> 'a1 option

val map : ('a1 -> 'a2) -> 'a1 list -> 'a2 list

val flat_map : ('a1 -> 'a2 list) -> 'a1 list -> 'a2 list

val fold_left : ('a1 -> 'a2 -> 'a1) -> 'a2 list -> 'a1 -> 'a1

val fold_right : ('a2 -> 'a1 -> 'a1) -> 'a1 -> 'a2 list -> 'a1

val existsb : ('a1 -> bool) -> 'a1 list -> bool

val forallb : ('a1 -> bool) -> 'a1 list -> bool

val filter : ('a1 -> bool) -> 'a1 list -> 'a1 list

val combine : 'a1 list -> 'a2 list -> ('a1 * 'a2) list

val seq : nat -> nat -> nat list

val lsl0 : int -> int -> int

val lsr0 : int -> int -> int

val ltb0 : int -> int -> bool

val leb0 : int -> int -> bool

val size : nat

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

val union : int list -> int

val all_from : (int -> bool) -> int -> nat -> int -> int -> bool

val most : int

val all_between : (int -> bool) -> int -> int -> bool

val cover : (int * int) list -> int -> int -> bool

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

val same_square : square -> square -> bool

val is_in : square -> square list -> bool

val shift : square -> z -> vector -> square

val go : affine -> square -> square

val holds_of : comparison0 -> z -> z -> bool

type thing =
| ASquare of square
| ANowhere
| AVector of vector
| ANumber of z
| AKind of nat

type env = (nat * thing) list

val find : nat -> env -> thing option

val number_of : env -> number -> z

val kind_of : env -> kind -> nat

val step_of : env -> step -> vector option

val place_of : env -> place -> square option

val count_up : z -> z -> z list

val values : rules -> env -> domain -> thing list

val bindings : rules -> (nat * domain) list -> env -> env list

val look : square -> square list -> content list -> content option

val at_ : rules -> position -> square -> content option

val fits : env -> what -> content -> bool

val in_hand : bool -> position -> nat -> z

val held : rules -> bool -> position -> nat -> z

val beside : square -> square -> square list -> bool

val on_line : square -> square -> square -> square list -> bool

val rides :
  rules -> nat -> position -> square -> square -> vector -> bool -> bool

val holds : rules -> (square -> bool) -> env -> cond -> position -> bool

val nobody : square -> bool

type write =
| WTake of square
| WPut of square * content
| WHand of bool * nat * z

val existing : rules -> env -> place -> square option

val content_of : env -> what -> content

val both : 'a1 list option -> 'a1 list option -> 'a1 list option

val writes : rules -> env -> effect -> position -> write list option

val set_at : square -> content -> square list -> content list -> content list

val put : rules -> square -> content -> position -> position

val set_nth : nat -> nat -> nat list -> nat list

val add_hand : bool -> nat -> z -> position -> position option

val take : rules -> square -> position -> position option

val do_write : rules -> write -> position -> position option

val do_all : rules -> write list -> position -> position option

val same_content : content -> content -> bool

val clash : write -> write -> bool

val rank : write -> nat

val of_rank : nat -> write list -> write list

val sorted : write list -> write list

val write_all : rules -> write list -> position -> position option

val apply : rules -> action -> env -> position -> position option

val swap : content -> content

val or_open : content option -> content

val turned : rules -> position -> position

val named : rules -> nat list -> action list

val begins : rules -> action -> bool

val first_part : rules -> action list

val results :
  rules -> action list -> position -> ((action * env) * position) list

val plainly : action list -> action list

val otherwise_only : action list -> action list

val own_at : rules -> position -> square -> bool

val changed : rules -> position -> position -> square -> bool

val attacked : rules -> position -> square -> bool

val legal : rules -> position -> bool

val finished : rules -> position -> position list

val turns : rules -> nat -> action list -> position -> position list

val most_parts : nat

val after_turn : rules -> position -> position list

val moves : rules -> position -> position list

val first_end : rules -> (ending * cond) list -> position -> ending option

val status_of : rules -> position -> status

type field = { off : int; cap : int }

val fmask : field -> int

val get : field -> int -> int

val put_w : field -> int -> int -> int

val good_field : field -> bool

val apart1 : field -> field -> bool

val apart : field list -> bool

val upto : nat -> int list

val fits_in : field -> int -> bool

val codes : int list

val code_set : (int -> bool) -> int

val mem : int -> int -> bool

type layout = { on_square : field list; on_own : field list;
                on_other : field list }

val nkinds : rules -> z

val nth_kind : nat -> nat -> int -> (nat, int) sum

val content0 : rules -> int -> content

val code : rules -> content -> int

val number_in : int -> nat

val decode : rules -> layout -> int -> position

val all_fields : layout -> field list

val layout_ok : rules -> layout -> bool

val field_of : square -> square list -> field list -> field option

val spot : rules -> layout -> square -> field option

val hand_field : layout -> bool -> nat -> field option

type test =
| Known of bool
| Test of (int -> bool)

val run : test -> int -> bool

val not_ : test -> test

val and_ : test -> test -> test

val or_ : test -> test -> test

val in_set : field -> int -> test

val at_square : rules -> layout -> square -> (content -> bool) -> test

val count : int -> field list -> int -> int

val num_set : (z -> bool) -> int

val crides :
  rules -> layout -> nat -> square -> square -> vector -> bool -> test

val kind_hand : rules -> layout -> bool -> nat -> field option

val ccond : rules -> layout -> (square -> test) -> env -> cond -> test

type chunk = { c_off : int; c_cap : int; c_part : (int -> int) }

val turn : chunk list -> int -> int

val c_mask : chunk -> int

val inside : field -> chunk -> bool

val chunk_ok : chunk -> bool

val chunk_values : int list

val link_ok :
  int list -> chunk list -> field -> field -> (int -> int -> bool) -> bool

type 'a tree =
| Leaf of 'a
| Fork of 'a tree * 'a tree

val grow : nat -> int -> (int -> 'a1) -> 'a1 tree

val choose : 'a1 tree -> int -> int -> 'a1 tree

val leaf : 'a1 -> 'a1 tree -> 'a1

val at_leaf : 'a1 -> 'a1 tree -> int -> 'a1

val turn_ok :
  rules -> layout -> (square -> square) -> (content -> content) -> bool ->
  chunk list -> bool

type gwrite =
| GTake of square
| GPut of square * content
| GCopy of square * square
| GHand of bool * nat * z

val written : rules -> position -> gwrite -> write

type op =
| OTake of field * int * (int * field) list
| OPut of field * int
| OCopy of field * field
| OAdd of field * int
| OSub of field * int

val pick : (int * field) list -> int -> field option

val do_op : int -> op -> int -> int option

val do_ops : int -> op list -> int -> int option

val goes_to : rules -> layout -> int -> field option

val is_other : content -> bool

val taking : rules -> layout -> (int * field) list

val hands_ok : rules -> layout -> bool

val small : z -> bool

val cwrite : rules -> layout -> gwrite -> op option

type gact = { g_test : test; g_ops : op list; g_writes : gwrite list;
              g_trigger : (field * int) option;
              g_next : (nat list * test) option }

val never : square -> test

val static : effect -> bool

val gwrites : rules -> env -> effect -> gwrite list option

val surely_clash : gwrite -> gwrite -> bool

val gclash : gwrite -> gwrite -> bool

val grank : gwrite -> nat

val of_grank : nat -> gwrite list -> gwrite list

val gsorted : gwrite list -> gwrite list

val cwrites : rules -> layout -> gwrite list -> op list option

val ready : layout -> gwrite list -> test

val shape : gwrite list -> gwrite list -> bool

val triggers : rules -> layout -> env -> cond -> (field * int) list

val next_of :
  rules -> layout -> (square -> test) -> action -> env -> (nat list * test)
  option

val ground1 :
  rules -> layout -> (square -> test) -> action -> env -> gact option option

val collect :
  rules -> layout -> (square -> test) -> (action * env) list -> gact list
  option

val pairs : rules -> action list -> (action * env) list

val after1 : square -> write -> content -> content

val after : square -> write list -> content -> content

val no_copy : gwrite -> bool

val no_position : position

val fixed_writes : rules -> gact -> write list

val attackers : rules -> square -> gact list -> (test * int) list

val is_own : content -> bool

val hits : field -> (test * int) list -> int -> bool

val any_possible : gact list -> int -> bool

val att :
  rules -> layout -> chunk list -> gact list -> gact list -> square -> test

val copies_nothing : gact list -> bool

type choice = { rest : gact list; by_field : (field * gact list tree) list }

type part = { plain_ones : choice; otherwise_ones : choice }

val expand :
  (gact -> int -> int list -> int list option) -> gact list -> int -> int
  list -> int list option

val expand_all :
  (gact -> int -> int list -> int list option) -> (field * gact list tree)
  list -> int -> int list -> int list option

val expand_choice :
  (gact -> int -> int list -> int list option) -> choice -> int -> int list
  option

val same_field : field -> field -> bool

val triggered : field -> gact list -> int -> gact list

val index : layout -> gact list -> (field * gact list tree) list

val untriggered : gact list -> gact list

val choose_from : layout -> gact list -> choice

val same_names : nat list -> nat list -> bool

val find_part : nat list -> (nat list * part) list -> part option

val no_bad : test list -> int -> bool

val finish : test list -> int -> int list -> int list

val turn_words :
  test list -> (nat list * part) list -> nat -> part -> int -> int list option

val part_of :
  rules -> layout -> (square -> test) -> action list -> part option

val parts_of :
  rules -> layout -> (square -> test) -> action list -> (nat list * part)
  list option

val middle : int

val top : int

val win_0 : int

val loss_0 : int

val win_1 : int

val fits0 : int -> int -> bool

val least : int -> int -> int

type compiled = { flip : chunk list; first : part;
                  next_parts : (nat list * part) list; bad : test list;
                  over_lines : (ending * test) list;
                  stuck_lines : (ending * test) list; stuck_else : int }

val first_line : (ending * test) list -> int -> ending option

val children : compiled -> int -> int list option

val different : square list -> bool

val back_again : rules -> bool

val asks : cond -> bool

val next_conditions : rules -> cond list

val conditions : rules -> cond list

val compile : rules -> layout -> chunk list -> compiled option

val nth_sym : chunk list list -> int -> chunk list option

val over : compiled -> int -> int

val wins_line : compiled -> int -> bool

val stuck_loss : compiled -> int -> bool

val some_win : compiled -> int list -> bool

val resolve : compiled -> bool -> int -> int

val listed : (int -> int) -> (int -> int) -> int -> int -> int

val find_listed :
  chunk list list -> int -> (int -> int) -> (int -> int) -> (int -> int) ->
  int -> int

val look_up :
  compiled -> chunk list list -> bool -> int -> (int -> int) -> (int -> int)
  -> (int -> int) -> int -> int

val best :
  compiled -> chunk list list -> bool -> int -> (int -> int) -> (int -> int)
  -> (int -> int) -> int list -> int -> int

val check_entry :
  compiled -> chunk list list -> bool -> int -> (int -> int) -> (int -> int)
  -> (int -> int) -> int -> bool

val check_start :
  compiled -> chunk list list -> bool -> int -> (int -> int) -> (int -> int)
  -> (int -> int) -> int -> bool

val check_range :
  compiled -> chunk list list -> bool -> int -> (int -> int) -> (int -> int)
  -> (int -> int) -> int -> int -> bool

type board_map =
| Affine of affine
| Listed of (square * square) list

val listed_image : (square * square) list -> square -> square

val go_m : board_map -> square -> square

val linear : board_map -> bool

val go_a : affine -> vector -> vector

val go_v : board_map -> vector -> vector

val affine_inverse : affine -> affine -> bool

val inverse : board_map -> board_map -> bool

type atom = square * what

val same_what : what -> what -> bool

val same_atom : atom -> atom -> bool

val in_words : env -> what -> what

val most_ways : z

val size0 : 'a1 list -> z

val ways : rules -> env -> cond -> atom list list option

val keeps_ways : rules -> board_map -> cond -> bool

val closed : board_map -> square list -> bool

val closed_v : board_map -> vector list -> bool

val fixed_step : board_map -> step -> bool

val fixed_place : board_map -> place -> bool

val keeps_domain : board_map -> domain -> bool

val neighbours : rules -> square -> square -> bool

val in_line : rules -> square -> square -> square -> bool

val inside0 : rules -> bool

val keeps_next : rules -> board_map -> bool

val keeps_line : rules -> board_map -> bool

val step_image : board_map -> (vector * bool) -> vector * bool

val same_step : (vector * bool) -> (vector * bool) -> bool

val keeps_steps : rules -> board_map -> bool

val keeps_cond : rules -> board_map -> cond -> bool

val keeps_effect : rules -> board_map -> effect -> bool

val keeps_rules : rules -> board_map -> bool

val keeps_end : rules -> board_map -> board_map -> cond -> bool

val end_conditions : rules -> cond list

val symmetry : rules -> board_map -> board_map -> bool

type listed_symmetry = (board_map * board_map) * chunk list

val check_symmetry : rules -> layout -> listed_symmetry -> bool

val tables : listed_symmetry list -> chunk list list
