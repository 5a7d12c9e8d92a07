(* SPDX-License-Identifier: MIT *)
(* Positions and masks in machine words: two words for each colour, so that boards may have up to
   126 squares. On boards of up to 63 squares the second words are zero. What the words play is
   what the masks play (Masks.v). *)
From Coq Require Import List Bool ZArith NArith Uint63 Lia.
From Zermelo Require Import Game BddlRules Masks Words.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* ---- Two words as a set of squares --------------------------------------------------------- *)

(* Squares 0 to 62 are the bits of the first word, 63 to 125 those of the second. *)
Definition join (low high : int) : N := N.lor (number low) (N.shiftl (number high) 63).
Definition low_word (w : N) : int := of_Z (Z.of_N w).
Definition high_word (w : N) : int := of_Z (Z.of_N (N.shiftr w 63)).

Lemma join_bit a b i :
  N.testbit (join a b) i =
  if (i <? 63)%N then N.testbit (number a) i else N.testbit (number b) (i - 63).
Proof.
  unfold join. rewrite N.lor_spec. destruct (i <? 63)%N eqn:L.
  - apply N.ltb_lt in L. rewrite N.shiftl_spec_low by auto. apply orb_false_r.
  - apply N.ltb_ge in L. rewrite N.shiftl_spec_high' by auto.
    now rewrite number_short.
Qed.

Lemma join_lor a b c d : join (a lor c) (b lor d) = (join a b ∪ join c d)%N.
Proof.
  apply same_set. intros i. rewrite N.lor_spec, !join_bit, !number_lor, !N.lor_spec.
  now destruct (i <? 63)%N.
Qed.
Lemma join_land a b c d : join (a land c) (b land d) = (join a b ∩ join c d)%N.
Proof.
  apply same_set. intros i. rewrite N.land_spec, !join_bit, !number_land, !N.land_spec.
  now destruct (i <? 63)%N.
Qed.
Lemma join_without a b c d :
  join ((a lor c) lxor c) ((b lor d) lxor d) = (join a b ∖ join c d)%N.
Proof.
  apply same_set. intros i.
  rewrite N.ldiff_spec, !join_bit, !number_lxor, !number_lor, !N.lxor_spec, !N.lor_spec.
  destruct (i <? 63)%N;
    destruct (N.testbit (number a) i), (N.testbit (number c) i),
             (N.testbit (number b) (i - 63)), (N.testbit (number d) (i - 63)); reflexivity.
Qed.
Lemma join_inj a b c d : join a b = join c d -> a = c /\ b = d.
Proof.
  intros H. assert (B : forall i, N.testbit (join a b) i = N.testbit (join c d) i) by now rewrite H.
  split; apply number_inj, same_set; intros i.
  - destruct (N.lt_ge_cases i 63) as [L|L].
    + specialize (B i). rewrite !join_bit in B. apply N.ltb_lt in L. now rewrite L in B.
    + now rewrite !number_short.
  - specialize (B (i + 63)%N). rewrite !join_bit in B.
    assert ((i + 63 <? 63)%N = false) as E by (apply N.ltb_ge; lia). rewrite E in B.
    now rewrite N.add_sub in B.
Qed.
Lemma join_0 : join 0 0 = 0%N.
Proof. reflexivity. Qed.
Lemma join_eqb a b c d : (join a b =? join c d)%N = (a =? c) && (b =? d).
Proof.
  apply eq_true_iff_eq. rewrite andb_true_iff, N.eqb_eq, !eqb_eq. split.
  - apply join_inj.
  - now intros (-> & ->).
Qed.

(* ---- Positions ----------------------------------------------------------------------------- *)

Record packed := Packed {
  blacks : int; whites : int;
  high_blacks : int; high_whites : int;
  white_to_move : bool }.

Definition unpack (p : packed) : position :=
  Position (join (blacks p) (high_blacks p)) (join (whites p) (high_whites p)) (white_to_move p).

Definition same_position (p q : packed) : bool :=
  (blacks p =? blacks q) && (whites p =? whites q) &&
  Bool.eqb (white_to_move p) (white_to_move q) &&
  (high_blacks p =? high_blacks q) && (high_whites p =? high_whites q).
