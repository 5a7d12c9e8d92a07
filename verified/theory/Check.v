(* SPDX-License-Identifier: MIT *)
(* The checker of tables, and the proof that what passes it is true. *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia Relations.
From Zermelo Require Import Game BddlRules Masks Symmetry Words Packed Turn.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* ---- Loops --------------------------------------------------------------------------------- *)

(* Whether f holds from i on, for the next `width` numbers that are below `upto`; width is 2^k. *)
Fixpoint all_from (f : int -> bool) (upto : int) (k : nat) (width i : int) : bool :=
  if i <? upto then
    match k with
    | 0%nat => f i
    | S k' =>
        let half := width >> 1 in
        if all_from f upto k' half i then all_from f upto k' half (i + half) else false
    end
  else true.
Definition most : int := 1099511627776.  (* 2^40 *)
Definition all_between (f : int -> bool) (first upto : int) : bool :=
  (first <=? most) && (upto <=? most) && all_from f upto 40 most first.

(* Whether ranges, each given by its first number and the one after its last, leave nothing out from
   `first` to `upto`. *)
Fixpoint cover (ranges : list (int * int)) (first upto : int) : bool :=
  match ranges with
  | [] => upto <=? first
  | (a, b) :: r => (a <=? first) && cover r (if first <=? b then b else first) upto
  end.

(* ---- Tables -------------------------------------------------------------------------------- *)

Inductive entry := TWin (n : int) | TLoss (n : int) | TDraw | TNone.

(* They have the numbers 0 to entries - 1. For each, `key` is its position and `told` its value.
   For a position, `hint` says where it is listed: 16 times the number of the entry, plus the
   number of the symmetry that turns the position into the listed one, which is 0 if none has to
   be applied and k for the k-th of the list. A wrong hint can lead to a refusal, but never to a
   false table that passes. *)
Record table := Table {
  entries : int;
  key : int -> packed;
  told : int -> entry;
  hint : packed -> int;
  symmetries : list symmetry }.

Section Checker.
Variable G : game.
Variable T : table.

Fixpoint nth_turn (l : list symmetry) (k : int) (q : packed) : packed :=
  match l with [] => q | s :: l' => if k =? 1 then turn s q else nth_turn l' (k - 1) q end.
Definition listed (k : int) (q : packed) : packed :=
  if k =? 0 then q else nth_turn (symmetries T) k q.

(* The number of the entry that tells of a position; `entries` if there is none. *)
Definition place (q : packed) : int :=
  let h := hint T q in
  let i := h >> 4 in
  if i <? entries T
  then if same_position (key T i) (listed (h land 15) q) then i else entries T
  else entries T.

(* The value of a position, by the table or because the game is over. *)
Definition look (q : packed) : entry :=
  let i := place q in
  if i <? entries T then told T i
  else match status_of G q with
       | Won => TWin 0 | Lost => TLoss 0 | Drawn => TDraw | Going => TNone
       end.

(* Of two values of positions that can be moved to: what is better for the side to move there. *)
Definition better (a b : entry) : entry :=
  match a, b with
  | TNone, _ | _, TNone => TNone
  | TLoss m, TLoss n => if m <=? n then a else b
  | TLoss _, _ => a
  | _, TLoss _ => b
  | TDraw, _ => a
  | _, TDraw => b
  | TWin m, TWin n => if n <=? m then a else b
  end.
Fixpoint best (q : packed) (l : list packed) : entry :=
  match l with [] => look q | r :: l' => better (look q) (best r l') end.

(* (So that no number of plies overflows.) *)
Definition most_plies : int := 1000000.
Definition fits (child parent : entry) : bool :=
  match child, parent with
  | TLoss m, TWin n | TWin m, TLoss n => (m <? most_plies) && (n =? m + 1)
  | TDraw, TDraw => true
  | _, _ => false
  end.

Definition check_entry (i : int) : bool :=
  let p := key T i in
  boardb G p && negb (over G p) &&
  match moves G p with [] => false | q :: l => fits (best q l) (told T i) end.

Definition check_symmetries : bool := forallb (is_symmetry G) (symmetries T).
Definition check_range (first upto : int) : bool := all_between check_entry first upto.
Definition check_table : bool := check_symmetries && check_range 0 (entries T).

