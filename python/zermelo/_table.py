# SPDX-License-Identifier: MIT
"""Tables: open one, and ask it about positions."""

from __future__ import annotations

import atexit
import json
import operator
import os
import random
import typing
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Dict, List, Optional, Tuple, TypeVar, Union

from . import _zermelo
from ._arguments import (AnyPosition, Position, Range, StrPath, function, one_of, pair_of, path_bytes, range_of, seconds_of, size_of,
                         text, whole)
from ._bulk import Distances, Probes, distance_many, probe_many, state_arrays
from ._diagram import Diagram
from ._display import counted, table_html
from ._errors import FileError, FileMissing, GameOver, NotInTable
from ._game import Game
from ._grades import GradedGame, graded_game
from ._play_report import PlayReport
from ._plots import plot_distances, plot_values, pyplot
from ._puzzles import Puzzle, Solution, make_solution
from ._reports import (CompareReport, DistanceStats, ErrorRisk, ExportReport, FoldedCount, Folding, Line, MoveList,
                       MoveValue, TableInfo, TableSlice, TableStats, ValidationReport, VerifyReport, Way)
from ._rules import Rules
from ._strategy import StrategyReport, write_table_strategy
from ._values import VALUES, Value

T = TypeVar("T")
# (Aliases are made when the module is loaded, also by versions of Python whose own classes have no brackets.)
Progress = Optional[typing.Callable[[int, int], object]]
Index = Tuple[int, int]

_miners: "weakref.WeakSet[_zermelo.Miner]" = weakref.WeakSet()


@atexit.register
def _stop_working() -> None:
    """Daemon threads may still work when the interpreter ends."""
    for miner in list(_miners):
        miner.close()
    _zermelo.stop_all_work(3000)


def open(path: StrPath, *, rules: Optional[Rules] = None) -> Table:
    """Opens a table, which takes about a millisecond whatever its size. ``rules``: those of its game, if they are a class of
    yours (:class:`Rules`); positions are then states. Without them such a table knows its states as bytes only.

    >>> with open("small.ztb") as t:
    ...     print(t.probe(t.start))
    win in 17

    Raises :class:`FileError` (:class:`FileMissing` if there is no such file),
    :class:`DamagedTable`, or :class:`RulesError` if other rules have made the table.
    """
    return Table(path, rules=rules)


def _folding(d: Optional[Dict[str, Any]]) -> Optional[Folding]:
    if d is None:
        return None
    materials = {name: FoldedCount(*counts) for name, counts in d.pop("materials")}
    return Folding(listed=FoldedCount(*d.pop("listed")), materials=materials, **d)


