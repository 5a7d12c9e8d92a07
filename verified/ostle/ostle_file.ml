(* SPDX-License-Identifier: MIT *)
(* Reads a table file of Ostle into memory. This and table_reader.c are written from
   docs/table-format.md and docs/ostle.md. *)

type parameters = { size : int; start : int; lose : int; total : int; repetition : string }

type slice = {
  number : int;  (* in the file *)
  own : int;
  other : int;
  indices : int;
  positions : int;
  members : int;
  palette : int array;
  directory : int;
  directory_checksum : int64 option;
}

type description = { name : string; parameters : parameters; slices : slice list }

(* Codes mean values. 0 is an unused entry; `may_have_second` is false if a code says that its entry
   has no second value. *)
type codes = { value : int array; may_have_second : bool array; code_bytes : int }

type t = { description : description; handle : Ostle_memory.handle; codes : codes; entries : int;
           positions : int }

let unreadable name format =
  Printf.ksprintf (fun what -> Complaint.unreadable "%s is not a readable table: %s" name what)
    format

(* ---- Header, trailer, footer ---------------------------------------------------------------- *)

let magic = "ZERMELO\n" and end_magic = "OLEMREZ\n"
let version = 1
let head_bytes = 16 and footer_bytes = 48
let longest_text = 1 lsl 26

type source = { file : string; channel : in_channel; length : int }

let read_bytes f ~at ~count =
  if at < 0 || count < 0 || count > longest_text || at > f.length - count then
    unreadable f.file "it ends too early, or says that a part of it is where it cannot be.";
  seek_in f.channel at;
  really_input_string f.channel count

let number_at text place =
  match Int64.unsigned_to_int (String.get_int64_le text place) with
  | Some n -> n
  | None -> max_int

let json_of f text =
  match Json.parse text with
  | Some json -> json
  | None -> unreadable f.file "its description is damaged."

let required f key json =
  match Json.find key json with
  | Some found -> found
  | None -> unreadable f.file "its description has no '%s'." key

let required_number f key json =
  match required f key json with
  | Number n when n >= 0 -> n
  | _ -> unreadable f.file "'%s' of its description is not a number." key

let required_text f key json =
  match required f key json with
  | Text text -> text
  | _ -> unreadable f.file "'%s' of its description is not a text." key

let parameters_of f header =
  let given = required f "parameters" header in
  let number key ~least ~most =
    match int_of_string_opt (required_text f key given) with
    | Some n when n >= least && n <= most -> n
    | _ -> unreadable f.file "its parameter %s is not a number from %d to %d." key least most in
  let size = number "size" ~least:3 ~most:6 in
  let start = number "start" ~least:1 ~most:(min size 5) in
  let lose = number "lose" ~least:0 ~most:(start - 1) in
  let total = number "total" ~least:(2 * (lose + 1)) ~most:(2 * start) in
  { size; start; lose; total; repetition = required_text f "repetition" given }

let header_of f =
  let head = read_bytes f ~at:0 ~count:head_bytes in
  if String.sub head 0 8 <> magic then unreadable f.file "it does not begin like one.";
  let found = Int32.to_int (String.get_int32_le head 8) in
  if found <> version then
    unreadable f.file "its format has the version %d, and this program knows %d, that of Ostle's."
      found version;
  let length = Int32.to_int (String.get_int32_le head 12) in
  let header = json_of f (read_bytes f ~at:head_bytes ~count:length) in
  if required_text f "game" header <> "ostle" then unreadable f.file "its game is not Ostle.";
  if required_text f "metric" header <> "distance" then
    unreadable f.file "its values are not distances to the end.";
  (header, head_bytes + length)

let slice_of f number json =
  let name = required_text f "name" json in
  let own, other =
    try Scanf.sscanf name "%u-%u%!" (fun a b -> (a, b))
    with Scanf.Scan_failure _ | Failure _ | End_of_file ->
      unreadable f.file "it has a slice named '%s'." (String.escaped name) in
  let value : Json.t -> int = function
    | Number n when n >= -32768 && n <= 32767 -> n
    | _ -> unreadable f.file "a palette has something that is not a value." in
  let palette = match required f "palette" json with
    | List values -> Array.of_list (List.map value values)
    | _ -> unreadable f.file "a palette is not a list." in
  let directory_checksum = match Json.find "directory_checksum" json with
    | Some (Unsigned n) -> Some n
    | Some (Number n) -> Some (Int64.of_int n)
    | _ -> None in
  { number; own; other; palette; directory_checksum;
    indices = required_number f "indices" json;
    positions = required_number f "positions" json;
    members = required_number f "members" json;
    directory = required_number f "directory" json }