(* The start must be listed. (That the game is over there would not do.) *)
Definition check_start (s : packed) : bool := boardb G s && (place s <? entries T).
End Checker.

(* ---- Proofs: loops ------------------------------------------------------------------------- *)

Lemma all_from_spec f upto k : forall width i,
  to_Z width = (2 ^ Z.of_nat k)%Z -> (to_Z i + 2 ^ Z.of_nat k < wB)%Z ->
  all_from f upto k width i = true ->
  forall j, (to_Z i <= to_Z j < to_Z i + 2 ^ Z.of_nat k)%Z -> (j <? upto) = true -> f j = true.
Proof.
  induction k as [|k IH]; intros width i W Bd C j J L;
    assert (Li : (i <? upto) = true) by (apply ltb_spec; apply ltb_spec in L; lia);
    simpl in C; rewrite Li in C.
  - change (2 ^ Z.of_nat 0)%Z with 1%Z in J. assert (j = i) as -> by (apply to_Z_inj; lia). auto.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia.
    assert (P : (0 < 2 ^ Z.of_nat k)%Z) by (apply Z.pow_pos_nonneg; lia).
    pose proof (to_Z_bounded i).
    assert (S : to_Z (width >> 1) = (2 ^ Z.of_nat k)%Z).
    { rewrite lsr_spec, W. change (2 ^ to_Z 1)%Z with 2%Z. rewrite Z.mul_comm.
      now apply Z.div_mul. }
    assert (T : to_Z (i + (width >> 1)) = (to_Z i + 2 ^ Z.of_nat k)%Z).
    { rewrite add_spec, S. apply Z.mod_small. lia. }
    destruct (all_from f upto k (width >> 1) i) eqn:C1; [|discriminate].
    destruct (Z_lt_le_dec (to_Z j) (to_Z i + 2 ^ Z.of_nat k)).
    + apply (IH (width >> 1) i); auto; lia.
    + apply (IH (width >> 1) (i + (width >> 1))); auto; rewrite ?T; lia.
Qed.

Lemma all_between_spec f first upto : all_between f first upto = true ->
  forall j, (first <=? j) = true -> (j <? upto) = true -> f j = true.
Proof.
  intros H j A B. unfold all_between in H. rewrite !andb_true_iff in H. destruct H as ((F & U) & H).
  apply leb_spec in F, U, A. pose proof B as B'. apply ltb_spec in B'.
  change (to_Z most) with 1099511627776%Z in F, U.
  assert (E : (2 ^ Z.of_nat 40 = 1099511627776)%Z) by reflexivity.
  assert (X : wB = 9223372036854775808%Z) by reflexivity.
  pose proof (to_Z_bounded first).
  apply (all_from_spec f upto 40 most first); auto; rewrite E; lia.
Qed.

Lemma cover_spec ranges : forall first upto, cover ranges first upto = true ->
  forall j, (first <=? j) = true -> (j <? upto) = true ->
  exists a b, In (a, b) ranges /\ (a <=? j) = true /\ (j <? b) = true.
Proof.
  induction ranges as [|(a, b) r IH]; intros first upto C j A B; simpl in C.
  - apply leb_spec in C, A. apply ltb_spec in B. lia.
  - apply andb_true_iff in C as (Fa & C). destruct (j <? b) eqn:Jb.
    + exists a, b. split; [now left|]. split; auto. apply leb_spec in Fa, A. apply leb_spec. lia.
    + assert (Bj : (b <=? j) = true).
      { apply leb_spec. destruct (Z_le_gt_dec (to_Z b) (to_Z j)); auto.
        assert ((j <? b) = true) by (apply ltb_spec; lia). congruence. }
      destruct (IH _ _ C j) as (c & d & I & X); [now destruct (first <=? b)|auto|].
      exists c, d. split; [now right|exact X].
Qed.

(* Several ranges, of which each has passed, are as good as one. *)
Theorem ranges_are_enough (f : int -> bool) ranges upto :
  cover ranges 0 upto = true ->
  (forall a b, In (a, b) ranges -> all_between f a b = true) ->
  forall i, (i <? upto) = true -> f i = true.
Proof.
  intros C P i L. destruct (cover_spec ranges 0 upto C i) as (a & b & I & A & B); auto.
  - apply leb_spec. change (to_Z 0) with 0%Z. apply to_Z_bounded.
  - now apply (all_between_spec f a b); auto.
Qed.

