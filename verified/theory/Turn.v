(* SPDX-License-Identifier: MIT *)
(* Symmetries at the speed of words: a permutation of squares as stages, each of which moves sets of
   squares by shifts. Whoever gives the stages need not be trusted: is_symmetry finds out where each
   square goes, and whether the rules are kept. *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia.
From Zermelo Require Import Game BddlRules Masks Symmetry Words Packed.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* The squares in the mask go up, or down, by so many numbers. *)
Inductive shift := Up (mask distance : int) | Down (mask distance : int).
Record stage := Stage {
  low_to_low : list shift; low_to_high : list shift;
  high_to_low : list shift; high_to_high : list shift }.
Record symmetry := MakeSymmetry { stages : list stage; swaps : bool }.

Fixpoint gather (l : list shift) (w : int) (sum : int) : int :=
  match l with
  | [] => sum
  | Up m n :: l' => gather l' w (((w land m) << n) lor sum)
  | Down m n :: l' => gather l' w (((w land m) >> n) lor sum)
  end.
Definition to_low (s : stage) (low high : int) : int :=
  gather (low_to_low s) low (gather (high_to_low s) high 0).
Definition to_high (s : stage) (low high : int) : int :=
  gather (low_to_high s) low (gather (high_to_high s) high 0).

Fixpoint turn_words (l : list stage) (b w hb hw : int) (white : bool) : packed :=
  match l with
  | [] => Packed b w hb hw white
  | s :: l' => turn_words l' (to_low s b hb) (to_low s w hw) (to_high s b hb) (to_high s w hw) white
  end.
Definition turn (s : symmetry) (p : packed) : packed :=
  if swaps s
  then turn_words (stages s) (whites p) (blacks p) (high_whites p) (high_blacks p)
                  (negb (white_to_move p))
  else turn_words (stages s) (blacks p) (whites p) (high_blacks p) (high_whites p)
                  (white_to_move p).

(* Where a set of squares goes. *)
Fixpoint run (l : list stage) (low high : int) : N :=
  match l with
  | [] => join low high
  | s :: l' => run l' (to_low s low high) (to_high s low high)
  end.
Definition run_set (l : list stage) (w : N) : N := run l (low_word w) (high_word w).
Definition perm_of (l : list stage) (squares : list N) : perm :=
  map (fun s => (s, N.log2 (run_set l (single s)))) squares.
Definition faithful (l : list stage) (f : perm) : bool :=
  forallb (fun st : N * N =>
    let from := single (fst st) in
    (join (low_word from) (high_word from) =? from)%N &&
    (run_set l from =? single (snd st))%N) f.

Definition is_symmetry (G : game) (s : symmetry) : bool :=
  let M := masks_in G in
  let f := perm_of (stages s) (squares M) in
  faithful (stages s) f && is_symmetry_of M f (swaps s).

(* ---- From pairs of squares to stages ------------------------------------------------------- *)

(* (Nothing is proved of this; is_symmetry looks at what comes out.) *)
Fixpoint add_up (m n : int) (l : list shift) : list shift :=
  match l with
  | [] => [Up m n]
  | Up k n' :: l' => if n =? n' then Up (k lor m) n :: l' else Up k n' :: add_up m n l'
  | Down k n' :: l' => Down k n' :: add_up m n l'
  end.
Fixpoint add_down (m n : int) (l : list shift) : list shift :=
  match l with
  | [] => [Down m n]
  | Down k n' :: l' => if n =? n' then Down (k lor m) n :: l' else Down k n' :: add_down m n l'
  | Up k n' :: l' => Up k n' :: add_down m n l'
  end.
Definition add_shift (s t : int) (l : list shift) : list shift :=
  if s <=? t then add_up (1 << s) (t - s) l else add_down (1 << s) (s - t) l.
Definition add_pair (st : int * int) (g : stage) : stage :=
  let (s, t) := st in
  let (ll, lh, hl, hh) := g in
  if s <? 63 then
    if t <? 63 then Stage (add_shift s t ll) lh hl hh
    else Stage ll (add_shift s (t - 63) lh) hl hh
  else
    if t <? 63 then Stage ll lh (add_shift (s - 63) t hl) hh
    else Stage ll lh hl (add_shift (s - 63) (t - 63) hh).
