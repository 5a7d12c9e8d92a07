(* SPDX-License-Identifier: MIT *)
(* The checker of tables of outcomes without distances, for games in which something rises with
   every move, such as the number of pieces. *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia Relations.
From Zermelo Require Import Game Plays Outcomes BddlRules Masks Symmetry Words Packed Turn Check.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

Section Checker.
Variable G : game.
(* Its entries tell TWin, TLoss or TDraw; the numbers do not matter. *)
Variable T : table.
(* The height of each entry. It may be anything; if it does not rise, the table is refused. *)
Variable height : int -> int.

(* The outcome of a position that a move leads to from height h. *)
Definition look_above (h : int) (q : packed) : entry :=
  let i := place T q in
  if i <? entries T then if h <? height i then told T i else TNone
  else match status_of G q with
       | Won => TWin 0 | Lost => TLoss 0 | Drawn => TDraw | Going => TNone
       end.
Fixpoint best_above (h : int) (q : packed) (l : list packed) : entry :=
  match l with
  | [] => look_above h q
  | r :: l' => better (look_above h q) (best_above h r l')
  end.
Definition outcome_fits (child parent : entry) : bool :=
  match child, parent with
  | TLoss _, TWin _ | TWin _, TLoss _ | TDraw, TDraw => true
  | _, _ => false
  end.

Definition check_outcome (i : int) : bool :=
  let p := key T i in
  boardb G p && negb (over G p) &&
  match moves G p with
  | [] => false
  | q :: l => outcome_fits (best_above (height i) q l) (told T i)
  end.
Definition check_outcome_range (first upto : int) : bool := all_between check_outcome first upto.
Definition check_outcomes : bool := check_symmetries G T && check_outcome_range 0 (entries T).
End Checker.

(* ---- Proofs -------------------------------------------------------------------------------- *)

Definition says_outcome (e : entry) : option outcome :=
  match e with
  | TWin _ => Some OWin
  | TLoss _ => Some OLoss
  | TDraw => Some ODraw
  | TNone => None
  end.

Section Proofs.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Variable st : position -> status.
Hypothesis st_ok : forall p, board R p -> status_is R p (st p).
Hypothesis going_moves : forall p, st p = Going -> exists q, move R p q.
Variable T : table.
Variable height : int -> int.
Hypothesis passed : forall i, (i <? entries T) = true -> check_outcome G T height i = true.
Hypothesis all_symmetries : check_symmetries G T = true.

Notation made := (masks_made R G compiled).
Notation same_as := (same_as R G).

Definition outcome_in_table (p : position) (o : outcome) (h : nat) : Prop :=
  exists i, (i <? entries T) = true /\ unpack (key T i) = p /\
            says_outcome (told T i) = Some o /\ h = plies (height i).

Notation Known := (known_above position st same_as outcome_in_table).

Lemma height_bounded p o h : outcome_in_table p o h -> (h <= Z.to_nat wB)%nat.
Proof.
  intros (i & _ & _ & _ & ->). unfold plies. pose proof (to_Z_bounded (height i)).
  apply Z2Nat.inj_le; lia.
Qed.

Lemma outcome_going i : (i <? entries T) = true ->
  board R (unpack (key T i)) /\ st (unpack (key T i)) = Going.
Proof.
  intros L. pose proof (passed i L) as P. unfold check_outcome in P. cbv zeta in P.
  rewrite !andb_true_iff, negb_true_iff in P. destruct P as ((B & O) & M).
  apply (boardb_spec R G compiled) in B. split; auto.
  rewrite (reading_is R G compiled st _ st_ok B). unfold status_of. rewrite O.
  destruct (moves G (key T i)); congruence.
Qed.

Lemma look_above_known h q : board R (unpack q) ->
  match says_outcome (look_above G T height h q) with
  | Some o => Known (plies h) (unpack q) o
  | None => True
  end.
