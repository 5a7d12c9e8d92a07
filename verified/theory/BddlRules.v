(* SPDX-License-Identifier: MIT *)
(* What the rules of a game in BDDL mean. This page is the specification: everything else about BDDL
   is proved against it. docs/bddl.md says the same in words.

   N are the natural numbers and Z the integers. A set of squares is a natural number, whose binary
   digits say which squares belong to it: N.testbit w i is whether square i belongs to w. *)
From Coq Require Import List Bool ZArith NArith.
From Zermelo Require Import Game.
Open Scope bool_scope.

(* ---- What the two files say ---------------------------------------------------------------- *)

Inductive colour := Open | Black | White.

(* A coordinate, such as ?x+1, xmin+2, xmax-1 or 3: what it counts from, and how far. *)
Inductive base := Anchor | Min | Max | Number.
Record coordinate := Coordinate { from : base; offset : Z }.

(* One square's condition, such as black(?x,ymax) or NOT(open(?x+1,?y)). *)
Record scond := SCond { col : colour; negated : bool; at_x : coordinate; at_y : coordinate }.

(* A kind of move: the conditions that hold before it, and those that hold after it. *)
Record action := Action { before : list scond; after : list scond }.

Record rules := Rules {
  columns : Z;
  rows : Z;
  black_actions : list action;
  white_actions : list action;
  black_goals : list (list scond);
  white_goals : list (list scond);
  (* Whether a side that has no move has lost; if not, the game is drawn. *)
  stuck_loses : bool }.

(* A position: the squares with black pieces, those with white ones, whether White is to move. *)
Record position := Position {
  black_squares : N;
  white_squares : N;
  white_on_turn : bool }.

(* ---- What they mean ------------------------------------------------------------------------ *)

Section Meaning.
Variable R : rules.

(* Squares are (1,1) to (columns,rows). Row `rows` is the first rank: square (1,rows) is a1 and has
   number 0, (2,rows) is b1 and has number 1, and so on, rank by rank. *)
Definition on_board (x y : Z) : Prop := (1 <= x <= columns R /\ 1 <= y <= rows R)%Z.
Definition square (x y : Z) : N := Z.to_N ((rows R - y) * columns R + (x - 1)).
Definition is_square (i : N) : Prop := exists x y, on_board x y /\ i = square x y.

Definition colour_at (p : position) (i : N) : colour :=
  if N.testbit (black_squares p) i then Black
  else if N.testbit (white_squares p) i then White else Open.

(* On a board there are pieces on its squares only, and at most one on each. *)
Definition board (p : position) : Prop :=
  forall i,
    (N.testbit (black_squares p) i = true \/ N.testbit (white_squares p) i = true -> is_square i) /\
    ~ (N.testbit (black_squares p) i = true /\ N.testbit (white_squares p) i = true).

(* The square that a condition speaks of, at an anchor (x,y). *)
Definition coordinate_value (c : coordinate) (anchor size : Z) : Z :=
  (match from c with Anchor => anchor | Min => 1 | Max => size | Number => 0 end + offset c)%Z.
Definition x_of (c : scond) (x : Z) := coordinate_value (at_x c) x (columns R).
Definition y_of (c : scond) (y : Z) := coordinate_value (at_y c) y (rows R).
Definition names (c : scond) (x y : Z) (i : N) : Prop := i = square (x_of c x) (y_of c y).

(* A list of conditions holds at an anchor if all their squares are on the board and as they say. *)
Definition meets (c : scond) (k : colour) : Prop := if negated c then k <> col c else k = col c.
Definition holds (l : list scond) (p : position) (x y : Z) : Prop :=
  forall c, In c l -> on_board (x_of c x) (y_of c y) /\
                      meets c (colour_at p (square (x_of c x) (y_of c y))).

Definition actions (white : bool) := if white then white_actions R else black_actions R.
Definition goals (white : bool) := if white then white_goals R else black_goals R.

(* A move is an action at an anchor. Afterwards, the squares that its effect names are as it says,
   all others are as they were, and it is the other side's turn. *)
Definition move (p q : position) : Prop :=
  board p /\ board q /\ white_on_turn q = negb (white_on_turn p) /\
  exists a x y, In a (actions (white_on_turn p)) /\ on_board x y /\
    holds (before a) p x y /\ holds (after a) q x y /\
    forall i, is_square i -> (forall c, In c (after a) -> ~ names c x y i) ->
              colour_at q i = colour_at p i.

(* A side has won if one of its goals holds at some anchor. *)
Definition has_won (p : position) (white : bool) : Prop :=
  exists g x y, In g (goals white) /\ on_board x y /\ holds g p x y.

(* How things stand for the side to move. Only the goals of the side that has just moved count. *)
Definition status_is (p : position) (s : status) : Prop :=
  let won := has_won p (negb (white_on_turn p)) in
  let stuck := forall q, ~ move p q in
  match s with
  | Won => False
  | Lost => won \/ (~ won /\ stuck /\ stuck_loses R = true)
  | Drawn => ~ won /\ stuck /\ stuck_loses R = false
  | Going => ~ won /\ ~ stuck
  end.

(* A reading of the rules says of each position how things stand; what is not a board is out of
   play. (There is exactly one reading: Main.v, one_reading.) *)
Definition reading (status_of : position -> status) : Prop :=
  (forall p, board p -> status_is p (status_of p)) /\
  (forall p, ~ board p -> status_of p = Drawn).
End Meaning.
