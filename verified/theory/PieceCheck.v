(* SPDX-License-Identifier: MIT *)
(* The checker of tables of games in version 2 of BDDL, and the proof that what passes it is true. *)
From Coq Require Import List Bool ZArith Uint63 Lia Relations.
From Zermelo Require Import Game Plays Words PieceRules LeanTables PieceWords PieceMoves PieceGenerator PieceTurns.
From Zermelo Require Check.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* Values as words: a loss in m is m + 1, a draw the middle, a win in m is 2 * middle - m; nothing is 0.
   The smaller, the better for the side that moves there. *)
Definition middle : int := 1048576.
Definition top : int := 2097153.
Definition win_0 : int := 2097152.
Definition loss_0 : int := 1.
Definition win_1 : int := 2097151.
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


(* ---- The compiled game ---- *)
Record compiled := Compiled {
  flip : list chunk;                             (* the board seen by the other side *)
  first : part; next_parts : list (list nat * part);
  bad : list test;                               (* #illegal *)
  over_lines : list (ending * test); stuck_lines : list (ending * test);
  stuck_else : int }.
Fixpoint first_line (l : list (ending * test)) (w : int) : option ending :=
  match l with [] => None | (x, t) :: r => if run t w then Some x else first_line r w end.
Definition children (C : compiled) (w : int) : option (list int) :=
  turn_words (bad C) (next_parts C) most_parts (first C) w.

Section Compile.
Variable R : rules.
Variable L : layout.
Variable cs : list chunk.
Fixpoint different (l : list square) : bool := match l with [] => true | s :: r => negb (is_in s r) && different r end.
Definition back_again : bool := forallb (fun s => same_square (go (mirror R) (go (mirror R) s)) s) (squares R).
(* Whether a condition asks what is attacked. *)
Fixpoint asks (c : cond) : bool :=
  match c with
  | Attacked _ => true
  | Not a | Each _ _ a | Any _ _ a => asks a
  | And a b | Or a b => asks a || asks b
  | _ => false
  end.
Definition next_conditions : list cond :=
  flat_map (fun a => match next_part a with Some (_, c) => [c] | None => [] end) (actions R).
Definition conditions : list cond := map snd (ends R) ++ map snd (stuck R) ++ illegal R ++ next_conditions.
Definition compile : option compiled :=
  if layout_ok R L && (length (on_square L) <=? 62)%nat && hands_ok R L && turn_ok R L (go (mirror R)) swap true cs &&
     different (squares R) && back_again then
    match collect R L never (pairs R (plainly (first_part R))), collect R L never (pairs R (otherwise_only (first_part R))) with
    | Some gs0, Some others0 =>
        (* (What is attacked is known only if no action that begins a turn copies.) *)
        if (copies_nothing gs0 && copies_nothing others0) || negb (existsb asks conditions) then
          let at1 := att R L cs gs0 others0 in
          match part_of R L at1 (first_part R), parts_of R L at1 (actions R) with
          | Some p, Some ps =>
              let line := fun xc : ending * cond => (fst xc, ccond R L at1 [] (snd xc)) in
              Some (Compiled cs p ps (map (ccond R L at1 []) (illegal R))
                             (map line (ends R)) (map line (stuck R)) (match ends R with [] => loss_0 | _ => middle end))
          | _, _ => None
          end
        else None
    | _, _ => None
    end
  else None.
End Compile.

Section Checker.
Variable C : compiled.
Variable syms : list (list chunk).
(* Whether positions that are won at once need not be listed. *)
Variable lean : bool.
(* The table: positions as words, values.  All of it is looked at as it comes; nothing is assumed of it. *)
Variable entries : int.
Variable key val : int -> int.
(* Where to look for a position, and which symmetry turns it into the one listed: 16 * place + symmetry. *)
Variable hint : int -> int.

Fixpoint nth_sym (l : list (list chunk)) (g : int) : option (list chunk) :=
  match l with [] => None | c :: r => if g =? 1 then Some c else nth_sym r (g - 1) end.
Definition over (w : int) : int :=
  match first_line (over_lines C) (turn (flip C) w) with
  | Some Wins => loss_0 | Some Loses => win_0 | Some Draws => middle | None => 0 end.
Definition wins_line (x : int) : bool := match first_line (over_lines C) x with Some Wins => true | _ => false end.
(* Whether the side to move has lost because it has no move. *)
Definition stuck_loss (w : int) : bool :=
  (over w =? 0) &&
  match children C w with
  | Some [] => match first_line (stuck_lines C) w with
               | Some Loses => true | None => stuck_else C =? loss_0 | _ => false end
  | _ => false
  end.
(* Whether one of these, which a move leads to, wins for the side that has moved. *)
Definition some_win (l : list int) : bool :=
  if existsb wins_line l then true else existsb (fun x => stuck_loss (turn (flip C) x)) l.
(* A position that is not listed: over, stuck, or won at once. *)
Definition resolve (w : int) : int :=
  let o := over w in
  if o =? 0 then
    match children C w with
    | None => 0
    | Some [] => match first_line (stuck_lines C) w with
                 | Some Wins => win_0 | Some Loses => loss_0 | Some Draws => middle | None => stuck_else C end
    | Some l => if lean then if some_win l then win_1 else 0 else 0
    end
  else o.
Definition listed (i w : int) : int :=
  if key i =? w then let v := val i in if v =? 0 then 0 else if v <? top then v else 0 else 0.
Definition find_listed (w : int) : int :=
  let h := hint w in
  let i := h >> 4 in
  let g := h land 15 in
  if i <? entries then
    if g =? 0 then listed i w
    else match nth_sym syms g with Some c => listed i (turn c w) | None => 0 end
  else 0.
Definition look_up (w : int) : int := let v := find_listed w in if v =? 0 then resolve w else v.
Fixpoint best (l : list int) (b : int) : int :=
  match l with
  | [] => b
  | x :: r => let v := look_up (turn (flip C) x) in if v =? 0 then 0 else best r (least v b)
  end.
Definition check_entry (i : int) : bool :=
  if val i =? 0 then true else
  let w := key i in
  if lean && (val i =? win_1) then resolve w =? win_1
  else (over w =? 0) && match children C w with Some l => fits (best l top) (val i) | None => false end.
(* The start must be listed, or won at once. (That the game is over there would not do.) *)
Definition check_start (w : int) : bool :=
  if find_listed w =? 0 then lean && (resolve w =? win_1) else true.
Definition check_range (from upto : int) : bool := Check.all_between check_entry from upto.
End Checker.

(* ======== Proofs =========================================================================== *)
Lemma ltb_Z x y : (x <? y) = (to_Z x <? to_Z y)%Z.
Proof.
  destruct (x <? y) eqn:E; symmetry. { apply Z.ltb_lt. now apply ltb_spec. }
  apply Z.ltb_ge. apply Z.nlt_ge. intros H. apply ltb_spec in H. congruence.
Qed.
Lemma eqb_Z x y : (x =? y) = (to_Z x =? to_Z y)%Z.
Proof.
  destruct (x =? y) eqn:E; symmetry. { apply eqb_eq in E as ->. apply Z.eqb_refl. }
  apply Z.eqb_neq. intros H. apply to_Z_inj in H as ->. now rewrite eqb_refl in E.
Qed.
Lemma sub_Z x y : (to_Z y <= to_Z x)%Z -> to_Z (x - y) = (to_Z x - to_Z y)%Z.
Proof. intros L. rewrite sub_spec. apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). lia. Qed.
Lemma add_Z x y : (to_Z x + to_Z y < wB)%Z -> to_Z (x + y) = (to_Z x + to_Z y)%Z.
Proof. intros L. rewrite add_spec. apply Z.mod_small. pose proof (to_Z_bounded x). pose proof (to_Z_bounded y). lia. Qed.

