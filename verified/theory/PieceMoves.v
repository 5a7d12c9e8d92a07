(* SPDX-License-Identifier: MIT *)
(* Ground actions on words, the board seen by the other side, and the generator of moves. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game Words PieceRules PieceWords.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* ---- Words turned by tables: a chunk at a time ---- *)

Record chunk := Chunk { c_off : int; c_cap : int; c_part : int -> int }.
Definition turn (cs : list chunk) (w : int) : int :=
  fold_right (fun c r => c_part c ((w >> c_off c) land c_cap c) lor r) 0 cs.
Definition c_mask (c : chunk) : int := c_cap c << c_off c.
Definition inside (f : field) (c : chunk) : bool := fmask f land c_mask c =? fmask f.
Definition chunk_ok (c : chunk) : bool :=
  existsb (fun n => (to_Z (c_cap c) =? Z.ones (Z.of_nat n))%Z) (seq 1 12).
Definition chunk_values : list int := upto 4096.
(* What field f of the word holds goes to field g, and nothing else does. *)
Definition link_ok (all : list int) (cs : list chunk) (f g : field) (rel : int -> int -> bool) : bool :=
  Nat.eqb (length (filter (inside f) cs)) 1 &&
  forallb (fun c => let i := inside f c in
    forallb (fun x => if c_cap c <? x then true else
      let v := get g (c_part c x) in
      if i then rel (get f (x << c_off c)) v else v =? 0) all) cs.


Lemma sub_add c i : (i <? c) = false -> c + (i - c) = i /\ (i - c <=? i) = true.
Proof.
  intros H. assert (to_Z c <= to_Z i)%Z. { apply Z.nlt_ge. intros X. apply ltb_spec in X. congruence. }
  pose proof (to_Z_bounded i). pose proof (to_Z_bounded c).
  assert (E : to_Z (i - c) = (to_Z i - to_Z c)%Z) by (rewrite sub_spec; apply Z.mod_small; lia). split.
  - apply to_Z_inj. rewrite add_spec, E, Z.mod_small; lia.
  - apply leb_spec. lia.
Qed.
Lemma shift_back w c m : w land (m << c) = ((w >> c) land m) << c.
Proof.
  apply bit_ext. intros i. rewrite land_spec, !bit_lsl. destruct (i <? c) eqn:E; simpl; [apply andb_false_r|].
  destruct (digits <=? i) eqn:D; simpl; [apply andb_false_r|]. rewrite land_spec, bit_lsr.
  destruct (sub_add c i E) as (-> & ->). reflexivity.
Qed.
Lemma inside_get f c w : good_field f = true -> inside f c = true ->
  get f (((w >> c_off c) land c_cap c) << c_off c) = get f w.
Proof.
  intros G I. rewrite <- shift_back. fold (c_mask c). rewrite !get_masked by auto. f_equal.
  unfold inside in I. apply eqb_eq in I. apply bit_ext. intros i. rewrite !land_spec.
  destruct (bit (fmask f) i) eqn:E; [|now rewrite !andb_false_r]. apply (f_equal (fun x => bit x i)) in I.
  rewrite land_spec, E in I. simpl in I. now rewrite I, andb_true_r.
Qed.
Lemma chunk_range c w : chunk_ok c = true ->
  In ((w >> c_off c) land c_cap c) (chunk_values) /\ (c_cap c <? ((w >> c_off c) land c_cap c)) = false.
Proof.
  unfold chunk_ok. rewrite existsb_exists. intros (n & I & E). apply Z.eqb_eq in E. apply in_seq in I.
  pose proof (land_ones_Z (w >> c_off c) (Z.of_nat n) ltac:(lia) (c_cap c) E) as B.
  assert (2 ^ Z.of_nat n <= 2 ^ 12)%Z by (apply Z.pow_le_mono_r; lia). change (2 ^ 12)%Z with 4096%Z in *. split.
  - unfold chunk_values. apply in_upto. change (Z.of_nat 4096) with 4096%Z. lia.
  - apply not_true_is_false. intros X. apply ltb_spec in X. rewrite E, Z.ones_equiv in X. lia.
