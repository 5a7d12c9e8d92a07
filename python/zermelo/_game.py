# SPDX-License-Identifier: MIT
"""Games: their rules, and how they are solved."""

from __future__ import annotations

import warnings as _warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Dict, FrozenSet, List, Optional, Tuple, TYPE_CHECKING, Union

from . import _zermelo
from ._arguments import AnyPosition, Position, StrPath, function, is_white, one_of, path_bytes, seconds_of, size_of, text, whole
from ._diagram import Diagram
from ._errors import IllegalMove, RulesWarning, UsageError
from ._reports import (CountReport, Crosscheck, CrosscheckRow, DepthReport, EndgameEstimate, EndgameProgress, EndgameReport,
                       EndgameTable, GameInfo, GameParameter, GameResult, LegalMove, MoveShape, PieceKind, Proof, SearchedMove, SolveProgress, SolveReport, TrialReport)
from ._rules import Rules, description_of
from ._state import State, actions_of, observation_shape
from ._values import Outcome, Value

if TYPE_CHECKING:  # (Only to be passed on to a state.)
    from ._table import Table


def games() -> List[GameInfo]:
    """The games that this version knows, with their parameters."""
    return [GameInfo(name, summary, notation, [GameParameter(*p) for p in parameters],
                     dict(conditions))
            for name, summary, notation, parameters, conditions in _zermelo.games()]


