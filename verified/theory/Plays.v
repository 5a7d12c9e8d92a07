(* SPDX-License-Identifier: MIT *)
(* Values in terms of strategies and plays, for whoever doubts the recursive definitions of Game.v;
   and what shows that a strategy does what it claims. The specification goes up to value_means. *)
From Coq Require Import List Arith Lia.
From Zermelo Require Import Game.
Import ListNotations.

Section Plays.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.
Hypothesis going_moves : forall p, status_of p = Going -> exists q, move p q.
Notation wins := (wins pos status_of move).
Notation loses := (loses pos status_of move).

(* A strategy of one side, its owner: to which positions it allows a move, when the owner is to
   move, after the positions so far, of which the newest comes first. It may depend on all of
   them. *)
Definition strategy := list pos -> pos -> Prop.

(* Plays from p0 in which the owner keeps to the strategy, and the other side makes any moves. run S
   o0 p0 k o p h: after k plies the position is p, the owner is to move (o) or not, and h are the
   positions before it. At first, in p0, the owner is to move (o0) or not. *)
Inductive run (S : strategy) (o0 : bool) (p0 : pos) : nat -> bool -> pos -> list pos -> Prop :=
| run_start : run S o0 p0 0 o0 p0 []
| run_owner k p h q : run S o0 p0 k true p h -> status_of p = Going -> move p q -> S (p :: h) q ->
                      run S o0 p0 (Datatypes.S k) false q (p :: h)
| run_other k p h q : run S o0 p0 k false p h -> status_of p = Going -> move p q ->
                      run S o0 p0 (Datatypes.S k) true q (p :: h).

(* The strategy is never without a legal move. *)
Definition goes_on (S : strategy) o p := forall k q h,
  run S o p k true q h -> status_of q = Going -> exists r, move q r /\ S (q :: h) r.