Lemma says_spec v w : says v = Some w ->
  match w with
  | VLoss n => (0 < to_Z v < 1048576)%Z /\ Z.of_nat n = (to_Z v - 1)%Z
  | VDraw => to_Z v = 1048576%Z
  | VWin n => (1048576 < to_Z v <= 2097152)%Z /\ Z.of_nat n = (2097152 - to_Z v)%Z
  end.
Proof.
  unfold says. rewrite !ltb_Z, !eqb_Z. change (to_Z 0) with 0%Z. change (to_Z middle) with 1048576%Z. change (to_Z top) with 2097153%Z.
  pose proof (to_Z_bounded v). destruct (Z.eqb_spec (to_Z v) 0); [discriminate|].
  destruct (Z.ltb_spec (to_Z v) 1048576); [|destruct (Z.eqb_spec (to_Z v) 1048576); [|destruct (Z.ltb_spec (to_Z v) 2097153); [|discriminate]]];
    intros [= <-]; unfold plies; auto.
  - rewrite sub_Z by (change (to_Z 1) with 1%Z; lia). change (to_Z 1) with 1%Z. split; lia.
  - rewrite sub_Z by (change (to_Z win_0) with 2097152%Z; lia). change (to_Z win_0) with 2097152%Z. split; lia.
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
  unfold fits. rewrite !ltb_Z, !eqb_Z. change (to_Z 0) with 0%Z. change (to_Z middle) with 1048576%Z. change (to_Z top) with 2097153%Z.
  pose proof (to_Z_bounded b). destruct (Z.eqb_spec (to_Z b) 0); [discriminate|].
  destruct (Z.ltb_spec (to_Z b) 1048576).
  { rewrite Z.eqb_eq, sub_Z by (change (to_Z win_0) with 2097152%Z; lia). change (to_Z win_0) with 2097152%Z. intros ->. left. lia. }
  destruct (Z.eqb_spec (to_Z b) 1048576). { rewrite Z.eqb_eq. intros ->. right. left. lia. }
  destruct (Z.ltb_spec (to_Z b) 2097153); [|discriminate].
  rewrite andb_true_iff, Z.eqb_eq, Z.ltb_lt. assert (wB = 9223372036854775808%Z) by reflexivity.
  rewrite add_Z; rewrite sub_Z by (change (to_Z win_0) with 2097152%Z; lia); change (to_Z win_0) with 2097152%Z; change (to_Z 2) with 2%Z; [|lia].
  intros (-> & Q). right. right. lia.
Qed.

(* b is the least of the values for which P, or top. *)
Definition isleast (b : int) (P : int -> Prop) : Prop := (forall v, P v -> (to_Z b <= to_Z v)%Z) /\ (b = top \/ P b).
Lemma least_spec a b : (to_Z (least a b) <= to_Z a)%Z /\ (to_Z (least a b) <= to_Z b)%Z /\ (least a b = a \/ least a b = b).
Proof.
  unfold least. destruct (a <=? b) eqn:E. { apply leb_spec in E. split; [lia|auto]. }
  assert (~ (to_Z a <= to_Z b)%Z) by (intros H; apply leb_spec in H; congruence). split; [lia|]. split; [lia|auto].