Definition stage_of (f : list (int * int)) : stage := fold_right add_pair (Stage [] [] [] []) f.
Definition symmetry_of (fs : list (list (int * int))) (swap : bool) : symmetry :=
  MakeSymmetry (map stage_of fs) swap.

(* ---- Proofs -------------------------------------------------------------------------------- *)

Lemma lor_bits a b c : (forall i, bit a i = bit b i || bit c i) -> a = b lor c.
Proof. intros H. apply bit_ext. intros i. now rewrite lor_spec. Qed.
Lemma lor_swap a b c d : (a lor b) lor (c lor d) = (a lor c) lor (b lor d).
Proof.
  apply bit_ext. intros i. rewrite !lor_spec.
  destruct (bit a i), (bit b i), (bit c i), (bit d i); reflexivity.
Qed.
Lemma shift_up_lor a b m n : ((a lor b) land m) << n = ((a land m) << n) lor ((b land m) << n).
Proof.
  apply lor_bits. intros i. rewrite !bit_lsl, !land_spec, lor_spec.
  destruct (_ || _); auto. destruct (bit m _); [now rewrite !andb_true_r|now rewrite !andb_false_r].
Qed.
Lemma shift_down_lor a b m n : ((a lor b) land m) >> n = ((a land m) >> n) lor ((b land m) >> n).
Proof.
  apply lor_bits. intros i. rewrite !bit_lsr, !land_spec, lor_spec.
  destruct (_ <=? _); auto.
  destruct (bit m _); [now rewrite !andb_true_r|now rewrite !andb_false_r].
Qed.
Lemma gather_lor l : forall a b c d,
  gather l (a lor b) (c lor d) = gather l a c lor gather l b d.
Proof.
  induction l as [|[m n|m n] l IH]; intros a b c d; simpl; auto.
  - now rewrite shift_up_lor, lor_swap, IH.
  - now rewrite shift_down_lor, lor_swap, IH.
Qed.
Lemma lor_0_0 : 0 = 0 lor 0.
Proof. reflexivity. Qed.
Lemma to_low_lor s a b c d : to_low s (a lor c) (b lor d) = to_low s a b lor to_low s c d.
Proof. unfold to_low. rewrite lor_0_0 at 1. now rewrite !gather_lor. Qed.
Lemma to_high_lor s a b c d : to_high s (a lor c) (b lor d) = to_high s a b lor to_high s c d.
Proof. unfold to_high. rewrite lor_0_0 at 1. now rewrite !gather_lor. Qed.
Lemma run_lor l : forall a b c d, run l (a lor c) (b lor d) = (run l a b ∪ run l c d)%N.
Proof.
  induction l as [|s l IH]; intros a b c d; simpl.
  - apply join_lor.
  - now rewrite to_low_lor, to_high_lor, IH.
Qed.

Lemma land_0 m : 0 land m = 0.
Proof. apply bit_ext. intros i. now rewrite land_spec, bit_0. Qed.
Lemma gather_0 l : gather l 0 0 = 0.
Proof.
  induction l as [|[m n|m n] l IH]; simpl; auto; rewrite land_0.
  - replace (0 << n) with 0; [exact IH|]. apply bit_ext. intros i.
    rewrite bit_lsl, !bit_0. now destruct (_ || _).
  - replace (0 >> n) with 0; [exact IH|]. apply bit_ext. intros i.
    rewrite bit_lsr, !bit_0. now destruct (_ <=? _).
Qed.
Lemma run_0 l : run l 0 0 = 0%N.
Proof.
  induction l as [|s l IH]; simpl; auto. unfold to_low, to_high. now rewrite !gather_0.
Qed.

Section OneSymmetry.
Variable l : list stage.
Variable f : perm.
Hypothesis ok : faithful l f = true.

(* Those squares of a set that f speaks of, as words. *)
Fixpoint kept_low (f : perm) (w : N) : int :=
  match f with
  | [] => 0
  | (s, _) :: f' =>
      if N.testbit w s then low_word (single s) lor kept_low f' w else kept_low f' w
  end.
