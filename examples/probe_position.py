# SPDX-License-Identifier: MIT
"""Says what a position is worth and what its moves are worth, through the C interface.

  python3 probe_position.py LIBZERMELO.SO TABLE POSITION
"""
import ctypes
import sys


class Value(ctypes.Structure):
    _fields_ = [("outcome", ctypes.c_int32), ("plies", ctypes.c_int32)]

    def __str__(self):
        return "draw" if self.outcome == 0 else f"{'win' if self.outcome > 0 else 'loss'} in {self.plies}"


class Move(ctypes.Structure):
    _fields_ = [("move", ctypes.c_char_p), ("value", Value), ("result", ctypes.c_char_p)]


class MoveList(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("moves", ctypes.POINTER(Move))]


class Zermelo:
    """The library, with its argument types, and its errors as exceptions."""

    def __init__(self, path):
        self.c = ctypes.CDLL(path)
        handle, text = ctypes.c_void_p, ctypes.c_char_p
        self.c.zermelo_last_error.restype = text
        self.c.zermelo_open.argtypes = [text, ctypes.POINTER(handle)]
        self.c.zermelo_close.argtypes = [handle]
        self.c.zermelo_close.restype = None
        self.c.zermelo_probe.argtypes = [handle, text, ctypes.POINTER(Value)]
        self.c.zermelo_moves.argtypes = [handle, text, ctypes.POINTER(ctypes.POINTER(MoveList))]
        self.c.zermelo_free_moves.argtypes = [ctypes.POINTER(MoveList)]
        self.c.zermelo_free_moves.restype = None

    def call(self, function, *arguments):
        if getattr(self.c, function)(*arguments) != 0:
            raise ValueError(self.c.zermelo_last_error().decode())


class Table:
    def __init__(self, zermelo, path):
        self.zermelo = zermelo
        self.handle = ctypes.c_void_p()
        zermelo.call("zermelo_open", path.encode(), self.handle)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.zermelo.c.zermelo_close(self.handle)

    def probe(self, state):
        value = Value()
        self.zermelo.call("zermelo_probe", self.handle, state.encode(), value)
        return value

    def moves(self, state):
        """[(move, value as text, the state it leads to or None)], best first."""
        found = ctypes.POINTER(MoveList)()
        self.zermelo.call("zermelo_moves", self.handle, state.encode(), found)
        try:
            listed = [found.contents.moves[i] for i in range(found.contents.count)]
            return [(m.move.decode(), str(m.value), m.result and m.result.decode()) for m in listed]
        finally:
            self.zermelo.c.zermelo_free_moves(found)


def main(library, path, position):
    with Table(Zermelo(library), path) as table:
        print("value:", table.probe(position))
        for move, value, result in table.moves(position):
            print(f"  {move}: {value}", "" if result else "(ends the game)")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except ValueError as error:
        sys.exit(str(error))
