(* SPDX-License-Identifier: MIT *)
(* The generator of moves over words, and that its moves are those of the rules. *)
From Coq Require Import List Bool ZArith Uint63 Lia.
From Zermelo Require Import Game Words PieceRules PieceWords PieceMoves.
Import ListNotations.
Local Open Scope bool_scope.
Local Open Scope uint63_scope.

(* An action with its variables filled in: when it is possible, what it does to a word, what it writes, what a
   field must hold if it is possible, and what the turn may go on with, and when. *)
Record gact := GAct {
  g_test : test; g_ops : list op; g_writes : list gwrite; g_trigger : option (field * int);
  g_next : option (list nat * test) }.

Section Gen.
Variable R : rules.
Variable L : layout.
Notation sqs := (squares R).
Notation spot := (spot R L).
Notation content := (content R).
Notation decode := (decode R L).
Notation hand_field := (hand_field L).
Notation cwrite := (cwrite R L).
Notation written := (written R).
Definition never (s : square) : test := Known false.

(* ---- Ground actions ---- *)

(* Effects without `when`. *)
Fixpoint static (f : effect) : bool :=
  match f with
  | When _ _ => false
  | Both a b => static a && static b
  | EachDo _ _ a => static a
  | _ => true
  end.
Fixpoint gwrites (e : env) (f : effect) : option (list gwrite) :=
  match f with
  | Nothing | When _ _ => Some []
  | Both a b => both (gwrites e a) (gwrites e b)
  | EachDo v d a => fold_right (fun x r => both (gwrites ((v, x) :: e) a) r) (Some []) (values R e d)
  | Put t q => match existing R e q with Some s => Some [GPut s (content_of e t)] | None => None end
  | Take q => match existing R e q with Some s => Some [GTake s] | None => None end
  | Becomes q r => match existing R e q, existing R e r with Some s, Some t => Some [GCopy s t] | _, _ => None end
  | AddHand mine k n => if (number_of e n =? 0)%Z then Some [] else
                        match nth (kind_of e k) (hand_of R) None with
                        | Some h => Some [GHand mine h (number_of e n)] | None => None end
  end.
(* Two contents for one square, whatever stands on the board; and what may be that. *)
Definition surely_clash (v w : gwrite) : bool :=
  match v, w with GPut s a, GPut t b => same_square s t && negb (same_content a b) | _, _ => false end.
Definition gclash (v w : gwrite) : bool :=
  match v, w with
  | GPut s a, GPut t b => same_square s t && negb (same_content a b)
  | GPut s _, GCopy t _ | GCopy s _, GPut t _ => same_square s t
  | GCopy s a, GCopy t b => same_square s t && negb (same_square a b)
  | _, _ => false
  end.
Definition grank (w : gwrite) : nat :=
  match w with GHand _ _ n => if (n <? 0)%Z then 0%nat else 3%nat | GTake _ => 1%nat | _ => 2%nat end.
Definition of_grank (n : nat) (l : list gwrite) : list gwrite := filter (fun w => Nat.eqb (grank w) n) l.
Definition gsorted (l : list gwrite) : list gwrite := of_grank 0 l ++ of_grank 1 l ++ of_grank 2 l ++ of_grank 3 l.
Fixpoint cwrites (l : list gwrite) : option (list op) :=
  match l with
  | [] => Some []
  | x :: r => match cwrite x, cwrites r with Some o, Some os => Some (o :: os) | _, _ => None end
  end.
(* What the hand must hold. *)
Definition ready (h : list gwrite) : test :=
  match h with
  | [GHand m k n] => match hand_field m k with
                     | Some f => in_set f (code_set (fun v => (0 <=? to_Z v + n)%Z))
                     | None => Known false end
  | _ => Known true
  end.
(* What is compiled: no change of hands, or one and nothing is taken. *)
Definition shape (t h : list gwrite) : bool :=
  match h with [] => true | [_] => match t with [] => true | _ => false end | _ => false end.
Fixpoint triggers (e : env) (c : cond) : list (field * int) :=
  match c with
  | And a b => triggers e a ++ triggers e b
  | Is t q => match place_of e q with
              | Some s => match spot s with Some f => [(f, code_set (fun v => PieceRules.fits e t (content v)))] | None => [] end
              | None => [] end
  | Hand m k o n => match kind_hand R L m (kind_of e k) with
                    | Some f => [(f, code_set (fun v => holds_of o (to_Z v) (number_of e n)))] | None => [] end
  | _ => []
  end.

Definition next_of (att : square -> test) (a : action) (e : env) : option (list nat * test) :=
  match next_part a with Some (names, c) => Some (names, ccond R L att e c) | None => None end.
