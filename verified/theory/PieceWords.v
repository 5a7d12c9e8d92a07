(* SPDX-License-Identifier: MIT *)
(* Positions of BDDL, version 2, as words of 63 bits, rules compiled for them, and the proof that both are
   the same. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game Words PieceRules.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.
Notation position := PieceRules.position.
Notation rules := PieceRules.rules.
Notation square := PieceRules.square.
Notation action := PieceRules.action.

(* ---- Fields of a word ---- *)

Record field := Field { off : int; cap : int }.  (* cap: the greatest value, 1, 3, 7, 15 or 31 *)
Definition fmask (f : field) : int := cap f << off f.
Definition get (f : field) (w : int) : int := (w >> off f) land cap f.
Definition put_w (f : field) (v : int) (w : int) : int := (w lxor (w land fmask f)) lor (v << off f).
Definition good_field (f : field) : bool :=
  existsb (fun c => cap f =? c) [1; 3; 7; 15; 31] && (fmask f >> off f =? cap f) && (off f <? 62).
Definition apart1 (f g : field) : bool := fmask f land fmask g =? 0.
Fixpoint apart (l : list field) : bool :=
  match l with [] => true | f :: r => forallb (apart1 f) r && apart r end.

Fixpoint upto (n : nat) : list int := match n with O => [] | S k => of_Z (Z.of_nat k) :: upto k end.
Lemma in_upto n v : (to_Z v < Z.of_nat n)%Z -> In v (upto n).
Proof.
  induction n as [|n IH]; intros H. { pose proof (to_Z_bounded v). lia. }
  destruct (Z.eq_dec (to_Z v) (Z.of_nat n)) as [E|E].
  - left. rewrite <- E. apply of_to_Z.
  - right. apply IH. lia.
Qed.
Lemma bit_and a b i : bit (a land b) i = bit a i && bit b i.
Proof. apply land_spec. Qed.

Lemma land_ones_Z w n : (0 <= n < 63)%Z -> forall c, to_Z c = Z.ones n -> (to_Z (w land c) < 2 ^ n)%Z.
Proof.
  intros N c C. rewrite land_spec', C, Z.land_ones by lia. apply Z.mod_pos_bound. apply Z.pow_pos_nonneg; lia.
Qed.
Lemma get_upto f w : good_field f = true -> In (get f w) (upto 32).
Proof.
  unfold good_field, get. rewrite !andb_true_iff. intros ((C & _) & _). apply in_upto.
  change (Z.of_nat 32) with 32%Z. simpl in C. rewrite !orb_true_iff, !eqb_eq in C.
  destruct C as [C|[C|[C|[C|[C|C]]]]]; try discriminate; rewrite C.
  - pose proof (land_ones_Z (w >> off f) 1 ltac:(lia) 1 eq_refl). lia.
  - pose proof (land_ones_Z (w >> off f) 2 ltac:(lia) 3 eq_refl). lia.
  - pose proof (land_ones_Z (w >> off f) 3 ltac:(lia) 7 eq_refl). lia.
  - pose proof (land_ones_Z (w >> off f) 4 ltac:(lia) 15 eq_refl). lia.
  - pose proof (land_ones_Z (w >> off f) 5 ltac:(lia) 31 eq_refl). lia.
Qed.
(* A field by its mask. *)
Lemma get_masked f w : good_field f = true -> get f w = (w land fmask f) >> off f.
Proof.
  unfold good_field. rewrite !andb_true_iff, eqb_eq. intros ((_ & E) & _). unfold get. rewrite <- E at 1.
  apply bit_ext. intros i. rewrite !land_spec, !bit_lsr, land_spec. destruct (i <=? off f + i); auto.
Qed.
Lemma get_lor f a b : get f (a lor b) = get f a lor get f b.
Proof.
  unfold get. apply bit_ext. intros i. rewrite !land_spec, !lor_spec, !land_spec, !bit_lsr, !lor_spec.
  destruct (i <=? off f + i), (bit a (off f + i)), (bit b (off f + i)), (bit (cap f) i); auto.
Qed.
Lemma bit_0_of a b i : a land b = 0 -> bit a i = true -> bit b i = false.
Proof.
  intros E A. apply (f_equal (fun x => bit x i)) in E. rewrite land_spec, bit_0, A in E. exact E.
Qed.
Definition fits_in (f : field) (v : int) : bool := (((v << off f) land fmask f) =? (v << off f)) && ((v << off f) >> off f =? v).
Lemma sub_bit v m i : v land m = v -> bit v i = true -> bit m i = true.
Proof. intros E V. rewrite <- E, land_spec in V. apply andb_true_iff in V. tauto. Qed.

Lemma get_put_same f v w : good_field f = true -> fits_in f v = true -> get f (put_w f v w) = v.
Proof.
  intros G. unfold fits_in. rewrite andb_true_iff, !eqb_eq. intros (M & B). rewrite get_masked by auto. rewrite <- B at 2.
  f_equal. unfold put_w. set (u := v << off f) in *. apply bit_ext. intros i. rewrite land_spec, lor_spec, lxor_spec, land_spec.
  destruct (bit u i) eqn:U.
  - rewrite (sub_bit _ _ _ M U). rewrite orb_true_r. reflexivity.
  - destruct (bit w i), (bit (fmask f) i); auto.
Qed.
Lemma get_put_other f g v w : good_field f = true -> good_field g = true -> fits_in f v = true -> apart1 f g = true ->
  get g (put_w f v w) = get g w.
Proof.
  intros G G'. unfold fits_in, apart1. rewrite andb_true_iff, !eqb_eq. intros (M & B) A. rewrite !get_masked by auto.
  f_equal. unfold put_w. set (u := v << off f) in *. apply bit_ext. intros i. rewrite !land_spec, lor_spec, lxor_spec, land_spec.
  destruct (bit (fmask g) i) eqn:Mg; [|now rewrite !andb_false_r].
  destruct (bit (fmask f) i) eqn:Mf. { rewrite (bit_0_of _ _ _ A Mf) in Mg. discriminate. }
  destruct (bit u i) eqn:U. { rewrite (sub_bit _ _ _ M U) in Mf. discriminate. }
  rewrite !andb_false_r, !andb_true_r, orb_false_r. now destruct (bit w i).
Qed.
Lemma apart1_sym f g : apart1 f g = apart1 g f.
Proof.
  unfold apart1. replace (fmask g land fmask f) with (fmask f land fmask g); auto.
  apply bit_ext. intros i. rewrite !land_spec. apply andb_comm.
Qed.
Lemma apart_app a b : apart (a ++ b) = true -> apart a = true /\ apart b = true /\
  forall f g, In f a -> In g b -> apart1 f g = true.
Proof.
  induction a as [|f a IH]; intros H; simpl in *.
  - split; [auto|]. split; [auto|]. intros ? ? [].
  - rewrite andb_true_iff, forallb_app, andb_true_iff in H. destruct H as ((H1 & H2) & H3).
    destruct (IH H3) as (A & B & C). rewrite forallb_forall in H2. rewrite H1, A. split; [auto|]. split; [auto|].
    intros f' g [<-|I] J; auto.
Qed.

(* Sets of small values. *)
Definition codes : list int := upto 32.
Definition code_set (P : int -> bool) : int := union (filter P (codes)).
Lemma add_0 v : v + 0 = v.
Proof. apply to_Z_inj. rewrite add_spec. change (to_Z 0) with 0%Z. rewrite Z.add_0_r, Z.mod_small; auto. apply to_Z_bounded. Qed.
Definition mem (m v : int) : bool := negb ((m >> v) land 1 =? 0).
Lemma mem_bit m v : mem m v = bit m v.
Proof.
  unfold mem. replace (bit m v) with (bit (m >> v) 0).
  2: { rewrite bit_lsr. rewrite add_0. replace (0 <=? v) with true; auto. symmetry. apply leb_spec.
       change (to_Z 0) with 0%Z. pose proof (to_Z_bounded v). lia. }
  generalize (m >> v). intros x. destruct (bit x 0) eqn:B.
  - apply negb_true_iff. apply not_true_is_false. intros H. apply eqb_eq in H. apply (f_equal (fun y => bit y 0)) in H.
    rewrite land_spec, B in H. discriminate.
  - apply negb_false_iff. apply eqb_eq. apply bit_ext. intros i. rewrite land_spec, bit_0, bit_1.
    destruct (i =? 0) eqn:E; [|apply andb_false_r]. apply eqb_eq in E as ->. now rewrite B.
Qed.
Lemma mem_set P v : In v (codes) -> mem (code_set P) v = P v.
Proof.
  intros I. rewrite mem_bit. unfold code_set.
  assert (S : forallb (fun s => s <? 63) (filter P (codes)) = true).
  { apply forallb_forall. intros s H. apply filter_In in H. destruct H as (H & _).
    assert (X : forallb (fun s => s <? 63) (codes) = true) by reflexivity. rewrite forallb_forall in X. auto. }
  pose proof (union_bit _ v S) as U. destruct (P v) eqn:E.
  - apply U. apply filter_In. auto.
  - apply not_true_is_false. intros H. apply U in H. apply filter_In in H. destruct H. congruence.
Qed.

(* ---- How a position stands in a word ---- *)

Record layout := Layout { on_square : list field; on_own : list field; on_other : list field }.

Section Words.
Variable R : rules.
Variable L : layout.
Notation sqs := (squares R).
Definition nkinds : Z := Z.of_nat (length (hand_of R)).
(* 0 open, then the mover's kinds, then the other's. *)
Fixpoint nth_kind (n k : nat) (v : int) : nat + int :=
  match n with O => inr v | S n' => if v =? 0 then inl k else nth_kind n' (S k) (v - 1) end.
Definition content (v : int) : content :=
  if v =? 0 then Open
  else match nth_kind (length (hand_of R)) 0 (v - 1) with
       | inl k => Own k
       | inr r => match nth_kind (length (hand_of R)) 0 r with inl k => Other k | inr _ => Open end
       end.
Definition code (c : PieceRules.content) : int :=
  match c with Open => 0 | Own k => of_Z (Z.of_nat k + 1) | Other k => of_Z (Z.of_nat k + 1 + nkinds) end.
Definition number_in (v : int) : nat := Z.to_nat (to_Z v).
Definition decode (w : int) : position :=
  Pos (map (fun f => content (get f w)) (on_square L)) (map (fun f => number_in (get f w)) (on_own L))
      (map (fun f => number_in (get f w)) (on_other L)).
Definition all_fields : list field := on_square L ++ on_own L ++ on_other L.
Definition layout_ok : bool :=
  forallb good_field all_fields && apart all_fields &&
  Nat.eqb (length sqs) (length (on_square L)) && Nat.eqb (hands R) (length (on_own L)) && Nat.eqb (hands R) (length (on_other L)).

Fixpoint field_of (s : square) (l : list square) (fs : list field) : option field :=
  match l, fs with
  | t :: l', f :: fs' => if same_square s t then Some f else field_of s l' fs'
  | _, _ => None
  end.
Definition spot (s : square) : option field := field_of s sqs (on_square L).

Hypothesis ok : layout_ok = true.
Lemma all_good f : In f all_fields -> good_field f = true.
Proof. unfold layout_ok in ok. rewrite !andb_true_iff, forallb_forall in ok. intros I. apply ok. exact I. Qed.
Lemma all_apart : apart (on_square L) = true /\ apart (on_own L) = true /\ apart (on_other L) = true /\
  (forall f g, In f (on_square L) -> In g (on_own L ++ on_other L) -> apart1 f g = true) /\
  (forall f g, In f (on_own L) -> In g (on_other L) -> apart1 f g = true).
Proof.
  unfold layout_ok, all_fields in ok. rewrite !andb_true_iff in ok. destruct ok as ((((_ & A) & _) & _) & _).
  apply apart_app in A. destruct A as (A1 & A2 & A3). apply apart_app in A2. destruct A2 as (B1 & B2 & B3). auto.
Qed.
Lemma sq_field f : In f (on_square L) -> In f all_fields.
Proof. intros. unfold all_fields. apply in_app_iff. auto. Qed.
Lemma own_field f : In f (on_own L) -> In f all_fields.
Proof. intros. unfold all_fields. rewrite !in_app_iff. auto. Qed.
Lemma other_field f : In f (on_other L) -> In f all_fields.
Proof. intros. unfold all_fields. rewrite !in_app_iff. auto. Qed.

Lemma field_of_in s l fs f : field_of s l fs = Some f -> In f fs.
Proof.
  revert fs. induction l as [|t l IH]; intros [|g fs]; simpl; try discriminate.
  destruct (same_square s t). { intros [= ->]. auto. } intros H. right. eauto.
Qed.
Lemma look_fields s l (fs : list field) {X : Type} (F : field -> PieceRules.content) :
  look s l (map F fs) = match field_of s l fs with Some f => Some (F f) | None => None end.
Proof.
  revert fs. induction l as [|t l IH]; intros [|f fs]; simpl; auto. destruct (same_square s t); auto.
Qed.
Lemma at_decode w s : at_ R (decode w) s = match spot s with Some f => Some (content (get f w)) | None => None end.
Proof. unfold at_, spot. simpl. rewrite (look_fields s sqs _ (X := unit)). reflexivity. Qed.
Lemma spot_good s f : spot s = Some f -> good_field f = true.
Proof. intros H. apply field_of_in in H. apply all_good. now apply sq_field. Qed.
Lemma is_in_spot s : is_in s sqs = match spot s with Some _ => true | None => false end.
Proof.
  unfold spot. assert (E : length sqs = length (on_square L)).
  { unfold layout_ok in ok. rewrite !andb_true_iff, !Nat.eqb_eq in ok. tauto. }
  revert E. generalize (on_square L). unfold is_in. induction sqs as [|t l IH]; intros [|f fs]; simpl; intros E; try discriminate; auto.
  destruct (same_square s t); simpl; auto.
Qed.

(* Writing one field. *)
Lemma same_square_eq s t : same_square s t = true <-> s = t.
Proof.
  unfold same_square. rewrite andb_true_iff, !Z.eqb_eq. destruct s, t. simpl. split; [intros (-> & ->)|intros [= -> ->]]; auto.
Qed.
Lemma put_map {X} (h : int -> X) f v w (fs : list field) : good_field f = true -> fits_in f v = true ->
  (forall g, In g fs -> good_field g = true /\ apart1 f g = true) ->
  map (fun g => h (get g (put_w f v w))) fs = map (fun g => h (get g w)) fs.
Proof. intros G F H. apply map_ext_in. intros g I. destruct (H g I). now rewrite get_put_other. Qed.
Lemma put_squares f v w s : forall l fs, (forall g, In g fs -> good_field g = true) -> apart fs = true ->
  field_of s l fs = Some f -> fits_in f v = true ->
  map (fun g => content (get g (put_w f v w))) fs = set_at s (content v) l (map (fun g => content (get g w)) fs).
Proof.
  induction l as [|t l IH]; intros [|g fs] G A E F; simpl in *; try discriminate.
  rewrite andb_true_iff, forallb_forall in A. destruct A as (A1 & A2). destruct (same_square s t).
  - injection E as ->. rewrite get_put_same by auto. f_equal. apply put_map; auto.
  - pose proof (field_of_in _ _ _ _ E) as I. rewrite get_put_other; auto. 2: { rewrite apart1_sym. auto. }
    f_equal. apply IH; auto.
Qed.
Lemma put_hands f v w : forall fs h, (forall g, In g fs -> good_field g = true) -> apart fs = true ->
  nth_error fs h = Some f -> fits_in f v = true ->
  map (fun g => number_in (get g (put_w f v w))) fs = set_nth h (number_in v) (map (fun g => number_in (get g w)) fs).
Proof.
  induction fs as [|g fs IH]; intros [|h] G A E F; simpl in *; try discriminate;
    rewrite andb_true_iff, forallb_forall in A; destruct A as (A1 & A2).
  - injection E as ->. rewrite get_put_same by auto. f_equal. apply put_map; auto.
  - pose proof (nth_error_In _ _ E) as I. rewrite get_put_other; auto. 2: { rewrite apart1_sym. auto. }
    f_equal. apply IH; auto.
Qed.
Lemma decode_put s f v w : spot s = Some f -> fits_in f v = true ->
  decode (put_w f v w) = put R s (content v) (decode w).
Proof.
  intros S F. pose proof (field_of_in _ _ _ _ S) as I. destruct all_apart as (A1 & A2 & A3 & A4 & A5).
  unfold decode, put. simpl. f_equal.
  - apply put_squares; auto. intros g J. apply all_good. now apply sq_field.
  - apply put_map; auto. { eapply spot_good; eauto. } intros g J. split. { apply all_good. now apply own_field. }
    apply A4; auto. apply in_app_iff. auto.
  - apply put_map; auto. { eapply spot_good; eauto. } intros g J. split. { apply all_good. now apply other_field. }
    apply A4; auto. apply in_app_iff. auto.
Qed.
Definition hand_field (mine : bool) (h : nat) : option field := nth_error (if mine then on_own L else on_other L) h.
Lemma hand_good m h f : hand_field m h = Some f -> good_field f = true.
Proof.
  unfold hand_field. intros H. apply nth_error_In in H. apply all_good. destruct m; [now apply own_field|now apply other_field].
Qed.
Lemma in_hand_decode m h f w : hand_field m h = Some f -> in_hand m (decode w) h = to_Z (get f w).
Proof.
  unfold hand_field, in_hand. intros H.
  assert (E : nth h (map (fun f => number_in (get f w)) (if m then on_own L else on_other L)) 0%nat = number_in (get f w)).
  { apply nth_error_nth. now apply (map_nth_error (fun f => number_in (get f w))). }
  pose proof (to_Z_bounded (get f w)). transitivity (Z.of_nat (number_in (get f w))).
  2: { unfold number_in. lia. } rewrite <- E. destruct m; reflexivity.
Qed.
Lemma decode_hand m h f v w : hand_field m h = Some f -> fits_in f v = true ->
  decode (put_w f v w) = if m then Pos (board (decode w)) (set_nth h (number_in v) (own_hand (decode w))) (other_hand (decode w))
                         else Pos (board (decode w)) (own_hand (decode w)) (set_nth h (number_in v) (other_hand (decode w))).
Proof.
  intros H F. pose proof (hand_good _ _ _ H) as G. unfold hand_field in H. pose proof (nth_error_In _ _ H) as I.
  destruct all_apart as (A1 & A2 & A3 & A4 & A5).
  assert (B : map (fun g => content (get g (put_w f v w))) (on_square L) = map (fun g => content (get g w)) (on_square L)).
  { apply put_map; auto. intros g J. split. { apply all_good. now apply sq_field. } rewrite apart1_sym. apply A4; auto.
    apply in_app_iff. destruct m; auto. }
  unfold decode. simpl. rewrite B. destruct m; f_equal.
  - apply put_hands; auto. intros g J. apply all_good. now apply own_field.
  - apply put_map; auto. intros g J. split. { apply all_good. now apply other_field. } auto.
  - apply put_map; auto. intros g J. split. { apply all_good. now apply own_field. } rewrite apart1_sym. auto.
  - apply put_hands; auto. intros g J. apply all_good. now apply other_field.
Qed.

(* ---- Conditions compiled ---- *)

Inductive test := Known (b : bool) | Test (f : int -> bool).
Definition run (t : test) (w : int) : bool := match t with Known b => b | Test f => f w end.
Definition not_ (t : test) : test := match t with Known b => Known (negb b) | Test f => Test (fun w => negb (f w)) end.
Definition and_ (a b : test) : test :=
  match a, b with
  | Known false, _ | _, Known false => Known false
  | Known true, t | t, Known true => t
  | Test f, Test g => Test (fun w => if f w then g w else false)
  end.
Definition or_ (a b : test) : test :=
  match a, b with
  | Known true, _ | _, Known true => Known true
  | Known false, t | t, Known false => t
  | Test f, Test g => Test (fun w => if f w then true else g w)
  end.
Lemma run_not t w : run (not_ t) w = negb (run t w).
Proof. destruct t; reflexivity. Qed.
Lemma run_and a b w : run (and_ a b) w = run a w && run b w.
Proof. destruct a as [[]|], b as [[]|]; simpl; rewrite ?andb_false_r, ?andb_true_r; auto. Qed.
Lemma run_or a b w : run (or_ a b) w = run a w || run b w.
Proof. destruct a as [[]|], b as [[]|]; simpl; rewrite ?orb_false_r, ?orb_true_r; auto. Qed.

Definition in_set (f : field) (m : int) : test := Test (fun w => mem m (get f w)).
Lemma run_in_set f P w : good_field f = true -> run (in_set f (code_set P)) w = P (get f w).
Proof. intros G. simpl. apply mem_set. now apply get_upto. Qed.
Definition at_square (s : square) (P : PieceRules.content -> bool) : test :=
  match spot s with Some f => in_set f (code_set (fun v => P (content v))) | None => Known false end.
Lemma run_at_square s P w : run (at_square s P) w = match at_ R (decode w) s with Some c => P c | None => false end.
Proof.
  unfold at_square. rewrite at_decode. destruct (spot s) eqn:S; auto. rewrite run_in_set; auto. eapply spot_good; eauto.
Qed.

(* How many fields hold one of a set. *)
Fixpoint count (m : int) (fs : list field) (w : int) : int :=
  match fs with [] => 0 | f :: r => if mem m (get f w) then count m r w + 1 else count m r w end.
Lemma count_spec P w fs : (length fs < 1000)%nat -> (forall f, In f fs -> good_field f = true) ->
  to_Z (count (code_set (fun v => P (content v))) fs w) = Z.of_nat (length (filter P (map (fun f => content (get f w)) fs))) /\
  (length (filter P (map (fun f => content (get f w)) fs)) <= length fs)%nat.
Proof.
  induction fs as [|f fs IH]; simpl; intros B G. { split; auto. }
  destruct IH as (I1 & I2); auto; [lia|]. rewrite mem_set by (apply get_upto; auto).
  destruct (P (content (get f w))); simpl; [|split; auto]. split; [|lia].
  rewrite add_spec, I1. change (to_Z 1) with 1%Z. rewrite Z.mod_small; [lia|].
  assert (wB = 9223372036854775808%Z) by reflexivity. lia.
Qed.
Definition num_set (P : Z -> bool) : int := union (filter (fun v => P (to_Z v)) (upto 63)).
Lemma mem_num P v : (to_Z v < 63)%Z -> mem (num_set P) v = P (to_Z v).
Proof.
  intros I. rewrite mem_bit. unfold num_set.
  assert (S : forallb (fun s => s <? 63) (filter (fun v => P (to_Z v)) (upto 63)) = true).
  { apply forallb_forall. intros s H. apply filter_In in H. destruct H as (H & _).
    assert (X : forallb (fun s => s <? 63) (upto 63) = true) by reflexivity. rewrite forallb_forall in X. auto. }
  pose proof (union_bit _ v S) as U. destruct (P (to_Z v)) eqn:E.
  - apply U. apply filter_In. split; auto. apply in_upto. change (Z.of_nat 63) with 63%Z. lia.
  - apply not_true_is_false. intros H. apply U in H. apply filter_In in H. destruct H. congruence.
Qed.

Fixpoint crides (n : nat) (s t : square) (d : vector) (rider : bool) : test :=
  match n with
  | O => Known false
  | S n' => let u := shift s 1 d in
            if is_in u sqs then
              or_ (Known (same_square u t))
                  (if rider then and_ (at_square u (fun c => match c with Open => true | _ => false end)) (crides n' u t d rider) else Known false)
            else Known false
  end.
Lemma crides_spec w n : forall s t d rider, run (crides n s t d rider) w = rides R n (decode w) s t d rider.
Proof.
  induction n as [|n IH]; intros s t d rider; auto. cbn [crides rides]. cbv zeta. destruct (is_in (shift s 1 d) sqs); auto.
  rewrite run_or. simpl andb. f_equal. destruct rider; auto. rewrite run_and, run_at_square, IH. reflexivity.
Qed.

Definition kind_hand (m : bool) (k : nat) : option field :=
  match nth k (hand_of R) None with Some h => hand_field m h | None => None end.
Section Conditions.
Variable att : square -> test.
Fixpoint ccond (e : env) (c : cond) : test :=
  match c with
  | Yes => Known true
  | Not a => not_ (ccond e a)
  | And a b => and_ (ccond e a) (ccond e b)
  | Or a b => or_ (ccond e a) (ccond e b)
  | Each v d a => fold_right (fun x r => and_ (ccond ((v, x) :: e) a) r) (Known true) (values R e d)
  | Any v d a => fold_right (fun x r => or_ (ccond ((v, x) :: e) a) r) (Known false) (values R e d)
  | Is t q => match place_of e q with Some s => at_square s (PieceRules.fits e t) | None => Known false end
  | On q => Known (match place_of e q with Some s => is_in s sqs | None => false end)
  | In_region l q => Known (match place_of e q with Some s => is_in s l | None => false end)
  | Next a b => Known (match place_of e a, place_of e b with
                | Some s, Some t => existsb (beside s t) (lines R ++ links R) | _, _ => false end)
  | Line a b d => Known (match place_of e a, place_of e b, place_of e d with
                  | Some s, Some t, Some u => existsb (on_line s t u) (lines R) | _, _, _ => false end)
  | Reaches k a b => match place_of e a, place_of e b with
                     | Some s, Some t => if is_in s sqs then
                         fold_right (fun x r => or_ (crides (length sqs) s t (fst x) (snd x)) r) (Known false)
                                    (nth (kind_of e k) (steps_of R) []) else Known false
                     | _, _ => Known false end
  | Hand m k o n => match kind_hand m (kind_of e k) with
                    | Some f => in_set f (code_set (fun v => holds_of o (to_Z v) (number_of e n)))
                    | None => Known (holds_of o 0 (number_of e n)) end
  | Count t o n => let m := code_set (fun v => PieceRules.fits e t (content v)) in
                   let k := num_set (fun z => holds_of o z (number_of e n)) in
                   Test (fun w => mem k (count m (on_square L) w))
  | Compare a o b => Known (holds_of o (number_of e a) (number_of e b))
  | Attacked q => match place_of e q with Some s => att s | None => Known false end
  end.
Hypothesis few : (length (on_square L) <= 62)%nat.
Lemma ccond_spec w c : forall e, run (ccond e c) w = holds R (fun s => run (att s) w) e c (decode w).
Proof.
  induction c; intros e; simpl ccond; simpl holds; rewrite ?run_not, ?run_and, ?run_or; try (now rewrite ?IHc, ?IHc1, ?IHc2); auto.
  - induction (values R e d) as [|x l IH]; simpl; auto. rewrite run_and, IHc, IH. reflexivity.
  - induction (values R e d) as [|x l IH]; simpl; auto. rewrite run_or, IHc, IH. reflexivity.
  - destruct (place_of e p); auto. apply run_at_square.
  - destruct (place_of e p) as [s|]; auto. destruct (place_of e q) as [t|]; auto. destruct (is_in s sqs); auto. simpl.
    induction (nth (kind_of e k) (steps_of R) []) as [|x l IH]; simpl; auto. rewrite run_or, IH, crides_spec. reflexivity.
  - unfold kind_hand, held. destruct (nth (kind_of e k) (hand_of R) None) as [h|]; auto. destruct (hand_field mine h) eqn:H.
    + rewrite run_in_set by (eapply hand_good; eauto). now rewrite (in_hand_decode _ _ _ w H).
    + simpl. f_equal. unfold in_hand, hand_field in *. destruct mine; simpl; apply nth_error_None in H; rewrite nth_overflow; auto; now rewrite map_length.
  - simpl. destruct (count_spec (PieceRules.fits e t) w (on_square L)) as (C1 & C2); [lia|intros; apply all_good; now apply sq_field|].
    rewrite mem_num; rewrite C1; auto. lia.
  - destruct (place_of e p); auto.
Qed.
End Conditions.
End Words.