Qed.
Opaque chunk_values.
Lemma get_0 g : get g 0 = 0.
Proof. unfold get. apply bit_ext. intros i. rewrite land_spec, bit_lsr, !bit_0. now destruct (i <=? off g + i). Qed.
Lemma lor_0 x : x lor 0 = x.
Proof. apply bit_ext. intros i. rewrite lor_spec, bit_0. apply orb_false_r. Qed.
Lemma zero_lor x : 0 lor x = x.
Proof. apply bit_ext. intros i. now rewrite lor_spec, bit_0. Qed.
Lemma link_spec cs f g rel w : good_field f = true -> forallb chunk_ok cs = true ->
  link_ok (chunk_values) cs f g rel = true -> rel (get f w) (get g (turn cs w)) = true.
Proof.
  intros G C. unfold link_ok. rewrite andb_true_iff, Nat.eqb_eq. intros (N & H).
  assert (K : forall cs, forallb chunk_ok cs = true ->
    forallb (fun c => let i := inside f c in forallb (fun x => if c_cap c <? x then true else
      let v := get g (c_part c x) in if i then rel (get f (x << c_off c)) v else v =? 0) (chunk_values)) cs = true ->
    (length (filter (inside f) cs) = 0%nat -> get g (turn cs w) = 0) /\
    (length (filter (inside f) cs) = 1%nat -> rel (get f w) (get g (turn cs w)) = true)).
  { clear cs C N H. intros cs C H. induction cs as [|c cs IH].
    - split; [intros _; apply get_0|discriminate].
    - cbn [forallb] in C, H. apply andb_true_iff in C, H. destruct C as (C1 & C2), H as (H1 & H2).
      destruct (IH C2 H2) as (I1 & I2). destruct (chunk_range c w C1) as (R1 & R2).
      cbv zeta in H1. rewrite forallb_forall in H1. specialize (H1 _ R1). rewrite R2 in H1.
      cbn [filter]. change (turn (c :: cs) w) with (c_part c ((w >> c_off c) land c_cap c) lor turn cs w). rewrite get_lor.
      destruct (inside f c) eqn:I; cbn [length].
      + split; [discriminate|]. intros [= N]. rewrite I1, lor_0 by auto. now rewrite inside_get in H1.
      + apply eqb_eq in H1. rewrite H1, zero_lor. auto. }
  apply K; auto.
Qed.

(* ---- Trees over small values ---- *)
Inductive tree (A : Type) := Leaf (a : A) | Fork (l r : tree A).
Arguments Leaf {A}. Arguments Fork {A}.
Fixpoint grow {A} (n : nat) (base : int) (F : int -> A) : tree A :=
  match n with O => Leaf (F base) | S k => Fork (grow k base F) (grow k (base lor (1 << of_Z (Z.of_nat k))) F) end.
Definition choose {A} (t : tree A) (v : int) (bit : int) : tree A :=
  match t with Leaf a => Leaf a | Fork l r => if v land bit =? 0 then l else r end.
Definition leaf {A} (d : A) (t : tree A) : A := match t with Leaf a => a | Fork _ _ => d end.
Definition at_leaf {A} (d : A) (t : tree A) (v : int) : A :=
  leaf d (choose (choose (choose (choose (choose t v 16) v 8) v 4) v 2) v 1).
Lemma at_leaf_spec {A} (d : A) F v : In v (codes) -> at_leaf d (grow 5 0 F) v = F v.
Proof.
  change codes with [31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17; 16; 15; 14; 13; 12; 11; 10; 9; 8; 7; 6; 5; 4; 3; 2; 1; 0].
  intros I. repeat (destruct I as [<-|I]; [reflexivity|]). destruct I.
Qed.

Section Moves.
Variable R : rules.
Variable L : layout.
Notation sqs := (squares R).
Notation spot := (spot R L).
Notation content := (content R).
Notation code := (code R).
Notation decode := (decode R L).
Notation hand_field := (hand_field L).
Hypothesis ok : layout_ok R L = true.
Hypothesis few : (length (on_square L) <= 62)%nat.

(* ---- The board turned ---- *)
Definition image_of (m : square -> square) (sw : PieceRules.content -> PieceRules.content) (hands : bool) (p : position) : position :=
  Pos (map (fun s => sw (or_open (at_ R p (m s)))) sqs)
      (if hands then other_hand p else own_hand p) (if hands then own_hand p else other_hand p).
