(* SPDX-License-Identifier: MIT *)
(* What the rules of a game in version 2 of BDDL mean: nothing but definitions, all of which can be
   run. docs/bddl.md says it in words. A reader turns the text into these trees and does nothing
   else: names become numbers, xmin and ymax become coordinates, and #define is written out.
   Not here: rules of one side alone (#blackactions, ...), #endless other than draw, #material, and
   riders as steps of a variable. *)
From Coq Require Import List Bool ZArith.
From Zermelo Require Import Game.
Import ListNotations.
Local Open Scope bool_scope.

(* ---- What is in the files ------------------------------------------------------------------ *)

Definition square := (Z * Z)%type.                     (* (3,1): file c, the top rank *)
Definition vector := (Z * Z)%type.
(* Variables are numbers. *)
Inductive number := Num (n : Z) | NVar (v : nat) | Plus (a b : number) | Neg (a : number).
Inductive step := Step (d : vector) | SVar (v : nat).
Inductive kind := Kind (k : nat) | KVar (v : nat).
Inductive place := At (s : square) | PVar (v : nat) | Shift (p : place) (n : number) (d : step). (* ?p+?n?d *)
Inductive domain :=                                    (* what a variable ranges over *)
| Squares | Region (l : list square) | Steps (l : list vector)
| Numbers (a b : number) | Kinds (l : list nat)
| Only (p : place).                                    (* this square; or nowhere, if it does not exist *)
Inductive what := IsOpen | Mine | Theirs | MineOf (k : kind) | TheirsOf (k : kind). (* open own other own-k other-k *)
Inductive comparison := Less | AtMost | Equals | AtLeast | More.
Inductive cond :=
| Yes | Not (c : cond) | And (a b : cond) | Or (a b : cond)
| Each (v : nat) (d : domain) (c : cond) | Any (v : nat) (d : domain) (c : cond)
| Is (t : what) (p : place)                            (* own-k(p), open(p), .. *)
| On (p : place) | In_region (l : list square) (p : place)
| Next (p q : place) | Line (p q r : place) | Reaches (k : kind) (p q : place)
| Hand (mine : bool) (k : kind) (c : comparison) (n : number)
| Count (t : what) (c : comparison) (n : number)
| Compare (a : number) (c : comparison) (b : number)
| Attacked (p : place).
Inductive effect :=
| Nothing | Both (a b : effect) | EachDo (v : nat) (d : domain) (e : effect) | When (c : cond) (e : effect)
| Put (t : what) (p : place)                           (* open, own-k, other-k; own is own-0 in a game of one kind *)
| Take (p : place) | Becomes (p q : place)
| AddHand (mine : bool) (k : kind) (n : number).
Record action := Action {
  name : nat; otherwise : bool; parameters : list (nat * domain);
  precondition : cond; does : effect; next_part : option (list nat * cond) }.
Inductive ending := Wins | Loses | Draws.
(* Where squares go: (x,y) to (a x + b y + e, c x + d y + f). *)
Record affine := Map { ma : Z; mb : Z; mc : Z; md : Z; me : Z; mf : Z }.
Record rules := Rules {
  squares : list square;                               (* those that exist *)
  hand_of : list (option nat);                         (* for each kind, the number of the hand that holds it *)
  taken_to : list (option nat);                        (* for each kind, that of the hand it comes to when taken *)
  hands : nat;                                         (* how many hands a side has *)
  mirror : affine;
  steps_of : list (list (vector * bool));              (* for each kind, #steps of its name; whether a rider *)
  lines : list (list square); links : list (list square);
  actions : list action;
  ends : list (ending * cond);                         (* #goals Wins, #losses Loses, #draws Draws, in the file's order *)
  illegal : list cond;
  stuck : list (ending * cond) }.

(* A position, seen by the side to move: what stands on each square (in the order of squares), how many
   of each sort are in its hand and in the other's.  Whose turn it is, Black's or White's: see below. *)
Inductive content := Open | Own (k : nat) | Other (k : nat).
Record position := Pos { board : list content; own_hand : list nat; other_hand : list nat }.

(* ---- What they mean ------------------------------------------------------------------------ *)

Definition same_square (s t : square) : bool := (fst s =? fst t)%Z && (snd s =? snd t)%Z.
Definition is_in (s : square) (l : list square) : bool := existsb (same_square s) l.
Definition shift (s : square) (n : Z) (d : vector) : square := (fst s + n * fst d, snd s + n * snd d)%Z.
Definition go (m : affine) (s : square) : square :=
  (ma m * fst s + mb m * snd s + me m, mc m * fst s + md m * snd s + mf m)%Z.
Definition holds_of (c : comparison) (a n : Z) : bool :=
  match c with Less => a <? n | AtMost => a <=? n | Equals => a =? n | AtLeast => n <=? a | More => n <? a end%Z.

(* What variables stand for. *)
Inductive thing := ASquare (s : square) | ANowhere | AVector (d : vector) | ANumber (n : Z) | AKind (k : nat).
Definition env := list (nat * thing).
Fixpoint find (v : nat) (e : env) : option thing :=
  match e with [] => None | (w, x) :: r => if Nat.eqb v w then Some x else find v r end.
Fixpoint number_of (e : env) (n : number) : Z :=
  match n with
  | Num z => z
  | NVar v => match find v e with Some (ANumber z) => z | _ => 0%Z end
  | Plus a b => (number_of e a + number_of e b)%Z
  | Neg a => (- number_of e a)%Z
  end.
Definition kind_of (e : env) (k : kind) : nat :=
  match k with Kind n => n | KVar v => match find v e with Some (AKind n) => n | _ => 0 end end.
Definition step_of (e : env) (d : step) : option vector :=
  match d with Step x => Some x | SVar v => match find v e with Some (AVector x) => Some x | _ => None end end.
Fixpoint place_of (e : env) (p : place) : option square :=
  match p with
  | At s => Some s
  | PVar v => match find v e with Some (ASquare s) => Some s | _ => None end
  | Shift q n d => match place_of e q, step_of e d with
                   | Some s, Some x => Some (shift s (number_of e n) x) | _, _ => None end
  end.

Section Meaning.
Variable R : rules.

Definition count_up (a b : Z) : list Z := map (fun i => a + Z.of_nat i)%Z (seq 0 (Z.to_nat (b - a + 1))).
Definition values (e : env) (d : domain) : list thing :=
  match d with
  | Squares => map ASquare (squares R)
  | Region l => map ASquare l
  | Steps l => map AVector l
  | Numbers a b => map ANumber (count_up (number_of e a) (number_of e b))
  | Kinds l => map AKind l
  | Only p => match place_of e p with
              | Some s => if is_in s (squares R) then [ASquare s] else [ANowhere]
              | None => [ANowhere] end
  end.
Fixpoint bindings (l : list (nat * domain)) (e : env) : list env :=
  match l with [] => [e] | (v, d) :: r => flat_map (fun x => bindings r ((v, x) :: e)) (values e d) end.

(* What stands on a square that exists. *)
Fixpoint look (s : square) (l : list square) (b : list content) : option content :=
  match l, b with
  | t :: l', c :: b' => if same_square s t then Some c else look s l' b'
  | _, _ => None
  end.
Definition at_ (p : position) (s : square) : option content := look s (squares R) (board p).

Definition fits (e : env) (t : what) (c : content) : bool :=
  match t, c with
  | IsOpen, Open | Mine, Own _ | Theirs, Other _ => true
  | MineOf k, Own j | TheirsOf k, Other j => Nat.eqb (kind_of e k) j
  | _, _ => false
  end.
Definition in_hand (mine : bool) (p : position) (h : nat) : Z :=
  Z.of_nat (nth h (if mine then own_hand p else other_hand p) 0).

(* How many of a kind are in hand. *)
Definition held (mine : bool) (p : position) (k : nat) : Z :=
  match nth k (hand_of R) None with Some h => in_hand mine p h | None => 0%Z end.

Fixpoint beside (p q : square) (l : list square) : bool :=
  match l with
  | a :: (b :: _) as r => (same_square p a && same_square q b) || (same_square p b && same_square q a) || beside p q r
  | _ => false
  end.
(* One after the other on the line, from either end. *)
Fixpoint on_line (p q r : square) (l : list square) : bool :=
  match l with
  | a :: (b :: c :: _) as t =>
      (same_square q b && (same_square p a && same_square r c || same_square p c && same_square r a)) || on_line p q r t
  | _ => false
  end.
(* A rider goes on over open squares; the square it comes to may hold anything. *)
Fixpoint rides (n : nat) (p : position) (s t : square) (d : vector) (rider : bool) : bool :=
  match n with
  | O => false
  | S n' => let u := shift s 1 d in
            is_in u (squares R) && (same_square u t ||
            (rider && (match at_ p u with Some Open => true | _ => false end) && rides n' p u t d rider))
  end.

(* Whether a condition holds in a position.  attacked: of a square, see below.  Off the board an atom
   does not hold. *)
Fixpoint holds (attacked : square -> bool) (e : env) (c : cond) (p : position) : bool :=
  match c with
  | Yes => true
  | Not a => negb (holds attacked e a p)
  | And a b => holds attacked e a p && holds attacked e b p
  | Or a b => holds attacked e a p || holds attacked e b p
  | Each v d a => forallb (fun x => holds attacked ((v, x) :: e) a p) (values e d)
  | Any v d a => existsb (fun x => holds attacked ((v, x) :: e) a p) (values e d)
  | Is t q => match place_of e q with
              | Some s => match at_ p s with Some c => fits e t c | None => false end
              | None => false end
  | On q => match place_of e q with Some s => is_in s (squares R) | None => false end
  | In_region l q => match place_of e q with Some s => is_in s l | None => false end
  | Next a b => match place_of e a, place_of e b with
                | Some s, Some t => existsb (beside s t) (lines R ++ links R) | _, _ => false end
  | Line a b d => match place_of e a, place_of e b, place_of e d with
                  | Some s, Some t, Some u => existsb (on_line s t u) (lines R) | _, _, _ => false end
  | Reaches k a b => match place_of e a, place_of e b with
                     | Some s, Some t => is_in s (squares R) && existsb (fun x => rides (length (squares R)) p s t (fst x) (snd x))
                                           (nth (kind_of e k) (steps_of R) [])
                     | _, _ => false end
  | Hand mine k o n => holds_of o (held mine p (kind_of e k)) (number_of e n)
  | Count t o n => holds_of o (Z.of_nat (length (filter (fits e t) (board p)))) (number_of e n)
  | Compare a o b => holds_of o (number_of e a) (number_of e b)
  | Attacked q => match place_of e q with Some s => attacked s | None => false end
  end.

(* In actions nothing is said to be attacked. *)
Definition nobody (s : square) : bool := false.

(* What an effect writes.  Everything is read before anything is written.  None: off the board. *)
Inductive write := WTake (s : square) | WPut (s : square) (c : content) | WHand (mine : bool) (h : nat) (n : Z).
Definition existing (e : env) (p : place) : option square :=
  match place_of e p with Some s => if is_in s (squares R) then Some s else None | None => None end.
Definition content_of (e : env) (t : what) : content :=
  match t with IsOpen => Open | Mine => Own 0 | Theirs => Other 0 | MineOf k => Own (kind_of e k) | TheirsOf k => Other (kind_of e k) end.
Definition both {A} (a b : option (list A)) : option (list A) :=
  match a, b with Some x, Some y => Some (x ++ y) | _, _ => None end.
Fixpoint writes (e : env) (f : effect) (p : position) : option (list write) :=
  match f with
  | Nothing => Some []
  | Both a b => both (writes e a p) (writes e b p)
  | EachDo v d a => fold_right (fun x r => both (writes ((v, x) :: e) a p) r) (Some []) (values e d)
  | When c a => if holds nobody e c p then writes e a p else Some []
  | Put t q => match existing e q with Some s => Some [WPut s (content_of e t)] | None => None end
  | Take q => match existing e q with Some s => Some [WTake s] | None => None end
  | Becomes q r => match existing e q, existing e r with
                   | Some s, Some t => match at_ p t with Some c => Some [WPut s c] | None => None end
                   | _, _ => None end
  | AddHand mine k n => if (number_of e n =? 0)%Z then Some [] else
                        match nth (kind_of e k) (hand_of R) None with
                        | Some h => Some [WHand mine h (number_of e n)] | None => None end
  end.

Fixpoint set_at (s : square) (c : content) (l : list square) (b : list content) : list content :=
  match l, b with
  | t :: l', x :: b' => if same_square s t then c :: b' else x :: set_at s c l' b'
  | _, _ => b
  end.
Definition put (s : square) (c : content) (p : position) : position :=
  Pos (set_at s c (squares R) (board p)) (own_hand p) (other_hand p).
Fixpoint set_nth (h : nat) (n : nat) (l : list nat) : list nat :=
  match l, h with [], _ => [] | _ :: r, O => n :: r | x :: r, S h' => x :: set_nth h' n r end.
(* No hand holds fewer than none. *)
Definition add_hand (mine : bool) (h : nat) (n : Z) (p : position) : option position :=
  let m := (in_hand mine p h + n)%Z in
  if (m <? 0)%Z then None else
  Some (if mine then Pos (board p) (set_nth h (Z.to_nat m) (own_hand p)) (other_hand p)
        else Pos (board p) (own_hand p) (set_nth h (Z.to_nat m) (other_hand p))).
(* What the other side has there, if anything, leaves, to the mover's hand if it has one for it. *)
Definition take (s : square) (p : position) : option position :=
  match at_ p s with
  | Some (Other k) => match nth k (taken_to R) None with
                      | Some h => add_hand true h 1 (put s Open p)
                      | None => Some (put s Open p) end
  | _ => Some p
  end.
Definition do_write (w : write) (p : position) : option position :=
  match w with WTake s => take s p | WPut s c => Some (put s c p) | WHand m h n => add_hand m h n p end.
Fixpoint do_all (l : list write) (p : position) : option position :=
  match l with [] => Some p | w :: r => match do_write w p with Some q => do_all r q | None => None end end.
Definition same_content (a b : content) : bool :=
  match a, b with Open, Open => true | Own j, Own k | Other j, Other k => Nat.eqb j k | _, _ => false end.
Definition clash (v w : write) : bool :=
  match v, w with WPut s a, WPut t b => same_square s t && negb (same_content a b) | _, _ => false end.
(* First hands lose what they lose, then what is taken leaves, then the squares get what the effect says, then
   hands get what they get. *)
Definition rank (w : write) : nat :=
  match w with WHand _ _ n => if (n <? 0)%Z then 0 else 3 | WTake _ => 1 | WPut _ _ => 2 end.
Definition of_rank (n : nat) (l : list write) : list write := filter (fun w => Nat.eqb (rank w) n) l.
Definition sorted (l : list write) : list write := of_rank 0 l ++ of_rank 1 l ++ of_rank 2 l ++ of_rank 3 l.
(* Two contents for one square: no move (the loader refuses such rules). *)
Definition write_all (l : list write) (p : position) : option position :=
  if existsb (fun v => existsb (clash v) l) l then None else do_all (sorted l) p.

(* An action with its variables filled in. *)
Definition apply (a : action) (e : env) (p : position) : option position :=
  if holds nobody e (precondition a) p then
    match writes e (does a) p with Some l => write_all l p | None => None end
  else None.

(* The same position seen by the other side. *)
Definition swap (c : content) : content := match c with Open => Open | Own k => Other k | Other k => Own k end.
Definition or_open (c : option content) : content := match c with Some x => x | None => Open end.
Definition turned (p : position) : position :=
  Pos (map (fun s => swap (or_open (at_ p (go (mirror R) s)))) (squares R)) (other_hand p) (own_hand p).

(* Actions that begin a turn: those that no other names as its next part. *)
Definition named (l : list nat) : list action := filter (fun a => existsb (Nat.eqb (name a)) l) (actions R).
Definition begins (a : action) : bool :=
  negb (existsb (fun b => match next_part b with Some (l, _) => existsb (Nat.eqb (name a)) l | None => false end) (actions R)).
Definition first_part : list action := filter begins (actions R).

(* What the actions of a list make of a position. *)
Definition results (l : list action) (p : position) : list (action * env * position) :=
  flat_map (fun a => flat_map (fun e => match apply a e p with Some q => [(a, e, q)] | None => [] end)
                              (bindings (parameters a) [])) l.
Definition plainly (l : list action) : list action := filter (fun a => negb (otherwise a)) l.
Definition otherwise_only (l : list action) : list action := filter otherwise l.

(* An own piece is attacked if the other side, were it to move, could begin with an action after which
   something else stands there; with one that says :otherwise, only if no other is possible. *)
Definition own_at (p : position) (s : square) : bool := match at_ p s with Some (Own _) => true | _ => false end.
Definition changed (p q : position) (s : square) : bool :=
  negb (same_content (or_open (at_ p s)) (or_open (at_ q s))).
Definition attacked (p : position) (s : square) : bool :=
  own_at p s &&
  existsb (fun x => changed (turned p) (snd x) (go (mirror R) s))
    match results (plainly first_part) (turned p) with
    | [] => results (otherwise_only first_part) (turned p)
    | r => r
    end.

(* Whether the turn may end so. *)
Definition legal (q : position) : bool := negb (existsb (fun c => holds (attacked q) [] c q) (illegal R)).
Definition finished (q : position) : list position := if legal q then [q] else [].
(* A turn of at most n parts, still seen by the side that moves. After an action with :then whose condition holds,
   the turn goes on, if it can. Actions that say :otherwise are only played where no other leads to the end of a turn. *)
Fixpoint turns (n : nat) (l : list action) (p : position) : list position :=
  match n with
  | O => []
  | S n' =>
      let goes_on := fun x : action * env * position => match x with (a, e, q) =>
        match next_part a with
        | Some (names, c) =>
            if holds (attacked q) e c q then match turns n' (named names) q with [] => finished q | r => r end
            else finished q
        | None => finished q
        end end in
      match flat_map goes_on (results (plainly l) p) with
      | [] => flat_map goes_on (results (otherwise_only l) p)
      | r => r
      end
  end.
Definition most_parts : nat := 3.
Definition after_turn (p : position) : list position := turns most_parts first_part p.

(* The positions that moves lead to, seen by the side that is then to move. *)
Definition moves (p : position) : list position := map turned (after_turn p).
Definition move (p q : position) : Prop := In q (moves p).

(* The first line that holds. *)
Fixpoint first_end (l : list (ending * cond)) (p : position) : option ending :=
  match l with [] => None | (x, c) :: r => if holds (attacked p) [] c p then Some x else first_end r p end.
(* How things stand for the side to move: goals, losses and draws as the side sees them that has moved;
   then, if there is no move, #stuck as the side to move sees it. *)
Definition status_of (p : position) : status :=
  match first_end (ends R) (turned p) with
  | Some Wins => Lost
  | Some Loses => Won
  | Some Draws => Drawn
  | None =>
      match moves p with
      | _ :: _ => Going
      | [] => match first_end (stuck R) p with
              | Some Wins => Won
              | Some Loses => Lost
              | Some Draws => Drawn
              | None => match ends R with [] => Lost | _ => Drawn end
              end
      end
  end.

(* ---- With sides ---- Black sees the board as it is, White as the mirror shows it. *)
Record sided := Sided { seen : position; white_to_move : bool }.
Definition real (p : sided) : position := if white_to_move p then turned (seen p) else seen p.
End Meaning.
