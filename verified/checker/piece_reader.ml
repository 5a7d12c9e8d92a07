(* SPDX-License-Identifier: MIT *)
(* Reads rules in version 2 of BDDL (docs/bddl.md). TRUSTED: what is proved of a table is proved of
   the game that this file makes of the text. It looks names up, writes #define out, and fills
   nothing else in. *)

open Piece_kernel
open Piece_tokens

type side = Mine_side | Other_side

type t = {
  rules : rules;
  columns : int;
  rows : int;
  squares : (int * int) list;  (* that exist: column, row from the top *)
  kinds : (string * char) list;  (* names and letters, in upper case *)
  hands : int list;  (* the kind that each holds *)
  mirror_of : int * int -> int * int;
  start : (bool * int * (int * int)) list;  (* white?, kind, square *)
  start_hands : (bool * int * int) list;  (* white?, hand, how many *)
  white_begins : bool;
  action_names : string list;  (* by the numbers that actions have in the rules *)
}

let rec nat_of_int n = if n = 0 then O else S (nat_of_int (n - 1))

let z_of_int n =
  let rec positive n =
    if n = 1 then XH else if n land 1 = 0 then XO (positive (n / 2)) else XI (positive (n / 2)) in
  if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let pair (x, y) = (z_of_int x, z_of_int y)

(* ---- What is declared ----------------------------------------------------------------------- *)

type board = {
  size : int * int;
  exists : (int * int) list;
  kind_names : string list;
  hand_kinds : (int * int list) list;  (* the kind that a hand holds, and those that come to it *)
  all_lines : (int * int) list list;
  all_links : (int * int) list list;
  steps : (string * ((int * int) * bool) list) list;
  regions : (string * (int * int) list) list;
  defines : (string * define) list;
}

and define = { parameters : string list; body : int }  (* where its lines begin *)

let index_of name names =
  let rec go i = function
    | [] -> None
    | n :: rest -> if n = name then Some i else go (i + 1) rest in
  go 0 names

let found_or reader token what = function
  | Some x -> x
  | None -> refuse reader token "there is no %s '%s'" what (String.escaped token.text)

let kind_number reader board (token : token) name =
  found_or reader { token with text = name } "piece" (index_of name board.kind_names)

(* ---- Coordinates ---------------------------------------------------------------------------- *)

(* A number, xmin, xmax-1, or ?x, which is any: what it is for each value of the anchor. *)
let coordinate reader axis size ~free =
  let offset () =
    if at_sign reader "+" || at_sign reader "-" then integer reader "a number" else 0 in
  let edge name = at reader Word && Bddl_reader.begins_with name (peek reader).text in
  let from_edge name base =
    let token = next reader in
    let length = String.length name in
    let rest = String.sub token.text length (String.length token.text - length) in
    if rest = "" then base + offset ()
    else match int_of_string_opt rest with
      | Some n when n <= 0 -> base + n
      | _ -> refuse reader token "expected %s or a number, not '%s'" name token.text in
  let minimum = axis ^ "min" and maximum = axis ^ "max" in
  if at reader Integer then let n = integer reader "a number" in fun _ -> n
  else if edge minimum then let n = from_edge minimum 1 in fun _ -> n
  else if edge maximum then let n = from_edge maximum size in fun _ -> n
  else if free && at_text reader Variable ("?" ^ axis) then begin
    ignore (next reader);
    let n = offset () in
    fun anchor -> anchor + n
  end
  else expected reader (Printf.sprintf "%s, %s or a number" minimum maximum)

let count first last = List.init (max 0 (last - first + 1)) (fun i -> first + i)

let grid (columns, rows) =
  List.concat_map (fun y -> List.map (fun x -> (x, y)) (count 1 columns)) (count 1 rows)

(* The squares of (x,y), without the parentheses if they were read. *)
let coordinates reader (columns, rows) ~free =
  let x = coordinate reader "x" columns ~free in
  sign reader ",";
  let y = coordinate reader "y" rows ~free in
  let on (x, y) = x >= 1 && x <= columns && y >= 1 && y <= rows in
  grid (columns, rows)
  |> List.map (fun (anchor_x, anchor_y) -> (x anchor_x, y anchor_y))
  |> List.filter on
  |> List.sort_uniq compare

let enclosed_squares reader size ~free =
  sign reader "(";
  let squares = coordinates reader size ~free in
  sign reader ")";
  squares

(* ---- Variables ------------------------------------------------------------------------------ *)

