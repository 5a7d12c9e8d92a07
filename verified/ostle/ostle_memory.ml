(* SPDX-License-Identifier: MIT *)
(* What stubs.c does: a table of Ostle in memory. *)

open Bigarray

type handle = int  (* an address; 0: too little memory *)
type words = (int, int_elt, c_layout) Array1.t

external create : int -> int -> int -> int -> handle = "ostle_ml_create"
external entries : handle -> int = "ostle_ml_entries"
external slice_indices : handle -> int -> int -> int = "ostle_ml_slice_indices"
external slice_begin : handle -> int -> int -> int = "ostle_ml_slice_begin"

external map_file : handle -> string -> bool = "ostle_ml_map_file"
external unmap_file : handle -> unit = "ostle_ml_unmap_file"
external checksum : handle -> int -> int -> int64 = "ostle_ml_checksum"
external add_slice : handle -> int -> int -> int -> int -> int -> int array -> int -> int
  = "ostle_ml_add_slice_bytes" "ostle_ml_add_slice"
external count_seconds : handle -> int -> int = "ostle_ml_count_seconds"
external second_count : handle -> int = "ostle_ml_second_count"
external blocks : handle -> int -> int = "ostle_ml_blocks"
external read_blocks : handle -> int -> int -> int -> int -> int = "ostle_ml_read_blocks"
external positions : handle -> int -> int = "ostle_ml_positions"
external members : handle -> int -> int = "ostle_ml_members"

external allocate : handle -> int -> int -> bool = "ostle_ml_allocate"
external narrow_codes : handle -> (int, int8_unsigned_elt, c_layout) Array1.t = "ostle_ml_codes"
external wide_codes : handle -> (int, int16_unsigned_elt, c_layout) Array1.t = "ostle_ml_codes"
external ahead : handle -> int -> int -> words = "ostle_ml_ahead"
external board_array : handle -> words = "ostle_ml_board_array"
external hash : handle -> string = "ostle_ml_hash"

external place :
  (int [@untagged]) -> (int [@untagged]) -> (int [@untagged]) -> (int [@untagged]) ->
  (int [@untagged])
  = "ostle_ml_place_boxed" "ostle_ml_place" [@@noalloc]
external board : (int [@untagged]) -> (int [@untagged]) -> (int [@untagged])
  = "ostle_ml_board_boxed" "ostle_ml_board" [@@noalloc]
external second : (int [@untagged]) -> (int [@untagged]) -> (int [@untagged])
  = "ostle_ml_second_boxed" "ostle_ml_second" [@@noalloc]
external look_ahead :
  (int [@untagged]) -> (int [@untagged]) -> (int [@untagged]) -> (int [@untagged]) ->
  (int [@untagged])
  = "ostle_ml_look_ahead_boxed" "ostle_ml_look_ahead" [@@noalloc]
external square_image : handle -> int -> int -> int = "ostle_ml_square_image" [@@noalloc]
external nine_image : handle -> int -> int -> int -> int = "ostle_ml_nine_image" [@@noalloc]
