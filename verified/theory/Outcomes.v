(* SPDX-License-Identifier: MIT *)
(* Outcomes without distances. They can agree with each other and be false, where play may go
   round in circles (Plays.v, Carousel). But if each entry of a table has a height, and all moves
   lead to entries of greater height, then outcomes that agree with each other are true. *)
From Coq Require Import List Arith Lia.
From Zermelo Require Import Game Plays.
Import ListNotations.

Inductive outcome := OWin | OLoss | ODraw.

Section Outcomes.
Variable pos : Type.
Variable status_of : pos -> status.
Variable move : pos -> pos -> Prop.
Notation wins := (wins pos status_of move).
Notation loses := (loses pos status_of move).
Notation forces := (forces pos status_of move).
Notation safe := (safe pos status_of move).

(* What an outcome means, in strategies and plays. *)
Definition outcome_means (p : pos) (o : outcome) : Prop :=
  match o with
  | OWin => exists S n, forces S true p n
  | OLoss => exists S n, forces S false p n
  | ODraw => (forall o, exists S, safe S o p) /\ forall S o n, ~ forces S o p n
  end.

Definition true_outcome (p : pos) (o : outcome) : Prop :=
  match o with
  | OWin => exists n, wins n p
  | OLoss => exists n, loses n p
  | ODraw => forall n, ~ wins n p /\ ~ loses n p
  end.

Hypothesis going_moves : forall p, status_of p = Going -> exists q, move p q.
Hypothesis finite : forall p, exists l, forall q, In q l <-> move p q.

Variable sim : pos -> pos -> Prop.
Hypothesis sim_status : forall p q, sim p q -> status_of p = status_of q.
Hypothesis sim_wins : forall p q n, sim p q -> (wins n p <-> wins n q).
Hypothesis sim_loses : forall p q n, sim p q -> (loses n p <-> loses n q).
Hypothesis sim_sym : forall p q, sim p q -> sim q p.
Hypothesis sim_trans : forall p q r, sim p q -> sim q r -> sim p r.
Hypothesis sim_move : forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q'.

(* The entries: position, outcome, height. *)
Variable E : pos -> outcome -> nat -> Prop.
Variable top : nat.
Hypothesis bounded : forall p o h, E p o h -> h <= top.

(* What is known of a position that a move leads to from height h. *)
Definition known_above (h : nat) (q : pos) (o : outcome) : Prop :=
  match status_of q with
  | Won => o = OWin
  | Lost => o = OLoss
  | Drawn => o = ODraw
  | Going => exists q' k, sim q q' /\ E q' o k /\ h < k
  end.

Hypothesis consistent : forall p o h, E p o h -> status_of p = Going /\
  (forall q, move p q -> exists w, known_above h q w /\
     match o with OWin => True | OLoss => w = OWin | ODraw => w <> OLoss end) /\
  match o with
  | OWin => exists q, move p q /\ known_above h q OLoss
  | OLoss => True
  | ODraw => exists q, move p q /\ known_above h q ODraw
  end.

Lemma bound_all (l : list pos) : (forall q, In q l -> exists n, wins n q) ->
  exists n, forall q, In q l -> wins n q.
Proof.
  induction l as [|q l IH]; intros H. { exists 0. intros q []. }
  destruct IH as (n & N); [intros; apply H; now right|]. destruct (H q) as (m & M); [now left|].
  exists (n + m). intros r [<-|I].
  - apply wins_mono with m; auto. lia.
  - apply wins_mono with n; auto. lia.
Qed.

Lemma same_outcome p q o : sim p q -> true_outcome q o -> true_outcome p o.
Proof.
  intros S. destruct o; simpl.
  - intros (n & W). exists n. now apply (sim_wins p q n S).
  - intros (n & W). exists n. now apply (sim_loses p q n S).
  - intros H n. rewrite (sim_wins p q n S), (sim_loses p q n S). apply H.
Qed.

