(* SPDX-License-Identifier: MIT *)
(* Symmetries of the board: a test of the rules as they are written, and that what passes it keeps everything. *)
From Coq Require Import List Bool ZArith Lia Permutation FinFun.
From Zermelo Require Import Game PieceRules PieceWords PieceMoves PieceGenerator PieceCheck.
Import ListNotations.
Local Open Scope bool_scope.

(* Where squares go: as a turn or reflection takes them, or as a list says (what it does not name stays). *)
Inductive board_map := Affine (m : affine) | Listed (l : list (square * square)).
Fixpoint listed_image (l : list (square * square)) (x : square) : square :=
  match l with [] => x | (a, b) :: r => if same_square a x then b else listed_image r x end.
Definition go_m (m : board_map) (x : square) : square :=
  match m with Affine a => go a x | Listed l => listed_image l x end.
(* And steps: only if the map is a turn or reflection, they go with their squares. *)
Definition linear (m : board_map) : bool := match m with Affine _ => true | Listed _ => false end.
Definition go_a (m : affine) (d : vector) : vector := (ma m * fst d + mb m * snd d, mc m * fst d + md m * snd d)%Z.
Definition go_v (m : board_map) (d : vector) : vector := match m with Affine a => go_a a d | Listed _ => d end.
Definition affine_inverse (s t : affine) : bool :=
  (ma t * ma s + mb t * mc s =? 1)%Z && (ma t * mb s + mb t * md s =? 0)%Z && (ma t * me s + mb t * mf s + me t =? 0)%Z &&
  (mc t * ma s + md t * mc s =? 0)%Z && (mc t * mb s + md t * md s =? 1)%Z && (mc t * me s + md t * mf s + mf t =? 0)%Z.
Definition inverse (s t : board_map) : bool :=
  match s, t with
  | Affine a, Affine b => affine_inverse a b
  | Listed l, Listed m => forallb (fun x => same_square (listed_image m (listed_image l x)) x) (map fst l ++ map fst m)
  | _, _ => false
  end.

(* Conditions that ask for nothing but what stands on squares, written out: all ways in which one can hold, each of them
   squares and what stands there. None: it asks for something else, or there are too many ways. (Four in a row can be
   told from either end. A turn of the board then makes another condition of it, which holds in the same ways.) *)
Definition atom := (square * what)%type.
Definition same_what (a b : what) : bool :=
  match a, b with
  | IsOpen, IsOpen | Mine, Mine | Theirs, Theirs => true
  | MineOf (Kind j), MineOf (Kind k) | TheirsOf (Kind j), TheirsOf (Kind k) => Nat.eqb j k
  | _, _ => false
  end.
Definition same_atom (a b : atom) : bool := same_square (fst a) (fst b) && same_what (snd a) (snd b).
Definition in_words (e : env) (t : what) : what :=
  match t with MineOf k => MineOf (Kind (kind_of e k)) | TheirsOf k => TheirsOf (Kind (kind_of e k)) | x => x end.
Definition most_ways : Z := 1000.
Fixpoint size {A} (l : list A) : Z := match l with [] => 0%Z | _ :: r => (size r + 1)%Z end.
Section Ways.
Variable R : rules.
Fixpoint ways (e : env) (c : cond) : option (list (list atom)) :=
  match c with
  | Yes => Some [[]]
  | And a b => match ways e a, ways e b with
               | Some l, Some m => if (size l * size m <=? most_ways)%Z then Some (flat_map (fun x => map (app x) m) l) else None
               | _, _ => None end
  | Or a b => both (ways e a) (ways e b)
  | Any v d a => fold_right (fun x r => both (ways ((v, x) :: e) a) r) (Some []) (values R e d)
  | Is t p => match place_of e p with
              | Some x => if is_in x (squares R) then Some [[(x, in_words e t)]] else Some []
              | None => Some [] end
  | On p => Some (if match place_of e p with Some x => is_in x (squares R) | None => false end then [[]] else [])
  | _ => None
  end.
Definition atom_holds (p : position) (a : atom) : bool :=
  match at_ R p (fst a) with Some c => PieceRules.fits [] (snd a) c | None => false end.
(* Whether each way, turned by s, is as much as one of them asks for. *)
Definition keeps_ways (s : board_map) (c : cond) : bool :=
  match ways [] c with
  | Some l => (size l <=? most_ways)%Z &&
      forallb (fun x => let turned_x := map (fun a : atom => (go_m s (fst a), snd a)) x in
                        existsb (forallb (fun b => existsb (same_atom b) turned_x)) l) l
  | None => false
  end.
End Ways.
Section Test.
Variable R : rules.
Variable s : board_map.
Definition closed (l : list square) : bool := forallb (fun x => is_in (go_m s x) l) l.
Definition closed_v (l : list vector) : bool := forallb (fun x => is_in (go_v s x) l) l.
Definition fixed_step (d : step) : bool := match d with Step x => same_square (go_v s x) x | SVar _ => true end.
Fixpoint fixed_place (p : place) : bool :=
  match p with At x => same_square (go_m s x) x | PVar _ => true | Shift q _ d => linear s && fixed_place q && fixed_step d end.
Definition keeps_domain (d : domain) : bool :=
  match d with
  | Squares => true | Region l => closed l | Steps l => closed_v l
  | Numbers _ _ => true | Kinds _ => true
  | Only p => fixed_place p
  end.
(* Lines, links and steps stay what they are. *)
Definition neighbours (x y : square) : bool := existsb (beside x y) (lines R ++ links R).
Definition in_line (x y z : square) : bool := existsb (on_line x y z) (lines R).
Definition inside : bool := forallb (forallb (fun x => is_in x (squares R))) (lines R ++ links R).
Definition keeps_next : bool :=
  inside && forallb (fun x => forallb (fun y => eqb (neighbours (go_m s x) (go_m s y)) (neighbours x y)) (squares R)) (squares R).