class Game:
    """A game with its rules; no table is needed.

    >>> game = Game("mnk", columns=3, rows=3, k=3)
    >>> game.start
    '3/3/3 b'
    >>> [m.move for m in game.moves(game.start)][:3]
    ['a1', 'b1', 'c1']

    Positions and moves are texts in the game's notation. Questions about a position may raise
    :class:`IllegalPosition` or :class:`GameOver`. A game does not change; any number of threads may
    use it. Games with the same rules are equal, can be keys of dictionaries, and can be pickled.
    """

    def __init__(self, name: str, **parameters: object) -> None:
        """The game with this name. Parameters that are not given have their default values;
        :func:`games` lists both. Raises :class:`UsageError`."""
        self._core = _zermelo.Game(text(name, "name"), {
            text(key, "a parameter"): text(str(value), key) for key, value in parameters.items()})
        self._key = _key_of(self._core)
        self._warn()

    @classmethod
    def from_bddl(cls, domain: StrPath, problem: Optional[StrPath] = None, *,
                  stuck: Optional[str] = None) -> Game:
        """The game whose rules are in two files of BDDL, or in one of version 2. ``stuck`` is ``"loss"`` or ``"draw"``: the
        result of a side that cannot move. Warns with :class:`RulesWarning` of anything in the files
        that may not be intended. Raises :class:`FileError`, :class:`NotWellFormed` or
        :class:`UsageError`."""
        game = cls._of(_zermelo.Game.from_bddl(
            path_bytes(domain), b"" if problem is None else path_bytes(problem),
            one_of(stuck or "", "stuck", "", "draw", "loss")))
        game._warn()
        return game

    @classmethod
    def from_rules(cls, rules: Rules) -> Game:
        """The game whose rules are an object of a class of yours (:class:`Rules`). Its positions are states, as the
        class makes them. Raises :class:`RulesError` or :class:`UsageError`."""
        game = cls._of(_zermelo.Game.from_rules(description_of(rules)))
        game._rules = rules
        return game

    @classmethod
    def _of(cls, core: _zermelo.Game) -> Game:
        game = cls.__new__(cls)
        game._core = core
        game._key = _key_of(core)
        return game

    _rules: Optional[Rules] = None

    def _require_notation(self, what: str) -> None:
        """Refuses what needs positions that are texts."""
        if self._core.has_states:
            raise UsageError(f"{what} are not there for games of zermelo.Rules, whose positions are states.")

    # (Called by functions that a user calls; the warning shows the user's line.)
    def _warn(self) -> None:
        for sentence in self.warnings:
            _warnings.warn(sentence, RulesWarning, stacklevel=3)

    # --- What it is

    @property
    def title(self) -> str:
        """Its name for people, such as "Connect Four"; the ``#name`` in rules in BDDL, or "bddl"
        if they have none."""
        return self._core.title()

    @property
    def rules(self) -> str:
        """Its rules in words, as the page of ``zermelo serve`` shows them: board, moves, how it
        ends."""
        return self._core.rules()

    @property
    def warnings(self) -> Tuple[str, ...]:
        """What its rules say that their writer may not have meant, one sentence each, with file,
        line and column. Empty for games that are not in BDDL."""
        return tuple(self._core.warnings())

    @property
    def name(self) -> str:
        """Its name, such as ``"ostle"``."""
        return self._core.name

    @property
    def parameters(self) -> Dict[str, str]:
        """All its parameters, as texts, with defaults filled in."""
        return self._core.parameters

    @property
    def start(self) -> AnyPosition:
        """The position in which it starts."""
        return self._core.start()

    @property
    def is_own(self) -> bool:
        """Whether its rules are code of somebody's own (:class:`Rules`, or a shared object), and not made from name and
        parameters."""
        return self._core.is_own

    @property
    def has_rules(self) -> bool:
        """Whether its rules are here: not if they are code, and a table of it was opened without them."""
        return self._core.has_rules

    @property
    def notation(self) -> str:
        """How to read its moves and pictures, a sentence or two."""
        return next((info.notation for info in games() if info.name == self.name),
                    "Positions and moves are what the game's own rules say.")

    @property
    def metrics(self) -> Tuple[str, ...]:
        """The kinds of tables that it has; the first is the one that :meth:`solve` makes."""
        return tuple(self._core.metrics())

    @property
    def pieces(self) -> Tuple[PieceKind, ...]:
        """The kinds of pieces of a game in version 2 of BDDL; none for other games."""
        return tuple(PieceKind(*kind) for kind in self._core.pieces())

    # --- Rules

    def moves(self, position: Position) -> List[LegalMove]:
        """The legal moves of a position, in order of the squares that they concern."""
        return [_legal_move(parts) for parts in self._core.moves(position)]

    def to_letter_row(self, move: str) -> str:
        """A move with its squares named by row and column, as van Dijk's thesis on Othello names them: the
        letter is the row, from the top, the number the column.

        >>> Game("othello", rows=8, columns=8).to_letter_row("f5")
        'D6'
        """
        return self._core.to_letter_row(text(move, "a move"))

    def from_letter_row(self, move: str) -> str:
        """The move that :meth:`to_letter_row` wrote; capitals do not matter."""
        return self._core.from_letter_row(text(move, "a move"))

    def state_from(self, board: Sequence[str], to_move: str,
                   hands: Optional[Mapping[str, int]] = None) -> str:
        """The position that squares set up by hand show, with nothing forbidden. ``board`` has the
        ranks from the top, one character per square, as in :attr:`Diagram.board`; ``to_move`` is
        ``"black"`` or ``"white"``; ``hands`` says what is in hand, as :attr:`Diagram.hands` does.
        Whether the game goes on in it is not checked."""
        if to_move not in ("black", "white"):
            raise ValueError(f"the side to move is black or white, not {to_move!r}")
        held = "".join(f"{whole(n, 'a number in hand')}{text(letter, 'a piece in hand')}"
                       for letter, n in (hands or {}).items() if n)
        return self._core.state_from("".join(reversed(board)), held, to_move == "white")

    def play(self, position: Position, move: str) -> LegalMove:
        """One of the legal moves of a position, by its notation. Raises :class:`IllegalMove` if it
        is not one of them."""
        legal = self.moves(position)
        for m in legal:
            if m.move == move or move in m.also:
                return m
        raise IllegalMove(f"{move} is not a legal move of {position}; there are "
                         f"{' '.join(m.move for m in legal)}.")

    def result(self, position: Position) -> Optional[GameResult]:
        """How the game has ended in a position; None if it goes on."""
        found = self._core.result(position)
        return None if found is None else GameResult(*found)

    def to_move(self, position: Position) -> str:
        """Whose move it is, ``"black"`` or ``"white"``; where the game is over, whose it would be."""
        return self._core.to_move(position)

    def canonical(self, position: Position) -> AnyPosition:
        """Of the positions that symmetries turn into this one, the one that represents them all."""
        return self._core.canonical(position)

    def diagram(self, position: Position = None) -> Diagram:
        """A picture of a position; of the start, if none is given. Also draws positions in which the
        game is over."""
        return Diagram(self._core.diagram(self.start if position is None else position))

    def new_state(self, position: Union[str, Sequence[str], None] = None, *, to_move: Optional[str] = None,
                  hands: Optional[Mapping[str, int]] = None, table: Optional[Table] = None) -> State:
        """A state of OpenSpiel's shape (:class:`State`) from any position: a text in the game's notation,
        squares set up by hand as in :meth:`state_from`, with the side ``to_move`` and what is in the
        ``hands``, or the start, if none is given. The game may be over in it. With a table it knows the truth about itself.

        >>> Game("mnk").new_state(["...", ".b.", "..w"], to_move="black").serialize()
        '3/1b1/2w b'
        """
        self._require_notation("Such states")
        if position is None or isinstance(position, str):
            if to_move is not None:
                raise UsageError("The text of a position says who is to move; to_move goes with squares.")
            if hands is not None:
                raise UsageError("The text of a position says what is in hand; hands go with squares.")
            return State(self, position, table)
        if to_move is None:
            raise UsageError("Squares do not say who is to move: to_move is 'black' or 'white'.")
        return State(self, self.state_from(position, to_move, hands), table)

    # --- Work

    def count(self, *, quick: bool = False, threads: int = 0,
              progress: Optional[Callable[[int, int], object]] = None) -> CountReport:
        """How many positions there are. ``quick``: without the counts that take long, if there are
        any. ``progress(done, total)`` is called a few times a second. Ctrl-C stops it."""
        return CountReport(**self._core.count(bool(quick), whole(threads, "threads"), function(progress)))

    def depth(self, *, side: str = "black", start: Optional[str] = None,
              max_plies: Optional[int] = None, seconds: Optional[float] = None,
              memory: int = 1 << 30,
              progress: Optional[Callable[[int, int], object]] = None) -> DepthReport:
        """Searches for a side's shortest win from the start or from another position, with no table,
        and with a transposition table of ``memory`` bytes. After ``seconds`` it gives up.
        ``progress(plies, positions)`` is called a few times a second. Ctrl-C stops it. Raises
        :class:`UsageError` if the game has no such search, and for ``start``
        :class:`IllegalPosition` and :class:`GameOver`."""
        most = -1 if max_plies is None else whole(max_plies, "max_plies", 0, Value.MAX)
        return DepthReport(**self._core.depth(text(start or "", "start"), is_white(side), most,
                                              seconds_of(seconds, "seconds"),
                                              size_of(memory, "memory"), function(progress)))

    def solve(self, path: StrPath, *, metric: Optional[str] = None,
              progress: Optional[Callable[[SolveProgress], object]] = None,
              memory: Optional[float] = None, threads: int = 0, resume: bool = False,
              force: bool = False, checkpoint_seconds: float = 300.0) -> SolveReport:
        """Solves the game and writes its table.

        ``metric`` is one of :attr:`metrics`, by default the first. ``memory`` is the number of
        bytes that may be used (:class:`OutOfMemory` at once if it cannot be enough), None for what
        the machine has free, ``math.inf`` for no limit. ``threads``: 0 for one per processor.
        ``progress`` is called a few times a second, on this thread, with a :class:`SolveProgress`.

        Ctrl-C raises KeyboardInterrupt within two seconds, and leaves a checkpoint: the same call
        with ``resume=True`` goes on from there and writes the same bytes. So does an exception in
        ``progress``, which is passed on. Checkpoints are also saved every ``checkpoint_seconds``.

        A table of the same game and metric at ``path`` is replaced when the new one is complete;
        one of another game or metric is replaced only with ``force=True``. Symbolic links are
        followed.
        """
        wanted = function(progress)
        tell = None if wanted is None else _teller(wanted)
        return SolveReport(**self._core.solve(
            path_bytes(path), text(metric or "", "metric"), whole(threads, "threads"),
            _memory_limit(memory), bool(resume), bool(force),
            seconds_of(checkpoint_seconds, "checkpoint_seconds"), tell))

    def try_rules(self, *, games: int = 1000, most_plies: int = 200, seconds: float = 60.0,
                  perft_depth: int = 0, seed: int = 1) -> TrialReport:
        """Tries out rules that are code, as every solve does in short: plays random games, for at most so many
        seconds, and compares everything that a table depends on with itself: each method says the same when it is asked again and
        in another order, and optional methods agree with the others. Raises :class:`RulesError`, which names
        the method and the state, for the first thing that is wrong; :class:`UsageError` if the rules are not code."""
        return TrialReport(**self._core.try_rules(
            whole(games, "games", 1), whole(most_plies, "most_plies", 1), seconds_of(seconds, "seconds"),
            whole(perft_depth, "perft_depth"), whole(seed, "seed", 0, 2**64 - 1)))

    def search_move(self, position: Optional[str] = None, *, seconds: float = 2.0,
                    max_plies: Optional[int] = None, memory: int = 64 << 20) -> SearchedMove:
        """A move for the side to move, where there is no table: one that wins soonest, if a search of
        about this many seconds finds a win; otherwise, of those after which it finds no win of the
        other side, the first one that leaves the other side the fewest moves. It looks at most
        ``max_plies`` plies ahead. Ctrl-C stops it. Raises :class:`UsageError` if the game has no
        such search."""
        most = 0 if max_plies is None else whole(max_plies, "max_plies", 1, Value.MAX)
        move, finding, plies = self._core.search_move(
            self.start if position is None else text(position, "position"), most,
            seconds_of(seconds, "seconds"), size_of(memory, "memory", 1))
        return SearchedMove(_legal_move(move), finding, plies or None)

    # --- Proofs without a table

    def prove(self, path: Optional[StrPath] = None, *, method: str = "auto", side: str = "black",
              start: Optional[str] = None, depth: Optional[int] = None,
              seconds: Optional[float] = None, memory: Optional[int] = None,
              progress: Optional[Callable[[int, int, int, int], object]] = None) -> Proof:
        """Finds out whether a side can force a win, without a table, and writes a strategy for
        either verdict into ``path``, if that is given.

        ``method`` is ``"auto"``, ``"ic3"``, ``"qbf"``, ``"table"`` or ``"search"``; ``start`` a
        position; with ``depth``, only wins within this many plies count. After ``seconds``, or with
        more than ``memory`` bytes, it gives up. ``progress(depth, obligations, sat_calls, cubes)``
        is called by ic3. Ctrl-C stops it."""
        one_of(method, "method", "auto", "ic3", "qbf", "table", "search")
        return Proof(**_zermelo.prove(
            self.name, self.parameters, b"" if path is None else path_bytes(path), method, is_white(side),
            text(start or "", "start"), _plies(depth), seconds_of(seconds, "seconds"),
            size_of(memory or 0, "memory"), function(progress)))

    def crosscheck(self, *, side: str = "black", start: Position = None, seconds: float = 60.0,
                   memory: int = 4 << 30, depth: Optional[int] = None, threads: int = 0,
                   progress: Optional[Callable[[str], object]] = None) -> Crosscheck:
        """Asks every engine whether a side can force a win from the start or from another position,
        and in how many plies, each with this many seconds and bytes. ``progress(engine)`` is called
        as each begins. Ctrl-C stops it. If the rules are code, the engines are the table, and sweeps over all moves that ask only
        what every game must say; every state's value is compared."""
        rows, disagreement = _zermelo.crosscheck(
            self._core, is_white(side), start,
            seconds_of(seconds, "seconds"), size_of(memory, "memory"), _plies(depth),
            whole(threads, "threads"), function(progress))
        return Crosscheck([CrosscheckRow(*row) for row in rows], disagreement)

    # --- In OpenSpiel's words

    def new_initial_state(self, table: Optional[Table] = None) -> State:
        """The start as a state: as :meth:`new_state` without a position."""
        return self.new_state(table=table)

    def deserialize_state(self, serialized: str) -> State:
        """The state that :meth:`State.serialize` wrote, or any other position, without the moves
        played before it."""
        return self.new_state(text(serialized, "serialized"))

    def num_players(self) -> int:
        """2: Black is player 0, White player 1."""
        return 2

    def num_distinct_actions(self) -> int:
        """Actions of :class:`State` are less than this."""
        return actions_of(self).count

    def observation_tensor_shape(self) -> List[int]:
        """The shape of :meth:`State.observation_tensor`: planes, rows, columns."""
        return observation_shape(self)

    def min_utility(self) -> float:
        """-1: a loss."""
        return -1.0

    def max_utility(self) -> float:
        """1: a win."""
        return 1.0

    def utility_sum(self) -> float:
        """0: what one wins the other loses."""
        return 0.0

    # --- As an object

    def __str__(self) -> str:
        if self.is_own:
            own = dict(self.parameters)
            name = own.pop("name")
            return " ".join([name, *(f"{k}={v}" for k, v in sorted(own.items()))])
        if self.name == "bddl":  # (whose parameters are the sources of its rules)
            board = self.diagram()
            return f"bddl columns={board.columns} rows={board.rows} start={self.start!r}"
        return " ".join([self.name, *(f"{k}={v}" for k, v in sorted(self.parameters.items()))])

    def __repr__(self) -> str:
        if self.is_own or self.name == "bddl":
            return f"<zermelo.Game {self}>"
        return f"zermelo.Game({', '.join([repr(self.name), *_keywords(self.parameters)])})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __reduce__(self) -> Tuple[Any, ...]:
        if self.is_own:
            raise UsageError("A game whose rules are code cannot be pickled; make it again from its rules.")
        return _make_game, (self.name, self.parameters)

    def _repr_svg_(self) -> str:
        return self.diagram().svg()


