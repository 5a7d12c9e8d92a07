(* SPDX-License-Identifier: MIT *)
(* Turns over words are those of the rules: actions that go on, and those that say :otherwise. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game Words PieceRules PieceWords PieceMoves PieceGenerator.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

Section Turns.
Variable R : rules.
Variable L : layout.
Hypothesis ok : layout_ok R L = true.
Hypothesis few : (length (on_square L) <= 62)%nat.
Hypothesis hok : hands_ok R L = true.
Notation decode := (decode R L).
Notation tells := (tells R L).

(* ---- What expanding a list of ground actions makes ---- *)
Section Expand.
Variable go_on : gact -> int -> list int -> option (list int).
Variable K : gact -> int -> int -> Prop.
Variable w : int.
Definition adds (g : gact) : Prop :=
  forall w1 acc r, go_on g w1 acc = Some r -> forall x, In x r <-> In x acc \/ K g w1 x.
Definition made (l : list gact) (x : int) : Prop :=
  exists g w1, In g l /\ run (g_test g) w = true /\ do_ops w (g_ops g) w = Some w1 /\ K g w1 x.
Definition all_done (l : list gact) : Prop := forall g, In g l -> run (g_test g) w = true ->
  exists w1 acc r, do_ops w (g_ops g) w = Some w1 /\ go_on g w1 acc = Some r.

Lemma expand_spec l : (forall g, In g l -> adds g) -> forall acc r, expand go_on l w acc = Some r ->
  (forall x, In x r <-> In x acc \/ made l x) /\ all_done l.
Proof.
  induction l as [|g l IH]; intros Ad acc r; cbn [expand].
  - intros [= <-]. split. { intros x. split; auto. intros [H|(g & w1 & [] & _)]; auto. } intros g [].
  - assert (Ad' : forall h, In h l -> adds h) by (intros; apply Ad; now right).
    destruct (run (g_test g) w) eqn:T.
    + destruct (do_ops w (g_ops g) w) as [w1|] eqn:D; [|discriminate].
      destruct (go_on g w1 acc) as [acc1|] eqn:G; [|discriminate]. intros E. destruct (IH Ad' _ _ E) as (I1 & I2). split.
      * intros x. rewrite I1. pose proof (Ad g (or_introl eq_refl) _ _ _ G x) as X. rewrite X. split.
        -- intros [[H|H]|(h & u & I & M)]; auto; right. { exists g, w1. repeat split; auto. now left. }
           exists h, u. split; [now right|auto].
        -- intros [H|(h & u & [<-|I] & M)]; auto. { destruct M as (_ & D' & H). left. right. congruence. }
           right. exists h, u. auto.
      * intros h [<-|I] Th; [|auto]. exists w1, acc, acc1. auto.
    + intros E. destruct (IH Ad' _ _ E) as (I1 & I2). split.
      * intros x. rewrite I1. split; intros [H|(h & u & I & M)]; auto; right; exists h, u; split; auto. { now right. }
        destruct I as [<-|I]; auto. destruct M. congruence.
      * intros h [<-|I] Th; [congruence|auto].
Qed.
Definition cands (idx : list (field * tree (list gact))) : list gact :=
  flat_map (fun ft => at_leaf [] (snd ft) (get (fst ft) w)) idx.
Lemma expand_app a : forall b acc, expand go_on (a ++ b) w acc =
  match expand go_on a w acc with Some r => expand go_on b w r | None => None end.
Proof.
  induction a as [|g a IH]; intros b acc; cbn [app expand]; auto. destruct (run _ w); auto. destruct (do_ops _ _ w); auto.
  destruct (go_on _ _ _); auto.
Qed.
Lemma expand_all_cands idx : forall acc, expand_all go_on idx w acc = expand go_on (cands idx) w acc.
Proof.
  induction idx as [|(f, t) r IH]; intros acc; cbn [expand_all cands flat_map fst snd]; auto. rewrite expand_app.
  destruct (expand _ _ w acc); auto.
Qed.

(* ---- Triggers ---- *)
Lemma run_mem f m : run (in_set f m) w = mem m (get f w).
Proof. reflexivity. Qed.
Lemma one_pair (f : field) (m : int) g n : In (g, n) [(f, m)] -> g = f /\ n = m.
Proof. intros [E|[]]. apply pair_equal_spec in E. destruct E; auto. Qed.
Lemma trigger_1 f m : run (in_set f m) w = true -> In f (all_fields L) ->
  forall g n, In (g, n) [(f, m)] -> In g (all_fields L) /\ mem n (get g w) = true.
Proof. intros H I g n J. apply one_pair in J. destruct J as (-> & ->). rewrite <- run_mem. auto. Qed.
Lemma triggers_spec at1 e c : run (ccond R L at1 e c) w = true ->
  forall f m, In (f, m) (triggers R L e c) -> In f (all_fields L) /\ mem m (get f w) = true.
Proof.
  induction c; cbn [triggers ccond]; try (intros _ f m []).
  - rewrite run_and, andb_true_iff. intros (H1 & H2) f m I. apply in_app_iff in I. destruct I; auto.
  - destruct (place_of e p) as [s|]; [|intros _ f m []]. unfold at_square. destruct (spot R L s) as [f|] eqn:S; [|intros _ f m []].
    generalize (code_set (fun v => PieceRules.fits e t (content R v))). intros k H. apply (trigger_1 f k H).
    apply sq_field. exact (field_of_in _ _ _ _ S).
  - destruct (kind_hand R L mine (kind_of e k)) as [f|] eqn:S; [|intros _ f m []].
    unfold kind_hand in S. destruct (nth (kind_of e k) (hand_of R) None) as [h|]; [|discriminate].
    generalize (code_set (fun v => holds_of c (to_Z v) (number_of e n))). intros j H. apply (trigger_1 f j H).
    apply nth_error_In in S. destruct mine; [apply own_field|apply other_field]; exact S.
Qed.
Lemma ground1_trigger at1 a e g : ground1 R L at1 a e = Some (Some g) -> run (g_test g) w = true ->
  match g_trigger g with Some (f, m) => In f (all_fields L) /\ mem m (get f w) = true | None => True end.
Proof.
  unfold ground1. destruct (static _); [|discriminate]. destruct (gwrites _ _ _) as [l|]; [|discriminate].
  destruct (existsb (fun v => existsb (surely_clash v) l) l); [discriminate|].
  destruct (existsb (fun v => existsb (gclash v) l) l); [discriminate|]. cbv zeta. destruct (shape _ _); [|discriminate].
  destruct (cwrites R L (gsorted l)); [|discriminate].
  set (t := and_ _ _). intros E T.
  assert (X : g_test g = t /\ g_trigger g = hd_error (triggers R L e (precondition a))).
  { destruct t as [[]|]; try discriminate; injection E as <-; auto. }
  destruct X as (X & ->). rewrite X in T. unfold t in T. rewrite run_and, andb_true_iff in T. destruct T as (T & _).
  pose proof (triggers_spec (PieceGenerator.never) e _ T) as H.
  destruct (triggers R L e (precondition a)) as [|(f, m) r]; cbn [hd_error]; auto. apply H. now left.
Qed.
Lemma same_field_refl f : same_field f f = true.
Proof. unfold same_field. now rewrite !eqb_refl. Qed.
Lemma chosen_in gs g : In g (untriggered gs ++ cands (index L gs)) -> In g gs.
Proof.
  intros I. apply in_app_iff in I. destruct I as [I|I].
  - apply filter_In in I. tauto.
  - unfold cands, index in I. apply in_flat_map in I. destruct I as (ft & If & I). apply in_map_iff in If. destruct If as (f & <- & If).
    cbn [fst snd] in I. rewrite at_leaf_spec in I by (apply get_upto; now apply (all_good R L ok)). apply filter_In in I. tauto.
Qed.
Lemma in_chosen gs g : In g gs ->
  match g_trigger g with Some (f, m) => In f (all_fields L) /\ mem m (get f w) = true | None => True end ->
  In g (untriggered gs ++ cands (index L gs)).
Proof.
  intros I T. apply in_app_iff. destruct (g_trigger g) as [(f, m)|] eqn:E.
  - right. destruct T as (If & M). unfold cands, index. apply in_flat_map. exists (f, grow 5 0 (triggered f gs)). split.
    { apply in_map_iff. eauto. } cbn [fst snd]. rewrite at_leaf_spec by (apply get_upto; now apply (all_good R L ok)).
    apply filter_In. split; auto. now rewrite E, same_field_refl.
  - left. apply filter_In. split; auto. now rewrite E.
Qed.
Lemma expand_choice_spec at1 l gs r : collect R L at1 l = Some gs -> (forall g, In g gs -> adds g) ->
  expand_choice go_on (choose_from L gs) w = Some r ->
  (forall x, In x r <-> made gs x) /\ all_done gs.
Proof.
  intros C Ad E. unfold expand_choice, choose_from in E. cbn [rest by_field] in E.
  assert (X : expand go_on (untriggered gs ++ cands (index L gs)) w [] = Some r).
  { rewrite expand_app. destruct (expand go_on (untriggered gs) w []) as [a|]; [|discriminate].
    now rewrite <- expand_all_cands. }
  apply expand_spec in X. 2: { intros g I. apply Ad. now apply chosen_in. }
  destruct X as (X1 & X2). destruct (collect_spec R L at1 l gs C) as (C1 & _).
  assert (Tr : forall g, In g gs -> run (g_test g) w = true -> In g (untriggered gs ++ cands (index L gs))).
  { intros g I T. apply in_chosen; auto. apply C1 in I. destruct I as (a & e & _ & G). exact (ground1_trigger at1 a e g G T). }
  split.
  - intros x. rewrite X1. split.
    + intros [[]|(g & w1 & I & M)]. exists g, w1. split; auto. now apply chosen_in.
    + intros (g & w1 & I & T & M). right. exists g, w1. split; auto.
  - intros g I T. apply X2; auto.
Qed.
End Expand.

(* ---- Turns ---- *)
Variable at1 : square -> test.
Variable bad : list test.
Variable parts : list (list nat * part).
Definition told_right (c : cond) : Prop := forall e w, run (ccond R L at1 e c) w = holds R (attacked R (decode w)) e c (decode w).
Hypothesis bad_ok : forall w, no_bad bad w = legal R (decode w).
Hypothesis parts_ok : forall names p, find_part names parts = Some p -> part_of R L at1 (named R names) = Some p.
Hypothesis next_ok : forall a names c, In a (actions R) -> next_part a = Some (names, c) -> told_right c.

Lemma finish_spec w acc x : In x (finish bad w acc) <-> In x acc \/ (x = w /\ legal R (decode w) = true).
Proof.
  pose proof (bad_ok w) as E. unfold finish. destruct bad as [|t l].
  - unfold no_bad in E. cbn in E. rewrite <- E. cbn [In]. intuition.
  - rewrite E. destruct (legal R (decode w)); cbn [In]; intuition; discriminate.
Qed.
Definition ends_at (w x : int) : Prop := x = w /\ legal R (decode w) = true.
Lemma finished_spec w q : In q (finished R (decode w)) <-> exists x, ends_at w x /\ q = decode x.
Proof.
  unfold finished, ends_at. destruct (legal R (decode w)); cbn [In].
  - split; [intros [<-|[]]; eauto|intros (x & (-> & _) & ->); auto].
  - split; [intros []|intros (x & (_ & N) & _); discriminate].
Qed.

Section Level.
Variable n : nat.
Hypothesis below : forall l p w r, (forall a, In a l -> In a (actions R)) -> part_of R L at1 l = Some p ->
  turn_words bad parts n p w = Some r -> forall q, In q (turns R n l (decode w)) <-> exists x, In x r /\ q = decode x.
Let go_on := fun g w1 acc =>
  match g_next g with
  | None => Some (finish bad w1 acc)
  | Some (names, t) =>
      if run t w1 then
        match find_part names parts with
        | None => None
        | Some q => match turn_words bad parts n q w1 with
                    | None => None | Some [] => Some (finish bad w1 acc) | Some r => Some (r ++ acc) end
        end
      else Some (finish bad w1 acc)
  end.
Let K := fun g w1 x =>
  match g_next g with
  | None => ends_at w1 x
  | Some (names, t) =>
      if run t w1 then
        match find_part names parts with
        | None => False
        | Some q => match turn_words bad parts n q w1 with
                    | None => False | Some [] => ends_at w1 x | Some r => In x r end
        end
      else ends_at w1 x
  end.
Let goes_on := fun x : action * env * position => match x with (a, e, q) =>
  match next_part a with
  | Some (names, c) =>
      if holds R (attacked R q) e c q then match turns R n (named R names) q with [] => finished R q | r => r end
      else finished R q
  | None => finished R q
  end end.
Lemma go_on_adds g : adds go_on K g.
Proof.
  intros w1 acc r. unfold go_on, K. destruct (g_next g) as [(names, t)|].
  - destruct (run t w1).
    + destruct (find_part names parts) as [q|]; [|discriminate]. destruct (turn_words bad parts n q w1) as [[|y l]|]; [| |discriminate].
      * intros [= <-] x. apply finish_spec.
      * intros [= <-] x. change (y :: l ++ acc) with ((y :: l) ++ acc). rewrite in_app_iff. tauto.
    + intros [= <-] x. apply finish_spec.
  - intros [= <-] x. apply finish_spec.
Qed.
Lemma in_named names a : In a (named R names) -> In a (actions R).
Proof. unfold named. intros I. apply filter_In in I. tauto. Qed.
Lemma goes_on_spec g a e w1 acc r : In a (actions R) -> g_next g = next_of R L at1 a e -> go_on g w1 acc = Some r ->
  forall q, In q (goes_on (a, e, decode w1)) <-> exists x, K g w1 x /\ q = decode x.
Proof.
  intros Ia N G q. unfold go_on, K, goes_on in *. rewrite N in *. unfold next_of in *.
  destruct (next_part a) as [(names, c)|] eqn:P; [|apply finished_spec].
  rewrite (next_ok a names c Ia P e w1) in *. destruct (holds R _ e c (decode w1)); [|apply finished_spec].
  destruct (find_part names parts) as [p|] eqn:F; [|discriminate].
  destruct (turn_words bad parts n p w1) as [l|] eqn:W; [|discriminate].
  pose proof (below (named R names) p w1 l (in_named names) (parts_ok _ _ F) W) as B.
  destruct l as [|y l].
  - destruct (turns R n (named R names) (decode w1)) as [|z t]; [apply finished_spec|].
    destruct (proj1 (B z)) as (x & [] & _). now left.
  - destruct (turns R n (named R names) (decode w1)) as [|z t] eqn:T; [|exact (B q)].
    destruct (proj2 (B (decode y))). exists y. split; auto. now left.
Qed.
Lemma choice_spec l gs w r : (forall a, In a l -> In a (actions R)) -> collect R L at1 (pairs R l) = Some gs ->
  expand_choice go_on (choose_from L gs) w = Some r ->
  forall q, In q (flat_map goes_on (results R l (decode w))) <-> exists x, In x r /\ q = decode x.
Proof.
  intros Il C E q. destruct (expand_choice_spec go_on K w at1 _ gs r C (fun g _ => go_on_adds g) E) as (X1 & X2).
  destruct (collect_spec R L at1 _ gs C) as (C1 & C2). rewrite in_flat_map. split.
  - intros (((a, e), p) & I & Q). unfold results in I. apply in_flat_map in I. destruct I as (a' & Ia & I).
    apply in_flat_map in I. destruct I as (e' & Ie & I). destruct (apply R a' e' (decode w)) as [p'|] eqn:A; [|destruct I].
    destruct I as [[= -> -> ->]|[]].
    assert (Ip : In (a, e) (pairs R l)). { unfold pairs. apply in_flat_map. exists a. split; auto. now apply in_map. }
    destruct (ground1 R L at1 a e) as [[g|]|] eqn:G.
    + pose proof (ground1_spec R L ok few hok at1 a e _ G) as (T & N). specialize (T w).
      destruct (run (g_test g) w) eqn:Te; [|congruence]. destruct T as (p' & A' & _ & T). assert (p' = p) as -> by congruence.
      assert (Ig : In g gs) by (apply C1; eauto).
      destruct (X2 g Ig Te) as (w1 & acc & r1 & D & Go). rewrite (T w1 D) in Q.
      apply (goes_on_spec g a e w1 acc r1 (Il a Ia) N Go) in Q. destruct Q as (x & Kx & ->). exists x. split; auto.
      apply X1. exists g, w1. auto.
    + pose proof (ground1_spec R L ok few hok at1 a e _ G w). congruence.
    + destruct (C2 a e Ip G).
  - intros (x & I & ->). apply X1 in I. destruct I as (g & w1 & Ig & Te & D & Kx).
    destruct (proj1 (C1 g) Ig) as (a & e & Ip & G). pose proof (ground1_spec R L ok few hok at1 a e _ G) as (T & N). specialize (T w).
    rewrite Te in T. destruct T as (p & A & _ & T). rewrite (T w1 D) in A. unfold pairs in Ip.
    apply in_flat_map in Ip. destruct Ip as (a' & Ia & Ip). apply in_map_iff in Ip. destruct Ip as (e' & [= -> ->] & Ie).
    exists ((a, e), decode w1). split.
    + unfold results. apply in_flat_map. exists a. split; auto. apply in_flat_map. exists e. split; auto. rewrite A. now left.
    + destruct (X2 g Ig Te) as (w2 & acc & r1 & D' & Go). assert (w2 = w1) as -> by congruence.
      apply (goes_on_spec g a e w1 acc r1 (Il a Ia) N Go). eauto.
Qed.
Lemma in_plainly l a : In a (plainly l) -> In a l.
Proof. unfold plainly. intros I. apply filter_In in I. tauto. Qed.
Lemma in_otherwise l a : In a (otherwise_only l) -> In a l.
Proof. unfold otherwise_only. intros I. apply filter_In in I. tauto. Qed.
Lemma level_spec l p w r : (forall a, In a l -> In a (actions R)) -> part_of R L at1 l = Some p ->
  turn_words bad parts (S n) p w = Some r -> forall q, In q (turns R (S n) l (decode w)) <-> exists x, In x r /\ q = decode x.
Proof.
  intros Il P T q. unfold part_of in P. destruct (collect R L at1 (pairs R (plainly l))) as [gs|] eqn:C; [|discriminate].
  destruct (collect R L at1 (pairs R (otherwise_only l))) as [others|] eqn:C'; [|discriminate]. injection P as <-.
  change (turn_words bad parts (S n) (Part (choose_from L gs) (choose_from L others)) w) with
    (match expand_choice go_on (choose_from L gs) w with
     | Some [] => expand_choice go_on (choose_from L others) w | r => r end) in T.
  change (turns R (S n) l (decode w)) with
    (match flat_map goes_on (results R (plainly l) (decode w)) with
     | [] => flat_map goes_on (results R (otherwise_only l) (decode w)) | r => r end).
  assert (I1 : forall a, In a (plainly l) -> In a (actions R)) by (intros a I; apply Il; now apply in_plainly).
  assert (I2 : forall a, In a (otherwise_only l) -> In a (actions R)) by (intros a I; apply Il; now apply in_otherwise).
  destruct (expand_choice go_on (choose_from L gs) w) as [[|y t]|] eqn:E; [| |discriminate].
  - pose proof (choice_spec _ _ _ _ I1 C E) as X. destruct (flat_map goes_on (results R (plainly l) (decode w))) as [|z u].
    + exact (choice_spec _ _ _ _ I2 C' T q).
    + destruct (proj1 (X z)) as (x & [] & _). now left.
  - injection T as <-. pose proof (choice_spec _ _ _ _ I1 C E) as X.
    destruct (flat_map goes_on (results R (plainly l) (decode w))) as [|z u] eqn:F; [|exact (X q)].
    destruct (proj2 (X (decode y))). exists y. split; auto. now left.
Qed.
End Level.

Theorem turn_words_spec n : forall l p w r, (forall a, In a l -> In a (actions R)) -> part_of R L at1 l = Some p ->
  turn_words bad parts n p w = Some r -> forall q, In q (turns R n l (decode w)) <-> exists x, In x r /\ q = decode x.
Proof.
  induction n as [|n IH].
  - intros l p w r _ _ [= <-] q. split; [intros []|intros (x & [] & _)].
  - apply level_spec. exact IH.
Qed.
End Turns.
