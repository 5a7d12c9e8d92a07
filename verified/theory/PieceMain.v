(* SPDX-License-Identifier: MIT *)
(* What the checker of games in version 2 of BDDL guarantees, in terms of strategies and plays alone. *)
From Coq Require Import List Bool ZArith Uint63 Lia Relations.
From Zermelo Require Import Game Plays Words PieceRules LeanTables PieceWords PieceMoves PieceGenerator PieceTurns PieceCheck.
From Zermelo Require Import PieceSymmetry PieceImages.
From Zermelo Require Check.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* A symmetry of the board, its inverse, and what turns words. *)
Definition listed_symmetry := (board_map * board_map * list chunk)%type.
Definition check_symmetry (R : rules) (L : layout) (x : listed_symmetry) : bool :=
  match x with (s, t, cs) => symmetry R s t && turn_ok R L (go_m t) (fun c => c) false cs end.
Definition tables (syms : list listed_symmetry) : list (list chunk) := map snd syms.

Section Main.
Variable R : rules.                      (* the rules as they were read *)
Variable L : layout.                     (* how a position stands in a word: the word w is the position decode R L w *)
Variable flip : list chunk.
Variable C : compiled.                   (* the rules, compiled *)
Variable syms : list listed_symmetry.
Variable lean : bool.                    (* whether positions that are won at once may be left out *)
(* The table: how many entries it has, their positions and values, and where to look for a position. An entry of
   value 0 says nothing. *)
Variable entries : int.
Variable key val hint : int -> int.
Notation status := (status_of R).
Notation move := (move R).
Notation value_means := (value_means position status move).
Notation reachable := (reachable position status move).
Notation lean_reachable := (lean_reachable position status move).
Notation check_range := (check_range C (tables syms) lean entries key val hint).
Notation check_start := (check_start C (tables syms) lean entries key val hint).

(* Which value the table tells of a position: its own entry does, or that of an image. *)
Definition same_as : position -> position -> Prop := same position (alike R).
Definition tells (p : position) (v : value) : Prop :=
  exists i, (i <? entries) = true /\ val i <> 0 /\ same_as p (decode R L (key i)) /\ says (val i) = Some v.

Hypothesis compiled : compile R L flip = Some C.
Hypothesis symmetries_pass : forallb (check_symmetry R L) syms = true.