def solve(rules: Rules, path: StrPath, **options: Any) -> SolveReport:
    """Solves the game whose rules are an object of a class of yours (:class:`Rules`), and writes its table. ``options`` are
    those of :meth:`Game.solve`. The rules are tried out first. Raises :class:`RulesError`, and what
    :meth:`Game.solve` raises."""
    return Game.from_rules(rules).solve(path, **options)


def make_endgames(variant: str, folder: Optional[StrPath] = None, *, men: int = 3, materials: Sequence[str] = (),
                  endless_draw: bool = False, metric: str = "distance", memory: Optional[float] = None, threads: int = 0,
                  progress: Optional[Callable[[EndgameProgress], object]] = None) -> EndgameReport:
    """Makes the endgame tables of a chess variant that a folder lacks; :func:`open` opens the folder as one table.

    ``variant`` is one that is built in (``"makruk"``), or a section of a file (``"variants.ini:mine"``); ``folder`` is by
    default the variant's name. All materials of up to ``men`` men are made, or ``materials``, such as ``["KRvK"]``, with what
    they convert to. With ``endless_draw`` the variant's rules about play that never ends, such as that of perpetual check in
    shogi, are left out: it is a draw. ``metric`` is what the tables tell: ``"distance"`` (plies to the end of the game),
    ``"outcomes"`` (who wins), or ``"dtz"`` (plies to the next capture or pawn move, with the n-move rule). ``memory`` and
    ``threads`` are as for :meth:`Game.solve`; ``progress`` is called with an :class:`EndgameProgress`.

    Ctrl-C raises KeyboardInterrupt; tables that are complete stay, and the same call goes on. Raises :class:`UsageError` for an
    unknown variant or material, and for a folder with tables of other rules, :class:`OutOfMemory`, :class:`FileError` and
    :class:`DamagedTable`."""
    wanted = function(progress)
    tell = None if wanted is None else (lambda *told: wanted(EndgameProgress(*told)))
    made = _zermelo.make_endgames(
        *_endgames(variant, folder, men, materials), bool(endless_draw), text(metric, "metric"), whole(threads, "threads"),
        _memory_limit(memory), tell)
    made["tables"] = [EndgameTable(*table) for table in made["tables"]]
    return EndgameReport(**made)