Proof.
  intros B. unfold look_above. cbv zeta.
  pose proof (place_spec R G compiled T all_symmetries q B) as P.
  destruct (place T q <? entries T) eqn:L.
  - specialize (P eq_refl). destruct (h <? height (place T q)) eqn:H; [|exact I].
    destruct (says_outcome (told T (place T q))) as [o|] eqn:V; auto.
    assert (X : st (unpack q) = Going).
    { rewrite (sim_status R G compiled st st_ok _ _ P). now apply outcome_going. }
    unfold known_above. rewrite X.
    exists (unpack (key T (place T q))), (plies (height (place T q))). split; auto. split.
    + exists (place T q). auto.
    + apply ltb_spec in H. unfold plies. pose proof (to_Z_bounded h).
      apply Z2Nat.inj_lt; try apply to_Z_bounded; auto.
  - unfold known_above. rewrite (reading_is R G compiled st _ st_ok B).
    destruct (status_of G q); simpl; auto.
Qed.

(* What the best of the moves says of all of them. *)
Definition no_better (b e : entry) : Prop :=
  match b, e with
  | TNone, _ | _, TNone => False
  | TLoss _, _ => True
  | TDraw, TLoss _ => False
  | TDraw, _ => True
  | TWin _, TWin _ => True
  | TWin _, _ => False
  end.
Lemma covers_no_better b e : covers b e -> no_better b e.
Proof. destruct b, e; simpl; auto. Qed.

Notation Look h := (look_above G T height h).
Notation Best h := (best_above G T height h).

Lemma best_above_spec h l : forall q, Best h q l <> TNone ->
  (forall r, In r (q :: l) -> covers (Best h q l) (Look h r)) /\
  (exists r, In r (q :: l) /\ Best h q l = Look h r).