Fixpoint kept_high (f : perm) (w : N) : int :=
  match f with
  | [] => 0
  | (s, _) :: f' =>
      if N.testbit w s then high_word (single s) lor kept_high f' w else kept_high f' w
  end.

Lemma run_kept w : run l (kept_low f w) (kept_high f w) = permute f w.
Proof.
  unfold faithful in ok.
  induction f as [|(s, t) g IH]; cbn [kept_low kept_high permute]; [apply run_0|].
  cbn [forallb fst snd] in ok. rewrite !andb_true_iff, !N.eqb_eq in ok.
  destruct ok as ((_ & E) & F).
  destruct (N.testbit w s); [|now apply IH]. rewrite run_lor, IH by exact F. f_equal. exact E.
Qed.
Lemma kept_bit w i : N.testbit (join (kept_low f w) (kept_high f w)) i = true <->
                     In i (map fst f) /\ N.testbit w i = true.
Proof.
  unfold faithful in ok.
  induction f as [|(s, t) g IH]; cbn [kept_low kept_high map fst In].
  - rewrite join_0, N.bits_0. split; [congruence|tauto].
  - cbn [forallb fst snd] in ok. rewrite !andb_true_iff, !N.eqb_eq in ok.
    destruct ok as ((E & _) & F).
    specialize (IH F). destruct (N.testbit w s) eqn:B.
    + rewrite join_lor, E, N.lor_spec, orb_true_iff, single_bit, N.eqb_eq, IH. split.
      * intros [->|(I & X)]; auto.
      * intros ([<-|I] & X); auto.
    + rewrite IH. split; [tauto|]. intros ([<-|I] & X); [congruence|auto].
Qed.

Lemma run_permutes a b : (forall i, N.testbit (join a b) i = true -> In i (map fst f)) ->
  run l a b = permute f (join a b).
Proof.
  intros W. rewrite <- run_kept.
  destruct (join_inj a b (kept_low f (join a b)) (kept_high f (join a b))) as (E1 & E2).
  - apply same_set. intros i. apply eq_true_iff_eq. rewrite kept_bit. split; [auto|tauto].
  - now rewrite <- E1, <- E2.
Qed.
End OneSymmetry.

Lemma turn_words_run l : forall b w hb hw t,
  unpack (turn_words l b w hb hw t) = Position (run l b hb) (run l w hw) t.
Proof. induction l as [|s l IH]; intros b w hb hw t; simpl; auto. Qed.

Section Turns.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Notation M := (masks_in G).
Notation made := (masks_made R G compiled).

Lemma turn_image s p : is_symmetry G s = true -> board R (unpack p) ->
  image R M (unpack p) (unpack (turn s p)).
Proof.
  intros S B. unfold is_symmetry in S. cbv zeta in S. apply andb_true_iff in S as (F & S).
  set (f := perm_of (stages s) (squares M)) in *. unfold is_symmetry_of in S.
  rewrite !andb_true_iff in S. destruct S as ((O & K) & K'). split; auto.
  exists f, (swaps s). repeat (split; [assumption|]).
  assert (Sq : forall i, is_square R i -> In i (map fst f)).
  { intros i I. apply (all_squares_spec R M made) in I. unfold all_squares in I.
    apply Masks.union_bit in I. unfold f, perm_of. rewrite map_map. cbn [fst]. now rewrite map_id. }
  clearbody f.
  assert (Ru : forall a b, (forall i, N.testbit (join a b) i = true -> is_square R i) ->
                           run (stages s) a b = permute f (join a b)).
  { intros a b I. apply (run_permutes _ _ F). auto. }
  destruct p as [b w hb hw t]. unfold turn, permute_position, unpack in *.
  cbn [blacks whites high_blacks high_whites white_to_move black_squares white_squares
       white_on_turn] in *.
  assert (Eb : run (stages s) b hb = permute f (join b hb)).
  { apply Ru. intros i X. apply (B i). auto. }
  assert (Ew : run (stages s) w hw = permute f (join w hw)).
  { apply Ru. intros i X. apply (B i). auto. }
  pose proof turn_words_run as Tw. unfold unpack in Tw.
  destruct (swaps s); now rewrite Tw, Eb, Ew.
Qed.
End Turns.