Definition keeps_line : bool :=
  inside && forallb (fun x => forallb (fun y => forallb (fun z =>
    eqb (in_line (go_m s x) (go_m s y) (go_m s z)) (in_line x y z)) (squares R)) (squares R)) (squares R).
Definition step_image (x : vector * bool) : vector * bool := (go_v s (fst x), snd x).
Definition same_step (x y : vector * bool) : bool := same_square (fst x) (fst y) && eqb (snd x) (snd y).
Definition keeps_steps : bool := forallb (fun l => forallb (fun x => existsb (same_step (step_image x)) l) l) (steps_of R).
Fixpoint keeps_cond (c : cond) : bool :=
  match c with
  | Yes => true
  | Not a => keeps_cond a
  | And a b | Or a b => keeps_cond a && keeps_cond b
  | Each _ d a | Any _ d a => keeps_domain d && keeps_cond a
  | Is _ p | On p | Attacked p => fixed_place p
  | In_region l p => closed l && fixed_place p
  | Next p q => keeps_next && (fixed_place p && fixed_place q)
  | Line p q r => keeps_line && (fixed_place p && fixed_place q && fixed_place r)
  | Reaches _ p q => linear s && keeps_steps && (fixed_place p && fixed_place q)
  | Hand _ _ _ _ | Count _ _ _ | Compare _ _ _ => true
  end.
Fixpoint keeps_effect (f : effect) : bool :=
  match f with
  | Nothing | AddHand _ _ _ => true
  | Both a b => keeps_effect a && keeps_effect b
  | EachDo _ d a => match d with Numbers _ _ | Kinds _ => keeps_effect a | _ => false end
  | When c a => keeps_cond c && keeps_effect a
  | Put _ p | Take p => fixed_place p
  | Becomes p q => fixed_place p && fixed_place q
  end.
Definition keeps_rules : bool :=
  closed (squares R) && forallb (fun x => same_square (go (mirror R) (go_m s x)) (go_m s (go (mirror R) x))) (squares R) &&
  forallb (fun a => forallb (fun vd => keeps_domain (snd vd)) (parameters a) && keeps_cond (precondition a) && keeps_effect (does a) &&
                     match next_part a with Some (_, c) => keeps_cond c | None => true end) (actions R).
End Test.
(* What ends the game, or may not be left: kept as it is written, or in all the ways in which it can hold. *)
Definition keeps_end (R : rules) (s t : board_map) (c : cond) : bool :=
  (keeps_cond R s c && keeps_cond R t c) || (keeps_ways R s c && keeps_ways R t c).
Definition end_conditions (R : rules) : list cond := map snd (ends R) ++ illegal R ++ map snd (stuck R).
Definition symmetry (R : rules) (s t : board_map) : bool :=
  inverse s t && inverse t s && keeps_rules R s && keeps_rules R t && forallb (keeps_end R s t) (end_conditions R).

Definition thing_image (s : board_map) (x : thing) : thing :=
  match x with ASquare a => ASquare (go_m s a) | AVector d => AVector (go_v s d) | y => y end.
Definition env_image (s : board_map) (e : env) : env := map (fun vx => (fst vx, thing_image s (snd vx))) e.

Lemma affine_go s t : affine_inverse s t = true -> forall x, go t (go s x) = x.
Proof.
  unfold affine_inverse. rewrite !andb_true_iff, !Z.eqb_eq. intros (((((A & B) & C) & D) & E) & F) (x, y). unfold go. cbn [fst snd].
  f_equal.
  - transitivity ((ma t * ma s + mb t * mc s) * x + (ma t * mb s + mb t * md s) * y + (ma t * me s + mb t * mf s + me t))%Z; [ring|].
    rewrite A, B, C. ring.
  - transitivity ((mc t * ma s + md t * mc s) * x + (mc t * mb s + md t * md s) * y + (mc t * me s + md t * mf s + mf t))%Z; [ring|].
    rewrite D, E, F. ring.
Qed.
Lemma affine_go_v s t : affine_inverse s t = true -> forall x, go_a t (go_a s x) = x.
Proof.
  unfold affine_inverse. rewrite !andb_true_iff, !Z.eqb_eq. intros (((((A & B) & C) & D) & E) & F) (x, y). unfold go_a. cbn [fst snd].
  f_equal.
  - transitivity ((ma t * ma s + mb t * mc s) * x + (ma t * mb s + mb t * md s) * y)%Z; [ring|]. rewrite A, B. ring.
  - transitivity ((mc t * ma s + md t * mc s) * x + (mc t * mb s + md t * md s) * y)%Z; [ring|]. rewrite D, E. ring.
Qed.
Lemma listed_image_out l x : ~ In x (map fst l) -> listed_image l x = x.
Proof.
  induction l as [|(a, b) l IH]; cbn [listed_image map fst In]; auto. intros N. destruct (same_square a x) eqn:E.
  - apply same_square_eq in E. tauto.
  - apply IH. tauto.
Qed.
Lemma listed_go l m : forallb (fun x => same_square (listed_image m (listed_image l x)) x) (map fst l ++ map fst m) = true ->
  forall x, listed_image m (listed_image l x) = x.
Proof.
  rewrite forallb_forall. intros H x.
  destruct (in_dec (fun a b => ltac:(destruct (same_square a b) eqn:Q; [left; now apply same_square_eq|right; intros E; apply same_square_eq in E; congruence])) x (map fst l ++ map fst m)) as [I|N].
  - apply same_square_eq. auto.
  - rewrite in_app_iff in N. rewrite (listed_image_out l x) by tauto. apply listed_image_out. tauto.