Lemma same_position_eq p q : same_position p q = true -> p = q.
Proof.
  destruct p, q. unfold same_position. simpl. rewrite !andb_true_iff, !eqb_eq.
  intros ((((-> & ->) & E) & ->) & ->). now apply eqb_prop in E as ->.
Qed.

(* ---- Masks --------------------------------------------------------------------------------- *)

Record packed_demand := PackedDemand {
  not_black : int; not_white : int; not_open : int;
  high_not_black : int; high_not_white : int; high_not_open : int }.
Definition unpack_demand (d : packed_demand) : demand :=
  Demand (join (not_black d) (high_not_black d)) (join (not_white d) (high_not_white d))
         (join (not_open d) (high_not_open d)).
Definition pack_demand (d : demand) : packed_demand :=
  PackedDemand (low_word (no_black d)) (low_word (no_white d)) (low_word (no_open d))
               (high_word (no_black d)) (high_word (no_white d)) (high_word (no_open d)).

Definition meets_demand (d : packed_demand) (p : packed) : bool :=
  (blacks p land not_black d =? 0) && (whites p land not_white d =? 0) &&
  (not_open d land (blacks p lor whites p) =? not_open d) &&
  (high_blacks p land high_not_black d =? 0) && (high_whites p land high_not_white d =? 0) &&
  (high_not_open d land (high_blacks p lor high_whites p) =? high_not_open d).
Lemma meets_demand_test d p : meets_demand d p = test (unpack_demand d) (unpack p).
Proof.
  unfold meets_demand, test, unpack_demand, unpack. simpl.
  rewrite <- join_0, <- join_lor, <- !join_land, !join_eqb.
  destruct (_ =? 0), (_ =? 0), (_ =? not_open d), (_ =? 0), (_ =? 0); reflexivity.
Qed.

Record step := Step {
  demanded : packed_demand;
  changing : int; becoming_black : int; becoming_white : int;
  high_changing : int; high_becoming_black : int; high_becoming_white : int }.
Definition unpack_ground (g : step) : ground :=
  Ground (unpack_demand (demanded g)) (join (changing g) (high_changing g))
         (join (becoming_black g) (high_becoming_black g))
         (join (becoming_white g) (high_becoming_white g)).
Definition pack_ground (g : ground) : step :=
  Step (pack_demand (demands g)) (low_word (changed g)) (low_word (to_black g))
       (low_word (to_white g)) (high_word (changed g)) (high_word (to_black g))
       (high_word (to_white g)).

Definition make (g : step) (p : packed) : packed :=
  Packed (((blacks p lor changing g) lxor changing g) lor becoming_black g)
         (((whites p lor changing g) lxor changing g) lor becoming_white g)
         (((high_blacks p lor high_changing g) lxor high_changing g) lor high_becoming_black g)
         (((high_whites p lor high_changing g) lxor high_changing g) lor high_becoming_white g)
         (negb (white_to_move p)).
Lemma make_play g p : unpack (make g p) = play (unpack_ground g) (unpack p).
Proof. unfold unpack, make, play. simpl. now rewrite !join_lor, !join_without. Qed.

(* ---- Games --------------------------------------------------------------------------------- *)

(* The rules in words; and in masks, for the tests of symmetries. *)
Record game := Game {
  black_moves : list step; white_moves : list step;
  black_wins : list packed_demand; white_wins : list packed_demand;
  all_low : int; all_high : int;
  masks_in : masks }.

(* That a mask fits into its words is tested, not proved. *)
Definition agrees (G : game) : bool :=
  let M := masks_in G in
  let steps l m :=
    forallb (fun gm => same_ground (unpack_ground (fst gm)) (snd gm)) (combine l m) &&
    (length l =? length m)%nat in
  let tests l m :=
    forallb (fun dm => same_demand (unpack_demand (fst dm)) (snd dm)) (combine l m) &&
    (length l =? length m)%nat in
  steps (black_moves G) (black_grounds M) && steps (white_moves G) (white_grounds M) &&
  tests (black_wins G) (black_targets M) && tests (white_wins G) (white_targets M) &&
  (join (all_low G) (all_high G) =? all_squares M)%N.

