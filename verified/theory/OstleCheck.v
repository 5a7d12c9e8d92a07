(* SPDX-License-Identifier: MIT *)
(* Ostle: the checker of tables, and the proof that what passes it is true. *)
From Coq Require Import List Bool ZArith Uint63 Lia Relations Permutation.
From Zermelo Require Import Game Ostle OstleWords.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope bool_scope.

(* Values as words: a loss in m is m + 1, a draw is the middle, a win in m is 2 * middle - m; 0 is
   nothing.  The smaller the word of a position, the better for the side that moves there. *)
Definition middle : int := 1048576.
Definition top : int := 2097153.
Definition win_0 : int := 2097152.
Definition loss_0 : int := 1.
Definition plies (n : int) : nat := Z.to_nat (to_Z n).
Definition says (v : int) : option value :=
  if v =? 0 then None
  else if v <? middle then Some (VLoss (plies (v - 1)))
  else if v =? middle then Some VDraw
  else if v <? top then Some (VWin (plies (win_0 - v)))
  else None.
(* From the best value of the positions moved to, that of the position itself. *)
Definition fits (child parent : int) : bool :=
  if child =? 0 then false
  else if child <? middle then parent =? win_0 - child
  else if child =? middle then parent =? middle
  else if child <? top then (parent =? win_0 - child + 2) && (parent <? middle)
  else false.
Definition least (a b : int) : int := if a <=? b then a else b.

Definition dir_code (d : direction) : int := match d with Left => 0 | Right => 1 | Down => 2
  | Up => 3 end.
Definition code (m : a_move) : int := (fst m << 2) lor dir_code (snd m).

(* A table as the checker is given it.  Nothing is assumed of these functions; that they are
   functions (that memory does not change while the checker runs) is all that must be trusted.
   Entries are numbered from 0.  Entry i tells of the position key i: its value with nothing
   forbidden (first; 0 if the entry is unused), the code of the one move that matters if it is
   forbidden (special), and the value then (second).  hint p says where to look for a position:
   8 * entry + the number of the symmetry that turns p into the position of that entry.  The last
   three are the symmetries 1 to 7: where squares go (64 * symmetry + square), where directions go,
   and where sets of squares go, nine squares at a time (2048 * symmetry + 512 * which nine + the
   set of them). *)
Record table := Table {
  entries : int;
  key : int -> position;
  first : int -> int;
  special : int -> int;
  second : int -> int;
  hint : position -> int;
  square_image : int -> int;
  to_direction : int -> direction -> direction;
  set_image : int -> int
}.
Definition to_square (tb : table) (g s : int) : int := square_image tb ((g << 6) lor s).
Definition part (tb : table) (g k w : int) : int := set_image tb ((g << 11) lor ((k << 9) lor w)).

(* Whether a set has at most n squares: the lowest is taken away n times. *)
Fixpoint at_most (n : nat) (w : int) : bool :=
  match n with
  | O => w =? 0
  | S k => at_most k (w land (w - 1))
  end.

Section Checker.
Variable lose : nat.
(* These two follow from the size of the board: spots and all_of. *)
Variable the_spots : list spot.
Variable all_squares : int.
Variable tb : table.

Definition turn_set (g w : int) : int :=
  part tb g 0 (w land 511) lor (part tb g 1 ((w >> 9) land 511) lor
  (part tb g 2 ((w >> 18) land 511) lor part tb g 3 ((w >> 27) land 511))).
Definition turn_position (g : int) (p : position) : position :=
  Pos (turn_set g (own p)) (turn_set g (other p)) (to_square tb g (hole p)).
Definition turn_move (g : int) (m : a_move) : a_move :=
  (to_square tb g (fst m), to_direction tb g (snd m)).

Definition stands (p : position) : status :=
  if at_most lose (own p) then Lost else if at_most lose (other p) then Won else Going.

Definition same_position (p q : position) : bool :=
  (own p =? own q) && (other p =? other q) && (hole p =? hole q).

(* What entry i tells, if f is forbidden. *)
Definition value_at (i : int) (f : option a_move) : int :=
  let v := first tb i in
  match f with
  | None => v
  | Some m => if v =? 0 then 0 else if code m =? special tb i then second tb i else v
  end.
(* A word that is not a value counts as nothing. *)
Definition sound (v : int) : int := if v <? top then v else 0.
Definition over (q : position) : int :=
  match stands q with Won => win_0 | Lost => loss_0 | _ => 0 end.
(* What the table tells of a position, if f is forbidden; 0 if nothing. *)
Definition look (q : position) (f : option a_move) : int :=
  let h := hint tb q in
  let i := h >> 3 in
  let g := h land 7 in
  if i <? entries tb then
    if g =? 0 then if same_position (key tb i) q then sound (value_at i f) else over q
    else if same_position (key tb i) (turn_position g q) then
      sound (value_at i (match f with None => None | Some m => Some (turn_move g m) end))
    else over q
  else over q.

(* The best value of the positions that the moves l lead to, and a check of what is told of entry i
   if one of them is forbidden; 0 if something is wrong.  best: of the moves before l. *)
Fixpoint walk (i : int) (l : list child) (best : int) : int :=
  match l with
  | [] => top
  | c :: r =>
      let v := look (next c) (reply c) in
      let b := walk i r (least best v) in
      match reply c with
      | None => least v b
      | Some _ => if fits (least best b) (value_at i (Some (by_move c))) then least v b else 0
      end
  end.

Definition boardb (p : position) : bool :=
  let b := 1 << hole p in
  let w := own p lor other p in
  (hole p <? 62) && negb (b land all_squares =? 0) && (w land b =? 0) &&
  (own p land other p =? 0) && (w land all_squares =? w).
Definition check_entry (i : int) : bool :=
  if first tb i =? 0 then true else
  let p := key tb i in
  boardb p && match stands p with Going => true | _ => false end &&
  fits (walk i (children the_spots (1 << hole p) p) top) (first tb i).
(* The entries from i on, 2^k of them, as far as they are below the limit. *)
Fixpoint check_block (k : nat) (i limit : int) : bool :=
  if limit <=? i then true else
  match k with
  | 0%nat => check_entry i
  | S k' => if check_block k' i limit
            then check_block k' (i + (1 << of_Z (Z.of_nat k'))) limit else false
  end.
End Checker.

(* ======== Proofs =========================================================================== *)

From Zermelo Require Words.

Fixpoint upto (n : nat) : list int := match n with O => [] | S k => of_Z (Z.of_nat k) :: upto k end.
Lemma in_upto n v : (to_Z v < Z.of_nat n)%Z -> In v (upto n).
Proof.
  induction n as [|n IH]; intros H. { pose proof (to_Z_bounded v). lia. }
  destruct (Z.eq_dec (to_Z v) (Z.of_nat n)) as [E|E].
  - left. rewrite <- E. apply of_to_Z.
  - right. apply IH. lia.
Qed.

Section Compiled.
Variable size : Z.
Definition all_of : int := Words.union (squares size).

Hypothesis good : geometry size = true.
Notation squares := (squares size).
Notation ray := (ray size).
Notation board := (board size).
Notation play := (play size).
Notation restores := (restores size).

Lemma s62 s : In s squares -> (s <? 62) = true.
Proof. exact (squares_62 size good s). Qed.

(* w land (w - 1) is w without its lowest square. *)
Lemma drop_lowest w : w <> 0 -> exists a, bit w a = true /\
  forall i, bit (w land (w - 1)) i = bit w i && negb (i =? a).
