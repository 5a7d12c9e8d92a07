(* SPDX-License-Identifier: MIT *)
(* The checker of strategies, given as a list of all positions that they meet. *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia.
From Zermelo Require Import Game Plays BddlRules Words Packed Check.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* What a strategy claims for its owner; with a number, within that many plies. *)
Inductive claim := Wins (within : option int) | DoesNotLose (within : option int).

Section Meaning.
Variable R : rules.
Variable st : position -> status.
Variable owner : bool.               (* the owner is White *)
Variable what : claim.

Definition owner_on_turn (p : position) : bool := Bool.eqb (white_on_turn p) owner.

(* What the claim means of a position: that the owner has a strategy from there which does so. *)
Definition claim_means (p : position) : Prop :=
  let forces := forces position st (move R) in
  let safe := safe position st (move R) in
  let safe_for := safe_for position st (move R) in
  match what with
  | Wins (Some n) => exists S, forces S (owner_on_turn p) p (plies n)
  | Wins None => exists S n, forces S (owner_on_turn p) p n
  | DoesNotLose None => exists S, safe S (owner_on_turn p) p
  | DoesNotLose (Some n) => exists S, safe_for S (owner_on_turn p) p (plies n)
  end.
End Meaning.

(* Members have the numbers 0 to members - 1. The rank of a position bounds, for a claim to win,
   the plies that the game still takes; for a claim not to lose within a number of plies, it says
   for how many more plies it holds; if the owner never loses, it means nothing. `seek` says at
   which number a position is listed; nothing depends on its being right. *)
Record strategy_list := StrategyList {
  members : int;
  member : int -> packed;
  rank : int -> int;
  seek : packed -> int }.

Section Strategy.
Variable G : game.
Variable owner_is_white : bool.
Variable what : claim.
Variable L : strategy_list.

Definition owner_moves (p : packed) : bool := Bool.eqb (white_to_move p) owner_is_white.

(* The number of a position; `members` if it is not listed. *)
Definition member_place (q : packed) : int :=
  let i := seek L q in
  if i <? members L then if same_position (member L i) q then i else members L else members L.

(* Where the game is over, has the owner got what they claim? *)
Definition ended_well (q : packed) : bool :=
  match status_of G q with
  | Won => owner_moves q
  | Lost => negb (owner_moves q)
  | Drawn => match what with Wins _ => false | DoesNotLose _ => true end
  | Going => false
  end.
Definition not_over (q : packed) : bool :=
  match status_of G q with Going => true | _ => false end.

(* Whether a member of rank r may lead to q. *)
Definition good (r : int) (q : packed) : bool :=
  let i := member_place q in
  let met := i <? members L in
  match what with
  | Wins _ => if met then rank L i <? r else ended_well q
  | DoesNotLose None => if met then true else ended_well q
  | DoesNotLose (Some _) =>
      if r =? 0 then true
      else if if met then r - 1 <=? rank L i else false then true
      else if ended_well q then true else (r =? 1) && not_over q
  end.

Definition rank_fits (r : int) : bool :=
  match what with Wins _ => 1 <=? r | DoesNotLose _ => true end.

Definition check_member (i : int) : bool :=
  let p := member L i in
  boardb G p && negb (over G p) && rank_fits (rank L i) &&
  match moves G p with
  | [] => false
  | l => if owner_moves p then existsb (good (rank L i)) l else forallb (good (rank L i)) l
  end.
Definition check_members (first upto : int) : bool := all_between check_member first upto.
Definition check_strategy : bool := check_members 0 (members L).

(* Whether the claim holds of a position: the start must be a member, with a rank that fits. *)
Definition check_claim (s : packed) : bool :=
  let i := member_place s in
  boardb G s && (i <? members L) &&
  match what with
  | Wins (Some n) => rank L i <=? n
  | DoesNotLose (Some n) => n <=? rank L i
  | Wins None | DoesNotLose None => true
  end.
End Strategy.

(* ---- Proofs -------------------------------------------------------------------------------- *)

