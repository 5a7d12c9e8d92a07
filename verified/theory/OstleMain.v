(* SPDX-License-Identifier: MIT *)
(* What the checker of Ostle's tables guarantees, in terms of the game as written, of strategies and
   of plays. *)
From Coq Require Import List Bool ZArith Uint63 Lia Relations.
From Zermelo Require Import Game Plays Ostle OstleWords OstleCheck.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope bool_scope.

Section Main.
Variable size : Z.
Variable lose : nat.
Hypothesis good : geometry size = true.

(* The states that there are: the position is a board, and the one before leads to it by a move. *)
Definition legal (s : state) : Prop :=
  board size (snd s) /\
  match fst s with None => True | Some b => exists m, play size m b (snd s) end.
Definition game_state : Type := { s : state | legal s }.
Definition gstatus (s : game_state) : status := status_of size lose (proj1_sig s).
Definition gmove (s t : game_state) : Prop := move size (proj1_sig s) (proj1_sig t).

Lemma legal_move s t : move size s t -> legal t.
Proof. intros ((m & P) & E & _). destruct t as (b, q). simpl in *. subst b.
  split; [apply P|simpl; eauto]. Qed.
Lemma gmove_exists (s : game_state) t : move size (proj1_sig s) t ->
  exists u : game_state, proj1_sig u = t /\ gmove s u.
Proof. intros M. exists (exist _ t (legal_move _ _ M)). auto. Qed.

Notation swins := (wins state (status_of size lose) (move size)).
Notation sloses := (loses state (status_of size lose) (move size)).
Notation gwins := (wins game_state gstatus gmove).
Notation gloses := (loses game_state gstatus gmove).
Lemma legal_forces n : forall s, (gwins n s <-> swins n (proj1_sig s)) /\
  (gloses n s <-> sloses n (proj1_sig s)).
Proof.
  induction n as [|n IH]; intros s. { rewrite !wins_0, !loses_0. unfold gstatus. tauto. }
  rewrite !wins_S, !loses_S. change (gstatus s) with (status_of size lose (proj1_sig s)).
  split; split.
  - intros [W|(G & t & M & L)]; auto. right. split; auto. exists (proj1_sig t). split; auto.
    now apply IH.
  - intros [W|(G & t & M & L)]; auto. right. split; auto.
    destruct (gmove_exists s t M) as (u & E & Mu). exists u. split; auto.
    apply IH. now rewrite E.
  - intros [W|(G & (t & M) & A)]; auto. right. split; auto. split. { exists (proj1_sig t).
    exact M. }
    intros u Mu. destruct (gmove_exists s u Mu) as (x & E & Mx). rewrite <- E. apply IH. auto.
  - intros [W|(G & (t & M) & A)]; auto. right. split; auto. split.
    { destruct (gmove_exists s t M) as (u & E & Mu). eauto. }
    intros u Mu. apply IH. apply A. exact Mu.
Qed.
Lemma legal_value s v : true_value state (status_of size lose) (move size) (proj1_sig s) v ->
  true_value game_state gstatus gmove s v.
Proof.
  assert (W : forall n, gwins n s <-> swins n (proj1_sig s)) by (intros n; apply legal_forces).
  assert (L : forall n, gloses n s <-> sloses n (proj1_sig s)) by (intros n; apply legal_forces).
  destruct v as [n|n|]; simpl.
  - intros (A & B). split; [now apply W|]. intros m X. apply B. now apply W.
  - intros (A & B). split; [now apply L|]. intros m X. apply B. now apply L.
  - intros H m. destruct (H m) as (A & B).
    split; intros X; [apply A; now apply W|apply B; now apply L].
Qed.

(* Rule 8 never leaves a side without a move. *)
Lemma going_moves (s : game_state) : gstatus s = Going -> exists t, gmove s t.
Proof.
  destruct s as ((b, p) & B & Hb). intros G. simpl in *.
  destruct (never_stuck size good lose b p B G Hb) as (q & M).
  destruct (gmove_exists (exist _ (b, p) (conj B Hb)) (Some p, q) M) as (u & _ & Mu). eauto.
Qed.

Variable tb : table.
Notation in_table := (in_table size tb).
Notation known := (Game.known rstate (rstatus size lose) (same_as size) in_table).

Section Passed.
Hypothesis sym_ok : symmetries_ok size tb = true.
Hypothesis pass : forall i, (i <? entries tb) = true ->
  check_entry lose (spots size) (all_of size) tb i = true.

Notation rheld := (held rstate (rstatus size lose) (same_as size) in_table).
Definition kept (o : bool) (s : game_state) : Prop := exists r, told size (proj1_sig s) r /\
  rheld o r.