Proof.
  intros N. pose proof (to_Z_bounded w) as Bw. set (z := to_Z w) in *.
  assert (Nz : z <> 0%Z). { intros E. apply N. apply to_Z_inj. exact E. }
  assert (E1 : to_Z (w - 1) = (z - 1)%Z).
  { rewrite sub_spec. change (to_Z 1) with 1%Z. fold z. apply Z.mod_small. lia. }
  assert (X : exists n : nat, Z.testbit z (Z.of_nat n) = true /\
              forall m : nat, (m < n)%nat -> Z.testbit z (Z.of_nat m) = false).
  { assert (Y : Z.testbit z (Z.of_nat (Z.to_nat (Z.log2 z))) = true).
    { rewrite Z2Nat.id by apply Z.log2_nonneg. apply Z.bit_log2. lia. }
    revert Y. generalize (Z.to_nat (Z.log2 z)). intros n. induction n as [n IH] using lt_wf_ind.
    intros Y.
    destruct (existsb (fun m => Z.testbit z (Z.of_nat m)) (seq 0 n)) eqn:Ex.
    - apply existsb_exists in Ex. destruct Ex as (m & I & M). apply in_seq in I.
      apply (IH m); auto. lia.
    - exists n. split; auto. intros m L. destruct (Z.testbit z (Z.of_nat m)) eqn:M; auto.
      exfalso. apply not_true_iff_false in Ex. apply Ex. apply existsb_exists. exists m.
      split; auto.
      apply in_seq. lia. }
  destruct X as (n & T & Low).
  assert (Q : (z = 2 ^ Z.of_nat n * (z / 2 ^ Z.of_nat n))%Z).
  { assert (P : (0 < 2 ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia).
    rewrite (Z.div_mod z (2 ^ Z.of_nat n)) at 1 by lia.
    assert (z mod 2 ^ Z.of_nat n = 0)%Z as ->; [|lia]. apply Z.bits_inj'. intros i I.
    rewrite Z.bits_0.
    destruct (Z_lt_le_dec i (Z.of_nat n)) as [L|L].
    - rewrite Z.mod_pow2_bits_low by auto. rewrite <- (Z2Nat.id i) by auto. apply Low. lia.
    - apply Z.mod_pow2_bits_high. lia. }
  set (q := (z / 2 ^ Z.of_nat n)%Z) in *.
  assert (O : Z.odd q = true). { unfold q. rewrite <- Z.shiftr_div_pow2 by lia.
  rewrite <- Z.bit0_odd, Z.shiftr_spec; auto. lia. }
  assert (D : ((z - 1) / 2 ^ Z.of_nat n = q - 1)%Z).
  { assert (P : (0 < 2 ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia).
    symmetry. apply (Z.div_unique _ _ _ (2 ^ Z.of_nat n - 1)); lia. }
  assert (Small : (Z.of_nat n < 63)%Z).
  { destruct (Z_lt_le_dec (Z.of_nat n) 63); auto. exfalso.
    assert (Z.testbit z (Z.of_nat n) = false); [|congruence].
    apply Z.bits_above_log2; [lia|]. assert (z < 2 ^ 63)%Z by exact (proj2 Bw).
    apply Z.log2_lt_pow2 in H; lia. }
  assert (Tn : to_Z (of_Z (Z.of_nat n)) = Z.of_nat n).
  { rewrite of_Z_spec. apply Z.mod_small. assert (wB = 9223372036854775808%Z) by reflexivity. lia. }
  exists (of_Z (Z.of_nat n)). split. { rewrite bitE, Tn. exact T. }
  intros i. rewrite land_spec, !bitE, E1. fold z. pose proof (to_Z_bounded i) as Bi.
  destruct (i =? of_Z (Z.of_nat n)) eqn:E.
  - apply eqb_eq in E as ->. rewrite Tn, T. simpl.
    replace (Z.of_nat n) with (0 + Z.of_nat n)%Z at 1 by lia.
    rewrite <- Z.shiftr_spec by lia. rewrite Z.shiftr_div_pow2, D, Z.bit0_odd by lia.
    rewrite Z.odd_sub, O. reflexivity.
  - assert (Ne : to_Z i <> Z.of_nat n).
    { intros H. apply eqb_neq in E. apply E. apply to_Z_inj. now rewrite Tn. }
    rewrite andb_true_r. destruct (Z_lt_le_dec (to_Z i) (Z.of_nat n)) as [L|L].
    + rewrite <- (Z2Nat.id (to_Z i)) by lia. rewrite Low by lia. reflexivity.
    + replace (to_Z i) with ((to_Z i - Z.of_nat n) + Z.of_nat n)%Z by lia.
      rewrite <- !Z.shiftr_spec by lia. rewrite !Z.shiftr_div_pow2, D by lia. fold q.
      assert (H : Z.testbit (q - 1) (to_Z i - Z.of_nat n) = Z.testbit q (to_Z i - Z.of_nat n)).
      { apply Z.odd_spec in O. destruct O as (m & ->).
        replace (2 * m + 1 - 1)%Z with (2 * m)%Z by lia.
        replace (to_Z i - Z.of_nat n)%Z with (Z.succ (to_Z i - Z.of_nat n - 1)) by lia.
        now rewrite Z.testbit_even_succ, Z.testbit_odd_succ by lia. }
      rewrite H. apply andb_diag.
Qed.

Lemma pieces_0 : pieces size 0 = 0%nat.
Proof.
  unfold pieces. induction squares as [|s l IH]; simpl; auto. rewrite bit_0. exact IH.
Qed.
Lemma at_most_spec n : forall w, (forall s, bit w s = true -> In s squares) ->
  at_most n w = (pieces size w <=? n)%nat.
Proof.
  induction n as [|n IH]; intros w I.
  - simpl at_most. destruct (w =? 0) eqn:E. { apply eqb_eq in E as ->. now rewrite pieces_0. }
    apply eqb_neq in E. destruct (drop_lowest w E) as (a & A & _). symmetry. apply Nat.leb_gt.
    unfold pieces. assert (J : In a (filter (bit w) squares)) by (apply filter_In; auto).
    destruct (filter (bit w) squares); [destruct J|simpl; lia].
  - simpl at_most. destruct (w =? 0) eqn:E.
    { apply eqb_eq in E as ->. rewrite land0. rewrite IH; rewrite ?pieces_0; auto. }
    apply eqb_neq in E. destruct (drop_lowest w E) as (a & A & B). rewrite IH.
    + assert (P : pieces size w = S (pieces size (w land (w - 1)))).
      { unfold pieces. rewrite (filter_same (bit (w land (w - 1))) (fun s => bit w s && negb (s =?
        a))) by (intros; apply B).
        pose proof (squares_nodup size good) as N. pose proof (I a A) as J. clear IH I. revert N J.
        induction squares as [|s l IHl]; simpl; [tauto|]. intros N J. inversion N; subst.
        destruct (s =? a) eqn:Es.
        - apply eqb_eq in Es as ->. rewrite A. simpl. f_equal. f_equal. apply filter_same.
          intros t Tt. assert ((t =? a) = false) as ->; [apply eqb_neq; intros ->; auto|].
          now rewrite andb_true_r.
        - destruct J as [->|J]; [now rewrite eqb_same in Es|].
          match goal with Nl : NoDup l |- _ => specialize (IHl Nl J) end.
          destruct (bit w s); simpl; congruence. }
      rewrite P. reflexivity.
    + intros s S. rewrite B in S. apply andb_true_iff in S. apply I. tauto.
Qed.
Lemma stands_spec lose p : board p -> stands lose p = standing size lose p.
Proof.
  intros (_ & Bits). unfold stands, standing.
  rewrite !at_most_spec; auto; intros s S; apply (Bits s); auto.
Qed.

Lemma all_of_bit i : bit all_of i = true <-> In i squares.
Proof.
  unfold all_of. apply Words.union_bit. apply forallb_forall. intros s I. apply lt62_63.
  now apply s62.
Qed.
Lemma boardb_board p : boardb all_of p = true -> board p.
Proof.
  unfold boardb. rewrite !andb_true_iff, negb_true_iff. intros ((((H & A) & B) & C) & D).
  rewrite land1 in B by auto.
  assert (Hh : In (hole p) squares).
  { apply all_of_bit. apply not_true_iff_false in A. destruct (bit all_of (hole p)) eqn:E; auto.
    exfalso. apply A.
    apply Words.land_empty. intros i I. destruct (i =? hole p) eqn:X.
    { now apply eqb_eq in X as ->. }
    rewrite Words.bit_single, X in I by now apply lt62_63. discriminate. }
  split; auto. intros s. rewrite Words.land_empty in C.
  assert (D' : forall s, bit (own p) s = true \/ bit (other p) s = true -> bit all_of s = true).
  { intros t T. apply eqb_eq in D. apply (f_equal (fun w => bit w t)) in D.
    rewrite land_spec, lor_spec in D.
    destruct (bit all_of t); auto. rewrite andb_false_r in D. symmetry in D.
    apply orb_false_iff in D. destruct D, T; congruence. }
  split.
  - intros X. split. { apply all_of_bit. auto. } intros ->.
    rewrite lor_spec, negb_true_iff, orb_false_iff in B.
    destruct B, X; congruence.
  - intros (X & Y). specialize (C s X). congruence.
Qed.

(* ---- Images ---- *)

Definition mapping (f : int -> int) (e : direction -> direction) : Prop :=
  (forall s, In s squares -> In (f s) squares) /\
  (forall s d, In s squares -> ray (f s) (e d) = map f (ray s d)) /\
  (forall s t, In s squares -> In t squares -> f s = f t -> s = t).
Definition inverse_of (f f' : int -> int) (e e' : direction -> direction) : Prop :=
  (forall s, In s squares -> f' (f s) = s /\ f (f' s) = s) /\ (forall d, e' (e d) = d /\
    e (e' d) = d).
Definition looks (f : int -> int) (p q : position) : Prop := forall s, In s squares ->
  at_ q (f s) = at_ p s.

Lemma looks_back f f' e e' p q : mapping f' e' -> inverse_of f f' e e' -> looks f p q ->
  looks f' q p.
Proof.
  intros (M & _) (I & _) L s S. destruct (I s S) as (_ & E). rewrite <- E at 2. symmetry. apply L.
  auto.
Qed.
Lemma looks_once f f' e e' p q q' : mapping f' e' -> inverse_of f f' e e' -> board q -> board q' ->
  looks f p q -> looks f p q' -> q = q'.
Proof.
  intros (M & _) (I & _) B B' L L'. apply (boards_equal size); auto. intros s S.
  destruct (I s S) as (_ & E).
  rewrite <- E. rewrite L, L'; auto.
Qed.

Lemma map_play f e p q s d p2 : mapping f e -> board q -> looks f p q -> play (s, d) p p2 ->
  exists q2, play (f s, e d) q q2 /\ looks f p2 q2.
Proof.
  intros (M1 & M2 & M3) Bq L P. pose proof P as (S & Bp & Bp2 & M). simpl in S.
  assert (X : exists q2, play (f s, e d) q q2).
  { unfold makes in M. destruct (at_ p s) eqn:A; try tauto.
    - destruct M as (t & r & R & E & _). assert (T : In t squares).
      { apply (ray_squares size good s d t S). rewrite R. now left. }
      assert (Ah : f s = hole q). { apply (hole_square size); auto. rewrite L; auto. }
      assert (R' : ray (hole q) (e d) = f t :: map f r). { rewrite <- Ah, M2, R by auto.
      reflexivity. }
      assert (E' : ((own q lor other q) land (1 << f t) =? 0) = true).
      { rewrite land1, lor_spec by (apply s62; auto). specialize (L t T). rewrite E in L.
        unfold at_ in L.
        destruct (f t =? hole q); [discriminate|].
        destruct (bit (own q) (f t)), (bit (other q) (f t)); auto; discriminate. }
      destruct (hole_right size good (e d) q (f t) _ Bq R' E') as (_ & Q & _). rewrite Ah. eauto.
    - assert (O : bit (own q) (f s) = true).
      { specialize (L s S). rewrite A in L. unfold at_ in L.
        destruct (f s =? hole q); [discriminate|].
        destruct (bit (own q) (f s)); auto. destruct (bit (other q) (f s)); discriminate. }
      destruct (piece_right size good (f s) (e d) q Bq (M1 s S) O) as (_ & Q & _). eauto. }
  destruct X as (q2 & Q). exists q2. split; auto. pose proof Q as (_ & _ & Bq2 & Mq).
  assert (K : looks f (turned p2) (turned q2)).
  { unfold makes in M, Mq. rewrite (L s S) in Mq. destruct (at_ p s) eqn:A; try tauto.
    - destruct M as (t & r & R & E & Q1 & Q2 & O), Mq as (t' & r' & R' & E' & Q1' & Q2' & O').
      rewrite M2, R in R' by auto. simpl in R'. injection R' as <- _.
      assert (T : In t squares). { apply (ray_squares size good s d t S). rewrite R. now left. }
      intros u U. destruct (u =? s) eqn:X. { apply eqb_eq in X as ->. congruence. }
      destruct (u =? t) eqn:Y. { apply eqb_eq in Y as ->. congruence. }
      apply eqb_neq in X, Y. rewrite O by auto. rewrite O'; auto.
    - destruct M as (M & O), Mq as (Mq & O').
      assert (Z : map (fun u => at_ (turned q2) (f u)) (s :: ray s d) = map (at_ (turned p2)) (s ::
        ray s d)).
      { rewrite M. rewrite M2 in Mq by auto.
        change (f s :: map f (ray s d)) with (map f (s :: ray s d)) in Mq.
        rewrite map_map in Mq. rewrite Mq. f_equal. rewrite map_map. f_equal. apply map_ext_in.
        intros u U. apply L.
        apply (ray_squares size good s d u S U). }
      intros u U. destruct (mem u (s :: ray s d)) eqn:I.
      + apply mem_in in I. exact (map_eq_in _ _ _ Z u I).
      + assert (N : ~ In u (s :: ray s d)) by (intros X; apply mem_in in X; congruence).
        rewrite O by auto. rewrite O'; auto. rewrite M2 by auto. intros X.
        change (f s :: map f (ray s d)) with (map f (s :: ray s d)) in X. apply in_map_iff in X.
        destruct X as (w & E & W). apply N. assert (w = u) as <-; auto. apply M3; auto.
        destruct W as [<-|W]; auto. apply (ray_squares size good s d w S W). }
  intros u U. specialize (K u U). rewrite !(at_turned size) in K by auto.
  rewrite <- (flip_flip (at_ q2 (f u))), K, flip_flip. reflexivity.
Qed.

Lemma count_permutation (f : int -> bool) l l' : Permutation l l' ->
  length (filter f l) = length (filter f l').
Proof.
  induction 1; simpl; auto.
  - destruct (f x); simpl; auto.
  - destruct (f x), (f y); simpl; auto.
  - congruence.
Qed.
Lemma count_map (f : int -> bool) (g : int ->
  int) l : length (filter f (map g l)) = length (filter (fun s => f (g s)) l).
Proof. induction l as [|s l IH]; simpl; auto. destruct (f (g s)); simpl; auto. Qed.
Lemma nodup_map (f : int -> int) l : NoDup l -> (forall s t, In s l -> In t l -> f s = f t ->
  s = t) -> NoDup (map f l).
Proof.
  induction l as [|s l IH]; intros N H; simpl; [constructor|]. inversion N; subst. constructor.
  - intros I. apply in_map_iff in I. destruct I as (t & E & I). assert (t = s); [|congruence].
    apply H; simpl; auto.
  - apply IH; auto. intros a b A B. apply H; simpl; auto.
Qed.
Lemma looks_bits f p q s : board p -> board q -> looks f p q -> In s squares ->
  bit (own q) (f s) = bit (own p) s /\ bit (other q) (f s) = bit (other p) s.
Proof.
  intros (_ & Bp) (_ & Bq) L S. specialize (L s S). unfold at_ in L.
  destruct (Bp s) as (P1 & P2), (Bq (f s)) as (Q1 & Q2).
  destruct (f s =? hole q) eqn:E, (s =? hole p) eqn:E'.
  - apply eqb_eq in E, E'. destruct (bit (own q) (f s)), (bit (own p) s), (bit (other q) (f s)),
    (bit (other p) s); auto; exfalso; tauto.
  - destruct (bit (own p) s), (bit (other p) s); discriminate.
  - destruct (bit (own q) (f s)), (bit (other q) (f s)); discriminate.
  - destruct (bit (own q) (f s)), (bit (own p) s), (bit (other q) (f s)), (bit (other p) s); auto;
    try discriminate; exfalso; tauto.
Qed.
Lemma looks_standing lose f e p q : mapping f e -> board p -> board q -> looks f p q ->
  standing size lose p = standing size lose q.
Proof.
  intros (M1 & _ & M3) Bp Bq L.
  assert (Pm : Permutation (map f squares) squares).
  { apply NoDup_Permutation_bis.
    - apply nodup_map; auto. apply (squares_nodup size good).
    - rewrite map_length. auto.
    - intros t T. apply in_map_iff in T. destruct T as (s & <- & S). auto. }
  assert (C : forall w w', (forall s, In s squares -> bit w' (f s) = bit w s) ->
    pieces size w = pieces size w').
  { intros w w' H. unfold pieces. rewrite <- (count_permutation (bit w') _ _ Pm), count_map.
    f_equal. apply filter_same. intros s S. symmetry. auto. }
  unfold standing. rewrite (C (own p) (own q)), (C (other p) (other q)); auto; intros s S;
  apply (looks_bits f p q s Bp Bq L S).
Qed.

(* States of the reduced game that are images of each other. *)
Definition image (s t : rstate) : Prop :=
  board (fst s) /\ board (fst t) /\ exists f f' e e', mapping f e /\ mapping f' e' /\
    inverse_of f f' e e' /\
  looks f (fst s) (fst t) /\
  match snd s, snd t with
  | None, None => True
  | Some (a, d), Some (b, d') => In a squares /\ b = f a /\ d' = e d
  | _, _ => False
  end.
Lemma image_sym s t : image s t -> image t s.
Proof.
  intros (B1 & B2 & f & f' & e & e' & M & M' & I & L & F). split; auto. split; auto.
  exists f', f, e', e.
  split; auto. split; auto. split. { destruct I as (I1 & I2).
  split; intros x; [intros X; specialize (I1 x X)|specialize (I2 x)]; tauto. }
  split. { eapply looks_back; eauto. }
  destruct (snd s) as [(a, d)|], (snd t) as [(b, d')|]; auto. destruct F as (A & -> & ->).
  destruct I as (I1 & I2).
  split. { apply M; auto. } split. { symmetry. apply I1; auto. } symmetry. apply I2.
Qed.
Lemma image_status lose s t : image s t -> rstatus size lose s = rstatus size lose t.
Proof. intros (B1 & B2 & f & f' & e & e' & M & M' & I & L & F). unfold rstatus.
  exact (looks_standing lose f e _ _ M B1 B2 L). Qed.
Lemma image_move s s' t : image s s' -> rmove size s t -> exists t', image t t' /\ rmove size s' t'.
Proof.
  destruct s as (p, g), s' as (q, g'), t as (p2, r). unfold image, rmove. simpl.
  intros (Bp & Bq & f & f' & e & e' & M & M' & I & L & F) ((s, d) & P & N & R).
  pose proof P as (S & _ & Bp2 & _). simpl in S.
  destruct (map_play f e p q s d p2 M Bq L P) as (q2 & Q & L2). pose proof Q as (_ & _ & Bq2 & _).
  exists (q2, match r with None => None | Some (a, d') => Some (f a, e d') end). simpl. split.
  - split; auto. split; auto. exists f, f', e, e'. split; auto. split; auto. split; auto.
    split; auto.
    destruct r as [(a, d')|]; auto. simpl in R. destruct R as (A & _). auto.
  - exists (f s, e d). split; auto. split.
    + intros E. apply N. destruct g as [(a, d0)|], g' as [(b, d0')|]; try discriminate; try tauto.
      destruct F as (A & -> & ->). injection E as E1 E2. f_equal. f_equal.
      * apply M; auto.
      * destruct I as (_ & I2). rewrite <- (proj1 (I2 d0)), E2. apply I2.
    + destruct r as [(a, d')|]; simpl in R |- *.
      * destruct (map_play f e p2 q2 a d' p M Bq2 L2 R) as (q' & Q' & L').
        pose proof Q' as (_ & _ & Bq' & _).
        now rewrite (looks_once f f' e e' p q q' M' I Bq Bq' L L').
      * intros (b, d0) Q'. destruct (map_play f' e' q2 p2 b d0 q M' Bp2 (looks_back _ _ _ _ _ _ M' I
        L2) Q') as (p' & P' & Lp).
        pose proof P' as (_ & _ & Bp' & _).
        assert (p' = p) as ->.
        { assert (I' : inverse_of f' f e' e). { destruct I as (I1 & I2).
          split; intros x; [intros X; specialize (I1 x X)|specialize (I2 x)]; tauto. }
          apply (looks_once f' f e' e q p' p M I' Bp' Bp Lp). eapply looks_back; eauto. }
        exact (R _ P').
Qed.

(* A move that play can forbid: it can be undone. *)
Definition relevant (s : rstate) : Prop :=
  match snd s with None => True | Some m => exists q m', play m (fst s) q /\ play m' q (fst s) end.
Lemma image_relevant s t : image s t -> relevant s -> relevant t.
Proof.
  destruct s as (p, g), t as (q, g'). unfold image, relevant. simpl.
  intros (Bp & Bq & f & f' & e & e' & M & M' & I & L & F) R. destruct g' as [(b, d')|]; auto.
  destruct g as [(a, d)|]; [|tauto]. destruct F as (A & -> & ->).
  destruct R as (p2 & (a', d2) & P1 & P2).
  pose proof P1 as (_ & _ & Bp2 & _).
  destruct (map_play f e p q a d p2 M Bq L P1) as (q2 & Q1 & L2).
  pose proof Q1 as (_ & _ & Bq2 & _).
  destruct (map_play f e p2 q2 a' d2 p M Bq2 L2 P2) as (q' & Q2 & L').
  pose proof Q2 as (_ & _ & Bq' & _).
  rewrite (looks_once f f' e e' p q' q M' I Bq' Bq L' L) in Q2. eauto.
Qed.
End Compiled.

(* ---- The moves of the children are different ---- *)

Section Different.
Variable size : Z.
Hypothesis good : geometry size = true.
Lemma shove_move m h ho line : forall mine o x, by_move (shove m h ho line mine o x) = m.
Proof.
  induction line as [|c line IH]; intros mine o x; simpl; auto.
  destruct (mask c =? h); auto. destruct (_ =? 0); [destruct (_ =? 0)|]; destruct mine; auto.
Qed.
Lemma piece_moves_moves h ho l o x acc : map by_move (piece_moves h ho l o x acc) = map fst l ++ map
  by_move acc.
Proof. induction l as [|(m, line) l IH]; simpl; auto. rewrite shove_move. now f_equal. Qed.
Lemma hole_moves_moves l o x acc : exists l', incl l' (map fst l) /\ (NoDup (map fst l) ->
  NoDup l') /\
  map by_move (hole_moves l o x acc) = l' ++ map by_move acc.
Proof.
  induction l as [|(m, line) l IH]; simpl.
  - exists []. split; [intros ? []|]. split; auto.
  - destruct IH as (l' & I & N & E). destruct line as [|c line].
    + exists l'. split. { intros y Y. right. auto. } split; auto. intros D. inversion D; auto.
    + destruct (_ =? 0).
      * exists (m :: l'). split. { intros y [<-|Y]; [now left|right; auto]. } split.
        -- intros D. inversion D; subst. constructor; auto.
        -- simpl. now f_equal.
      * exists l'. split. { intros y Y. right. auto. } split; auto. intros D. inversion D; auto.
Qed.
Lemma nodup_app {A} (l r : list A) : NoDup l -> NoDup r -> (forall a, In a l -> ~ In a r) ->
  NoDup (l ++ r).
Proof.
  induction l as [|a l IH]; simpl; auto. intros N M D. inversion N; subst. constructor.
  - rewrite in_app_iff. intros [I|I]; auto. apply (D a); auto.
  - apply IH; auto.
Qed.
Lemma children_different h p l : NoDup l ->
  NoDup (map by_move (children (map (spot_of size) l) h p)) /\
  forall m, In m (map by_move (children (map (spot_of size) l) h p)) -> In (fst m) l.
Proof.
  induction l as [|s l IH]; intros N.
  - simpl. split; [constructor|]. intros m [].
  - inversion N as [|? ? Ns Nl]; subst. destruct (IH Nl) as (I1 & I2).
    change (map (spot_of size) (s :: l)) with (spot_of size s :: map (spot_of size) l).
    rewrite children_cons.
    assert (Arms : map fst (arms (spot_of size s)) = [(s, Left); (s, Right); (s, Down);
      (s, Up)]) by reflexivity.
    assert (Na : NoDup (map fst (arms (spot_of size s)))).
    { rewrite Arms. repeat constructor; simpl; intuition discriminate. }
    assert (Fa : forall m, In m (map fst (arms (spot_of size s))) -> fst m = s).
    { rewrite Arms. simpl. intuition; subst; reflexivity. }
    destruct (_ =? 0).
    + destruct (_ =? h).
      * destruct (hole_moves_moves (arms (spot_of size s)) (own p) (other p) (children (map (spot_of
        size) l) h p)) as (l' & J1 & J2 & ->).
        split.
        -- apply nodup_app; auto. intros m M X. apply Ns. rewrite <- (Fa m); auto.
        -- intros m M. apply in_app_iff in M.
           destruct M as [M|M]; [left; symmetry; auto|right; auto].
      * split; auto. intros m M. right. auto.
    + rewrite piece_moves_moves. split.
      * apply nodup_app; auto. intros m M X. apply Ns. rewrite <- (Fa m); auto.
      * intros m M. apply in_app_iff in M. destruct M as [M|M]; [left; symmetry; auto|right; auto].
Qed.
End Different.

(* ---- Words as values ---- *)

Lemma ltb_Z x y : (x <? y) = (to_Z x <? to_Z y)%Z.
Proof.
  destruct (x <? y) eqn:E; symmetry. { apply Z.ltb_lt. now apply ltb_spec. }
  apply Z.ltb_ge. apply Z.nlt_ge. intros H. apply ltb_spec in H. congruence.
Qed.
Lemma eqb_Z x y : (x =? y) = (to_Z x =? to_Z y)%Z.
Proof.
  destruct (x =? y) eqn:E; symmetry. { apply eqb_eq in E as ->. apply Z.eqb_refl. }
  apply Z.eqb_neq. intros H. apply to_Z_inj in H as ->. now rewrite eqb_same in E.
Qed.
Lemma sub_Z x y : (to_Z y <= to_Z x)%Z -> to_Z (x - y) = (to_Z x - to_Z y)%Z.
Proof. intros L. rewrite sub_spec. apply Z.mod_small. pose proof (to_Z_bounded x).
  pose proof (to_Z_bounded y). lia. Qed.
Lemma add_Z x y : (to_Z x + to_Z y < wB)%Z -> to_Z (x + y) = (to_Z x + to_Z y)%Z.
Proof. intros L. rewrite add_spec. apply Z.mod_small. pose proof (to_Z_bounded x).
  pose proof (to_Z_bounded y). lia. Qed.

Lemma says_spec v w : says v = Some w ->
  match w with
  | VLoss n => (0 < to_Z v < 1048576)%Z /\ Z.of_nat n = (to_Z v - 1)%Z
  | VDraw => to_Z v = 1048576%Z
  | VWin n => (1048576 < to_Z v <= 2097152)%Z /\ Z.of_nat n = (2097152 - to_Z v)%Z
  end.
Proof.
  unfold says. rewrite !ltb_Z, !eqb_Z. change (to_Z 0) with 0%Z.
  change (to_Z middle) with 1048576%Z. change (to_Z top) with 2097153%Z.
  pose proof (to_Z_bounded v). destruct (Z.eqb_spec (to_Z v) 0); [discriminate|].
  destruct (Z.ltb_spec (to_Z v) 1048576); [|destruct (Z.eqb_spec (to_Z v) 1048576);
    [|destruct (Z.ltb_spec (to_Z v) 2097153); [|discriminate]]];
    intros [= <-]; unfold plies; auto.
  - rewrite sub_Z by (change (to_Z 1) with 1%Z; lia). change (to_Z 1) with 1%Z. split; lia.
  - rewrite sub_Z by (change (to_Z win_0) with 2097152%Z; lia). change (to_Z win_0) with 2097152%Z.
    split; lia.
Qed.
Lemma says_some v : v <> 0 -> (v <? top) = true -> exists w, says v = Some w.
Proof.
  intros N L. unfold says. destruct (v =? 0) eqn:E. { apply eqb_eq in E. congruence. }
  destruct (v <? middle); eauto. destruct (v =? middle); eauto. rewrite L. eauto.
Qed.
Lemma fits_spec b w : fits b w = true ->
  (0 < to_Z b < 1048576 /\ to_Z w = 2097152 - to_Z b)%Z \/
  (to_Z b = 1048576 /\ to_Z w = 1048576)%Z \/
  (1048576 < to_Z b <= 2097152 /\ to_Z w = 2097154 - to_Z b /\ to_Z w < 1048576)%Z.
Proof.
  unfold fits. rewrite !ltb_Z, !eqb_Z. change (to_Z 0) with 0%Z.
  change (to_Z middle) with 1048576%Z. change (to_Z top) with 2097153%Z.
  pose proof (to_Z_bounded b). destruct (Z.eqb_spec (to_Z b) 0); [discriminate|].
  destruct (Z.ltb_spec (to_Z b) 1048576).
  { rewrite Z.eqb_eq, sub_Z by (change (to_Z win_0) with 2097152%Z; lia).
    change (to_Z win_0) with 2097152%Z. intros ->. left. lia. }
  destruct (Z.eqb_spec (to_Z b) 1048576). { rewrite Z.eqb_eq. intros ->. right. left. lia. }
  destruct (Z.ltb_spec (to_Z b) 2097153); [|discriminate].
  rewrite andb_true_iff, Z.eqb_eq, Z.ltb_lt. assert (wB = 9223372036854775808%Z) by reflexivity.
  rewrite add_Z; rewrite sub_Z by (change (to_Z win_0) with 2097152%Z; lia);
    change (to_Z win_0) with 2097152%Z; change (to_Z 2) with 2%Z; [|lia].
  intros (-> & Q). right. right. lia.
Qed.

(* b is the least of the values for which P, or top. *)
Definition isleast (b : int) (P : int -> Prop) : Prop := (forall v, P v -> (to_Z b <= to_Z v)%Z) /\
  (b = top \/ P b).
Lemma least_spec a b : (to_Z (least a b) <= to_Z a)%Z /\ (to_Z (least a b) <= to_Z b)%Z /\
  (least a b = a \/ least a b = b).
Proof.
  unfold least. destruct (a <=? b) eqn:E. { apply leb_spec in E. split; [lia|auto]. }
  assert (~ (to_Z a <= to_Z b)%Z) by (intros H; apply leb_spec in H; congruence). split; [lia|].
  split; [lia|auto].
Qed.
Lemma isleast_join a b (P Q R : int -> Prop) : isleast a P -> isleast b Q ->
  (forall v, R v <-> P v \/ Q v) -> isleast (least a b) R.
Proof.
  intros (A1 & A2) (B1 & B2) E. destruct (least_spec a b) as (L1 & L2 & L3). split.
  - intros v V. apply E in V. destruct V as [V|V]; [apply A1 in V|apply B1 in V]; lia.
  - rewrite E. destruct L3 as [-> | ->]; tauto.
Qed.
Lemma isleast_one v : isleast v (fun u => u = v).
Proof. split; auto. intros u ->. lia. Qed.
Lemma isleast_ext b (P Q : int -> Prop) : (forall v, P v <-> Q v) -> isleast b P -> isleast b Q.
Proof. intros E (A & B). split. { intros v V. apply A. now apply E. } destruct B; auto. right.
  now apply E. Qed.
Lemma least_0 a b : least a b <> 0 -> a <> 0 /\ b <> 0.
Proof.
  intros H. destruct (least_spec a b) as (L1 & L2 & _). pose proof (to_Z_bounded (least a b)).
  split; intros ->; apply H; apply to_Z_inj; change (to_Z 0) with 0%Z in *; lia.
Qed.

(* ---- The table ---- *)

Section Table.
Variable size : Z.
Variable lose : nat.
Variable tb : table.
Notation entries := (entries tb).
Notation key := (key tb).
Notation first := (first tb).
Notation special := (special tb).
Notation second := (second tb).
Notation hint := (hint tb).
Notation to_square := (to_square tb).
Notation to_direction := (to_direction tb).
Notation part := (part tb).

Definition symmetry_ok (g : int) : bool :=
  let all := upto (Z.to_nat 512) in
  forallb (fun s => (s <? 36) && mem (to_square g s) (squares size) &&
    forallb (fun d => same_list (ray size (to_square g s) (to_direction g d)) (map (to_square g)
      (ray size s d))) directions &&
    forallb (fun k => let z := k * 9 in
      forallb (fun v => Bool.eqb (bit (part g k v) (to_square g s)) ((z <=? s) && (s <? z + 9) &&
        bit v (s - z))) all) [0; 1; 2; 3])
    (squares size) && nodup (map (to_square g) (squares size)).
Definition inverses (g h : int) : bool :=
  forallb (fun s => (to_square h (to_square g s) =? s) && (to_square g (to_square h s) =? s))
    (squares size) &&
  forallb (fun d => same_direction (to_direction h (to_direction g d)) d && same_direction
    (to_direction g (to_direction h d)) d) directions.
Definition symmetries : list int := [1; 2; 3; 4; 5; 6; 7].
Definition symmetries_ok : bool := forallb (fun g => symmetry_ok g && existsb (inverses g)
  symmetries) symmetries.

Notation check := (check_entry lose (spots size) (all_of size) tb).
Notation look := (look lose tb).
Notation walk := (walk lose tb).
Notation value_at := (value_at tb).
Notation turn_set := (turn_set tb).
Notation turn_position := (turn_position tb).
Notation turn_move := (turn_move tb).

(* What the table says of a state of the reduced game. *)
Definition in_table (s : rstate) (v : value) : Prop :=
  exists i, (i <? entries) = true /\ first i <> 0 /\ fst s = key i /\ relevant size s /\
    says (value_at i (snd s)) = Some v.
Definition same_as := same rstate (image size).

Hypothesis good : geometry size = true.
Hypothesis sym_ok : symmetries_ok = true.
Hypothesis pass : forall i, (i <? entries) = true -> check i = true.

Lemma symmetry_good g : In g symmetries -> symmetry_ok g = true.
Proof.
  unfold symmetries_ok in sym_ok. rewrite forallb_forall in sym_ok. intros I.
  specialize (sym_ok g I).
  apply andb_true_iff in sym_ok. tauto.
Qed.
Lemma symmetry_mapping g : In g symmetries -> mapping size (to_square g) (to_direction g).
Proof.
  intros I. pose proof (symmetry_good g I) as H. unfold symmetry_ok in H. cbv zeta in H.
  apply andb_true_iff in H. destruct H as (H & N). rewrite forallb_forall in H. split; [|split].
  - intros s S. specialize (H s S). rewrite !andb_true_iff in H. apply mem_in. tauto.
  - intros s d S. specialize (H s S). rewrite !andb_true_iff in H. destruct H as ((_ & H) & _).
    rewrite forallb_forall in H. apply same_list_eq. apply H. apply in_directions.
  - apply nodup_ok in N. clear -N.
    induction (squares size) as [|a l IH]; intros s t; simpl; [tauto|].
    simpl in N. inversion N as [|? ? Na Nl]; subst. intros [<-|S] [<-|T] E; auto.
    + exfalso. apply Na. rewrite E. now apply in_map.
    + exfalso. apply Na. rewrite <- E. now apply in_map.
Qed.
Lemma symmetry_inverse g : In g symmetries -> exists h, In h symmetries /\
  inverse_of size (to_square g) (to_square h) (to_direction g) (to_direction h).
Proof.
  intros I. pose proof sym_ok as K. unfold symmetries_ok in K. rewrite forallb_forall in K.
  specialize (K g I).
  apply andb_true_iff in K. destruct K as (_ & K). apply existsb_exists in K.
  destruct K as (h & H & K).
  exists h. split; auto. unfold inverses in K. rewrite andb_true_iff, !forallb_forall in K.
  destruct K as (K1 & K2). split.
  - intros s S. specialize (K1 s S). rewrite andb_true_iff, !eqb_eq in K1. tauto.
  - intros d. specialize (K2 d (in_directions d)). rewrite andb_true_iff in K2.
    destruct K2 as (A & B).
    split; [destruct (to_direction h (to_direction g d)), d|destruct (to_direction g (to_direction h
      d)), d]; simpl in *; congruence.
Qed.

Lemma land_511 w : In (w land 511) (upto 512).
Proof.
  apply in_upto. rewrite land_spec'. change (to_Z 511) with (Z.ones 9). rewrite Z.land_ones by lia.
  change (Z.of_nat 512) with (2 ^ 9)%Z. apply Z.mod_pos_bound. lia.
Qed.
Lemma land_7 w : (w land 7 =? 0) = false -> In (w land 7) symmetries.
Proof.
  intros N. assert (I : In (w land 7) (upto 8)).
  { apply in_upto. rewrite land_spec'. change (to_Z 7) with (Z.ones 3). rewrite Z.land_ones by lia.
    change (Z.of_nat 8) with (2 ^ 3)%Z. apply Z.mod_pos_bound. lia. }
  apply eqb_neq in N. change (upto 8) with [7; 6; 5; 4; 3; 2; 1; 0] in I. unfold symmetries.
  simpl in I |- *. intuition congruence.
Qed.
Lemma chunk k w s : In k [0; 1; 2; 3] -> (s <? 36) = true ->
  (k * 9 <=? s) && (s <? k * 9 + 9) && bit ((w >> (k * 9)) land 511) (s - k * 9) = (k * 9 <=? s) &&
    (s <? k * 9 + 9) && bit w s.
Proof.
  intros K S. assert (I : In s (upto 36)) by (apply in_upto; apply ltb_spec in S; exact S).
  rewrite land_spec, bit_lsr, (andb_comm _ (bit 511 _)).
  change (upto 36) with [35; 34; 33; 32; 31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17;
    16; 15; 14; 13; 12; 11; 10; 9; 8; 7; 6; 5; 4; 3; 2; 1; 0] in I.
  simpl in K, I. repeat (destruct K as [<-|K]; [repeat (destruct I as [<-|I]; [vm_compute;
  reflexivity|]); tauto|]). tauto.
Qed.
Lemma lsr_0 w : w >> (0 * 9) = w.
Proof. apply to_Z_inj. rewrite lsr_spec. change (to_Z (0 * 9)) with 0%Z.
  rewrite Z.pow_0_r, Z.div_1_r. reflexivity. Qed.

Lemma turn_set_bit g w s : In g symmetries -> In s (squares size) ->
  bit (turn_set g w) (to_square g s) = bit w s.
Proof.
  intros I S. pose proof (symmetry_good g I) as H. unfold symmetry_ok in H. cbv zeta in H.
  apply andb_true_iff in H. destruct H as (H & _). rewrite forallb_forall in H. specialize (H s S).
  rewrite !andb_true_iff in H.
  destruct H as (((L & _) & _) & H). rewrite forallb_forall in H.
  assert (P : forall k, In k [0; 1; 2; 3] ->
    forall v, bit (part g k ((v >> (k * 9)) land 511)) (to_square g s) =
              ((k * 9 <=? s) && (s <? k * 9 + 9) && bit v s)).
  { intros k K v. specialize (H k K). rewrite forallb_forall in H.
    specialize (H ((v >> (k * 9)) land 511) (land_511 _)).
    apply eqb_prop in H. rewrite H. now apply chunk. }
  unfold turn_set. rewrite !lor_spec.
  pose proof (P 0 ltac:(simpl; auto) w) as P0. rewrite lsr_0 in P0.
  pose proof (P 1 ltac:(simpl; auto) w) as P1. change (1 * 9) with 9 in P1.
  pose proof (P 2 ltac:(simpl; auto) w) as P2. change (2 * 9) with 18 in P2.
  pose proof (P 3 ltac:(simpl; auto) w) as P3. change (3 * 9) with 27 in P3.
  rewrite P0, P1, P2, P3.
  assert (J : In s (upto 36)) by (apply in_upto; apply ltb_spec in L; exact L).
  change (upto 36) with [35; 34; 33; 32; 31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17;
    16; 15; 14; 13; 12; 11; 10; 9; 8; 7; 6; 5; 4; 3; 2; 1; 0] in J.
  generalize (bit w s). clear -J. intros b. simpl in J.
  repeat (destruct J as [<-|J]; [destruct b; reflexivity|]). tauto.
Qed.

Lemma turn_looks g q : In g symmetries -> board size q ->
  looks size (to_square g) q (turn_position g q).
Proof.
  intros I B s S. pose proof (symmetry_mapping g I) as (_ & _ & M). unfold at_, turn_position.
  simpl.
  rewrite !turn_set_bit by auto. destruct (s =? hole q) eqn:E.
  - apply eqb_eq in E as <-. now rewrite eqb_same.
  - assert ((to_square g s =? to_square g (hole q)) = false) as X.
    { apply eqb_neq. intros X. apply eqb_neq in E. apply E. apply M; auto. exact (proj1 B). }
    rewrite X. reflexivity.
Qed.

Lemma same_position_eq p q : same_position p q = true -> p = q.
Proof. destruct p, q. unfold same_position. simpl. rewrite !andb_true_iff, !eqb_eq.
  intros ((-> & ->) & ->). reflexivity. Qed.

Lemma entry i : (i <? entries) = true -> first i <> 0 -> board size (key i) /\
  standing size lose (key i) = Going /\
  fits (walk i (generate size (key i)) top) (first i) = true.
Proof.
  intros L N. pose proof (pass i L) as P. unfold check_entry in P.
  destruct (first i =? 0) eqn:E. { apply eqb_eq in E. congruence. }
  rewrite !andb_true_iff in P. destruct P as ((P1 & P2) & P3).
  split; [now apply (boardb_board size good)|]. split; [|exact P3].
  rewrite (stands_spec size good) in P2 by now apply (boardb_board size good).
  destruct (standing size lose (key i)); congruence.
Qed.

Notation known := (known rstate (rstatus size lose) same_as in_table).

Lemma value_at_first i f : value_at i f <> 0 -> first i <> 0.
Proof. unfold OstleCheck.value_at. destruct f; auto. destruct (first i =? 0) eqn:E; [congruence|].
  intros _. now apply eqb_neq. Qed.

Lemma look_known q f : board size q -> relevant size (q, f) -> look q f <> 0 ->
  exists w, says (look q f) = Some w /\ known (q, f) w.
Proof.
  intros B Rl. unfold OstleCheck.look. cbv zeta. set (i := hint q >> 3). set (g := hint q land 7).
  assert (Over : over lose q <> 0 -> exists w, says (over lose q) = Some w /\ known (q, f) w).
  { unfold over. rewrite (stands_spec size good) by auto. intros N. unfold Game.known, rstatus.
    simpl.
    destruct (standing size lose q); try congruence; eexists; split; reflexivity. }
  destruct (i <? entries) eqn:L; auto.
  assert (Listed : forall f', sound (value_at i f') <> 0 -> image size (q, f) (key i, f') \/
    (q, f) = (key i, f') ->
            exists w, says (sound (value_at i f')) = Some w /\ known (q, f) w).
  { intros f' N Im. unfold sound in *. destruct (value_at i f' <? top) eqn:T; [|congruence].
    destruct (says_some _ N T) as (w & W). exists w. split; auto.
    pose proof (value_at_first i f' N) as F.
    destruct (entry i L F) as (_ & G & _).
    assert (G' : rstatus size lose (q, f) = Going).
    { destruct Im as [Im|Im]; [rewrite (image_status size good lose _ _ Im)|rewrite Im]; exact G. }
    unfold Game.known. rewrite G'. exists (key i, f'). split.
    - destruct Im as [Im|Im]; [now apply rt_step|rewrite Im; apply rt_refl].
    - exists i. simpl. split; auto. split; auto. split; auto. split; auto.
      destruct Im as [Im|Im]; [eapply image_relevant; eauto|congruence]. }
  destruct (g =? 0) eqn:Eg.
  - destruct (same_position (key i) q) eqn:Sp; auto. apply same_position_eq in Sp. intros N.
    apply Listed; auto. right. congruence.
  - destruct (same_position _ _) eqn:Sp; auto. apply same_position_eq in Sp. intros N.
    apply Listed; auto. left.
    pose proof (land_7 (hint q) Eg) as I. fold g in I.
    destruct (symmetry_inverse g I) as (h & Ih & Inv).
    split; auto. split.
    { simpl. apply (entry i L).
      apply (value_at_first i (match f with None => None | Some m => Some (turn_move g m) end)).
      intros Z. rewrite Z in N. unfold sound in N. apply N. reflexivity. }
    exists (to_square g), (to_square h), (to_direction g), (to_direction h).
    split; [now apply symmetry_mapping|]. split; [now apply symmetry_mapping|]. split; auto. simpl.
    rewrite Sp.
    split; [now apply turn_looks|]. destruct f as [(a, d)|]; auto. simpl.
    destruct Rl as (q' & m' & (A & _) & _). auto.
Qed.

Definition lk (c : child) : int := look (next c) (reply c).
Lemma walk_spec i l : forall best P, isleast best P -> walk i l best <> 0 ->
  (forall c, In c l -> lk c <> 0) /\ isleast (walk i l best) (fun v => exists c, In c l /\
    v = lk c) /\
  forall l1 c l2, l = l1 ++ c :: l2 -> reply c <> None ->
    exists b', fits b' (value_at i (Some (by_move c))) = true /\
    isleast b' (fun v => P v \/ exists c', In c' (l1 ++ l2) /\ v = lk c').
Proof.
  induction l as [|c0 r IH]; intros best P Hb N.
  - split; [intros c []|]. split. { split; [intros v (c & [] & _)|left; reflexivity]. }
    intros l1 c l2 E. destruct l1; discriminate.
  - simpl in N |- *. fold (lk c0) in N |- *. set (b := walk i r (least best (lk c0))) in *.
    assert (Nv : lk c0 <> 0 /\ b <> 0).
    { destruct (reply c0). { destruct (fits _ _) in N; [now apply least_0|congruence]. }
      now apply least_0. }
    destruct Nv as (Nv & Nb).
    assert (Hb' : isleast (least best (lk c0)) (fun v => P v \/ v = lk c0)).
    { eapply isleast_join; eauto. apply isleast_one. reflexivity. }
    destruct (IH _ _ Hb' Nb) as (I1 & I2 & I3). fold b in I2.
    assert (R : isleast (least (lk c0) b) (fun v => exists c, In c (c0 :: r) /\ v = lk c)).
    { eapply isleast_join; [apply isleast_one|exact I2|]. intros v. simpl. split.
      - intros (c & [<-|I] & ->); eauto.
      - intros [->|(c & I & ->)]; eauto. }
    split; [intros c [<-|I]; auto|]. split.
    { destruct (reply c0); auto. destruct (fits _ _) eqn:F in N |- *; auto; congruence. }
    intros l1 c l2 E Rc. destruct l1 as [|c1 l1]; simpl in E; injection E as <- E.
    + subst r. destruct (reply c0) eqn:Er; [|congruence].
      destruct (fits (least best b) _) eqn:F; [|congruence].
      exists (least best b). split; auto. eapply isleast_join; [exact Hb|exact I2|]. reflexivity.
    + destruct (I3 l1 c l2 E Rc) as (b' & F & L). exists b'. split; auto.
      eapply isleast_ext; [|exact L].
      intros v. simpl. split.
      * intros [[H|H]|(c' & I & H)]; eauto.
      * intros [H|(c' & [<-|I] & H)]; eauto.
Qed.

Notation local := (local rstate (rstatus size lose) (rmove size) same_as in_table).

Lemma local_of s (Cs : list child) b w v : rstatus size lose s = Going -> board size (fst s) ->
  (forall t, rmove size s t -> exists c, In c Cs /\ t = (next c, reply c)) ->
  (forall c, In c Cs -> rmove size s (next c, reply c)) ->
  (forall c, In c Cs -> lk c <> 0) -> isleast b (fun v => exists c, In c Cs /\ v = lk c) ->
  fits b w = true -> says w = Some v -> local s v.
Proof.
  intros G Bp H2 H3 H4 (L1 & L2) F W.
  assert (K : forall c, In c Cs -> exists u, says (lk c) = Some u /\ known (next c, reply c) u).
  { intros c I. apply look_known; [| |exact (H4 c I)].
    - destruct (H3 c I) as (m & (_ & _ & Bn & _) & _). exact Bn.
    - unfold relevant. simpl. destruct (H3 c I) as (m & P & _ & R). simpl in *.
      destruct (reply c) as [m'|]; auto. simpl in R.
      exists (fst s), m. auto. }
  apply fits_spec in F. assert (T : to_Z top = 2097153%Z) by reflexivity.
  assert (Lb : exists c, In c Cs /\ b = lk c) by (destruct L2 as [->|L2]; auto; lia).
  destruct Lb as (c0 & I0 & E0). destruct (K c0 I0) as (u0 & U0 & K0). rewrite <- E0 in U0.
  pose proof (says_spec _ _ U0) as S0. pose proof (says_spec _ _ W) as Sw.
  assert (Low : forall c, In c Cs -> (to_Z b <= to_Z (lk c))%Z) by (intros c I; apply L1; eauto).
  split; auto. destruct v as [n|n|]; cbv iota beta in Sw.
  - destruct F as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. exists k. split; [lia|]. split. { eexists.
    split; [apply (H3 c0 I0)|exact K0]. }
    intros t M. destruct (H2 t M) as (c & I & ->). destruct (K c I) as (u & U & Ku). exists u.
    split; auto.
    intros m ->. pose proof (says_spec _ _ U) as Su. simpl in Su. specialize (Low c I). lia.
  - destruct F as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. exists k. split; [lia|]. split. { eexists.
    split; [apply (H3 c0 I0)|exact K0]. }
    intros t M. destruct (H2 t M) as (c & I & ->). destruct (K c I) as (u & U & Ku).
    specialize (Low c I).
    pose proof (says_spec _ _ U) as Su. destruct u as [m|m|]; cbv iota beta in Su; try lia.
    exists m. split; auto. lia.
  - destruct F as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. split. { eexists.
    split; [apply (H3 c0 I0)|exact K0]. }
    intros t M. destruct (H2 t M) as (c & I & ->). destruct (K c I) as (u & U & Ku).
    specialize (Low c I). exists u. split; auto.
    intros m ->. pose proof (says_spec _ _ U) as Su. simpl in Su. lia.
Qed.

Lemma restores_once m p q r r' : play size m p q -> restores size q p r -> restores size q p r' ->
  r = r'.
Proof.
  intros P R R'. destruct r as [a|], r' as [b|]; simpl in *; auto.
  - f_equal. exact (restored_once size good m p q a b P R R').
  - destruct (R' _ R).
  - destruct (R _ R').
Qed.

Theorem table_consistent s v : in_table s v -> local s v.
Proof.
  intros (i & L & N & E & Rl & V). destruct s as (p, f). simpl in *. subst p.
  destruct (entry i L N) as (B & G & F). set (p := key i) in *. set (cs := generate size p) in *.
  assert (Nw : walk i cs top <> 0). { intros Z. rewrite Z in F. discriminate. }
  assert (H0 : isleast top (fun _ => False)) by (split; [tauto|auto]).
  destruct (walk_spec i cs top _ H0 Nw) as (W1 & W2 & W3).
  assert (Find : forall t, rmove size (p, f) t -> exists c, In c cs /\ t = (next c, reply c) /\
    f <> Some (by_move c)).
  { intros (q, r) (m & P & Nf & R). simpl in *.
    destruct (generate_complete size good p m q P) as (c & I & Em & Eq).
    exists c. split; auto. destruct (generate_sound size good p c B I) as (_ & Pc & Rc).
    rewrite Eq in *.
    split; [|congruence]. f_equal. eapply restores_once; eauto. }
  assert (Legal : forall c, In c cs -> f <> Some (by_move c) ->
    rmove size (p, f) (next c, reply c)).
  { intros c I Nf. destruct (generate_sound size good p c B I) as (_ & Pc & Rc).
    exists (by_move c). auto. }
  destruct f as [m|].
  - destruct Rl as (q & m' & P & Pb). simpl in P, Pb.
    destruct (generate_complete size good p m q P) as (c & I & Em & Eq).
    destruct (generate_sound size good p c B I) as (_ & Pc & Rc). rewrite Eq in *.
    assert (Rn : reply c <> None). { intros Z. rewrite Z in Rc. simpl in Rc. exact (Rc _ Pb). }
    destruct (in_split c cs I) as (l1 & l2 & Ecs). destruct (W3 l1 c l2 Ecs Rn) as (b' & F' & L').
    rewrite Em in F'.
    assert (Nd : forall c', In c' (l1 ++ l2) -> by_move c' <> m).
    { intros c' I' Z. pose proof (proj1 (children_different size (1 << hole p) p (squares size)
      (squares_nodup size good))) as D.
      change (children (map (spot_of size) (squares size)) (1 << hole p) p) with cs in D.
      rewrite Ecs, map_app in D. simpl in D. apply NoDup_remove_2 in D. apply D.
      rewrite <- map_app, Em, <- Z. now apply in_map. }
    apply (local_of (p, Some m) (l1 ++ l2) b' (value_at i (Some m)) v); auto.
    + intros t M. destruct (Find t M) as (c' & I' & -> & Nf). exists c'. split; auto.
      rewrite Ecs in I'. apply in_app_iff in I'. simpl in I'. apply in_app_iff.
      destruct I' as [I'|[->|I']]; auto. congruence.
    + intros c' I'. apply Legal. { rewrite Ecs. apply in_app_iff in I'. apply in_app_iff. simpl.
      tauto. }
      intros [= Z]. exact (Nd c' I' (eq_sym Z)).
    + intros c' I'. apply W1. rewrite Ecs. apply in_app_iff in I'. apply in_app_iff. simpl. tauto.
    + eapply isleast_ext; [|exact L']. intros u. tauto.
  - apply (local_of (p, None) cs (walk i cs top) (first i) v); auto.
    + intros t M. destruct (Find t M) as (c' & I' & -> & Nf). eauto.
    + intros c' I'. apply Legal; auto. discriminate.
Qed.

Lemma sim_status a b : same_as a b -> rstatus size lose a = rstatus size lose b.
Proof. exact (same_status _ _ _ (image_status size good lose) a b). Qed.
Lemma sim_move a b c : same_as a b -> rmove size a c -> exists d, same_as c d /\ rmove size b d.
Proof. intros S M. exact (Game.same_move _ _ _ (image_move size good) a b c S M). Qed.
Lemma sim_wins a b n : same_as a b ->
  (wins rstate (rstatus size lose) (rmove size) n a <-> wins rstate (rstatus size lose) (rmove size)
    n b).
Proof. exact (same_wins _ _ _ _ (image_sym size) (image_status size good lose) (image_move size
  good) a b n). Qed.
Lemma sim_loses a b n : same_as a b ->
  (loses rstate (rstatus size lose) (rmove size) n a <-> loses rstate (rstatus size lose) (rmove
    size) n b).
Proof. exact (same_loses _ _ _ _ (image_sym size) (image_status size good lose) (image_move size
  good) a b n). Qed.

(* The table is true of the reduced game ... *)
Theorem table_true s v : in_table s v -> true_value rstate (rstatus size lose) (rmove size) s v.
Proof.
  intros H. exact (table_is_true rstate (rstatus size lose) (rmove size) same_as sim_wins sim_loses
  in_table table_consistent s v H).
Qed.
(* ... and of the game as written. *)
Theorem table_true_as_written s r v : told size s r -> in_table r v ->
  true_value state (status_of size lose) (move size) s v.
Proof. intros T H. apply (told_value size lose good s r v T). now apply table_true. Qed.

(* If the start is listed, nothing is missing that play can lead to. *)
Theorem table_whole s : (exists v, known s v) ->
  forall t, reachable rstate (rstatus size lose) (rmove size) s t -> exists v, known t v.
Proof.
  intros H. apply (nothing_is_missing rstate (rstatus size lose) (rmove size) same_as sim_status
  in_table table_consistent); auto.
  - intros a b c. apply rt_trans.
  - exact sim_move.
Qed.
End Table.

(* ---- What is run, and what it means ---- *)

(* The board and the symmetries are looked at once ... *)
Definition most_entries : int := 1099511627776.
Definition prepared (size : Z) (tb : table) : bool :=
  geometry size && symmetries_ok size tb && (entries tb <=? most_entries).
(* ... and then the entries from a range's first on, below its limit. *)
Definition range_depth : nat := 40.
Definition check_range (size : Z) (lose : nat) (tb : table) (range : int * int) : bool :=
  check_block lose (spots size) (all_of size) tb range_depth (fst range) (snd range).
(* Ranges, each of which begins where the one before it ends, or sooner: from at_ to the last
   entry. *)
Fixpoint cover (at_ : int) (ranges : list (int * int)) (upto : int) : bool :=
  match ranges with
  | [] => upto <=? at_
  | r :: rest => (fst r <=? at_) && cover (snd r) rest upto
  end.

(* What it takes for a table to have passed. *)
Definition passed (size : Z) (lose : nat) (tb : table) : Prop :=
  prepared size tb = true /\ exists ranges, cover 0 ranges (entries tb) = true /\
  forall r, In r ranges -> (snd r <=? entries tb) = true /\ check_range size lose tb r = true.

Lemma check_block_spec lose sp al tb limit k : forall i,
  check_block lose sp al tb k i limit = true -> (k <= 40)%nat -> (to_Z limit <= 2 ^ 40)%Z ->
  forall j, (to_Z i <= to_Z j < to_Z i + 2 ^ Z.of_nat k)%Z -> (j <? limit) = true ->
  check_entry lose sp al tb j = true.
Proof.
  assert (W : wB = 9223372036854775808%Z) by reflexivity.
  change (2 ^ 40)%Z with 1099511627776%Z.
  induction k as [|k IH]; intros i C K Lm j J L; pose proof L as L'; apply ltb_spec in L';
    simpl in C;
    (destruct (limit <=? i) eqn:E; [apply leb_spec in E; lia|]).
  - change (2 ^ Z.of_nat 0)%Z with 1%Z in J. assert (j = i) as ->; auto. apply to_Z_inj. lia.
  - destruct (check_block lose sp al tb k i limit) eqn:C1; [|discriminate].
    assert (Lt : (to_Z i < to_Z limit)%Z).
    { apply Z.nle_gt. intros H. apply leb_spec in H. congruence. }
    rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia.
    assert (P : (0 < 2 ^ Z.of_nat k <= 2 ^ 40)%Z).
    { split. apply Z.pow_pos_nonneg; lia. apply Z.pow_le_mono_r; lia. }
    change (2 ^ 40)%Z with 1099511627776%Z in P.
    pose proof (to_Z_bounded i).
    assert (S : to_Z (1 << of_Z (Z.of_nat k)) = (2 ^ Z.of_nat k)%Z).
    { rewrite lsl_spec. change (to_Z 1) with 1%Z. rewrite of_Z_spec.
      rewrite (Z.mod_small (Z.of_nat k)) by lia. rewrite Z.mod_small; lia. }
    assert (Q : to_Z (i + (1 << of_Z (Z.of_nat k))) = (to_Z i + 2 ^ Z.of_nat k)%Z).
    { rewrite add_spec, S. apply Z.mod_small. lia. }
    destruct (Z_lt_le_dec (to_Z j) (to_Z i + 2 ^ Z.of_nat k)).
    + apply (IH i); auto; lia.
    + apply (IH (i + (1 << of_Z (Z.of_nat k)))); auto; rewrite ?Q; lia.
Qed.

Lemma cover_spec upto ranges : forall a, cover a ranges upto = true ->
  forall j, (to_Z a <= to_Z j)%Z -> (j <? upto) = true ->
  exists r, In r ranges /\ (to_Z (fst r) <= to_Z j < to_Z (snd r))%Z.
Proof.
  induction ranges as [|r rest IH]; intros a C j J L; simpl in C.
  - apply leb_spec in C. apply ltb_spec in L. lia.
  - apply andb_true_iff in C. destruct C as (C1 & C2). apply leb_spec in C1.
    destruct (Z_lt_le_dec (to_Z j) (to_Z (snd r))).
    + exists r. split; [now left|lia].
    + destruct (IH (snd r) C2 j) as (r' & I & R); auto. exists r'. split; [now right|auto].
Qed.

Lemma check_range_spec size lose tb r : check_range size lose tb r = true ->
  (to_Z (snd r) <= 2 ^ 40)%Z -> forall j, (to_Z (fst r) <= to_Z j < to_Z (snd r))%Z ->
  check_entry lose (spots size) (all_of size) tb j = true.
Proof.
  unfold check_range. intros C L j J.
  apply (check_block_spec _ _ _ _ (snd r) range_depth (fst r) C); auto.
  - pose proof (to_Z_bounded (fst r)). change (2 ^ Z.of_nat range_depth)%Z with 1099511627776%Z.
    change (2 ^ 40)%Z with 1099511627776%Z in L. lia.
  - apply ltb_spec. lia.
Qed.
Lemma passed_entries size lose tb : passed size lose tb ->
  geometry size = true /\ symmetries_ok size tb = true /\ forall i, (i <? entries tb) = true ->
  check_entry lose (spots size) (all_of size) tb i = true.
Proof.
  intros (Pr & ranges & C & A). unfold prepared in Pr. rewrite !andb_true_iff in Pr.
  destruct Pr as ((G & Sy) & Z1). split; auto. split; auto. intros i L. apply leb_spec in Z1.
  change (to_Z most_entries) with (2 ^ 40)%Z in Z1.
  assert (I0 : (to_Z 0 <= to_Z i)%Z). { pose proof (to_Z_bounded i). change (to_Z 0) with 0%Z.
  lia. }
  destruct (cover_spec _ _ _ C i I0 L) as (r & I & R).
  destruct (A r I) as (Lr & Cr). apply leb_spec in Lr.
  apply (check_range_spec size lose tb r Cr); [lia|exact R].
Qed.

(* Whatever the table and the hints are, and wherever they are from: what a table that has passed
   tells is true. *)
Theorem checked_table_is_true size lose tb : passed size lose tb ->
  forall s r v, told size s r -> in_table size tb r v ->
  true_value state (status_of size lose) (move size) s v.
Proof.
  intros P s r v Td H. destruct (passed_entries size lose tb P) as (G & Sy & A).
  exact (table_true_as_written size lose tb G Sy A s r v Td H).
Qed.