Proof.
  induction l as [|r l IH]; intros q N.
  - change (Best h q []) with (Look h q) in *. split.
    + intros r [<-|[]]. destruct (Look h q); simpl; auto; congruence.
    + exists q. simpl; auto.
  - change (Best h q (r :: l)) with (better (Look h q) (Best h r l)) in *.
    destruct (covers_better _ _ N) as (C1 & C2 & E).
    assert (N' : Best h r l <> TNone).
    { intros X. rewrite X in N. apply N. destruct (Look h q); reflexivity. }
    destruct (IH r N') as (A & x & I & X). split.
    + intros y [<-|J]; auto. eapply covers_trans; eauto.
    + destruct E as [E|E]; rewrite E; [exists q|exists x]; simpl; auto.
Qed.

Lemma outcomes_consistent p o h : outcome_in_table p o h -> st p = Going /\
  (forall q, move R p q -> exists w, Known h q w /\
     match o with OWin => True | OLoss => w = OWin | ODraw => w <> OLoss end) /\
  match o with
  | OWin => exists q, move R p q /\ Known h q OLoss
  | OLoss => True
  | ODraw => exists q, move R p q /\ Known h q ODraw
  end.
Proof.
  intros (i & L & <- & V & ->). destruct (outcome_going i L) as (B & Go). split; auto.
  pose proof (passed i L) as F. unfold check_outcome in F. cbv zeta in F.
  rewrite !andb_true_iff in F. destruct F as (_ & F).
  destruct (moves G (key T i)) as [|q l] eqn:M; [discriminate|].
  set (h := height i) in *.
  assert (N : Best h q l <> TNone). { intros X. rewrite X in F. discriminate. }
  destruct (best_above_spec h l q N) as (A & r & I & X).
  assert (A' : forall y, move R (unpack (key T i)) y -> exists z, y = unpack z /\
               no_better (Best h q l) (Look h z) /\
               match says_outcome (Look h z) with Some w => Known (plies h) y w | None => True end).
  { intros y My. pose proof My as My'. apply (moves_spec R G compiled _ _ B) in My.
    destruct My as (z & Iz & ->). exists z. split; auto. split.
    - apply covers_no_better. apply A. now rewrite <- M.
    - apply look_above_known. apply My'. }
  assert (Mr : move R (unpack (key T i)) (unpack r)).
  { apply (moves_spec R G compiled _ _ B). exists r. now rewrite M. }
  assert (Br : board R (unpack r)) by apply Mr.
  pose proof (look_above_known h r Br) as Kr. rewrite <- X in Kr.
  destruct (Best h q l) as [m|m| |] eqn:E; destruct (told T i) as [n|n| |]; try discriminate;
    injection V as <-; simpl in Kr; split; eauto;
    intros y My; destruct (A' y My) as (z & -> & Cz & K);
    destruct (Look h z) as [k|k| |]; simpl in *; try tauto;
    eexists; split; eauto; congruence.
Qed.

Lemma finitely_many p : exists l, forall q, In q l <-> move R p q.
Proof.
  destruct (is_board (masks_in G) p) eqn:B.
  - apply (is_board_spec R _ made) in B.
    exists (map (fun g => play g p)
                (filter (fun g => test (demands g) p)
                        (grounds_of (masks_in G) (white_on_turn p)))).
    intros q. rewrite (rules_spec R _ made p q B), in_map_iff. setoid_rewrite filter_In. split.
    + intros (g & <- & I & X). exists g. auto.
    + intros (g & I & X & ->). exists g. auto.
  - exists []. intros q. split; [intros []|]. intros (Bp & _).
    apply (is_board_spec R _ made) in Bp. congruence.
Qed.

Theorem told_outcomes_are_true p q o h : same_as p q -> outcome_in_table q o h ->
  outcome_means position st (move R) p o.
Proof.
  apply (outcomes_have_meaning position st (move R) going_moves finitely_many same_as)
    with (top := Z.to_nat wB).
  - apply (sim_status R G compiled st st_ok).
  - intros a b n S. now apply (sim_wins R G compiled st st_ok).
  - intros a b n S. now apply (sim_loses R G compiled st st_ok).
  - apply (sim_sym R G compiled).
  - apply sim_trans.
  - apply (sim_move R G compiled).
  - apply height_bounded.
  - apply outcomes_consistent.
Qed.

(* Nothing is missing that play from s can lead to. *)
Theorem outcomes_are_whole s : check_start G T s = true ->
  forall p, reachable position st (move R) (unpack s) p -> st p = Going ->
  exists i o, (i <? entries T) = true /\ same_as p (unpack (key T i)) /\
              says_outcome (told T i) = Some o.
Proof.
  intros C p Re. unfold check_start in C. apply andb_true_iff in C. destruct C as (B & C).
  apply (boardb_spec R G compiled) in B.
  assert (Told : forall i, (i <? entries T) = true ->
                           exists o, says_outcome (told T i) = Some o).
  { intros i L. pose proof (passed i L) as P. unfold check_outcome in P. cbv zeta in P.
    rewrite !andb_true_iff in P. destruct P as (_ & P).
    destruct (moves G (key T i)) as [|q l]; [discriminate|].
    destruct (told T i); simpl; eauto. destruct (best_above _ _ _ _ q l); discriminate. }
  assert (Base : exists i, (i <? entries T) = true /\ same_as (unpack s) (unpack (key T i))).
  { exists (place T s). split; auto. now apply (place_spec R G compiled T all_symmetries). }
  clear C. induction Re as [|p q Re IH Gp M]; intros Go.
  - destruct Base as (i & L & S). destruct (Told i L) as (o & V). eauto.
  - destruct (IH Gp) as (i & o & L & S & V).
    destruct (sim_move R G compiled _ _ _ S M) as (q' & Sq & Mq).
    destruct (outcomes_consistent (unpack (key T i)) o (plies (height i))) as (_ & A & _).
    { exists i. auto. }
    destruct (A q' Mq) as (w & K & _). unfold known_above in K.
    rewrite <- (sim_status R G compiled st st_ok _ _ Sq), Go in K.
    destruct K as (r & k & Sr & (j & Lj & <- & Vj & _) & _).
    exists j, w. split; auto. split; auto. now apply sim_trans with q'.
Qed.
End Proofs.