Qed.
Lemma isleast_join a b (P Q R : int -> Prop) : isleast a P -> isleast b Q -> (forall v, R v <-> P v \/ Q v) -> isleast (least a b) R.
Proof.
  intros (A1 & A2) (B1 & B2) E. destruct (least_spec a b) as (L1 & L2 & L3). split.
  - intros v V. apply E in V. destruct V as [V|V]; [apply A1 in V|apply B1 in V]; lia.
  - rewrite E. destruct L3 as [-> | ->]; tauto.
Qed.
Lemma isleast_one v : isleast v (fun u => u = v).
Proof. split; auto. intros u ->. lia. Qed.
Lemma isleast_ext b (P Q : int -> Prop) : (forall v, P v <-> Q v) -> isleast b P -> isleast b Q.
Proof. intros E (A & B). split. { intros v V. apply A. now apply E. } destruct B; auto. right. now apply E. Qed.
Lemma least_0 a b : least a b <> 0 -> a <> 0 /\ b <> 0.
Proof.
  intros H. destruct (least_spec a b) as (L1 & L2 & _). pose proof (to_Z_bounded (least a b)).
  split; intros ->; apply H; apply to_Z_inj; change (to_Z 0) with 0%Z in *; lia.
Qed.



Section Compiled.
Variable R : rules.
Variable L : layout.
Variable cs : list chunk.
Variable C : compiled.
Hypothesis comp : compile R L cs = Some C.
Notation sqs := (squares R).
Notation decode := (decode R L).

Lemma comp_parts : layout_ok R L = true /\ (length (on_square L) <= 62)%nat /\ hands_ok R L = true /\
  turn_ok R L (go (mirror R)) swap true cs = true /\ different sqs = true /\ back_again R = true /\
  exists gs0 others0,
    collect R L never (pairs R (plainly (first_part R))) = Some gs0 /\
    collect R L never (pairs R (otherwise_only (first_part R))) = Some others0 /\
    ((copies_nothing gs0 = true /\ copies_nothing others0 = true) \/ existsb asks (conditions R) = false) /\
    let at1 := att R L cs gs0 others0 in
    let line := fun xc : ending * cond => (fst xc, ccond R L at1 [] (snd xc)) in
    exists p ps, part_of R L at1 (first_part R) = Some p /\ parts_of R L at1 (actions R) = Some ps /\
    C = Compiled cs p ps (map (ccond R L at1 []) (illegal R))
                 (map line (ends R)) (map line (stuck R)) (match ends R with [] => loss_0 | _ => middle end).
Proof.
  unfold compile in comp. destruct (_ && _) eqn:H; [|discriminate]. rewrite !andb_true_iff, Nat.leb_le in H.
  destruct (collect R L never (pairs R (plainly (first_part R)))) as [gs0|]; [|discriminate].
  destruct (collect R L never (pairs R (otherwise_only (first_part R)))) as [others0|]; [|discriminate].
  destruct (_ || _) eqn:K; [|discriminate]. rewrite orb_true_iff, andb_true_iff, negb_true_iff in K. cbv zeta in comp.
  destruct (part_of R L _ (first_part R)) as [p|] eqn:P; [|discriminate].
  destruct (parts_of R L _ (actions R)) as [ps|] eqn:Q; [|discriminate]. injection comp as <-.
  repeat (split; [tauto|]). exists gs0, others0. repeat (split; [auto|]). exists p, ps. auto.
Qed.
Lemma holds_unasked c : asks c = false -> forall e p at1 at2, holds R at1 e c p = holds R at2 e c p.
Proof.
  induction c; cbn [asks]; intros N e P at1 at2; cbn [holds]; auto; try discriminate;
    try (apply orb_false_iff in N; destruct N; erewrite IHc1, IHc2; eauto); try (erewrite IHc; eauto).
  - induction (values R e d) as [|x l IH]; cbn [forallb]; auto. now rewrite IH, (IHc N _ _ at1 at2).
  - induction (values R e d) as [|x l IH]; cbn [existsb]; auto. now rewrite IH, (IHc N _ _ at1 at2).
Qed.
Lemma all_told gs0 others0 : layout_ok R L = true -> (length (on_square L) <= 62)%nat ->
  turn_ok R L (go (mirror R)) swap true cs = true -> hands_ok R L = true ->
  collect R L never (pairs R (plainly (first_part R))) = Some gs0 ->
  collect R L never (pairs R (otherwise_only (first_part R))) = Some others0 ->
  ((copies_nothing gs0 = true /\ copies_nothing others0 = true) \/ existsb asks (conditions R) = false) ->
  forall c, In c (conditions R) -> told_right R L (att R L cs gs0 others0) c.
Proof.
  intros O F T H G G' K c I e w. rewrite (ccond_spec R L O _ F). destruct K as [(N & N')|K].
  - apply holds_ext. intros s. exact (att_spec R L O F H cs T never gs0 others0 G G' N N' s w).
  - apply holds_unasked. rewrite <- not_true_iff_false in *. intros A. apply K. apply existsb_exists. eauto.