Section Proofs.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Variable st : position -> status.
Hypothesis st_ok : forall p, board R p -> status_is R p (st p).
Hypothesis going_moves : forall p, st p = Going -> exists q, move R p q.
Variable owner : bool.
Variable what : claim.
Variable L : strategy_list.
Hypothesis passed : forall i, (i <? members L) = true -> check_member G owner what L i = true.

Notation forces := (forces position st (move R)).
Notation safe := (safe position st (move R)).
Notation safe_for := (safe_for position st (move R)).
Notation good := (good G owner what L).
Notation place := (member_place L).

Notation owner_on_turn := (owner_on_turn owner).
Lemma owner_moves_spec p : owner_moves owner p = owner_on_turn (unpack p).
Proof. reflexivity. Qed.
Lemma turn_changes p q : move R p q -> owner_on_turn q = negb (owner_on_turn p).
Proof.
  intros (_ & _ & T & _). unfold owner_on_turn. rewrite T.
  destruct (white_on_turn p), owner; reflexivity.
Qed.

(* Which positions are listed, with the owner on turn or not, and with which rank. *)
Definition listed_as (o : bool) (p : position) (n : nat) : Prop :=
  exists i, (i <? members L) = true /\ unpack (member L i) = p /\ o = owner_on_turn p /\
            n = plies (rank L i).

Lemma place_member q : (place q <? members L) = true -> member L (place q) = q.
Proof.
  unfold member_place. cbv zeta. assert (N : (members L <? members L) = true -> False).
  { intros X. apply ltb_spec in X. lia. }
  destruct (seek L q <? members L); [|tauto]. destruct (same_position _ _) eqn:S; [|tauto].
  intros _. now apply same_position_eq.
Qed.

Lemma member_going i : (i <? members L) = true ->
  board R (unpack (member L i)) /\ st (unpack (member L i)) = Going.
Proof.
  intros I. pose proof (passed i I) as P. unfold check_member in P. cbv zeta in P.
  rewrite !andb_true_iff, negb_true_iff in P. destruct P as (((B & O) & _) & M).
  apply (boardb_spec R G compiled) in B. split; auto.
  rewrite (reading_is R G compiled st _ st_ok B). unfold status_of. rewrite O.
  destruct (moves G (member L i)); congruence.
Qed.

Lemma placed q : (place q <? members L) = true ->
  st (unpack q) = Going /\
  listed_as (owner_on_turn (unpack q)) (unpack q) (plies (rank L (place q))).
Proof.
  intros I. pose proof (place_member q I) as E. destruct (member_going _ I) as (_ & Go).
  rewrite E in Go. split; auto. exists (place q). now rewrite E.
Qed.

(* Ended as claimed. *)
Lemma ended_spec q : board R (unpack q) -> ended_well G owner what q = true ->
  match st (unpack q) with
  | Going => False
  | Drawn => match what with Wins _ => False | DoesNotLose _ => True end
  | s => owner_has_won (owner_on_turn (unpack q)) s
  end.
Proof.
  intros B E. rewrite (reading_is R G compiled st _ st_ok B). unfold ended_well in E.
  rewrite owner_moves_spec in E. destruct (status_of G q); try discriminate.
  - now rewrite E.
  - apply negb_true_iff in E. now rewrite E.
  - now destruct what.
Qed.

Lemma listed_moves o p n : listed_as o p n -> st p = Going /\ exists r, n = plies r /\
  rank_fits what r = true /\
  if o then exists q, move R p (unpack q) /\ good r q = true
  else forall q, move R p q -> exists z, q = unpack z /\ good r z = true.