class Table:
    """An open table.

    A table is closed by :meth:`close` or at the end of a ``with``; any use after that raises
    ValueError. Any number of threads may use it at once, and none of them waits for another: the
    GIL is released. A table can be pickled, by its path, so it can be sent to other processes, and
    it keeps working in a process that was forked.

    Positions are texts in the game's notation: either colour to move, any orientation of the board.
    Questions about one raise :class:`IllegalPosition`, :class:`GameOver`, :class:`NotInTable` or
    :class:`DamagedTable` (a table's blocks are checked as they are read).
    """

    def __init__(self, path: StrPath, *, rules: Optional[Rules] = None) -> None:
        """Like :func:`open`."""
        absolute = os.path.abspath(os.fspath(path))
        self._own_rules = rules
        game = None if rules is None else Game.from_rules(rules)
        try:
            self._core = _zermelo.Table(path_bytes(absolute), None if game is None else game._core)
        except FileError as error:
            if type(error) is FileError and not os.path.exists(absolute):
                raise FileMissing(str(error)) from None
            raise
        self._path = absolute
        self._values = VALUES[self._core.value_metric if not self._core.holds_distances
                              else "distance"]
        self._game: Optional[Game] = None

    # --- Open and closed

    def close(self) -> None:
        """Closes the table. What it has returned stays valid; closing it again does nothing."""
        self._core.close()

    @property
    def closed(self) -> bool:
        """Whether it was closed."""
        return self._core.closed

    def _check_open(self) -> None:
        self._core.slices()  # raises ValueError if it is closed

    def __enter__(self) -> Table:
        self._check_open()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __reduce__(self) -> Tuple[Any, ...]:
        self._check_open()
        return _opened, (self._path, self._own_rules)

    # --- What it is

    @property
    def path(self) -> str:
        """The absolute path of the file."""
        return self._path

    @property
    def game(self) -> Game:
        """The table's game; it stays valid when the table is closed."""
        if self._game is None or self.closed:
            self._game = Game._of(self._core.game())
            self._game._rules = self._own_rules
        return self._game

    @property
    def rules(self) -> Game:
        """The same as :attr:`game`: the rules, which need no table."""
        return self.game

    @property
    def start(self) -> AnyPosition:
        """The position in which the game starts. A table for few pieces does not hold it."""
        return self._core.start()

    @property
    def metric(self) -> str:
        """What the table's numbers are: ``"distance"`` (plies to the end), ``"score"`` (by how much it is
        won), ``"outcome"`` (who wins), ``"moves"`` (to a puzzle's goal), ``"reach"`` or ``"reach-all-moves"`` (plies from the start)."""
        return self.info.metric

    @property
    def info(self) -> TableInfo:
        """What the file says about itself."""
        d = self._core.info()
        d["slices"] = [TableSlice(*s) for s in d["slices"]]
        return TableInfo(**d)

    @property
    def holds_distances(self) -> bool:
        """Whether it holds distances from the start (:meth:`distance`) and not values. Methods for
        the other kind raise :class:`UsageError`."""
        return self._core.holds_distances

    # --- Positions

    def probe(self, position: Position) -> Value:
        """The value of a position for the side to move."""
        return self._values[self._core.probe(position)]

    @typing.overload
    def get(self, position: Position) -> Optional[Value]: ...

    @typing.overload
    def get(self, position: Position, default: T) -> Union[Value, T]: ...

    def get(self, position: Position, default: Any = None) -> Any:
        """Like :meth:`probe`, but returns ``default`` (None by default) if the table does not cover
        the position."""
        try:
            return self.probe(position)
        except NotInTable:
            return default

    def __contains__(self, position: object) -> bool:
        """Whether the table has a value for a position: not if it does not cover it, or the game is
        over. Raises :class:`IllegalPosition`."""
        if self._own_rules is None and not isinstance(position, str):
            return False
        try:
            self._core.distance(position) if self.holds_distances else self._core.probe(position)
        except (NotInTable, GameOver):
            return False
        return True

    def distance(self, position: Position) -> Optional[int]:
        """Plies of the shortest way from the start to a position; None if play cannot lead to it.
        Only for tables of distances."""
        return self._core.distance(position)

    def way(self, position: Position, *, exact: bool = False, max_plies: int = 1000,
            memory: int = 1 << 30, seconds: Optional[float] = None) -> Way:
        """A shortest sequence of legal moves from the start to a position, or to an image of it by a
        symmetry, perhaps with the colours exchanged; with ``exact``, to the position itself, which is
        looked for up to ``max_plies`` plies, with about this many bytes, and at most so many
        ``seconds``. Ctrl-C stops it. Only for tables of distances by legal moves."""
        found, moves, states, refuted = self._core.way(
            text(position, "position"), bool(exact), whole(max_plies, "max_plies", 0, 10**6),
            size_of(memory, "memory", 1), seconds_of(seconds, "seconds"))
        return Way(found, tuple(moves), tuple(states), None if refuted < 0 else refuted)

    def moves(self, position: Position, *, style: str = "plain") -> MoveList:
        """The legal moves of a position with their values for the side that makes them, best first, then
        in order of the squares that they concern. In the style ``"lure"``, of the best ones those come
        first after which the other side errs most easily (:meth:`risk`)."""
        return MoveList(MoveValue(move, self._values[value], result,
                                  None if reply is None else ErrorRisk(*reply))
                        for move, value, result, reply in self._core.moves(position, _lures(style)))

    def risk(self, position: Position) -> ErrorRisk:
        """How easily the side to move errs in a position. docs/puzzles.md says what is measured;
        :meth:`grade` uses the same."""
        return ErrorRisk(*self._core.risk(position))

    def line(self, position: Position, limit: Optional[int] = None, *, style: str = "plain") -> Line:
        """Best play by both sides, at most ``limit`` plies: the winner hastens, the loser delays, a drawn
        line stops when a position comes again. ``style`` is that of :meth:`moves`."""
        most = -1 if limit is None else whole(limit, "limit")
        moves, complete = self._core.line(position, most, _lures(style))
        return Line(tuple(moves), complete)

    def solution(self, position: Position, *, defences: str = "best", max_nodes: int = 400) -> Solution:
        """How a position is solved, as a tree of moves; in a puzzle for one, as a line of them. ``defences`` is
        ``"best"`` or ``"all"``: which of the defender's moves are answered."""
        parts = self._core.solution(position, _wants_all(defences),
                                     whole(max_nodes, "max_nodes", 1))
        return make_solution(parts, self._values)

    def solution_text(self, position: Position, *, defences: str = "best", max_nodes: int = 400) -> str:
        """The same in the usual notation: lines of numbered moves, and under each the lines that branch off."""
        return self._core.solution_text(position, _wants_all(defences), whole(max_nodes, "max_nodes", 1))

    def diagram(self, position: Position = None, *, values: bool = True) -> Diagram:
        """A picture of a position (of the start, if none is given), its moves with their values if
        ``values``."""
        return Diagram(self._core.diagram(self.start if position is None else position,
                                          bool(values)))

    def canonical(self, position: Position) -> AnyPosition:
        """Of the positions that symmetries turn into this one, the one that represents them all in
        this table."""
        return self._core.canonical(position)

    # --- All positions

    def __iter__(self) -> Iterator[Tuple[AnyPosition, Value]]:
        """All positions that play can lead to and in which it goes on, each once up to symmetry, with
        their values."""
        return self.walk()

    def walk(self, *, threads: int = 0, slices: Iterable[int] = ()) -> Iterator[Tuple[AnyPosition, Value]]:
        """Like iterating over the table, or over some of its ``slices``, by their indices in
        ``info.slices``. Some kinds of tables are loaded, or play is explored again, at the
        beginning, by this many threads (0: one per processor). In a process that was forked it
        goes on; only if another thread was just taking a position, Python raises ValueError
        there."""
        walk = self._core.walk(whole(threads, "threads"), [whole(slice, "slice") for slice in slices])
        values = self._values
        return (item for block in iter(lambda: walk.next(values), []) for item in block)

    def __len__(self) -> int:
        """How many positions iterating gives; in a table of distances, how many there are."""
        return self.info.positions

    def __bool__(self) -> bool:
        return True

    @property
    def slices(self) -> int:
        """The table's parts; a position's number is (slice, index)."""
        return self._core.slices()

    def indices(self, slice: int) -> int:
        """The indices of a slice are less than this. Some belong to no position."""
        self._check_slice(slice)
        return self._core.indices(slice)

    def position(self, slice: int, index: int) -> Optional[AnyPosition]:
        """The canonical position with a number, or None if it belongs to no position. Raises
        IndexError for a number that is too large."""
        indices = self.indices(slice)
        if not 0 <= operator.index(index) < indices:
            raise IndexError(f"Slice {slice} has {counted(indices, 'index', 'indices')}, from 0 on.")
        return self._core.position_at(slice, index)

    def index(self, position: Position) -> Optional[Index]:
        """The number (slice, index) of a position in any orientation; None if it has none, because
        its value follows from the rules and is not stored."""
        return self._core.index_of(position)

    def _check_slice(self, slice: int) -> None:
        if not 0 <= operator.index(slice) < self.slices:
            raise IndexError(f"The table has {counted(self.slices, 'slice', 'slices')}, from 0 on.")

    # --- Many positions

    def probe_many(self, positions: Iterable[Position], *, threads: int = 0) -> Probes:
        """The values of many positions, as NumPy arrays: ``outcome``, ``plies``, ``status`` and,
        for those without an answer, ``errors``. A faulty position raises nothing.

        ``positions`` is a list, an array or any other iterable. Faster than asking one by one,
        because positions are looked up in the order of the file, by this many threads (0: one per
        processor), and without the GIL. Ctrl-C stops it.

        For a game whose rules are code it may be an array of uint8 with a row of :attr:`state_bytes` bytes for each state, also
        where the rules are not here. Bytes and tuples are what they hold; an int has its highest byte first; a str is
        in UTF-8, with zeros after it. Raises ValueError for an array of another shape."""
        self._check_open()
        return probe_many(self._core, positions, threads, self._values)

    @property
    def state_bytes(self) -> int:
        """How many bytes a state has in a table of a game whose rules are code. Raises :class:`UsageError` for other games."""
        return self._core.state_bytes()

    def walk_arrays(self, *, threads: int = 0) -> Iterator[Tuple[Any, Any]]:
        """All states of a table of a game whose rules are code, with their values, as NumPy arrays: pairs of an array of
        uint8 with a row for each state, as :meth:`probe_many` takes it, and one of int16 with the numbers of the values
        (:attr:`Value.number`). The rules need not be here. Raises :class:`UsageError` for other games."""
        return state_arrays(self._core, whole(threads, "threads"))

    def distance_many(self, positions: Iterable[str], *, threads: int = 0) -> Distances:
        """The same for a table of distances from the start: ``plies``, ``status`` and ``errors``."""
        self._check_open()
        return distance_many(self._core, positions, threads)

    def sample(self, count: int, seed: Optional[int] = None) -> List[AnyPosition]:
        """This many positions drawn at random. Each time all that have a number are equally likely,
        so one may come twice. The same seed, from 0 to 2**64 - 1, gives the same positions of the
        same table on every machine; without one they differ each time."""
        number = random.SystemRandom().getrandbits(64) if seed is None else seed
        return _zermelo.sample(self._core, size_of(count, "count"), whole(number, "seed", 0, 2**64 - 1))

    # --- Games that were played

    def grade(self, moves: Union[str, Iterable[str]], start: Position = None) -> GradedGame:
        """Grades each move of a game: what it was worth, what it gave away, and what was best.

        ``moves`` is a list, or one text in the form in which games are written down ("1. b2L! c3D
        {a comment} 2.c1U 1-0", "F5D6C3", "4453" for the columns of Connect Four); ``start`` a
        position, if the game did not begin with the start. Raises :class:`IllegalMove`, which says
        which move it is."""
        words = _zermelo.read_moves(moves) if isinstance(moves, str) else [text(m, "a move") for m in moves]
        found = _zermelo.grade(self._core, words, start)
        return graded_game(self.game, found, self._values)

    # --- Puzzles

    def mine(self, *, win_in: Optional[Range] = None, win_by: Optional[Range] = None,
             only_move: bool = False, only_line: bool = False, sacrifice: bool = False,
             capture_refused: bool = False, quiet_key: bool = False,
             pieces: Optional[Sequence[int]] = None, reachable: bool = False,
             conditions: Collection[str] = (), limit: Optional[int] = None, order: str = "table",
             defences: str = "best", max_nodes: int = 400,
             positions: Optional[Iterable[Position]] = None, threads: int = 0) -> Iterator[Puzzle]:
        """Looks for puzzles, one after another, as long as the caller takes them: a generator.

        All conditions that are given must hold: a win in this many plies (in a puzzle for one, moves to the goal), or
        by this much (a
        number, or a pair of first and last); exactly one move that wins; only one line; only
        sacrifices win; a draw in which every capture loses; no fastest move that takes or
        threatens; this many ``pieces`` (of the side to move, and of the other); some move leads to
        the position; and ``conditions`` by name that only this game has (:func:`games` lists them).
        ``order`` is ``"table"``, ``"difficulty"``, ``"plies"`` or ``"pieces"``. ``positions``: look
        only at these. docs/puzzles.md says what all this means.

        The search runs in parallel with the caller and stops when the generator is closed or
        dropped.
        """
        if isinstance(conditions, str):
            conditions = (conditions,)
        options = dict(
            win_in=range_of(win_in, "win_in"), win_by=range_of(win_by, "win_by"),
            only_move=bool(only_move), only_line=bool(only_line), sacrifice=bool(sacrifice),
            capture_refused=bool(capture_refused), quiet_key=bool(quiet_key),
            pieces=None if pieces is None else pair_of(pieces, "pieces"), reachable=bool(reachable),
            own=[text(c, "a condition") for c in conditions],
            limit=0 if limit is None else size_of(limit, "limit"),
            order=one_of(order, "order", "table", "difficulty", "plies", "pieces"),
            all_defences=_wants_all(defences), max_nodes=whole(max_nodes, "max_nodes", 1),
            positions=None if positions is None else [
                text(p, "a position") if self._own_rules is None else p for p in positions],
            threads=whole(threads, "threads"))
        self._check_open()
        if limit == 0:
            return iter(())
        return self._puzzles(options)

    def _puzzles(self, options: Any) -> Iterator[Puzzle]:
        miner = _zermelo.mine(self._core, **options)
        _miners.add(miner)
        number = 0
        try:
            while (puzzle := miner.next()) is not None:
                number += 1
                yield Puzzle(puzzle, number, self._values)
        finally:
            miner.close()

    # --- The table as a whole

    def stats(self, *, states: bool = False, threads: int = 0, progress: Progress = None) -> TableStats:
        """How many positions have which value. ``states``: states instead, where a position has several
        (with different moves forbidden). ``progress(done, all)`` is called a few times a second."""
        d = self._core.stats(whole(threads, "threads"), bool(states), function(progress))
        d["histogram"] = {self._values[number]: count for number, count in d["histogram"].items()}
        d["folding"] = _folding(d["folding"])
        return TableStats(**d)

    def distance_stats(self, *, threads: int = 0, progress: Progress = None) -> DistanceStats:
        """How many states are how far from the start. Only for tables of distances."""
        d = self._core.distance_stats(whole(threads, "threads"), function(progress))
        d["folding"] = _folding(d["folding"])
        return DistanceStats(**d)

    def verify(self, *, sample: Optional[int] = None, seed: int = 1, threads: int = 0,
               progress: Progress = None) -> VerifyReport:
        """Checks the table: its checksums, and every number against those of the neighbouring
        positions; or only those of ``sample`` positions drawn at random, which ``seed`` chooses, and
        of one position that each of them leads to."""
        count = None if sample is None else whole(sample, "sample", 1, 10**12)
        return VerifyReport(*self._core.verify(count, size_of(seed, "seed"), whole(threads, "threads"),
                                               function(progress)))

    def report(self, *, memory: int = 0, threads: int = 0,
               progress: Optional[Callable[[str], object]] = None) -> PlayReport:
        """What a designer wants to know of the game: who wins, play with errors, length, choice, traps
        (docs/report.md). Follows all positions that play leads to; raises :class:`OutOfMemory` if that
        takes more than ``memory`` bytes, or more than the machine has free if it is 0.

        >>> with open("small.ztb") as t:
        ...     r = t.report()
        ...     print(r.start.value, r.start.plies)
        win 17
        """
        numbers, markdown = self._core.report(size_of(memory, "memory"), whole(threads, "threads"),
                                              function(progress))
        return PlayReport(json.loads(numbers), markdown)

    def validate(self, *, memory: int = 4 << 30, threads: int = 0,
                 progress: Optional[Callable[[str], object]] = None) -> ValidationReport:
        """Solves the game again, with decision diagrams that take at most ``memory`` bytes, and
        compares every outcome."""
        return ValidationReport(**self._core.validate(size_of(memory, "memory"),
                                                     whole(threads, "threads"), function(progress)))

    def plot(self, ax: Any = None, *, stats: Optional[TableStats] = None) -> Any:
        """Draws how many positions are won and lost in how many plies, with matplotlib; returns the
        axes. ``stats``: the result of :meth:`stats`, if it is known already."""
        pyplot()  # (If it is missing, this is said before the table is read.)
        title = "a game in BDDL" if self.game.name == "bddl" else str(self.game)
        if self.holds_distances:
            return plot_distances(self.distance_stats(), title, ax)
        return plot_values(self.stats() if stats is None else stats, title, ax)

    def write_strategy(self, path: StrPath, position: Position = None, *, owner: str = "winner",
                       form: str = "positions",
                       progress: Optional[Callable[[int], object]] = None) -> StrategyReport:
        """Writes a strategy from a position (the start, if none is given) into a file: the owner
        (``"winner"``, ``"black"`` or ``"white"``) plays the table's best moves. ``form`` is ``"positions"``
        or ``"cubes"``; docs/proofs.md says what that means."""
        return write_table_strategy(self._core, path, position, owner, form, progress)

    # --- Lists

    def export(self, path: StrPath, *, format: str = "text", layers: Iterable[str] = (), threads: int = 0,
               force: bool = False, progress: Progress = None) -> ExportReport:
        """Writes all that iterating gives into a file: as ``"text"``, in ``"binary"`` form (many times as
        fast) or as ``"csv"``; docs/export-format.md describes them. ``layers``: only these slices, by name.
        A file that is there already is only replaced with ``force``. ``progress(done, all)`` is called a
        few times a second. Ctrl-C stops it, and nothing is written."""
        return ExportReport(*self._core.export(
            path_bytes(path), one_of(format, "format", "text", "binary", "csv"),
            [text(layer, "a layer") for layer in layers], whole(threads, "threads"), bool(force),
            function(progress)))

    def compare_list(self, path: StrPath, *, threads: int = 0, progress: Progress = None) -> CompareReport:
        """Looks every position of a list, in binary form or as text, up in the table, and says what is
        different. ``progress(done, all)`` is called with bytes of the list, a few times a second. Ctrl-C
        stops it."""
        return CompareReport(*self._core.compare_list(path_bytes(path), whole(threads, "threads"),
                                                      function(progress)))

    # --- As an object

    def __repr__(self) -> str:
        return f"<zermelo.Table {self._path!r}, {'closed' if self.closed else self.game}>"

    def _repr_html_(self) -> str:
        info = self.info
        return table_html(("table", os.path.basename(self._path)), [
            ("game", str(self.game)),
            ("numbers", info.metric),
            ("positions, up to symmetry", f"{info.positions:,}"),
            ("greatest number", str(info.greatest)),
            ("bytes", f"{info.bytes:,}")])


def _opened(path: str, rules: Optional[Rules]) -> Table:
    """A table from what a pickle says of it."""
    return Table(path, rules=rules)


def _lures(style: str) -> bool:
    return one_of(style, "style", "plain", "lure") == "lure"


def _wants_all(defences: str) -> bool:
    return one_of(defences, "defences", "best", "all") == "all"