Lemma kept_not_lost o s r : told size (proj1_sig s) r ->
  not_lost rstate (rstatus size lose) rheld o r ->
  not_lost game_state gstatus kept o s.
Proof.
  intros T. unfold not_lost, gstatus. rewrite (told_status size lose _ _ T).
  destruct (rstatus size lose r); auto.
  intros H. exists r. auto.
Qed.
Lemma kept_ok (o : bool) s : kept o s -> gstatus s = Going /\
  if o then exists q, gmove s q /\ not_lost game_state gstatus kept false q
  else forall q, gmove s q -> not_lost game_state gstatus kept true q.
Proof.
  intros (r & T & H).
  destruct (held_ok rstate (rstatus size lose) (rmove size) (same_as size)
    (sim_status size lose good)
    (fun a b => same_sym rstate (image size) (image_sym size) a b)
    (fun a b c => rt_trans rstate (image size) a b c) (sim_move size good) in_table
    (table_consistent size lose tb good sym_ok pass) o r H) as (G & A).
  split. { unfold gstatus. now rewrite (told_status size lose _ _ T). }
  destruct o.
  - destruct A as (u & M & N). destruct (told_back size good _ _ _ T M) as (t & Tu & Mt).
    destruct (gmove_exists s t Mt) as (x & E & Mx). exists x. split; auto.
    apply (kept_not_lost false x u); auto. now rewrite E.
  - intros q M. destruct (told_forth size good _ _ _ T M) as (u & Tu & Mu).
    apply (kept_not_lost true q u Tu). auto.
Qed.

Notation forces := (forces game_state gstatus gmove).
Notation safe := (safe game_state gstatus gmove).