Definition pack (M : masks) : game :=
  Game (map pack_ground (black_grounds M)) (map pack_ground (white_grounds M))
       (map pack_demand (black_targets M)) (map pack_demand (white_targets M))
       (low_word (all_squares M)) (high_word (all_squares M)) M.

(* No more squares than two words have bits. *)
Definition small_enough (R : rules) : bool :=
  ((0 <? columns R) && (0 <? rows R) && (columns R * rows R <=? 126))%Z.

Definition compile (R : rules) : option game :=
  if small_enough R then
    match masks_of R with
    | Some M => let G := pack M in if agrees G then Some G else None
    | None => None
    end
  else None.

Lemma forallb_combine A B C (u : A -> C) (v : B -> C) (same : C -> C -> bool) :
  (forall x y, same x y = true <-> x = y) ->
  forall l m,
  forallb (fun ab => same (u (fst ab)) (v (snd ab))) (combine l m) && (length l =? length m)%nat
    = true -> map u l = map v m.
Proof.
  intros S. induction l as [|a l IH]; intros [|b m]; simpl; auto; try discriminate.
  rewrite !andb_true_iff, S. intros ((-> & F) & L). f_equal. apply IH. now rewrite F, L.
Qed.

Section Compiled.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Notation M := (masks_in G).

Lemma compiled_parts : masks_of R = Some M /\ agrees G = true.
Proof.
  pose proof compiled as C. unfold compile in C. destruct (small_enough R); [|discriminate].
  destruct (masks_of R) as [m|]; [|discriminate]. cbv zeta in C.
  destruct (agrees (pack m)) eqn:A; [|discriminate]. injection C as C. rewrite <- C. auto.
Qed.
Lemma masks_made : masks_of R = Some M.
Proof. apply compiled_parts. Qed.

Definition steps_of (white : bool) := if white then white_moves G else black_moves G.
Definition tests_of (white : bool) := if white then white_wins G else black_wins G.

Lemma unpacked :
  (forall white, map unpack_ground (steps_of white) = grounds_of M white) /\
  (forall white, map unpack_demand (tests_of white) = targets_of M white) /\
  join (all_low G) (all_high G) = all_squares M.
Proof.
  destruct compiled_parts as (_ & A). unfold agrees in A. cbv zeta in A.
  apply andb_true_iff in A as (A & E). apply N.eqb_eq in E.
  apply andb_true_iff in A as (A & Ww). apply andb_true_iff in A as (A & Bw).
  apply andb_true_iff in A as (Bm & Wm).
  assert (I : forall A (l : list A), map (fun x => x) l = l) by (intros; apply map_id).
  split; [|split; auto].
  - intros white. rewrite <- (I _ (grounds_of M white)).
    apply (forallb_combine _ _ _ _ (fun x => x) _ same_ground_eq). destruct white; auto.
  - intros white. rewrite <- (I _ (targets_of M white)).
    apply (forallb_combine _ _ _ _ (fun x => x) _ same_demand_eq). destruct white; auto.
Qed.
End Compiled.

(* ---- How the checker plays ----------------------------------------------------------------- *)

Section Play.
Variable G : game.

Fixpoint make_all (l : list step) (p : packed) : list packed :=
  match l with
  | [] => []
  | g :: l' =>
      let r := make_all l' p in if meets_demand (demanded g) p then make g p :: r else r
  end.
Definition moves (p : packed) : list packed := make_all (steps_of G (white_to_move p)) p.

Definition boardb (p : packed) : bool :=
  (blacks p land whites p =? 0) && (high_blacks p land high_whites p =? 0) &&
  ((blacks p lor whites p) land all_low G =? (blacks p lor whites p)) &&
  ((high_blacks p lor high_whites p) land all_high G =? (high_blacks p lor high_whites p)).

Fixpoint meets_any (l : list packed_demand) (p : packed) : bool :=
  match l with [] => false | d :: l' => if meets_demand d p then true else meets_any l' p end.
(* Whether the side that has just moved has won. *)
Definition over (p : packed) : bool := meets_any (tests_of G (negb (white_to_move p))) p.
Definition status_of (p : packed) : status :=
  if over p then Lost
  else match moves p with
       | [] => if stuck_is_loss (masks_in G) then Lost else Drawn
       | _ => Going
       end.