Definition turn_ok (m : square -> square) (sw : PieceRules.content -> PieceRules.content) (hands : bool) (cs : list chunk) : bool :=
  let all := chunk_values in
  forallb chunk_ok cs &&
  forallb (fun sg => match spot (m (fst sg)) with
                     | Some f => link_ok all cs f (snd sg) (fun a b => same_content (content b) (sw (content a)))
                     | None => false end) (combine sqs (on_square L)) &&
  forallb (fun fg => link_ok all cs (fst fg) (snd fg) (fun a b => a =? b))
    (combine (if hands then on_other L else on_own L) (on_own L)) &&
  forallb (fun fg => link_ok all cs (fst fg) (snd fg) (fun a b => a =? b))
    (combine (if hands then on_own L else on_other L) (on_other L)).

Lemma same_content_eq a b : same_content a b = true <-> a = b.
Proof.
  destruct a, b; simpl; try (split; [discriminate|congruence]); try tauto.
  - rewrite Nat.eqb_eq. split; [intros ->|intros [= ->]]; auto.
  - rewrite Nat.eqb_eq. split; [intros ->|intros [= ->]]; auto.
Qed.
Lemma turn_hands cs w : forallb chunk_ok cs = true -> forall fs gs, length fs = length gs ->
  (forall f, In f fs -> good_field f = true) ->
  forallb (fun fg => link_ok (chunk_values) cs (fst fg) (snd fg) (fun a b => a =? b)) (combine fs gs) = true ->
  map (fun g => number_in (get g (turn cs w))) gs = map (fun f => number_in (get f w)) fs.
Proof.
  intros C. induction fs as [|f fs IH]; intros [|g gs] E G H; try discriminate; auto.
  cbn [combine forallb] in H. apply andb_true_iff in H. destruct H as (H1 & H2). cbn [map]. f_equal.
  - apply (link_spec cs f g _ w) in H1; auto. 2: { apply G. now left. } cbn [fst snd] in H1. apply eqb_eq in H1. now rewrite <- H1.
  - apply IH; auto. intros h I. apply G. now right.
Qed.
Theorem turn_spec m sw hs cs w : turn_ok m sw hs cs = true -> decode (turn cs w) = image_of m sw hs (decode w).
Proof.
  unfold turn_ok. cbv zeta. rewrite !andb_true_iff. intros (((C & B) & H1) & H2).
  pose proof ok as K. unfold layout_ok in K. rewrite !andb_true_iff, !Nat.eqb_eq in K. destruct K as ((((_ & _) & E1) & E2) & E3).
  pose proof (all_good R L ok) as G.
  assert (Go : forall f, In f (on_own L) -> good_field f = true) by (intros; apply G; now apply own_field).
  assert (Gt : forall f, In f (on_other L) -> good_field f = true) by (intros; apply G; now apply other_field).
  unfold PieceWords.decode at 1, image_of. f_equal.
  - revert E1 B. generalize (on_square L) at 1 2 3. generalize sqs at 1 2 3. intros ss.
    induction ss as [|s ss IH]; intros [|g gs] E B; try discriminate; auto.
    cbn [combine forallb] in B. apply andb_true_iff in B. destruct B as (B1 & B2). cbn [map]. f_equal.
    + cbn [fst snd] in B1. destruct (spot (m s)) as [f|] eqn:S; [|discriminate].
      apply (link_spec cs f g _ w) in B1; auto. 2: { exact (spot_good R L ok _ _ S). } apply same_content_eq in B1. rewrite B1.
      rewrite at_decode, S. reflexivity.
    + apply IH; auto.
  - destruct hs; simpl; apply turn_hands; auto; congruence.
  - destruct hs; simpl; apply turn_hands; auto; congruence.
Qed.

(* ---- What an action writes ---- *)

(* Writes of an action whose variables are filled in; a copy is of what stood there before the action. *)
Inductive gwrite := GTake (s : square) | GPut (s : square) (c : PieceRules.content) | GCopy (s t : square)
  | GHand (mine : bool) (h : nat) (n : Z).