Qed.
Lemma inverse_go s t : inverse s t = true -> forall x, go_m t (go_m s x) = x.
Proof. destruct s, t; cbn [inverse go_m]; try discriminate; [apply affine_go|apply listed_go]. Qed.
Lemma inverse_go_v s t : inverse s t = true -> forall x, go_v t (go_v s x) = x.
Proof. destruct s, t; cbn [inverse go_v]; try discriminate; [apply affine_go_v|auto]. Qed.
Lemma go_shift s p n d : linear s = true -> go_m s (shift p n d) = shift (go_m s p) n (go_v s d).
Proof. destruct s as [s|]; [|discriminate]. intros _. cbn [go_m go_v]. destruct p, d. unfold go, shift, go_a. cbn [fst snd]. f_equal; ring. Qed.
Lemma in_is_in x l : is_in x l = true <-> In x l.
Proof.
  unfold is_in. rewrite existsb_exists. split; [intros (y & I & E); apply same_square_eq in E; now subst|].
  intros I. exists x. split; auto. now apply same_square_eq.
Qed.
Lemma find_image s v e : find v (env_image s e) = match find v e with Some x => Some (thing_image s x) | None => None end.
Proof. induction e as [|(w, x) e IH]; cbn; auto. now destruct (Nat.eqb v w). Qed.
Lemma number_image s e n : number_of (env_image s e) n = number_of e n.
Proof. induction n; cbn [number_of]; auto; try congruence. rewrite find_image. destruct (find v e) as [[]|]; auto. Qed.
Lemma kind_image s e k : kind_of (env_image s e) k = kind_of e k.
Proof. destruct k; cbn [kind_of]; auto. rewrite find_image. destruct (find v e) as [[]|]; auto. Qed.
Lemma place_image s e p : fixed_place s p = true ->
  place_of (env_image s e) p = match place_of e p with Some x => Some (go_m s x) | None => None end.
Proof.
  induction p; cbn [fixed_place place_of].
  - intros H. apply same_square_eq in H. now rewrite H.
  - intros _. rewrite find_image. destruct (find v e) as [[]|]; auto.
  - rewrite !andb_true_iff. intros ((Li & H1) & H2). rewrite IHp by auto. destruct (place_of e p) as [x|]; auto.
    rewrite number_image.
    assert (St : step_of (env_image s e) d = match step_of e d with Some y => Some (go_v s y) | None => None end).
    { destruct d; cbn [fixed_step step_of] in *. { apply same_square_eq in H2. now rewrite H2. }
      rewrite find_image. destruct (find v e) as [[]|]; auto. }
    rewrite St. destruct (step_of e d); auto. now rewrite go_shift.
Qed.

Section Symmetry.
Variable R : rules.
Variable s t : board_map.
Notation sqs := (squares R).
Hypothesis st : inverse s t = true.
Hypothesis ts : inverse t s = true.
Hypothesis ks : keeps_rules R s = true.
Hypothesis kt : keeps_rules R t = true.

Lemma same_go x y : same_square (go_m s x) (go_m s y) = same_square x y.
Proof.
  destruct (same_square x y) eqn:E. { apply same_square_eq in E. subst. now apply same_square_eq. }
  destruct (same_square (go_m s x) (go_m s y)) eqn:F; auto. apply same_square_eq in F. apply (f_equal (go_m t)) in F.
  rewrite !(inverse_go s t st) in F. subst. rewrite (proj2 (same_square_eq y y) eq_refl) in E. discriminate.
Qed.
Lemma closed_in l x : closed s l = true -> closed t l = true -> is_in (go_m s x) l = is_in x l.
Proof.
  unfold closed. rewrite !forallb_forall. intros A B. destruct (is_in x l) eqn:E.
  - apply in_is_in in E. auto.
  - destruct (is_in (go_m s x) l) eqn:F; auto. apply in_is_in in F. apply B in F. rewrite (inverse_go s t st) in F. congruence.
Qed.
Lemma closed_sqs : closed s sqs = true /\ closed t sqs = true.
Proof. unfold keeps_rules in ks, kt. rewrite !andb_true_iff in ks, kt. tauto. Qed.
Lemma on_image x : is_in (go_m s x) sqs = is_in x sqs.
Proof. destruct closed_sqs. now apply closed_in. Qed.
Lemma env_back e : env_image t (env_image s e) = e.
Proof.
  unfold env_image. rewrite map_map. rewrite <- (map_id e) at 2. apply map_ext. intros (v, x). cbn [fst snd].
  destruct x; cbn [thing_image]; rewrite ?(inverse_go s t st), ?(inverse_go_v s t st); auto.
Qed.
Lemma thing_back x : thing_image s (thing_image t x) = x.
Proof. destruct x; cbn [thing_image]; rewrite ?(inverse_go t s ts), ?(inverse_go_v t s ts); auto. Qed.
End Symmetry.

(* Values of a domain go to values of it. *)
Lemma values_image R s d : (forall x, is_in (go_m s x) (squares R) = is_in x (squares R)) -> keeps_domain s d = true -> forall e x,
  In x (values R e d) -> In (thing_image s x) (values R (env_image s e) d).
Proof.
  intros On D e x.
  destruct d; cbn [values keeps_domain] in *; rewrite ?number_image, ?kind_image; rewrite ?in_map_iff.
  - intros (y & <- & I). exists (go_m s y). split; auto. apply in_is_in. rewrite On. now apply in_is_in.
  - intros (y & <- & I). exists (go_m s y). split; auto. unfold closed in D. rewrite forallb_forall in D. apply in_is_in. auto.
  - intros (y & <- & I). exists (go_v s y). split; auto. unfold closed_v in D. rewrite forallb_forall in D. apply in_is_in. auto.
  - intros (y & <- & I). exists y. auto.
  - intros (y & <- & I). exists y. auto.
  - rewrite place_image by auto. destruct (place_of e p) as [y|].
    + rewrite On. destruct (is_in y (squares R)); intros [<-|[]]; now left.
    + intros [<-|[]]. now left.