(* THEOREM 7: where every move rises, outcomes that agree with each other are true. *)
Lemma true_by_height k : forall p o h, E p o h -> top - h < k -> true_outcome p o.
Proof.
  induction k as [|k IH]; intros p o h H L; [lia|]. destruct (consistent _ _ _ H) as (G & A & C).
  assert (K : forall q w, known_above h q w -> true_outcome q w).
  { intros q w Kq. unfold known_above in Kq. destruct (status_of q) eqn:S; try subst w; simpl.
    - exists 0. rewrite wins_0. auto.
    - exists 0. rewrite loses_0. auto.
    - intros n. destruct n; rewrite ?wins_0, ?loses_0, ?wins_S, ?loses_S, S; intuition congruence.
    - destruct Kq as (q' & m & Sq & Eq & Lm). apply (same_outcome _ q'); auto.
      apply (IH q' w m); auto. pose proof (bounded _ _ _ Eq). lia. }
  destruct o; simpl.
  - destruct C as (q & M & Kq). destruct (K q OLoss Kq) as (n & N). exists (S n).
    rewrite wins_S. right. eauto.
  - destruct (finite p) as (l & Fin). destruct (bound_all l) as (n & N).
    { intros q I. apply Fin in I. destruct (A q I) as (w & Kw & ->). apply (K q OWin Kw). }
    exists (S n). rewrite loses_S. right. split; auto. split; [now apply going_moves|].
    intros q M. apply N. now apply Fin.
  - destruct C as (q & M & Kq). intros n. destruct n.
    { rewrite wins_0, loses_0, G. intuition congruence. }
    rewrite wins_S, loses_S, G. split.
    + intros [X|(_ & r & Mr & Lr)]; [congruence|]. destruct (A r Mr) as (w & Kw & N).
      pose proof (K r w Kw) as T. destruct w; simpl in T; try congruence.
      * destruct T as (m & W). now destruct (exclusive _ _ _ _ _ _ W Lr).
      * now destruct (T n).
    + intros [X|(_ & _ & B)]; [congruence|]. specialize (B q M).
      pose proof (K q ODraw Kq) as T. simpl in T. now destruct (T n).
Qed.
Theorem outcomes_are_true p o h : E p o h -> true_outcome p o.
Proof. intros H. apply (true_by_height (S (top - h)) p o h H). lia. Qed.

(* ---- Drawn positions are safe -------------------------------------------------------------- *)

Lemma known_sim h q r w : sim q r -> known_above h r w -> known_above h q w.
Proof.
  intros S. unfold known_above. rewrite (sim_status _ _ S). destruct (status_of r); auto.
  intros (r' & k & Sr & Er). exists r', k. split; [now apply sim_trans with r|exact Er].
Qed.

(* The owner, who is to move or is not, gets a draw at least. *)
Definition draw_at_least (o : bool) (w : outcome) : Prop :=
  match w with ODraw => True | OWin => o = true | OLoss => o = false end.
Definition kept (o : bool) (p : pos) : Prop :=
  exists q w h, sim p q /\ E q w h /\ draw_at_least o w.

Lemma kept_not_lost o h q w : known_above h q w -> draw_at_least o w ->
  not_lost pos status_of kept o q.
Proof.
  intros K A. unfold not_lost. unfold known_above in K. destruct (status_of q).
  - subst w. simpl in A. subst o. reflexivity.
  - subst w. simpl in A. subst o. reflexivity.
  - exact I.
  - destruct K as (q' & k & Sq & Eq & _). exists q', w, k. auto.
Qed.

Lemma kept_ok o p : kept o p -> status_of p = Going /\
  if o then exists q, move p q /\ not_lost pos status_of kept false q
  else forall q, move p q -> not_lost pos status_of kept true q.
Proof.
  intros (p' & v & h & S & Ep & A). destruct (consistent _ _ _ Ep) as (G & Al & C).
  split. { now rewrite (sim_status _ _ S). }
  destruct o.
  - assert (exists q' w, move p' q' /\ known_above h q' w /\ draw_at_least false w)
      as (q' & w & M & Kq & Aq).
    { destruct v; simpl in A; try discriminate.
      - destruct C as (q & M & Kq). exists q, OLoss. simpl. auto.
      - destruct C as (q & M & Kq). exists q, ODraw. simpl. auto. }
    destruct (sim_move _ _ _ (sim_sym _ _ S) M) as (q & Sq & Mq). exists q. split; auto.
    apply kept_not_lost with h w; auto. apply known_sim with q'; auto.
  - intros q M. destruct (sim_move _ _ _ S M) as (q' & Sq & Mq).
    destruct (Al q' Mq) as (w & Kw & N). apply kept_not_lost with h w.
    + apply known_sim with q'; auto.
    + destruct v; simpl in A; try discriminate; destruct w; simpl; congruence.
Qed.

Theorem outcomes_have_meaning p q o h : sim p q -> E q o h -> outcome_means p o.
Proof.
  intros S H. pose proof (same_outcome p q o S (outcomes_are_true _ _ _ H)) as T.
  destruct o; simpl in *.
  - destruct T as (n & W). apply (wins_is_a_strategy pos status_of move going_moves) in W.
    destruct W as (St & F). eauto.
  - destruct T as (n & W). apply (loses_is_a_strategy pos status_of move going_moves) in W.
    destruct W as (St & F). eauto.
  - split.
    + intros o. apply certificate_safe with (kept := kept). { apply kept_ok. }
      exists q, ODraw, h. simpl. auto.
    + intros St o n F. destruct (T n) as (N1 & N2). destruct o.
      * apply N1. apply (wins_is_a_strategy pos status_of move going_moves). eauto.
      * apply N2. apply (loses_is_a_strategy pos status_of move going_moves). eauto.
Qed.
End Outcomes.