Lemma known_true r v : known r v -> true_value rstate (rstatus size lose) (rmove size) r v.
Proof.
  intros K. unfold Game.known in K. destruct (rstatus size lose r) eqn:E.
  - subst v. split; [rewrite wins_0; auto|]. intros. apply PeanoNat.Nat.le_0_l.
  - subst v. split; [rewrite loses_0; auto|]. intros. apply PeanoNat.Nat.le_0_l.
  - unfold rstatus, standing in E. destruct (_ <=? _)%nat; [discriminate|].
    destruct (_ <=? _)%nat; discriminate.
  - destruct K as (r' & S & H).
    pose proof (table_true size lose tb good sym_ok pass r' v H) as T.
    assert (W : forall n, wins rstate (rstatus size lose) (rmove size) n r <-> wins rstate (rstatus
      size lose) (rmove size) n r')
      by (intros n; exact (sim_wins size lose good r r' n S)).
    assert (L : forall n, loses rstate (rstatus size lose) (rmove size) n r <-> loses rstate
      (rstatus size lose) (rmove size) n r')
      by (intros n; exact (sim_loses size lose good r r' n S)).
    destruct v as [n|n|]; simpl in *.
    + destruct T as (A & B). split; [now apply W|]. intros m X. apply B. now apply W.
    + destruct T as (A & B). split; [now apply L|]. intros m X. apply B. now apply L.
    + intros m. destruct (T m) as (A & B).
      split; intros X; [apply A; now apply W|apply B; now apply L].
Qed.

Lemma known_means_strategies (s : game_state) r v : told size (proj1_sig s) r -> known r v ->
  match v with
  | VWin n => (exists S, forces S true s n) /\ (forall S m, forces S true s m -> (n <= m)%nat)
  | VLoss n => (exists S, forces S false s n) /\ (forall S m, forces S false s m -> (n <= m)%nat)
  | VDraw => (exists S, safe S true s) /\ (exists S, safe S false s) /\
    (forall S o m, ~ forces S o s m)
  end.
Proof.
  intros T H.
  pose proof (legal_value s v (proj2 (told_value size lose good _ r v T) (known_true r v H))) as Tr.
  destruct v as [n|n|]; simpl in Tr.
  - destruct Tr as (W & X). split.
    { now apply (wins_is_a_strategy game_state gstatus gmove going_moves). }
    intros S m F. apply X. apply (wins_is_a_strategy game_state gstatus gmove going_moves). eauto.
  - destruct Tr as (W & X). split.
    { now apply (loses_is_a_strategy game_state gstatus gmove going_moves). }
    intros S m F. apply X. apply (loses_is_a_strategy game_state gstatus gmove going_moves). eauto.
  - assert (K : forall o, kept o s).
    { intros o. exists r. split; auto. split.
      - unfold Game.known in H. destruct (rstatus size lose r) eqn:E; auto; try discriminate.
        unfold rstatus, standing in E. destruct (_ <=? _)%nat; [discriminate|].
        destruct (_ <=? _)%nat; discriminate.
      - exists VDraw. split; [exact H|exact I]. }
    assert (D : forall o, exists S, safe S o s).
    { intros o. apply (certificate_safe game_state gstatus gmove kept kept_ok o s (K o)). }
    split; [apply D|]. split; [apply D|]. intros S o m F. destruct (Tr m) as (N1 & N2). destruct o.
    + apply N1. apply (wins_is_a_strategy game_state gstatus gmove going_moves). eauto.
    + apply N2. apply (loses_is_a_strategy game_state gstatus gmove going_moves). eauto.
Qed.

(* If the start is found, so is all that play can lead to. *)
Lemma entries_are_all start : board size start ->
  look lose tb start None <> 0 ->
  forall s, reachable state (status_of size lose) (move size) (None, start) s ->
  exists r v, told size s r /\ known r v.
Proof.
  intros B N s R.
  assert (X : exists r, told size s r /\
    reachable rstate (rstatus size lose) (rmove size) (start, None) r).
  { induction R as [|s t R IH G M].
    - exists (start, None). split; [split; auto; reflexivity|apply reach_start].
    - destruct IH as (r & T & Rr). destruct (told_forth size good _ _ _ T M) as (u & Tu & Mu).
      exists u. split; auto.
      apply reach_move with r; auto. now rewrite <- (told_status size lose _ _ T). }
  destruct X as (r & T & Rr). exists r.
  destruct (table_whole size lose tb good sym_ok pass (start, None)) with (t := r) as (v & V);
    eauto.
  destruct (look_known size lose tb good sym_ok pass start None B) as (w & _ & W); eauto.
  exact I.
Qed.
End Passed.
End Main.

(* ---- What is run ---- *)

Definition check_start (size : Z) (lose n : nat) (tb : table) : bool :=
  boardb (all_of size) (start size n) && negb (look lose tb (start size n) None =? 0).

(* What the table tells of a state of the game as written: it is what the table tells of the
   position
   with the move that rule 8 forbids (or of one that a symmetry of the board turns it into); or the
   game is over. *)
Definition tells size lose tb (s : state) (v : value) : Prop :=
  exists r, told size s r /\
    Game.known rstate (rstatus size lose) (same_as size) (in_table size tb) r v.

(* THE THEOREM.  A table, hints and symmetries, from anywhere, have passed: range by range, the
   ranges
   covering all entries (passed, in OstleCheck.v).  Then for each state of the game as written that
   the table tells of, in strategies against all play, the history being known to both: *)
Theorem table_means_strategies size lose tb : passed size lose tb ->
  forall (s : game_state size) v, tells size lose tb (proj1_sig s) v ->
  match v with
  | VWin n =>
      (exists S, forces (game_state size) (gstatus size lose) (gmove size) S true s n) /\
      (forall S m, forces (game_state size) (gstatus size lose) (gmove size) S true s m ->
        (n <= m)%nat)
  | VLoss n =>
      (exists S, forces (game_state size) (gstatus size lose) (gmove size) S false s n) /\
      (forall S m, forces (game_state size) (gstatus size lose) (gmove size) S false s m ->
        (n <= m)%nat)
  | VDraw =>
      (exists S, safe (game_state size) (gstatus size lose) (gmove size) S true s) /\
      (exists S, safe (game_state size) (gstatus size lose) (gmove size) S false s) /\
      (forall S o m, ~ forces (game_state size) (gstatus size lose) (gmove size) S o s m)
  end.
Proof.
  intros C. destruct (passed_entries _ _ _ C) as (G & Sy & P). intros s v (r & T & K).
  exact (known_means_strategies size lose G tb Sy P s r v T K).
Qed.
(* ... and if the start passes, too, it tells of every state that play can lead to (or the game is
   over there). *)
Theorem nothing_is_missing size lose n tb : passed size lose tb ->
  check_start size lose n tb = true ->
  forall s, reachable state (status_of size lose) (move size) (None, start size n) s ->
  legal size s /\ exists v, tells size lose tb s v.
Proof.
  intros C D s R. destruct (passed_entries _ _ _ C) as (G & Sy & P). unfold check_start in D.
  rewrite andb_true_iff, negb_true_iff, eqb_neq in D. destruct D as (B & N).
  apply (boardb_board size G) in B. split.
  - destruct R as [|a b _ _ M]; [split; [exact B|exact I]|]. apply (legal_move _ _ _ M).
  - destruct (entries_are_all size lose G tb Sy P (start size n) B N s R) as (r & v & T & K).
    exists v, r. auto.
Qed.