Qed.
Lemma existsb_image {A} (F G : A -> bool) (f g : A -> A) l m : (forall x, In x l -> In (f x) m) -> (forall y, In y m -> In (g y) l) ->
  (forall y, In y m -> f (g y) = y) -> (forall x, In x l -> G (f x) = F x) -> existsb G m = existsb F l.
Proof.
  intros A1 A2 A3 A4. destruct (existsb F l) eqn:E.
  - apply existsb_exists in E. destruct E as (x & I & E). apply existsb_exists. exists (f x). split; auto. now rewrite A4.
  - destruct (existsb G m) eqn:H; auto. apply existsb_exists in H. destruct H as (y & I & H).
    assert (existsb F l = true); [|congruence]. apply existsb_exists. exists (g y). split; auto. rewrite <- A4 by auto. now rewrite A3.
Qed.
Lemma forallb_existsb {A} (F : A -> bool) l : forallb F l = negb (existsb (fun x => negb (F x)) l).
Proof. induction l as [|x l IH]; cbn; auto. rewrite IH. destruct (F x); auto. Qed.

Section Positions.
Variable R : rules.
Variable s t : board_map.
Notation sqs := (squares R).
Hypothesis st : inverse s t = true.
Hypothesis ts : inverse t s = true.
Hypothesis ks : keeps_rules R s = true.
Hypothesis kt : keeps_rules R t = true.

(* q looks as p does, turned by s. *)
Definition img (p q : position) : Prop :=
  own_hand q = own_hand p /\ other_hand q = other_hand p /\ length (board p) = length sqs /\ length (board q) = length sqs /\
  forall x, at_ R q (go_m s x) = at_ R p x.

Lemma values_existsb d e (F G : thing -> bool) : keeps_domain s d = true -> keeps_domain t d = true ->
  (forall x, In x (values R e d) -> G (thing_image s x) = F x) ->
  existsb G (values R (env_image s e) d) = existsb F (values R e d).