Proof.
  intros (i & I & <- & -> & ->). destruct (member_going i I) as (B & Go). split; auto.
  exists (rank L i). split; auto. pose proof (passed i I) as P. unfold check_member in P.
  cbv zeta in P. rewrite !andb_true_iff in P. destruct P as ((_ & Rk) & M). split; auto.
  pose proof (fun q => moves_spec R G compiled (member L i) q B) as Ms.
  destruct (moves G (member L i)) as [|q0 l] eqn:El; [discriminate|].
  rewrite owner_moves_spec in M. destruct (owner_on_turn _).
  - apply existsb_exists in M. destruct M as (q & J & Gd). exists q. split; auto.
    apply Ms. eauto.
  - rewrite forallb_forall in M. intros q Mq. apply Ms in Mq. destruct Mq as (z & J & ->). eauto.
Qed.

Lemma plies_lt m n : (m <? n) = true -> (plies m < plies n)%nat.
Proof.
  intros X. apply ltb_spec in X. unfold plies. pose proof (to_Z_bounded m).
  apply Z2Nat.inj_lt; try apply to_Z_bounded; auto.
Qed.

(* A claim to win. *)
Lemma wins_spec w o p n : what = Wins w -> listed_as o p n -> exists S, forces S o p n.
Proof.
  intros W H. apply (forced position st (move R)).
  apply (certificate_wins position st (move R)) with (bounded := listed_as); auto.
  clear o p n H. intros o p n H. destruct (listed_moves o p n H) as (Go & r & -> & Rk & A).
  split; auto. rewrite W in Rk. unfold rank_fits in Rk. apply leb_spec in Rk.
  change (to_Z 1) with 1%Z in Rk. exists (Nat.pred (plies r)).
  assert (Pos : (plies r = Datatypes.S (Nat.pred (plies r)))%nat) by (unfold plies; lia).
  split; auto. split. { now apply going_moves. }
  assert (K : forall q, move R p (unpack q) -> good r q = true ->
              won_or_bounded position st listed_as (negb o) (unpack q) (Nat.pred (plies r))).
  { intros q Mq Gd. assert (O : negb o = owner_on_turn (unpack q)).
    { rewrite (turn_changes _ _ Mq). destruct H as (x & _ & _ & -> & _). reflexivity. }
    unfold Strategy.good in Gd. cbv zeta in Gd. rewrite W in Gd. unfold won_or_bounded.
    destruct (place q <? members L) eqn:I.
    - destruct (placed q I) as (-> & Lq). rewrite O. apply plies_lt in Gd. eexists.
      split; eauto. lia.
    - pose proof (ended_spec q (proj1 (proj2 Mq))) as E. rewrite W in E. specialize (E Gd).
      rewrite O.
      destruct (st (unpack q)); auto; destruct E. }
  destruct o; simpl in K.
  - destruct A as (q & Mq & Gd). exists (unpack q). auto.
  - intros q Mq. destruct (A q Mq) as (z & -> & Gd). auto.
Qed.

(* A claim never to lose. *)
Lemma never_spec o p n : what = DoesNotLose None -> listed_as o p n -> exists S, safe S o p.
Proof.
  intros W H. apply (certificate_safe position st (move R))
    with (kept := fun o p => exists n, listed_as o p n); eauto.
  clear o p n H. intros o p (n & H). destruct (listed_moves o p n H) as (Go & r & -> & _ & A).
  split; auto.
  assert (K : forall q, move R p (unpack q) -> good r q = true ->
              not_lost position st (fun o p => exists n, listed_as o p n) (negb o) (unpack q)).
  { intros q Mq Gd. assert (O : negb o = owner_on_turn (unpack q)).
    { rewrite (turn_changes _ _ Mq). destruct H as (x & _ & _ & -> & _). reflexivity. }
    unfold Strategy.good in Gd. cbv zeta in Gd. rewrite W in Gd. unfold not_lost.
    destruct (place q <? members L) eqn:I.
    - destruct (placed q I) as (-> & Lq). rewrite O. eauto.
    - pose proof (ended_spec q (proj1 (proj2 Mq))) as E. rewrite W in E. specialize (E Gd).
      rewrite O.
      destruct (st (unpack q)); auto; destruct E. }
  destruct o; simpl in K.
  - destruct A as (q & Mq & Gd). exists (unpack q). auto.
  - intros q Mq. destruct (A q Mq) as (z & -> & Gd). auto.
