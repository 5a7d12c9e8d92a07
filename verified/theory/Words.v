(* SPDX-License-Identifier: MIT *)
(* Facts about Coq's 63-bit words as sets of numbers below 63. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

Lemma eqb_eq x y : (x =? y) = true <-> x = y.
Proof. apply eqb_spec. Qed.

Lemma bit_single s i : (s <? 63) = true -> bit (1 << s) i = (i =? s).
Proof.
  intros S. rewrite bit_lsl.
  destruct (i =? s) eqn:E.
  - apply eqb_eq in E as ->.
    assert ((s <? s) = false) as ->.
    { apply not_true_is_false. intros H. apply ltb_spec in H. lia. }
    assert ((digits <=? s) = false) as ->.
    { apply not_true_is_false. intros H. apply leb_spec in H. apply ltb_spec in S.
      change (to_Z digits) with 63%Z in H. change (to_Z 63) with 63%Z in S. lia. }
    simpl. rewrite bit_1. apply eqb_eq. apply to_Z_inj. rewrite sub_spec, Z.sub_diag. reflexivity.
  - destruct (i <? s) eqn:L; auto. destruct (digits <=? i) eqn:D; auto. simpl.
    rewrite bit_1. apply not_true_is_false. intros H. apply eqb_eq in H.
    assert (i = s); [|subst; now rewrite eqb_refl in E].
    apply to_Z_inj. apply (f_equal to_Z) in H. rewrite sub_spec in H.
    change (to_Z 0) with 0%Z in H.
    assert (~ (to_Z i < to_Z s)%Z). { intros X. apply ltb_spec in X. congruence. }
    pose proof (to_Z_bounded i). pose proof (to_Z_bounded s).
    rewrite Z.mod_small in H; lia.
Qed.

Lemma land_empty x m : (x land m =? 0) = true <-> forall i, bit x i = true -> bit m i = false.
Proof.
  rewrite eqb_eq. split.
  - intros H i B. pose proof (f_equal (fun w => bit w i) H) as X. cbv beta in X.
    rewrite land_spec, bit_0, B in X. exact X.
  - intros H. apply bit_ext. intros i. rewrite land_spec, bit_0.
    destruct (bit x i) eqn:B; auto. now rewrite (H i B).
Qed.

Definition union (l : list int) : int := fold_right (fun i w => (1 << i) lor w) 0 l.
Lemma union_bit l i : forallb (fun s => s <? 63) l = true -> (bit (union l) i = true <-> In i l).
Proof.
  induction l as [|s l IH]; simpl.
  - intros _. rewrite bit_0. split; [congruence|tauto].
  - rewrite andb_true_iff. intros (S & F).
    rewrite lor_spec, orb_true_iff, bit_single, eqb_eq, IH by auto. intuition.
Qed.

(* ---- A word as a natural number ------------------------------------------------------------ *)

Definition number (w : int) : N := Z.to_N (to_Z w).

Lemma number_inj a b : number a = number b -> a = b.
Proof.
  unfold number. intros H. apply to_Z_inj. apply Z2N.inj in H; auto; apply to_Z_bounded.
Qed.
Lemma number_bit w i : N.testbit (number w) i = Z.testbit (to_Z w) (Z.of_N i).
Proof.
  unfold number. rewrite <- N2Z.inj_testbit, Z2N.id; auto. apply to_Z_bounded.
Qed.
Lemma number_short w i : (63 <= i)%N -> N.testbit (number w) i = false.
Proof.
  intros L. rewrite number_bit. pose proof (to_Z_bounded w) as B.
  assert (wB = 2 ^ 63)%Z as W by reflexivity. rewrite W in B.
  destruct (Z.eq_dec (to_Z w) 0) as [->|N]; [apply Z.bits_0|].
  apply Z.bits_above_log2; [lia|]. apply Z.log2_lt_pow2; [lia|].
  apply Z.lt_le_trans with (2 ^ 63)%Z; [lia|]. apply Z.pow_le_mono_r; lia.
Qed.
Lemma number_lor a b : number (a lor b) = N.lor (number a) (number b).
Proof.
  apply N.bits_inj. intros i. rewrite N.lor_spec, !number_bit, lor_spec'. apply Z.lor_spec.
Qed.
Lemma number_land a b : number (a land b) = N.land (number a) (number b).
Proof.
  apply N.bits_inj. intros i. rewrite N.land_spec, !number_bit, land_spec'. apply Z.land_spec.
Qed.
Lemma number_lxor a b : number (a lxor b) = N.lxor (number a) (number b).
Proof.
  apply N.bits_inj. intros i. rewrite N.lxor_spec, !number_bit, lxor_spec'. apply Z.lxor_spec.
Qed.