(* ---- Proofs: what passes is true ----------------------------------------------------------- *)

Definition plies (n : int) : nat := Z.to_nat (to_Z n).
Definition says (e : entry) : option value :=
  match e with
  | TWin n => Some (VWin (plies n))
  | TLoss n => Some (VLoss (plies n))
  | TDraw => Some VDraw
  | TNone => None
  end.

Lemma to_Z_le m n : (m <=? n) = true -> (plies m <= plies n)%nat.
Proof.
  intros L. apply leb_spec in L. unfold plies. apply Z2Nat.inj_le; try apply to_Z_bounded; auto.
Qed.
Lemma to_Z_nle m n : (m <=? n) = false -> (plies n <= plies m)%nat.
Proof.
  intros L. assert (~ (to_Z m <= to_Z n)%Z). { intros X. apply leb_spec in X. congruence. }
  unfold plies. apply Z2Nat.inj_le; try apply to_Z_bounded. lia.
Qed.
Lemma plies_S m n : (m <? most_plies) = true -> (n =? m + 1) = true -> plies n = S (plies m).
Proof.
  intros L E. apply eqb_eq in E as ->. apply ltb_spec in L.
  change (to_Z most_plies) with 1000000%Z in L.
  unfold plies. rewrite add_spec. change (to_Z 1) with 1%Z. pose proof (to_Z_bounded m).
  assert (wB = 9223372036854775808%Z) by reflexivity. rewrite Z.mod_small by lia.
  rewrite Z2Nat.inj_add by lia. change (Z.to_nat 1) with 1%nat. lia.
Qed.

Section Proofs.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Variable st : position -> status.
Hypothesis st_ok : forall p, board R p -> status_is R p (st p).
Variable T : table.
Hypothesis passed : forall i, (i <? entries T) = true -> check_entry G T i = true.
Hypothesis all_symmetries : check_symmetries G T = true.

Notation image := (image R (masks_in G)).
Notation made := (masks_made R G compiled).

Definition in_table (p : position) (v : value) : Prop :=
  exists i, (i <? entries T) = true /\ unpack (key T i) = p /\ says (told T i) = Some v.
Definition same_as := same position image.

Notation Known := (known position st same_as in_table).

Lemma entry_board i : (i <? entries T) = true -> board R (unpack (key T i)).
Proof.
  intros L. specialize (passed i L). unfold check_entry in passed.
  rewrite !andb_true_iff in passed. apply (boardb_spec R G compiled). tauto.
Qed.
Lemma entry_going i : (i <? entries T) = true -> st (unpack (key T i)) = Going.
Proof.
  intros L. pose proof (entry_board i L) as B. rewrite (reading_is R G compiled st _ st_ok B).
  specialize (passed i L). unfold check_entry in passed.
  rewrite !andb_true_iff, negb_true_iff in passed.
  destruct passed as ((_ & O) & M). unfold status_of. rewrite O.
  destruct (moves G (key T i)); congruence.
Qed.

Lemma nth_turn_same l : (forall s, In s l -> is_symmetry G s = true) ->
  forall k q, board R (unpack q) -> same_as (unpack q) (unpack (nth_turn l k q)).
Proof.
  induction l as [|s l IH]; intros A k q B; simpl; [apply rt_refl|].
  destruct (k =? 1).
  - apply rt_step. apply (turn_image R G compiled); auto. apply A. now left.
  - apply IH; auto. intros s' I. apply A. now right.
Qed.
Lemma listed_same k q : board R (unpack q) -> same_as (unpack q) (unpack (listed T k q)).
Proof.
  intros B. unfold listed. destruct (k =? 0). { apply rt_refl. }
  apply nth_turn_same; auto. unfold check_symmetries in all_symmetries.
  now rewrite forallb_forall in all_symmetries.
Qed.

Lemma place_spec q : board R (unpack q) -> (place T q <? entries T) = true ->
  same_as (unpack q) (unpack (key T (place T q))).
Proof.
  intros B. unfold place. cbv zeta.
  assert (N : (entries T <? entries T) = true -> False).
  { intros X. apply ltb_spec in X. lia. }
  destruct (hint T q >> 4 <? entries T) eqn:L; [|tauto].
  destruct (same_position _ _) eqn:S; [|tauto]. intros _. apply same_position_eq in S.
  rewrite S. now apply listed_same.
