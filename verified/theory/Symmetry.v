(* SPDX-License-Identifier: MIT *)
(* Symmetries of a game: permutations of the squares, which may also exchange the colours, that map
   the rules onto themselves. A position and its image have the same value. *)
From Coq Require Import List Bool ZArith NArith Lia Relations.
From Zermelo Require Import Game BddlRules Masks.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope N_scope.

(* Pairs of a square and the square that it goes to. *)
Definition perm := list (N * N).

Fixpoint permute (f : perm) (w : N) : N :=
  match f with
  | [] => 0
  | (s, t) :: f' => let r := permute f' w in if N.testbit w s then single t ∪ r else r
  end.
Definition turned (f : perm) : perm := map (fun st => (snd st, fst st)) f.

(* With `swap`, black pieces become white ones, and the other way round. *)
Definition permute_position (f : perm) (swap : bool) (p : position) : position :=
  if swap
  then Position (permute f (white_squares p)) (permute f (black_squares p))
                (negb (white_on_turn p))
  else Position (permute f (black_squares p)) (permute f (white_squares p)) (white_on_turn p).
Definition permute_demand (f : perm) (swap : bool) (d : demand) : demand :=
  if swap
  then Demand (permute f (no_white d)) (permute f (no_black d)) (permute f (no_open d))
  else Demand (permute f (no_black d)) (permute f (no_white d)) (permute f (no_open d)).
Definition permute_ground (f : perm) (swap : bool) (g : ground) : ground :=
  let d := permute_demand f swap (demands g) in
  let c := permute f (changed g) in
  if swap
  then Ground d c (permute f (to_white g)) (permute f (to_black g))
  else Ground d c (permute f (to_black g)) (permute f (to_white g)).

Section Tests.
Variable M : masks.

(* One-to-one on the squares of the board. *)
Definition one_to_one (f : perm) : bool :=
  (union (map fst f) =? all_squares M) && (union (map snd f) =? all_squares M) &&
  forallb (fun st : N * N =>
    forallb (fun uv : N * N => Bool.eqb (fst st =? fst uv) (snd st =? snd uv)) f) f.

Definition keeps_rules (f : perm) (swap : bool) : bool :=
  forallb (fun white =>
    let to := xorb white swap in
    forallb (fun g => existsb (same_ground (permute_ground f swap g)) (grounds_of M to))
            (grounds_of M white) &&
    forallb (fun d => existsb (same_demand (permute_demand f swap d)) (targets_of M to))
            (targets_of M white))
    [false; true].

Definition is_symmetry_of (f : perm) (swap : bool) : bool :=
  one_to_one f && keeps_rules f swap && keeps_rules (turned f) swap.
End Tests.

Section Proofs.
Variable R : rules.
Variable M : masks.
Hypothesis made : masks_of R = Some M.
Variable st : position -> status.
Hypothesis st_ok : forall p, board R p -> status_is R p (st p).

Notation all_spec := (all_squares_spec R M made).

Section OneSymmetry.
Variable f : perm.
Variable swap : bool.
Hypothesis oto : one_to_one M f = true.

Lemma f_once s t u v : In (s, t) f -> In (u, v) f -> (s = u <-> t = v).
Proof.
  intros I J. unfold one_to_one in oto. rewrite !andb_true_iff in oto. destruct oto as (_ & H).
  rewrite forallb_forall in H. specialize (H _ I). rewrite forallb_forall in H.
  specialize (H _ J). simpl in H. apply eqb_prop in H. rewrite <- !N.eqb_eq. now rewrite H.
Qed.
Lemma f_from i : is_square R i <-> exists t, In (i, t) f.
Proof.
  rewrite <- all_spec. unfold one_to_one in oto. rewrite !andb_true_iff, !N.eqb_eq in oto.
  destruct oto as ((<- & _) & _). rewrite union_bit, in_map_iff. split.
  - intros ((s, t) & <- & I). eauto.
  - intros (t & I). exists (i, t). auto.