Qed.
Lemma first_end_spec at1 w l : (forall x c, In (x, c) l -> told_right R L at1 c) ->
  first_line (map (fun xc : ending * cond => (fst xc, ccond R L at1 [] (snd xc))) l) w = first_end R l (decode w).
Proof.
  induction l as [|(x, c) l IH]; cbn [map first_line first_end fst snd]; auto. intros H.
  rewrite (H x c) by now left. rewrite IH; auto. intros y d I. apply (H y). now right.
Qed.
Lemma same_names_eq a : forall b, same_names a b = true -> a = b.
Proof.
  induction a as [|m a IH]; intros [|n b]; cbn [same_names]; try discriminate; auto.
  rewrite andb_true_iff, Nat.eqb_eq. intros (-> & H). f_equal. auto.
Qed.
Lemma parts_of_spec at1 l : forall ps, parts_of R L at1 l = Some ps ->
  forall names p, find_part names ps = Some p -> part_of R L at1 (named R names) = Some p.
Proof.
  induction l as [|a l IH]; intros ps; cbn [parts_of]. { intros [= <-] names p. discriminate. }
  destruct (next_part a) as [(n, c)|]; [|apply IH].
  destruct (part_of R L at1 (named R n)) as [p'|] eqn:P; [|discriminate]. destruct (parts_of R L at1 l) as [ps'|]; [|discriminate].
  intros [= <-] names p. cbn [find_part]. destruct (same_names n names) eqn:S; [|now apply IH].
  apply same_names_eq in S as ->. congruence.
Qed.
Lemma in_first a : In a (first_part R) -> In a (actions R).
Proof. unfold first_part. intros I. apply filter_In in I. tauto. Qed.
Theorem children_spec w l : children C w = Some l ->
  forall q, In q (after_turn R (decode w)) <-> exists x, In x l /\ q = decode x.
