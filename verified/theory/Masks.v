(* SPDX-License-Identifier: MIT *)
(* The rules compiled to masks, that is, to sets of squares, and the proof that the masks play
   exactly the moves, and reach exactly the goals, of the specification (BddlRules.v). *)
From Coq Require Import List Bool ZArith NArith Lia.
From Zermelo Require Import Game BddlRules.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope N_scope.

Infix "∪" := N.lor (at level 50, left associativity) : N_scope.
Infix "∩" := N.land (at level 40, left associativity) : N_scope.
Infix "∖" := N.ldiff (at level 45, left associativity) : N_scope.
Local Notation bit := N.testbit.

(* ---- Sets of squares ----------------------------------------------------------------------- *)

Definition single (s : N) : N := 2 ^ s.
Lemma single_bit s i : bit (single s) i = (i =? s).
Proof. unfold single. rewrite N.pow2_bits_eqb. apply N.eqb_sym. Qed.

Lemma same_set x y : (forall i, bit x i = bit y i) -> x = y.
Proof. intros H. apply N.bits_inj. exact H. Qed.

Lemma inter_empty x m :
  (x ∩ m =? 0) = true <-> forall i, bit x i = true -> bit m i = false.
Proof.
  rewrite N.eqb_eq. split.
  - intros H i B. pose proof (f_equal (fun w => bit w i) H) as X. cbv beta in X.
    rewrite N.land_spec, N.bits_0, B in X. exact X.
  - intros H. apply same_set. intros i. rewrite N.land_spec, N.bits_0.
    destruct (bit x i) eqn:B; auto. now rewrite (H i B).
Qed.

Lemma inter_all m x :
  (m ∩ x =? m) = true <-> forall i, bit m i = true -> bit x i = true.
Proof.
  rewrite N.eqb_eq. split.
  - intros H i B. pose proof (f_equal (fun w => bit w i) H) as X. cbv beta in X.
    rewrite N.land_spec, B in X. exact X.
  - intros H. apply same_set. intros i. rewrite N.land_spec.
    destruct (bit m i) eqn:B; auto. now rewrite (H i B).
Qed.

Definition union (l : list N) : N := fold_right (fun i w => single i ∪ w) 0 l.
Lemma union_bit l i : bit (union l) i = true <-> In i l.
Proof.
  induction l as [|s l IH]; simpl.
  - split; [discriminate|tauto].
  - rewrite N.lor_spec, orb_true_iff, single_bit, N.eqb_eq, IH. intuition.
Qed.
(* A list without what it repeats. *)
Section Once.
Variable A : Type.
Variable eqb : A -> A -> bool.
Hypothesis eqb_ok : forall a b, eqb a b = true <-> a = b.
Fixpoint once (l : list A) : list A :=
  match l with
  | [] => []
  | a :: l' => let r := once l' in if existsb (eqb a) r then r else a :: r
  end.
Lemma once_in l a : In a (once l) <-> In a l.
Proof.
  induction l as [|b l IH]; simpl; [tauto|].
  destruct (existsb (eqb b) (once l)) eqn:E; simpl; rewrite IH; [|tauto].
  split; auto. intros [<-|I]; auto. apply existsb_exists in E. destruct E as (c & I & X).
  apply eqb_ok in X as ->. now apply IH.
Qed.
Lemma once_nodup l : NoDup (once l).
Proof.
  induction l as [|b l IH]; simpl; [constructor|].
  destruct (existsb (eqb b) (once l)) eqn:E; auto. constructor; auto. intros I.
  assert (X : existsb (eqb b) (once l) = true).
  { apply existsb_exists. exists b. split; auto. now apply eqb_ok. }
  congruence.
Qed.
End Once.

(* ---- Compiled conditions ------------------------------------------------------------------- *)

(* The squares that must not be black, those that must not be white, and those that must not be
   open. *)
Record demand := Demand { no_black : N; no_white : N; no_open : N }.
Definition forbidden (d : demand) (k : colour) : N :=
  match k with Black => no_black d | White => no_white d | Open => no_open d end.

Definition test (d : demand) (p : position) : bool :=
  (black_squares p ∩ no_black d =? 0) && (white_squares p ∩ no_white d =? 0) &&
  (no_open d ∩ (black_squares p ∪ white_squares p) =? no_open d).

Definition sat (d : demand) (p : position) : Prop :=
  forall i, bit (forbidden d (colour_at p i)) i = false.