Qed.
Lemma f_to i : is_square R i <-> exists s, In (s, i) f.
Proof.
  rewrite <- all_spec. unfold one_to_one in oto. rewrite !andb_true_iff, !N.eqb_eq in oto.
  destruct oto as ((_ & <-) & _). rewrite union_bit, in_map_iff. split.
  - intros ((s, t) & <- & I). eauto.
  - intros (t & I). exists (t, i). auto.
Qed.

Lemma permute_bit w t :
  N.testbit (permute f w) t = true <-> exists s, In (s, t) f /\ N.testbit w s = true.
Proof.
  clear oto. induction f as [|(s, u) g IH]; simpl permute.
  - rewrite N.bits_0. split; [congruence|]. intros (s & [] & _).
  - destruct (N.testbit w s) eqn:B.
    + rewrite N.lor_spec, orb_true_iff, single_bit, N.eqb_eq, IH. split.
      * intros [->|(a & I & X)]; [exists s|exists a]; simpl; auto.
      * intros (a & [[= <- <-]|I] & X); auto. right. eauto.
    + rewrite IH. split.
      * intros (a & I & X). exists a; simpl; auto.
      * intros (a & [[= <- <-]|I] & X); [congruence|]. eauto.
Qed.
Lemma permute_pair w s t : In (s, t) f -> N.testbit (permute f w) t = N.testbit w s.
Proof.
  intros I. apply eq_true_iff_eq. rewrite permute_bit. split.
  - intros (u & J & B). assert (u = s) as <-; auto. now apply (f_once u t s t).
  - eauto.
Qed.
Lemma permute_off w i : ~ is_square R i -> N.testbit (permute f w) i = false.
Proof.
  intros N. apply not_true_is_false. intros B. apply permute_bit in B. destruct B as (s & I & _).
  apply N. apply f_to. eauto.
Qed.
Lemma on_or_off i : is_square R i \/ ~ is_square R i.
Proof.
  destruct (N.testbit (all_squares M) i) eqn:S; [left|right]; [now apply all_spec|].
  intros X. apply all_spec in X. congruence.
Qed.

Definition other (k : colour) : colour :=
  match k with Open => Open | Black => White | White => Black end.
Lemma permute_colour p s t : board R p -> In (s, t) f ->
  colour_at (permute_position f swap p) t =
  if swap then other (colour_at p s) else colour_at p s.
Proof.
  intros B I. destruct (B s) as (_ & X). unfold colour_at, permute_position.
  destruct swap; simpl; rewrite !(permute_pair _ s t I);
    destruct (N.testbit (black_squares p) s), (N.testbit (white_squares p) s); simpl; auto.
  now destruct X.
Qed.