End Play.

Section PlayProofs.
Variable R : rules.
Variable G : game.
Hypothesis compiled : compile R = Some G.
Notation made := (masks_made R G compiled).

Lemma make_all_spec l p q :
  In q (make_all l p) <-> exists g, In g l /\ meets_demand (demanded g) p = true /\ q = make g p.
Proof.
  induction l as [|g l IH]; simpl.
  - split; [tauto|]. intros (g & [] & _).
  - destruct (meets_demand (demanded g) p) eqn:T; simpl; rewrite IH; split.
    + intros [<-|(h & I & X)]; [exists g|exists h]; auto.
    + intros (h & [<-|I] & X & ->); auto. right. exists h. auto.
    + intros (h & I & X). exists h. auto.
    + intros (h & [<-|I] & X & ->); [congruence|]. exists h. auto.
Qed.

Lemma moves_spec p q : board R (unpack p) ->
  (move R (unpack p) q <-> exists r, In r (moves G p) /\ q = unpack r).
Proof.
  intros B. rewrite (rules_spec R (masks_in G) made _ _ B).
  destruct (unpacked R G compiled) as (U & _ & _). rewrite <- U. unfold moves.
  setoid_rewrite make_all_spec. setoid_rewrite in_map_iff. split.
  - intros (g & (s & <- & I) & T & ->). exists (make s p). rewrite make_play. split; auto.
    exists s. rewrite meets_demand_test. auto.
  - intros (r & (s & I & T & ->) & ->). exists (unpack_ground s). rewrite make_play.
    rewrite meets_demand_test in T. split; eauto.
Qed.

Lemma over_spec p : board R (unpack p) ->
  (has_won R (unpack p) (negb (white_to_move p)) <-> over G p = true).
Proof.
  intros B. rewrite (goals_spec R (masks_in G) made _ _ B).
  destruct (unpacked R G compiled) as (_ & U & _). rewrite <- U. unfold over.
  assert (A : forall l, meets_any l p = existsb (fun d => test d (unpack p)) (map unpack_demand l)).
  { induction l as [|d l IH]; simpl; auto. rewrite IH, meets_demand_test.
    now destruct (test _ _). }
  now rewrite A.
Qed.

Lemma boardb_spec p : boardb G p = true <-> board R (unpack p).
Proof.
  destruct (unpacked R G compiled) as (_ & _ & U).
  rewrite <- (is_board_spec R (masks_in G) made). unfold is_board. rewrite <- U.
  unfold boardb, unpack. simpl.
  rewrite <- join_0, <- !join_lor, <- !join_land, !join_eqb. now rewrite !andb_assoc.
Qed.

Lemma no_moves p : board R (unpack p) ->
  (moves G p = [] <-> forall q, ~ move R (unpack p) q).
Proof.
  intros B. split.
  - intros E q Mq. apply (moves_spec p q B) in Mq. rewrite E in Mq. destruct Mq as (r & [] & _).
  - intros S. destruct (moves G p) as [|r l] eqn:E; auto. destruct (S (unpack r)).
    apply (moves_spec p _ B). exists r. rewrite E. split; auto. now left.
Qed.

Lemma status_spec p : board R (unpack p) -> status_is R (unpack p) (status_of G p).
Proof.
  intros B. unfold status_of. pose proof (over_spec p B) as W. pose proof (no_moves p B) as S.
  destruct (over G p). { simpl. left. now apply W. }
  assert (~ has_won R (unpack p) (negb (white_to_move p))).
  { intros X. apply W in X. discriminate. }
  rewrite (stuck_spec R (masks_in G) made). destruct (moves G p) as [|q l] eqn:E.
  - assert (forall q, ~ move R (unpack p) q) by now apply S.
    destruct (stuck_loses R) eqn:L; simpl; auto.
  - simpl. split; auto. intros X. apply S in X. discriminate.
Qed.

Lemma reading_is st p : (forall q, board R q -> status_is R q (st q)) -> board R (unpack p) ->
  st (unpack p) = status_of G p.
Proof. intros O B. eapply status_unique; eauto using status_spec. Qed.
End PlayProofs.