let describe file =
  let channel =
    try open_in_bin file with Sys_error _ -> Complaint.unreadable "%s cannot be opened." file in
  Fun.protect ~finally:(fun () -> close_in channel) @@ fun () ->
  let f = { file; channel; length = in_channel_length channel } in
  let header, _ = header_of f in
  let footer = read_bytes f ~at:(f.length - footer_bytes) ~count:footer_bytes in
  if String.sub footer 40 8 <> end_magic then
    unreadable f.file "it does not end like one; perhaps a part of it is missing.";
  let at = number_at footer 0 and count = number_at footer 8 in
  let trailer = json_of f (read_bytes f ~at ~count) in
  let slices = match required f "slices" trailer with
    | List slices -> List.mapi (slice_of f) slices
    | _ -> unreadable f.file "its slices are not a list." in
  { name = file; parameters = parameters_of f header; slices }

(* ---- Checksums of what is not a block -------------------------------------------------------- *)

let require_checksums handle f description =
  let compare what from upto expected =
    if Ostle_memory.checksum handle from upto <> expected then
      unreadable f.file "%s is damaged (its checksum is wrong)." what in
  let header_end = snd (header_of f) in
  compare "its header" 0 header_end
    (String.get_int64_le (read_bytes f ~at:header_end ~count:8) 0);
  let footer_at = f.length - footer_bytes in
  let footer = read_bytes f ~at:footer_at ~count:footer_bytes in
  compare "its footer" footer_at (footer_at + 32) (String.get_int64_le footer 32);
  let trailer_at = number_at footer 0 in
  compare "its trailer" trailer_at (trailer_at + number_at footer 8)
    (String.get_int64_le footer 16);
  let directory slice =
    let bytes = 8 * (Ostle_memory.(blocks handle slice.number) + 1) in
    if slice.directory > f.length - bytes then unreadable f.file "a directory is beyond its end.";
    Option.iter
      (compare (Printf.sprintf "the directory of slice %d-%d" slice.own slice.other)
         slice.directory (slice.directory + bytes))
      slice.directory_checksum in
  List.iter directory description.slices

(* ---- Codes ---------------------------------------------------------------------------------- *)

let win_at_once = 1

(* All values, the nearest to the end of the game first: they are the most frequent. *)
let all_values slices =
  let add found slice = Array.fold_left (fun found v -> v :: found) found slice.palette in
  let values = List.sort_uniq compare (List.fold_left add [ win_at_once ] slices) in
  Array.of_list (List.stable_sort (fun a b -> compare (abs a) (abs b)) values)

let narrow_codes = 256

(* Each value has a code; as many as there is room for have a second code, for entries with a second
   value. *)
let make_codes slices =
  let values = all_values slices in
  let count = Array.length values in
  let most = if count < narrow_codes then narrow_codes else 65536 in
  let doubled = min count (most - 1 - count) in
  let value = Array.make most 0 and may_have_second = Array.make most true in
  Array.iteri (fun i v ->
      value.(1 + i) <- v;
      if i < doubled then begin
        value.(1 + count + i) <- v;
        may_have_second.(1 + i) <- false
      end) values;
  let place v =
    let rec go i = if values.(i) = v then i else go (i + 1) in
    go 0 in
  let alone v = 1 + place v in
  let with_second v = let i = place v in if i < doubled then 1 + count + i else 1 + i in
  ({ value; may_have_second; code_bytes = (if most = narrow_codes then 1 else 2) },
   alone, with_second)

(* ---- Reading -------------------------------------------------------------------------------- *)

