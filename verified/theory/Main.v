(* SPDX-License-Identifier: MIT *)
(* What the checkers guarantee, in terms of strategies and plays alone. *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia Relations.
From Zermelo Require Import Game Plays Outcomes BddlRules Masks Symmetry Words Packed Turn.
From Zermelo Require Import Check CheckOutcomes Strategy.
Local Open Scope uint63_scope.

Section Main.
Variable R : rules.              (* the rules as they were read *)
Variable G : game.               (* the same, compiled *)
Hypothesis compiled : compile R = Some G.
Variable st : position -> status.
Hypothesis is_reading : reading R st.

Notation made := (masks_made R G compiled).
Notation value_means := (value_means position st (move R)).
Notation reachable := (reachable position st (move R)).

Lemma st_ok p : board R p -> status_is R p (st p).
Proof. apply is_reading. Qed.

Lemma going_moves p : st p = Going -> exists q, move R p q.
Proof.
  intros E. destruct (is_board (masks_in G) p) eqn:B.
  - apply (is_board_spec R _ made) in B. pose proof (st_ok p B) as S. rewrite E in S.
    apply (a_move R _ made p B), S.
  - destruct is_reading as (_ & Off). rewrite Off in E; [discriminate|].
    intros X. apply (is_board_spec R _ made) in X. congruence.
Qed.

(* A table has passed if its symmetries and all its entries have. *)
Definition has_passed (T : table) : Prop :=
  check_symmetries G T = true /\
  forall i, (i <? entries T) = true -> check_entry G T i = true.

(* Which value a table tells of a position: its own entry does, or that of an image. *)
Definition tells (T : table) (p : position) (v : value) : Prop :=
  exists i, (i <? entries T) = true /\ same_as R G p (unpack (key T i)) /\
            says (told T i) = Some v.

Theorem passed_table_means_strategies T : has_passed T ->
  (forall p v, tells T p v -> value_means p v) /\
  (forall s, check_start G T s = true -> forall p, reachable (unpack s) p -> st p = Going ->
             exists v, tells T p v).
Proof.
  intros (Sy & Pass). split.
  - intros p v (i & I & S & V).
    assert (E : in_table T (unpack (key T i)) v) by (exists i; auto).
    apply (value_has_meaning position st (move R) going_moves).
    + now apply (images_are_true R G compiled st st_ok T Pass Sy p _ v S).
    + intros ->. apply draws_are_safe with (sim := same_as R G) (E := in_table T)
        (q := unpack (key T i)); auto.
      * apply (sim_status R G compiled st st_ok).
      * apply (sim_sym R G compiled).
      * apply sim_trans.
      * apply (sim_move R G compiled).
      * apply (table_consistent R G compiled st st_ok T Pass Sy).
  - intros s C p Re Go.
    destruct (table_is_whole R G compiled st st_ok T Pass Sy s C p Re Go) as (i & v & X).
    exists v, i. exact X.
Qed.

(* THE THEOREM, FOR TABLES. If check_table says yes, then what the table tells of a position is what
   strategies can force there: a win within n plies and not within fewer; a loss likewise; or for
   both sides never to lose. If check_start says yes as well, then the table tells of every position
   that play can lead to from the start, as long as the game goes on. *)
Theorem table_means_strategies T : check_table G T = true ->
  (forall p v, tells T p v -> value_means p v) /\
  (forall s, check_start G T s = true -> forall p, reachable (unpack s) p -> st p = Going ->
             exists v, tells T p v).
Proof.
  intros C. apply passed_table_means_strategies. unfold check_table in C.
  apply andb_true_iff in C as (Sy & C). split; auto. intros i I.
  apply (all_between_spec (check_entry G T) 0 (entries T)); auto.
  apply leb_spec. change (to_Z 0) with 0%Z. apply to_Z_bounded.
Qed.

(* What `look` says of a listed position, such as the start, is what the table tells of it. *)
Theorem look_tells T s v : check_symmetries G T = true -> check_start G T s = true ->
  says (look G T s) = Some v -> tells T (unpack s) v.
Proof.
  intros Sy C V. unfold check_start in C. apply andb_true_iff in C as (B & C).
  apply (boardb_spec R G compiled) in B. unfold look in V. cbv zeta in V. rewrite C in V.
  exists (place T s). split; auto. split; auto. now apply (place_spec R G compiled T Sy).
Qed.

(* The same for several processes, each of which has checked some ranges of entries. *)
Theorem ranges_mean_strategies T ranges :
  check_symmetries G T = true ->
  cover ranges 0 (entries T) = true ->
  (forall first upto, In (first, upto) ranges -> check_range G T first upto = true) ->
  (forall p v, tells T p v -> value_means p v) /\
  (forall s, check_start G T s = true -> forall p, reachable (unpack s) p -> st p = Going ->
             exists v, tells T p v).
Proof.
  intros Sy C P. apply passed_table_means_strategies. split; auto.
  now apply (ranges_are_enough (check_entry G T) ranges (entries T) C).
Qed.

(* The same for outcomes without distances. *)
Definition tells_outcome (T : table) (p : position) (o : outcome) : Prop :=
  exists i, (i <? entries T) = true /\ same_as R G p (unpack (key T i)) /\
            says_outcome (told T i) = Some o.

Theorem outcome_ranges_mean_strategies T height ranges :
  check_symmetries G T = true ->
  cover ranges 0 (entries T) = true ->
  (forall first upto, In (first, upto) ranges ->
                      check_outcome_range G T height first upto = true) ->
  (forall p o, tells_outcome T p o -> outcome_means position st (move R) p o) /\
  (forall s, check_start G T s = true -> forall p, reachable (unpack s) p -> st p = Going ->
             exists o, tells_outcome T p o).
Proof.
  intros Sy C P.
  assert (Pass : forall i, (i <? entries T) = true -> check_outcome G T height i = true).
  { now apply (ranges_are_enough (check_outcome G T height) ranges (entries T) C). }
  split.
  - intros p o (i & I & S & V).
    apply (told_outcomes_are_true R G compiled st st_ok going_moves T height Pass Sy p
             (unpack (key T i)) o (plies (height i)) S).
    exists i. auto.
  - intros s Cs p Re Go.
    destruct (outcomes_are_whole R G compiled st st_ok T height Pass Sy s Cs p Re Go)
      as (i & o & X).
    exists o, i. exact X.
Qed.

(* THE THEOREM, FOR STRATEGIES. If check_strategy says yes, and check_claim of a position, then
   the owner has a strategy from that position that does what is claimed: to win, within so many
   plies if a number is given; or not to lose, within so many plies or ever. *)
Theorem strategy_means_its_claim owner what L s :
  check_strategy G owner what L = true ->
  check_claim G what L s = true ->
  claim_means R st owner what (unpack s).
Proof.
  intros C S. apply (claim_is_true R G compiled st st_ok going_moves owner what L); auto.
  intros i I. apply (all_between_spec (check_member G owner what L) 0 (members L)); auto.
  apply leb_spec. change (to_Z 0) with 0%Z. apply to_Z_bounded.
Qed.

Theorem ranges_mean_the_claim owner what L s ranges :
  cover ranges 0 (members L) = true ->
  (forall first upto, In (first, upto) ranges ->
                      check_members G owner what L first upto = true) ->
  check_claim G what L s = true ->
  claim_means R st owner what (unpack s).
Proof.
  intros C P S. apply (claim_is_true R G compiled st st_ok going_moves owner what L); auto.
  now apply (ranges_are_enough (check_member G owner what L) ranges (members L) C).
Qed.

(* What is not a board, or is one where the game is over, has no entry; what a passed table tells of
   a position is all that it tells: no position has two values. *)
Theorem one_value T p v w : has_passed T -> tells T p v -> tells T p w -> v = w.
Proof.
  intros (Sy & Pass) (i & I & S & V) (j & J & S' & W).
  apply (true_value_unique position st (move R) p).
  - apply (images_are_true R G compiled st st_ok T Pass Sy p _ v S). exists i. auto.
  - apply (images_are_true R G compiled st st_ok T Pass Sy p _ w S'). exists j. auto.
Qed.
End Main.

(* There is exactly one reading of rules that compile, so that the theorems speak of something. *)
Theorem one_reading R G : compile R = Some G ->
  exists st, reading R st /\ forall st', reading R st' -> forall p, st' p = st p.
Proof.
  intros C. pose proof (masks_made R G C) as made.
  pose (st := fun p => if is_board (masks_in G) p then mask_status (masks_in G) p else Drawn).
  exists st. assert (A : reading R st).
  { split; intros p B; unfold st.
    - rewrite (proj2 (is_board_spec R _ made p) B). now apply (mask_status_spec R _ made).
    - destruct (is_board (masks_in G) p) eqn:E; auto. apply (is_board_spec R _ made) in E. tauto. }
  split; auto. intros st' (Ok & Off) p. destruct (is_board (masks_in G) p) eqn:E.
  - apply (is_board_spec R _ made) in E. apply (status_unique R p); auto. now apply A.
  - assert (N : ~ board R p).
    { intros X. apply (is_board_spec R _ made) in X. congruence. }
    rewrite (Off p N). symmetry. now apply A.
Qed.
