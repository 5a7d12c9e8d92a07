(* SPDX-License-Identifier: MIT *)
(* Two-player games of perfect information, with any positions and moves; play may go round in
   circles. This page says what a win in n plies, a loss in n plies and a draw are (the
   specification, up to true_value), and proves that a table which passes a local check at every
   entry is true. No axiom is used. Plays.v says the same in terms of strategies. *)
From Coq Require Import List Arith Lia Relations.
Import ListNotations.

(* How things stand in a position, for the side to move. *)
Inductive status := Won | Lost | Drawn | Going.

Inductive value := VWin (n : nat) | VLoss (n : nat) | VDraw.

Section Game.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.

(* wins n p: in p, the side to move can force that it wins within n plies: it has won, or it has a
   move to a position in which the other side loses within n - 1. loses n p: it cannot avoid that
   it loses within n plies: it has lost, or all its moves, of which there are some, lead to
   positions in which the other side wins within n - 1. *)
Fixpoint wins (n : nat) (p : pos) {struct n} : Prop :=
  status_of p = Won \/
  (status_of p = Going /\
   match n with 0 => False | S n' => exists q, move p q /\ loses n' q end)
with loses (n : nat) (p : pos) {struct n} : Prop :=
  status_of p = Lost \/
  (status_of p = Going /\
   match n with
   | 0 => False
   | S n' => (exists q, move p q) /\ forall q, move p q -> wins n' q
   end).

(* What a value says: wins and losses with the exact number of plies under best play by both sides.
   In a draw, neither side can force a win in any number of plies. *)
Definition true_value (p : pos) (v : value) : Prop :=
  match v with
  | VWin n => wins n p /\ forall m, wins m p -> n <= m
  | VLoss n => loses n p /\ forall m, loses m p -> n <= m
  | VDraw => forall m, ~ wins m p /\ ~ loses m p
  end.

Lemma wins_0 p : wins 0 p <-> status_of p = Won \/ (status_of p = Going /\ False).
Proof. reflexivity. Qed.
Lemma loses_0 p : loses 0 p <-> status_of p = Lost \/ (status_of p = Going /\ False).
Proof. reflexivity. Qed.
Lemma wins_S n p : wins (S n) p <->
  status_of p = Won \/ (status_of p = Going /\ exists q, move p q /\ loses n q).
Proof. reflexivity. Qed.
Lemma loses_S n p : loses (S n) p <->
  status_of p = Lost \/
  (status_of p = Going /\ (exists q, move p q) /\ forall q, move p q -> wins n q).
Proof. reflexivity. Qed.

Lemma more_plies n : forall p, (wins n p -> wins (S n) p) /\ (loses n p -> loses (S n) p).
Proof.
  induction n as [|n IH]; intros p; split.
  - simpl; intuition.
  - simpl; intuition.
  - rewrite !wins_S. intros [H|(H & q & M & L)]; auto. right; split; auto.
    exists q; split; auto. now apply IH.
  - rewrite !loses_S. intros [H|(H & E & A)]; auto. right; split; auto. split; auto.
    intros q M. apply IH; auto.
Qed.
Lemma wins_mono n m p : wins n p -> n <= m -> wins m p.
Proof. intros W L. induction L; auto. now apply more_plies. Qed.
Lemma loses_mono n m p : loses n p -> n <= m -> loses m p.
Proof. intros W L. induction L; auto. now apply more_plies. Qed.