Qed.

(* A claim not to lose within a number of plies. *)
Lemma lasts_spec d o p n m : what = DoesNotLose (Some d) -> listed_as o p m -> (n <= m)%nat ->
  exists S, safe_for S o p n.
Proof.
  intros W H Lm. apply (certificate_lasts position st (move R)) with (lasts := listed_as) (m := m);
    auto.
  clear o p n m H Lm. intros o p n H. destruct (listed_moves o p n H) as (Go & r & -> & _ & A).
  split; auto. destruct (plies r) as [|k] eqn:P; auto.
  assert (Z0 : (r =? 0) = false).
  { apply not_true_is_false. intros X. apply eqb_eq in X as ->. discriminate. }
  assert (K1 : plies (r - 1) = k).
  { unfold plies in *. rewrite sub_spec. change (to_Z 1) with 1%Z. pose proof (to_Z_bounded r).
    rewrite Z.mod_small by lia. lia. }
  assert (K : forall q, move R p (unpack q) -> good r q = true ->
              not_lost_for position st listed_as (negb o) (unpack q) k).
  { intros q Mq Gd. assert (O : negb o = owner_on_turn (unpack q)).
    { rewrite (turn_changes _ _ Mq). destruct H as (x & _ & _ & -> & _). reflexivity. }
    assert (B : board R (unpack q)) by apply Mq.
    unfold Strategy.good in Gd. cbv zeta in Gd. rewrite W, Z0 in Gd. unfold not_lost_for.
    assert (X : (place q <? members L) = true /\ (r - 1 <=? rank L (place q)) = true \/
                ended_well G owner (DoesNotLose (Some d)) q = true \/
                (r =? 1) = true /\ not_over G q = true).
    { destruct (place q <? members L); [destruct (r - 1 <=? _); auto|];
        destruct (ended_well _ _ _ q); auto; apply andb_true_iff in Gd; auto. }
    destruct X as [(I & Rk)|[E|(R1 & Nv)]].
    - destruct (placed q I) as (-> & Lq). right. rewrite O. eexists. split; eauto.
      apply to_Z_le in Rk. lia.
    - rewrite <- W in E. pose proof (ended_spec q B E) as Y. rewrite O.
      destruct (st (unpack q)); auto; destruct Y.
    - apply eqb_eq in R1 as ->. change (plies (1 - 1)) with 0%nat in K1. subst k.
      rewrite (reading_is R G compiled st _ st_ok B). unfold not_over in Nv.
      destruct (status_of G q); try discriminate. auto. }
  destruct o; simpl in K.
  - destruct A as (q & Mq & Gd). exists (unpack q). auto.
  - intros q Mq. destruct (A q Mq) as (z & -> & Gd). auto.
Qed.

Theorem claim_is_true s : check_claim G what L s = true -> claim_means R st owner what (unpack s).
Proof.
  intros C. unfold check_claim in C. cbv zeta in C. rewrite !andb_true_iff in C.
  destruct C as ((_ & I) & C). destruct (placed s I) as (_ & Ls). unfold claim_means. cbv zeta.
  pose proof (fun w o p n => wins_spec w o p n) as Wi.
  pose proof (fun o p n => never_spec o p n) as Ne.
  pose proof (fun d o p n m => lasts_spec d o p n m) as La.
  destruct what as [[n|]|[n|]].
  - destruct (Wi _ _ _ _ eq_refl Ls) as (S & F). exists S.
    apply to_Z_le in C. destruct F as (Go & F). split; auto. intros k o' q h Rn.
    destruct (F k o' q h Rn) as (F1 & F2). split; auto. intros X. specialize (F1 X). lia.
  - destruct (Wi _ _ _ _ eq_refl Ls) as (S & F). eauto.
  - apply to_Z_le in C. now apply (La _ _ _ _ _ eq_refl Ls).
  - now apply (Ne _ _ _ eq_refl Ls).
Qed.
End Proofs.