Qed.

Lemma look_known q : board R (unpack q) ->
  match says (look G T q) with Some v => Known (unpack q) v | None => True end.
Proof.
  intros B. unfold look. cbv zeta. pose proof (place_spec q B) as P.
  destruct (place T q <? entries T) eqn:L.
  - specialize (P eq_refl). destruct (says (told T (place T q))) as [v|] eqn:V; auto.
    assert (X : st (unpack q) = Going).
    { rewrite (same_status _ _ _ (image_status R _ made st st_ok) _ _ P). now apply entry_going. }
    unfold known. rewrite X. exists (unpack (key T (place T q))). split; auto.
    exists (place T q). auto.
  - unfold known. rewrite (reading_is R G compiled st _ st_ok B).
    destruct (status_of G q); simpl; auto.
Qed.

(* What the best of the moves says of all of them. *)
Definition covers (b e : entry) : Prop :=
  match b, e with
  | TNone, _ | _, TNone => False
  | TLoss m, TLoss n => (plies m <= plies n)%nat
  | TLoss _, _ => True
  | TDraw, TLoss _ => False
  | TDraw, _ => True
  | TWin m, TWin n => (plies n <= plies m)%nat
  | TWin _, _ => False
  end.
Lemma covers_better a b : better a b <> TNone ->
  covers (better a b) a /\ covers (better a b) b /\ (better a b = a \/ better a b = b).
Proof.
  destruct a as [m|m| |], b as [n|n| |]; simpl; try congruence; intros _;
    try (match goal with |- context [if ?c then _ else _] => destruct c eqn:E end);
    simpl; repeat split; auto; try (apply to_Z_le; assumption); try (apply to_Z_nle; assumption).
Qed.
Lemma covers_trans a b c : covers a b -> covers b c -> covers a c.
Proof. destruct a, b, c; simpl; try tauto; lia. Qed.

Notation Look := (look G T).
Notation Best := (best G T).

Lemma best_spec l : forall q, Best q l <> TNone ->
  (forall r, In r (q :: l) -> covers (Best q l) (Look r)) /\
  (exists r, In r (q :: l) /\ Best q l = Look r).
