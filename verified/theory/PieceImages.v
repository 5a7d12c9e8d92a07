(* SPDX-License-Identifier: MIT *)
(* Positions that look alike up to a symmetry have the same status and the same moves. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game PieceRules PieceWords PieceMoves PieceGenerator PieceCheck PieceSymmetry.
Import ListNotations.
Local Open Scope bool_scope.

Lemma existsb_both {A} (f : A -> bool) (g : A -> bool) l m :
  (forall x, In x l -> f x = true -> exists y, In y m /\ g y = true) ->
  (forall y, In y m -> g y = true -> exists x, In x l /\ f x = true) -> existsb f l = existsb g m.
Proof.
  intros A1 A2. apply bool_same. rewrite !existsb_exists. split.
  - intros (x & I & E). destruct (A1 x I E) as (y & J & G). eauto.
  - intros (y & I & E). destruct (A2 y I E) as (x & J & G). eauto.
Qed.

Section Same.
Variable R : rules.
Hypothesis once : different (squares R) = true.
Notation img := (img R).
Definition good (s t : board_map) : Prop := symmetry R s t = true.
Lemma good_parts s t : good s t -> inverse s t = true /\ inverse t s = true /\ keeps_rules R s = true /\ keeps_rules R t = true.
Proof. unfold good, symmetry. rewrite !andb_true_iff. tauto. Qed.
Lemma keeps_end_back s t c : keeps_end R s t c = keeps_end R t s c.
Proof. unfold keeps_end. f_equal; apply andb_comm. Qed.
Lemma good_back s t : good s t -> good t s.
Proof.
  unfold good, symmetry. rewrite !andb_true_iff, !forallb_forall. intros ((((A & B) & C) & D) & E). repeat split; auto.
  intros c I. rewrite keeps_end_back. auto.
Qed.
Lemma good_end s t c : good s t -> In c (end_conditions R) -> keeps_end R s t c = true.
Proof. unfold good, symmetry. rewrite !andb_true_iff, !forallb_forall. intros (_ & E). apply E. Qed.
Lemma img_back s t p q : good s t -> img s p q -> img t q p.
Proof.
  intros G (O1 & O2 & Lp & Lq & A). destruct (good_parts s t G) as (_ & ts & _ & _).
  unfold PieceSymmetry.img. repeat (split; [auto|]). intros x. rewrite <- A. now rewrite (inverse_go t s ts).
Qed.
Lemma params_keep u a : keeps_action R u a = true -> forallb (fun vd => keeps_domain u (snd vd)) (parameters a) = true.
Proof. unfold keeps_action. rewrite !andb_true_iff. tauto. Qed.
Lemma next_keeps u a names c : keeps_action R u a = true -> next_part a = Some (names, c) -> keeps_cond R u c = true.
Proof. unfold keeps_action. intros K N. rewrite N, !andb_true_iff in K. tauto. Qed.

(* What actions make of alike positions looks alike. *)
Lemma results_image s t l p q a e p' : good s t -> (forall b, In b l -> In b (actions R)) -> img s p q ->
  In (a, e, p') (results R l p) -> exists q', In (a, env_image s e, q') (results R l q) /\ img s p' q'.
Proof.
  intros G Il I J. destruct (good_parts s t G) as (st & ts & ks & kt). unfold results in *.
  apply in_flat_map in J. destruct J as (b & Ib & J). apply in_flat_map in J. destruct J as (f & Jf & J).
  destruct (apply R b f p) as [r|] eqn:Ap; [|destruct J]. destruct J as [[= -> -> ->]|[]].
  destruct (action_keeps R s t ks kt a (Il a Ib)) as (Ka & Ka').
  pose proof (apply_image R s t st ts ks kt once p q a e I Ka Ka') as X. rewrite Ap in X.
  destruct (apply R a (env_image s e) q) as [q'|] eqn:Aq; [|tauto]. exists q'. split; auto.
  apply in_flat_map. exists a. split; auto. apply in_flat_map. exists (env_image s e). split.
  - exact (bindings_image R s t st ks kt _ (params_keep s a Ka) [] e Jf).
  - rewrite Aq. now left.
Qed.
Lemma results_empty_alike s t l p q : good s t -> (forall b, In b l -> In b (actions R)) -> img s p q ->
  results R l p = [] -> results R l q = [].
Proof.
  intros G Il I E. destruct (results R l q) as [|((a, e), q') r] eqn:Q; auto.
  destruct (results_image t s l q p a e q' (good_back _ _ G) Il (img_back _ _ _ _ G I)) as (p' & J & _).
  { rewrite Q. now left. } rewrite E in J. destruct J.
Qed.
Lemma in_plain l a : In a (plainly l) -> In a l.
Proof. unfold plainly. intros I. apply filter_In in I. tauto. Qed.
Lemma in_other l a : In a (otherwise_only l) -> In a l.
Proof. unfold otherwise_only. intros I. apply filter_In in I. tauto. Qed.
Lemma changed_image s t p q p' q' x : good s t -> img s p q -> img s p' q' ->
  changed R q q' (go_m s x) = changed R p p' x.
Proof. intros _ (_ & _ & _ & _ & A) (_ & _ & _ & _ & B). unfold changed. now rewrite A, B. Qed.
Lemma attacked_image s t p q : good s t -> img s p q -> forall x, attacked R q (go_m s x) = attacked R p x.
Proof.
  intros G I x. destruct (good_parts s t G) as (st & ts & ks & kt). pose proof I as (O1 & O2 & Lp & Lq & A).
  unfold attacked, own_at. rewrite A. destruct (at_ R p x) as [c|] eqn:E; auto. pose proof (at_in R p x c E) as Ix. f_equal.
  pose proof (turned_image R s t st ks kt p q I) as It.
  rewrite (commutes R s ks x Ix). set (y := go (mirror R) x).
  assert (Same : forall l, (forall b, In b l -> In b (actions R)) ->
    existsb (fun z => changed R (turned R q) (snd z) (go_m s y)) (results R l (turned R q)) =
    existsb (fun z => changed R (turned R p) (snd z) y) (results R l (turned R p))).
  { intros l Il. apply existsb_both.
    - intros ((a, e), q') J Ch. destruct (results_image t s l _ _ a e q' (good_back _ _ G) Il (img_back _ _ _ _ G It) J) as (p' & J' & I').
      exists (a, env_image t e, p'). split; auto. cbn [snd] in *. rewrite <- Ch.
      symmetry. apply (changed_image s t); auto. exact (img_back t s q' p' (good_back _ _ G) I').
    - intros ((a, e), p') J Ch. destruct (results_image s t l _ _ a e p' G Il It J) as (q' & J' & I').
      exists (a, env_image s e, q'). split; auto. cbn [snd] in *. rewrite <- Ch. apply (changed_image s t); auto. }
  assert (Ip : forall b, In b (plainly (first_part R)) -> In b (actions R)).
  { intros b J. apply first_in. now apply in_plain. }
  assert (Io : forall b, In b (otherwise_only (first_part R)) -> In b (actions R)).
  { intros b J. apply first_in. now apply in_other. }
  pose proof (Same _ Ip) as S1. pose proof (Same _ Io) as S2.
  destruct (results R (plainly (first_part R)) (turned R p)) as [|z r] eqn:Rp.
  - rewrite (results_empty_alike s t _ _ _ G Ip It Rp). exact S2.
  - destruct (results R (plainly (first_part R)) (turned R q)) as [|z' r'] eqn:Rq; [|exact S1].
    pose proof (results_empty_alike t s _ _ _ (good_back _ _ G) Ip (img_back _ _ _ _ G It) Rq). congruence.
Qed.
Lemma holds_alike s t p q c e : good s t -> img s p q -> keeps_cond R s c = true -> keeps_cond R t c = true ->
  holds R (attacked R q) (env_image s e) c q = holds R (attacked R p) e c p.
Proof.
  intros G I K K'. destruct (good_parts s t G) as (st & ts & ks & kt).
  exact (holds_image R s t st ts ks kt once (attacked R p) (attacked R q) p q I (attacked_image s t p q G I) c e K K').
Qed.
Lemma end_alike s t p q c : good s t -> img s p q -> In c (end_conditions R) ->
  holds R (attacked R q) [] c q = holds R (attacked R p) [] c p.
Proof.
  intros G I Ic. pose proof (good_end s t c G Ic) as K. unfold keeps_end in K. rewrite orb_true_iff, !andb_true_iff in K.
  destruct K as [(K & K')|(K & K')]; [exact (holds_alike s t p q c [] G I K K')|]. apply bool_same. split.
  - exact (ways_image R t _ _ q p c (img_back s t p q G I) K').
  - exact (ways_image R s _ _ p q c I K).
Qed.
Lemma first_end_image s t p q l : good s t -> img s p q -> (forall c, In c (map snd l) -> In c (end_conditions R)) ->
  first_end R l q = first_end R l p.
Proof.
  intros G I. induction l as [|(x, c) l IH]; cbn [map first_end snd]; auto. intros H.
  rewrite (end_alike s t p q c G I) by (apply H; now left). rewrite IH by (intros; apply H; now right). reflexivity.
Qed.
Lemma legal_image s t p q : good s t -> img s p q -> legal R q = legal R p.
Proof.
  intros G I. unfold legal. f_equal. assert (H : forall l, (forall c, In c l -> In c (illegal R)) ->
    existsb (fun c => holds R (attacked R q) [] c q) l = existsb (fun c => holds R (attacked R p) [] c p) l).
  { induction l as [|c l IH]; cbn [existsb]; auto. intros Il. rewrite IH by (intros; apply Il; now right). f_equal.
    apply (end_alike s t p q c G I). unfold end_conditions. rewrite !in_app_iff. right. left. apply Il. now left. }
  apply H. auto.
Qed.
Lemma finished_image s t p q p' : good s t -> img s p q -> In p' (finished R p) -> exists q', In q' (finished R q) /\ img s p' q'.
Proof.
  intros G I. unfold finished. rewrite (legal_image s t p q G I). destruct (legal R p); [|intros []]. intros [<-|[]]. exists q. split; auto. now left.
Qed.
Theorem turns_image n : forall s t l p q p', good s t -> (forall b, In b l -> In b (actions R)) -> img s p q ->
  In p' (turns R n l p) -> exists q', In q' (turns R n l q) /\ img s p' q'.
Proof.
  induction n as [|n IH]; intros s t l p q p' G Il I; [intros []|].
  set (goes_on := fun x : action * env * position => match x with (a, e, q) =>
    match next_part a with
    | Some (names, c) =>
        if holds R (attacked R q) e c q then match turns R n (named R names) q with [] => finished R q | r => r end
        else finished R q
    | None => finished R q
    end end).
  change (turns R (S n) l p) with (match flat_map goes_on (results R (plainly l) p) with
    | [] => flat_map goes_on (results R (otherwise_only l) p) | r => r end).
  change (turns R (S n) l q) with (match flat_map goes_on (results R (plainly l) q) with
    | [] => flat_map goes_on (results R (otherwise_only l) q) | r => r end).
  assert (Step : forall s t l p q p', good s t -> (forall b, In b l -> In b (actions R)) -> img s p q ->
    In p' (flat_map goes_on (results R l p)) -> exists q', In q' (flat_map goes_on (results R l q)) /\ img s p' q').
  { clear s t l p q p' G Il I. intros s t l p q p' G Il I J. apply in_flat_map in J. destruct J as (((a, e), u) & Ju & J).
    destruct (results_image s t l p q a e u G Il I Ju) as (v & Jv & Iv).
    assert (Ia : In a (actions R)).
    { unfold results in Ju. apply in_flat_map in Ju. destruct Ju as (b & Ib & Ju). apply in_flat_map in Ju. destruct Ju as (f & _ & Ju).
      destruct (apply R b f p); [|destruct Ju]. destruct Ju as [[= -> _ _]|[]]. auto. }
    destruct (good_parts s t G) as (st & ts & ks & kt). destruct (action_keeps R s t ks kt a Ia) as (Ka & Ka').
    assert (exists q', In q' (goes_on (a, env_image s e, v)) /\ img s p' q') as (q' & Jq & Iq).
    { unfold goes_on in *. destruct (next_part a) as [(names, c)|] eqn:N; [|now apply (finished_image s t u)].
      rewrite (holds_alike s t u v c e G Iv (next_keeps s a names c Ka N) (next_keeps t a names c Ka' N)).
      destruct (holds R _ e c u); [|now apply (finished_image s t u)].
      assert (In' : forall b, In b (named R names) -> In b (actions R)).
      { unfold named. intros b Ib. apply filter_In in Ib. tauto. }
      destruct (turns R n (named R names) u) as [|z r] eqn:Tu.
      - destruct (turns R n (named R names) v) as [|z' r'] eqn:Tv; [now apply (finished_image s t u)|].
        destruct (IH t s (named R names) v u z' (good_back _ _ G) In' (img_back _ _ _ _ G Iv)) as (y & Jy & _).
        { rewrite Tv. now left. } rewrite Tu in Jy. destruct Jy.
      - destruct (IH s t (named R names) u v p' G In' Iv) as (q' & Jq & Iq). { now rewrite Tu. }
        destruct (turns R n (named R names) v) as [|z' r']; [destruct Jq|]. eauto. }
    exists q'. split; auto. apply in_flat_map. eauto. }
  assert (Ip : forall b, In b (plainly l) -> In b (actions R)). { intros b J. apply Il. now apply in_plain. }
  assert (Io : forall b, In b (otherwise_only l) -> In b (actions R)). { intros b J. apply Il. now apply in_other. }
  destruct (flat_map goes_on (results R (plainly l) p)) as [|z r] eqn:Fp.
  - intros J. destruct (flat_map goes_on (results R (plainly l) q)) as [|z' r'] eqn:Fq; [now apply (Step s t _ p)|].
    destruct (Step t s _ q p z' (good_back _ _ G) Ip (img_back _ _ _ _ G I)) as (y & Jy & _). { rewrite Fq. now left. }
    rewrite Fp in Jy. destruct Jy.
  - intros J. destruct (Step s t _ p q p' G Ip I) as (q' & Jq & Iq). { now rewrite Fp. }
    destruct (flat_map goes_on (results R (plainly l) q)); [destruct Jq|]. eauto.
Qed.

Definition alike (p q : position) : Prop := exists s t, symmetry R s t = true /\ img s p q.
Lemma alike_sym p q : alike p q -> alike q p.
Proof. intros (s & t & G & I). exists t, s. split; [exact (good_back s t G)|exact (img_back s t p q G I)]. Qed.
Lemma alike_move p p' q : alike p p' -> move R p q -> exists q', alike q q' /\ move R p' q'.
Proof.
  intros (s & t & G & I) M. unfold move, moves in *. apply in_map_iff in M. destruct M as (r & <- & J).
  destruct (turns_image _ s t _ p p' r G (first_in R) I J) as (u & Ju & Iu). exists (turned R u).
  destruct (good_parts s t G) as (st & ts & ks & kt). split.
  - exists s, t. split; auto. now apply (turned_image R s t).
  - now apply in_map.
Qed.
Lemma alike_status p q : alike p q -> status_of R p = status_of R q.
Proof.
  intros H. pose proof H as (s & t & G & I). destruct (good_parts s t G) as (A & B & C & D). unfold status_of.
  assert (Kc : forall l, (l = ends R \/ l = stuck R) -> forall c, In c (map snd l) -> In c (end_conditions R)).
  { intros l E c J. unfold end_conditions. rewrite !in_app_iff. destruct E as [-> | ->]; auto. }
  rewrite (first_end_image s t _ _ (ends R) G (turned_image R s t A C D p q I)) by (apply Kc; auto).
  destruct (first_end R (ends R) (turned R p)) as [[]|]; auto.
  assert (E : moves R p = [] <-> moves R q = []).
  { split; intros E.
    - destruct (moves R q) as [|r l] eqn:M; auto. destruct (alike_move q p r (alike_sym _ _ H)) as (r' & _ & M').
      { unfold move. rewrite M. now left. } unfold move in M'. rewrite E in M'. destruct M'.
    - destruct (moves R p) as [|r l] eqn:M; auto. destruct (alike_move p q r H) as (r' & _ & M').
      { unfold move. rewrite M. now left. } unfold move in M'. rewrite E in M'. destruct M'. }
  rewrite (first_end_image s t p q (stuck R) G I) by (apply Kc; auto).
  destruct (moves R p), (moves R q); auto; destruct E as (E1 & E2); [specialize (E1 eq_refl)|specialize (E2 eq_refl)]; discriminate.
Qed.
End Same.

(* Words turned by the tables of a symmetry. *)
Lemma turned_alike R L s t cs : layout_ok R L = true -> symmetry R s t = true -> turn_ok R L (go_m t) (fun c => c) false cs = true ->
  forall w, alike R (decode R L w) (decode R L (turn cs w)).
Proof.
  intros O S T w. exists s, t. split; auto. destruct (good_parts R s t S) as (A & B & C & D).
  rewrite (turn_spec R L O _ _ _ _ w T). unfold img, image_of. cbn [own_hand other_hand board]. rewrite map_length.
  split; [reflexivity|]. split; [reflexivity|]. split.
  { unfold decode. cbn [board]. rewrite map_length. unfold layout_ok in O. rewrite !andb_true_iff, !Nat.eqb_eq in O. symmetry. tauto. }
  split; [reflexivity|]. intros x. unfold at_ at 1. cbn [board]. destruct (is_in x (squares R)) eqn:E.
  - rewrite look_map by (rewrite (on_image R s t); auto). rewrite (inverse_go s t A).
    rewrite at_decode. rewrite (is_in_spot R L O) in E. destruct (spot R L x); [reflexivity|discriminate].
  - rewrite look_not_in by (rewrite (on_image R s t); auto). rewrite at_decode. rewrite (is_in_spot R L O) in E.
    destruct (spot R L x); [discriminate|reflexivity].
Qed.