Definition owner_has_won (o : bool) (s : status) := if o then s = Won else s = Lost.
(* Every play is over after at most n plies, and the owner has won. *)
Definition forces (S : strategy) (o : bool) (p : pos) (n : nat) := goes_on S o p /\
  forall k o' q h, run S o p k o' q h ->
    (status_of q = Going -> k < n) /\ (status_of q <> Going -> owner_has_won o' (status_of q)).
(* The owner never loses. *)
Definition safe (S : strategy) (o : bool) (p : pos) := goes_on S o p /\
  forall k o' q h, run S o p k o' q h -> status_of q <> Going ->
    owner_has_won o' (status_of q) \/ status_of q = Drawn.

(* The owner does not lose within n plies. *)
Definition safe_for (S : strategy) (o : bool) (p : pos) (n : nat) :=
  (forall k q h, run S o p k true q h -> k < n -> status_of q = Going ->
                 exists r, move q r /\ S (q :: h) r) /\
  forall k o' q h, run S o p k o' q h -> k <= n -> status_of q <> Going ->
    owner_has_won o' (status_of q) \/ status_of q = Drawn.

(* What the value of a position means. The owner of a strategy may be the side to move (true) or the
   other side (false). Win n: the side to move has a strategy that wins within n plies against every
   play, and none that wins within fewer. Loss n: so has the other side. Draw: both sides have a
   strategy with which they never lose, and neither has one that forces a win. *)
Definition value_means (p : pos) (v : value) : Prop :=
  match v with
  | VWin n => (exists S, forces S true p n) /\ forall S m, forces S true p m -> n <= m
  | VLoss n => (exists S, forces S false p n) /\ forall S m, forces S false p m -> n <= m
  | VDraw => (forall o, exists S, safe S o p) /\ forall S o m, ~ forces S o p m
  end.

Lemma run_length S o p k o' q h : run S o p k o' q h -> length h = k.
Proof. induction 1; simpl; auto. Qed.

(* ---- wins and loses are what strategies can force ---- *)

Definition by_the_clock (n : nat) : strategy := fun h q => loses (n - length h) q.

Lemma forced n (o : bool) p : (if o then wins n p else loses n p) -> exists S, forces S o p n.
Proof.
  intros W. exists (by_the_clock n).
  assert (I : forall k o' q h, run (by_the_clock n) o p k o' q h ->
              k <= n /\ if o' then wins (n - k) q else loses (n - k) q).
  { intros k o' q h R. induction R as [|k q h r R (Lk & IH) G M St|k q h r R (Lk & IH) G M].
    - rewrite Nat.sub_0_r. split; [lia|auto].
    - pose proof (run_length _ _ _ _ _ _ _ R) as Len. unfold by_the_clock in St. simpl in St.
      rewrite Len in St.
      destruct (n - k) eqn:E. { rewrite wins_0 in IH. intuition congruence. } split; [lia|auto].
    - destruct (n - k) eqn:E. { rewrite loses_0 in IH. intuition congruence. }
      rewrite loses_S in IH. destruct IH as [X|(_ & _ & A)]; [congruence|]. split; [lia|].
      replace (n - Datatypes.S k) with n0 by lia. auto. }
  split.
  - intros k q h R G. destruct (I _ _ _ _ R) as (Lk & X).
    pose proof (run_length _ _ _ _ _ _ _ R) as Len.
    destruct (n - k) eqn:E. { rewrite wins_0 in X. intuition congruence. }
    rewrite wins_S in X. destruct X as [X|(_ & r & M & L)]; [congruence|]. exists r. split; auto.
    unfold by_the_clock. simpl. rewrite Len. now replace (n - Datatypes.S k) with n0 by lia.
  - intros k o' q h R. destruct (I _ _ _ _ R) as (Lk & X). split.
    + intros G. destruct (n - k) eqn:E; [|lia].
      destruct o'; rewrite ?wins_0, ?loses_0 in X; intuition congruence.
    + intros G. destruct (n - k), o'; rewrite ?wins_0, ?wins_S, ?loses_0, ?loses_S in X; simpl;
      intuition congruence.
Qed.

(* A play after the first ply is a play. *)
Lemma forces_after S n o p q : forces S o p (Datatypes.S n) -> status_of p = Going -> move p q ->
  (o = true -> S [p] q) -> exists S', forces S' (negb o) q n.
Proof.
  intros (Go & F) G M A. exists (fun h r => S (h ++ [p]) r).
  assert (I : forall k o' r h, run (fun h r => S (h ++ [p]) r) (negb o) q k o' r h ->
                               run S o p (Datatypes.S k) o' r (h ++ [p])).
  { intros k o' r h R. induction R as [|k r h t R IH G' M' St|k r h t R IH G' M'].
    - simpl. destruct o; simpl.
      + apply run_owner; auto. apply run_start.
      + apply run_other; auto. apply run_start.
    - apply run_owner with (h := h ++ [p]); auto.
    - apply run_other with (h := h ++ [p]); auto. }
  split.
  - intros k r h R G'. destruct (Go _ _ _ (I _ _ _ _ R) G') as (t & M' & St). eauto.
  - intros k o' r h R. destruct (F _ _ _ _ (I _ _ _ _ R)) as (X & Y). split; auto. intros G'.
    specialize (X G'). lia.
Qed.

Lemma forces_wins n : forall S (o : bool) p, forces S o p n -> if o then wins n p else loses n p.
Proof.
  induction n as [|n IH]; intros S o p F; pose proof F as (Go & Fin);
    destruct (Fin _ _ _ _ (run_start S o p)) as (X & Y).
  - assert (status_of p <> Going) by (intros G; specialize (X G); lia).
    specialize (Y H). destruct o; rewrite ?wins_0, ?loses_0; auto.
  - destruct (status_of p) eqn:G.
    + specialize (Y ltac:(congruence)). destruct o; simpl in Y; [rewrite wins_S; auto|congruence].
    + specialize (Y ltac:(congruence)). destruct o; simpl in Y; [congruence|rewrite loses_S; auto].
    + specialize (Y ltac:(congruence)). destruct o; simpl in Y; congruence.
    + destruct o.
      * destruct (Go _ _ _ (run_start S true p) G) as (q & M & St).
        destruct (forces_after _ _ _ _ q F G M) as (S' & F'); auto.
        rewrite wins_S. right. split; auto. exists q. split; auto. apply (IH S' false q F').
      * rewrite loses_S. right. split; auto. split; auto. intros q M.
        destruct (forces_after _ _ _ _ q F G M) as (S' & F'); [congruence|].
        apply (IH S' true q F').
Qed.

(* THEOREM 3: "wins in at most n plies" is: some strategy of the side to move forces it, against any
   play of the other side; "loses": some strategy of the other side does. *)
Theorem wins_is_a_strategy n p : wins n p <-> exists S, forces S true p n.
Proof. split. { apply (forced n true). } intros (S & F). apply (forces_wins n S true p F). Qed.
Theorem loses_is_a_strategy n p : loses n p <-> exists S, forces S false p n.
Proof. split. { apply (forced n false). } intros (S & F). apply (forces_wins n S false p F). Qed.

Theorem value_has_meaning p v : true_value pos status_of move p v ->
  (v = VDraw -> forall o, exists S, safe S o p) -> value_means p v.
Proof.
  intros T D. destruct v as [n|n|]; simpl in *.
  - destruct T as (W & X). split. { now apply wins_is_a_strategy. }
    intros S m F. apply X. apply wins_is_a_strategy. eauto.
  - destruct T as (W & X). split. { now apply loses_is_a_strategy. }
    intros S m F. apply X. apply loses_is_a_strategy. eauto.
  - split; [now apply D|]. intros S o m F. destruct (T m) as (N1 & N2). destruct o.
    + apply N1. apply wins_is_a_strategy. eauto.
    + apply N2. apply loses_is_a_strategy. eauto.
Qed.

(* ---- Certificates: a set of positions, and a bound of the plies for each ---- *)

Variable bounded : bool -> pos -> nat -> Prop.  (* owner to move, position, plies *)
Definition won_or_bounded (o : bool) (q : pos) (n : nat) : Prop :=
  match status_of q with
  | Going => exists m, bounded o q m /\ m <= n
  | s => owner_has_won o s
  end.
Hypothesis bounded_ok : forall (o : bool) p n, bounded o p n -> status_of p = Going /\
  exists n', n = Datatypes.S n' /\ (exists q, move p q) /\
  if o then exists q, move p q /\ won_or_bounded false q n'
  else forall q, move p q -> won_or_bounded true q n'.

(* THEOREM 4: a certificate of wins that passes is right, also in its number of plies. *)
Theorem certificate_wins : forall n (o : bool) p, bounded o p n ->
  if o then wins n p else loses n p.
Proof.
  induction n as [n IH] using lt_wf_ind. intros o p B. 
  destruct (bounded_ok _ _ _ B) as (G & n' & -> & Some_move & H).
  assert (K : forall o' q, won_or_bounded o' q n' -> if o' then wins n' q else loses n' q).
  { intros o' q W. unfold won_or_bounded in W. destruct (status_of q) eqn:E.
    - destruct o'; simpl in W; try congruence. apply wins_mono with 0; [|lia]. rewrite wins_0; auto.
    - destruct o'; simpl in W; try congruence. apply loses_mono with 0; [|lia]. rewrite loses_0;
      auto.
    - destruct o'; simpl in W; congruence.
    - destruct W as (m & Bm & L). specialize (IH m ltac:(lia) o' q Bm).
      destruct o'; [apply wins_mono with m|apply loses_mono with m]; auto. }
  destruct o.
  - destruct H as (q & M & W). rewrite wins_S. right. split; auto. exists q. split; auto.
    apply (K false q W).
  - rewrite loses_S. right. split; auto. split; auto. intros q M. apply (K true q (H q M)).
Qed.

(* A set that is never left by what the owner plays nor by any move of the other side. *)
Variable kept : bool -> pos -> Prop.
Definition not_lost (o : bool) (q : pos) : Prop :=
  match status_of q with Going => kept o q | Drawn => True | s => owner_has_won o s end.
Hypothesis kept_ok : forall (o : bool) p, kept o p -> status_of p = Going /\
  if o then exists q, move p q /\ not_lost false q else forall q, move p q -> not_lost true q.

(* THEOREM 5: who keeps to the set never loses, however long play lasts. *)
Theorem certificate_safe o p : kept o p -> exists S, safe S o p.
Proof.
  intros K. exists (fun _ q => not_lost false q).
  assert (I : forall k o' q h, run (fun _ q => not_lost false q) o p k o' q h -> not_lost o' q).
  { intros k o' q h R. induction R as [|k q h r R IH G M St|k q h r R IH G M]; auto.
    - unfold not_lost. destruct (kept_ok _ _ K) as (-> & _). exact K.
    - unfold not_lost in IH. rewrite G in IH. destruct (kept_ok _ _ IH) as (_ & A). auto. }
  split.
  - intros k q h R G. pose proof (I _ _ _ _ R) as X. unfold not_lost in X. rewrite G in X.
    destruct (kept_ok _ _ X) as (_ & A). exact A.
  - intros k o' q h R G. pose proof (I _ _ _ _ R) as X. unfold not_lost in X.
    destruct (status_of q); auto. congruence.
Qed.

(* The same for a number of plies. *)
Variable lasts : bool -> pos -> nat -> Prop.  (* owner to move, position, plies *)
Definition not_lost_for (o : bool) (q : pos) (n : nat) : Prop :=
  match status_of q with
  | Going => n = 0 \/ exists m, lasts o q m /\ n <= m
  | Drawn => True
  | s => owner_has_won o s
  end.
Hypothesis lasts_ok : forall (o : bool) p n, lasts o p n -> status_of p = Going /\
  match n with
  | 0 => True
  | Datatypes.S n' => if o then exists q, move p q /\ not_lost_for false q n'
                      else forall q, move p q -> not_lost_for true q n'
  end.
Lemma lasts_less (o : bool) p m n : lasts o p m -> Datatypes.S n <= m ->
  if o then exists q, move p q /\ not_lost_for false q n
  else forall q, move p q -> not_lost_for true q n.
Proof.
  intros L H. destruct (lasts_ok _ _ _ L) as (_ & A). destruct m as [|m]; [lia|].
  assert (W : forall o' q, not_lost_for o' q m -> not_lost_for o' q n).
  { intros o' q. unfold not_lost_for. destruct (status_of q); auto.
    intros [->|(k & Lk & X)]; [left; lia|]. right. exists k. split; auto. lia. }
  destruct o.
  - destruct A as (q & M & N). eauto.
  - eauto.
Qed.

Theorem certificate_lasts n o p m : lasts o p m -> n <= m -> exists S, safe_for S o p n.
Proof.
  intros K Lm. pose (S := fun (h : list pos) q => not_lost_for false q (n - length h)). exists S.
  assert (I : forall k o' q h, run S o p k o' q h -> k <= n -> not_lost_for o' q (n - k)).
  { intros k o' q h R. induction R as [|k q h r R IH G M St|k q h r R IH G M]; intros Lk.
    - unfold not_lost_for. destruct (lasts_ok _ _ _ K) as (-> & _). right. exists m.
      split; auto. lia.
    - unfold S in St. simpl in St. pose proof (run_length _ _ _ _ _ _ _ R) as Len.
      now rewrite Len in St.
    - specialize (IH ltac:(lia)). unfold not_lost_for in IH. rewrite G in IH.
      destruct IH as [X|(j & Lj & X)]; [lia|].
      apply (lasts_less false q j (n - Datatypes.S k) Lj); auto. lia. }
  split.
  - intros k q h R Lk G. pose proof (I _ _ _ _ R ltac:(lia)) as X. unfold not_lost_for in X.
    rewrite G in X. destruct X as [X|(j & Lj & X)]; [lia|].
    destruct (lasts_less true q j (n - Datatypes.S k) Lj ltac:(lia)) as (r & M & N).
    exists r. split; auto. unfold S. simpl. now rewrite (run_length _ _ _ _ _ _ _ R).
  - intros k o' q h R Lk G. pose proof (I _ _ _ _ R Lk) as X. unfold not_lost_for in X.
    destruct (status_of q); auto. congruence.
Qed.

Theorem certificate_not_won n (o : bool) p : kept o p -> ~ (if o then loses n p else wins n p).
Proof.
  revert o p. induction n as [|n IH]; intros o p K; destruct (kept_ok _ _ K) as (G & A);
    destruct o; rewrite ?loses_0, ?wins_0, ?loses_S, ?wins_S; try intuition congruence.
  - intros [X|(_ & _ & B)]; [congruence|]. destruct A as (q & M & N). specialize (B q M).
    unfold not_lost in N. destruct (status_of q) eqn:E; simpl in N; try congruence.
    + destruct n; rewrite ?wins_0, ?wins_S in B; intuition congruence.
    + destruct n; rewrite ?wins_0, ?wins_S in B; intuition congruence.
    + now apply (IH false q N).
  - intros [X|(_ & q & M & B)]; [congruence|]. specialize (A q M).
    unfold not_lost in A. destruct (status_of q) eqn:E; simpl in A; try congruence.
    + destruct n; rewrite ?loses_0, ?loses_S in B; intuition congruence.
    + destruct n; rewrite ?loses_0, ?loses_S in B; intuition congruence.
    + now apply (IH true q A).
Qed.
End Plays.

(* ---- Why distances: outcomes alone can agree with each other and be false ---- *)
Section Carousel.
(* 0 and 1 move to each other, for ever; it is a draw.  "0 is won, 1 is lost" is consistent. *)
Definition st (n : nat) := Going.
Definition mv (p q : nat) := (p = 0 /\ q = 1) \/ (p = 1 /\ q = 0).
Definition outcome (n : nat) (win : bool) := (n = 0 /\ win = true) \/ (n = 1 /\ win = false).
Lemma outcomes_agree : forall p w, outcome p w ->
  if w then exists q, mv p q /\ outcome q false
  else (exists q, mv p q) /\ forall q, mv p q -> outcome q true.
Proof.
  intros p w [(-> & ->)|(-> & ->)].
  - exists 1. unfold mv, outcome. auto.
  - split. { exists 0. unfold mv. auto. } intros q [(? & _)|(_ & ->)]; [discriminate|].
    unfold outcome. auto.
Qed.
Lemma but_nobody_wins : forall n p, p <= 1 -> ~ wins nat st mv n p /\ ~ loses nat st mv n p.
Proof.
  induction n as [|n IH]; intros p L.
  - rewrite wins_0, loses_0. unfold st. intuition congruence.
  - rewrite wins_S, loses_S. unfold st at 1 3 4 6. split.
    + intros [X|(_ & q & M & Lq)]; [discriminate|]. destruct (IH q); auto. destruct M; lia.
    + intros [X|(_ & (q & M) & A)]; [discriminate|]. destruct (IH q); auto. destruct M; lia.
Qed.
End Carousel.

(* ---- Strategies from tables ---- *)
Section FromTables.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.
Variable sim : pos -> pos -> Prop.
Hypothesis sim_status : forall p q, sim p q -> status_of p = status_of q.
Hypothesis sim_sym : forall p q, sim p q -> sim q p.
Hypothesis sim_trans : forall p q r, sim p q -> sim q r -> sim p r.
Hypothesis sim_move : forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q'.
Variable E : pos -> value -> Prop.
Hypothesis consistent : forall p v, E p v -> local pos status_of move sim E p v.
Notation known := (known pos status_of sim E).

Lemma known_sim q r w : sim q r -> known r w -> known q w.
Proof.
  intros S. unfold Game.known. rewrite (sim_status _ _ S). destruct (status_of r); auto.
  intros (r' & Sr & Er). eauto.
Qed.

(* The owner (who is to move, or is not) does at least as well as a draw. *)
Definition at_least_draw (o : bool) (v : value) : Prop :=
  match v with VDraw => True | VWin _ => o = true | VLoss _ => o = false end.
Definition held (o : bool) (p : pos) : Prop :=
  status_of p = Going /\ exists v, known p v /\ at_least_draw o v.

Lemma held_not_lost o q w : known q w -> at_least_draw o w -> not_lost pos status_of held o q.
Proof.
  intros K A. unfold not_lost, held. pose proof K as K'. unfold Game.known in K'.
  destruct (status_of q) eqn:S.
  - subst w. simpl in A. subst o. reflexivity.
  - subst w. simpl in A. subst o. reflexivity.
  - exact I.
  - split; auto. exists w. auto.
Qed.

Lemma held_ok o p : held o p -> status_of p = Going /\
  if o then exists q, move p q /\ not_lost pos status_of held false q
  else forall q, move p q -> not_lost pos status_of held true q.
Proof.
  intros (G & v & K & A). split; auto. unfold Game.known in K. rewrite G in K.
  destruct K as (p' & S & Ep).
  destruct (consistent _ _ Ep) as (_ & C). destruct o.
  - assert (exists q' w, move p' q' /\ known q' w /\ at_least_draw false w)
      as (q' & w & M & Kq & Aq).
    { destruct v as [n|n|]; simpl in A; try discriminate.
      - destruct C as (n' & _ & (q & M & Kq) & _). exists q, (VLoss n'). simpl. auto.
      - destruct C as ((q & M & Kq) & _). exists q, VDraw. simpl. auto. }
    destruct (sim_move _ _ _ (sim_sym _ _ S) M) as (q & Sq & Mq). exists q. split; auto.
    apply held_not_lost with w; auto. apply known_sim with q'; auto.
  - intros q M. destruct (sim_move _ _ _ S M) as (q' & Sq & Mq).
    assert (exists w, known q' w /\ at_least_draw true w) as (w & Kw & Aw).
    { destruct v as [n|n|]; simpl in A; try discriminate.
      - destruct C as (n' & _ & _ & X). destruct (X q' Mq) as (m & Kq & _). exists (VWin m). simpl.
        auto.
      - destruct C as (_ & X). destruct (X q' Mq) as (w & Kq & N). exists w. split; auto.
        destruct w; simpl; auto. now destruct (N n). }
    apply held_not_lost with w; auto. apply known_sim with q'; auto.
Qed.

(* THEOREM 6: in a position that a checked table calls drawn, itself or by an image, each side has a
   strategy with which it never loses. *)
Theorem draws_are_safe p q : sim p q -> E q VDraw ->
  forall o, exists S, safe pos status_of move S o p.
Proof.
  intros S H o. apply certificate_safe with (kept := held). { apply held_ok. }
  pose proof (consistent _ _ H) as (G & _). rewrite <- (sim_status _ _ S) in G.
  split; auto. exists VDraw. split; [|exact I]. unfold Game.known. rewrite G. eauto.
Qed.
End FromTables.