Proof.
  induction l as [|r l IH]; intros q N.
  - change (Best q []) with (Look q) in *. split.
    + intros r [<-|[]]. destruct (Look q); simpl; auto; congruence.
    + exists q. simpl; auto.
  - change (Best q (r :: l)) with (better (Look q) (Best r l)) in *.
    destruct (covers_better _ _ N) as (C1 & C2 & E).
    assert (N' : Best r l <> TNone).
    { intros X. rewrite X in N. apply N. destruct (Look q); reflexivity. }
    destruct (IH r N') as (A & x & I & X). split.
    + intros y [<-|J]; auto. eapply covers_trans; eauto.
    + destruct E as [E|E]; rewrite E; [exists q|exists x]; simpl; auto.
Qed.

Lemma table_consistent p v :
  in_table p v -> local position st (move R) same_as in_table p v.
Proof.
  intros (i & L & <- & V). pose proof (entry_going i L) as Go. pose proof (entry_board i L) as B.
  split; auto. pose proof (passed i L) as F. unfold check_entry in F. rewrite !andb_true_iff in F.
  destruct F as (_ & F). destruct (moves G (key T i)) as [|q l] eqn:M; [discriminate|].
  assert (N : Best q l <> TNone). { intros X. rewrite X in F. discriminate. }
  destruct (best_spec l q N) as (A & r & I & X).
  assert (A' : forall y, move R (unpack (key T i)) y -> exists z, y = unpack z /\
               covers (Best q l) (Look z) /\
               match says (Look z) with Some w => Known y w | None => True end).
  { intros y My. pose proof My as My'. apply (moves_spec R G compiled _ _ B) in My.
    destruct My as (z & Iz & ->). exists z. split; auto. split. { apply A. now rewrite <- M. }
    apply look_known. apply My'. }
  assert (Mr : move R (unpack (key T i)) (unpack r)).
  { apply (moves_spec R G compiled _ _ B). exists r. now rewrite M. }
  assert (Br : board R (unpack r)) by apply Mr.
  pose proof (look_known r Br) as Kr. rewrite <- X in Kr.
  destruct (Best q l) as [m|m| |] eqn:E; destruct (told T i) as [n|n| |]; try discriminate;
    injection V as <-; simpl in Kr.
  - apply andb_true_iff in F. destruct F as (F1 & F2). exists (plies m).
    split; [now apply plies_S|]. split. { exists (unpack r). auto. }
    intros y My. destruct (A' y My) as (z & -> & Cz & K).
    destruct (Look z) as [k|k| |]; simpl in *; try tauto. eauto.
  - apply andb_true_iff in F. destruct F as (F1 & F2). exists (plies m).
    split; [now apply plies_S|]. split. { exists (unpack r). auto. }
    intros y My. destruct (A' y My) as (z & -> & Cz & K).
    destruct (Look z) as [k|k| |]; simpl in *; try tauto;
      eexists; split; eauto; intros u [=]; subst; auto.
  - split. { exists (unpack r). auto. }
    intros y My. destruct (A' y My) as (z & -> & Cz & K).
    destruct (Look z) as [k|k| |]; simpl in *; try tauto;
      eexists; split; eauto; congruence.
Qed.

Definition sim_status := same_status _ _ _ (image_status R _ made st st_ok).
Definition sim_sym := same_sym _ _ (image_sym R _ made).
Lemma sim_refl q : same_as q q.
Proof. apply rt_refl. Qed.
Lemma sim_trans a b c : same_as a b -> same_as b c -> same_as a c.
Proof. apply rt_trans. Qed.
Lemma sim_move a b c : same_as a b -> move R a c -> exists d, same_as c d /\ move R b d.
Proof. intros S M. exact (same_move _ _ _ (image_move R _ made) _ _ c S M). Qed.
Lemma sim_wins p q n : same_as p q ->
  (wins position st (move R) n p <-> wins position st (move R) n q).
Proof.
  apply (same_wins _ _ _ _ (image_sym R _ made) (image_status R _ made st st_ok)
                   (image_move R _ made)).
Qed.
Lemma sim_loses p q n : same_as p q ->
  (loses position st (move R) n p <-> loses position st (move R) n q).
Proof.
  apply (same_loses _ _ _ _ (image_sym R _ made) (image_status R _ made st st_ok)
                    (image_move R _ made)).
Qed.

(* What passes is true. *)
Theorem entries_are_true p v : in_table p v -> true_value position st (move R) p v.
Proof.
  apply (table_is_true position st (move R) same_as) with (E := in_table).
  - intros a b n S. now apply sim_wins.
  - intros a b n S. now apply sim_loses.
  - apply table_consistent.
Qed.

(* An image of what is listed has its value. *)
Theorem images_are_true p q v : same_as p q -> in_table q v -> true_value position st (move R) p v.
Proof.
  intros S I. apply entries_are_true in I. pose proof (fun n => sim_wins p q n S) as W.
  pose proof (fun n => sim_loses p q n S) as W'.
  destruct v; unfold true_value in *; try setoid_rewrite W; try setoid_rewrite W'; auto.
Qed.

(* Nothing is missing that play from s can lead to. *)
Theorem table_is_whole s : check_start G T s = true ->
  forall p, reachable position st (move R) (unpack s) p -> st p = Going ->
  exists i v, (i <? entries T) = true /\ same_as p (unpack (key T i)) /\ says (told T i) = Some v.
Proof.
  intros C p Re Go. unfold check_start in C. apply andb_true_iff in C. destruct C as (B & C).
  apply (boardb_spec R G compiled) in B. pose proof (look_known s B) as K.
  assert (exists v, Known (unpack s) v) as Ks.
  { pose proof (passed _ C) as P. unfold check_entry in P. unfold look in K. cbv zeta in K.
    rewrite C in K. rewrite !andb_true_iff in P. destruct P as (_ & P).
    destruct (moves G (key T (place T s))) as [|q l]; [discriminate|].
    destruct (told T (place T s)); simpl in K; eauto. destruct (Best q l); discriminate. }
  destruct (nothing_is_missing position st (move R) same_as) with
    (E := in_table) (s := unpack s) (p := p) as (v & Kp); auto.
  - intros a b. apply sim_status.
  - apply table_consistent.
  - apply sim_trans.
  - apply sim_move.
  - unfold known in Kp. rewrite Go in Kp. destruct Kp as (p' & Sp & i & L & <- & V).
    exists i, v. auto.
Qed.
End Proofs.