Lemma test_sat R d p : board R p -> (test d p = true <-> sat d p).
Proof.
  intros B. unfold test, sat. rewrite !andb_true_iff, !inter_empty, inter_all. split.
  - intros ((H1 & H2) & H3) i. specialize (H1 i). specialize (H2 i). specialize (H3 i).
    rewrite N.lor_spec in H3. unfold colour_at.
    destruct (bit (black_squares p) i) eqn:X, (bit (white_squares p) i) eqn:Y; simpl; auto.
    apply not_true_is_false. intros Z. now apply H3 in Z.
  - intros H. split; [split|]; intros i X; specialize (H i); specialize (B i);
      unfold colour_at in H; try rewrite N.lor_spec.
    + rewrite X in H. exact H.
    + destruct (bit (black_squares p) i) eqn:Y; [|now rewrite X in H].
      destruct B as (_ & B). tauto.
    + destruct (bit (black_squares p) i) eqn:Y, (bit (white_squares p) i) eqn:Z; simpl; auto.
      simpl in H. congruence.
Qed.

Definition same_colour (j k : colour) : bool :=
  match j, k with Open, Open | Black, Black | White, White => true | _, _ => false end.
Definition forbids (c : scond) (k : colour) : bool := Bool.eqb (same_colour k (col c)) (negated c).

Lemma forbids_meets c k : forbids c k = false <-> meets c k.
Proof.
  unfold forbids, meets. destruct (negated c), k, (col c); simpl; split; intros; congruence.
Qed.

Definition add (c : scond) (s : N) (d : demand) : demand :=
  let b := single s in
  Demand (if forbids c Black then no_black d ∪ b else no_black d)
         (if forbids c White then no_white d ∪ b else no_white d)
         (if forbids c Open then no_open d ∪ b else no_open d).

Lemma bit_add c s d k i :
  bit (forbidden (add c s d) k) i = bit (forbidden d k) i || (forbids c k && (i =? s)).
Proof.
  destruct k; simpl;
  match goal with |- context [forbids c ?k] => destruct (forbids c k) end;
  rewrite ?N.lor_spec, ?single_bit, ?orb_false_r; auto.
Qed.

Section Compile.
Variable R : rules.

Definition on_boardb (x y : Z) : bool :=
  ((1 <=? x) && (x <=? columns R) && (1 <=? y) && (y <=? rows R))%Z.
Lemma on_boardb_spec x y : on_boardb x y = true <-> on_board R x y.
Proof. unfold on_boardb, on_board. rewrite !andb_true_iff, !Z.leb_le. lia. Qed.

Fixpoint demand_of (l : list scond) (x y : Z) : option demand :=
  match l with
  | [] => Some (Demand 0 0 0)
  | c :: l' =>
      let cx := x_of R c x in let cy := y_of R c y in
      if on_boardb cx cy then
        match demand_of l' x y with Some d => Some (add c (square R cx cy) d) | None => None end
      else None
  end.

Lemma demand_of_holds l x y p :
  match demand_of l x y with Some d => sat d p <-> holds R l p x y | None => ~ holds R l p x y end.