(* None: outside of what is compiled.  Some None: never possible. *)
Definition ground1 (att : square -> test) (a : action) (e : env) : option (option gact) :=
  if static (does a) then
    match gwrites e (does a) with
    | None => Some None
    | Some l =>
        if existsb (fun v => existsb (surely_clash v) l) l then Some None
        else if existsb (fun v => existsb (gclash v) l) l then None
        else let hands := of_grank 0 l ++ of_grank 3 l in
          if shape (of_grank 1 l) hands then
          match cwrites (gsorted l) with
          | Some ops =>
              let t := and_ (ccond R L never e (precondition a)) (ready hands) in
              match t with
              | Known false => Some None
              | _ => Some (Some (GAct t ops (gsorted l) (hd_error (triggers e (precondition a))) (next_of att a e)))
              end
          | None => None end
        else None
    end
  else None.
Fixpoint collect (att : square -> test) (l : list (action * env)) : option (list gact) :=
  match l with
  | [] => Some []
  | (a, e) :: r => match ground1 att a e, collect att r with
                   | Some (Some g), Some gs => Some (g :: gs)
                   | Some None, Some gs => Some gs
                   | _, _ => None end
  end.
Definition pairs (l : list action) : list (action * env) :=
  flat_map (fun a => map (fun e => (a, e)) (bindings R (parameters a) [])) l.

(* ---- Attacks ---- *)

(* What stands on s after what is written. *)
Definition after1 (s : square) (x : write) (c : PieceRules.content) : PieceRules.content :=
  match x with
  | WTake t => if same_square s t then match c with Other _ => Open | _ => c end else c
  | WPut t d => if same_square s t then d else c
  | WHand _ _ _ => c
  end.
Definition after (s : square) (l : list write) (c : PieceRules.content) : PieceRules.content := fold_left (fun c x => after1 s x c) l c.
Definition no_copy (x : gwrite) : bool := match x with GCopy _ _ => false | _ => true end.
Definition no_position : position := Pos [] [] [].
Definition fixed_writes (g : gact) : list write := map (written no_position) (g_writes g).
Definition attackers (s : square) (gs : list gact) : list (test * int) :=
  flat_map (fun g => let m := code_set (fun v => negb (same_content (content v) (after s (fixed_writes g) (content v)))) in
                     if m =? 0 then [] else [(g_test g, m)]) gs.
Definition is_own (c : PieceRules.content) : bool := match c with Own _ => true | _ => false end.
Definition hits (f : field) (l : list (test * int)) (w : int) : bool :=
  existsb (fun x => if mem (snd x) (get f w) then run (fst x) w else false) l.
Definition any_possible (gs : list gact) (w : int) : bool := existsb (fun g => run (g_test g) w) gs.
(* Whether the other side attacks s; its first actions, and those that say :otherwise. *)
Definition att (cs : list chunk) (gs others : list gact) (s : square) : test :=
  match spot s, spot (go (mirror R) s) with
  | Some f, Some g =>
      let own := code_set (fun v => is_own (content v)) in
      let l := attackers (go (mirror R) s) gs in
      let l' := attackers (go (mirror R) s) others in
      Test (fun w => if mem own (get f w) then
                       let t := turn cs w in
                       if hits g l t then true
                       else match l' with [] => false | _ => if any_possible gs t then false else hits g l' t end
                     else false)
  | _, _ => Known false
  end.
Definition copies_nothing (gs : list gact) : bool := forallb (fun g => forallb no_copy (g_writes g)) gs.

(* ---- The generator ---- *)

(* Actions that can be possible: those of which no field must hold something, and by what a field holds. *)
Record choice := Choice { rest : list gact; by_field : list (field * tree (list gact)) }.
Record part := Part { plain_ones : choice; otherwise_ones : choice }.

Section Expand.
Variable go_on : gact -> int -> list int -> option (list int).
Fixpoint expand (l : list gact) (w : int) (acc : list int) : option (list int) :=
  match l with
  | [] => Some acc
  | g :: r => if run (g_test g) w then
                match do_ops w (g_ops g) w with
                | Some w1 => match go_on g w1 acc with Some acc1 => expand r w acc1 | None => None end
                | None => None end
              else expand r w acc
  end.
Fixpoint expand_all (idx : list (field * tree (list gact))) (w : int) (acc : list int) : option (list int) :=
  match idx with
  | [] => Some acc
  | (f, t) :: r => match expand (at_leaf [] t (get f w)) w acc with Some a => expand_all r w a | None => None end
  end.
Definition expand_choice (c : choice) (w : int) : option (list int) :=
  match expand (rest c) w [] with Some a => expand_all (by_field c) w a | None => None end.
End Expand.
Definition same_field (f g : field) : bool := (off f =? off g) && (cap f =? cap g).
Definition triggered (f : field) (gs : list gact) (v : int) : list gact :=
  filter (fun g => match g_trigger g with Some (h, m) => if same_field f h then mem m v else false | None => false end) gs.
Definition index (gs : list gact) : list (field * tree (list gact)) :=
  map (fun f => (f, grow 5 0 (triggered f gs))) (all_fields L).
Definition untriggered (gs : list gact) : list gact :=
  filter (fun g => match g_trigger g with Some _ => false | None => true end) gs.
Definition choose_from (gs : list gact) : choice := Choice (untriggered gs) (index gs).

