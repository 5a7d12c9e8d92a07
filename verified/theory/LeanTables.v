(* SPDX-License-Identifier: MIT *)
(* Game.v and Plays.v once more for lean tables: a position in which the side to move can win at once needs
   not have all its moves listed.  No axiom is used. *)
From Coq Require Import List Arith Lia Relations.
From Zermelo Require Import Game Plays.
Import ListNotations.

Section Lean.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.
Notation wins := (wins pos status_of move).
Notation loses := (loses pos status_of move).
Variable sim : pos -> pos -> Prop.
Hypothesis sim_status : forall p q, sim p q -> status_of p = status_of q.
Hypothesis sim_wins : forall p q n, sim p q -> (wins n p <-> wins n q).
Hypothesis sim_loses : forall p q n, sim p q -> (loses n p <-> loses n q).
Variable E : pos -> value -> Prop.
Notation known := (known pos status_of sim E).

(* As local in Game.v, but a win in one needs only the move that wins. *)
Definition lean_local (p : pos) (v : value) : Prop :=
  status_of p = Going /\
  match v with
  | VWin n => exists n', n = S n' /\
      (exists q, move p q /\ known q (VLoss n')) /\
      (n' = 0 \/ forall q, move p q -> exists w, known q w /\ forall m, w = VLoss m -> n' <= m)
  | VLoss n => exists n', n = S n' /\
      (exists q, move p q /\ known q (VWin n')) /\
      (forall q, move p q -> exists m, known q (VWin m) /\ m <= n')
  | VDraw =>
      (exists q, move p q /\ known q VDraw) /\
      (forall q, move p q -> exists w, known q w /\ forall m, w <> VLoss m)
  end.
Hypothesis consistent : forall p v, E p v -> lean_local p v.

Lemma lean_sound : forall n p, (E p (VWin n) -> wins n p) /\ (E p (VLoss n) -> loses n p).
Proof.
  induction n as [n IH] using lt_wf_ind; intros p.
  split; intros H; apply consistent in H; destruct H as (G & n' & -> & H).
  - destruct H as ((q & M & K) & _). rewrite wins_S. right. split; auto.
    exists q. split; auto. unfold Game.known in K. destruct (status_of q) eqn:S; try discriminate.
    + injection K as ->. rewrite loses_0. auto.
    + destruct K as (q' & Sq & Kq). apply (sim_loses _ _ n' Sq). apply IH; auto.
  - destruct H as ((q0 & M0 & _) & H). rewrite loses_S. right. split; auto.
    split; [now exists q0|]. intros q M. destruct (H q M) as (m & K & Lm).
    unfold Game.known in K. destruct (status_of q) eqn:S; try discriminate.
    + injection K as ->. apply wins_mono with 0; [|lia]. rewrite wins_0; auto.
    + destruct K as (q' & Sq & Kq). apply wins_mono with m; auto.
      apply (sim_wins _ _ m Sq). apply IH; auto. lia.
Qed.

Lemma lean_complete : forall n p v, E p v ->
  (wins n p -> exists m, v = VWin m /\ m <= n) /\ (loses n p -> exists m, v = VLoss m /\ m <= n).
Proof.
  induction n as [|n IH]; intros p v H; pose proof (consistent _ _ H) as (G & C).
  - rewrite wins_0, loses_0. split; intros [W|(_ & [])]; congruence.
  - split; intros W.
    + pose proof W as W0. rewrite wins_S in W. destruct W as [W|(_ & q & M & L)]; [congruence|].
      assert (Kn : forall w, known q w -> exists m, w = VLoss m /\ m <= n).
      { intros w K. unfold Game.known in K. destruct (status_of q) eqn:S.
        - destruct (exclusive pos status_of move 0 q n); auto. rewrite wins_0; auto.
        - exists 0; split; auto; lia.
        - destruct n; rewrite ?loses_0, ?loses_S in L; intuition congruence.
        - destruct K as (q' & Sq & Kq). apply (sim_loses _ _ n Sq) in L.
          destruct (IH q' w Kq) as [_ X]. auto. }
      destruct v as [k|k|]; simpl in C.
      * destruct C as (k' & -> & _ & A). destruct A as [->|A]. { exists 1. split; auto. lia. }
        destruct (A q M) as (w & K & B).
        destruct (Kn w K) as (m & -> & Lm). specialize (B m eq_refl). exists (S k'). split; auto. lia.
      * destruct (exclusive _ _ _ _ _ _ W0 (proj2 (lean_sound k p) H)).
      * destruct C as (_ & A). destruct (A q M) as (w & K & B).
        destruct (Kn w K) as (m & -> & _). now destruct (B m).
    + pose proof W as W0. rewrite loses_S in W. destruct W as [W|(_ & _ & A)]; [congruence|].
      assert (Kn : forall q w, move p q -> known q w -> exists m, w = VWin m /\ m <= n).
      { intros q w M K. specialize (A q M). unfold Game.known in K. destruct (status_of q) eqn:S.
        - exists 0; split; auto; lia.
        - destruct (exclusive pos status_of move n q 0); auto. rewrite loses_0; auto.
        - destruct n; rewrite ?wins_0, ?wins_S in A; intuition congruence.
        - destruct K as (q' & Sq & Kq). apply (sim_wins _ _ n Sq) in A.
          destruct (IH q' w Kq) as [X _]. auto. }
      destruct v as [k|k|]; simpl in C.
      * destruct (exclusive _ _ _ _ _ _ (proj1 (lean_sound k p) H) W0).
      * destruct C as (k' & -> & (q & M & K) & _). destruct (Kn q _ M K) as (m & [= ->] & Lm).
        exists (S m). split; auto. lia.
      * destruct C as ((q & M & K) & _). destruct (Kn q _ M K) as (m & [=] & _).
Qed.

(* Every entry of a table that passes the local check is the true value. *)
Theorem lean_table_is_true p v : E p v -> true_value pos status_of move p v.
Proof.
  intros H. destruct v as [n|n|]; simpl.
  - split; [now apply lean_sound|]. intros m W. destruct (proj1 (lean_complete m p _ H) W) as (k & [= <-] & L). auto.
  - split; [now apply lean_sound|]. intros m W. destruct (proj2 (lean_complete m p _ H) W) as (k & [= <-] & L). auto.
  - intros m; split; intros W.
    + destruct (proj1 (lean_complete m p _ H) W) as (k & [=] & _).
    + destruct (proj2 (lean_complete m p _ H) W) as (k & [=] & _).
Qed.

(* Whoever can win at once does: play that stops there. *)
Definition wins_at_once (p : pos) : Prop := exists q, move p q /\ status_of q = Lost.
Inductive lean_reachable (s : pos) : pos -> Prop :=
| lean_start : lean_reachable s s
| lean_move p q : lean_reachable s p -> status_of p = Going -> ~ wins_at_once p -> move p q -> lean_reachable s q.

Hypothesis sim_sym : forall p q, sim p q -> sim q p.
Hypothesis sim_trans : forall p q r, sim p q -> sim q r -> sim p r.
Hypothesis sim_move : forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q'.

Lemma known_like q r w : sim q r -> known r w -> known q w.
Proof.
  intros S. unfold Game.known. rewrite (sim_status _ _ S). destruct (status_of r); auto.
  intros (r' & Sr & Er). eauto.
Qed.
(* A loss in none is a position that is over. *)
Lemma known_loss_0 q : known q (VLoss 0) -> status_of q = Lost.
Proof.
  unfold Game.known. destruct (status_of q); try discriminate; auto.
  intros (q' & _ & H). apply consistent in H. destruct H as (_ & n' & N & _). discriminate.
Qed.

(* Nothing that such play can lead to is missing. *)
Theorem lean_nothing_is_missing s : (exists v, known s v) -> forall p, lean_reachable s p -> exists v, known p v.
Proof.
  intros B p R. induction R as [|p q R IH G N M]; auto.
  destruct IH as (v & K). unfold Game.known in K. rewrite G in K. destruct K as (p' & Sp & Hp).
  destruct (sim_move _ _ _ Sp M) as (q' & Sq & Mq).
  assert (exists w, known q' w) as (w & Kw).
  { destruct (consistent _ _ Hp) as (_ & C). destruct v as [n|n|].
    - destruct C as (n' & _ & (r & Mr & Kr) & [->|A]).
      + exfalso. apply N. destruct (sim_move _ _ _ (sim_sym _ _ Sp) Mr) as (r' & Sr & Mr').
        exists r'. split; auto. rewrite <- (sim_status _ _ Sr). now apply known_loss_0.
      + destruct (A q' Mq) as (w & K & _). eauto.
    - destruct C as (n' & _ & _ & A). destruct (A q' Mq) as (w & K & _). eauto.
    - destruct C as (_ & A). destruct (A q' Mq) as (w & K & _). eauto. }
  exists w. eapply known_like; eauto.
Qed.

(* The owner (who is to move, or is not) does at least as well as a draw. *)
Definition lean_held (o : bool) (p : pos) : Prop :=
  status_of p = Going /\ exists v, known p v /\ at_least_draw o v.
Lemma lean_held_not_lost o q w : known q w -> at_least_draw o w -> not_lost pos status_of lean_held o q.
Proof.
  intros K A. unfold not_lost, lean_held. pose proof K as K'. unfold Game.known in K'. destruct (status_of q) eqn:S.
  - subst w. simpl in A. subst o. reflexivity.
  - subst w. simpl in A. subst o. reflexivity.
  - exact I.
  - split; auto. exists w. auto.
Qed.
Lemma lean_held_ok o p : lean_held o p -> status_of p = Going /\
  if o then exists q, move p q /\ not_lost pos status_of lean_held false q
  else forall q, move p q -> not_lost pos status_of lean_held true q.
Proof.
  intros (G & v & K & A). split; auto. unfold Game.known in K. rewrite G in K. destruct K as (p' & S & Ep).
  destruct (consistent _ _ Ep) as (_ & C). destruct o.
  - assert (exists q' w, move p' q' /\ known q' w /\ at_least_draw false w) as (q' & w & M & Kq & Aq).
    { destruct v as [n|n|]; simpl in A; try discriminate.
      - destruct C as (n' & _ & (q & M & Kq) & _). exists q, (VLoss n'). simpl. auto.
      - destruct C as ((q & M & Kq) & _). exists q, VDraw. simpl. auto. }
    destruct (sim_move _ _ _ (sim_sym _ _ S) M) as (q & Sq & Mq). exists q. split; auto.
    apply lean_held_not_lost with w; auto. apply known_like with q'; auto.
  - intros q M. destruct (sim_move _ _ _ S M) as (q' & Sq & Mq).
    assert (exists w, known q' w /\ at_least_draw true w) as (w & Kw & Aw).
    { destruct v as [n|n|]; simpl in A; try discriminate.
      - destruct C as (n' & _ & _ & X). destruct (X q' Mq) as (m & Kq & _). exists (VWin m). simpl. auto.
      - destruct C as (_ & X). destruct (X q' Mq) as (w & Kq & N). exists w. split; auto.
        destruct w; simpl; auto. now destruct (N n). }
    apply lean_held_not_lost with w; auto. apply known_like with q'; auto.
Qed.
Theorem lean_draws_are_safe p q : sim p q -> E q VDraw ->
  forall o, exists S, safe pos status_of move S o p.
Proof.
  intros S H o. apply certificate_safe with (kept := lean_held). { apply lean_held_ok. }
  pose proof (consistent _ _ H) as (G & _). rewrite <- (sim_status _ _ S) in G. split; auto. exists VDraw. split; [|exact I].
  unfold Game.known. rewrite G. eauto.
Qed.

(* In words of strategies, of images, too. *)
Hypothesis going_moves : forall p, status_of p = Going -> exists q, move p q.
Theorem lean_table_means_strategies p q v : sim p q -> E q v -> value_means pos status_of move p v.
Proof.
  intros S H. apply (value_has_meaning pos status_of move going_moves).
  - pose proof (lean_table_is_true q v H) as T. destruct v as [n|n|]; simpl in *.
    + destruct T as (W & X). split; [now apply (sim_wins p q n S)|]. intros m W'. apply X. now apply (sim_wins p q m S).
    + destruct T as (W & X). split; [now apply (sim_loses p q n S)|]. intros m W'. apply X. now apply (sim_loses p q m S).
    + intros n. rewrite (sim_wins p q n S), (sim_loses p q n S). apply T.
  - intros ->. now apply lean_draws_are_safe with q.
Qed.
End Lean.