Proof.
  intros D D' H. apply (existsb_image F G (thing_image s) (thing_image t)); auto.
  - intros x. apply values_image; auto. exact (on_image R s t st ks kt).
  - intros y I. apply (values_image R t d (on_image R t s ts kt ks) D') in I. now rewrite (env_back s t st) in I.
  - intros y _. now apply thing_back.
Qed.
Lemma fits_image e w c : PieceRules.fits (env_image s e) w c = PieceRules.fits e w c.
Proof. destruct w, c; cbn [PieceRules.fits]; rewrite ?kind_image; auto. Qed.

Hypothesis once : different sqs = true.
Lemma different_nodup l : different l = true -> NoDup l.
Proof.
  induction l as [|x l IH]; cbn [different]; [constructor|]. rewrite andb_true_iff, negb_true_iff. intros (A & B). constructor; auto.
  intros I. apply in_is_in in I. congruence.
Qed.
(* The numbers of what stands there are the same: count over squares. *)
Lemma count_squares (f : PieceRules.content -> bool) l : different l = true -> forall b, length b = length l ->
  length (filter f b) = length (filter (fun x => match look x l b with Some c => f c | None => false end) l).
Proof.
  induction l as [|x l IH]; intros D [|c b] E; try discriminate; auto. cbn [different] in D. rewrite andb_true_iff, negb_true_iff in D.
  destruct D as (D1 & D2). cbn [filter look]. rewrite (proj2 (same_square_eq x x) eq_refl).
  assert (Ex : filter (fun y => match (if same_square y x then Some c else look y l b) with Some c0 => f c0 | None => false end) l =
               filter (fun y => match look y l b with Some c0 => f c0 | None => false end) l).
  { apply filter_ext_in. intros y I. destruct (same_square y x) eqn:S; auto. apply same_square_eq in S. subst.
    apply in_is_in in I. congruence. }
  rewrite Ex. destruct (f c); cbn [length]; rewrite (IH D2 b); auto.
Qed.
Lemma filter_map_length {A B} (f : B -> bool) (g : A -> B) l : length (filter f (map g l)) = length (filter (fun x => f (g x)) l).
Proof. induction l as [|x l IH]; cbn; auto. destruct (f (g x)); cbn; auto. Qed.
Lemma permutation_count {A} (f : A -> bool) l m : Permutation l m -> length (filter f l) = length (filter f m).
Proof.
  induction 1; cbn; auto.
  - destruct (f x); cbn; auto.
  - destruct (f x), (f y); cbn; auto.
  - congruence.
Qed.
Lemma go_permutes : Permutation (map (go_m s) sqs) sqs.
Proof.
  pose proof (different_nodup sqs once) as N. apply NoDup_Permutation; auto.
  - apply FinFun.Injective_map_NoDup; auto. intros x y E. apply (f_equal (go_m t)) in E. now rewrite !(inverse_go s t st) in E.
  - intros x. destruct (closed_sqs R s t ks kt) as (C1 & C2). unfold closed in *. rewrite forallb_forall in C1, C2. rewrite in_map_iff. split.
    + intros (y & <- & I). apply in_is_in. auto.
    + intros I. exists (go_m t x). split; [now apply inverse_go|]. apply in_is_in. auto.
Qed.
Lemma count_image (f : PieceRules.content -> bool) p q : img p q -> length (filter f (board q)) = length (filter f (board p)).
Proof.
  intros (_ & _ & Lp & Lq & A). rewrite (count_squares f sqs once (board p) Lp), (count_squares f sqs once (board q) Lq).
  rewrite <- (permutation_count _ _ _ go_permutes), filter_map_length. f_equal. apply filter_ext. intros x.
  change (look (go_m s x) sqs (board q)) with (at_ R q (go_m s x)). now rewrite A.
Qed.

(* Lines, links and steps. *)
Lemma beside_in p q l : beside p q l = true -> In p l /\ In q l.
Proof.
  induction l as [|a [|b r] IH]; cbn [beside]; try discriminate. rewrite !orb_true_iff, !andb_true_iff, !same_square_eq.
  intros [[(A & B)|(A & B)]|A]; [subst; cbn; auto 9|subst; cbn; auto 9|]. destruct (IH A). split; now right.
Qed.
Lemma on_line_in p q r l : on_line p q r l = true -> In p l /\ In q l /\ In r l.
Proof.
  induction l as [|a [|b [|c u]] IH]; cbn [on_line]; try discriminate. rewrite !orb_true_iff, !andb_true_iff, !orb_true_iff, !andb_true_iff, !same_square_eq.
  intros [(A & [(B & C)|(B & C)])|A]; [subst; cbn; auto 9|subst; cbn; auto 9|]. destruct (IH A) as (B & C & D).
  split; [|split]; now right.
Qed.
Lemma inside_in x l : inside R = true -> In l (lines R ++ links R) -> In x l -> In x sqs.
Proof.
  unfold inside. rewrite forallb_forall. intros H I J. specialize (H l I). rewrite forallb_forall in H. apply in_is_in. auto.
Qed.
Lemma neighbours_in x y : inside R = true -> neighbours R x y = true -> In x sqs /\ In y sqs.
Proof.
  unfold neighbours. intros H E. apply existsb_exists in E. destruct E as (l & I & E). apply beside_in in E.
  split; apply (inside_in _ l); tauto.
Qed.
Lemma in_line_in x y z : inside R = true -> in_line R x y z = true -> In x sqs /\ In y sqs /\ In z sqs.
Proof.
  unfold in_line. intros H E. apply existsb_exists in E. destruct E as (l & I & E). apply on_line_in in E.
  assert (In l (lines R ++ links R)) by (apply in_app_iff; auto). split; [|split]; apply (inside_in _ l); tauto.
Qed.
Lemma on_board x : In (go_m s x) sqs <-> In x sqs.
Proof. rewrite <- !in_is_in, (on_image R s t) by auto. tauto. Qed.
Lemma bool_same a b : (a = true <-> b = true) -> a = b.
Proof. destruct a, b; intros (A & B); auto. symmetry. auto. Qed.
Lemma next_image x y : keeps_next R s = true -> neighbours R (go_m s x) (go_m s y) = neighbours R x y.
Proof.
  unfold keeps_next. rewrite andb_true_iff, forallb_forall. intros (Ins & H).
  assert (E : In x sqs -> In y sqs -> neighbours R (go_m s x) (go_m s y) = neighbours R x y).
  { intros Ix Iy. specialize (H x Ix). rewrite forallb_forall in H. apply eqb_prop. auto. }
  apply bool_same. split; intros N.
  - destruct (neighbours_in _ _ Ins N) as (Ix & Iy). rewrite on_board in Ix, Iy. rewrite <- E by assumption. exact N.
  - destruct (neighbours_in _ _ Ins N) as (Ix & Iy). rewrite E by assumption. exact N.
Qed.
Lemma line_image x y z : keeps_line R s = true -> in_line R (go_m s x) (go_m s y) (go_m s z) = in_line R x y z.
Proof.
  unfold keeps_line. rewrite andb_true_iff, forallb_forall. intros (Ins & H).
  assert (E : In x sqs -> In y sqs -> In z sqs -> in_line R (go_m s x) (go_m s y) (go_m s z) = in_line R x y z).
  { intros Ix Iy Iz. specialize (H x Ix). rewrite forallb_forall in H. specialize (H y Iy). rewrite forallb_forall in H. apply eqb_prop. auto. }
  apply bool_same. split; intros N; destruct (in_line_in _ _ _ Ins N) as (Ix & Iy & Iz).
  - rewrite on_board in Ix, Iy, Iz. rewrite <- E by assumption. exact N.
  - rewrite E by assumption. exact N.
Qed.
Lemma rides_image p q n : linear s = true -> img p q -> forall x y d r,
  rides R n q (go_m s x) (go_m s y) (go_v s d) r = rides R n p x y d r.
Proof.
  intros Li (_ & _ & _ & _ & A). induction n as [|n IH]; intros x y d r; cbn [rides]; auto. cbv zeta.
  rewrite <- go_shift, (on_image R s t), (same_go s t), IH, A by auto. reflexivity.
Qed.
Lemma same_step_eq x y : same_step x y = true <-> x = y.
Proof.
  unfold same_step. rewrite andb_true_iff, same_square_eq, eqb_true_iff. destruct x, y; cbn. split; [intros (-> & ->)|intros [= -> ->]]; auto.
Qed.
Lemma step_in u l x : forallb (fun x => existsb (same_step (step_image u x)) l) l = true -> In x l -> In (step_image u x) l.
Proof.
  rewrite forallb_forall. intros H I. specialize (H x I). apply existsb_exists in H. destruct H as (y & J & E).
  apply same_step_eq in E. now rewrite E.
Qed.
Lemma reaches_image p q n k x y : linear s = true -> img p q -> keeps_steps R s = true -> keeps_steps R t = true ->
  existsb (fun d => rides R n q (go_m s x) (go_m s y) (fst d) (snd d)) (nth k (steps_of R) []) =
  existsb (fun d => rides R n p x y (fst d) (snd d)) (nth k (steps_of R) []).
Proof.
  intros Li I K K'. unfold keeps_steps in K, K'. rewrite forallb_forall in K, K'.
  destruct (nth_in_or_default k (steps_of R) []) as [N| ->]; auto.
  apply (existsb_image _ _ (step_image s) (step_image t)).
  - intros d J. apply step_in; auto.
  - intros d J. apply step_in; auto.
  - intros (d, r) _. unfold step_image. cbn [fst snd]. now rewrite (inverse_go_v t s ts).
  - intros (d, r) _. unfold step_image. cbn [fst snd]. now apply rides_image.
Qed.

Lemma holds_image at1 at2 p q : img p q -> (forall x, at2 (go_m s x) = at1 x) ->
  forall c e, keeps_cond R s c = true -> keeps_cond R t c = true ->
  holds R at2 (env_image s e) c q = holds R at1 e c p.
Proof.
  intros I T. pose proof I as (O1 & O2 & Lp & Lq & A).
  induction c; intros e K K'; cbn [keeps_cond holds] in *; try discriminate; auto.
  - now rewrite IHc.
  - rewrite andb_true_iff in K, K'. now rewrite IHc1, IHc2.
  - rewrite andb_true_iff in K, K'. now rewrite IHc1, IHc2.
  - rewrite andb_true_iff in K, K'. rewrite !forallb_existsb. f_equal. apply values_existsb; try tauto.
    intros x _. f_equal. apply (IHc ((v, x) :: e)); tauto.
  - rewrite andb_true_iff in K, K'. apply values_existsb; try tauto. intros x _. apply (IHc ((v, x) :: e)); tauto.
  - rewrite place_image by auto. destruct (place_of e p0) as [x|]; auto. rewrite A. destruct (at_ R p x); auto. apply fits_image.
  - rewrite place_image by auto. destruct (place_of e p0) as [x|]; auto. now apply (on_image R s t).
  - rewrite andb_true_iff in K, K'. rewrite place_image by tauto. destruct (place_of e p0) as [x|]; auto. apply (closed_in s t st); tauto.
  - rewrite !andb_true_iff in K, K'. rewrite !place_image by tauto. destruct (place_of e p0) as [x|]; auto.
    destruct (place_of e q0) as [y|]; auto. now apply next_image.
  - rewrite !andb_true_iff in K, K'. rewrite !place_image by tauto. destruct (place_of e p0) as [x|]; auto.
    destruct (place_of e q0) as [y|]; auto. destruct (place_of e r) as [z|]; auto. now apply line_image.
  - rewrite !andb_true_iff in K, K'. rewrite !place_image, kind_image by tauto. destruct (place_of e p0) as [x|]; auto.
    destruct (place_of e q0) as [y|]; auto. rewrite (on_image R s t) by auto. f_equal. apply reaches_image; tauto.
  - rewrite kind_image, number_image. unfold held, in_hand. now rewrite O1, O2.
  - assert (filter (PieceRules.fits (env_image s e) t0) (board q) = filter (PieceRules.fits e t0) (board q)) as ->
      by (apply filter_ext; intros; apply fits_image).
    now rewrite number_image, (count_image _ p q I).
  - now rewrite !number_image.
  - rewrite place_image by auto. destruct (place_of e p0) as [x|]; auto.
Qed.

(* A condition that is kept in all the ways in which it can hold. *)
Lemma in_words_fits e w c : PieceRules.fits [] (in_words e w) c = PieceRules.fits e w c.
Proof. destruct w, c; reflexivity. Qed.
Lemma same_atom_holds a b p : same_atom a b = true -> atom_holds R p a = atom_holds R p b.
Proof.
  unfold same_atom, atom_holds. rewrite andb_true_iff. intros (E & W). apply same_square_eq in E. rewrite E.
  destruct (at_ R p (fst b)) as [c|]; auto.
  destruct (snd a) as [| | |[j|j]|[j|j]], (snd b) as [| | |[k|k]|[k|k]]; try discriminate W; auto; apply Nat.eqb_eq in W; now subst.
Qed.
Lemma existsb_apps (f : list atom -> bool) l m : (forall x y, f (x ++ y) = f x && f y) ->
  existsb f (flat_map (fun x => map (app x) m) l) = existsb f l && existsb f m.
Proof.
  intros F. induction l as [|x l IH]; cbn [flat_map existsb]; auto. rewrite existsb_app, IH.
  assert (E : existsb f (map (app x) m) = f x && existsb f m).
  { clear IH. induction m as [|y m IH]; cbn [map existsb]; [now rewrite andb_false_r|]. rewrite IH, F. destruct (f x); auto. }
  rewrite E. destruct (f x), (existsb f m), (existsb f l); auto.
Qed.
Lemma off_board p x : is_in x sqs = false -> at_ R p x = None.
Proof.
  unfold at_. generalize (board p). clear. induction sqs as [|y l IH]; intros [|c b]; cbn [look]; auto.
  unfold is_in. cbn [existsb]. rewrite orb_false_iff. intros (E & N). rewrite E. exact (IH b N).
Qed.
Lemma ways_hold at1 p c : forall e ws, ways R e c = Some ws -> holds R at1 e c p = existsb (forallb (atom_holds R p)) ws.
Proof.
  induction c; intros e ws; cbn [ways holds]; try discriminate.
  - intros [= <-]. reflexivity.
  - destruct (ways R e c1) as [l1|] eqn:W1; [|discriminate]. destruct (ways R e c2) as [l2|] eqn:W2; [|discriminate].
    destruct (_ <=? _)%Z; [|discriminate]. intros [= <-]. rewrite (IHc1 e l1), (IHc2 e l2) by auto.
    rewrite existsb_apps; auto. intros x y. apply forallb_app.
  - destruct (ways R e c1) as [l1|] eqn:W1; [|discriminate]. destruct (ways R e c2) as [l2|] eqn:W2; [|discriminate]. cbn [both].
    intros [= <-]. now rewrite (IHc1 e l1), (IHc2 e l2), existsb_app by auto.
  - revert ws. induction (values R e d) as [|x xs IH]; cbn [fold_right existsb]; intros ws.
    + intros [= <-]. reflexivity.
    + destruct (ways R ((v, x) :: e) c) as [l1|] eqn:W; [|discriminate].
      destruct (fold_right _ _ xs) as [l2|]; [|discriminate]. cbn [both]. intros [= <-].
      now rewrite (IHc _ l1 W), (IH l2 eq_refl), existsb_app.
  - destruct (place_of e p0) as [x|]; [|intros [= <-]; reflexivity]. destruct (is_in x sqs) eqn:I; intros [= <-]; cbn [existsb forallb].
    + unfold atom_holds. cbn [fst snd]. destruct (at_ R p x); auto. now rewrite in_words_fits, andb_true_r, orb_false_r.
    + now rewrite off_board.
  - intros [= <-]. destruct (match place_of e p0 with Some x => is_in x sqs | None => false end); reflexivity.
Qed.
Lemma ways_image at1 at2 p q c : img p q -> keeps_ways R s c = true -> holds R at1 [] c p = true -> holds R at2 [] c q = true.
Proof.
  intros (_ & _ & _ & _ & A). unfold keeps_ways. destruct (ways R [] c) as [l|] eqn:W; [|discriminate].
  rewrite andb_true_iff, forallb_forall. intros (_ & K). rewrite (ways_hold at1 p c [] l W), (ways_hold at2 q c [] l W), !existsb_exists.
  intros (x & Ix & H). specialize (K x Ix). cbv zeta in K. apply existsb_exists in K. destruct K as (y & Iy & K). exists y. split; auto.
  rewrite forallb_forall in *. intros b Ib. specialize (K b Ib). apply existsb_exists in K. destruct K as (a' & Ia & S).
  apply in_map_iff in Ia. destruct Ia as (a & <- & Ia). rewrite (same_atom_holds _ _ q S). specialize (H a Ia).
  unfold atom_holds in *. cbn [fst snd]. now rewrite A.
Qed.

Definition write_image (w : write) : write :=
  match w with WTake x => WTake (go_m s x) | WPut x c => WPut (go_m s x) c | WHand m h n => WHand m h n end.
Notation image_list := (option_map (map write_image)).
Lemma both_image a b : both (image_list a) (image_list b) = image_list (both a b).
Proof. destruct a, b; cbn; auto. now rewrite map_app. Qed.
Lemma existing_image e p : fixed_place s p = true -> existing R (env_image s e) p = option_map (go_m s) (existing R e p).
Proof.
  intros F. unfold existing. rewrite place_image by auto. destruct (place_of e p) as [x|]; auto. rewrite (on_image R s t) by auto.
  now destruct (is_in x sqs).
Qed.
Lemma content_image e w : content_of (env_image s e) w = content_of e w.
Proof. destruct w; cbn [content_of]; rewrite ?kind_image; auto. Qed.
Lemma writes_image p q : img p q ->
  forall f e, keeps_effect R s f = true -> keeps_effect R t f = true ->
  writes R (env_image s e) f q = image_list (writes R e f p).
Proof.
  intros I. pose proof I as (O1 & O2 & Lp & Lq & A).
  induction f; intros e K K'; cbn [keeps_effect writes] in *; auto.
  - rewrite andb_true_iff in K, K'. rewrite IHf1, IHf2 by tauto. apply both_image.
  - assert (V : values R (env_image s e) d = values R e d /\ forall x, In x (values R e d) -> thing_image s x = x).
    { destruct d; try discriminate; cbn [values]; rewrite ?number_image; split; auto; intros x H; apply in_map_iff in H; destruct H as (y & <- & _); auto. }
    destruct V as (-> & V). assert (K1 : keeps_effect R s f = true) by (destruct d; auto; discriminate).
    assert (K2 : keeps_effect R t f = true) by (destruct d; auto; discriminate).
    induction (values R e d) as [|x l IH]; cbn [fold_right]; auto. rewrite IH by (intros; apply V; now right).
    rewrite <- both_image. f_equal. rewrite <- (IHf ((v, x) :: e)) by auto. cbn [env_image map fst snd]. now rewrite (V x (or_introl eq_refl)).
  - rewrite andb_true_iff in K, K'. rewrite (holds_image nobody nobody p q I) by (auto; tauto). destruct (holds R nobody e c p); auto. apply IHf; tauto.
  - rewrite existing_image by auto. destruct (existing R e p0); cbn; auto. now rewrite content_image.
  - rewrite existing_image by auto. destruct (existing R e p0); cbn; auto.
  - rewrite andb_true_iff in K, K'. rewrite !existing_image by tauto. destruct (existing R e p0), (existing R e q0); cbn; auto. rewrite A.
    destruct (at_ R p s1); auto.
  - rewrite kind_image, number_image. destruct (number_of e n =? 0)%Z; auto. destruct (nth _ _ _); auto.
Qed.

Lemma set_at_length x c l : forall b, length (set_at x c l b) = length b.
Proof. induction l as [|y l IH]; intros [|d b]; cbn [set_at]; auto. destruct (same_square x y); cbn; auto. Qed.
Lemma put_image p q x c : img p q -> img (put R x c p) (put R (go_m s x) c q).
Proof.
  intros (O1 & O2 & Lp & Lq & A). unfold img. cbn [put own_hand other_hand board]. rewrite !set_at_length. repeat (split; [assumption|]).
  intros y. rewrite !at_put, A. destruct (at_ R p y); auto. now rewrite (same_go s t).
Qed.
Lemma hand_image p q m h n : img p q ->
  match add_hand m h n p, add_hand m h n q with Some a, Some b => img a b | None, None => True | _, _ => False end.
Proof.
  intros (O1 & O2 & Lp & Lq & A). unfold add_hand, in_hand. cbv zeta. rewrite O1, O2. destruct (_ <? 0)%Z; auto.
  destruct m; unfold img, at_ in *; cbn [own_hand other_hand board]; auto.
Qed.
Lemma do_write_image w p q : img p q ->
  match do_write R w p, do_write R (write_image w) q with Some a, Some b => img a b | None, None => True | _, _ => False end.
Proof.
  intros I. destruct w; cbn [do_write write_image].
  - unfold take. pose proof I as (_ & _ & _ & _ & A). rewrite A. destruct (at_ R p s0) as [[|k|k]|]; auto.
    destruct (nth k (taken_to R) None). { apply hand_image. now apply put_image. } now apply put_image.
  - now apply put_image.
  - now apply hand_image.
Qed.
Lemma do_all_image l : forall p q, img p q ->
  match do_all R l p, do_all R (map write_image l) q with Some a, Some b => img a b | None, None => True | _, _ => False end.
Proof.
  induction l as [|w l IH]; intros p q I; cbn [do_all map]; auto. pose proof (do_write_image w p q I) as D.
  destruct (do_write R w p) as [a|], (do_write R (write_image w) q) as [b|]; try tauto. now apply IH.
Qed.
Lemma rank_image n l : of_rank n (map write_image l) = map write_image (of_rank n l).
Proof.
  unfold of_rank. induction l as [|w l IH]; cbn [map filter]; auto. rewrite IH. destruct w; cbn [rank write_image]; destruct (Nat.eqb _ n); auto.
Qed.
Lemma clash_image v w : clash (write_image v) (write_image w) = clash v w.
Proof. destruct v, w; cbn [clash write_image]; auto. now rewrite (same_go s t). Qed.
Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l; cbn; auto. now rewrite IHl. Qed.
Lemma existsb_same {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intros H. induction l; cbn; auto. now rewrite H, IHl. Qed.
Lemma write_all_image l p q : img p q ->
  match write_all R l p, write_all R (map write_image l) q with Some a, Some b => img a b | None, None => True | _, _ => False end.
Proof.
  intros I. unfold write_all.
  assert (E : existsb (fun v => existsb (clash v) (map write_image l)) (map write_image l) = existsb (fun v => existsb (clash v) l) l).
  { rewrite existsb_map. apply existsb_same. intros v. rewrite existsb_map. apply existsb_same. intros w. apply clash_image. }
  rewrite E. destruct (existsb _ l); auto. unfold sorted. rewrite !rank_image, <- !map_app. now apply do_all_image.
Qed.
Definition keeps_action (u : board_map) (a : action) : bool :=
  forallb (fun vd => keeps_domain u (snd vd)) (parameters a) && keeps_cond R u (precondition a) && keeps_effect R u (does a) &&
  match next_part a with Some (_, c) => keeps_cond R u c | None => true end.
Lemma apply_image p q a e : img p q -> keeps_action s a = true -> keeps_action t a = true ->
  match apply R a e p, apply R a (env_image s e) q with Some x, Some y => img x y | None, None => True | _, _ => False end.
Proof.
  intros I K K'. unfold keeps_action in *. rewrite !andb_true_iff in K, K'. unfold apply.
  rewrite (holds_image nobody nobody p q I) by (auto; tauto). destruct (holds R nobody e _ p); auto.
  rewrite (writes_image p q I) by tauto. destruct (writes R e (does a) p) as [l|]; cbn [option_map]; auto.
  now apply write_all_image.
Qed.
Lemma bindings_image l : forallb (fun vd => keeps_domain s (snd vd)) l = true -> forall e e',
  In e' (bindings R l e) -> In (env_image s e') (bindings R l (env_image s e)).
Proof.
  induction l as [|(v, d) l IH]; cbn [forallb bindings snd]; intros K e e'.
  - intros [<-|[]]. now left.
  - rewrite andb_true_iff in K. destruct K as (K1 & K2). rewrite !in_flat_map. intros (x & Ix & I).
    exists (thing_image s x). split; [now apply (values_image R s d (on_image R s t st ks kt))|]. apply (IH K2) in I. exact I.
Qed.
Lemma commutes x : is_in x sqs = true -> go (mirror R) (go_m s x) = go_m s (go (mirror R) x).
Proof.
  intros I. unfold keeps_rules in ks. rewrite !andb_true_iff in ks. destruct ks as ((_ & K) & _).
  rewrite forallb_forall in K. apply in_is_in in I. apply K in I. now apply same_square_eq.
Qed.
Lemma look_in x c l : forall b, look x l b = Some c -> is_in x l = true.
Proof.
  induction l as [|y l IH]; intros [|d b]; cbn [look]; try discriminate. unfold is_in. cbn [existsb].
  destruct (same_square x y); [reflexivity|]. intros H. apply (IH b H).
Qed.
Lemma look_not_in x (F : square -> PieceRules.content) l : is_in x l = false -> look x l (map F l) = None.
Proof.
  induction l as [|y l IH]; unfold is_in; cbn [existsb look map]; auto. rewrite orb_false_iff. intros (E1 & E2). rewrite E1. exact (IH E2).
Qed.
Lemma at_in p x c : at_ R p x = Some c -> is_in x sqs = true.
Proof. apply look_in. Qed.
Lemma at_turned p x : at_ R (turned R p) x = if is_in x sqs then Some (swap (or_open (at_ R p (go (mirror R) x)))) else None.
Proof.
  unfold at_ at 1, turned. cbn [board]. destruct (is_in x sqs) eqn:E.
  - now rewrite look_map.
  - now apply look_not_in.
Qed.
Lemma turned_image p q : img p q -> img (turned R p) (turned R q).
Proof.
  intros (O1 & O2 & Lp & Lq & A). unfold img. cbn [turned own_hand other_hand board]. rewrite !map_length.
  split; [exact O2|]. split; [exact O1|]. split; auto. split; auto. intros x.
  rewrite !at_turned, (on_image R s t) by auto. destruct (is_in x sqs) eqn:E; auto. rewrite commutes by auto. now rewrite A.
Qed.
Lemma action_keeps a : In a (actions R) -> keeps_action s a = true /\ keeps_action t a = true.
Proof.
  intros I. unfold keeps_rules in ks, kt. rewrite !andb_true_iff in ks, kt. destruct ks as (_ & K), kt as (_ & K').
  rewrite forallb_forall in K, K'. split; [exact (K a I)|exact (K' a I)].
Qed.
Lemma first_in a : In a (first_part R) -> In a (actions R).
Proof. unfold first_part. intros I. apply filter_In in I. tauto. Qed.
End Positions.