Fixpoint same_names (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | m :: a', n :: b' => Nat.eqb m n && same_names a' b'
  | _, _ => false
  end.
Fixpoint find_part (names : list nat) (l : list (list nat * part)) : option part :=
  match l with [] => None | (n, p) :: r => if same_names n names then Some p else find_part names r end.
Definition no_bad (b : list test) (w : int) : bool := negb (existsb (fun t => run t w) b).
Section Turns.
Variable bad : list test.                 (* #illegal *)
Variable parts : list (list nat * part).  (* by the names after :then *)
Definition finish (w : int) (acc : list int) : list int :=
  match bad with [] => w :: acc | _ => if no_bad bad w then w :: acc else acc end.
(* The words after a turn of at most n parts. None: a hand is too full for its field. *)
Fixpoint turn_words (n : nat) (p : part) (w : int) : option (list int) :=
  match n with
  | O => Some []
  | S n' =>
      let go_on := fun g w1 acc =>
        match g_next g with
        | None => Some (finish w1 acc)
        | Some (names, t) =>
            if run t w1 then
              match find_part names parts with
              | None => None
              | Some q => match turn_words n' q w1 with
                          | None => None | Some [] => Some (finish w1 acc) | Some r => Some (r ++ acc) end
              end
            else Some (finish w1 acc)
        end in
      match expand_choice go_on (plain_ones p) w with
      | Some [] => expand_choice go_on (otherwise_ones p) w
      | r => r
      end
  end.
End Turns.
(* The part in which one of these actions is played. *)
Definition part_of (att : square -> test) (l : list action) : option part :=
  match collect att (pairs (plainly l)), collect att (pairs (otherwise_only l)) with
  | Some gs, Some others => Some (Part (choose_from gs) (choose_from others))
  | _, _ => None
  end.
Fixpoint parts_of (att : square -> test) (l : list action) : option (list (list nat * part)) :=
  match l with
  | [] => Some []
  | a :: r =>
      match next_part a with
      | None => parts_of att r
      | Some (names, _) => match part_of att (named R names), parts_of att r with
                           | Some p, Some ps => Some ((names, p) :: ps) | _, _ => None end
      end
  end.

(* ---- Proofs: ground actions ---- *)
Hypothesis ok : layout_ok R L = true.
Hypothesis few : (length (on_square L) <= 62)%nat.
Hypothesis hok : hands_ok R L = true.

Lemma holds_ext c : forall e p att att', (forall s, att s = att' s) -> holds R att e c p = holds R att' e c p.
Proof.
  induction c; intros e P at1 at2 E; cbn [holds]; auto; try (erewrite IHc; eauto); try (erewrite IHc1, IHc2; eauto).
  - induction (values R e d) as [|x l IH]; cbn [forallb]; auto. now rewrite IH, (IHc _ _ at1 at2 E).
  - induction (values R e d) as [|x l IH]; cbn [existsb]; auto. now rewrite IH, (IHc _ _ at1 at2 E).
  - destruct (place_of e p); auto.
Qed.
Lemma existing_decode e q s w : existing R e q = Some s -> exists c, at_ R (decode w) s = Some c.
Proof.
  unfold existing. destruct (place_of e q) as [t|]; [|discriminate]. destruct (is_in t sqs) eqn:I; [|discriminate].
  intros [= ->]. rewrite (is_in_spot R L ok) in I. rewrite at_decode. destruct (spot s); [eauto|discriminate].
Qed.
Lemma both_map {A B} (f : A -> B) a b : both (option_map (map f) a) (option_map (map f) b) = option_map (map f) (both a b).
Proof. destruct a, b; cbn; auto. now rewrite map_app. Qed.
Lemma static_writes f w : static f = true -> forall e,
  writes R e f (decode w) = option_map (map (written (decode w))) (gwrites e f).
Proof.
  induction f; intros S e; cbn [static] in S; cbn [writes gwrites]; auto; try discriminate.
  - apply andb_true_iff in S. destruct S as (S1 & S2). rewrite IHf1, IHf2 by auto. apply both_map.
  - induction (values R e d) as [|x l IH]; cbn [fold_right]; auto. rewrite IH, IHf by auto. apply both_map.
  - destruct (existing R e p); auto.
  - destruct (existing R e p); auto.
  - destruct (existing R e p) as [s|]; auto. destruct (existing R e q) as [t|] eqn:T; auto. cbn [option_map map PieceMoves.written].
    destruct (existing_decode e q t w T) as (c & ->). reflexivity.
  - destruct (number_of e n =? 0)%Z; auto. destruct (nth _ _ _); auto.
Qed.

Lemma same_square_refl s : same_square s s = true.
Proof. now apply same_square_eq. Qed.
Lemma same_content_refl c : same_content c c = true.
Proof. now apply same_content_eq. Qed.
Lemma clash_resolved p v w : gclash v w = false -> clash (written p v) (written p w) = false.
Proof.
  destruct v as [s|s c|s a|m h n], w as [t|t d|t b|m' h' n']; cbn [gclash PieceMoves.written clash]; auto;
    destruct (same_square s t) eqn:E; cbn [andb]; auto; try discriminate.
  intros N. apply negb_false_iff in N. apply same_square_eq in N. subst. now rewrite same_content_refl.
Qed.
Lemma no_clash p l : existsb (fun v => existsb (gclash v) l) l = false ->
  existsb (fun v => existsb (clash v) (map (written p) l)) (map (written p) l) = false.
Proof.
  intros H. apply not_true_is_false. intros X. apply existsb_exists in X. destruct X as (v & Iv & X).
  apply existsb_exists in X. destruct X as (w & Iw & X). apply in_map_iff in Iv, Iw.
  destruct Iv as (v' & <- & Iv), Iw as (w' & <- & Iw).
  assert (G : gclash v' w' = false).
  { apply not_true_is_false. intros G. rewrite <- not_true_iff_false in H. apply H. apply existsb_exists. exists v'. split; auto.
    apply existsb_exists. exists w'. auto. }
  rewrite (clash_resolved p _ _ G) in X. discriminate.
Qed.
Lemma sure_clash p l : existsb (fun v => existsb (surely_clash v) l) l = true ->
  existsb (fun v => existsb (clash v) (map (written p) l)) (map (written p) l) = true.
Proof.
  intros X. apply existsb_exists in X. destruct X as (v & Iv & X). apply existsb_exists in X. destruct X as (w & Iw & X).
  apply existsb_exists. exists (written p v). split; [now apply in_map|]. apply existsb_exists. exists (written p w).
  split; [now apply in_map|]. destruct v, w; try discriminate X. exact X.
Qed.
Lemma of_rank_resolved p n l : of_rank n (map (written p) l) = map (written p) (of_grank n l).
Proof.
  unfold of_rank, of_grank. induction l as [|x l IH]; cbn [map filter]; auto. rewrite IH.
  assert (rank (written p x) = grank x) as -> by (destruct x; reflexivity). destruct (Nat.eqb _ n); reflexivity.
Qed.
Lemma sorted_resolved p l : sorted (map (written p) l) = map (written p) (gsorted l).
Proof. unfold sorted, gsorted. now rewrite !of_rank_resolved, !map_app. Qed.

Lemma do_all_app a : forall b p, do_all R (a ++ b) p = match do_all R a p with Some q => do_all R b q | None => None end.
Proof. induction a as [|x a IH]; intros b p; cbn; auto. destruct (do_write R x p); auto. Qed.
Lemma add_hand_some m h n p : (0 <= in_hand m p h + n)%Z -> exists q, add_hand m h n p = Some q.
Proof. unfold add_hand. intros H. cbv zeta. destruct (Z.ltb_spec (in_hand m p h + n) 0); [lia|eauto]. Qed.
Lemma take_some s p : exists q, take R s p = Some q.
Proof.
  unfold take. destruct (at_ R p s) as [[|k|k]|]; eauto. destruct (nth k (taken_to R) None); eauto.
  apply add_hand_some. unfold in_hand. lia.
Qed.
Definition no_hand (x : write) : bool := match x with WHand _ _ _ => false | _ => true end.
Definition is_put (x : write) : bool := match x with WPut _ _ => true | _ => false end.
Lemma do_all_some l : forallb no_hand l = true -> forall p, exists q, do_all R l p = Some q.
Proof.
  induction l as [|x l IH]; cbn [forallb do_all]; [eauto|]. rewrite andb_true_iff. intros (X & H) p.
  assert (exists q, do_write R x p = Some q) as (q & ->).
  { destruct x; cbn [do_write]; [apply take_some|eauto|discriminate]. }
  now apply IH.
Qed.
Lemma puts_hands l : forallb is_put l = true -> forall p q, do_all R l p = Some q ->
  own_hand q = own_hand p /\ other_hand q = other_hand p.
Proof.
  induction l as [|x l IH]; cbn [forallb do_all]. { intros _ p q [= ->]. auto. }
  rewrite andb_true_iff. intros (X & H) p q. destruct x; try discriminate. cbn [do_write]. intros D. exact (IH H _ _ D).
Qed.
Lemma grank_of n l x : In x (of_grank n l) -> grank x = n.
Proof. unfold of_grank. intros I. apply filter_In in I. destruct I as (_ & E). now apply Nat.eqb_eq. Qed.
Lemma puts_only p l : forallb is_put (map (written p) (of_grank 2 l)) = true.
Proof.
  apply forallb_forall. intros x I. apply in_map_iff in I. destruct I as (y & <- & I). apply grank_of in I.
  destruct y; cbn in *; auto; try discriminate. destruct (n <? 0)%Z; discriminate.
Qed.
Lemma takes_only p l : forallb no_hand (map (written p) (of_grank 1 l)) = true.
Proof.
  apply forallb_forall. intros x I. apply in_map_iff in I. destruct I as (y & <- & I). apply grank_of in I.
  destruct y; cbn in *; auto; try discriminate. destruct (n <? 0)%Z; discriminate.
Qed.
Lemma put_no_hand l : forallb is_put l = true -> forallb no_hand l = true.
Proof. rewrite !forallb_forall. intros H x I. specialize (H x I). destruct x; auto; discriminate. Qed.
Lemma cwrites_in l x : cwrites l <> None -> In x l -> cwrite x <> None.
Proof.
  induction l as [|y l IH]; cbn [cwrites]; [intros _ []|]. intros C [->|I].
  - intros E. rewrite E in C. congruence.
  - apply IH; auto. intros E. rewrite E in C. destruct (cwrite y); congruence.
Qed.
(* Whether a hand holds enough, if that is the only change of hands. *)
Lemma hand_ready m h n w q : cwrite (GHand m h n) <> None ->
  own_hand q = own_hand (decode w) -> other_hand q = other_hand (decode w) ->
  if run (ready [GHand m h n]) w then exists r, add_hand m h n q = Some r else add_hand m h n q = None.
Proof.
  intros C H1 H2. cbn [ready PieceMoves.cwrite] in *. destruct (hand_field m h) as [f|] eqn:H; [|congruence].
  rewrite run_in_set by (apply (hand_good R L ok m h); auto). unfold add_hand. cbv zeta.
  assert (N : in_hand m q h = in_hand m (decode w) h). { unfold in_hand. destruct m; congruence. }
  rewrite N, (in_hand_decode R L m h f w H).
  destruct (Z.leb_spec 0 (to_Z (get f w) + n)), (Z.ltb_spec (to_Z (get f w) + n) 0); try lia; eauto.
Qed.
Lemma sorted_ready l w p : shape (of_grank 1 l) (of_grank 0 l ++ of_grank 3 l) = true -> cwrites (gsorted l) <> None ->
  if run (ready (of_grank 0 l ++ of_grank 3 l)) w then exists q, do_all R (map (written p) (gsorted l)) (decode w) = Some q
  else do_all R (map (written p) (gsorted l)) (decode w) = None.
Proof.
  intros S C. pose proof (puts_only p l) as P. pose proof (takes_only p l) as T. pose proof (put_no_hand _ P) as P'.
  assert (Ran : forall x, In x (of_grank 0 l ++ of_grank 3 l) -> exists m h n, x = GHand m h n).
  { intros x I. apply in_app_iff in I. destruct I as [I|I]; apply grank_of in I; destruct x; try discriminate; eauto. }
  unfold gsorted in *. rewrite !map_app.
  destruct (of_grank 0 l) as [|x r0] eqn:E0.
  - cbn [map app] in *. destruct (of_grank 3 l) as [|x r] eqn:E3.
    + cbn [ready run]. apply do_all_some. rewrite !forallb_app, T, P'. reflexivity.
    + unfold shape in S. destruct r as [|]; [|discriminate]. destruct (of_grank 1 l); [|discriminate]. cbn [map app] in *.
      destruct (Ran x) as (m & h & n & ->). { now left. } rewrite do_all_app.
      destruct (do_all_some _ P' (decode w)) as (q & Q). rewrite Q.
      destruct (puts_hands _ P _ _ Q) as (H1 & H2).
      assert (Cx : cwrite (GHand m h n) <> None). { apply (cwrites_in _ _ C). apply in_app_iff. right. now left. }
      pose proof (hand_ready m h n w q Cx H1 H2) as K. cbn [do_all do_write PieceMoves.written].
      destruct (run _ w). { destruct K as (r & ->). eauto. } now rewrite K.
  - cbn [map app] in *. unfold shape in S. destruct r0 as [|]; [|discriminate]. cbn [map app] in *.
    destruct (of_grank 3 l); [|discriminate]. destruct (of_grank 1 l); [|discriminate]. cbn [map app] in *.
    destruct (Ran x) as (m & h & n & ->). { now left. }
    assert (Cx : cwrite (GHand m h n) <> None). { apply (cwrites_in _ _ C). now left. }
    pose proof (hand_ready m h n w (decode w) Cx eq_refl eq_refl) as K. cbn [do_all do_write PieceMoves.written].
    destruct (run _ w).
    + destruct K as (r & ->). rewrite app_nil_r. now apply do_all_some.
    + now rewrite K.
Qed.
Lemma do_ops_spec l w0 : forall ops w w1, cwrites l = Some ops -> do_ops w0 ops w = Some w1 ->
  do_all R (map (written (decode w0)) l) (decode w) = Some (decode w1).
Proof.
  induction l as [|x l IH]; intros ops w w1 C D; cbn [cwrites] in C.
  - injection C as <-. cbn in D. injection D as ->. reflexivity.
  - destruct (cwrite x) as [o|] eqn:X; [|discriminate]. destruct (cwrites l) as [os|]; [|discriminate].
    injection C as <-. cbn [do_ops] in D. destruct (do_op w0 o w) as [w2|] eqn:O; [|discriminate]. cbn [map do_all].
    rewrite (do_op_spec R L ok few hok x o w0 w w2 X O). eauto.
Qed.

(* What a ground action tells of the action. *)
Definition tells (g : gact) (a : action) (e : env) : Prop := forall w,
  if run (g_test g) w
  then exists q, apply R a e (decode w) = Some q /\ do_all R (map (written (decode w)) (g_writes g)) (decode w) = Some q /\
                 forall w1, do_ops w (g_ops g) w = Some w1 -> q = decode w1
  else apply R a e (decode w) = None.
Lemma ground1_spec at1 a e og : ground1 at1 a e = Some og ->
  match og with
  | None => forall w, apply R a e (decode w) = None
  | Some g => tells g a e /\ g_next g = next_of at1 a e
  end.
Proof.
  unfold ground1. destruct (static (does a)) eqn:S; [|discriminate].
  destruct (gwrites e (does a)) as [l|] eqn:W.
  2: { intros [= <-] w. unfold apply. rewrite (static_writes _ w S), W. now destruct (holds _ _ _ _ _). }
  destruct (existsb (fun v => existsb (surely_clash v) l) l) eqn:Sc.
  { intros [= <-] w. unfold apply. rewrite (static_writes _ w S), W. cbn [option_map]. unfold write_all.
    rewrite (sure_clash _ _ Sc). now destruct (holds _ _ _ _ _). }
  destruct (existsb (fun v => existsb (gclash v) l) l) eqn:Cl; [discriminate|]. cbv zeta. destruct (shape _ _) eqn:Sh; [|discriminate].
  destruct (cwrites (gsorted l)) as [ops|] eqn:C; [|discriminate].
  set (t := and_ (ccond R L never e (precondition a)) (ready (of_grank 0 l ++ of_grank 3 l))).
  assert (A : forall w, if run t w
    then exists q, apply R a e (decode w) = Some q /\ do_all R (map (written (decode w)) (gsorted l)) (decode w) = Some q
    else apply R a e (decode w) = None).
  { intros w. unfold t, apply. rewrite run_and, (ccond_spec R L ok never few).
    change (fun s => run (never s) w) with nobody. destruct (holds R nobody e (precondition a) (decode w)); cbn [andb]; auto.
    rewrite (static_writes _ w S), W. cbn [option_map]. unfold write_all. rewrite (no_clash _ _ Cl), sorted_resolved.
    pose proof (sorted_ready l w (decode w) Sh) as X. rewrite C in X. specialize (X ltac:(discriminate)).
    destruct (run _ w); auto. destruct X as (q & X). eauto. }
  assert (T : forall tr nx, tells (GAct t ops (gsorted l) tr nx) a e).
  { intros tr nx w. cbn [g_test g_ops g_writes]. specialize (A w). destruct (run t w); auto. destruct A as (q & A1 & A2). exists q.
    split; auto. split; auto. intros w1 D. pose proof (do_ops_spec _ w _ _ _ C D) as X. congruence. }
  destruct t as [[]|f] eqn:Et; intros [= <-]; try (split; [apply T|reflexivity]).
  intros w. exact (A w).
Qed.

(* ---- Proofs: attacks ---- *)
Lemma look_set s t c : forall l b, look s l (set_at t c l b) =
  match look s l b with Some x => Some (if same_square s t then c else x) | None => None end.
Proof.
  induction l as [|u l IH]; intros [|x b]; cbn [set_at look]; auto.
  destruct (same_square t u) eqn:T; cbn [look]; destruct (same_square s u) eqn:E; auto.
  - apply same_square_eq in T, E. subst. now rewrite (proj2 (same_square_eq u u) eq_refl).
  - destruct (same_square s t) eqn:X; [|now destruct (look s l b)]. apply same_square_eq in X, T. subst.
    rewrite (proj2 (same_square_eq u u) eq_refl) in E. discriminate.
  - destruct (same_square s t) eqn:X; auto. apply same_square_eq in X, E. subst. rewrite (proj2 (same_square_eq u u) eq_refl) in T. discriminate.
Qed.
Lemma at_put s t c p : at_ R (put R t c p) s = match at_ R p s with Some x => Some (if same_square s t then c else x) | None => None end.
Proof. apply look_set. Qed.
Lemma add_hand_board m h n p q : add_hand m h n p = Some q -> board q = board p.
Proof. unfold add_hand. cbv zeta. destruct (_ <? 0)%Z; [discriminate|]. destruct m; intros [= <-]; reflexivity. Qed.
Lemma at_write x p q s : do_write R x p = Some q ->
  at_ R q s = match at_ R p s with Some c => Some (after1 s x c) | None => None end.
Proof.
  destruct x as [t|t c|m h n]; cbn [do_write after1].
  - unfold take. intros H. assert (K : forall c, at_ R p t = Some c -> same_square s t = true -> at_ R p s = Some c).
    { intros c A X. apply same_square_eq in X. now subst. }
    destruct (at_ R p t) as [[|k|k]|] eqn:T.
    + injection H as <-. destruct (same_square s t) eqn:X; [rewrite (K _ eq_refl eq_refl)|destruct (at_ R p s)]; auto.
    + injection H as <-. destruct (same_square s t) eqn:X; [rewrite (K _ eq_refl eq_refl)|destruct (at_ R p s)]; auto.
    + assert (Q : at_ R q s = at_ R (put R t Open p) s).
      { destruct (nth k (taken_to R) None); [|now injection H as <-]. apply add_hand_board in H. unfold at_. now rewrite H. }
      rewrite Q, at_put. destruct (same_square s t) eqn:X; [rewrite (K _ eq_refl eq_refl)|]; auto.
    + injection H as <-. destruct (same_square s t) eqn:X; [|now destruct (at_ R p s)]. apply same_square_eq in X. subst. now rewrite T.
  - intros [= <-]. apply at_put.
  - intros H. apply add_hand_board in H. unfold at_. rewrite H. now destruct (look _ _ _).
Qed.
Lemma at_all l : forall p q s, do_all R l p = Some q ->
  at_ R q s = match at_ R p s with Some c => Some (after s l c) | None => None end.
Proof.
  induction l as [|x l IH]; intros p q s; cbn [do_all].
  - intros [= <-]. now destruct (at_ R p s).
  - destruct (do_write R x p) as [p1|] eqn:W; [|discriminate]. intros D. rewrite (IH p1 q s D), (at_write x p p1 s W).
    now destruct (at_ R p s).
Qed.


Variable cs : list chunk.
Hypothesis turns_ok : turn_ok R L (go (mirror R)) swap true cs = true.
Lemma turn_turned w : decode (turn cs w) = turned R (decode w).
Proof. rewrite (turn_spec R L ok _ _ _ _ w turns_ok). reflexivity. Qed.
Lemma field_of_pair s f : forall l fs, field_of s l fs = Some f -> In (s, f) (combine l fs).
Proof.
  induction l as [|t l IH]; intros [|g fs]; cbn [field_of combine]; try discriminate.
  destruct (same_square s t) eqn:X. { intros [= ->]. apply same_square_eq in X. subst. now left. } right. auto.
Qed.
Lemma mirror_spot s f : spot s = Some f -> exists g, spot (go (mirror R) s) = Some g.
Proof.
  intros H. apply field_of_pair in H. pose proof turns_ok as T. unfold turn_ok in T. cbv zeta in T.
  rewrite !andb_true_iff in T. destruct T as (((_ & T) & _) & _). rewrite forallb_forall in T. specialize (T _ H).
  cbn [fst] in T. destruct (spot (go (mirror R) s)); [eauto|discriminate].
Qed.
Lemma mem_0 v : mem 0 v = false.
Proof. now rewrite mem_bit, bit_0. Qed.

Lemma collect_spec at1 l gs : collect at1 l = Some gs ->
  (forall g, In g gs <-> exists a e, In (a, e) l /\ ground1 at1 a e = Some (Some g)) /\
  (forall a e, In (a, e) l -> ground1 at1 a e <> None).
Proof.
  revert gs. induction l as [|(a, e) l IH]; intros gs; cbn [collect].
  - intros [= <-]. split; [|intros a e []]. intros g. split; [intros []|intros (a & e & [] & _)].
  - destruct (ground1 at1 a e) as [og|] eqn:G; [|discriminate].
    destruct og as [h|]; (destruct (collect at1 l) as [gs'|]; [|discriminate]); intros [= <-]; destruct (IH gs' eq_refl) as (I1 & I2);
      (split; [|intros b f [[= <- <-]|I]; [congruence|eauto]]); intros g; cbn [In]; rewrite I1; split.
    + intros [<-|(b & f & I & E)]. { exists a, e. auto. } exists b, f. auto.
    + intros (b & f & [[= <- <-]|I] & E); [left; congruence|right; eauto].
    + intros (b & f & I & E). exists b, f. auto.
    + intros (b & f & [[= <- <-]|I] & E); [congruence|eauto].
Qed.
(* A test of ground actions for a test of what actions make. *)
Lemma collect_exists at1 l gs w (F : position -> bool) (T : gact -> bool) :
  collect at1 l = Some gs ->
  (forall g a e, In g gs -> tells g a e ->
     T g = match apply R a e (decode w) with Some q => F q | None => false end) ->
  existsb T gs = existsb (fun ae => match apply R (fst ae) (snd ae) (decode w) with Some q => F q | None => false end) l.
Proof.
  revert gs. induction l as [|(a, e) l IH]; intros gs; cbn [collect].
  - intros [= <-]. reflexivity.
  - destruct (ground1 at1 a e) as [og|] eqn:G; [|discriminate]. pose proof (ground1_spec _ _ _ _ G) as X.
    destruct og as [h|]; (destruct (collect at1 l) as [gs'|] eqn:C; [|discriminate]); intros [= <-] H; cbn [existsb fst snd].
    + destruct X as (X & _). rewrite (H h a e) by (auto; now left). f_equal. apply IH; auto. intros; apply H; auto. now right.
    + rewrite X. cbn [orb]. apply IH; auto.
Qed.
Lemma results_exists l p (F : action -> env -> position -> bool) :
  existsb (fun x => F (fst (fst x)) (snd (fst x)) (snd x)) (results R l p) =
  existsb (fun ae => match apply R (fst ae) (snd ae) p with Some q => F (fst ae) (snd ae) q | None => false end) (pairs l).
Proof.
  unfold results, pairs. induction l as [|a l IH]; cbn [flat_map existsb]; auto. rewrite !existsb_app, IH. f_equal. clear IH l.
  induction (bindings R (parameters a) []) as [|e r IH]; cbn [flat_map map existsb]; auto. rewrite existsb_app, IH. f_equal. cbn [fst snd].
  destruct (apply R a e p); cbn [existsb fst snd]; auto. apply orb_false_r.
Qed.
Lemma results_empty l p : (results R l p = []) <-> existsb (fun ae => match apply R (fst ae) (snd ae) p with Some _ => true | None => false end) (pairs l) = false.
Proof.
  rewrite <- (results_exists l p (fun _ _ _ => true)). destruct (results R l p) as [|x r]; cbn [existsb]; split; auto; discriminate.
Qed.
Lemma fixed_resolved g p : forallb no_copy (g_writes g) = true -> map (written p) (g_writes g) = fixed_writes g.
Proof.
  intros N. unfold fixed_writes. apply map_ext_in. intros x I. rewrite forallb_forall in N. specialize (N x I). destruct x; auto; discriminate.
Qed.
Lemma hits_spec at1 l gs s g t : spot s = Some g -> collect at1 (pairs l) = Some gs -> copies_nothing gs = true ->
  hits g (attackers s gs) t = existsb (fun x => changed R (decode t) (snd x) s) (results R l (decode t)).
Proof.
  intros Sg C N. rewrite (results_exists l (decode t) (fun _ _ q => changed R (decode t) q s)).
  rewrite <- (collect_exists at1 _ gs t (fun q => changed R (decode t) q s)
    (fun h => mem (code_set (fun v => negb (same_content (content v) (after s (fixed_writes h) (content v))))) (get g t) && run (g_test h) t) C).
  - clear C. unfold hits, attackers. induction gs as [|h gs IH]; cbn [flat_map existsb]; auto. rewrite existsb_app, IH.
    2: { cbn [copies_nothing forallb] in N. apply andb_true_iff in N. tauto. } f_equal. cbv zeta.
    destruct (_ =? 0) eqn:Z. { apply eqb_eq in Z. rewrite Z, mem_0. reflexivity. }
    cbn [existsb fst snd]. rewrite orb_false_r. now destruct (mem _ _).
  - intros h a e I T. unfold copies_nothing in N. rewrite forallb_forall in N. specialize (N h I).
    pose proof (get_upto g t (spot_good R L ok _ _ Sg)) as U. rewrite mem_set by auto. specialize (T t). destruct (run (g_test h) t).
    + destruct T as (q & A & D & _). rewrite A, andb_true_r. rewrite (fixed_resolved h _ N) in D.
      unfold changed. rewrite (at_all _ _ _ s D), !at_decode, Sg. reflexivity.
    + now rewrite T, andb_false_r.
Qed.
Lemma any_possible_spec at1 l gs t : collect at1 (pairs l) = Some gs ->
  any_possible gs t = false <-> results R l (decode t) = [].
Proof.
  intros C. rewrite results_empty. unfold any_possible.
  rewrite (collect_exists at1 _ gs t (fun _ => true) (fun h => run (g_test h) t) C); [tauto|].
  intros g a e _ T. specialize (T t). destruct (run _ t); [destruct T as (q & -> & _)|rewrite T]; auto.
Qed.
Lemma att_spec at1 gs others : collect at1 (pairs (plainly (first_part R))) = Some gs ->
  collect at1 (pairs (otherwise_only (first_part R))) = Some others ->
  copies_nothing gs = true -> copies_nothing others = true ->
  forall s w, run (att cs gs others s) w = attacked R (decode w) s.
Proof.
  intros G O N N' s w. unfold att, attacked, own_at. rewrite at_decode. destruct (spot s) as [f|] eqn:Sf; auto.
  destruct (mirror_spot s f Sf) as (g & Sg). rewrite Sg. cbv zeta. cbn [run].
  rewrite mem_set by (apply get_upto; exact (spot_good R L ok _ _ Sf)).
  change (match content (get f w) with Own _ => true | _ => false end) with (is_own (content (get f w))).
  destruct (is_own (content (get f w))); cbn [andb]; auto. rewrite <- turn_turned. set (t := turn cs w).
  rewrite (hits_spec at1 _ gs _ g t Sg G N).
  pose proof (any_possible_spec at1 _ gs t G) as An.
  assert (H' := hits_spec at1 _ others _ g t Sg O N').
  destruct (results R (plainly (first_part R)) (decode t)) as [|x r].
  - cbn [existsb]. rewrite (proj2 An eq_refl).
    destruct (attackers (go (mirror R) s) others); [|exact H']. cbn [hits existsb] in H'. exact H'.
  - destruct (existsb _ (x :: r)); auto. destruct (any_possible gs t) eqn:P.
    + now destruct (attackers _ others).
    + destruct An as (An & _). specialize (An eq_refl). discriminate.
Qed.
End Gen.