(* A variable's first letter says what it stands for. *)
type sort = Of_side | Of_kind | Of_step | Of_number | Of_square

let sort_of name =
  match if String.length name > 1 then name.[1] else ' ' with
  | 'c' -> Of_side
  | 'k' -> Of_kind
  | 'd' | 'e' | 'f' -> Of_step
  | 'n' | 'i' | 'j' -> Of_number
  | _ -> Of_square

type meaning =
  | Slot of nat  (* a variable of the specification *)
  | Side of side
  | A_kind of Piece_kernel.kind
  | A_number of number
  | A_step of step

(* `takes_new`: in a line, a variable that nothing declares ranges over everything. *)
type scope = {
  mutable known : (string * meaning) list;
  mutable found : (nat * domain) list;  (* newest first *)
  takes_new : bool;
  depth : int;  (* of defines that are written out *)
}

type state = { reader : reader; board : board; mutable slots : int }

let new_slot state =
  state.slots <- state.slots + 1;
  nat_of_int (state.slots - 1)

let most_depth = 50

let all_numbers board =
  let columns, rows = board.size in
  Numbers (Num (z_of_int 1), Num (z_of_int (max columns rows)))

let all_kinds board = Kinds (List.mapi (fun i _ -> nat_of_int i) board.kind_names)

let everything state (token : token) =
  match sort_of token.text with
  | Of_square -> Squares
  | Of_number -> all_numbers state.board
  | Of_kind -> all_kinds state.board
  | Of_step -> refuse state.reader token "nothing says which steps %s stands for" token.text
  | Of_side -> refuse state.reader token "nothing says which side %s is" token.text

let use state scope =
  let token = next state.reader in
  match List.assoc_opt token.text scope.known with
  | Some meaning -> meaning
  | None ->
    if not scope.takes_new then
      refuse state.reader token "nothing says what %s stands for" token.text;
    let domain = everything state token in
    let slot = new_slot state in
    scope.known <- (token.text, Slot slot) :: scope.known;
    scope.found <- (slot, domain) :: scope.found;
    Slot slot

let misused state (token : token) =
  refuse state.reader token "%s cannot stand here" token.text

(* ---- Terms ---------------------------------------------------------------------------------- *)

let plus n offset = if offset = 0 then n else Plus (n, Num (z_of_int offset))

let number state scope =
  let reader = state.reader in
  if at reader Variable then begin
    let token = peek reader in
    let base = match use state scope with
      | Slot v when sort_of token.text = Of_number -> NVar v
      | A_number n -> n
      | _ -> misused state token in
    let signed = (at_sign reader "+" || at_sign reader "-") && (ahead reader 1).kind = Integer in
    if signed then plus base (integer reader "a number") else base
  end
  else Num (z_of_int (integer reader "a number, such as 3 or ?n-1"))

let side_words =
  [ ("own", Mine_side); ("other", Other_side); ("black", Mine_side); ("white", Other_side) ]

(* (Rules are as Black sees the board: `black` in them is the side that moves.) *)
let side state scope =
  let reader = state.reader in
  let token = peek reader in
  if at reader Variable then
    match use state scope with Side s -> s | _ -> misused state token
  else match List.assoc_opt token.text side_words with
    | Some side -> ignore (next reader); side
    | None -> expected reader "own, other, black or white"

let kind state scope =
  let reader = state.reader in
  let token = peek reader in
  if at reader Variable then
    match use state scope with
    | Slot v when sort_of token.text = Of_kind -> KVar v
    | A_kind k -> k
    | _ -> misused state token
  else
    let word = word reader "the name of a piece, or ?k" in
    Kind (nat_of_int (kind_number reader state.board word word.text))

let step state scope =
  let token = peek state.reader in
  if not (at state.reader Variable) then expected state.reader "a step, such as ?d";
  match use state scope with
  | Slot v when sort_of token.text = Of_step -> SVar v
  | A_step s -> s
  | _ -> misused state token

let negative n = match n with Num z -> Num (match z with Zpos p -> Zneg p | Zneg p -> Zpos p | Z0 -> Z0) | n -> Neg n

(* ?p, ?p+?d, ?p-2?d, ?p+?n?d, (3,ymax-1) *)
let place state scope =
  let reader = state.reader in
  let token = peek reader in
  let exists s = List.mem s state.board.exists in
  let base, is_nowhere =
    if at reader Variable then
      match use state scope with
      | Slot v when sort_of token.text = Of_square -> (PVar v, false)
      | _ -> misused state token
    else
      let squares =
        if at_sign reader "(" then enclosed_squares reader state.board.size ~free:false
        else coordinates reader state.board.size ~free:false in
      match squares with
      | [ s ] when exists s -> (At (pair s), false)
      | _ -> (At (pair (0, 0)), true) in
  let starts_shift () =
    (at_sign reader "+" || at_sign reader "-")
    && ((ahead reader 1).kind = Variable || (ahead reader 1).kind = Integer) in
  let rec shifts p =
    if not (starts_shift ()) then p
    else begin
      let minus = (next reader).text = "-" in
      let times =
        if at reader Integer then Num (z_of_int (integer reader "a number"))
        else if at reader Variable && sort_of (peek reader).text = Of_number then
          (let token = peek reader in
           match use state scope with
           | Slot v -> NVar v
           | A_number n -> n
           | _ -> misused state token)
        else Num (z_of_int 1) in
      let d = step state scope in
      shifts (Shift (p, (if minus then negative times else times), d))
    end in
  let whole = shifts base in
  (* (From a square that does not exist no step leads back.) *)
  if is_nowhere then base else whole

(* open, own, other-chick, ?c-?k: `other_names` are those that mean something else. *)
let begins_with_side (token : token) =
  token.kind = Word
  && List.exists (fun (name, _) ->
      token.text = name || Bddl_reader.begins_with (name ^ "-") token.text) side_words

let at_contents reader = at reader Variable || at_word reader "open" || begins_with_side (peek reader)

let of_side side = function
  | None -> (match side with Mine_side -> Mine | Other_side -> Theirs)
  | Some k -> (match side with Mine_side -> MineOf k | Other_side -> TheirsOf k)

let contents state scope =
  let reader = state.reader in
  let token = peek reader in
  if at_word reader "open" then begin ignore (next reader); IsOpen end
  else if at reader Variable then begin
    let who = side state scope in
    if take_sign reader "-" then of_side who (Some (kind state scope)) else of_side who None
  end
  else if begins_with_side token then begin
    ignore (next reader);
    let word, rest = match String.index_opt token.text '-' with
      | None -> (token.text, None)
      | Some i ->
        let length = String.length token.text - i - 1 in
        (String.sub token.text 0 i, Some (String.sub token.text (i + 1) length)) in
    let who = List.assoc word side_words in
    match rest with
    | None -> of_side who None
    | Some "" -> of_side who (Some (kind state scope))
    | Some name -> of_side who (Some (Kind (nat_of_int (kind_number reader state.board token name))))
  end
  else expected reader "what stands there: open, own, other, own-KIND"

(* ---- Declarations --------------------------------------------------------------------------- *)

type declaration = One of nat * domain | Both_sides

let names_after_equals state =
  let reader = state.reader in
  let rec go found =
    let token = word reader "a name" in
    if at_sign reader "," && (ahead reader 1).kind = Word then begin
      ignore (next reader);
      go (token :: found)
    end
    else List.rev (token :: found) in
  go []

let region state (token : token) =
  found_or state.reader token "region" (List.assoc_opt token.text state.board.regions)

let step_set state (token : token) =
  let steps = found_or state.reader token "set of steps" (List.assoc_opt token.text state.board.steps) in
  let plain ((d, rides) : (int * int) * bool) =
    if rides then
      refuse state.reader token "the checker knows riders only in reaches(...), not as steps of a variable";
    pair d in
  List.map plain steps

let range state scope (token : token) ~quantified =
  let reader = state.reader in
  let given = take_sign reader "=" in
  match sort_of token.text with
  | Of_number ->
    let bare = quantified && (at reader Integer || at reader Variable || at_sign reader "-") in
    if not (given || bare) then all_numbers state.board
    else begin
      let first = number state scope in
      if given then sign reader "..";
      Numbers (first, number state scope)
    end
  | Of_square when given ->
    Region (List.map pair (List.sort_uniq compare (List.concat_map (region state) (names_after_equals state))))
  | Of_kind when given ->
    let number (t : token) = nat_of_int (kind_number reader state.board t t.text) in
    Kinds (List.map number (names_after_equals state))
  | Of_step when given -> Steps (List.concat_map (step_set state) (names_after_equals state))
  | Of_side -> refuse reader token "a side has no list: it is own or other"
  | _ -> everything state token

let at_declaration reader =
  at reader Variable && not (is (ahead reader 1) Sign "(" || is (ahead reader 1) Sign "-")

(* The variable is known from here on. *)
let declaration state scope ~quantified =
  let reader = state.reader in
  if not (at reader Variable) then expected reader "a variable, such as ?p";
  let token = next reader in
  if List.mem_assoc token.text scope.known then
    refuse reader token "%s already stands for something" token.text;
  if sort_of token.text = Of_side && not (at_sign reader "=") then (token.text, Both_sides)
  else begin
    let domain = range state scope token ~quantified in
    let slot = new_slot state in
    scope.known <- (token.text, Slot slot) :: scope.known;
    (token.text, One (slot, domain))
  end

let with_known scope extra f =
  let before = scope.known in
  scope.known <- extra @ before;
  let result = f () in
  scope.known <- List.filter (fun (name, _) -> not (List.mem_assoc name extra)) scope.known;
  result

(* Reads the same text for both sides that a variable can stand for. *)
let for_both_sides state scope name join read =
  let place = state.reader.place in
  let once side = state.reader.place <- place; with_known scope [ (name, Side side) ] read in
  let mine = once Mine_side in
  join mine (once Other_side)

(* ---- Conditions ----------------------------------------------------------------------------- *)

let conjunction = function
  | [] -> Yes
  | first :: rest -> List.fold_left (fun all c -> And (all, c)) first rest

let comparisons = [ ("<", Less); ("<=", AtMost); ("=", Equals); (">=", AtLeast); (">", More) ]
let turned_round = function
  | Less -> More | AtMost -> AtLeast | Equals -> Equals | AtLeast -> AtMost | More -> Less

type quantity = A of number | Counted of what | Held of bool * Piece_kernel.kind

let rec conditions state scope ~enclosed ~line =
  let reader = state.reader in
  let rec go found =
    if not line then skip_lines reader;
    if at_sign reader "(" then go (enclosed_conditions state scope :: found)
    else if at_word reader "and" then begin ignore (next reader); go found end
    else if at reader Word || at reader Variable then begin
      let c = condition state scope in
      go (c :: found)
    end
    else if enclosed && not (at_sign reader ")") then expected reader "a condition or ')'"
    else List.rev found in
  go []

and enclosed_conditions state scope =
  sign state.reader "(";
  let all = conditions state scope ~enclosed:true ~line:false in
  sign state.reader ")";
  conjunction all

and condition state scope =
  let reader = state.reader in
  let token = peek reader in
  let one_place make =
    ignore (next reader);
    sign reader "(";
    let p = place state scope in
    sign reader ")";
    make p in
  match token.kind, token.text with
  | Word, "not" -> ignore (next reader); Not (enclosed_conditions state scope)
  | Word, "any" -> quantified state scope (fun v d c -> Any (v, d, c)) (fun a b -> Or (a, b))
  | Word, "each" -> quantified state scope (fun v d c -> Each (v, d, c)) (fun a b -> And (a, b))
  | Word, "on" -> one_place (fun p -> On p)
  | Word, "off" -> one_place (fun p -> Not (On p))
  | Word, "attacked" -> one_place (fun p -> Attacked p)
  | Word, "next" ->
    ignore (next reader);
    (match places state scope 2 with [ p; q ] -> Next (p, q) | _ -> assert false)
  | Word, "line" ->
    ignore (next reader);
    (match places state scope 3 with [ p; q; r ] -> Line (p, q, r) | _ -> assert false)
  | Word, "reaches" -> reaches state scope
  | Word, ("count" | "hand") | Integer, _ -> comparison state scope
  | Variable, _ when sort_of token.text = Of_number -> comparison state scope
  | _ when at_contents reader ->
    let what = contents state scope in
    sign reader "(";
    let p = place state scope in
    sign reader ")";
    Is (what, p)
  | _ -> named state scope

and places state scope n =
  sign state.reader "(";
  let read i =
    if i > 0 then sign state.reader ",";
    place state scope in
  let rec go i = if i = n then [] else let p = read i in p :: go (i + 1) in
  let all = go 0 in
  sign state.reader ")";
  all

and quantified state scope make join =
  ignore (next state.reader);
  match declaration state scope ~quantified:true with
  | name, Both_sides ->
    for_both_sides state scope name join (fun () -> enclosed_conditions state scope)
  | name, One (slot, domain) ->
    let c = enclosed_conditions state scope in
    scope.known <- List.remove_assoc name scope.known;
    make slot domain c

and reaches state scope =
  ignore (next state.reader);
  sign state.reader "(";
  let k = kind state scope in
  sign state.reader ",";
  let p = place state scope in
  sign state.reader ",";
  let q = place state scope in
  sign state.reader ")";
  Reaches (k, p, q)

and quantity state scope =
  let reader = state.reader in
  if take reader Word "count" then begin
    sign reader "(";
    let what = contents state scope in
    sign reader ")";
    Counted what
  end
  else if take reader Word "hand" then begin
    sign reader "(";
    let who = side state scope in
    sign reader ",";
    let k = kind state scope in
    sign reader ")";
    Held (who = Mine_side, k)
  end
  else A (number state scope)

and comparison state scope =
  let reader = state.reader in
  let token = peek reader in
  let left = quantity state scope in
  let compared op n = match left with
    | A m -> Compare (m, op, n)
    | Counted what -> Count (what, op, n)
    | Held (mine, k) -> Hand (mine, k, op, n) in
  match List.assoc_opt (peek reader).text comparisons with
  | Some op when at reader Sign ->
    ignore (next reader);
    (match left, quantity state scope with
     | _, A n -> compared op n
     | A n, Counted what -> Count (what, turned_round op, n)
     | A n, Held (mine, k) -> Hand (mine, k, turned_round op, n)
     | _ -> refuse reader token "the checker compares counts and hands with numbers only")
  | _ ->
    match left with
    | Held (mine, k) -> Hand (mine, k, More, Num Z0)
    | _ -> expected reader "<, <=, =, >= or >"

(* A region or a define. *)
and named state scope =
  let reader = state.reader in
  let token = next reader in
  match List.assoc_opt token.text state.board.regions with
  | Some squares ->
    sign reader "(";
    let p = place state scope in
    sign reader ")";
    In_region (List.map pair squares, p)
  | None ->
    let define = found_or reader token "condition" (List.assoc_opt token.text state.board.defines) in
    if scope.depth = most_depth then refuse reader token "the meaning of %s depends on itself" token.text;
    let known, wrap = arguments state scope define.parameters in
    let place = reader.place in
    reader.place <- define.body;
    let all = define_lines state { known; found = []; takes_new = true; depth = scope.depth + 1 } in
    reader.place <- place;
    wrap all

(* What each parameter of a define stands for, and what binds those that are squares. *)
and arguments state scope parameters =
  let reader = state.reader in
  let argument name =
    match sort_of name with
    | Of_side -> (Side (side state scope), Fun.id)
    | Of_kind -> (A_kind (kind state scope), Fun.id)
    | Of_number -> (A_number (number state scope), Fun.id)
    | Of_step -> (A_step (step state scope), Fun.id)
    | Of_square ->
      match place state scope with
      | PVar v -> (Slot v, Fun.id)
      | p -> let slot = new_slot state in (Slot slot, fun c -> Any (slot, Only p, c)) in
  let rec go first = function
    | [] -> ([], Fun.id)
    | name :: rest ->
      if not first then sign reader ",";
      let meaning, bind = argument name in
      let known, wrap = go false rest in
      ((name, meaning) :: known, fun c -> bind (wrap c)) in
  if parameters = [] && not (at_sign reader "(") then ([], Fun.id)
  else begin
    sign reader "(";
    let result = go true parameters in
    sign reader ")";
    result
  end

and define_lines state scope =
  let lines = ref [] in
  each_line state.reader (fun () -> lines := line state scope :: !lines);
  match List.rev !lines with
  | [] -> expected state.reader "what is defined"
  | first :: rest -> List.fold_left (fun all l -> Or (all, l)) first rest

(* [P] C: it holds for some values of its variables. *)
and line state outer =
  let reader = state.reader in
  let scope = { outer with found = []; takes_new = true } in
  let rec sides_used i =
    match (ahead reader i).kind with
    | Line_end | Section | End -> []
    | Variable when sort_of (ahead reader i).text = Of_side -> (ahead reader i).text :: sides_used (i + 1)
    | _ -> sides_used (i + 1) in
  let unknown = List.filter (fun name -> not (List.mem_assoc name scope.known)) (sides_used 0) in
  match unknown with
  | name :: _ ->
    for_both_sides state outer name (fun a b -> Or (a, b)) (fun () -> line state outer)
  | [] ->
    let rec declared () =
      if not (at_declaration reader) then []
      else if sort_of (peek reader).text = Of_side then begin ignore (next reader); declared () end
      else
        match declaration state scope ~quantified:false with
        | _, One (slot, domain) -> ignore (take_sign reader ","); (slot, domain) :: declared ()
        | _, Both_sides -> declared () in
    let variables = declared () in
    let all = conditions state scope ~enclosed:false ~line:true in
    if all = [] && variables <> [] then expected reader "a condition, such as own(?p)";
    List.fold_right (fun (v, d) c -> Any (v, d, c)) (variables @ List.rev scope.found) (conjunction all)

(* ---- Effects -------------------------------------------------------------------------------- *)

let all_effects = function
  | [] -> Nothing
  | first :: rest -> List.fold_left (fun all e -> Both (all, e)) first rest

let rec effects state scope ~enclosed =
  let reader = state.reader in
  if enclosed then sign reader "(";
  let rec go found =
    skip_lines reader;
    if at_sign reader "(" then begin
      let e = effects state scope ~enclosed:true in
      go (e :: found)
    end
    else if at_word reader "and" then begin ignore (next reader); go found end
    else if at reader Word || at reader Variable then begin
      let e = effect state scope in
      go (e :: found)
    end
    else List.rev found in
  let all = go [] in
  if enclosed then sign reader ")";
  all_effects all

and effect state scope =
  let reader = state.reader in
  let token = peek reader in
  match token.kind, token.text with
  | Word, "hand" ->
    ignore (next reader);
    sign reader "(";
    let who = side state scope in
    sign reader ",";
    let k = kind state scope in
    sign reader ")";
    let minus = at_sign reader "-" in
    if not (minus || at_sign reader "+") then expected reader "+1 or -1: by how much the hand changes";
    ignore (next reader);
    let n = number state scope in
    AddHand (who = Mine_side, k, (if minus then negative n else n))
  | Word, "take" ->
    ignore (next reader);
    (match places state scope 1 with [ p ] -> Take p | _ -> assert false)
  | Word, "becomes" ->
    ignore (next reader);
    (match places state scope 2 with [ p; q ] -> Becomes (p, q) | _ -> assert false)
  | Word, "when" ->
    ignore (next reader);
    let c = enclosed_conditions state scope in
    When (c, effects state scope ~enclosed:true)
  | Word, "each" ->
    ignore (next reader);
    (match declaration state scope ~quantified:true with
     | name, Both_sides ->
       for_both_sides state scope name (fun a b -> Both (a, b))
         (fun () -> effects state scope ~enclosed:true)
     | name, One (slot, domain) ->
       let e = effects state scope ~enclosed:true in
       scope.known <- List.remove_assoc name scope.known;
       EachDo (slot, domain, e))
  | _ ->
    let what = contents state scope in
    let is_vague = (what = Mine || what = Theirs) && List.length state.board.kind_names > 1 in
    if is_vague then refuse reader token "the effect must say which piece comes to stand there";
    (match places state scope 1 with [ p ] -> Put (what, p) | _ -> assert false)

(* ---- Actions -------------------------------------------------------------------------------- *)

type read_action = { title : string; made : action list; next_names : (token list) }

let at_keyword reader name = skip_lines reader; at_text reader Keyword name

let keyword reader name =
  if not (at_keyword reader name) then expected reader name;
  ignore (next reader)

let has_attacked =
  let rec asks = function
    | Attacked _ -> true
    | Not c | Each (_, _, c) | Any (_, _, c) -> asks c
    | And (a, b) | Or (a, b) -> asks a || asks b
    | _ -> false in
  asks

let action_name reader = 
  if not (at reader Word || at reader Integer) then expected reader "the action's name";
  next reader

exception Side_parameter of string

(* Parameters that are sides make an action for each; `given` are those that have been chosen. *)
let rec action_of state number ~otherwise given =
  let reader = state.reader in
  let start = reader.place in
  let scope = { known = given; found = []; takes_new = false; depth = 0 } in
  let enclosed = take_sign reader "(" in
  let rec parameters found =
    skip_lines reader;
    if not (at reader Variable) then List.rev found
    else if List.mem_assoc (peek reader).text given then begin
      ignore (next reader); ignore (take_sign reader ","); parameters found
    end
    else
      match declaration state scope ~quantified:false with
      | _, One (slot, domain) -> ignore (take_sign reader ","); parameters ((slot, domain) :: found)
      | name, Both_sides -> raise_side name
  and raise_side name = raise (Side_parameter name) in
  match parameters [] with
  | exception Side_parameter name ->
    let once side = reader.place <- start; action_of state number ~otherwise ((name, Side side) :: given) in
    let mine = once Mine_side in
    let mine_actions, names = mine in
    let other_actions, _ = once Other_side in
    (mine_actions @ other_actions, names)
  | parameters ->
    if enclosed then sign reader ")";
    keyword reader ":precondition";
    let before = peek reader in
    let precondition = conjunction (conditions state scope ~enclosed:false ~line:false) in
    keyword reader ":effect";
    let does = effects state scope ~enclosed:false in
    let names, next_condition = if at_keyword reader ":then" then then_part state scope else ([], Yes) in
    if has_attacked precondition then refuse reader before "attacked(...) cannot stand in an action";
    if at_keyword reader ":text" then begin ignore (next reader); ignore (next reader) end;
    skip_lines reader;
    if not (at_section_end reader || at_keyword reader ":action") then
      expected reader ":action, or :then and :text in this order";
    let next_part = if names = [] then None else Some ([], next_condition) in
    ([ { name = nat_of_int number; otherwise; parameters; precondition; does; next_part } ], names)

and then_part state scope =
  let reader = state.reader in
  ignore (next reader);
  let rec names () =
    skip_lines reader;
    let name = action_name reader in
    if take_sign reader "," then name :: names () else [ name ] in
  let names = names () in
  (names, conjunction (conditions state scope ~enclosed:false ~line:false))

let action state number =
  let reader = state.reader in
  keyword reader ":action";
  let title = (action_name reader).text in
  let otherwise = at_keyword reader ":otherwise" in
  if otherwise then ignore (next reader);
  if at_keyword reader ":parameters" then ignore (next reader);
  skip_lines reader;
  let made, next_names = action_of state number ~otherwise [] in
  { title; made; next_names }

(* ---- Sections ------------------------------------------------------------------------------- *)

type section = { name : string; heading : token; begins : int }

let of_game =
  [ "#bddl"; "#game"; "#pieces"; "#hands"; "#boardsize"; "#lines"; "#links"; "#steps"; "#regions";
    "#define"; "#mirror"; "#endless"; "#init"; "#turn"; "#depth"; "#actions"; "#goals"; "#losses";
    "#draws"; "#illegal"; "#stuck" ]

let of_one_side =
  let names = [ "actions"; "goals"; "losses"; "draws"; "illegal"; "stuck" ] in
  List.concat_map (fun side -> List.map (fun name -> "#" ^ side ^ name) names) [ "black"; "white" ]

let find_sections reader =
  let rec go seen found =
    skip_lines reader;
    if at reader End then List.rev found
    else begin
      if not (at reader Section) then expected reader "a section, such as #init";
      let heading = next reader in
      let name = heading.text in
      if List.mem name of_one_side || name = "#material" then
        refuse reader heading "the checker does not know %s: both sides must have the same rules, and a start" name;
      if not (List.mem name of_game) then refuse reader heading "there is no section '%s'" (String.escaped name);
      if List.mem name seen && name <> "#define" then refuse reader heading "%s is given twice" name;
      let begins = reader.place in
      while not (at_section_end reader) do ignore (next reader) done;
      go (name :: seen) ({ name; heading; begins } :: found)
    end in
  go [] []

(* Calls `read` at the beginning of the section, if it is there. *)
let in_section reader sections name ~otherwise read =
  match List.find_opt (fun s -> s.name = name) sections with
  | None -> otherwise
  | Some section ->
    reader.place <- section.begins;
    let result = read section in
    skip_lines reader;
    if not (at_section_end reader) then expected reader "a section, such as #init";
    result

let list_of each reader read =
  let found = ref [] in
  each reader (fun () -> found := read () :: !found);
  List.rev !found

let most_squares = 64

let board_size reader section =
  skip_lines reader;
  let columns = integer reader "the number of columns" in
  skip_lines reader;
  let rows = integer reader "the number of rows" in
  if columns < 1 || rows < 1 || columns * rows > most_squares then
    refuse reader section.heading "a board has 1 to %d squares" most_squares;
  (columns, rows)

let piece_names reader _ =
  let read () =
    let name = (word reader "the name of a piece").text in
    let letter = if take_sign reader "=" then (word reader "a letter").text else String.sub name 0 1 in
    (name, (String.uppercase_ascii letter).[0]) in
  list_of each_item reader read

let hand_declarations reader names _ =
  let kind () =
    let token = word reader "the name of a piece" in
    found_or reader token "piece" (index_of token.text names) in
  let rec takes () =
    let k = kind () in
    if take_sign reader "," then k :: takes () else [ k ] in
  let read () =
    let k = kind () in
    (k, if take_sign reader "=" then takes () else [ k ]) in
  list_of each_item reader read

let lines_of_squares reader size _ =
  let read () =
    let rec go () =
      if not (at_sign reader "(") then []
      else match enclosed_squares reader size ~free:false with
        | [ s ] -> s :: go ()
        | _ -> expected reader "a square of the board before this" in
    go () in
  list_of each_line reader read

let rec repeated reader read =
  skip_lines reader;
  if at_sign reader "(" then let first = read () in first :: repeated reader read else []

let steps reader _ =
  let step () =
    sign reader "(";
    let x = integer reader "columns to the right" in
    sign reader ",";
    let y = integer reader "rows down" in
    sign reader ")";
    ((x, y), take_sign reader "*") in
  let read () =
    let name = (word reader "the name of some steps").text in
    (name, repeated reader step) in
  list_of each_item reader read

let regions reader size exists _ =
  let read () =
    let name = (word reader "the name of a region").text in
    let squares = List.concat (repeated reader (fun () -> enclosed_squares reader size ~free:true)) in
    (name, List.filter (fun s -> List.mem s squares) exists) in
  list_of each_item reader read

(* The image of a square, and the same as the specification has it. *)
let mirrors (columns, rows) = function
  | "none" -> (1, 0, 0, 1, 0, 0)
  | "turn" -> (-1, 0, 0, -1, columns + 1, rows + 1)
  | "rows" -> (1, 0, 0, -1, 0, rows + 1)
  | "columns" -> (-1, 0, 0, 1, columns + 1, 0)
  | "diagonal" -> (0, 1, 1, 0, 0, 0)
  | "antidiagonal" -> (0, -1, -1, 0, columns + 1, rows + 1)
  | _ -> raise Not_found

let apply_map (a, b, c, d, e, f) (x, y) = ((a * x) + (b * y) + e, (c * x) + (d * y) + f)

let affine (a, b, c, d, e, f) =
  { ma = z_of_int a; mb = z_of_int b; mc = z_of_int c; md = z_of_int d; me = z_of_int e; mf = z_of_int f }

let mirror reader size _ =
  skip_lines reader;
  let token = word reader "none, turn, rows, columns, diagonal or antidiagonal" in
  try mirrors size token.text with Not_found -> refuse reader token "there is no mirror '%s'" token.text

let define_heads reader sections =
  let head section =
    reader.place <- section.begins;
    let name = (word reader "the name of a condition").text in
    let rec parameters () =
      if at reader Variable && (ahead reader 1).kind <> Sign then
        let p = (next reader).text in p :: parameters ()
      else [] in
    let parameters = parameters () in
    (name, { parameters; body = reader.place }) in
  List.map head (List.filter (fun s -> s.name = "#define") sections)

(* ---- Rules ---------------------------------------------------------------------------------- *)

let no_scope = { known = []; found = []; takes_new = true; depth = 0 }

(* Names after :then become the numbers of actions. *)
let resolved reader read =
  let titles = List.map (fun r -> r.title) read in
  let number (token : token) = nat_of_int (found_or reader token "action" (index_of token.text titles)) in
  let resolve r (a : action) = match a.next_part with
    | None -> a
    | Some (_, c) -> { a with next_part = Some (List.map number r.next_names, c) } in
  (titles, List.concat_map (fun r -> List.map (resolve r) r.made) read)

let actions state _ =
  let number = ref (-1) in
  let read = list_of each_item state.reader (fun () -> incr number; action state !number) in
  resolved state.reader read

let results = [ ("#goals", Wins); ("#losses", Loses); ("#draws", Draws) ]

let condition_lines state _ = list_of each_line state.reader (fun () -> line state no_scope)

(* In the order of the file. *)
let ends state sections =
  let of_section section = match List.assoc_opt section.name results with
    | None -> []
    | Some result ->
      in_section state.reader sections section.name ~otherwise:[] (fun s ->
          List.map (fun c -> (result, c)) (condition_lines state s)) in
  List.concat_map of_section sections

let stuck_words = [ ("win", Wins); ("loss", Loses); ("draw", Draws) ]

let stuck state _ =
  let reader = state.reader in
  let read () =
    let token = word reader "loss, draw or win" in
    let result = found_or reader token "result" (List.assoc_opt token.text stuck_words) in
    (result, line state no_scope) in
  list_of each_line reader read

(* ---- The start ------------------------------------------------------------------------------ *)

let start_of state _ =
  let reader = state.reader and board = state.board in
  let pieces = ref [] and in_hand = ref [] in
  let colour () =
    let token = word reader "black or white" in
    match token.text with
    | "black" -> false
    | "white" -> true
    | _ -> refuse reader token "expected black or white, not '%s'" token.text in
  let hand () =
    sign reader "(";
    let white = colour () in
    sign reader ",";
    let token = word reader "a piece that can be in hand" in
    let k = kind_number reader board token token.text in
    let number = index_of k (List.map fst board.hand_kinds) in
    sign reader ")";
    sign reader "=";
    let n = integer reader "how many there are" in
    if n < 0 || n > 15 then refuse reader token "a hand holds 0 to 15 of a kind";
    in_hand := (white, found_or reader token "piece in hand" number, n) :: !in_hand in
  let piece (token : token) =
    let white, kind = match String.index_opt token.text '-' with
      | None -> (token.text, 0)
      | Some i ->
        let rest = String.sub token.text (i + 1) (String.length token.text - i - 1) in
        (String.sub token.text 0 i, kind_number reader board token rest) in
    if white <> "black" && white <> "white" then refuse reader token "expected a piece, not '%s'" token.text;
    let squares = enclosed_squares reader board.size ~free:true in
    let squares = List.filter (fun s -> List.mem s board.exists) squares in
    if squares = [] then refuse reader token "there is no such square on this board";
    List.iter (fun s ->
        if List.exists (fun (_, _, other) -> other = s) !pieces then
          refuse reader token "two pieces stand on one square";
        pieces := (white = "white", kind, s) :: !pieces) squares in
  let rec go depth =
    skip_lines reader;
    if take_sign reader "(" then go (depth + 1)
    else if depth > 0 && take_sign reader ")" then go (depth - 1)
    else if not (at_section_end reader) then begin
      let token = word reader "a piece, such as black" in
      if token.text = "hand" then hand () else piece token;
      go depth
    end in
  go 0;
  (List.rev !pieces, List.rev !in_hand)

(* ---- The whole ------------------------------------------------------------------------------ *)

let refuse_endless reader _ =
  skip_lines reader;
  let token = word reader "draw" in
  if token.text <> "draw" then refuse reader token "the checker knows only games in which endless play is a draw"

let turn reader _ = skip_lines reader; (word reader "black or white").text = "white"

let read file text =
  let reader = reader_of file text in
  let sections = find_sections reader in
  let need name =
    if not (List.exists (fun s -> s.name = name) sections) then
      Complaint.unreadable "%s: %s is missing." file name in
  List.iter need [ "#boardsize"; "#actions"; "#init" ];
  let section name ~otherwise read = in_section reader sections name ~otherwise read in
  let ignored name = section name ~otherwise:() (fun _ -> while not (at_section_end reader) do ignore (next reader) done) in
  List.iter ignored [ "#bddl"; "#game"; "#depth" ];
  let size = section "#boardsize" ~otherwise:(0, 0) (board_size reader) in
  let kinds = section "#pieces" ~otherwise:[ ("", 'P') ] (piece_names reader) in
  let kind_names = List.map fst kinds in
  let hand_kinds = section "#hands" ~otherwise:[] (hand_declarations reader kind_names) in
  let all_lines = section "#lines" ~otherwise:[] (lines_of_squares reader size) in
  let all_links = section "#links" ~otherwise:[] (lines_of_squares reader size) in
  let named = List.concat (all_lines @ all_links) in
  let exists = List.filter (fun s -> named = [] || List.mem s named) (grid size) in
  let all_steps = section "#steps" ~otherwise:[] (steps reader) in
  let all_regions = section "#regions" ~otherwise:[] (regions reader size exists) in
  let map = section "#mirror" ~otherwise:(mirrors size "none") (mirror reader size) in
  section "#endless" ~otherwise:() (refuse_endless reader);
  let defines = define_heads reader sections in
  let board = { size; exists; kind_names; hand_kinds; all_lines; all_links; steps = all_steps;
                regions = all_regions; defines } in
  let state = { reader; board; slots = 0 } in
  let action_names, all_actions = section "#actions" ~otherwise:([], []) (actions state) in
  let hand_of_kind k = Option.map nat_of_int (index_of k (List.map fst hand_kinds)) in
  let taken_to k =
    Option.map nat_of_int
      (List.find_map (fun (i, (_, takes)) -> if List.mem k takes then Some i else None)
         (List.mapi (fun i h -> (i, h)) hand_kinds)) in
  let steps_of_kind name =
    List.map (fun (d, rides) -> (pair d, rides)) (Option.value (List.assoc_opt name all_steps) ~default:[]) in
  let all_ends = ends state sections in
  let rules = {
    squares = List.map pair exists;
    hand_of = List.mapi (fun k _ -> hand_of_kind k) kinds;
    taken_to = List.mapi (fun k _ -> taken_to k) kinds;
    hands = nat_of_int (List.length hand_kinds);
    mirror = affine map;
    steps_of = List.map steps_of_kind kind_names;
    lines = List.map (List.map pair) all_lines;
    links = List.map (List.map pair) all_links;
    actions = all_actions;
    ends = all_ends;
    illegal = section "#illegal" ~otherwise:[] (condition_lines state);
    stuck = section "#stuck" ~otherwise:[] (stuck state) } in
  let start, start_hands = section "#init" ~otherwise:([], []) (start_of state) in
  { rules; columns = fst size; rows = snd size; squares = exists; kinds; hands = List.map fst hand_kinds;
    mirror_of = apply_map map; start; start_hands;
    white_begins = section "#turn" ~otherwise:false (turn reader); action_names }

let load file =
  let text = Bddl_reader.text_of_file file in
  if not (is_version_2 text) then
    Complaint.unreadable "%s: the first line must be #bddl 2. (Rules in version 1 are two files.)" file;
  read file text