Definition written (p : position) (x : gwrite) : write :=
  match x with
  | GTake s => WTake s | GPut s c => WPut s c | GCopy s t => WPut s (or_open (at_ R p t)) | GHand m h n => WHand m h n
  end.

Inductive op := OTake (f : field) (others : int) (to : list (int * field)) | OPut (f : field) (v : int) | OCopy (f g : field)
  | OAdd (f : field) (n : int) | OSub (f : field) (n : int).
Fixpoint pick (l : list (int * field)) (v : int) : option field :=
  match l with [] => None | (u, f) :: r => if u =? v then Some f else pick r v end.
(* What w becomes, w0 being the word before the action. None: a hand is too full for its field. *)
Definition do_op (w0 : int) (o : op) (w : int) : option int :=
  match o with
  | OTake f others to =>
      let v := get f w in
      if mem others v then
        let w1 := put_w f 0 w in
        match pick to v with
        | None => Some w1
        | Some h => let n := get h w1 + 1 in if cap h <? n then None else Some (put_w h n w1)
        end
      else Some w
  | OPut f v => Some (put_w f v w)
  | OCopy f g => let v := get g w0 in if cap f <? v then None else Some (put_w f v w)
  | OAdd f n => let m := get f w + n in if cap f <? m then None else Some (put_w f m w)
  | OSub f n => let v := get f w in if v <? n then None else if cap f <? v - n then None else Some (put_w f (v - n) w)
  end.
Fixpoint do_ops (w0 : int) (l : list op) (w : int) : option int :=
  match l with [] => Some w | o :: r => match do_op w0 o w with Some w1 => do_ops w0 r w1 | None => None end end.

Definition goes_to (v : int) : option field :=
  match content v with
  | Other k => match nth k (taken_to R) None with Some h => hand_field true h | None => None end
  | _ => None
  end.
Definition is_other (c : PieceRules.content) : bool := match c with Other _ => true | _ => false end.
Definition taking : list (int * field) :=
  flat_map (fun v => match goes_to v with Some f => [(v, f)] | None => [] end) (codes).
(* Each taken kind has a hand that exists; open squares are told apart. *)
Definition hands_ok : bool :=
  forallb (fun o => match o with Some h => match hand_field true h with Some _ => true | None => false end | None => true end) (taken_to R) &&
  forallb (fun f => forallb (fun v => if cap f <? v then true else fits_in f v) (codes)) (all_fields L).
Definition small (n : Z) : bool := (0 <=? n)%Z && (n <? 32)%Z.
Definition cwrite (x : gwrite) : option op :=
  match x with
  | GTake s => match spot s with Some f => Some (OTake f (code_set (fun v => is_other (content v))) taking) | None => None end
  | GPut s c => match spot s with
                | Some f => let v := code c in if negb (cap f <? v) && same_content (content v) c then Some (OPut f v) else None
                | None => None end
  | GCopy s t => match spot s, spot t with Some f, Some g => Some (OCopy f g) | _, _ => None end
  | GHand m h n => match hand_field m h with
                   | Some f => if small n then Some (OAdd f (of_Z n)) else if small (- n) then Some (OSub f (of_Z (- n))) else None
                   | None => None end
  end.
Hypothesis hok : hands_ok = true.

Lemma fits_fields f v : In f (all_fields L) -> (cap f <? v) = false -> fits_in f v = true.
Proof.
  intros I C. unfold hands_ok in hok. rewrite andb_true_iff, !forallb_forall in hok. destruct hok as (_ & H).
  specialize (H f I). rewrite forallb_forall in H.
  assert (J : In v (codes)).
  { apply in_upto. change (Z.of_nat 32) with 32%Z. pose proof (all_good R L ok f I) as G. unfold good_field in G.
    rewrite !andb_true_iff in G. destruct G as ((G & _) & _). cbn [existsb] in G. rewrite !orb_true_iff, !eqb_eq in G.
    assert (to_Z v <= to_Z (cap f))%Z. { apply Z.nlt_ge. intros X. apply ltb_spec in X. congruence. }
    destruct G as [G|[G|[G|[G|[G|G]]]]]; try discriminate; rewrite G in H0;
      [change (to_Z 1) with 1%Z in H0|change (to_Z 3) with 3%Z in H0|change (to_Z 7) with 7%Z in H0|
       change (to_Z 15) with 15%Z in H0|change (to_Z 31) with 31%Z in H0]; lia. }
  specialize (H v J). now rewrite C in H.