Proof.
  induction l as [|c l IH]; simpl.
  - split; intros _. { intros c []. } intros i. destruct (colour_at p i); reflexivity.
  - destruct (on_boardb (x_of R c x) (y_of R c y)) eqn:B.
    2:{ intros H. destruct (H c) as (X & _); [now left|]. apply on_boardb_spec in X. congruence. }
    apply on_boardb_spec in B.
    destruct (demand_of l x y) as [d|].
    2:{ intros H. apply IH. intros c' I. apply H. now right. }
    set (s := square R (x_of R c x) (y_of R c y)). split.
    + intros S c' [<-|I].
      * split; auto. apply forbids_meets. specialize (S s). rewrite bit_add in S.
        apply orb_false_iff in S as (_ & S). rewrite (N.eqb_refl s), andb_true_r in S. exact S.
      * apply IH; auto. intros i. specialize (S i). rewrite bit_add in S.
        now apply orb_false_iff in S as (S & _).
    + intros H i. rewrite bit_add. apply orb_false_iff. split.
      * apply IH. intros c' I. apply H. now right.
      * destruct (i =? s) eqn:E; [|apply andb_false_r]. apply N.eqb_eq in E as ->.
        rewrite andb_true_r. apply forbids_meets. apply (H c). now left.
Qed.

Lemma demand_of_on_board l x y d : demand_of l x y = Some d ->
  forall c, In c l -> on_board R (x_of R c x) (y_of R c y).
Proof.
  revert d. induction l as [|c l IH]; simpl; intros d H c' I; [destruct I|].
  destruct (on_boardb (x_of R c x) (y_of R c y)) eqn:B; [|discriminate].
  destruct (demand_of l x y) as [d'|]; [|discriminate].
  destruct I as [<-|I]; [now apply on_boardb_spec|]. now apply (IH d').
Qed.
Lemma demand_of_names l x y d k i : demand_of l x y = Some d ->
  bit (forbidden d k) i = true -> exists c, In c l /\ names R c x y i.
Proof.
  revert d. induction l as [|c l IH]; simpl; intros d H F.
  - injection H as <-. destruct k; discriminate.
  - destruct (on_boardb (x_of R c x) (y_of R c y)); [|discriminate].
    destruct (demand_of l x y) as [d'|]; [|discriminate]. injection H as <-.
    rewrite bit_add, orb_true_iff, andb_true_iff, N.eqb_eq in F. destruct F as [F|(_ & E)].
    + destruct (IH d' eq_refl F) as (c' & I & N). exists c'. auto.
    + exists c. auto.
Qed.

(* ---- Compiled moves ------------------------------------------------------------------------ *)

(* What an action at an anchor demands; the squares that it changes, and those of them that become
   black, and white. *)
Record ground := Ground { demands : demand; changed : N; to_black : N; to_white : N }.

Definition play (g : ground) (p : position) : position :=
  Position ((black_squares p ∖ changed g) ∪ to_black g)
           ((white_squares p ∖ changed g) ∪ to_white g)
           (negb (white_on_turn p)).

(* All ways in which squares may become what is not forbidden: those that become black, and those
   that become white. *)
Fixpoint choices (l : list N) (e : demand) : list (N * N) :=
  match l with
  | [] => [(0, 0)]
  | s :: l' =>
      let r := choices l' e in
      (if bit (no_black e) s then [] else map (fun bw => (single s ∪ fst bw, snd bw)) r) ++
      (if bit (no_white e) s then [] else map (fun bw => (fst bw, single s ∪ snd bw)) r) ++
      (if bit (no_open e) s then [] else r)
  end.

Definition colour_in (b w i : N) : colour :=
  if bit b i then Black else if bit w i then White else Open.

Definition chosen (l : list N) (e : demand) (b w : N) : Prop :=
  (forall i, bit b i = true -> In i l) /\ (forall i, bit w i = true -> In i l) /\
  forall i, In i l -> ~ (bit b i = true /\ bit w i = true) /\
                      bit (forbidden e (colour_in b w i)) i = false.

Lemma chosen_more s l e b w : ~ In s l ->
  (chosen (s :: l) e b w <->
   chosen l e (b ∖ single s) (w ∖ single s) /\ ~ (bit b s = true /\ bit w s = true) /\
   bit (forbidden e (colour_in b w s)) s = false).
Proof.
  intros N.
  assert (Same : forall v i, In i l -> bit (v ∖ single s) i = bit v i).
  { intros v i I. rewrite N.ldiff_spec, single_bit. destruct (i =? s) eqn:E.
    - apply N.eqb_eq in E as ->. contradiction.
    - apply andb_true_r. }
  assert (Less : forall v i, bit (v ∖ single s) i = true <-> bit v i = true /\ i <> s).
  { intros v i. rewrite N.ldiff_spec, single_bit, andb_true_iff, negb_true_iff, N.eqb_neq.
    tauto. }
  unfold chosen. split.
  - intros (Hb & Hw & H). split; [split; [|split]|apply H; now left].
    + intros i X. apply Less in X. destruct X as (X & E). destruct (Hb i X); [congruence|auto].
    + intros i X. apply Less in X. destruct X as (X & E). destruct (Hw i X); [congruence|auto].
    + intros i I. unfold colour_in. rewrite !Same by auto. apply H. now right.
  - intros ((Hb & Hw & H) & Hs). split; [|split].
    + intros i X. destruct (N.eq_dec i s) as [->|E]; [now left|]. right. apply Hb.
      now apply Less.
    + intros i X. destruct (N.eq_dec i s) as [->|E]; [now left|]. right. apply Hw.
      now apply Less.
    + intros i [<-|I]; auto. specialize (H i I). unfold colour_in in *. now rewrite !Same in H.
Qed.

Lemma choices_spec l e : NoDup l ->
  forall b w, In (b, w) (choices l e) <-> chosen l e b w.
Proof.
  induction 1 as [|s l N D IH]; intros b w.
  - simpl. unfold chosen. split.
    + intros [[= <- <-]|[]]. repeat split; try (intros i; simpl; discriminate); destruct H.
    + intros (Hb & Hw & _). left. f_equal; apply same_set; intros i; symmetry.
      * apply not_true_is_false. intros X. exact (Hb i X).
      * apply not_true_is_false. intros X. exact (Hw i X).
  - rewrite (chosen_more s l e b w N), <- IH. cbn [choices]. rewrite !in_app_iff.
    assert (With : forall v, bit v s = true -> single s ∪ (v ∖ single s) = v).
    { intros v X. apply same_set. intros i. rewrite N.lor_spec, N.ldiff_spec, single_bit.
      destruct (i =? s) eqn:E; [apply N.eqb_eq in E as ->; now rewrite X|].
      simpl. apply andb_true_r. }
    assert (Without : forall v, bit v s = false -> v ∖ single s = v).
    { intros v X. apply same_set. intros i. rewrite N.ldiff_spec, single_bit.
      destruct (i =? s) eqn:E; [apply N.eqb_eq in E as ->; now rewrite X|]. apply andb_true_r. }
    assert (Added : forall v, bit v s = false -> (single s ∪ v) ∖ single s = v).
    { intros v X. apply same_set. intros i. rewrite N.ldiff_spec, N.lor_spec, single_bit.
      destruct (i =? s) eqn:E; [apply N.eqb_eq in E as ->; now rewrite X|].
      simpl. apply andb_true_r. }
    assert (Off : forall c v, In (c, v) (choices l e) -> bit c s = false /\ bit v s = false).
    { intros c v I. apply IH in I. destruct I as (Hb & Hw & _).
      split; apply not_true_is_false; intros X; auto. }
    assert (One : bit (single s) s = true) by (rewrite single_bit; apply N.eqb_refl).
    unfold colour_in. split.
    + intros [I|[I|I]].
      * destruct (bit (no_black e) s) eqn:F; [destruct I|]. apply in_map_iff in I.
        destruct I as ((c, v) & [= <- <-] & I). destruct (Off c v I) as (X & Y). simpl.
        rewrite N.lor_spec, One, Added, Without, Y by auto. simpl.
        repeat split; auto. intros (_ & Z). discriminate.
      * destruct (bit (no_white e) s) eqn:F; [destruct I|]. apply in_map_iff in I.
        destruct I as ((c, v) & [= <- <-] & I). destruct (Off c v I) as (X & Y). simpl.
        rewrite N.lor_spec, One, Added, Without, X by auto. simpl.
        repeat split; auto. intros (Z & _). discriminate.
      * destruct (bit (no_open e) s) eqn:F; [destruct I|].
        destruct (Off b w I) as (X & Y). rewrite !Without, X, Y by auto. simpl.
        repeat split; auto. intros (Z & _). discriminate.
    + intros (I & B & F). destruct (bit b s) eqn:X, (bit w s) eqn:Y; simpl in F.
      * destruct B. auto.
      * left. rewrite F. apply in_map_iff. eexists. split; [|exact I]. simpl.
        now rewrite With, Without.
      * right. left. rewrite F. apply in_map_iff. eexists. split; [|exact I]. simpl.
        now rewrite With, Without.
      * right. right. rewrite F. now rewrite !Without in I.
Qed.

(* The squares that an effect names, each once. *)
Definition named (a : action) (x y : Z) : list N :=
  once N N.eqb (map (fun c => square R (x_of R c x) (y_of R c y)) (after a)).
Lemma named_spec a x y i : In i (named a x y) <-> exists c, In c (after a) /\ names R c x y i.
Proof.
  unfold named. rewrite (once_in N N.eqb N.eqb_eq), in_map_iff. unfold names. split.
  - intros (c & E & I). eauto.
  - intros (c & I & E). eauto.
Qed.

(* NOT in an effect may leave choices. More than 2^12 for one action are refused (None): as many
   moves from one anchor are no game. *)
Definition open_choices (l : list N) (e : demand) : nat :=
  length (filter (fun s => negb ((bit (no_black e) s && bit (no_white e) s) ||
                                 (bit (no_black e) s && bit (no_open e) s) ||
                                 (bit (no_white e) s && bit (no_open e) s))) l).

Definition ground_of (a : action) (x y : Z) : option (list ground) :=
  match demand_of (before a) x y, demand_of (after a) x y with
  | Some d, Some e =>
      let l := named a x y in
      if (open_choices l e <=? 12)%nat
      then Some (map (fun bw => Ground d (union l) (fst bw) (snd bw)) (choices l e))
      else None
  | _, _ => Some []
  end.

Definition instance (a : action) (x y : Z) (p q : position) : Prop :=
  board R q /\ white_on_turn q = negb (white_on_turn p) /\
  holds R (before a) p x y /\ holds R (after a) q x y /\
  forall i, is_square R i -> (forall c, In c (after a) -> ~ names R c x y i) ->
            colour_at q i = colour_at p i.

Lemma same_colour_same_bits p q i : board R p -> board R q -> colour_at q i = colour_at p i ->
  bit (black_squares q) i = bit (black_squares p) i /\
  bit (white_squares q) i = bit (white_squares p) i.
Proof.
  intros Bp Bq E. destruct (Bp i) as (_ & Np), (Bq i) as (_ & Nq). unfold colour_at in E.
  destruct (bit (black_squares p) i), (bit (white_squares p) i), (bit (black_squares q) i),
    (bit (white_squares q) i); simpl in *; auto; try discriminate; tauto.
Qed.

Section OneAction.
Variable a : action.
Variables x y : Z.
Variable d e : demand.
Hypothesis before_is : demand_of (before a) x y = Some d.
Hypothesis after_is : demand_of (after a) x y = Some e.
Notation l := (named a x y).

Lemma named_once : NoDup l.
Proof. apply once_nodup. exact N.eqb_eq. Qed.
Lemma not_named p q i : ~ In i l ->
  (forall i, is_square R i -> (forall c, In c (after a) -> ~ names R c x y i) ->
             colour_at q i = colour_at p i) ->
  board R p -> board R q -> colour_at q i = colour_at p i.
Proof.
  intros N Rest Bp Bq.
  assert (A : is_square R i -> colour_at q i = colour_at p i).
  { intros S. apply Rest; auto. intros c I X. apply N. apply named_spec. eauto. }
  destruct (Bp i) as (Sp & _), (Bq i) as (Sq & _). unfold colour_at in *.
  destruct (bit (black_squares p) i), (bit (white_squares p) i), (bit (black_squares q) i),
    (bit (white_squares q) i); auto.
Qed.

Lemma instance_played p q : board R p -> instance a x y p q ->
  exists b w, chosen l e b w /\ test d p = true /\ q = play (Ground d (union l) b w) p.
Proof.
  intros Bp (Bq & T & Hb & Ha & Rest).
  pose proof (demand_of_holds (before a) x y p) as Hd. rewrite before_is in Hd.
  pose proof (demand_of_holds (after a) x y q) as He. rewrite after_is in He.
  exists (black_squares q ∩ union l), (white_squares q ∩ union l). split; [|split].
  - split; [|split].
    + intros i X. rewrite N.land_spec, andb_true_iff, union_bit in X. tauto.
    + intros i X. rewrite N.land_spec, andb_true_iff, union_bit in X. tauto.
    + intros i I. apply union_bit in I. unfold colour_in.
      rewrite !N.land_spec, I, !andb_true_r. split; [apply Bq|]. apply He. exact Ha.
  - apply (test_sat R); auto. now apply Hd.
  - assert (K : forall i, ~ In i l -> bit (black_squares q) i = bit (black_squares p) i /\
                                      bit (white_squares q) i = bit (white_squares p) i).
    { intros i N. apply same_colour_same_bits; auto. now apply not_named. }
    destruct q as [qb qw qt]. unfold play. simpl in *. f_equal; auto; apply same_set; intros i;
      rewrite N.lor_spec, N.ldiff_spec, N.land_spec; specialize (K i);
      destruct (bit (union l) i) eqn:U; rewrite ?andb_false_r, ?andb_true_r, ?orb_false_r; auto;
      apply K; rewrite <- union_bit; congruence.
Qed.

Lemma played_instance p b w : board R p -> chosen l e b w -> test d p = true ->
  instance a x y p (play (Ground d (union l) b w) p).
Proof.
  intros Bp (Hb & Hw & H) Ts. apply (test_sat R) in Ts; auto.
  pose proof (demand_of_holds (before a) x y p) as Hd. rewrite before_is in Hd.
  set (q := play _ p). pose proof (demand_of_holds (after a) x y q) as He. rewrite after_is in He.
  assert (K : forall v c i, (forall i, bit c i = true -> In i l) ->
              bit ((v ∖ union l) ∪ c) i = if bit (union l) i then bit c i else bit v i).
  { intros v c i C. rewrite N.lor_spec, N.ldiff_spec. destruct (bit (union l) i) eqn:U.
    - now rewrite andb_false_r.
    - rewrite andb_true_r. destruct (bit c i) eqn:X; [|apply orb_false_r].
      apply C in X. apply union_bit in X. congruence. }
  assert (Kb : forall i, bit (black_squares q) i =
                         if bit (union l) i then bit b i else bit (black_squares p) i).
  { intros i. apply K. exact Hb. }
  assert (Kw : forall i, bit (white_squares q) i =
                         if bit (union l) i then bit w i else bit (white_squares p) i).
  { intros i. apply K. exact Hw. }
  split; [|split; [|split; [|split]]].
  - intros i. rewrite Kb, Kw. destruct (bit (union l) i) eqn:U; [|apply Bp].
    apply union_bit in U. split; [|now apply H]. intros _.
    apply named_spec in U. destruct U as (c & I & N).
    exists (x_of R c x), (y_of R c y). split; auto. now apply (demand_of_on_board _ _ _ _ after_is).
  - reflexivity.
  - now apply Hd.
  - apply He. intros i. unfold colour_at. rewrite Kb, Kw. destruct (bit (union l) i) eqn:U.
    + apply union_bit in U. now apply H.
    + apply not_true_is_false. intros X. apply (demand_of_names _ _ _ _ _ _ after_is) in X.
      apply named_spec, union_bit in X. congruence.
  - intros i Sq N. unfold colour_at. rewrite Kb, Kw. destruct (bit (union l) i) eqn:U; auto.
    apply union_bit, named_spec in U. destruct U as (c & I & X). now destruct (N c I).
Qed.
End OneAction.

Lemma ground_of_spec a x y p q l : board R p -> ground_of a x y = Some l ->
  (instance a x y p q <-> exists g, In g l /\ test (demands g) p = true /\ q = play g p).
Proof.
  intros Bp. unfold ground_of.
  pose proof (demand_of_holds (before a) x y p) as Hd.
  pose proof (demand_of_holds (after a) x y) as He.
  destruct (demand_of (before a) x y) as [d|] eqn:Dd.
  2:{ intros [= <-]. split; [|intros (g & [] & _)].
      intros (_ & _ & X & _). contradiction. }
  destruct (demand_of (after a) x y) as [e|] eqn:De.
  2:{ intros [= <-]. split; [|intros (g & [] & _)].
      intros (_ & _ & _ & X & _). now apply He in X. }
  cbv zeta. destruct (_ <=? 12)%nat; [|discriminate]. intros [= <-].
  setoid_rewrite in_map_iff. split.
  - intros I. destruct (instance_played a x y d e Dd De p q Bp I) as (b & w & C & T & ->).
    exists (Ground d (union (named a x y)) b w). split; auto. exists (b, w). split; auto.
    apply choices_spec; auto. apply named_once.
  - intros (g & ((b, w) & <- & C) & T & ->). simpl in *.
    apply (played_instance a x y d e Dd De); auto.
    apply choices_spec; auto. apply named_once.
Qed.

(* ---- All moves of a side ------------------------------------------------------------------- *)

Fixpoint count_to (n : nat) : list Z :=
  match n with 0%nat => [] | S k => Z.of_nat n :: count_to k end.
Lemma count_to_spec n z : In z (count_to n) <-> (1 <= z <= Z.of_nat n)%Z.
Proof.
  induction n as [|n IH]; simpl In. { lia. } rewrite IH. lia.
Qed.
Definition anchors : list (Z * Z) :=
  list_prod (count_to (Z.to_nat (columns R))) (count_to (Z.to_nat (rows R))).
Lemma anchors_spec x y : In (x, y) anchors <-> on_board R x y.
Proof.
  unfold anchors, on_board. rewrite in_prod_iff, !count_to_spec. lia.
Qed.

Fixpoint all_grounds (l : list (action * (Z * Z))) : option (list ground) :=
  match l with
  | [] => Some []
  | (a, (x, y)) :: l' =>
      match ground_of a x y, all_grounds l' with
      | Some g, Some r => Some (g ++ r)
      | _, _ => None
      end
  end.

Lemma all_grounds_spec l r p q : board R p -> all_grounds l = Some r ->
  ((exists a x y, In (a, (x, y)) l /\ instance a x y p q) <->
   exists g, In g r /\ test (demands g) p = true /\ q = play g p).
Proof.
  intros B. revert r. induction l as [|(a, (x, y)) l IH]; simpl; intros r H.
  - injection H as <-. split. { intros (a & x & y & [] & _). } intros (g & [] & _).
  - destruct (ground_of a x y) as [g|] eqn:G; [|discriminate].
    destruct (all_grounds l) as [r'|]; [|discriminate]. injection H as <-.
    specialize (IH r' eq_refl). pose proof (ground_of_spec a x y p q g B G) as S. split.
    + intros (a' & x' & y' & [[= <- <- <-]|I] & X).
      * apply S in X. destruct X as (h & I & X). exists h. rewrite in_app_iff. auto.
      * destruct (proj1 IH) as (h & Ih & Y); [now exists a', x', y'|]. exists h. rewrite in_app_iff.
        auto.
    + intros (h & I & X). rewrite in_app_iff in I. destruct I as [I|I].
      * exists a, x, y. split; auto. apply S. eauto.
      * destruct (proj2 IH) as (a' & x' & y' & J & Y); [now exists h|]. exists a', x', y'. auto.
Qed.

Definition grounds (white : bool) : option (list ground) :=
  all_grounds (list_prod (actions R white) anchors).

Lemma grounds_spec r p q : board R p -> grounds (white_on_turn p) = Some r ->
  (move R p q <-> exists g, In g r /\ test (demands g) p = true /\ q = play g p).
Proof.
  intros B H. rewrite <- (all_grounds_spec _ r p q B H). unfold move, instance. split.
  - intros (_ & Bq & T & a & x & y & I & O & X). exists a, x, y. split; [|tauto].
    apply in_prod_iff. split; auto. now apply anchors_spec.
  - intros (a & x & y & I & X). apply in_prod_iff in I. destruct I as (I & O).
    apply anchors_spec in O.
    split; auto. split; [tauto|]. split; [tauto|]. exists a, x, y. tauto.
Qed.

(* ---- Goals --------------------------------------------------------------------------------- *)

Definition goal_demands (white : bool) : list demand :=
  flat_map (fun ga : list scond * (Z * Z) =>
              match demand_of (fst ga) (fst (snd ga)) (snd (snd ga)) with
              | Some d => [d]
              | None => []
              end)
           (list_prod (goals R white) anchors).

Lemma goal_demands_spec white p : board R p ->
  (has_won R p white <-> existsb (fun d => test d p) (goal_demands white) = true).
Proof.
  intros B. rewrite existsb_exists. unfold has_won, goal_demands. split.
  - intros (g & x & y & I & O & H). pose proof (demand_of_holds g x y p) as S.
    destruct (demand_of g x y) as [d|] eqn:D; [|contradiction].
    exists d. split; [|apply (test_sat R); auto; now apply S].
    apply in_flat_map. exists (g, (x, y)). simpl. rewrite D. split; [|now left].
    apply in_prod_iff. split; auto. now apply anchors_spec.
  - intros (d & I & T). apply in_flat_map in I. destruct I as ((g & x & y) & I & J). simpl in J.
    pose proof (demand_of_holds g x y p) as S. destruct (demand_of g x y) as [d'|]; [|destruct J].
    destruct J as [->|[]]. apply in_prod_iff in I. destruct I as (I & O). apply anchors_spec in O.
    exists g, x, y. split; auto. split; auto. apply S. now apply (test_sat R) in T.
Qed.
End Compile.

(* ---- All of the rules ---------------------------------------------------------------------- *)

Record masks := Masks {
  black_grounds : list ground;
  white_grounds : list ground;
  black_targets : list demand;
  white_targets : list demand;
  stuck_is_loss : bool;
  squares : list N }.

Definition grounds_of (M : masks) (white : bool) := if white then white_grounds M else black_grounds
  M.
Definition targets_of (M : masks) (white : bool) := if white then white_targets M else black_targets
  M.

Definition all_squares (M : masks) : N := union (squares M).

Definition same_demand (a b : demand) : bool :=
  (no_black a =? no_black b) && (no_white a =? no_white b) && (no_open a =? no_open b).
Definition same_ground (a b : ground) : bool :=
  same_demand (demands a) (demands b) && (changed a =? changed b) &&
  (to_black a =? to_black b) && (to_white a =? to_white b).
Lemma same_demand_eq a b : same_demand a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_demand. simpl. rewrite !andb_true_iff, !N.eqb_eq.
  split; [intros ((-> & ->) & ->)|intros [= -> -> ->]]; auto.
Qed.
Lemma same_ground_eq a b : same_ground a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_ground. simpl. rewrite !andb_true_iff, !N.eqb_eq, same_demand_eq.
  split; [intros (((-> & ->) & ->) & ->)|intros [= -> -> -> ->]]; auto.
Qed.

Definition masks_of (R : rules) : option masks :=
  match grounds R false, grounds R true with
  | Some b, Some w =>
      Some (Masks (once _ same_ground b) (once _ same_ground w)
                  (once _ same_demand (goal_demands R false))
                  (once _ same_demand (goal_demands R true))
                  (stuck_loses R)
                  (map (fun xy => square R (fst xy) (snd xy)) (anchors R)))
  | _, _ => None
  end.

Section AllRules.
Variable R : rules.
Variable M : masks.
Hypothesis made : masks_of R = Some M.

Lemma all_squares_spec i : bit (all_squares M) i = true <-> is_square R i.
Proof.
  pose proof made as C. unfold masks_of in C.
  destruct (grounds R false), (grounds R true); try discriminate. injection C as <-.
  unfold all_squares. simpl. rewrite union_bit, in_map_iff. unfold is_square. split.
  - intros ((x, y) & <- & I). apply anchors_spec in I. eauto.
  - intros (x & y & B & ->). exists (x, y). split; auto. now apply anchors_spec.
Qed.

Lemma rules_spec p q : board R p ->
  (move R p q <->
   exists g, In g (grounds_of M (white_on_turn p)) /\ test (demands g) p = true /\ q = play g p).
Proof.
  intros B. pose proof made as C. unfold masks_of in C.
  destruct (grounds R false) as [b|] eqn:Eb; [|discriminate].
  destruct (grounds R true) as [w|] eqn:Ew; [|discriminate]. injection C as <-.
  pose proof (once_in _ _ same_ground_eq) as O. unfold grounds_of; simpl.
  destruct (white_on_turn p) eqn:T; setoid_rewrite O; apply grounds_spec; auto; now rewrite T.
Qed.

Lemma goals_spec p white : board R p ->
  (has_won R p white <-> existsb (fun d => test d p) (targets_of M white) = true).
Proof.
  intros B. rewrite (goal_demands_spec R white p B), !existsb_exists.
  pose proof made as C. unfold masks_of in C.
  destruct (grounds R false) as [b|]; [|discriminate].
  destruct (grounds R true) as [w|]; [|discriminate]. injection C as <-.
  pose proof (once_in _ _ same_demand_eq) as O. unfold targets_of; simpl.
  destruct white; setoid_rewrite O; reflexivity.
Qed.

Lemma stuck_spec : stuck_is_loss M = stuck_loses R.
Proof.
  pose proof made as C. unfold masks_of in C.
  destruct (grounds R false); [|discriminate]. destruct (grounds R true); [|discriminate].
  now injection C as <-.
Qed.

Definition is_board (p : position) : bool :=
  (black_squares p ∩ white_squares p =? 0) &&
  ((black_squares p ∪ white_squares p) ∩ all_squares M =? black_squares p ∪ white_squares p).
Lemma is_board_spec p : is_board p = true <-> board R p.
Proof.
  unfold is_board, board. rewrite andb_true_iff, inter_empty, inter_all.
  setoid_rewrite N.lor_spec. setoid_rewrite orb_true_iff. setoid_rewrite all_squares_spec. split.
  - intros (H1 & H2) i. split; auto. intros (X & Y). specialize (H1 i X). congruence.
  - intros H. split; intros i X; destruct (H i) as (H1 & H2); auto.
    destruct (bit (white_squares p) i); auto. destruct H2; auto.
Qed.

(* Where it is not so that no move is possible, a move can be named. *)
Lemma a_move p : board R p -> ~ (forall q, ~ move R p q) -> exists q, move R p q.
Proof.
  intros B S. destruct (existsb (fun g => test (demands g) p) (grounds_of M (white_on_turn p)))
    eqn:E.
  - apply existsb_exists in E. destruct E as (g & I & T). exists (play g p).
    apply rules_spec; auto. exists g. auto.
  - destruct S. intros q Mq. apply rules_spec in Mq; auto. destruct Mq as (g & I & T & _).
    assert (X : existsb (fun g => test (demands g) p) (grounds_of M (white_on_turn p)) = true).
    { apply existsb_exists. eauto. }
    congruence.
Qed.

(* (Only for the proof that the rules have a reading; what runs is in Packed.v.) *)
Definition mask_status (p : position) : status :=
  if existsb (fun d => test d p) (targets_of M (negb (white_on_turn p))) then Lost
  else if existsb (fun g => test (demands g) p) (grounds_of M (white_on_turn p)) then Going
  else if stuck_is_loss M then Lost else Drawn.
Lemma mask_status_spec p : board R p -> status_is R p (mask_status p).
Proof.
  intros B. unfold mask_status. pose proof (goals_spec p (negb (white_on_turn p)) B) as W.
  destruct (existsb _ (targets_of _ _)). { left. now apply W. }
  assert (~ has_won R p (negb (white_on_turn p))) by (intros X; apply W in X; discriminate).
  pose proof (rules_spec p) as Rs.
  destruct (existsb _ (grounds_of _ _)) eqn:E.
  - apply existsb_exists in E. destruct E as (g & I & T). split; auto. intros S.
    apply (S (play g p)). apply Rs; eauto.
  - assert (S : forall q, ~ move R p q).
    { intros q Mq. apply Rs in Mq; auto. destruct Mq as (g & I & T & _).
      assert (X : existsb (fun g => test (demands g) p) (grounds_of M (white_on_turn p)) = true).
      { apply existsb_exists. eauto. }
      congruence. }
    rewrite stuck_spec. destruct (stuck_loses R) eqn:L; simpl; auto.
Qed.

Lemma status_unique p a b : status_is R p a -> status_is R p b -> a = b.
Proof. destruct a, b; simpl; auto; intros; exfalso; intuition congruence. Qed.
End AllRules.
