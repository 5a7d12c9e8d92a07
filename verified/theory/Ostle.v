(* SPDX-License-Identifier: MIT *)
(* Ostle: its rules (the specification, to be read by people: the first part); that rule 8 forbids
   at most one move (Theorem 6 of the game's paper); and that the game as written, whose state is
   the position before the last move and the position now, has the same values as the reduced game,
   whose state is a position and at most one forbidden move.  docs/ostle.md has the rules. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game.
Import ListNotations.
Local Open Scope uint63_scope.
Local Open Scope bool_scope.

(* ======== The rules ======================================================================== *)

(* A position as the side to move sees it: two sets of squares (bit s stands for square s), and the
   hole's square. *)
Record position := Pos { own : int; other : int; hole : int }.
Definition turned (p : position) : position := Pos (other p) (own p) (hole p).

Inductive content := Empty | Hole | Own | Other.
Definition at_ (p : position) (s : int) : content :=
  if s =? hole p then Hole
  else if bit (own p) s then Own
  else if bit (other p) s then Other
  else Empty.

Inductive direction := Left | Right | Down | Up.
(* The square of the piece, or of the hole, and where it goes. *)
Definition a_move : Type := int * direction.

Section Rules.
Variable size : Z.   (* the side of the board *)
Variable lose : nat. (* a side that is down to so many pieces has lost *)

(* Files x and ranks y count from 0; squares are numbered rank by rank. *)
Definition number (x y : Z) : int := of_Z (y * size + x).
Definition on_board (x y : Z) : bool := ((0 <=? x) && (x <? size) && (0 <=? y) && (y <? size))%Z.
Fixpoint from_0 (n : nat) : list Z := match n with O => [] | S k => from_0 k ++ [Z.of_nat k] end.
Definition squares : list int :=
  flat_map (fun y => map (fun x => number x y) (from_0 (Z.to_nat size))) (from_0 (Z.to_nat size)).
Definition step (d : direction) : Z * Z :=
  match d with Left => (-1, 0) | Right => (1, 0) | Down => (0, -1) | Up => (0, 1) end%Z.
(* The squares beyond (x,y) in a direction, up to the edge of the board. *)
Fixpoint beyond (n : nat) (x y : Z) (d : direction) : list int :=
  match n with
  | O => []
  | S k => let x' := (x + fst (step d))%Z in let y' := (y + snd (step d))%Z in
           if on_board x' y' then number x' y' :: beyond k x' y' d else []
  end.
Definition ray (s : int) (d : direction) : list int :=
  beyond (Z.to_nat size) (to_Z s mod size) (to_Z s / size) d.

(* Pieces and the hole stand on squares of the board, no two on one. *)
Definition board (p : position) : Prop :=
  In (hole p) squares /\
  forall s, (bit (own p) s = true \/ bit (other p) s = true -> In s squares /\ s <> hole p) /\
            ~ (bit (own p) s = true /\ bit (other p) s = true).

(* A piece comes to the first square of a line; the rest of the line lies beyond, up to the edge. *)
Fixpoint push (piece : content) (line : list content) : list content :=
  match line with
  | [] => []                                   (* it is off the board *)
  | Hole :: _ => line                          (* it has come to the hole *)
  | Empty :: rest => piece :: rest
  | next :: rest => piece :: push next rest    (* what stands there is pushed on *)
  end.

(* What a move makes of p; q is seen by the side that has moved, as p is. *)
Definition makes (m : a_move) (p q : position) : Prop :=
  let (s, d) := m in
  match at_ p s with
  | Own =>
      map (at_ q) (s :: ray s d) = Empty :: push Own (map (at_ p) (ray s d)) /\
      forall t, In t squares -> ~ In t (s :: ray s d) -> at_ q t = at_ p t
  | Hole =>
      exists t rest, ray s d = t :: rest /\ at_ p t = Empty /\ at_ q s = Empty /\ at_ q t = Hole /\
      forall u, In u squares -> u <> s -> u <> t -> at_ q u = at_ p u
  | _ => False
  end.
(* The other side moves next, and so sees q the other way round. *)
Definition play (m : a_move) (p q : position) : Prop :=
  In (fst m) squares /\ board p /\ board q /\ makes m p (turned q).

Definition pieces (w : int) : nat := length (filter (bit w) squares).
Definition standing (p : position) : status :=
  if (pieces (own p) <=? lose)%nat then Lost
  else if (pieces (other p) <=? lose)%nat then Won
  else Going.

(* At the start each side has n pieces on its first rank, from file a on; the hole is in the
   centre. *)
Definition set_of (l : list int) : int := fold_right (fun s w => (1 << s) lor w) 0 l.
Definition start (n : nat) : position :=
  let c := ((size - 1) / 2)%Z in
  Pos (set_of (map (fun x => number x 0) (from_0 n)))
      (set_of (map (fun x => number x (size - 1)) (from_0 n)))
      (number c c).

(* The game as written.  A state: the position before the last move (none at the start), and the
   position now.  Rule 8: no move may restore the position of two plies before; when the move is
   made, that is the position before the last move. *)
Definition state : Type := option position * position.
Definition status_of (s : state) : status := standing (snd s).
Definition move (s t : state) : Prop :=
  (exists m, play m (snd s) (snd t)) /\ fst t = Some (snd s) /\ fst s <> Some (snd t).

(* The reduced game.  A state: the position now, and the move that rule 8 forbids, if
   there is one. *)
Definition rstate : Type := position * option a_move.
Definition rstatus (s : rstate) : status := standing (fst s).
(* r is the move of q that leads to p; none if there is none. *)
Definition restores (q p : position) (r : option a_move) : Prop :=
  match r with Some m => play m q p | None => forall m, ~ play m q p end.
Definition rmove (s t : rstate) : Prop :=
  exists m, play m (fst s) (fst t) /\ snd s <> Some m /\ restores (fst t) (fst s) (snd t).

(* ======== Proofs =========================================================================== *)

(* What is used of the board: it is looked at once, for a given size. *)
Definition mem (s : int) (l : list int) : bool := existsb (fun t => s =? t) l.
Fixpoint nodup (l : list int) : bool := match l with [] => true
  | s :: r => negb (mem s r) && nodup r end.
Definition directions := [Left; Right; Down; Up].
Definition opposite (d : direction) := match d with Left => Right | Right => Left | Down => Up
  | Up => Down end.
Definition same_direction (a b : direction) : bool :=
  match a, b with Left, Left | Right, Right | Down, Down | Up, Up => true | _, _ => false end.
Fixpoint same_list (l r : list int) : bool :=
  match l, r with [], [] => true | s :: l', t :: r' => (s =? t) && same_list l' r'
    | _, _ => false end.
(* Seen from each square e of a line, what has been passed lies in the opposite direction. *)
Fixpoint back_again (passed : list int) (line : list int) (d : direction) : bool :=
  match line with
  | [] => true
  | e :: rest => same_list (ray e (opposite d)) passed && back_again (e :: passed) rest d
  end.
Definition ray_ok (s : int) (d : direction) : bool :=
  forallb (fun t => mem t squares && negb (t =? s)) (ray s d) && nodup (ray s d) &&
  forallb (fun d' => same_direction d d' || forallb (fun t => negb (mem t (ray s d'))) (ray s d))
    directions &&
  back_again (s :: ray s (opposite d)) (ray s d) d.
Definition geometry : bool :=
  nodup squares && forallb (fun s => s <? 62) squares &&
  forallb (fun s => forallb (ray_ok s) directions) squares.
Hypothesis good : geometry = true.

Lemma eqb_eq x y : (x =? y) = true <-> x = y.
Proof. apply eqb_spec. Qed.
Lemma eqb_neq x y : (x =? y) = false <-> x <> y.
Proof. rewrite <- not_true_iff_false, eqb_eq. tauto. Qed.
Lemma mem_in s l : mem s l = true <-> In s l.
Proof.
  unfold mem. rewrite existsb_exists. split. { intros (t & I & E). apply eqb_eq in E as ->. auto. }
  intros I. exists s. split; auto. now apply eqb_eq.
Qed.
Lemma nodup_ok l : nodup l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; simpl; [constructor|]. rewrite andb_true_iff, negb_true_iff.
  intros (A & B).
  constructor; auto. intros I. apply mem_in in I. congruence.
Qed.
Lemma same_list_eq l : forall r, same_list l r = true -> l = r.
Proof.
  induction l as [|s l IH]; intros [|t r]; simpl; try congruence.
  rewrite andb_true_iff, eqb_eq. intros (-> & H). f_equal. auto.
Qed.
Lemma in_directions d : In d directions.
Proof. destruct d; simpl; auto. Qed.

Lemma squares_nodup : NoDup squares.
Proof. unfold geometry in good. rewrite !andb_true_iff in good. apply nodup_ok. tauto. Qed.
Lemma squares_62 s : In s squares -> (s <? 62) = true.
Proof. unfold geometry in good. rewrite !andb_true_iff, !forallb_forall in good.
  destruct good as ((_ & G) & _). auto. Qed.
Lemma ray_ok_true s d : In s squares -> ray_ok s d = true.
Proof.
  unfold geometry in good. rewrite !andb_true_iff, !forallb_forall in good.
  destruct good as (_ & G).
  intros I. specialize (G s I). rewrite forallb_forall in G. apply G. apply in_directions.
Qed.
Lemma ray_squares s d t : In s squares -> In t (ray s d) -> In t squares /\ t <> s.
Proof.
  intros S T. pose proof (ray_ok_true s d S) as G. unfold ray_ok in G.
  rewrite !andb_true_iff, !forallb_forall in G.
  destruct G as (((G & _) & _) & _). specialize (G t T).
  rewrite andb_true_iff, negb_true_iff, eqb_neq in G.
  split; [now apply mem_in|tauto].
Qed.
Lemma ray_nodup s d : In s squares -> NoDup (ray s d).
Proof.
  intros S. pose proof (ray_ok_true s d S) as G. unfold ray_ok in G. rewrite !andb_true_iff in G.
  apply nodup_ok. tauto.
Qed.
Lemma rays_apart s d d' t : In s squares -> In t (ray s d) -> In t (ray s d') -> d = d'.
Proof.
  intros S T T'. pose proof (ray_ok_true s d S) as G. unfold ray_ok in G.
  rewrite !andb_true_iff, !forallb_forall in G.
  destruct G as ((_ & G) & _). specialize (G d' (in_directions d')). rewrite orb_true_iff in G.
  destruct G as [G|G].
  - destruct d, d'; simpl in G; congruence.
  - rewrite forallb_forall in G. specialize (G t T). rewrite negb_true_iff in G.
    apply mem_in in T'. congruence.
Qed.
Lemma back_again_split l1 : forall passed e l2 d, back_again passed (l1 ++ e :: l2) d = true ->
  ray e (opposite d) = rev l1 ++ passed.
Proof.
  induction l1 as [|a l1 IH]; simpl; intros passed e l2 d; rewrite andb_true_iff; intros (A & B).
  - now apply same_list_eq.
  - rewrite (IH _ _ _ _ B). now rewrite <- app_assoc.
Qed.
Lemma ray_back s d l1 e l2 : In s squares -> ray s d = l1 ++ e :: l2 ->
  ray e (opposite d) = rev l1 ++ s :: ray s (opposite d).
Proof.
  intros S E. pose proof (ray_ok_true s d S) as G. unfold ray_ok in G. rewrite !andb_true_iff in G.
  destruct G as (_ & G). rewrite E in G. eapply back_again_split; eauto.
Qed.

(* ---- What stands where determines a board ---- *)

Definition flip (c : content) := match c with Own => Other | Other => Own | _ => c end.
Lemma flip_flip c : flip (flip c) = c.
Proof. now destruct c. Qed.
Lemma at_turned p s : board p -> at_ (turned p) s = flip (at_ p s).
Proof.
  intros (_ & B). destruct (B s) as (_ & B2). unfold at_, turned. simpl.
  destruct (s =? hole p); auto.
  destruct (bit (own p) s), (bit (other p) s); auto. destruct B2; auto.
Qed.
Lemma board_turned p : board p -> board (turned p).
Proof. intros (H & B). split; auto. intros s. simpl. specialize (B s). tauto. Qed.
Lemma turned_turned p : turned (turned p) = p.
Proof. now destruct p. Qed.

Lemma boards_equal p q : board p -> board q -> (forall s, In s squares -> at_ p s = at_ q s) ->
  p = q.
Proof.
  intros (Hp & Bp) (Hq & Bq) A.
  assert (H : hole p = hole q).
  { pose proof (A _ Hp) as X. unfold at_ in X. rewrite (proj2 (eqb_eq _ _) eq_refl) in X.
    destruct (hole p =? hole q) eqn:E. { now apply eqb_eq. }
    destruct (bit (own q) (hole p)), (bit (other q) (hole p)); discriminate. }
  assert (K : forall s, bit (own p) s = bit (own q) s /\ bit (other p) s = bit (other q) s).
  { intros s. destruct (mem s squares) eqn:M.
    - apply mem_in in M. specialize (A s M). unfold at_ in A. rewrite <- H in A.
      destruct (Bp s) as (P1 & P2), (Bq s) as (Q1 & Q2). destruct (s =? hole p) eqn:E.
      + apply eqb_eq in E. rewrite H in E.
        destruct (bit (own p) s), (bit (own q) s), (bit (other p) s), (bit (other q) s); auto;
          exfalso; rewrite H in P1; intuition.
      + destruct (bit (own p) s), (bit (own q) s), (bit (other p) s), (bit (other q) s); auto;
        try congruence; intuition.
    - assert (N : ~ In s squares) by (intros I; apply mem_in in I; congruence).
      destruct (Bp s) as (P1 & _), (Bq s) as (Q1 & _).
      destruct (bit (own p) s), (bit (own q) s), (bit (other p) s), (bit (other q) s); auto;
      exfalso; intuition. }
  destruct p as [a b c], q as [a' b' c']. simpl in *. subst c'.
  f_equal; apply bit_ext; intros s; apply K.
Qed.

(* A move leads to one position only. *)
Lemma play_once m p q q' : play m p q -> play m p q' -> q = q'.
Proof.
  intros (S & Bp & Bq & M) (_ & _ & Bq' & M'). destruct m as (s, d). simpl in S.
  rewrite <- (turned_turned q), <- (turned_turned q'). f_equal.
  apply boards_equal; auto using board_turned. intros t T.
  unfold makes in *. destruct (at_ p s) eqn:A; try tauto.
  - destruct M as (u & r & R & U & M1 & M2 & M3), M' as (u' & r' & R' & U' & M1' & M2' & M3').
    rewrite R in R'. injection R' as <- <-.
    destruct (t =? s) eqn:E. { apply eqb_eq in E. congruence. }
    destruct (t =? u) eqn:E'. { apply eqb_eq in E'. congruence. }
    apply eqb_neq in E, E'. rewrite M3, M3'; auto.
  - destruct M as (M & R), M' as (M' & R'). rewrite <- M' in M. clear M'.
    destruct (mem t (s :: ray s d)) eqn:I.
    + apply mem_in in I. clear -M I. revert I M. generalize (s :: ray s d).
      induction l as [|a l IH]; simpl; [tauto|].
      intros [->|I] M; injection M; auto.
    + assert (~ In t (s :: ray s d)) by (intros X; apply mem_in in X; congruence).
      rewrite R, R'; auto.
Qed.

(* ---- Occupied squares ---- *)

Definition occ (p : position) (s : int) : bool := match at_ p s with Own | Other => true
  | _ => false end.
Definition piece (c : content) : Prop := c = Own \/ c = Other.

(* A row of pieces and an empty square beyond it; or no such square, and the last piece falls. *)
Lemma line_cases l : (exists cs rest, l = cs ++ Empty :: rest /\ Forall piece cs) \/
  (exists cs rest, l = cs ++ rest /\ Forall piece cs /\ (rest = [] \/ exists r, rest = Hole :: r)).
Proof.
  induction l as [|c l IH]. { right. exists [], []. auto. }
  destruct c.
  - left. exists [], l. auto.
  - right. exists [], (Hole :: l). eauto.
  - destruct IH as [(cs & r & -> & F)|(cs & r & -> & F & X)].
    + left. exists (Own :: cs), r. split; auto. constructor; [now left|auto].
    + right. exists (Own :: cs), r. split; auto. split; auto. constructor; [now left|auto].
  - destruct IH as [(cs & r & -> & F)|(cs & r & -> & F & X)].
    + left. exists (Other :: cs), r. split; auto. constructor; [now right|auto].
    + right. exists (Other :: cs), r. split; auto. split; auto. constructor; [now right|auto].
Qed.
Lemma push_row cs : forall c rest, Forall piece cs ->
  push c (cs ++ Empty :: rest) = c :: cs ++ rest.
Proof.
  induction cs as [|a cs IH]; intros c rest F; simpl; auto.
  inversion F as [|? ? [->| ->] F']; subst; f_equal; auto.
Qed.
Lemma push_falls cs : forall c rest, Forall piece cs -> (rest = [] \/ exists r, rest = Hole :: r) ->
  push c (cs ++ rest) = removelast (c :: cs) ++ rest.
Proof.
  induction cs as [|a cs IH]; intros c rest F X.
  - simpl. destruct X as [->|(r & ->)]; reflexivity.
  - inversion F as [|? ? P F']; subst.
    assert (push c ((a :: cs) ++ rest) = c :: push a (cs ++ rest)) as -> by (destruct P as [->| ->];
      reflexivity).
    rewrite IH by auto. reflexivity.
Qed.

Lemma occ_turned p s : board p -> occ (turned p) s = occ p s.
Proof. intros B. unfold occ. rewrite at_turned by auto. now destruct (at_ p s). Qed.
Lemma piece_occ p s : piece (at_ p s) -> occ p s = true.
Proof. unfold occ. intros [->| ->]; reflexivity. Qed.
Lemma map_app_in {A B} (f : A -> B) l : forall x y, map f l = x ++ y ->
  exists l1 l2, l = l1 ++ l2 /\ map f l1 = x /\ map f l2 = y.
Proof.
  induction l as [|a l IH]; intros x y E.
  - destruct x; [|discriminate]. exists [], []. auto.
  - destruct x as [|b x]. { exists [], (a :: l). auto. }
    simpl in E. injection E as E1 E2. destruct (IH x y E2) as (l1 & l2 & -> & M1 & M2).
    exists (a :: l1), l2. simpl. split; auto. split; auto. congruence.
Qed.

(* The three kinds of moves. *)
Definition hole_goes (s : int) (d : direction) (p q : position) : Prop :=
  exists t rest, ray s d = t :: rest /\ at_ p s = Hole /\ at_ p t = Empty /\ at_ q s = Empty /\
    at_ q t = Hole /\
  forall u, In u squares -> u <> s -> u <> t -> at_ q u = at_ p u.
Definition row_stays (s : int) (d : direction) (p q : position) : Prop :=
  exists l1 e l2, ray s d = l1 ++ e :: l2 /\ at_ p s = Own /\ Forall piece (map (at_ p) l1) /\
    at_ p e = Empty /\
  at_ q s = Empty /\ map (at_ q) l1 ++ [at_ q e] = Own :: map (at_ p) l1 /\
    map (at_ q) l2 = map (at_ p) l2 /\
  forall t, In t squares -> ~ In t (s :: ray s d) -> at_ q t = at_ p t.
Definition row_falls (s : int) (d : direction) (p q : position) : Prop :=
  exists l1 l2, ray s d = l1 ++ l2 /\ at_ p s = Own /\ Forall piece (map (at_ p) l1) /\
  at_ q s = Empty /\ map (at_ q) l1 = removelast (Own :: map (at_ p) l1) /\
    map (at_ q) l2 = map (at_ p) l2 /\
  forall t, In t squares -> ~ In t (s :: ray s d) -> at_ q t = at_ p t.

Lemma app_same_length {A} (a : list A) : forall b c d, length a = length b -> a ++ c = b ++ d ->
  a = b /\ c = d.
Proof.
  induction a as [|x a IH]; intros [|y b] c d L E; simpl in *; try discriminate; auto.
  injection E as -> E. injection L as L. destruct (IH b c d L E) as (-> & ->). auto.
Qed.

Lemma removelast_length {A} (l : list A) a : length (removelast (a :: l)) = length l.
Proof. revert a. induction l as [|b l IH]; intros a; auto.
  change (removelast (a :: b :: l)) with (a :: removelast (b :: l)). simpl. f_equal. apply IH. Qed.

Lemma play_kinds s d p q : play (s, d) p q ->
  hole_goes s d p (turned q) \/ row_stays s d p (turned q) \/ row_falls s d p (turned q).
Proof.
  intros (S & Bp & Bq & M). unfold makes in M. simpl in S. destruct (at_ p s) eqn:A; try tauto.
  - left. destruct M as (t & r & M). exists t, r. tauto.
  - right. destruct M as (M & R). simpl in M. injection M as M0 M.
    destruct (line_cases (map (at_ p) (ray s d))) as [(cs & rest & E & F)|(cs & rest & E & F & X)].
    + left. rewrite E, (push_row cs Own rest F) in M.
      apply map_app_in in E. destruct E as (l1 & l2' & E & E1 & E2).
      destruct l2' as [|e l2]; [discriminate|]. simpl in E2. injection E2 as E2 E3.
      exists l1, e, l2. rewrite E in M. rewrite map_app in M. simpl in M.
      change (Own :: cs ++ rest) with ((Own :: cs) ++ rest) in M.
      replace (map (at_ (turned q)) l1 ++ at_ (turned q) e :: map (at_ (turned q)) l2)
        with ((map (at_ (turned q)) l1 ++ [at_ (turned q) e]) ++ map (at_ (turned q)) l2) in M
        by (rewrite <- app_assoc; reflexivity).
      apply app_same_length in M. 2:{ rewrite app_length, map_length. subst cs. simpl.
      rewrite map_length. lia. }
      destruct M as (M1 & M2). subst cs rest. repeat split; auto.
    + right. rewrite E, (push_falls cs Own rest F X) in M.
      apply map_app_in in E. destruct E as (l1 & l2 & E & E1 & E2).
      exists l1, l2. rewrite E, map_app in M. apply app_same_length in M.
      2:{ rewrite removelast_length, map_length. subst cs. rewrite map_length. reflexivity. }
      destruct M as (M1 & M2). subst cs rest. repeat split; auto.
Qed.

Lemma map_eq_in {A B} (f g : A -> B) l : map f l = map g l -> forall t, In t l -> f t = g t.
Proof. induction l as [|a l IH]; simpl; intros E t; [tauto|]. injection E as E1 E2.
  intros [<-|I]; auto. Qed.
Lemma map_pieces (p : position) l cs : map (at_ p) l = cs -> Forall piece cs -> forall t, In t l ->
  occ p t = true.
Proof.
  intros <- F t I. apply piece_occ. rewrite Forall_forall in F. apply F. now apply in_map.
Qed.
Lemma removelast_pieces (l : list content) : Forall piece l -> Forall piece (removelast l).
Proof.
  induction l as [|a l IH]; intros F; auto. inversion F; subst. destruct l; [constructor|].
  change (removelast (a :: c :: l)) with (a :: removelast (c :: l)). constructor; auto.
Qed.

Lemma hole_occ s d p q : In s squares -> hole_goes s d p q -> forall t, In t squares ->
  occ q t = occ p t.
Proof.
  intros S (u & r & R & A & U & Q1 & Q2 & O) t T. unfold occ.
  destruct (t =? s) eqn:E. { apply eqb_eq in E as ->. now rewrite A, Q1. }
  destruct (t =? u) eqn:E'. { apply eqb_eq in E' as ->. now rewrite U, Q2. }
  apply eqb_neq in E, E'. now rewrite O.
Qed.
Lemma stays_occ s d p q : In s squares -> row_stays s d p q -> exists e, In e (ray s d) /\
  occ p s = true /\ occ q s = false /\ occ p e = false /\ occ q e = true /\
  forall t, In t squares -> t <> s -> t <> e -> occ q t = occ p t.
Proof.
  intros S (l1 & e & l2 & R & A & F & E & Q0 & Q1 & Q2 & O). exists e.
  assert (F' : Forall piece (Own :: map (at_ p) l1)) by (constructor; auto; now left).
  assert (Q : map (at_ q) (l1 ++ [e]) = Own :: map (at_ p) l1) by (rewrite map_app; exact Q1).
  pose proof (map_pieces q _ _ Q F') as K. split. { rewrite R. apply in_elt. }
  repeat split.
  - unfold occ. now rewrite A.
  - unfold occ. now rewrite Q0.
  - unfold occ. now rewrite E.
  - apply K. apply in_elt.
  - intros t T N1 N2. destruct (mem t (ray s d)) eqn:I.
    + apply mem_in in I. rewrite R in I. apply in_app_iff in I.
      destruct I as [I|[->|I]]; [|congruence|].
      * rewrite K by (apply in_app_iff; auto). symmetry. apply (map_pieces p l1 _ eq_refl F t I).
      * unfold occ. now rewrite (map_eq_in _ _ _ Q2 t I).
    + assert (~ In t (s :: ray s d)). { intros [X|X]; [congruence|]. apply mem_in in X.
      congruence. }
      unfold occ. now rewrite O.
Qed.
Lemma falls_occ s d p q : In s squares -> row_falls s d p q ->
  occ p s = true /\ occ q s = false /\ forall t, In t squares -> t <> s -> occ q t = occ p t.
Proof.
  intros S (l1 & l2 & R & A & F & Q0 & Q1 & Q2 & O).
  assert (F' : Forall piece (removelast (Own :: map (at_ p) l1))).
  { apply removelast_pieces. constructor; auto. now left. }
  pose proof (map_pieces q _ _ Q1 F') as K. repeat split.
  - unfold occ. now rewrite A.
  - unfold occ. now rewrite Q0.
  - intros t T N1. destruct (mem t (ray s d)) eqn:I.
    + apply mem_in in I. rewrite R in I. apply in_app_iff in I. destruct I as [I|I].
      * rewrite K by auto. symmetry. apply (map_pieces p l1 _ eq_refl F t I).
      * unfold occ. now rewrite (map_eq_in _ _ _ Q2 t I).
    + assert (~ In t (s :: ray s d)). { intros [X|X]; [congruence|]. apply mem_in in X.
      congruence. }
      unfold occ. now rewrite O.
Qed.

(* ---- How many squares are occupied ---- *)

Definition count (f : int -> bool) : nat := length (filter f squares).
Lemma filter_same (f g : int -> bool) l : (forall t, In t l -> f t = g t) ->
  filter f l = filter g l.
Proof.
  induction l as [|a l IH]; simpl; intros H; auto. rewrite (H a), IH by auto. reflexivity.
Qed.
Lemma filter_less (f g : int -> bool) s l : NoDup l -> In s l -> f s = true -> g s = false ->
  (forall t, In t l -> t <> s -> g t = f t) -> length (filter f l) = S (length (filter g l)).
Proof.
  induction l as [|a l IH]; simpl; intros N I Fs Gs H; [tauto|]. inversion N as [|? ? Na Nl]; subst.
  destruct (a =? s) eqn:E.
  - apply eqb_eq in E as ->. rewrite Fs, Gs. simpl. f_equal. f_equal. apply filter_same.
    intros t T. symmetry. apply H; auto. intros ->. auto.
  - apply eqb_neq in E. destruct I as [->|I]; [congruence|]. rewrite (H a) by auto.
    destruct (f a); simpl; [f_equal|]; apply IH; auto.
Qed.
Lemma count_same f g : (forall t, In t squares -> f t = g t) -> count f = count g.
Proof. intros H. unfold count. now rewrite (filter_same f g). Qed.
Lemma count_less f g s : In s squares -> f s = true -> g s = false ->
  (forall t, In t squares -> t <> s -> g t = f t) -> count f = S (count g).
Proof. intros. apply filter_less with s; auto. apply squares_nodup. Qed.
Lemma stays_count s d p q : In s squares -> row_stays s d p q -> count (occ q) = count (occ p).
Proof.
  intros S M. destruct (stays_occ s d p q S M) as (e & I & P1 & Q1 & P2 & Q2 & O).
  destruct (ray_squares s d e S I) as (Ie & Ne).
  pose (h := fun t => if t =? s then false else occ p t).
  assert (H : forall t, t <> s -> h t = occ p t). { intros t N. unfold h. apply eqb_neq in N.
  now rewrite N. }
  assert (Hs : h s = false). { unfold h. now rewrite (proj2 (eqb_eq s s) eq_refl). }
  rewrite (count_less (occ p) h s); auto. apply count_less with e; auto.
  - rewrite H; auto.
  - intros t T N. destruct (t =? s) eqn:E. { apply eqb_eq in E as ->. congruence. }
    apply eqb_neq in E. rewrite H by auto. symmetry. auto.
Qed.
Lemma play_count m p q : play m p q -> count (occ q) <= count (occ p) /\
  (count (occ q) = count (occ p) -> hole_goes (fst m) (snd m) p (turned q) \/
    row_stays (fst m) (snd m) p (turned q)).
Proof.
  intros P. destruct m as (s, d). pose proof P as (S & Bp & Bq & _). simpl in *.
  assert (T : count (occ (turned q)) = count (occ q)). { apply count_same. intros.
  now apply occ_turned. }
  destruct (play_kinds s d p q P) as [M|[M|M]].
  - rewrite <- T, (count_same (occ (turned q)) (occ p)). { split; auto. }
    exact (hole_occ s d p _ S M).
  - rewrite <- T, (stays_count s d p _ S M). split; auto.
  - destruct (falls_occ s d p _ S M) as (P1 & Q1 & O).
    pose proof (count_less (occ p) (occ (turned q)) s S P1 Q1 O). lia.
Qed.

(* ---- The paper's Theorem 6 ---- *)

Lemma hole_square p s : board p -> at_ p s = Hole -> s = hole p.
Proof.
  intros _. unfold at_. destruct (s =? hole p) eqn:E. { intros _. now apply eqb_eq. }
  destruct (bit (own p) s), (bit (other p) s); discriminate.
Qed.

(* Two moves without removal to the same position are the same (the paper's Theorem 5). *)
Lemma same_move m1 m2 p q : play m1 p q -> play m2 p q -> count (occ q) = count (occ p) -> m1 = m2.
Proof.
  intros P1 P2 C. pose proof P1 as (S1 & Bp & Bq & _). pose proof P2 as (S2 & _).
  destruct (proj2 (play_count _ _ _ P1) C) as [M1|M1];
    destruct (proj2 (play_count _ _ _ P2) C) as [M2|M2];
    destruct m1 as (s1, d1), m2 as (s2, d2); simpl in *.
  - destruct M1 as (t1 & r1 & R1 & A1 & _ & _ & Q1 & _), M2 as (t2 & r2 & R2 & A2 & _ & _ & Q2 & _).
    apply hole_square in A1, A2; auto. apply hole_square in Q1, Q2; auto using board_turned.
    assert (s1 = s2) as <- by congruence. assert (t1 = t2) as <- by congruence.
    f_equal. apply (rays_apart s1 d1 d2 t1); auto. { rewrite R1. now left. } rewrite R2. now left.
  - pose proof (hole_occ _ _ _ _ S1 M1 s2 S2) as X.
    destruct (stays_occ _ _ _ _ S2 M2) as (e & _ & Y & Z & _). congruence.
  - pose proof (hole_occ _ _ _ _ S2 M2 s1 S1) as X.
    destruct (stays_occ _ _ _ _ S1 M1) as (e & _ & Y & Z & _). congruence.
  - destruct (stays_occ _ _ _ _ S1 M1) as (e1 & I1 & A1 & B1 & C1 & D1 & O1).
    destruct (stays_occ _ _ _ _ S2 M2) as (e2 & I2 & A2 & B2 & C2 & D2 & O2).
    assert (s1 = s2) as <-.
    { destruct (s1 =? s2) eqn:E; [now apply eqb_eq|]. apply eqb_neq in E. specialize (O2 s1 S1 E).
      destruct (s1 =? e2) eqn:E'. { apply eqb_eq in E'. congruence. } apply eqb_neq in E'.
      specialize (O2 E'). congruence. }
    assert (e1 = e2) as <-.
    { destruct (e1 =? e2) eqn:E; [now apply eqb_eq|]. apply eqb_neq in E.
      destruct (ray_squares s1 d1 e1 S1 I1) as (T1 & N1). specialize (O2 e1 T1 N1 E). congruence. }
    f_equal. eapply rays_apart; eauto.
Qed.

(* THEOREM 6 of the paper: at most one move restores the position before the last move. *)
Theorem restored_once m b p m1 m2 : play m b p -> play m1 p b -> play m2 p b -> m1 = m2.
Proof.
  intros P P1 P2. apply (same_move m1 m2 p b P1 P2).
  pose proof (proj1 (play_count _ _ _ P)). pose proof (proj1 (play_count _ _ _ P1)). lia.
Qed.

(* ---- What can be undone ---- *)

Lemma opposite_opposite d : opposite (opposite d) = d.
Proof. now destruct d. Qed.
Lemma push_flip l : forall c, map flip (push c l) = push (flip c) (map flip l).
Proof.
  induction l as [|a l IH]; intros c; simpl; auto. destruct a; simpl; auto; now rewrite IH.
Qed.
Lemma map_turned p l : board p -> map (at_ (turned p)) l = map flip (map (at_ p) l).
Proof. intros B. rewrite map_map. apply map_ext. intros. now apply at_turned. Qed.

(* After a move of the hole: to move it back. *)
Lemma undo_hole s d p q : play (s, d) p q -> at_ p s = Hole ->
  exists t rest, ray s d = t :: rest /\ play (t, opposite d) q p.
Proof.
  intros P A. pose proof P as (S & Bp & Bq & M). simpl in S. unfold makes in M. rewrite A in M.
  destruct M as (t & r & R & A2 & Q1 & Q2 & O). exists t, r. split; auto.
  assert (T : In t squares /\ t <> s). { apply (ray_squares s d); auto. rewrite R. now left. }
  destruct T as (T & N).
  assert (K : forall u, at_ q u = flip (at_ (turned q) u)) by (intros u;
    rewrite at_turned, flip_flip; auto).
  split; [exact T|]. split; [exact Bq|]. split; [exact Bp|]. unfold makes. rewrite (K t), Q2. simpl.
  exists s, (ray s (opposite d)). split. { apply (ray_back s d [] t r S R). }
  rewrite (K s), Q1. simpl. split; auto. rewrite !at_turned, A, A2 by auto. simpl. split; auto.
  split; auto.
  intros u U N1 N2. rewrite at_turned, K, O by auto. reflexivity.
Qed.

(* After a push at whose far end stands a piece of the other side's: to push back. *)
Lemma undo_row s d p q l1 e l2 : play (s, d) p q -> at_ p s = Own -> ray s d = l1 ++ e :: l2 ->
  Forall piece (map (at_ p) l1) -> at_ p e = Empty -> at_ q e = Own -> play (e, opposite d) q p.
Proof.
  intros P A R F E Qe. pose proof P as (S & Bp & Bq & M). simpl in S. unfold makes in M.
  rewrite A in M.
  destruct M as (M & O). assert (T : In e squares /\ e <> s). { apply (ray_squares s d); auto.
  rewrite R. apply in_elt. }
  destruct T as (T & N). split; [exact T|]. split; [exact Bq|]. split; [exact Bp|]. unfold makes.
  rewrite Qe.
  pose proof (ray_back s d l1 e l2 S R) as Rb. rewrite R in M. simpl in M. injection M as M0 M.
  rewrite map_app in M. simpl in M. rewrite map_app in M. simpl in M. rewrite E in M.
  rewrite push_row in M by auto.
  change (Own :: map (at_ p) l1 ++ map (at_ p) l2) with ((Own :: map (at_ p) l1) ++ map (at_ p) l2)
  in M.
  replace (map (at_ (turned q)) l1 ++ at_ (turned q) e :: map (at_ (turned q)) l2)
    with ((map (at_ (turned q)) l1 ++ [at_ (turned q) e]) ++ map (at_ (turned q)) l2) in M
    by (rewrite <- app_assoc; reflexivity).
  apply app_same_length in M. 2:{ rewrite app_length, !map_length. simpl. rewrite map_length. lia. }
  destruct M as (M1 & M2).
  assert (Kq : forall l, map (at_ q) l = map flip (map (at_ (turned q)) l)).
  { intros l. rewrite map_map. apply map_ext. intros u. rewrite at_turned, flip_flip; auto. }
  assert (Rest : map (at_ q) (ray s (opposite d)) = map (at_ (turned p)) (ray s (opposite d))).
  { rewrite Kq. rewrite (map_turned p) by auto. f_equal. apply map_ext_in. intros u U.
    destruct (ray_squares s (opposite d) u S U) as (Us & Un). apply O; auto.
    intros [X|X]; [congruence|]. pose proof (rays_apart s d (opposite d) u S X U). now destruct d. }
  split.
  - rewrite Rb. simpl. rewrite !map_app. simpl. f_equal.
    { rewrite at_turned, E by auto. reflexivity. }
    assert (Mq : map (at_ q) l1 ++ [Own] = Other :: map flip (map (at_ p) l1)).
    { apply (f_equal (map flip)) in M1. rewrite map_app in M1. simpl in M1. rewrite <- Kq in M1.
      rewrite at_turned, flip_flip, Qe in M1 by auto. exact M1. }
    assert (Fq : Forall piece (map (at_ q) l1)).
    { assert (X : Forall piece (map (at_ q) l1 ++ [Own])).
      { rewrite Mq. constructor; [now right|]. rewrite Forall_forall in *. intros c I.
        apply in_map_iff in I.
        destruct I as (c' & <- & I). destruct (F c' I) as [->| ->]; [now right|now left]. }
      apply Forall_app in X. tauto. }
    replace (at_ q s) with Empty. 2:{ rewrite <- (flip_flip (at_ q s)), <- at_turned, M0 by auto.
    reflexivity. }
    rewrite !map_rev. rewrite push_row by (apply Forall_rev; auto).
    rewrite Rest, at_turned, A by auto. simpl flip.
    change (Own :: rev (map (at_ q) l1) ++ map (at_ (turned p)) (ray s (opposite d))) with
      ((Own :: rev (map (at_ q) l1)) ++ map (at_ (turned p)) (ray s (opposite d))).
    assert (X : Own :: rev (map (at_ q) l1) = rev (Other :: map flip (map (at_ p) l1))).
    { rewrite <- Mq, rev_app_distr. reflexivity. }
    rewrite X. simpl. rewrite <- app_assoc. simpl. rewrite (map_turned p l1) by auto. reflexivity.
  - intros t Ts Nt. assert (X : at_ (turned q) t = at_ p t).
    { destruct (mem t (s :: ray s d)) eqn:I.
      - apply mem_in in I. rewrite Rb in Nt. simpl in Nt. rewrite R in I. simpl in I.
        rewrite in_app_iff in *.
        simpl in *. rewrite <- in_rev in Nt.
        destruct I as [I|[I|[I|I]]]; try (exfalso; apply Nt; tauto).
        apply (map_eq_in _ _ _ M2 t I).
      - apply O; auto. intros X. apply mem_in in X. congruence. }
    rewrite at_turned, <- X, at_turned, flip_flip by auto. reflexivity.
Qed.

(* Nothing else can be undone. *)
Lemma no_undo_falls s d p q : play (s, d) p q -> row_falls s d p (turned q) ->
  forall m, ~ play m q p.
Proof.
  intros P M m P'. pose proof P as (S & Bp & Bq & _). simpl in S.
  destruct (falls_occ s d p _ S M) as (P1 & Q1 & O).
  pose proof (count_less (occ p) (occ (turned q)) s S P1 Q1 O) as X.
  rewrite (count_same (occ (turned q)) (occ q)) in X. 2:{ intros. now apply occ_turned. }
  pose proof (proj1 (play_count _ _ _ P')). lia.
Qed.
Lemma no_undo_own s d p q e : play (s, d) p q -> In e (ray s d) -> at_ p e = Empty ->
  at_ q e = Other ->
  forall m, ~ play m q p.
Proof.
  intros P I E Q m P'. pose proof P as (S & Bp & Bq & _). pose proof P' as (S' & _ & _ & M').
  simpl in S.
  destruct (ray_squares s d e S I) as (Ie & _).
  assert (X : count (occ p) = count (occ q)).
  { pose proof (proj1 (play_count _ _ _ P')). pose proof (proj1 (play_count _ _ _ P)). lia. }
  destruct (proj2 (play_count _ _ _ P') X) as [M|M]; destruct m as (s', d'); simpl in *.
  - pose proof (hole_occ _ _ _ _ S' M e Ie) as Y. unfold occ in Y.
    rewrite at_turned, E, Q in Y by auto. discriminate.
  - destruct (stays_occ _ _ _ _ S' M) as (e' & _ & A1 & A2 & A3 & A4 & O).
    destruct M as (l1 & e0 & l2 & _ & Own_s & _).
    destruct (e =? s') eqn:Z. { apply eqb_eq in Z as ->. congruence. } apply eqb_neq in Z.
    destruct (e =? e') eqn:Z'. { apply eqb_eq in Z' as ->. unfold occ in A3. rewrite Q in A3.
    discriminate. }
    apply eqb_neq in Z'. specialize (O e Ie Z Z'). unfold occ in O.
    rewrite at_turned, E, Q in O by auto. discriminate.
Qed.

(* Rule 8 as docs/ostle.md explains it: what is forbidden after a move. *)
Lemma last_piece s d p q l1 e l2 : board q -> at_ p s = Own -> Forall piece (map (at_ p) l1) ->
  map (at_ (turned q)) l1 ++ [at_ (turned q) e] = Own :: map (at_ p) l1 ->
    ray s d = l1 ++ e :: l2 ->
  at_ q e = Own \/ at_ q e = Other.
Proof.
  intros Bq A F Q R. assert (X : Forall piece (map (at_ (turned q)) l1 ++ [at_ (turned q) e])).
  { rewrite Q. constructor; auto. now left. }
  apply Forall_app in X. destruct X as (_ & X). inversion X as [|? ? Y]; subst.
  rewrite at_turned in Y by auto.
  destruct Y as [Y|Y]; destruct (at_ q e); simpl in Y; auto; discriminate.
Qed.
Theorem reply_exists m p q : play m p q -> exists r, restores q p r.
Proof.
  intros P. destruct m as (s, d). pose proof P as (S & Bp & Bq & _).
  destruct (play_kinds s d p q P) as [M|[M|M]].
  - destruct M as (t & r & R & A & _). destruct (undo_hole s d p q P A) as (t' & r' & _ & U).
    exists (Some (t', opposite d)). exact U.
  - destruct M as (l1 & e & l2 & R & A & F & E & Q0 & Q1 & Q2 & O).
    destruct (last_piece s d p q l1 e l2 Bq A F Q1 R) as [L|L].
    + exists (Some (e, opposite d)). simpl. eapply undo_row; eauto.
    + exists None. simpl. apply (no_undo_own s d p q e); auto. rewrite R. apply in_elt.
  - exists None. simpl. apply (no_undo_falls s d p q); auto.
Qed.

(* ---- The game as written and the reduced game ---- *)

(* A state of the game as written, and the state of the reduced game that tells all that matters. *)
Definition told (s : state) (r : rstate) : Prop :=
  snd s = fst r /\
  match fst s with
  | None => snd r = None
  | Some b => (exists m, play m b (snd s)) /\ restores (snd s) b (snd r)
  end.

Lemma told_forth s t r : told s r -> move s t -> exists u, told t u /\ rmove r u.
Proof.
  destruct s as (b, p), t as (b', q), r as (p', f). unfold told, move, rmove. simpl.
  intros (<- & K) ((m & P) & -> & N). destruct (reply_exists m p q P) as (f' & U). exists (q, f').
  simpl.
  split. { split; auto. split; eauto. }
  exists m. split; auto. split; auto. intros ->. destruct b as [b|]; [|discriminate].
  destruct K as (_ & K). simpl in K. apply N. f_equal. eapply play_once; eauto.
Qed.
Lemma told_back s r u : told s r -> rmove r u -> exists t, told t u /\ move s t.
Proof.
  destruct s as (b, p), r as (p', f), u as (q, f'). unfold told, move, rmove. simpl.
  intros (<- & K) (m & P & N & U). exists (Some p, q). simpl. split. { split; auto. split; eauto. }
  split; eauto. split; auto. intros ->. destruct K as ((m0 & P0) & K).
  destruct f as [m1|]; simpl in K.
  - apply N. f_equal. exact (restored_once m0 q p m1 m P0 K P).
  - now apply (K m).
Qed.
Lemma told_status s r : told s r -> status_of s = rstatus r.
Proof. intros (E & _). unfold status_of, rstatus. now rewrite E. Qed.

(* THEOREM: the reduced game has the same values. *)
Theorem told_forces n : forall s r, told s r ->
  (wins state status_of move n s <-> wins rstate rstatus rmove n r) /\
  (loses state status_of move n s <-> loses rstate rstatus rmove n r).
Proof.
  induction n as [|n IH]; intros s r T; pose proof (told_status _ _ T) as E.
  - rewrite !wins_0, !loses_0, E. tauto.
  - rewrite !wins_S, !loses_S, E. split; split.
    + intros [W|(G & t & M & L)]; auto. right. split; auto.
      destruct (told_forth _ _ _ T M) as (u & Tu & Mu).
      exists u. split; auto. now apply (IH t u).
    + intros [W|(G & u & M & L)]; auto. right. split; auto.
      destruct (told_back _ _ _ T M) as (t & Tu & Mu).
      exists t. split; auto. now apply (IH t u).
    + intros [W|(G & (t & M) & A)]; auto. right. split; auto. split.
      * destruct (told_forth _ _ _ T M) as (u & Tu & Mu). eauto.
      * intros u M'. destruct (told_back _ _ _ T M') as (t' & Tu & Mu). apply (IH t' u); auto.
    + intros [W|(G & (u & M) & A)]; auto. right. split; auto. split.
      * destruct (told_back _ _ _ T M) as (t & Tu & Mu). eauto.
      * intros t M'. destruct (told_forth _ _ _ T M') as (u' & Tu & Mu). apply (IH t u'); auto.
Qed.
Theorem told_value s r v : told s r ->
  (true_value state status_of move s v <-> true_value rstate rstatus rmove r v).
Proof.
  intros T. assert (W : forall n, wins state status_of move n s <-> wins rstate rstatus rmove n r)
  by (intros n; now apply told_forces).
  assert (L : forall n, loses state status_of move n s <-> loses rstate rstatus rmove n r) by
    (intros n; now apply told_forces).
  destruct v as [n|n|]; simpl.
  - rewrite W. split; intros (A & B); split; auto; intros m X; apply B; now apply W.
  - rewrite L. split; intros (A & B); split; auto; intros m X; apply B; now apply L.
  - split; intros H m; destruct (H m) as (A & B); split; intros X.
    + apply A. now apply W.
    + apply B. now apply L.
    + apply A. now apply W.
    + apply B. now apply L.
Qed.
End Rules.

(* The boards that there are; looked at once. *)
Lemma geometry_3 : geometry 3 = true. Proof. vm_compute. reflexivity. Qed.
Lemma geometry_4 : geometry 4 = true. Proof. vm_compute. reflexivity. Qed.
Lemma geometry_5 : geometry 5 = true. Proof. vm_compute. reflexivity. Qed.
Lemma geometry_6 : geometry 6 = true. Proof. vm_compute. reflexivity. Qed.