Qed.
Lemma spot_in s f : spot s = Some f -> In f (all_fields L).
Proof. intros H. apply sq_field. exact (field_of_in _ _ _ _ H). Qed.
Lemma hand_in m h f : hand_field m h = Some f -> In f (all_fields L).
Proof. intros H. apply nth_error_In in H. destruct m; [now apply own_field|now apply other_field]. Qed.
Lemma content_0 : content 0 = Open.
Proof. reflexivity. Qed.
Lemma pick_taking v : In v (codes) -> pick taking v = goes_to v.
Proof.
  unfold taking. induction (codes) as [|u l IH]; [intros []|]. intros I. cbn [flat_map].
  destruct (goes_to u) as [f|] eqn:E; cbn [app pick].
  - destruct (u =? v) eqn:X. { apply eqb_eq in X as ->. auto. }
    apply IH. destruct I as [->|I]; auto. now rewrite eqb_refl in X.
  - destruct I as [->|I]; auto. destruct (in_dec (fun a b => ltac:(destruct (a =? b) eqn:Q; [left; now apply eqb_eq|right; intros ->; now rewrite eqb_refl in Q])) v l) as [J|J]; auto.
    rewrite E. clear -J. induction l as [|u l IH]; cbn [flat_map]; auto.
    destruct (goes_to u) as [f|]; cbn [app pick].
    + destruct (u =? v) eqn:X. { apply eqb_eq in X as ->. destruct J. now left. } apply IH. intros H. apply J. now right.
    + apply IH. intros H. apply J. now right.
Qed.
Lemma fmask_0 f : fits_in f 0 = true.
Proof.
  unfold fits_in. assert (0 << off f = 0) as ->. { apply bit_ext. intros i. rewrite bit_lsl, !bit_0. now destruct (_ || _). }
  assert (0 land fmask f = 0) as ->. { apply bit_ext. intros i. now rewrite land_spec, !bit_0. }
  assert (0 >> off f = 0) as ->. { apply bit_ext. intros i. rewrite bit_lsr, !bit_0. now destruct (_ <=? _). } reflexivity.
Qed.
Lemma small_add f n w : In f (all_fields L) -> small n = true -> to_Z (get f w + of_Z n) = (to_Z (get f w) + n)%Z.
Proof.
  intros I S. unfold small in S. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt in S.
  assert (W : wB = 9223372036854775808%Z) by reflexivity.
  assert (to_Z (get f w) < 32)%Z.
  { pose proof (get_upto f w (all_good R L ok f I)) as J. revert J. generalize (get f w). clear. intros v.
    change codes with [31; 30; 29; 28; 27; 26; 25; 24; 23; 22; 21; 20; 19; 18; 17; 16; 15; 14; 13; 12; 11; 10; 9; 8; 7; 6; 5; 4; 3; 2; 1; 0].
    intros I. repeat (destruct I as [<-|I]; [reflexivity|]). destruct I. }
  pose proof (to_Z_bounded (get f w)). rewrite add_spec, of_Z_spec, (Z.mod_small n), Z.mod_small; lia.
Qed.
Lemma add_hand_w m h f n w : hand_field m h = Some f -> small n = true -> (cap f <? get f w + of_Z n) = false ->
  add_hand m h n (decode w) = Some (decode (put_w f (get f w + of_Z n) w)).
Proof.
  intros H S C. pose proof (hand_in _ _ _ H) as I. unfold add_hand. cbv zeta. rewrite (in_hand_decode R L m h f w H).
  pose proof (small_add f n w I S) as E. rewrite <- E.
  pose proof (to_Z_bounded (get f w + of_Z n)). destruct (Z.ltb_spec (to_Z (get f w + of_Z n)) 0); [lia|].
  rewrite (decode_hand R L ok m h f _ w H). 2: { now apply fits_fields. } destruct m; reflexivity.
Qed.

Lemma do_op_spec x o w0 w w1 : cwrite x = Some o -> do_op w0 o w = Some w1 ->
  do_write R (written (decode w0) x) (decode w) = Some (decode w1).