def estimate_endgames(variant: str, folder: Optional[StrPath] = None, *, men: int = 3,
                      materials: Sequence[str] = (), endless_draw: bool = False,
                      metric: str = "distance") -> EndgameEstimate:
    """What :func:`make_endgames` has still to do in a folder, which need not exist, and what that takes. Raises what
    :func:`make_endgames` raises."""
    return EndgameEstimate(**_zermelo.estimate_endgames(
        *_endgames(variant, folder, men, materials), bool(endless_draw), text(metric, "metric")))


def _endgames(variant: str, folder: Optional[StrPath], men: int,
              materials: Sequence[str]) -> Tuple[bytes, bytes, int, List[str]]:
    """Which tables are meant."""
    if isinstance(materials, str):
        raise TypeError("materials must be a list of texts, not one text")
    name = text(variant, "variant")
    return (path_bytes(name), path_bytes(name.rpartition(":")[2] if folder is None else folder), whole(men, "men", 2),
            [text(material, "a material") for material in materials])


def _legal_move(parts: Tuple[Any, ...]) -> LegalMove:
    move, result, ending, after, shape, also = parts
    return LegalMove(move, result, None if ending is None else Outcome(ending), after,
                     MoveShape(*shape), also)


def _key_of(core: _zermelo.Game) -> Tuple[str, FrozenSet[Tuple[str, str]]]:
    """A key that is the same for games with the same rules."""
    return core.name, frozenset(core.parameters.items())


def _plies(depth: Optional[int]) -> Optional[int]:
    return None if depth is None else whole(depth, "depth")


def _teller(progress: Callable[[SolveProgress], object]) -> Callable[..., object]:
    return lambda *told: progress(SolveProgress(*told))


def _make_game(name: str, parameters: Mapping[str, str]) -> Game:
    """A game from what the library or a pickle says of it. (Pickles of earlier versions know this name.)"""
    return Game._of(_zermelo.Game(name, dict(parameters)))


def _keywords(parameters: Mapping[str, str]) -> List[str]:
    return [f"{key}={value if value.isdigit() else repr(value)}"
            for key, value in sorted(parameters.items())]


def _memory_limit(memory: Optional[float]) -> int:
    if memory is None:
        return _zermelo.FREE_MEMORY
    if memory == float("inf"):
        return _zermelo.NO_LIMIT
    if isinstance(memory, float) and memory.is_integer():
        memory = int(memory)
    return size_of(memory, "memory", 1)  # type: ignore[arg-type]  # (it complains of what is not a number)