Notation sim := (same position (alike R)).
Lemma sim_all : (layout_ok R L = true /\ different (squares R) = true) /\
  (forall p q, sim p q -> sim q p) /\ (forall p q, sim p q -> status p = status q) /\
  (forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q') /\
  (forall p q n, sim p q -> (wins position status move n p <-> wins position status move n q)) /\
  (forall p q n, sim p q -> (loses position status move n p <-> loses position status move n q)).
Proof.
  destruct (comp_parts R L flip C compiled) as (O & _ & _ & _ & D & _).
  pose proof (alike_sym R) as As. pose proof (alike_status R D) as At. pose proof (alike_move R D) as Am.
  split; [auto|]. split; [exact (same_sym _ _ As)|]. split; [exact (same_status _ _ _ At)|].
  split; [exact (same_move _ _ _ Am)|]. split; [exact (same_wins _ _ _ _ As At Am)|exact (same_loses _ _ _ _ As At Am)].
Qed.
Lemma syms_alike c : In c (tables syms) -> forall w, sim (decode R L w) (decode R L (turn c w)).
Proof.
  intros I w. unfold tables in I. apply in_map_iff in I. destruct I as (((a, b), d) & <- & I).
  rewrite forallb_forall in symmetries_pass. specialize (symmetries_pass _ I). unfold check_symmetry in symmetries_pass.
  apply andb_true_iff in symmetries_pass. destruct symmetries_pass as (S1 & S2).
  apply rt_step. cbn [snd]. destruct sim_all as ((O & _) & _). now apply (turned_alike R L a b).
Qed.
Definition passed : Prop := forall i, (i <? entries) = true -> check_entry C (tables syms) lean entries key val hint i = true.
Notation in_table := (in_table R L lean entries key val).

Lemma table_lean : passed -> forall p v, in_table p v -> lean_local position status move sim in_table p v.
Proof.
  intros P p v. destruct sim_all as (_ & S1 & S2 & S3 & S4 & S5).
  apply (table_consistent R L flip C compiled (tables syms) lean entries key val hint sim); auto.
  - intros q. apply rt_refl.
  - exact syms_alike.
Qed.
Lemma passed_means : passed -> forall p v, tells p v -> value_means p v.
Proof.
  intros P p v (i & I & N & S & V). destruct sim_all as (_ & S1 & S2 & S3 & S4 & S5).
  apply (lean_table_means_strategies position status move sim S2 S4 S5 in_table (table_lean P) S1) with (q := decode R L (key i)); auto.
  - intros a b c. apply rt_trans.
  - apply going_moves.
  - left. exists i. auto.
Qed.
Lemma start_is_known w : passed -> check_start w = true -> status (decode R L w) = Going /\ exists v, known position status sim in_table (decode R L w) v.
Proof.
  intros P. destruct sim_all as (_ & S1 & S2 & S3 & S4 & S5).
  apply (start_known R L flip C compiled (tables syms) lean entries key val hint sim); auto.
  - intros q. apply rt_refl.
  - exact syms_alike.
Qed.
Lemma whole : passed -> lean = false -> forall w, check_start w = true -> forall p, reachable (decode R L w) p -> status p = Going ->
  exists v, tells p v.
Proof.
  intros P Le w St p Re. destruct sim_all as (_ & S1 & S2 & S3 & S4 & S5).
  assert (Tell : forall q v, status q = Going -> known position status sim in_table q v -> tells q v).
  { intros q v G. unfold Game.known. rewrite G. intros (q' & Sq & [(i & I & N & -> & V)|(E & _)]); [|congruence]. exists i. auto. }
  assert (K : exists v, known position status sim in_table p v).
  { induction Re as [|p q Re IH G M]; [now apply start_is_known|]. destruct IH as (v & K). destruct (Tell p v G K) as (i & I & N & S & V).
    destruct (S3 _ _ _ S M) as (q' & Sq & Mq).
    destruct (moves_known R L flip C compiled (tables syms) lean entries key val hint sim) with (i := i) (q := q') as (u & U); auto.
    { intros r. apply rt_refl. } { exact syms_alike. }
    exists u. unfold Game.known in *. rewrite (S2 _ _ Sq). destruct (status q'); auto.
    destruct U as (r & Sr & Er). exists r. split; auto. now apply rt_trans with q'. }
  intros G. destruct K as (v & K). exists v. auto.
Qed.

(* THE THEOREM. If compile makes C of the rules, the symmetries pass, and ranges pass that leave nothing out, then what
   the table tells of a position is what strategies can force there. If the start passes, too, and the check was not
   lean, the table tells of every position that play can lead to as long as the game goes on. *)
Theorem table_means_strategies ranges :
  Check.cover ranges 0 entries = true ->
  (forall from upto, In (from, upto) ranges -> check_range from upto = true) ->
  (forall p v, tells p v -> value_means p v) /\
  (forall w, lean = false -> check_start w = true -> forall p, reachable (decode R L w) p -> status p = Going ->
             exists v, tells p v).
Proof.
  intros Cv Ra. assert (P : passed).
  { exact (Check.ranges_are_enough (check_entry C (tables syms) lean entries key val hint) ranges entries Cv Ra). }
  split; [now apply passed_means|]. intros w Le. now apply whole.
Qed.

(* If it was lean: of every position of play in which whoever can win at once does it. Either the game is over there, or
   the table tells of it, or the side to move wins at once. *)
Theorem nothing_is_missing ranges w :
  Check.cover ranges 0 entries = true ->
  (forall from upto, In (from, upto) ranges -> check_range from upto = true) ->
  check_start w = true -> forall p, lean_reachable (decode R L w) p -> status p = Going ->
  (exists v, tells p v) \/ exists q r, same_as p q /\ move q r /\ status r = Lost.
Proof.
  intros Cv Ra St p Re. assert (P : passed).
  { exact (Check.ranges_are_enough (check_entry C (tables syms) lean entries key val hint) ranges entries Cv Ra). }
  destruct sim_all as (_ & S1 & S2 & S3 & S4 & S5).
  assert (exists v, known position status sim in_table p v) as (v & K).
  { apply (lean_nothing_is_missing position status move sim S2 in_table (table_lean P) S1) with (s := decode R L w); auto.
    - intros a b c. apply rt_trans.
    - now apply start_is_known. }
  intros G. unfold Game.known in K. rewrite G in K. destruct K as (q & Sq & [(i & I & N & -> & V)|(_ & _ & _ & r & M & Lr)]).
  - left. exists v, i. auto.
  - right. exists q, r. auto.
Qed.

(* What `look_up` says of a listed position, such as the start, is what the table tells of it. *)
Theorem look_tells w v : find_listed (tables syms) entries key val hint w <> 0 ->
  says (find_listed (tables syms) entries key val hint w) = Some v -> tells (decode R L w) v.
Proof.
  unfold find_listed. cbv zeta. destruct (_ <? entries) eqn:I; [|congruence].
  assert (L1 : forall u, sim (decode R L w) (decode R L u) -> listed key val (hint w >> 4) u <> 0 ->
    says (listed key val (hint w >> 4) u) = Some v -> tells (decode R L w) v).
  { intros u S. unfold listed. destruct (_ =? u) eqn:Q; [|congruence]. cbv zeta. destruct (_ =? 0) eqn:Z; [congruence|].
    destruct (_ <? top); [|congruence]. intros _ V. apply eqb_eq in Q. exists (hint w >> 4). rewrite Q. repeat split; auto.
    intros E. rewrite E in Z. discriminate Z. }
  destruct (_ =? 0). { apply L1. apply rt_refl. }
  destruct (nth_sym (tables syms) _) as [c|] eqn:N; [|congruence]. apply L1. apply syms_alike.
  revert N. generalize (hint w land 15). generalize (tables syms). clear. intros l.
  induction l as [|d l IH]; intros g; cbn [nth_sym]; [discriminate|].
  destruct (g =? 1). { intros [= ->]. now left. } intros Ng. right. eauto.
Qed.
End Main.

(* With sides: whose turn it is changes nothing, so one table stands for both. *)
Section Sides.
Variable R : rules.
Definition sided_status (p : sided) : status := status_of R (seen p).
Definition sided_move (p q : sided) : Prop := move R (seen p) (seen q) /\ white_to_move q = negb (white_to_move p).
Theorem sides_alike n : forall p,
  (wins sided sided_status sided_move n p <-> wins position (status_of R) (move R) n (seen p)) /\
  (loses sided sided_status sided_move n p <-> loses position (status_of R) (move R) n (seen p)).
Proof.
  induction n as [|n IH]; intros p; rewrite ?wins_0, ?loses_0, ?wins_S, ?loses_S; unfold sided_status at 1 2.
  - tauto.
  - assert (A : (exists q, sided_move p q /\ loses sided sided_status sided_move n q) <->
                (exists q, move R (seen p) q /\ loses position (status_of R) (move R) n q)).
    { split.
      - intros (q & (M & _) & W). exists (seen q). split; auto. now apply IH.
      - intros (q & M & W). exists (Sided q (negb (white_to_move p))). split; [now split|]. now apply (IH (Sided q _)). }
    assert (B : (exists q, sided_move p q) <-> (exists q, move R (seen p) q)).
    { split; [intros (q & M & _); eauto|]. intros (q & M). exists (Sided q (negb (white_to_move p))). now split. }
    assert (D : (forall q, sided_move p q -> wins sided sided_status sided_move n q) <->
                (forall q, move R (seen p) q -> wins position (status_of R) (move R) n q)).
    { split.
      - intros H q M. apply (IH (Sided q (negb (white_to_move p)))). apply H. now split.
      - intros H q (M & _). apply IH. auto. }
    unfold sided_status at 1. rewrite A, B, D. unfold sided_status. tauto.
Qed.
End Sides.