Proof.
  destruct comp_parts as (O & F & H & T & _ & _ & gs0 & others0 & G & G' & K & p & ps & P & Q & E). cbv zeta in E. subst C. unfold children.
  cbn [PieceCheck.bad PieceCheck.first PieceCheck.next_parts]. pose proof (all_told gs0 others0 O F T H G G' K) as Told. intros W.
  apply (turn_words_spec R L O F H (att R L cs gs0 others0) (map (ccond R L (att R L cs gs0 others0) []) (illegal R)) ps) with (p := p); auto.
  - intros u. unfold no_bad, legal. f_equal.
    assert (Il : forall c, In c (illegal R) -> In c (conditions R)).
    { intros c I. unfold conditions. rewrite !in_app_iff. auto. }
    revert Il. generalize (illegal R). induction l0 as [|c ls IH]; cbn [map existsb]; auto. intros Il.
    rewrite (Told c) by (apply Il; now left). f_equal. apply IH. intros d I. apply Il. now right.
  - exact (parts_of_spec _ _ _ Q).
  - intros a names c I N. apply Told. unfold conditions, next_conditions. rewrite !in_app_iff. right. right. right.
    apply in_flat_map. exists a. split; auto. rewrite N. now left.
  - exact in_first.
Qed.

Lemma flip_turned w : decode (turn (flip C) w) = turned R (decode w).
Proof.
  destruct comp_parts as (O & F & H & T & _ & _ & gs0 & others0 & G & G' & K & p & ps & P & Q & E). cbv zeta in E. subst C. cbn [PieceCheck.flip].
  apply turn_turned; auto.
Qed.
Lemma lines_over w : first_line (over_lines C) w = first_end R (ends R) (decode w).
Proof.
  destruct comp_parts as (O & F & H & T & _ & _ & gs0 & others0 & G & G' & K & p & ps & P & Q & E). cbv zeta in E. subst C. cbn [PieceCheck.over_lines].
  apply first_end_spec. intros x c I. apply all_told; auto. unfold conditions. rewrite !in_app_iff. apply (in_map snd) in I. auto.
Qed.
Lemma lines_stuck w : first_line (stuck_lines C) w = first_end R (stuck R) (decode w).
Proof.
  destruct comp_parts as (O & F & H & T & _ & _ & gs0 & others0 & G & G' & K & p & ps & P & Q & E). cbv zeta in E. subst C. cbn [PieceCheck.stuck_lines].
  apply first_end_spec. intros x c I. apply all_told; auto. unfold conditions. rewrite !in_app_iff. apply (in_map snd) in I. auto.
Qed.
Lemma else_stuck : stuck_else C = match ends R with [] => loss_0 | _ => middle end.
Proof.
  destruct comp_parts as (O & F & H & T & _ & _ & gs0 & others0 & G & G' & K & p & ps & P & Q & E). cbv zeta in E. now subst C.
Qed.
Lemma look_map s : forall l (G : square -> PieceRules.content), is_in s l = true -> look s l (map G l) = Some (G s).
Proof.
  induction l as [|t l IH]; intros G; cbn [look map is_in existsb]; [discriminate|].
  destruct (same_square s t) eqn:X; auto. apply same_square_eq in X. subst. auto.
Qed.
Lemma turned_twice w : turned R (turned R (decode w)) = decode w.
Proof.
  destruct comp_parts as (O & F & H & T & D & B & _).
  unfold turned at 1. cbn [own_hand other_hand turned]. change (decode w) with (Pos (board (decode w)) (own_hand (decode w)) (other_hand (decode w))) at 4.
  f_equal. unfold back_again in B. rewrite forallb_forall in B.
  assert (Mi : forall s, is_in s sqs = true -> is_in (go (mirror R) s) sqs = true).
  { intros s I. rewrite (is_in_spot R L O) in I. destruct (spot R L s) as [f|] eqn:Sf; [|discriminate].
    destruct (mirror_spot R L cs T s f Sf) as (g & Sg). rewrite (is_in_spot R L O). now rewrite Sg. }
  transitivity (map (fun s => or_open (at_ R (decode w) s)) sqs).
  - apply map_ext_in. intros s I.
    assert (Is : is_in s sqs = true). { unfold is_in. apply existsb_exists. exists s. split; auto. now apply same_square_eq. }
    unfold at_ at 1, turned. cbn [board]. rewrite look_map by auto. cbn [or_open].
    specialize (B s I). apply same_square_eq in B. rewrite B. now destruct (or_open (at_ R (decode w) s)).
  - assert (E : length sqs = length (on_square L)).
    { unfold layout_ok in O. rewrite !andb_true_iff, !Nat.eqb_eq in O. tauto. }
    unfold at_. change (board (decode w)) with (map (fun f => content R (get f w)) (on_square L)).
    revert D E. clear. generalize (on_square L). generalize sqs. induction l as [|s l IH]; intros [|f fs] D E; try discriminate; auto.
    cbn [different map look] in *. apply andb_true_iff in D. destruct D as (D1 & D2). rewrite (proj2 (same_square_eq s s) eq_refl). cbn [or_open]. f_equal.
    etransitivity; [|apply (IH fs D2); cbn [length] in E; congruence]. apply map_ext_in. intros t I. destruct (same_square t s) eqn:X; auto.
    apply same_square_eq in X. subst. apply negb_true_iff in D1. assert (is_in s l = true); [|congruence].
    unfold is_in. apply existsb_exists. exists s. split; auto. now apply same_square_eq.
Qed.

Notation status := (status_of R).
Notation move := (move R).
Lemma move_children w l : children C w = Some l -> forall q, move (decode w) q <-> exists x, In x l /\ q = decode (turn (flip C) x).
Proof.
  intros E q. unfold PieceRules.move, moves. rewrite in_map_iff. split.
  - intros (p & <- & I). apply (children_spec w l E) in I. destruct I as (x & I & ->). exists x. split; auto. now rewrite flip_turned.
  - intros (x & I & ->). exists (decode x). rewrite flip_turned. split; auto. apply (children_spec w l E). eauto.
Qed.
Lemma over_status w v : over C w <> 0 -> v = over C w ->
  exists s, says v = Some s /\ match status (decode w) with Won => s = VWin 0 | Lost => s = VLoss 0 | Drawn => s = VDraw | Going => False end.
Proof.
  intros N ->. unfold over, status_of in *. rewrite lines_over, flip_turned in *.
  destruct (first_end R (ends R) (turned R (decode w))) as [[]|]; try congruence; eexists; split; reflexivity.
Qed.
Lemma going w l : over C w = 0 -> children C w = Some l -> l <> [] -> status (decode w) = Going.
Proof.
  intros N E D. unfold over in N. rewrite lines_over, flip_turned in N. unfold status_of.
  destruct (first_end R (ends R) (turned R (decode w))) as [[]|]; try (exfalso; apply (f_equal to_Z) in N; discriminate N).
  destruct (moves R (decode w)) eqn:M; auto. exfalso. destruct l as [|x l]; [congruence|].
  assert (Mv : move (decode w) (decode (turn (flip C) x))). { apply (move_children w _ E). exists x. split; auto. now left. }
  unfold PieceRules.move in Mv. rewrite M in Mv. destruct Mv.
Qed.
Lemma stuck_status w : over C w = 0 -> children C w = Some [] ->
  status (decode w) = match first_line (stuck_lines C) w with
    | Some Wins => Won | Some Loses => Lost | Some Draws => Drawn | None => match ends R with [] => Lost | _ => Drawn end end.
Proof.
  intros N E. unfold over in N. rewrite lines_over, flip_turned in N. unfold status_of. rewrite lines_stuck.
  destruct (first_end R (ends R) (turned R (decode w))) as [[]|]; try (exfalso; apply (f_equal to_Z) in N; discriminate N).
  destruct (moves R (decode w)) as [|q r] eqn:M; auto. exfalso.
  assert (Mv : move (decode w) q). { unfold PieceRules.move. rewrite M. now left. }
  apply (move_children w _ E) in Mv. destruct Mv as (x & [] & _).
Qed.
Lemma wins_line_lost x : wins_line C x = true -> status (decode (turn (flip C) x)) = Lost.
Proof.
  unfold wins_line. rewrite lines_over. intros H. unfold status_of. rewrite flip_turned, turned_twice.
  destruct (first_end R (ends R) (decode x)) as [[]|]; try discriminate. reflexivity.
Qed.

Lemma some_win_lost l : some_win C l = true -> exists x, In x l /\ status (decode (turn (flip C) x)) = Lost.
Proof.
  unfold some_win. destruct (existsb (wins_line C) l) eqn:W.
  - intros _. apply existsb_exists in W. destruct W as (x & I & W). exists x. split; auto. now apply wins_line_lost.
  - intros X. apply existsb_exists in X. destruct X as (x & I & X). exists x. split; auto. unfold stuck_loss in X.
    apply andb_true_iff in X. destruct X as (O & X). apply eqb_eq in O.
    destruct (children C (turn (flip C) x)) as [[|y m]|] eqn:Ch; try discriminate. rewrite (stuck_status _ O Ch).
    destruct (first_line (stuck_lines C) (turn (flip C) x)) as [[]|]; try discriminate; auto.
    rewrite else_stuck in X. destruct (ends R); auto. apply eqb_eq in X. apply (f_equal to_Z) in X. discriminate X.
Qed.

(* ---- The table ---- *)
Variable syms : list (list chunk).
Variable lean : bool.
Variable entries : int.
Variable key val : int -> int.
Variable hint : int -> int.
Variable sim : position -> position -> Prop.
Hypothesis sim_refl : forall p, sim p p.
Hypothesis sim_sym : forall p q, sim p q -> sim q p.
Hypothesis sim_trans : forall p q r, sim p q -> sim q r -> sim p r.
Hypothesis sim_status : forall p q, sim p q -> status p = status q.
Hypothesis sim_move : forall p p' q, sim p p' -> move p q -> exists q', sim q q' /\ move p' q'.
Hypothesis sim_wins : forall p q n, sim p q -> (wins position status move n p <-> wins position status move n q).
Hypothesis sim_loses : forall p q n, sim p q -> (loses position status move n p <-> loses position status move n q).
Hypothesis syms_ok : forall c, In c syms -> forall w, sim (decode w) (decode (turn c w)).
Hypothesis pass : forall i, (i <? entries) = true -> check_entry C syms lean entries key val hint i = true.

(* What the table says, and what needs no table: a position that can be won at once. *)
Definition in_table (p : position) (v : value) : Prop :=
  (exists i, (i <? entries) = true /\ val i <> 0 /\ p = decode (key i) /\ says (val i) = Some v) \/
  (lean = true /\ v = VWin 1 /\ status p = Going /\ exists q, move p q /\ status q = Lost).
Notation known := (known position status sim in_table).

Lemma eqb_neq x y : (x =? y) = false <-> x <> y.
Proof. split; [intros H ->; now rewrite eqb_refl in H|]. intros H. apply not_true_is_false. intros E. apply H. now apply eqb_eq. Qed.
Lemma best_nil b : best C syms lean entries key val hint [] b = b.
Proof. reflexivity. Qed.
Lemma resolve_wins w : resolve C lean w = win_1 ->
  lean = true /\ status (decode w) = Going /\ exists q, move (decode w) q /\ status q = Lost.
Proof.
  unfold resolve. cbv zeta. destruct (over C w =? 0) eqn:O.
  - apply eqb_eq in O. destruct (children C w) as [[|x l]|] eqn:Ch.
    + rewrite else_stuck. destruct (first_line (stuck_lines C) w) as [[]|]; [| | |destruct (ends R)]; intros H;
        apply (f_equal to_Z) in H; discriminate H.
    + destruct lean; [|intros H; apply (f_equal to_Z) in H; discriminate H].
      destruct (some_win C (x :: l)) eqn:W; [|intros H; apply (f_equal to_Z) in H; discriminate H]. intros _.
      split; auto. split. { apply going with (x :: l); auto. discriminate. }
      apply some_win_lost in W. destruct W as (y & I & W). exists (decode (turn (flip C) y)). split; auto.
      apply (move_children w _ Ch). eauto.
    + intros H. apply (f_equal to_Z) in H. discriminate H.
  - unfold over in *. destruct (first_line (over_lines C) (turn (flip C) w)) as [[]|]; intros H; apply (f_equal to_Z) in H; try discriminate H.
Qed.
Lemma entry i : (i <? entries) = true -> val i <> 0 ->
  status (decode (key i)) = Going /\
  ((exists l, children C (key i) = Some l /\ fits (best C syms lean entries key val hint l top) (val i) = true) \/
   (lean = true /\ val i = win_1 /\ exists q, move (decode (key i)) q /\ status q = Lost)).
Proof.
  intros Li N. pose proof (pass i Li) as P. unfold check_entry in P. destruct (val i =? 0) eqn:E. { apply eqb_eq in E. congruence. }
  cbv zeta in P. destruct (lean && (val i =? win_1)) eqn:Lw.
  - apply andb_true_iff in Lw. destruct Lw as (Le & W). apply eqb_eq in P, W. destruct (resolve_wins _ P) as (_ & G & X). auto.
  - apply andb_true_iff in P. destruct P as (P1 & P2). apply eqb_eq in P1.
    destruct (children C (key i)) as [l|] eqn:Ch; [|discriminate]. split; [|left; eauto]. apply going with l; auto.
    intros ->. rewrite best_nil in P2. vm_compute in P2. discriminate.
Qed.
Lemma find_known w : find_listed syms entries key val hint w <> 0 ->
  exists v, says (find_listed syms entries key val hint w) = Some v /\ known (decode w) v.
Proof.
  unfold find_listed. cbv zeta. set (i := hint w >> 4). set (g := hint w land 15). destruct (i <? entries) eqn:Li; [|congruence].
  assert (K : forall u, sim (decode w) (decode u) -> listed key val i u <> 0 -> exists v, says (listed key val i u) = Some v /\ known (decode w) v).
  { intros u S. unfold listed. destruct (key i =? u) eqn:E; [|congruence]. cbv zeta. destruct (val i =? 0) eqn:Z; [congruence|].
    destruct (val i <? top) eqn:T; [|congruence]. intros N. destruct (says_some _ N T) as (v & V). exists v. split; auto.
    apply eqb_eq in E. destruct (entry i Li N) as (G & _). unfold Game.known. rewrite (sim_status _ _ S), <- E, G.
    exists (decode (key i)). split. { now rewrite E. } left. exists i. auto. }
  destruct (g =? 0). { intros N. apply K; auto. }
  destruct (nth_sym syms g) as [c|] eqn:Ng; [|congruence]. intros N. apply K; auto. apply syms_ok.
  revert g Ng N. clear. intros g. generalize g. clear g. induction syms as [|d l IH]; intros g; cbn [nth_sym]; [discriminate|].
  destruct (g =? 1). { intros [= ->] _. now left. } intros E N. right. eauto.
Qed.
Lemma resolve_known w : resolve C lean w <> 0 -> exists v, says (resolve C lean w) = Some v /\ known (decode w) v.
Proof.
  unfold resolve. cbv zeta. destruct (over C w =? 0) eqn:O.
  - apply eqb_eq in O. destruct (children C w) as [[|x l]|] eqn:Ch; [| |congruence].
    + pose proof (stuck_status w O Ch) as S. rewrite else_stuck in *. unfold Game.known. rewrite S.
      destruct (first_line (stuck_lines C) w) as [[]|]; [| | |destruct (ends R)]; intros _; eexists; (split; [reflexivity|reflexivity]).
    + destruct lean eqn:Le; [|congruence]. destruct (some_win C (x :: l)) eqn:W; [|congruence]. intros _. exists (VWin 1). split; [reflexivity|].
      assert (G : status (decode w) = Going) by (apply going with (x :: l); auto; discriminate).
      unfold Game.known. rewrite G. exists (decode w). split; auto. right. split; auto. split; auto. split; auto.
      apply some_win_lost in W. destruct W as (y & I & W). exists (decode (turn (flip C) y)). split; auto.
      apply (move_children w _ Ch). eauto.
  - apply eqb_neq in O. intros _. destruct (over_status w _ O eq_refl) as (s & S & K). exists s. split; auto.
    unfold Game.known. destruct (status (decode w)); auto. destruct K.
Qed.
Notation lookw := (look_up C syms lean entries key val hint).
Lemma look_known w : lookw w <> 0 -> exists v, says (lookw w) = Some v /\ known (decode w) v.
Proof.
  unfold look_up. cbv zeta. destruct (_ =? 0) eqn:E.
  - apply resolve_known.
  - intros _. apply find_known. now apply eqb_neq.
Qed.
Lemma best_spec l : forall b, best C syms lean entries key val hint l b <> 0 -> b <> 0 ->
  (forall x, In x l -> lookw (turn (flip C) x) <> 0) /\
  forall P, isleast b P -> isleast (best C syms lean entries key val hint l b) (fun v => P v \/ exists x, In x l /\ v = lookw (turn (flip C) x)).
Proof.
  induction l as [|x l IH]; intros b; cbn [best].
  - intros N _. split. { intros x []. } intros P H. eapply isleast_ext; [|exact H]. intros v. split; auto. intros [Q|(x & [] & _)]; auto.
  - cbv zeta. set (v := lookw (turn (flip C) x)). destruct (v =? 0) eqn:E; [congruence|]. apply eqb_neq in E. intros N Nb.
    assert (Nl : least v b <> 0). { destruct (least_spec v b) as (_ & _ & [-> | ->]); auto. }
    destruct (IH _ N Nl) as (I1 & I2). split. { intros y [<-|I]; auto. }
    intros P H. assert (H' : isleast (least v b) (fun u => u = v \/ P u)).
    { eapply isleast_join; [apply isleast_one|exact H|]. intros u. cbv beta. tauto. }
    eapply isleast_ext; [|exact (I2 _ H')]. intros u. cbv beta. split.
    + intros [[->|Q]|(y & I & ->)]; auto; right; [exists x|exists y]; split; auto; [now left|now right].
    + intros [Q|(y & [<-|I] & ->)]; auto. right. eauto.
Qed.

Theorem table_consistent p v : in_table p v -> lean_local position status move sim in_table p v.
Proof.
  intros [(i & Li & N & -> & V)|(_ & -> & G & q & M & Lq)].
  2: { split; auto. exists 0%nat. split; auto. split; [|now left]. exists q. split; auto. unfold Game.known. now rewrite Lq. }
  destruct (entry i Li N) as (G & [(l & Ch & Ft)|(_ & W1 & q & M & Lq)]).
  2: { rewrite W1 in V. vm_compute in V. injection V as <-. split; auto. exists 0%nat. split; auto. split; [|now left].
       exists q. split; auto. unfold Game.known. now rewrite Lq. }
  split; auto.
  assert (Nb : best C syms lean entries key val hint l top <> 0). { intros Z. rewrite Z in Ft. discriminate. }
  destruct (best_spec l top Nb) as (B1 & B2). { intros Z. apply (f_equal to_Z) in Z. discriminate Z. }
  assert (H0 : isleast top (fun _ => False)) by (split; [tauto|auto]). specialize (B2 _ H0). set (b := best _ _ _ _ _ _ _ l top) in *.
  destruct B2 as (Low & Att).
  assert (K : forall x, In x l -> exists u, says (lookw (turn (flip C) x)) = Some u /\ known (decode (turn (flip C) x)) u).
  { intros x I. apply look_known. auto. }
  apply fits_spec in Ft. assert (T : to_Z top = 2097153%Z) by reflexivity.
  assert (A : exists x, In x l /\ b = lookw (turn (flip C) x)). { destruct Att as [E|[[]|A]]; auto. rewrite E in Ft. lia. }
  destruct A as (x0 & I0 & E0). destruct (K x0 I0) as (u0 & U0 & K0). rewrite <- E0 in U0.
  pose proof (says_spec _ _ U0) as S0. pose proof (says_spec _ _ V) as Sw.
  assert (Lo : forall x, In x l -> (to_Z b <= to_Z (lookw (turn (flip C) x)))%Z) by (intros x I; apply Low; eauto).
  assert (Mv : forall q, move (decode (key i)) q <-> exists x, In x l /\ q = decode (turn (flip C) x)) by (apply move_children; auto).
  assert (M0 : move (decode (key i)) (decode (turn (flip C) x0))) by (apply Mv; eauto).
  destruct v as [n|n|]; cbv iota beta in Sw.
  - destruct Ft as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. exists k. split; [lia|]. split. { eauto. } right.
    intros q M. apply Mv in M. destruct M as (x & I & ->). destruct (K x I) as (u & U & Ku). exists u. split; auto.
    intros m ->. pose proof (says_spec _ _ U) as Su. cbv iota beta in Su. specialize (Lo x I). lia.
  - destruct Ft as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. exists k. split; [lia|]. split. { eauto. }
    intros q M. apply Mv in M. destruct M as (x & I & ->). destruct (K x I) as (u & U & Ku). specialize (Lo x I).
    pose proof (says_spec _ _ U) as Su. destruct u as [m|m|]; cbv iota beta in Su; try lia. exists m. split; auto. lia.
  - destruct Ft as [(F1 & F2)|[(F1 & F2)|(F1 & F2 & F3)]]; try lia.
    destruct u0 as [k|k|]; cbv iota beta in S0; try lia. split. { eauto. }
    intros q M. apply Mv in M. destruct M as (x & I & ->). destruct (K x I) as (u & U & Ku). specialize (Lo x I). exists u. split; auto.
    intros m ->. pose proof (says_spec _ _ U) as Su. cbv iota beta in Su. lia.
Qed.
(* All moves of a listed position lead to what is known. *)
Lemma moves_known i q : lean = false -> (i <? entries) = true -> val i <> 0 -> move (decode (key i)) q -> exists v, known q v.
Proof.
  intros Le Li N M. destruct (entry i Li N) as (G & [(l & Ch & Ft)|(Le' & _)]); [|congruence].
  assert (Nb : best C syms lean entries key val hint l top <> 0). { intros Z. rewrite Z in Ft. discriminate. }
  destruct (best_spec l top Nb) as (B1 & _). { intros Z. apply (f_equal to_Z) in Z. discriminate Z. }
  apply (move_children _ _ Ch) in M. destruct M as (x & I & ->). destruct (look_known _ (B1 x I)) as (v & _ & K). eauto.
Qed.
Lemma start_known w : check_start C syms lean entries key val hint w = true -> status (decode w) = Going /\ exists v, known (decode w) v.
Proof.
  unfold check_start. destruct (_ =? 0) eqn:E.
  - rewrite andb_true_iff. intros (Le & W). apply eqb_eq in W.
    destruct (resolve_known w) as (v & V & K). { rewrite W. intros Z. apply (f_equal to_Z) in Z. discriminate Z. } rewrite W in V. vm_compute in V. injection V as <-.
    split; [|eauto]. revert K. unfold Game.known. destruct (status (decode w)); auto; intros K; discriminate.
  - apply eqb_neq in E. intros _. destruct (find_known w E) as (v & V & K). split; [|eauto].
    unfold find_listed in E. cbv zeta in E. destruct (_ <? entries) eqn:Li in E; [|congruence].
    assert (L1 : forall u, sim (decode w) (decode u) -> listed key val (hint w >> 4) u <> 0 -> status (decode w) = Going).
    { intros u S. unfold listed. destruct (key (hint w >> 4) =? u) eqn:Q; [|congruence]. cbv zeta. destruct (val (hint w >> 4) =? 0) eqn:Z; [congruence|]. intros _.
      apply eqb_neq in Z. apply eqb_eq in Q. destruct (entry _ Li Z) as (G & _). rewrite (sim_status _ _ S), <- Q. exact G. }
    destruct (_ =? 0) in E; [exact (L1 w (sim_refl _) E)|].
    destruct (nth_sym syms _) as [c|] eqn:Ng in E; [|congruence]. apply (L1 (turn c w)); auto. apply syms_ok.
    revert Ng. generalize (hint w land 15). generalize syms. clear. intros l.
    induction l as [|d l IH]; intros g; cbn [nth_sym]; [discriminate|].
    destruct (g =? 1). { intros [= ->]. now left. } intros Ng. right. eauto.
Qed.
Lemma going_moves p : status p = Going -> exists q, move p q.
Proof.
  unfold status_of. destruct (first_end R (ends R) (turned R p)) as [[]|]; try discriminate.
  unfold PieceRules.move. destruct (moves R p) as [|q l]; [|exists q; now left].
  destruct (first_end R (stuck R) p) as [[]|]; try discriminate. destruct (ends R); discriminate.
Qed.
End Compiled.