Proof.
  destruct x as [s|s c|s t|m h n]; cbn [cwrite do_write written].
  - destruct (spot s) as [f|] eqn:S; [|discriminate]. intros [= <-]. cbn [do_op]. unfold take. rewrite at_decode, S.
    pose proof (spot_good R L ok _ _ S) as G. pose proof (get_upto f w G) as U. rewrite mem_set, pick_taking by auto.
    unfold goes_to. destruct (content (get f w)) as [|k|k] eqn:C; cbn [is_other]; try (intros [= <-]; reflexivity).
    assert (P : put R s Open (decode w) = decode (put_w f 0 w)).
    { rewrite (decode_put R L ok s f 0 w S (fmask_0 f)). reflexivity. } rewrite P.
    destruct (nth k (taken_to R) None) as [h|] eqn:N; [|intros [= <-]; reflexivity].
    destruct (hand_field true h) as [hf|] eqn:H.
    + destruct (cap hf <? _) eqn:Q; [discriminate|]. intros [= <-]. change 1 with (of_Z 1). apply add_hand_w; auto.
    + exfalso. unfold hands_ok in hok. rewrite andb_true_iff in hok. destruct hok as (K & _). rewrite forallb_forall in K.
      specialize (K (Some h)). cbv beta iota in K. rewrite H in K. discriminate K. rewrite <- N. apply nth_In.
      apply Nat.nle_gt. intros X. rewrite nth_overflow in N by auto. discriminate.
  - destruct (spot s) as [f|] eqn:S; [|discriminate]. cbv zeta. destruct (negb _ && _) eqn:Q; [|discriminate].
    rewrite andb_true_iff, negb_true_iff, same_content_eq in Q. destruct Q as (Q1 & Q2). intros [= <-]. cbn [do_op]. intros [= <-].
    rewrite (decode_put R L ok s f (code c) w S). 2: { apply fits_fields; auto. eapply spot_in; eauto. } now rewrite Q2.
  - destruct (spot s) as [f|] eqn:S; [|discriminate]. destruct (spot t) as [g|] eqn:T; [|discriminate]. intros [= <-].
    cbn [do_op]. cbv zeta. destruct (cap f <? get g w0) eqn:Q; [discriminate|]. intros [= <-].
    rewrite (decode_put R L ok s f (get g w0) w S). 2: { apply fits_fields; auto. eapply spot_in; eauto. }
    rewrite at_decode, T. reflexivity.
  - destruct (hand_field m h) as [f|] eqn:H; [|discriminate]. destruct (small n) eqn:S.
    + intros [= <-]. cbn [do_op]. destruct (cap f <? _) eqn:Q; [discriminate|]. intros [= <-]. now apply add_hand_w.
    + destruct (small (- n)) eqn:S'; [|discriminate]. intros [= <-]. cbn [do_op]. cbv zeta. destruct (get f w <? of_Z (- n)) eqn:Q; [discriminate|].
      destruct (cap f <? get f w - of_Z (- n)) eqn:Q2; [discriminate|]. intros [= <-].
      pose proof (hand_in _ _ _ H) as I. unfold add_hand. cbv zeta. rewrite (in_hand_decode R L m h f w H).
      unfold small in S'. rewrite andb_true_iff, Z.leb_le, Z.ltb_lt in S'. assert (W : wB = 9223372036854775808%Z) by reflexivity.
      assert (T : to_Z (of_Z (- n)) = (- n)%Z) by (rewrite of_Z_spec; apply Z.mod_small; lia).
      assert (Q' : (- n <= to_Z (get f w))%Z). { rewrite <- T. apply Z.nlt_ge. intros X. apply ltb_spec in X. congruence. }
      pose proof (to_Z_bounded (get f w)).
      assert (E : to_Z (get f w - of_Z (- n)) = (to_Z (get f w) + n)%Z) by (rewrite sub_spec, T, Z.mod_small; lia).
      rewrite <- E. destruct (Z.ltb_spec (to_Z (get f w - of_Z (- n))) 0). { pose proof (to_Z_bounded (get f w - of_Z (- n))). lia. }
      rewrite (decode_hand R L ok m h f _ w H). 2: { now apply fits_fields. } destruct m; reflexivity.
Qed.
End Moves.