Lemma permute_board p : board R p -> board R (permute_position f swap p).
Proof.
  intros B t.
  assert (A : forall w w' s, In (s, t) f ->
              N.testbit (permute f w) t = N.testbit w s /\
              N.testbit (permute f w') t = N.testbit w' s).
  { intros w w' s I. now rewrite !(permute_pair _ s t I). }
  unfold permute_position. split.
  - destruct swap; simpl; intros [X|X]; apply permute_bit in X; destruct X as (s & I & _);
      apply f_to; eauto.
  - destruct swap; simpl; intros (X & Y); apply permute_bit in X; destruct X as (s & I & X);
      rewrite (permute_pair _ s t I) in Y; destruct (B s) as (_ & Z); auto.
Qed.

Lemma permute_test d p : board R p -> test d p = true ->
  test (permute_demand f swap d) (permute_position f swap p) = true.
Proof.
  intros B T. apply (test_sat R) in T; auto. apply (test_sat R). { now apply permute_board. }
  intros t. destruct (on_or_off t) as [S|N].
  - apply f_to in S. destruct S as (s & I). rewrite (permute_colour p s t B I). specialize (T s).
    unfold permute_demand. destruct swap, (colour_at p s); simpl in *;
      now rewrite (permute_pair _ s t I).
  - unfold permute_demand. destruct swap, (colour_at _ t); simpl; now apply permute_off.
Qed.

Lemma permute_play g p :
  play (permute_ground f swap g) (permute_position f swap p) =
  permute_position f swap (play g p).
Proof.
  assert (A : forall w c o, (permute f w ∖ permute f c) ∪ permute f o = permute f ((w ∖ c) ∪ o)).
  { intros w c o. apply same_set. intros t. destruct (on_or_off t) as [S|N].
    - apply f_to in S. destruct S as (s & I).
      rewrite !N.lor_spec, !N.ldiff_spec, !(permute_pair _ s t I), !N.lor_spec, !N.ldiff_spec.
      reflexivity.
    - rewrite !N.lor_spec, !N.ldiff_spec, !permute_off by auto. reflexivity. }
  unfold play, permute_position, permute_ground. destruct swap; simpl; now rewrite !A.
Qed.

Lemma permute_turn p : white_on_turn (permute_position f swap p) = xorb (white_on_turn p) swap.
Proof. unfold permute_position. destruct swap, (white_on_turn p); reflexivity. Qed.

Hypothesis keeps : keeps_rules M f swap = true.
Lemma keeps_both white :
  (forall g, In g (grounds_of M white) ->
             In (permute_ground f swap g) (grounds_of M (xorb white swap))) /\
  (forall d, In d (targets_of M white) ->
             In (permute_demand f swap d) (targets_of M (xorb white swap))).
Proof.
  unfold keeps_rules in keeps. rewrite forallb_forall in keeps.
  assert (W : In white [false; true]) by (destruct white; simpl; auto).
  specialize (keeps white W). rewrite andb_true_iff, !forallb_forall in keeps.
  destruct keeps as (H & H'). split.
  - intros g I. specialize (H g I). apply existsb_exists in H. destruct H as (h & J & E).
    apply same_ground_eq in E as ->. exact J.
  - intros d I. specialize (H' d I). apply existsb_exists in H'. destruct H' as (h & J & E).
    apply same_demand_eq in E as ->. exact J.
Qed.

Lemma permute_move p q : move R p q ->
  move R (permute_position f swap p) (permute_position f swap q).
Proof.
  intros Mv. assert (B : board R p) by apply Mv. apply (rules_spec R M made p q B) in Mv.
  destruct Mv as (g & I & T & ->). apply (rules_spec R M made). { now apply permute_board. }
  exists (permute_ground f swap g). rewrite permute_turn. split; [now apply keeps_both|].
  split; [|symmetry; apply permute_play].
  replace (demands (permute_ground f swap g)) with (permute_demand f swap (demands g)).
  - now apply permute_test.
  - unfold permute_ground. now destruct swap.
Qed.
Lemma permute_won p white : board R p -> has_won R p white ->
  has_won R (permute_position f swap p) (xorb white swap).
Proof.
  intros B W. apply (goals_spec R M made) in W; auto. apply (goals_spec R M made).
  { now apply permute_board. }
  rewrite existsb_exists in *. destruct W as (d & I & T). exists (permute_demand f swap d).
  split; [now apply keeps_both|now apply permute_test].
Qed.
End OneSymmetry.

Lemma turned_one_to_one f : one_to_one M f = true -> one_to_one M (turned f) = true.
Proof.
  unfold one_to_one. rewrite !andb_true_iff. intros ((H2 & H3) & H4).
  assert (M1 : map fst (turned f) = map snd f) by (unfold turned; rewrite map_map; reflexivity).
  assert (M2 : map snd (turned f) = map fst f) by (unfold turned; rewrite map_map; reflexivity).
  rewrite M1, M2. repeat split; auto.
  rewrite forallb_forall in *. intros st' I. apply in_map_iff in I.
  destruct I as ((s, t) & <- & I).
  rewrite forallb_forall. intros uv J. apply in_map_iff in J. destruct J as ((u, v) & <- & J).
  specialize (H4 _ I). rewrite forallb_forall in H4. specialize (H4 _ J). simpl in *.
  destruct (s =? u), (t =? v); auto.
Qed.
Lemma turned_twice f : turned (turned f) = f.
Proof.
  unfold turned. rewrite map_map. rewrite <- (map_id f) at 2. apply map_ext. now intros (s, t).
Qed.

Lemma turned_back_set f w : one_to_one M f = true ->
  (forall i, N.testbit w i = true -> is_square R i) -> permute (turned f) (permute f w) = w.
Proof.
  intros O B. pose proof (turned_one_to_one f O) as O'. apply same_set. intros i.
  destruct (on_or_off i) as [S|N].
  - apply (f_from f O) in S. destruct S as (j & I).
    assert (I' : In (j, i) (turned f)) by (apply in_map_iff; exists (i, j); auto).
    rewrite (permute_pair _ O' _ j i I'), (permute_pair _ O _ i j I). reflexivity.
  - rewrite (permute_off _ O') by auto. symmetry. apply not_true_is_false. intros Y. auto.
Qed.
Lemma turned_back f swap p : one_to_one M f = true -> board R p ->
  permute_position (turned f) swap (permute_position f swap p) = p.
Proof.
  intros O B. destruct p as [b w t]. unfold permute_position.
  destruct swap; simpl; rewrite ?negb_involutive, !turned_back_set; auto;
    intros i X; apply (B i); simpl; auto.
Qed.

(* One position is the image of the other under a symmetry of the rules. *)
Definition image (p q : position) : Prop :=
  board R p /\ exists f swap, one_to_one M f = true /\ keeps_rules M f swap = true /\
    keeps_rules M (turned f) swap = true /\ q = permute_position f swap p.

Lemma image_board p q : image p q -> board R q.
Proof. intros (B & f & s & O & _ & _ & ->). now apply permute_board. Qed.
Lemma image_sym p q : image p q -> image q p.
Proof.
  intros H. pose proof (image_board _ _ H) as Bq. destruct H as (B & f & s & O & K & K' & ->).
  split; auto. exists (turned f), s. split; [now apply turned_one_to_one|]. split; auto.
  rewrite turned_twice. split; auto. symmetry. now apply turned_back.
Qed.
Lemma image_move p p' q : image p p' -> move R p q -> exists q', image q q' /\ move R p' q'.
Proof.
  intros (B & f & s & O & K & K' & ->) Mv. exists (permute_position f s q). split.
  - split. { apply Mv. } exists f, s. auto.
  - now apply permute_move.
Qed.
Lemma image_status p q : image p q -> st p = st q.
Proof.
  intros H. pose proof (image_sym _ _ H) as H'. pose proof (image_board _ _ H) as Bq.
  pose proof (image_board _ _ H') as Bp.
  assert (Sk : (forall r, ~ move R p r) <-> (forall r, ~ move R q r)).
  { split; intros A r Mv.
    - destruct (image_move _ _ _ H' Mv) as (r' & _ & M'). now apply (A r').
    - destruct (image_move _ _ _ H Mv) as (r' & _ & M'). now apply (A r'). }
  assert (W : has_won R p (negb (white_on_turn p)) <-> has_won R q (negb (white_on_turn q))).
  { assert (X : forall a b, image a b -> has_won R a (negb (white_on_turn a)) ->
                            has_won R b (negb (white_on_turn b))).
    { intros a b (B & f & s & O & K & _ & ->) Wa. rewrite permute_turn, negb_xorb_l.
      now apply permute_won. }
    split; now apply X. }
  apply (status_unique R p); auto. pose proof (st_ok q Bq) as S. unfold status_is in *.
  destruct (st q); rewrite ?W, ?Sk; auto.
Qed.
End Proofs.