(* Nobody both wins and loses. *)
Lemma exclusive n : forall p m, wins n p -> loses m p -> False.
Proof.
  induction n as [|n IH]; intros p m W L.
  - simpl in W. destruct m; simpl in L; intuition congruence.
  - rewrite wins_S in W. destruct W as [W|(W & q & M & Lq)].
    + destruct m; simpl in L; intuition congruence.
    + destruct m; simpl in L; destruct L as [L|(L & R)]; try congruence; try contradiction.
      destruct R as [_ R]. specialize (R q M).
      (* wins m q and loses n q: go down in n *)
      destruct n; simpl in Lq; destruct Lq as [Lq|(Lq & Rq)]; try contradiction.
      * destruct m; simpl in R; intuition congruence.
      * destruct m; simpl in R; intuition congruence.
      * destruct Rq as [_ Rq].
        destruct m; simpl in R; destruct R as [R|(R & R')]; try congruence; try contradiction.
        destruct R' as (r & Mr & Lr).
        apply (IH r m).
        { apply wins_mono with n; auto. } auto.
Qed.

Lemma true_value_unique p v w : true_value p v -> true_value p w -> v = w.
Proof.
  destruct v as [n|n|], w as [m|m|]; simpl; intros A B.
  - f_equal. destruct A as [A A'], B as [B B']. apply A' in B. apply B' in A. lia.
  - destruct A as [A _], B as [B _]. now destruct (exclusive _ _ _ A B).
  - destruct A as [A _]. now destruct (B n).
  - destruct A as [A _], B as [B _]. now destruct (exclusive _ _ _ B A).
  - f_equal. destruct A as [A A'], B as [B B']. apply A' in B. apply B' in A. lia.
  - destruct A as [A _]. now destruct (B n).
  - destruct B as [B _]. now destruct (A m).
  - destruct B as [B _]. now destruct (A m).
  - reflexivity.
Qed.

(* ---- Tables ------------------------------------------------------------------------------- *)

(* Positions that stand for each other, such as mirror images. *)
Variable sim : pos -> pos -> Prop.
Hypothesis sim_status : forall p q, sim p q -> status_of p = status_of q.
Hypothesis sim_wins : forall p q n, sim p q -> (wins n p <-> wins n q).
Hypothesis sim_loses : forall p q n, sim p q -> (loses n p <-> loses n q).

(* The entries of a table: a relation, so that nothing depends on how it is looked up, and it may
   even hold a position twice. *)
Variable E : pos -> value -> Prop.

(* What is known of a position that a move leads to: the game is over there, or the table says. *)
Definition known (q : pos) (v : value) : Prop :=
  match status_of q with
  | Won => v = VWin 0
  | Lost => v = VLoss 0
  | Drawn => v = VDraw
  | Going => exists q', sim q q' /\ E q' v
  end.

Definition local (p : pos) (v : value) : Prop :=
  status_of p = Going /\
  match v with
  | VWin n => exists n', n = S n' /\
      (exists q, move p q /\ known q (VLoss n')) /\
      (forall q, move p q -> exists w, known q w /\ forall m, w = VLoss m -> n' <= m)
  | VLoss n => exists n', n = S n' /\
      (exists q, move p q /\ known q (VWin n')) /\
      (forall q, move p q -> exists m, known q (VWin m) /\ m <= n')
  | VDraw =>
      (exists q, move p q /\ known q VDraw) /\
      (forall q, move p q -> exists w, known q w /\ forall m, w <> VLoss m)
  end.

Hypothesis consistent : forall p v, E p v -> local p v.

(* What the table says can be forced. (By strong induction: for a loss in n plies, moves may lead to
   wins in fewer than n - 1.) *)
Lemma sound : forall n p, (E p (VWin n) -> wins n p) /\ (E p (VLoss n) -> loses n p).
Proof.
  induction n as [n IH] using lt_wf_ind; intros p.
  split; intros H; apply consistent in H; destruct H as (G & n' & -> & H).
  - destruct H as ((q & M & K) & _). rewrite wins_S. right. split; auto.
    exists q. split; auto. unfold known in K. destruct (status_of q) eqn:S; try discriminate.
    + injection K as ->. simpl. auto.
    + destruct K as (q' & Sq & Kq). apply (sim_loses _ _ n' Sq). apply IH; auto.
  - destruct H as ((q0 & M0 & _) & H). rewrite loses_S. right. split; auto.
    split; [now exists q0|]. intros q M. destruct (H q M) as (m & K & Lm).
    unfold known in K. destruct (status_of q) eqn:S; try discriminate.
    + injection K as ->. apply wins_mono with 0; [|lia]. simpl; auto.
    + destruct K as (q' & Sq & Kq). apply wins_mono with m; auto.
      apply (sim_wins _ _ m Sq). apply IH; auto. lia.
Qed.

(* What can be forced is what the table says, and no faster than it says. *)
Lemma complete : forall n p v, E p v ->
  (wins n p -> exists m, v = VWin m /\ m <= n) /\ (loses n p -> exists m, v = VLoss m /\ m <= n).
Proof.
  induction n as [|n IH]; intros p v H; pose proof (consistent _ _ H) as (G & C).
  - split; simpl; intros [W|(_ & [])]; congruence.
  - split; intros W.
    + pose proof W as W0. rewrite wins_S in W. destruct W as [W|(_ & q & M & L)]; [congruence|].
      assert (Kn : forall w, known q w -> exists m, w = VLoss m /\ m <= n).
      { intros w K. unfold known in K. destruct (status_of q) eqn:S.
        - destruct (exclusive 0 q n); simpl; auto.
        - exists 0; split; auto; lia.
        - destruct n; simpl in L; intuition congruence.
        - destruct K as (q' & Sq & Kq). apply (sim_loses _ _ n Sq) in L.
          destruct (IH q' w Kq) as [_ X]. auto. }
      destruct v as [k|k|]; simpl in C.
      * destruct C as (k' & -> & _ & A). destruct (A q M) as (w & K & B).
        destruct (Kn w K) as (m & -> & Lm). specialize (B m eq_refl).
        exists (S k'). split; auto. lia.
      * destruct (exclusive _ _ _ W0 (proj2 (sound k p) H)).
      * destruct C as (_ & A). destruct (A q M) as (w & K & B).
        destruct (Kn w K) as (m & -> & _). now destruct (B m).
    + pose proof W as W0. rewrite loses_S in W. destruct W as [W|(_ & _ & A)]; [congruence|].
      assert (Kn : forall q w, move p q -> known q w -> exists m, w = VWin m /\ m <= n).
      { intros q w M K. specialize (A q M). unfold known in K. destruct (status_of q) eqn:S.
        - exists 0; split; auto; lia.
        - destruct (exclusive n q 0); simpl; auto.
        - destruct n; simpl in A; intuition congruence.
        - destruct K as (q' & Sq & Kq). apply (sim_wins _ _ n Sq) in A.
          destruct (IH q' w Kq) as [X _]. auto. }
      destruct v as [k|k|]; simpl in C.
      * destruct (exclusive _ _ _ (proj1 (sound k p) H) W0).
      * destruct C as (k' & -> & (q & M & K) & _). destruct (Kn q _ M K) as (m & [= ->] & Lm).
        exists (S m). split; auto. lia.
      * destruct C as ((q & M & K) & _). destruct (Kn q _ M K) as (m & [=] & _).
Qed.

(* THEOREM 1: every entry of a table that passes the local check is the true value. *)
Theorem table_is_true p v : E p v -> true_value p v.
Proof.
  intros H. destruct v as [n|n|]; simpl.
  - split; [now apply sound|]. intros m W. 
    destruct (proj1 (complete m p _ H) W) as (k & [= <-] & L). auto.
  - split; [now apply sound|]. intros m W. 
    destruct (proj2 (complete m p _ H) W) as (k & [= <-] & L). auto.
  - intros m; split; intros W.
    + destruct (proj1 (complete m p _ H) W) as (k & [=] & _).
    + destruct (proj2 (complete m p _ H) W) as (k & [=] & _).
Qed.

(* Positions that play can lead to. *)
Inductive reachable (s : pos) : pos -> Prop :=
| reach_start : reachable s s
| reach_move p q : reachable s p -> status_of p = Going -> move p q -> reachable s q.

(* THEOREM 2: nothing that play can lead to is missing. *)
Hypothesis sim_refl : forall p, sim p p.
Hypothesis sim_trans : forall p q r, sim p q -> sim q r -> sim p r.
Hypothesis sim_move : forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q'.
Theorem nothing_is_missing s : (exists v, known s v) ->
  forall p, reachable s p -> exists v, known p v.
Proof.
  intros B p R. induction R as [|p q R IH G M]; auto.
  destruct IH as (v & K). unfold known in K. rewrite G in K. destruct K as (p' & Sp & Hp).
  destruct (sim_move _ _ _ Sp M) as (q' & Sq & Mq).
  assert (exists w, known q' w) as (w & Kw).
  { destruct (consistent _ _ Hp) as (_ & C). destruct v as [n|n|].
    - destruct C as (n' & _ & _ & A). destruct (A q' Mq) as (w & K & _). eauto.
    - destruct C as (n' & _ & _ & A). destruct (A q' Mq) as (w & K & _). eauto.
    - destruct C as (_ & A). destruct (A q' Mq) as (w & K & _). eauto. }
  exists w. unfold known in *. rewrite (sim_status _ _ Sq). destruct (status_of q'); auto.
  destruct Kw as (r & Sr & Hr). exists r. split; auto. eapply sim_trans; eauto.
Qed.


(* ---- Positions that stand for each other --------------------------------------------------- *)
End Game.

Section Images.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.

(* One image: the same status, and each move has an image. *)
Variable image : pos -> pos -> Prop.
Hypothesis image_sym : forall p q, image p q -> image q p.
Hypothesis image_status : forall p q, image p q -> status_of p = status_of q.
Hypothesis image_move : forall p p' q, image p p' -> move p q ->
  exists q', image q q' /\ move p' q'.

Definition same := clos_refl_trans pos image.

Lemma same_status p q : same p q -> status_of p = status_of q.
Proof. induction 1; auto. congruence. Qed.
Lemma same_move p p' q : same p p' -> move p q -> exists q', same q q' /\ move p' q'.
Proof.
  intros S. revert q. induction S as [p p' S|p|p p' p'' S1 IH1 S2 IH2]; intros q M.
  - destruct (image_move _ _ _ S M) as (q' & Sq & Mq). exists q'. split; auto. now apply rt_step.
  - exists q. split; auto. apply rt_refl.
  - destruct (IH1 q M) as (q' & Sq & Mq). destruct (IH2 q' Mq) as (q'' & Sq' & Mq').
    exists q''. split; auto. eapply rt_trans; eauto.
Qed.
Lemma same_sym p q : same p q -> same q p.
Proof.
  induction 1. { apply rt_step; auto. } { apply rt_refl. } eapply rt_trans; eauto.
Qed.
Lemma same_forces n : forall p q, same p q ->
  (wins pos status_of move n p -> wins pos status_of move n q) /\
  (loses pos status_of move n p -> loses pos status_of move n q).
Proof.
  induction n as [|n IH]; intros p q S; pose proof (same_status _ _ S) as E.
  - rewrite !wins_0, !loses_0, E. tauto.
  - rewrite !wins_S, !loses_S, E. split.
    + intros [W|(G & r & M & L)]; auto. right. split; auto.
      destruct (same_move _ _ _ S M) as (r' & Sr & Mr). exists r'. split; auto. now apply (IH r r').
    + intros [W|(G & (r & M) & A)]; auto. right. split; auto. split.
      * destruct (same_move _ _ _ S M) as (r' & _ & Mr). eauto.
      * intros r' Mr. destruct (same_move _ _ _ (same_sym _ _ S) Mr) as (r0 & Sr & M0).
        apply (IH r0 r'); auto. now apply same_sym.
Qed.
Lemma same_wins p q n : same p q -> (wins pos status_of move n p <-> wins pos status_of move n q).
Proof. intros S. split; apply same_forces; auto. now apply same_sym. Qed.
Lemma same_loses p q n : same p q ->
  (loses pos status_of move n p <-> loses pos status_of move n q).
Proof. intros S. split; apply same_forces; auto. now apply same_sym. Qed.
End Images.
