(* SPDX-License-Identifier: MIT *)
(* Ostle: a generator of moves over words, and the proof that it gives exactly the moves of the
   rules (Ostle.v), and what rule 8 forbids after each; and that rule 8 never leaves a side without
   a move. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Words.
From Zermelo Require Import Game Ostle.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope bool_scope.

(* A square of a line: its number, its bit, and the move from it against the line's direction. *)
Record cell := Cell { square : int; mask : int; back : option a_move }.
(* A move, what it leads to (seen by the side that is to move then), and what is forbidden there. *)
Record child := Child { by_move : a_move; next : position; reply : option a_move }.

(* A piece comes to the first square of the line: the mover's, or not.  h is the hole's bit. *)
Fixpoint shove (m : a_move) (h hole : int) (line : list cell) (mine : bool) (o x : int) : child :=
  match line with
  | [] => Child m (Pos x o hole) None
  | c :: rest =>
      let b := mask c in
      if b =? h then Child m (Pos x o hole) None
      else if o land b =? 0 then
        if x land b =? 0 then
          if mine then Child m (Pos x (o lor b) hole) None
          else Child m (Pos (x lor b) o hole) (back c)
        else if mine then shove m h hole rest false (o lor b) (x lxor b)
        else shove m h hole rest false o x
      else if mine then shove m h hole rest true o x
      else shove m h hole rest true (o lxor b) (x lor b)
  end.

Record spot := Spot { here : int; its_bit : int; arms : list (a_move * list cell) }.

Fixpoint piece_moves (h hole : int) (l : list (a_move * list cell)) (o x : int) (acc : list child) :
  list child :=
  match l with
  | [] => acc
  | (m, line) :: r => shove m h hole line true o x :: piece_moves h hole r o x acc
  end.
Fixpoint hole_moves (l : list (a_move * list cell)) (o x : int) (acc : list child) : list child :=
  match l with
  | [] => acc
  | (m, []) :: r => hole_moves r o x acc
  | (m, c :: _) :: r =>
      if (o lor x) land mask c =? 0 then Child m (Pos x o (square c)) (back c) :: hole_moves r o x
        acc
      else hole_moves r o x acc
  end.
Fixpoint children (l : list spot) (h : int) (p : position) : list child :=
  match l with
  | [] => []
  | s :: r =>
      if own p land its_bit s =? 0 then
        if its_bit s =? h then hole_moves (arms s) (own p) (other p) (children r h p)
        else children r h p
      else piece_moves h (hole p) (arms s) (own p lxor its_bit s) (other p) (children r h p)
  end.

Section Generator.
Variable size : Z.
Definition cells (d : direction) (l : list int) : list cell :=
  map (fun t => Cell t (1 << t) (Some (t, opposite d))) l.
Definition spots : list spot :=
  map (fun s => Spot s (1 << s) (map (fun d => ((s, d), cells d (ray size s d))) directions))
    (squares size).
Definition generate (p : position) : list child := children spots (1 << hole p) p.
End Generator.

Section Proofs.
Variable size : Z.
Hypothesis good : geometry size = true.
Notation squares := (squares size).
Notation ray := (ray size).
Notation board := (board size).
Notation play := (play size).
Notation restores := (restores size).

Lemma lt62_63 s : (s <? 62) = true -> (s <? 63) = true.
Proof.
  intros L. apply ltb_spec in L. apply ltb_spec. change (to_Z 62) with 62%Z in L.
  change (to_Z 63) with 63%Z. lia.
Qed.
Lemma bit_lor1 o a t : (a <? 62) = true -> bit (o lor (1 << a)) t = bit o t || (t =? a).
Proof. intros A. rewrite lor_spec, Words.bit_single; auto. now apply lt62_63. Qed.
Lemma bit_lxor1 o a t : (a <? 62) = true -> bit (o lxor (1 << a)) t = xorb (bit o t) (t =? a).
Proof. intros A. rewrite lxor_spec, Words.bit_single; auto. now apply lt62_63. Qed.
Lemma land1 o a : (a <? 62) = true -> (o land (1 << a) =? 0) = negb (bit o a).
Proof.
  intros A. apply lt62_63 in A. destruct (bit o a) eqn:B; simpl.
  - apply not_true_is_false. intros H. rewrite Words.land_empty in H. specialize (H a B).
    rewrite Words.bit_single, (proj2 (eqb_eq a a) eq_refl) in H by auto. discriminate.
  - apply Words.land_empty. intros i I. rewrite Words.bit_single by auto. apply eqb_neq. intros ->.
    congruence.
Qed.
Lemma same_bit a b : (a <? 62) = true -> (b <? 62) = true -> ((1 << a) =? (1 << b)) = (a =? b).
Proof.
  intros A B. apply lt62_63 in A, B. destruct (a =? b) eqn:E. { apply eqb_eq in E as ->.
  now apply eqb_eq. }
  apply not_true_is_false. intros H. apply eqb_eq in H. apply (f_equal (fun w => bit w a)) in H.
  rewrite !Words.bit_single, (proj2 (eqb_eq a a) eq_refl), E in H by auto. discriminate.
Qed.
Lemma eqb_same a : (a =? a) = true.
Proof. now apply eqb_eq. Qed.

(* What shoving makes of a line, of the rest of the board, and of rule 8. *)
Lemma shove_spec m ho d r : NoDup r -> (forall t, In t r -> (t <? 62) = true) ->
  (ho <? 62) = true ->
  forall mine o x, (forall t, ~ (bit o t = true /\ bit x t = true)) ->
  let c := shove m (1 << ho) ho (cells d r) mine o x in
  let q := turned (next c) in
  by_move c = m /\ hole q = ho /\
  map (at_ q) r = push (if mine then Own else Other) (map (at_ (Pos o x ho)) r) /\
  (forall t, ~ In t r -> bit (own q) t = bit o t /\ bit (other q) t = bit x t) /\
  (forall t, ~ (bit (own q) t = true /\ bit (other q) t = true)) /\
  (forall t, bit (own q) t = true \/ bit (other q) t = true ->
             (bit o t = true \/ bit x t = true) \/ (In t r /\ t <> ho)) /\
  match reply c with
  | Some k => exists e, k = (e, opposite d) /\ In e r /\ at_ (Pos o x ho) e = Empty /\
    at_ q e = Other
  | None => forall e, In e r -> at_ (Pos o x ho) e = Empty -> at_ q e <> Other
  end.
Proof.
  intros N L Lh. induction r as [|a r IH]; intros mine o x Dis.
  - simpl. repeat split; auto.
  - inversion N as [|? ? Na Nr]; subst. assert (La : (a <? 62) = true) by (apply L; now left).
    specialize (IH Nr (fun t I => L t (or_intror I))).
    simpl cells. simpl shove. rewrite same_bit, !land1 by auto.
    assert (Ne : forall t, In t r -> (t =? a) = false). { intros t I. apply eqb_neq. intros ->.
    auto. }
    (* the words differ on a only: the rest of the line looks the same *)
    assert (Same : forall o1 x1 : int, (forall t, t <> a -> bit o1 t = bit o t /\
      bit x1 t = bit x t) ->
              forall t, t <> a -> at_ (Pos o1 x1 ho) t = at_ (Pos o x ho) t).
    { intros o1 x1 H t T. unfold at_. simpl. destruct (H t T) as (-> & ->). reflexivity. }
    assert (Step : forall (mine1 : bool) (o1 x1 : int), (forall t, t <> a -> bit o1 t = bit o t /\
      bit x1 t = bit x t) ->
      (forall t, ~ (bit o1 t = true /\ bit x1 t = true)) -> (a =? ho) = false ->
      bit o1 a = (if mine then true else false) -> bit x1 a = (if mine then false else true) ->
      piece (at_ (Pos o x ho) a) -> at_ (Pos o x ho) a = (if mine1 then Own else Other) ->
      let c := shove m (1 << ho) ho (cells d r) mine1 o1 x1 in
      let q := turned (next c) in
      by_move c = m /\ hole q = ho /\
      map (at_ q) (a :: r) = push (if mine then Own else Other) (map (at_ (Pos o x ho)) (a :: r)) /\
      (forall t, ~ In t (a :: r) -> bit (own q) t = bit o t /\ bit (other q) t = bit x t) /\
      (forall t, ~ (bit (own q) t = true /\ bit (other q) t = true)) /\
      (forall t, bit (own q) t = true \/ bit (other q) t = true ->
                 (bit o t = true \/ bit x t = true) \/ (In t (a :: r) /\ t <> ho)) /\
      match reply c with
      | Some k => exists e, k = (e, opposite d) /\ In e (a :: r) /\ at_ (Pos o x ho) e = Empty /\
        at_ q e = Other
      | None => forall e : int, In e (a :: r) -> at_ (Pos o x ho) e = Empty -> at_ q e <> Other
      end).
    { intros mine1 o1 x1 H D1 Ha B1 B2 Pc Pa. specialize (IH mine1 o1 x1 D1). cbv zeta in *.
      set (c := shove m (1 << ho) ho (cells d r) mine1 o1 x1) in *. set (q := turned (next c)) in *.
      destruct IH as (I1 & I2 & I3 & I4 & I5 & I6 & I7). pose proof (Same o1 x1 H) as Sm.
      assert (Eq : map (at_ (Pos o1 x1 ho)) r = map (at_ (Pos o x ho)) r).
      { apply map_ext_in. intros t T. apply Sm. apply eqb_neq. auto. }
      split; auto. split; auto. split; [|split; [|split; [|split]]]; auto.
      - simpl map. rewrite I3, Eq.
        assert (at_ q a = if mine then Own else Other) as ->.
        { unfold at_. rewrite I2, Ha. destruct (I4 a Na) as (-> & ->). rewrite B1, B2.
          now destruct mine. }
        rewrite Pa. destruct mine1; reflexivity.
      - intros t T. assert (t <> a) by (intros ->; apply T; now left).
        destruct (I4 t) as (J1 & J2). { intros X. apply T. now right. }
        destruct (H t) as (K1 & K2); auto. split; congruence.
      - intros t T. destruct (I6 t T) as [X|(X & Y)]; [|right; split; auto; now right].
        destruct (t =? a) eqn:E.
        { apply eqb_eq in E as ->. right. split. { now left. } now apply eqb_neq. }
        apply eqb_neq in E. destruct (H t E) as (K1 & K2). rewrite K1, K2 in X. auto.
      - destruct (reply c) as [k|].
        + destruct I7 as (e & E1 & E2 & E3 & E4). exists e. split; auto. split; [now right|].
          split; auto.
          rewrite <- Sm; auto. apply eqb_neq. auto.
        + intros e [<-|I] E. { rewrite E in Pc. destruct Pc; discriminate. }
          apply I7; auto. rewrite Sm; auto. apply eqb_neq. auto. }
    destruct (a =? ho) eqn:Ha.
    + (* into the hole *)
      assert (at_ (Pos o x ho) a = Hole) as Z. { unfold at_. simpl. now rewrite Ha. }
      cbv zeta. simpl by_move. simpl next. simpl reply. unfold turned. simpl own. simpl other.
      simpl hole.
      split; auto. split; auto. split; [|split; [|split; [|split]]]; auto.
      * simpl map. rewrite Z. reflexivity.
      * intros e _ E. rewrite E. discriminate.
    + assert (A : at_ (Pos o x ho) a = if bit o a then Own else if bit x a then Other else Empty).
      { unfold at_. simpl. now rewrite Ha. }
      destruct (bit o a) eqn:Bo; simpl negb.
      * (* the mover's piece stands here *)
        assert (Bx : bit x a = false). { specialize (Dis a). destruct (bit x a); auto. tauto. }
        destruct mine; cbv iota.
        -- apply (Step true o x); auto. rewrite A. now left.
        -- apply (Step true); auto.
           ++ intros t T. apply eqb_neq in T.
              rewrite bit_lxor1, bit_lor1, T, xorb_false_r, orb_false_r by auto. auto.
           ++ intros t. rewrite bit_lxor1, bit_lor1 by auto.
              destruct (t =? a) eqn:T; rewrite ?xorb_false_r, ?orb_false_r; auto.
              apply eqb_eq in T as ->. rewrite Bo. simpl. intuition congruence.
           ++ rewrite bit_lxor1, Bo, eqb_same by auto. reflexivity.
           ++ rewrite bit_lor1, eqb_same by auto. apply orb_true_r.
           ++ rewrite A. now left.
      * destruct (bit x a) eqn:Bx; simpl negb.
        -- destruct mine; cbv iota.
           ++ apply (Step false); auto.
              ** intros t T. apply eqb_neq in T.
                 rewrite bit_lxor1, bit_lor1, T, xorb_false_r, orb_false_r by auto. auto.
              ** intros t. rewrite bit_lxor1, bit_lor1 by auto.
                 destruct (t =? a) eqn:T; rewrite ?xorb_false_r, ?orb_false_r; auto.
                 apply eqb_eq in T as ->. rewrite Bx. simpl. intuition congruence.
              ** rewrite bit_lor1, eqb_same by auto. apply orb_true_r.
              ** rewrite bit_lxor1, Bx, eqb_same by auto. reflexivity.
              ** rewrite A. now right.
           ++ apply (Step false o x); auto. rewrite A. now right.
        -- (* empty *)
           assert (Rest : forall o1 x1 : int, (forall t, t <> a -> bit o1 t = bit o t /\
             bit x1 t = bit x t) ->
                     map (at_ (Pos o1 x1 ho)) r = map (at_ (Pos o x ho)) r).
           { intros o1 x1 H. apply map_ext_in. intros t T. apply Same; auto. apply eqb_neq. auto. }
           destruct mine; cbv zeta; simpl by_move; simpl next; simpl reply; unfold turned;
             simpl own; simpl other; simpl hole.
           ++ assert (H : forall t, t <> a -> bit (o lor (1 << a)) t = bit o t /\
              bit x t = bit x t).
              { intros t T. apply eqb_neq in T. rewrite bit_lor1, T, orb_false_r by auto. auto. }
              assert (Q : at_ (Pos (o lor (1 << a)) x ho) a = Own).
              { unfold at_. simpl. rewrite Ha, bit_lor1, eqb_same, orb_true_r by auto.
                reflexivity. }
              split; auto. split; auto. split; [|split; [|split; [|split]]].
              ** simpl map. rewrite A, Q. simpl. f_equal. now apply Rest.
              ** intros t T. apply H. intros ->. apply T. now left.
              ** intros t. destruct (t =? a) eqn:T. { apply eqb_eq in T as ->. rewrite Bx.
                 intuition congruence. }
                 apply eqb_neq in T. destruct (H t T) as (-> & _). apply Dis.
              ** intros t T. destruct (t =? a) eqn:E.
                 { apply eqb_eq in E as ->. right. split. { now left. } now apply eqb_neq. }
                 apply eqb_neq in E. destruct (H t E) as (E1 & _). rewrite E1 in T. auto.
              ** intros e [<-|I] E; [rewrite Q; discriminate|].
                 rewrite (Same _ _ H e), E by (apply eqb_neq; auto). discriminate.
           ++ assert (H : forall t, t <> a -> bit o t = bit o t /\
              bit (x lor (1 << a)) t = bit x t).
              { intros t T. apply eqb_neq in T. rewrite bit_lor1, T, orb_false_r by auto. auto. }
              assert (Q : at_ (Pos o (x lor (1 << a)) ho) a = Other).
              { unfold at_. simpl. rewrite Ha, Bo, bit_lor1, eqb_same, orb_true_r by auto.
                reflexivity. }
              split; auto. split; auto. split; [|split; [|split; [|split]]].
              ** simpl map. rewrite A, Q. simpl. f_equal. now apply Rest.
              ** intros t T. apply H. intros ->. apply T. now left.
              ** intros t. destruct (t =? a) eqn:T. { apply eqb_eq in T as ->. rewrite Bo.
                 intuition congruence. }
                 apply eqb_neq in T. destruct (H t T) as (_ & ->). apply Dis.
              ** intros t T. destruct (t =? a) eqn:E.
                 { apply eqb_eq in E as ->. right. split. { now left. } now apply eqb_neq. }
                 apply eqb_neq in E. destruct (H t E) as (_ & E1). rewrite E1 in T. auto.
              ** exists a. simpl. auto.
Qed.

Definition right (m : a_move) (p : position) (c : child) : Prop :=
  by_move c = m /\ play m p (next c) /\ restores (next c) p (reply c).

Lemma at_own p s : board p -> bit (own p) s = true -> at_ p s = Own.
Proof.
  intros (_ & B) O. destruct (B s) as (B1 & _). destruct B1 as (_ & B1); auto. unfold at_.
  apply eqb_neq in B1. now rewrite B1, O.
Qed.

Lemma piece_right s d p : board p -> In s squares -> bit (own p) s = true ->
  right (s, d) p (shove (s, d) (1 << hole p) (hole p) (cells d (ray s d)) true (own p lxor (1 << s))
    (other p)).
Proof.
  intros Bp S O. pose proof (squares_62 size good) as L. pose proof Bp as (Hp & Bits).
  pose proof (shove_spec (s, d) (hole p) d (ray s d) (ray_nodup size good s d S)
    (fun t I => L t (proj1 (ray_squares size good s d t S I))) (L _ Hp) true (own p lxor (1 << s))
      (other p)) as H.
  assert (O0 : forall t, bit (own p lxor (1 << s)) t = if t =? s then false else bit (own p) t).
  { intros t. rewrite bit_lxor1 by auto. destruct (t =? s) eqn:E.
    - apply eqb_eq in E as ->. now rewrite O.
    - apply xorb_false_r. }
  destruct H as (I1 & I2 & I3 & I4 & I5 & I6 & I7).
  { intros t. rewrite O0. destruct (t =? s). { intros (X & _). discriminate. } apply (Bits t). }
  set (c := shove _ _ _ _ _ _ _) in *. set (q := turned (next c)) in *.
  assert (Sh : s <> hole p). { apply (proj1 (Bits s)). auto. }
  assert (P0 : forall t, t <> s -> at_ (Pos (own p lxor (1 << s)) (other p) (hole p)) t = at_ p t).
  { intros t T. unfold at_. simpl. rewrite O0. apply eqb_neq in T. now rewrite T. }
  assert (Ns : ~ In s (ray s d)). { intros I. destruct (ray_squares size good s d s S I). auto. }
  assert (Bq : board q).
  { split. { rewrite I2. exact Hp. } intros t. split; [|apply I5]. rewrite I2. intros T.
    destruct (I6 t T) as [X|(X & Y)].
    - rewrite O0 in X. apply (proj1 (Bits t)).
      destruct (t =? s); [destruct X; [discriminate|]|]; auto.
    - split; auto. apply (ray_squares size good s d t S X). }
  assert (Bn : board (next c)). { rewrite <- (turned_turned (next c)). now apply board_turned. }
  assert (As : at_ p s = Own) by now apply at_own.
  assert (P : play (s, d) p (next c)).
  { split; [exact S|]. split; [exact Bp|]. split; [exact Bn|]. unfold makes. rewrite As. fold q.
    split.
    - simpl map. f_equal.
      + unfold at_. rewrite I2. apply eqb_neq in Sh. rewrite Sh. destruct (I4 s Ns) as (-> & ->).
        rewrite O0, eqb_same. destruct (bit (other p) s) eqn:X; auto.
        destruct (proj2 (Bits s)); auto.
      + rewrite I3. f_equal. apply map_ext_in. intros t T. apply P0. intros ->. auto.
    - intros t T N. rewrite <- P0. 2:{ intros ->. apply N. now left. }
      unfold at_. rewrite I2. destruct (I4 t) as (-> & ->); auto. intros X. apply N. now right. }
  split; [exact I1|]. split; [exact P|].
  assert (Atq : forall t, at_ (next c) t = flip (at_ q t)). { intros t. unfold q.
  rewrite (at_turned size), flip_flip; auto. }
  assert (E0 : forall e, In e (ray s d) ->
    at_ (Pos (own p lxor (1 << s)) (other p) (hole p)) e = at_ p e).
  { intros e I. apply P0. intros ->. auto. }
  destruct (play_kinds size s d p (next c) P) as [M|[M|M]]; fold q in M.
  - destruct M as (t & r & R & A & _). congruence.
  - pose proof M as (l1 & e & l2 & R & _ & F & E & Q0 & Q1 & Q2 & Oth).
    assert (Ie : In e (ray s d)) by (rewrite R; apply in_elt).
    destruct (last_piece size s d p (next c) l1 e l2 Bn As F Q1 R) as [Le|Le].
    + destruct (reply c) as [k|].
      * destruct I7 as (e' & -> & Ie' & Ee' & Qe'). rewrite (E0 e' Ie') in Ee'.
        assert (e' = e) as ->.
        { destruct (e' =? e) eqn:X; [now apply eqb_eq|]. apply eqb_neq in X.
          destruct (stays_occ size s d p q S M) as (e1 & J1 & J2 & J3 & J4 & J5 & J6).
          assert (U : forall u, In u (ray s d) -> at_ p u = Empty -> occ q u = true -> u = e1).
          { intros u U1 U2 U3. destruct (u =? e1) eqn:Y; [now apply eqb_eq|]. apply eqb_neq in Y.
            destruct (ray_squares size good s d u S U1) as (V1 & V2). specialize (J6 u V1 V2 Y).
            unfold occ in J6 at 2. rewrite U2 in J6. congruence. }
          assert (e' = e1) as ->. { apply U; auto. unfold occ. now rewrite Qe'. }
          symmetry. apply U; auto. unfold occ. rewrite Atq in Le.
          destruct (at_ q e); simpl in Le; congruence. }
        simpl. eapply undo_row; eauto.
      * exfalso. apply (I7 e Ie). { rewrite E0; auto. } rewrite Atq in Le.
        destruct (at_ q e); simpl in Le; congruence.
    + assert (No : forall m, ~ play m (next c) p) by (apply (no_undo_own size good s d p (next c) e
      P Ie E Le)).
      destruct (reply c) as [k|]; auto. exfalso.
      destruct I7 as (e' & -> & Ie' & Ee' & Qe'). rewrite (E0 e' Ie') in Ee'.
      destruct (stays_occ size s d p q S M) as (e1 & J1 & J2 & J3 & J4 & J5 & J6).
      assert (U : forall u, In u (ray s d) -> at_ p u = Empty -> occ q u = true -> u = e1).
      { intros u U1 U2 U3. destruct (u =? e1) eqn:Y; [now apply eqb_eq|]. apply eqb_neq in Y.
        destruct (ray_squares size good s d u S U1) as (V1 & V2). specialize (J6 u V1 V2 Y).
        unfold occ in J6 at 2. rewrite U2 in J6. congruence. }
      assert (e = e1). { apply U; auto. unfold occ. rewrite Atq in Le.
      destruct (at_ q e); simpl in Le; congruence. }
      assert (e' = e1). { apply U; auto. unfold occ. now rewrite Qe'. }
      subst e' e. rewrite Atq, Qe' in Le. discriminate.
  - pose proof (no_undo_falls size good s d p (next c) P M) as No.
    destruct (reply c) as [k|]; auto. exfalso. destruct I7 as (e & -> & Ie & Ee & Qe).
    rewrite (E0 e Ie) in Ee.
    destruct (falls_occ size s d p q S M) as (_ & _ & J).
    destruct (ray_squares size good s d e S Ie) as (V1 & V2).
    specialize (J e V1 V2). unfold occ in J. rewrite Ee, Qe in J. discriminate.
Qed.

Lemma hole_right d p t rest : board p -> ray (hole p) d = t :: rest ->
  ((own p lor other p) land (1 << t) =? 0) = true ->
  right (hole p, d) p (Child (hole p, d) (Pos (other p) (own p) t) (Some (t, opposite d))).
Proof.
  intros Bp R E. pose proof (squares_62 size good) as L. pose proof Bp as (Hp & Bits).
  assert (T : In t squares /\ t <> hole p). { apply (ray_squares size good (hole p) d t Hp).
  rewrite R. now left. }
  destruct T as (T & Th). rewrite land1 in E by auto.
  rewrite lor_spec, negb_true_iff, orb_false_iff in E. destruct E as (E1 & E2).
  assert (Bn : board (Pos (other p) (own p) t)).
  { split; [exact T|]. intros u. simpl. destruct (Bits u) as (B1 & B2). split; [|tauto].
    intros X. destruct B1 as (U & _); [tauto|]. split; auto. intros ->. rewrite E1, E2 in X.
    destruct X; discriminate. }
  assert (Ah : at_ p (hole p) = Hole). { unfold at_. now rewrite eqb_same. }
  assert (P : play (hole p, d) p (Pos (other p) (own p) t)).
  { split; [exact Hp|]. split; [exact Bp|]. split; [exact Bn|]. unfold makes. rewrite Ah.
    exists t, rest. unfold turned. simpl own. simpl other. simpl hole. split; auto.
    split. { unfold at_. apply eqb_neq in Th. now rewrite Th, E1, E2. }
    split. { unfold at_. simpl. assert (hole p <> t) as X by congruence. apply eqb_neq in X.
    rewrite X.
             destruct (Bits (hole p)) as (B1 & _).
             destruct (bit (own p) (hole p)), (bit (other p) (hole p)); auto; exfalso; destruct B1;
             auto. }
    split. { unfold at_. simpl. now rewrite eqb_same. }
    intros u _ U1 U2. unfold at_. simpl. apply eqb_neq in U1, U2. now rewrite U1, U2. }
  split; [reflexivity|]. split; [exact P|]. simpl.
  destruct (undo_hole size good (hole p) d p _ P Ah) as (t' & r' & R' & U). rewrite R in R'.
  injection R' as <- <-. exact U.
Qed.

Definition spot_of (s : int) : spot := Spot s (1 << s) (map (fun d => ((s, d), cells d (ray s d)))
  directions).

Lemma in_piece_moves h ho l o x acc c : In c (piece_moves h ho l o x acc) <->
  In c acc \/ exists m line, In (m, line) l /\ c = shove m h ho line true o x.
Proof.
  induction l as [|(m, line) l IH]; simpl.
  - split; auto. intros [H|(m & li & [] & _)]; auto.
  - rewrite IH. split.
    + intros [<-|[H|(m' & li & I & ->)]]; auto; right; eauto.
    + intros [H|(m' & li & [[= <- <-]|I] & ->)]; auto. right. right. eauto.
Qed.
Lemma in_hole_moves l o x acc c : In c (hole_moves l o x acc) <->
  In c acc \/ exists m a line, In (m, a :: line) l /\ ((o lor x) land mask a =? 0) = true /\
    c = Child m (Pos x o (square a)) (back a).
Proof.
  induction l as [|(m, line) l IH]; simpl.
  - split; auto. intros [H|(m & a & li & [] & _)]; auto.
  - destruct line as [|a line].
    + rewrite IH. split.
      * intros [H|(m' & a' & li & I & X)]; auto. right. exists m', a', li. auto.
      * intros [H|(m' & a' & li & [[=]|I] & X)]; auto. right. exists m', a', li. auto.
    + destruct (_ =? 0) eqn:E; simpl; rewrite IH; split.
      * intros [<-|[H|(m' & a' & li & I & X)]]; auto; right. { exists m, a, line. auto. }
        exists m', a', li. auto.
      * intros [H|(m' & a' & li & [[= <- <- <-]|I] & X & ->)]; auto. right. right.
        exists m', a', li. auto.
      * intros [H|(m' & a' & li & I & X)]; auto. right. exists m', a', li. auto.
      * intros [H|(m' & a' & li & [[= <- <- <-]|I] & X & ->)]; auto; [congruence|]. right.
        exists m', a', li. auto.
Qed.
Lemma children_cons s l h p : children (spot_of s :: l) h p =
  if own p land (1 << s) =? 0 then
    if (1 << s) =? h then hole_moves (arms (spot_of s)) (own p) (other p) (children l h p) else
      children l h p
  else piece_moves h (hole p) (arms (spot_of s)) (own p lxor (1 << s)) (other p) (children l h p).
Proof. reflexivity. Qed.
Lemma in_children l h p c : In c (children (map spot_of l) h p) <->
  exists s, In s l /\
    if own p land (1 << s) =? 0 then (1 << s =? h) = true /\
      In c (hole_moves (arms (spot_of s)) (own p) (other p) [])
    else In c (piece_moves h (hole p) (arms (spot_of s)) (own p lxor (1 << s)) (other p) []).
Proof.
  induction l as [|s l IH].
  - simpl. split; [intros []|]. intros (s & [] & _).
  - change (map spot_of (s :: l)) with (spot_of s :: map spot_of l). rewrite children_cons.
    destruct (own p land (1 << s) =? 0) eqn:E.
    + destruct (1 << s =? h) eqn:Eh.
      * rewrite in_hole_moves, IH. split.
        -- intros [(t & I & X)|X]. { exists t. split; [now right|exact X]. }
           exists s. split; [now left|]. rewrite E. split; auto. apply in_hole_moves. now right.
        -- intros (t & [<-|I] & X). { rewrite E in X. destruct X as (_ & X).
           apply in_hole_moves in X. destruct X as [[]|X]. now right. }
           left. exists t. auto.
      * rewrite IH. split. { intros (t & I & X). exists t. split; [now right|exact X]. }
        intros (t & [<-|I] & X). { rewrite E in X. destruct X as (X & _). congruence. } exists t.
        auto.
    + rewrite in_piece_moves, IH. split.
      * intros [(t & I & X)|X]. { exists t. split; [now right|exact X]. }
        exists s. split; [now left|]. rewrite E. apply in_piece_moves. now right.
      * intros (t & [<-|I] & X). { rewrite E in X. apply in_piece_moves in X. destruct X as [[]|X].
        now right. }
        left. exists t. auto.
Qed.
Lemma in_arms s m line : In (m, line) (arms (spot_of s)) <-> exists d, m = (s, d) /\
  line = cells d (ray s d).
Proof.
  change (arms (spot_of s)) with (map (fun d => ((s, d), cells d (ray s d))) directions).
  rewrite in_map_iff. split.
  - intros (d & [= <- <-] & _). eauto.
  - intros (d & -> & ->). exists d. split; auto. apply in_directions.
Qed.

(* Each child is a move of the rules, and what is said to be forbidden after it is. *)
Theorem generate_sound p c : board p -> In c (generate size p) -> right (by_move c) p c.
Proof.
  intros Bp I. pose proof (squares_62 size good) as L. pose proof Bp as (Hp & Bits).
  apply (in_children squares (1 << hole p) p c) in I. destruct I as (s & S & I).
  rewrite land1 in I by auto. destruct (bit (own p) s) eqn:O; cbn [negb] in I; cbv iota in I.
  - apply in_piece_moves in I. destruct I as [[]|(m & line & A & ->)]. apply in_arms in A.
    destruct A as (d & -> & ->).
    pose proof (piece_right s d p Bp S O) as R. destruct R as (R1 & R). split; auto. now rewrite R1.
  - destruct I as (E & I). rewrite same_bit in E by auto. apply eqb_eq in E as ->.
    apply in_hole_moves in I. destruct I as [[]|(m & a & line & A & E & ->)].
    apply in_arms in A. destruct A as (d & -> & A).
    destruct (ray (hole p) d) as [|t r] eqn:R; [discriminate|].
    simpl in A. injection A as -> ->. simpl in *. apply (hole_right d p t r Bp R E).
Qed.
(* Each move of the rules is a child. *)
Theorem generate_complete p m q : play m p q -> exists c, In c (generate size p) /\ by_move c = m /\
  next c = q.
Proof.
  intros P. destruct m as (s, d). pose proof P as (S & Bp & Bq & M). simpl in S.
  pose proof (squares_62 size good) as L.
  pose proof Bp as (Hp & Bits).
  assert (X : exists c, In c (generate size p) /\ right (s, d) p c).
  { unfold makes in M. destruct (at_ p s) eqn:A; try tauto.
    - apply hole_square with (size := size) in A; auto. subst s. destruct M as (t & r & R & E & _).
      assert (E' : ((own p lor other p) land (1 << t) =? 0) = true).
      { destruct (ray_squares size good (hole p) d t Hp) as (T & N). { rewrite R. now left. }
        rewrite land1, lor_spec by auto. unfold at_ in E. apply eqb_neq in N. rewrite N in E.
        destruct (bit (own p) t), (bit (other p) t); auto; discriminate. }
      eexists. split; [|apply (hole_right d p t r Bp R E')].
      apply (in_children squares). exists (hole p). split; auto. rewrite land1 by auto.
      destruct (bit (own p) (hole p)) eqn:O. { exfalso. destruct (proj1 (Bits (hole p))); auto. }
      simpl negb. cbv iota. split; [apply eqb_same|]. apply in_hole_moves. right.
      exists (hole p, d), (Cell t (1 << t) (Some (t, opposite d))), (cells d r). split; auto.
      apply in_arms. exists d. rewrite R. auto.
    - assert (O : bit (own p) s = true).
      { unfold at_ in A. destruct (s =? hole p); [discriminate|]. destruct (bit (own p) s); auto.
        destruct (bit (other p) s); discriminate. }
      eexists. split; [|apply (piece_right s d p Bp S O)].
      apply (in_children squares). exists s. split; auto. rewrite land1, O by auto. simpl negb.
      cbv iota.
      apply in_piece_moves. right. exists (s, d), (cells d (ray s d)). split; auto. apply in_arms.
      eauto. }
  destruct X as (c & I & R1 & R2 & R3). exists c. split; auto. split; auto. eapply play_once; eauto.
Qed.

(* Each own piece can be moved in all directions, so rule 8 leaves a move whenever the game goes
   on. *)
Theorem never_stuck lose b p : board p -> standing size lose p = Going ->
  match b with None => True | Some b => exists m, play m b p end ->
  exists q, move size (b, p) (Some p, q).
Proof.
  intros Bp G Hb. unfold standing in G. destruct (_ <=? lose)%nat eqn:E; [discriminate|].
  apply PeanoNat.Nat.leb_gt in E.
  unfold pieces in E. destruct (filter (bit (own p)) squares) as [|s l] eqn:F; [simpl in E; lia|].
  assert (I : In s (filter (bit (own p)) squares)) by (rewrite F; now left). apply filter_In in I.
  destruct I as (S & O).
  destruct (piece_right s Left p Bp S O) as (_ & P1 & _).
  destruct (piece_right s Right p Bp S O) as (_ & P2 & _).
  set (q1 := next _) in P1. set (q2 := next _) in P2.
  destruct b as [b|]; [destruct Hb as (m & Pb)|].
  - destruct (generate_complete p (s, Left) q1 P1) as (c & _).
    assert (D : q1 = b \/ q1 <> b).
    { destruct q1 as [o1 x1 h1], b as [o2 x2 h2].
      destruct (o1 =? o2) eqn:E1, (x1 =? x2) eqn:E2, (h1 =? h2) eqn:E3;
        try (left; apply eqb_eq in E1, E2, E3; congruence); right; intros [= -> -> ->];
        rewrite ?eqb_same in *; discriminate. }
    destruct D as [->|D].
    + exists q2. split; [eauto|]. split; auto. simpl. intros [= ->].
      pose proof (restored_once size good m _ p _ _ Pb P1 P2). discriminate.
    + exists q1. split; [eauto|]. split; auto. simpl. congruence.
  - exists q1. split; [eauto|]. split; auto. simpl. discriminate.
Qed.
End Proofs.