(* In the order of table_reader.h's ReadStatus. *)
let status_in_words = [|
  ""; "there is too little memory"; "a part of it lies outside of the file";
  "its checksum is wrong"; "it cannot be decompressed";
  "it does not have as many values as the rules say"; "it has a value that its palette lacks";
  "it has a value of a move that there is not" |]

let require_read description slice answer =
  let status = answer land 255 and block = answer lsr 8 in
  if status = 1 then raise Out_of_memory;
  if status <> 0 then
    unreadable description.name "block %d of slice %d-%d is damaged: %s." block slice.own
      slice.other status_in_words.(status)

let require_slice handle description slice =
  let expected = if slice.own < 0 || slice.other < 0 then -1
    else Ostle_memory.slice_indices handle slice.own slice.other in
  if expected < 0 then
    unreadable description.name "it has a slice %d-%d, which its parameters do not have."
      slice.own slice.other;
  if slice.indices <> expected then
    unreadable description.name "slice %d-%d has %d indices, and by the rules it has %d."
      slice.own slice.other slice.indices expected

let require_counts handle description slice =
  let found = Ostle_memory.positions handle slice.number in
  if found <> slice.positions then
    unreadable description.name "it says that slice %d-%d has %d positions, and it has %d."
      slice.own slice.other slice.positions found;
  let found = Ostle_memory.members handle slice.number in
  if found <> slice.members then
    unreadable description.name "it says that slice %d-%d has %d values, and it has %d."
      slice.own slice.other slice.members found

(* Slices in the order of the index, in which their second values stand. *)
let in_order handle slices =
  let place slice = Ostle_memory.slice_begin handle slice.own slice.other in
  List.sort (fun a b -> compare (place a) (place b)) slices

let blocks_at_once = 8192

let read_slice handle description ~threads tell slice =
  let blocks = Ostle_memory.blocks handle slice.number in
  let rec go from =
    if from < blocks then begin
      let upto = min blocks (from + blocks_at_once) in
      require_read description slice
        (Ostle_memory.read_blocks handle slice.number from upto threads);
      tell (upto - from);
      go upto
    end in
  go 0;
  require_counts handle description slice

let add_slice handle description ~alone ~with_second slice =
  require_slice handle description slice;
  let palette =
    Array.concat
      (List.map (fun v -> [| v; alone v; with_second v |]) (Array.to_list slice.palette)) in
  require_read description slice
    (Ostle_memory.add_slice handle slice.number slice.number slice.own slice.other
       slice.directory palette (alone win_at_once))

let require_different description =
  let names = List.map (fun slice -> (slice.own, slice.other)) description.slices in
  if List.length (List.sort_uniq compare names) <> List.length names then
    unreadable description.name "it has a slice twice."

let make_handle { size; start; lose; total; _ } =
  let handle = Ostle_memory.create size start lose total in
  if handle = 0 then raise Out_of_memory;
  handle

(* Bytes in memory, if one position in `second_share` has a second value. *)
let second_share = 5
let bytes_needed handle codes =
  let entries = Ostle_memory.entries handle in
  (entries * codes.code_bytes) + (entries / 16) + (entries / second_share * 4)

let prepare description =
  let handle = make_handle description.parameters in
  require_different description;
  let codes, alone, with_second = make_codes description.slices in
  List.iter (add_slice handle description ~alone ~with_second) description.slices;
  (handle, codes)

(* `tell` is told of numbers of entries that have been read. *)
let read description (handle, codes) ~threads ~moves_ahead tell =
  if not (Ostle_memory.map_file handle description.name) then
    Complaint.unreadable "%s cannot be read." description.name;
  Fun.protect ~finally:(fun () -> Ostle_memory.unmap_file handle) @@ fun () ->
  let channel = open_in_bin description.name in
  let f = { file = description.name; channel; length = in_channel_length channel } in
  Fun.protect ~finally:(fun () -> close_in channel)
    (fun () -> require_checksums handle f description);
  let slices = in_order handle description.slices in
  List.iter (fun slice ->
      require_read description slice (Ostle_memory.count_seconds handle slice.number)) slices;
  if not (Ostle_memory.allocate handle codes.code_bytes moves_ahead) then raise Out_of_memory;
  List.iter (read_slice handle description ~threads (fun blocks -> tell (2048 * blocks))) slices;
  { description; handle; codes; entries = Ostle_memory.entries handle;
    positions = List.fold_left (fun n (slice : slice) -> n + slice.positions) 0 slices }
