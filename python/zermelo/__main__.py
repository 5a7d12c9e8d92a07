# SPDX-License-Identifier: MIT
"""python3 -m zermelo: the program's verbs for games whose rules are a class in Python.

The file with the rules is named on the command line, and only it is loaded. The current folder is not
searched for modules (``zermelo/__init__.py`` sees to that, before anything is imported).
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import math
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, Dict, List, Mapping, NoReturn, Optional, Tuple

from . import (CrosscheckRow, Error, Game, MoveValue, Rules, RulesError, SolveProgress, Table, TableInfo, UsageError,
               adapt, open as open_table)
from ._display import counted
from ._rules import description_of
from ._zermelo import serve, version

GAME = "my_game.py:Class"
_MOST = "32766"  # the greatest number of plies, and of points to ask for
_ANY_MEMORY = 2**62  # bytes
_SIZES = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


# --- Rules from a file


def load_rules(named: str, parameters: Dict[str, object]) -> Rules:
    """An object of a class in a file, which is run: ``path/my_game.py:Class``. (A function that returns rules will do
    as well, for those that :func:`adapt` makes.) Raises :class:`UsageError` and :class:`RulesError`."""
    path, separator, name = named.rpartition(":")
    if not separator or not path.endswith(".py") or not name.isidentifier():
        raise UsageError(f"{named}: rules in Python are given as {GAME}, a file and a class in it.")
    made = getattr(_module_of(path), name, None)
    if not callable(made):
        raise UsageError(f"{path} has no class {name}.")
    try:
        rules = made(**parameters)
    except Exception as error:
        raise RulesError(f"{os.path.basename(path)}: {name}({_shown(parameters)}): {type(error).__name__}: {error}.",
                         "__init__") from error
    return rules if isinstance(rules, Rules) else adapt(rules)


def _module_of(path: str) -> Any:
    """The module in a file, and nothing else of its folder."""
    name = "zermelo_code." + os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, os.path.abspath(path))
    if spec is None or spec.loader is None or not os.path.exists(path):
        raise UsageError(f"{path}: there is no such file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # (Dataclasses look their module up.)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise RulesError(f"{path}: {type(error).__name__}: {error}.") from error
    return module


def _shown(parameters: Dict[str, object]) -> str:
    return ", ".join(f"{key}={value!r}" for key, value in parameters.items())


def _parameter(word: str) -> Tuple[str, object]:
    """key=value; a value that looks like a whole number is one."""
    key, separator, value = word.partition("=")
    if not separator or not key.isidentifier():
        raise UsageError(f"A parameter is written key=value, not '{word}'.")
    if value in ("True", "False"):
        return key, value == "True"
    return key, int(value) if value.lstrip("-").isdigit() else value


def rules_of(arguments: argparse.Namespace) -> Rules:
    return load_rules(arguments.game, dict(map(_parameter, arguments.parameters)))


def table_of(arguments: argparse.Namespace) -> Tuple[Table, Optional[Rules]]:
    """The table, with the rules that the command line names, if any; they get the parameters that it was made with."""
    if arguments.game_code is None:
        return open_table(arguments.table), None
    with open_table(arguments.table) as bare:
        if not bare.game.is_own:
            raise UsageError(f"This is a table of {bare.game.name}, whose rules zermelo has; it takes no code.")
        texts = {key: value for key, value in bare.game.parameters.items() if key not in ("name", "version")}
    rules = rules_of_table(arguments.game_code, texts)
    return open_table(arguments.table, rules=rules), rules


def rules_of_table(named: str, texts: Mapping[str, str]) -> Rules:
    """The rules, for the parameters that a table was made with."""
    return load_rules(named, dict(_parameter(f"{key}={value}") for key, value in texts.items()))


def with_rules(arguments: argparse.Namespace) -> Tuple[Table, Optional[Rules]]:
    """The same for work that needs the rules."""
    t, rules = table_of(arguments)
    if not t.game.has_rules:
        raise UsageError(f"The rules are needed for this: --game-code {GAME}.")
    return t, rules


def state_of(start: Any, rules: Optional[Rules], words: Sequence[str]) -> Any:
    """A state from the command line: "start", "hex:0a1b", or what ``show`` writes."""
    text = " ".join(words) or "start"
    if text == "start":
        return start()
    if rules is None:
        return text
    try:
        state = rules.parse(text)
    except (ValueError, NotImplementedError):
        state = None
    if state is None:
        raise UsageError(f"The game says that this is not one of its states: '{text}'.")
    return state


# --- What is shown


class ProgressLine:
    """How far long work is, on one line of a terminal."""

    def __init__(self, out: Any) -> None:
        self._out = out if out.isatty() else None
        self._shown = 0

    def solving(self, p: SolveProgress) -> None:
        of_level = f" level {p.level}" if p.phase == "propagating" else ""
        self.show(f"{p.phase}{of_level}: {counted(p.done, 'state', 'states')}, {p.fraction:.0%}, {p.seconds:.0f} s")

    def working(self, done: int, total: int) -> None:
        self.show(f"{done:,} of {total:,}" if total else f"{done:,}")

    def show(self, text: str) -> None:
        if self._out is None:
            return
        self._out.write("\r" + text.ljust(self._shown))
        self._out.flush()
        self._shown = len(text)

    def clear(self) -> None:
        if self._shown:
            self.show("")
            self.show("\r")
        self._shown = 0


def print_table(rows: Sequence[Sequence[str]]) -> None:
    """Texts in columns."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip())


# --- Verbs


def run_try(a: argparse.Namespace) -> None:
    report = Game.from_rules(rules_of(a)).try_rules(games=a.games, seconds=a.seconds, seed=a.seed)
    print(f"{counted(report.games, 'game', 'games')} played at random, "
          f"{counted(report.states, 'different state', 'different states')} looked at.")
    if not report.in_time:
        print("There was no time for more games (--seconds).")
    print_table([("plies", "sequences of moves")] +
                [(str(plies), f"{number:,}") for plies, number in enumerate(report.perft) if plies])


def run_solve(a: argparse.Namespace) -> None:
    game = Game.from_rules(rules_of(a))
    line = ProgressLine(sys.stderr)
    began = time.perf_counter()
    try:
        report = game.solve(a.output, progress=line.solving, memory=a.memory, threads=a.threads, resume=a.resume,
                            force=a.force, checkpoint_seconds=a.checkpoint_every)
    finally:
        line.clear()
    with open_table(a.output) as t:
        info = t.info
    rows = [("file", a.output), ("states", f"{report.positions:,}"), ("values stored", f"{info.values:,}"),
            _greatest(info), ("size", f"{info.bytes:,} bytes"),
            ("time", f"{time.perf_counter() - began:.1f} s")]
    print_table(rows)


def _greatest(info: TableInfo) -> Tuple[str, str]:
    if info.metric == "score":
        return "greatest score", f"{info.greatest:,}"
    if info.metric == "moves":
        return "longest solution", counted(info.greatest, "move", "moves")
    return "longest value", counted(info.greatest, "ply", "plies")


def run_count(a: argparse.Namespace) -> None:
    line = ProgressLine(sys.stderr)
    totals = Game.from_rules(rules_of(a)).count(progress=line.working).totals
    line.clear()
    print_table([("states", f"{totals['positions']:,}"), ("of them over", f"{totals['over']:,}")])


def run_crosscheck(a: argparse.Namespace) -> Optional[int]:
    rules = rules_of(a)
    game = Game.from_rules(rules)
    start = state_of(lambda: game.start, rules, a.start) if a.start else None
    line = ProgressLine(sys.stderr)
    try:
        found = game.crosscheck(side="white" if a.player == 1 else "black", start=start, seconds=a.seconds, memory=a.memory,
                                threads=a.threads, progress=line.show)
    finally:
        line.clear()
    print_table([("engine", "verdict", "seconds", "")] +
                [(r.engine, _verdict(r, a.player), f"{r.seconds:.2f}", r.note) for r in found.rows])
    if found.disagreement:
        raise Error(f"The engines disagree: {found.disagreement}")
    print("\nThe engines agree.")
    return None


def _verdict(row: CrosscheckRow, player: int) -> str:
    if row.wins is None:
        return "unknown"
    if not row.wins:
        return f"player {player} cannot force a win"
    within = "" if row.plies is None else f" in {row.plies}"
    return f"player {player} wins{within}"


def run_moves(a: argparse.Namespace) -> None:
    rules = rules_of(a)
    game = Game.from_rules(rules)
    for m in game.moves(state_of(lambda: game.start, rules, a.state)):
        ending = "" if m.ending is None else f"  {m.ending}"
        print(f"{m.move}  {rules.show(m.after)}{ending}" if "\n" not in rules.show(m.after) else f"{m.move}{ending}")


def run_probe(a: argparse.Namespace) -> None:
    t, rules = table_of(a)
    state = state_of(lambda: t.start, rules, a.state)
    if rules is None:
        return print(t.probe(state))
    if t.metric == "moves" and t.game.result(state) is not None:
        print(t.game.diagram(state))  # (Its caption says how it is over.)
        if state == t.start:
            print_moves(t.moves(state))  # (A start that is solved is played on from.)
        return None
    print(t.diagram(state))
    print_moves(t.moves(state))
    return None


def print_moves(moves: Sequence[MoveValue]) -> None:
    print_table([(m.move, str(m.value)) for m in moves])


def run_line(a: argparse.Namespace) -> None:
    t, rules = with_rules(a)
    line = t.line(state_of(lambda: t.start, rules, a.state), a.limit)
    print(line)
    if t.metric == "moves":
        print("The last move ends it." if line.complete else "The line stops before the end.")
    else:
        print("The last move ends the game." if line.complete else "The line stops before the game is over.")


def run_grade(a: argparse.Namespace) -> None:
    t, rules = with_rules(a)
    start = None if a.start is None else state_of(lambda: t.start, rules, [a.start])
    print(t.grade(a.moves[0] if len(a.moves) == 1 else a.moves, start))


def run_report(a: argparse.Namespace) -> None:
    t, _ = with_rules(a)
    line = ProgressLine(sys.stderr)
    memory = 0 if a.memory is None else int(min(a.memory, _ANY_MEMORY))
    report = t.report(memory=memory, threads=a.threads, progress=line.show)
    line.clear()
    print(json.dumps(report.to_dict(), indent=2) if a.json else report.to_markdown().rstrip("\n"))


def _range(word: Optional[str]) -> Optional[Tuple[int, int]]:
    """``7``, ``5..9`` or ``5..``."""
    if word is None:
        return None
    first, dots, last = word.partition("..")
    ends = (first, last or _MOST) if dots else (first, first)
    if not all(end.isdigit() for end in ends) or not 1 <= int(ends[0]) <= int(ends[1]) <= int(_MOST):
        raise UsageError(f"'{word}' is not a range of numbers; write 7, 5..9 or 5.. (from 1 to {_MOST}, the smaller first).")
    return int(ends[0]), int(ends[1])


def run_mine(a: argparse.Namespace) -> None:
    t, rules = with_rules(a)
    positions = [state_of(lambda: t.start, rules, a.state)] if a.state else None
    puzzles = t.mine(win_in=_range(a.win_in), win_by=_range(a.win_by), only_move=a.only_move, only_line=a.only_line,
                     sacrifice=a.sacrifice, capture_refused=a.capture_refused, pieces=a.pieces, order=a.sort,
                     limit=a.limit, defences=a.defences, positions=positions, threads=a.threads)
    found = 0
    for puzzle in puzzles:
        found += 1
        print(f"{puzzle}\n")
    print(counted(found, "puzzle", "puzzles") + "." if found else "No position meets the conditions.")


def run_solution(a: argparse.Namespace) -> None:
    t, rules = with_rules(a)
    state = state_of(lambda: t.start, rules, a.state)
    print(t.diagram(state))
    print(t.solution_text(state, defences=a.defences))


def run_stats(a: argparse.Namespace) -> None:
    t, rules = table_of(a)
    line = ProgressLine(sys.stderr)
    stats = t.stats(progress=line.working)
    line.clear()
    is_puzzle = t.metric == "moves"
    rows = [("positions", f"{stats.positions:,}"), ("solved" if is_puzzle else "wins", f"{stats.wins:,}")]
    if not is_puzzle:
        rows.append(("losses", f"{stats.losses:,}"))
    rows.append(("no solution" if is_puzzle else "draws", f"{stats.draws:,}"))
    print_table(rows)
    print()
    print_table([("value", "positions")] + [(str(value), f"{n:,}")
                                            for value, n in sorted(stats.histogram.items(), reverse=True)])
    if rules is not None and stats.longest:
        longest = "longest solution" if is_puzzle else "highest win" if t.metric == "score" else "longest win"
        print(f"\n{counted(stats.longest_count, 'position', 'positions')} of the {longest}, the first:")
        print(rules.show(stats.longest[0]))


def run_verify(a: argparse.Namespace) -> Optional[int]:
    t, _ = with_rules(a)
    line = ProgressLine(sys.stderr)
    if a.seed is not None and a.sample is None:
        raise UsageError("--seed needs --sample")
    report = t.verify(sample=a.sample, seed=1 if a.seed is None else a.seed, threads=a.threads, progress=line.working)
    line.clear()
    if report.failure is not None:
        print(f"{a.table} is wrong: {report.failure}")
        return 1
    positions = counted(report.positions, "position", "positions")
    if a.sample is None:
        print(f"{a.table} is right: every checksum, and the values of {positions}, each of which follows from its moves.")
    else:
        print(f"{a.table} shows no fault: every checksum is right, and the values of {positions} drawn at random follow "
              "from their moves.")
    return None


class Play:
    """A game against a table, in the terminal."""

    HELP = "Type a move, or: moves (with what each is worth), undo, quit."

    def __init__(self, table: Table, rules: Rules, state: Any, player: int) -> None:
        self._table = table
        self._rules = rules
        self._states = [state]
        self._player = player  # the one at the keyboard

    def run(self) -> None:
        print(self.HELP)
        while True:
            state = self._states[-1]
            print(f"\n{self._table.game.diagram(state)}")
            mine = self._rules.players == 1 or self._rules.to_move(state) == self._player
            chosen = self._asked(state) if mine else self._table.moves(state)[0]
            if chosen is None:
                return
            print(f"{'You play' if mine else 'The table plays'} {chosen.move}.")
            if chosen.result is None:
                return self._say_result(chosen, mine)
            self._states.append(chosen.result)

    def _asked(self, state: Any) -> Optional[MoveValue]:
        """A move that is typed; None to end."""
        while True:
            print("> ", end="", flush=True)
            typed = sys.stdin.readline()
            word = typed.strip()
            moves = self._table.moves(state)
            found = next((m for m in moves if m.move == word), None)
            if not typed or word == "quit":
                return None
            if found is not None:
                return found
            if word == "moves":
                print_moves(moves)
            elif word == "undo":
                state = self._taken_back()
                print(self._table.game.diagram(state))
            else:
                print(f"There is no move '{word}' here. {self.HELP}")

    def _taken_back(self) -> Any:
        """The state before the last move of the player at the keyboard."""
        for place in range(len(self._states) - 2, -1, -1):
            if self._rules.players == 1 or self._rules.to_move(self._states[place]) == self._player:
                del self._states[place + 1:]
                break
        return self._states[-1]

    @staticmethod
    def _say_result(last: MoveValue, by_me: bool) -> None:
        if last.value.metric == "moves":
            print("It is solved." if last.value.is_win else "It cannot be solved any more.")
        elif last.value.is_draw:
            print("The game is drawn.")
        else:
            print("You have won." if last.value.is_win == by_me else "The table has won.")


def run_play(a: argparse.Namespace) -> None:
    t, rules = with_rules(a)
    if rules is None:
        raise UsageError("`python3 -m zermelo play` is for tables of rules in Python; `zermelo play` takes this one.")
    Play(t, rules, state_of(lambda: t.start, rules, a.state), a.player).run()


def _code_by_table(given: Sequence[str]) -> Dict[str, str]:
    """``ID=my_game.py:Class``, by the ids."""
    code: Dict[str, str] = {}
    for word in given:
        table, sign, named = word.partition("=")
        if not table or not sign or not named:
            raise UsageError(f"--game-code takes ID={GAME} here, as in ttt=ttt.py:TicTacToe for ttt.ztb, and not '{word}'.")
        if code.setdefault(table, named) != named:
            raise UsageError(f"--game-code: '{table}' is given code twice.")
    return code


def _described(named: str, texts: Dict[str, str]) -> Dict[str, Any]:
    """Rules as the server takes them."""
    return description_of(rules_of_table(named, texts), texts=True)


def run_serve(a: argparse.Namespace) -> None:
    code = _code_by_table(a.game_code)

    def listening(url: str) -> None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # (Both end it, once answers are finished.)
        print(url, flush=True)

    try:
        serve(a.table, code, _described, listening, a.bind, a.threads, a.log)
    except KeyboardInterrupt:
        pass


# --- The command line


class Parser(argparse.ArgumentParser):
    """One sentence for bad input."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message[0].upper()}{message[1:]}; see {self.prog} --help.")


def size(text: str) -> float:
    """Bytes: 512M, 8G; none: no limit."""
    if text == "none":
        return math.inf
    number, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    if not number.isdigit() or unit not in _SIZES:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 512M or 8G")
    return int(number) * _SIZES[unit]


def parser() -> Parser:
    program = Parser(prog="python3 -m zermelo", description="The verbs of zermelo for games whose rules are a class in "
                     "Python. The file that is named is run, so name only what you trust.")
    program.add_argument("--version", action="version", version=f"zermelo {version}")
    verbs = program.add_subparsers(metavar="VERB", required=True, parser_class=Parser)

    def verb(name: str, run: Callable[[argparse.Namespace], Optional[int]], words: str) -> Parser:
        made = verbs.add_parser(name, help=words, description=words + ".")
        made.set_defaults(run=run)
        return made

    def of_game(name: str, run: Callable[[argparse.Namespace], Optional[int]], words: str) -> Parser:
        made = verb(name, run, words)
        made.add_argument("game", metavar=GAME, help="the file with the rules, and the class")
        return made

    def of_table(name: str, run: Callable[[argparse.Namespace], Optional[int]], words: str) -> Parser:
        made = verb(name, run, words)
        made.add_argument("table", metavar="TABLE", help="the table")
        made.add_argument("--game-code", metavar=GAME, help="the rules that it was made with, which are run")
        return made

    def with_parameters(made: Parser) -> Parser:
        made.add_argument("parameters", metavar="key=value", nargs="*", help="arguments of the class")
        return made

    def with_state(made: Parser) -> Parser:
        made.add_argument("state", metavar="STATE", nargs="*", help="as the game shows it; the start, if none is given")
        return made

    def with_threads(made: Parser) -> Parser:
        made.add_argument("--threads", type=int, default=0, help="0: one per processor")
        return made

    trying = with_parameters(of_game("try", run_try, "Try out rules: play random games, and compare what the rules say "
                                     "with itself"))
    trying.add_argument("--games", type=int, default=1000)
    trying.add_argument("--seconds", type=float, default=60.0)
    trying.add_argument("--seed", type=int, default=1)
    solving = with_threads(with_parameters(of_game("solve", run_solve, "Solve a game and write its table")))
    solving.add_argument("-o", "--output", metavar="FILE", required=True, help="where the table goes")
    solving.add_argument("--memory", type=size, default=None, help="refuse what needs more: 8G, 512M; none: no limit")
    solving.add_argument("--resume", action="store_true", help="go on where an earlier run was stopped")
    solving.add_argument("--force", action="store_true", help="replace a table of another game")
    solving.add_argument("--checkpoint-every", metavar="SECONDS", type=float, default=300.0)
    checking = with_threads(with_parameters(of_game(
        "crosscheck", run_crosscheck, "Solve a game in two ways that share no code, and compare every value")))
    checking.add_argument("--start", metavar="STATE", nargs="*", default=[], help="ask about this state, and not the start")
    checking.add_argument("--player", type=int, choices=(0, 1), default=0, help="whether this one can force a win")
    checking.add_argument("--seconds", type=float, default=60.0, help="for each way")
    checking.add_argument("--memory", type=size, default=2**32, help="for each way: 8G, 512M")
    with_parameters(of_game("count", run_count, "Count the states that play can lead to"))
    moves = of_game("moves", run_moves, "List the moves of a state, without a table")
    with_parameters(moves).add_argument("--state", nargs="*", default=[], help="as the game shows it")
    with_state(of_table("probe", run_probe, "Show what a state and its moves are worth"))
    with_state(of_table("line", run_line, "Show how the game goes on with best play")).add_argument(
        "--limit", type=int, default=None, help="at most so many moves")
    solution = with_state(of_table("solution", run_solution, "Show how a state is solved, with all that is as good"))
    solution.add_argument("--defences", choices=("best", "all"), default="best", help="which are answered")
    grading = of_table("grade", run_grade, "Grade the moves of a game: what each gave away")
    grading.add_argument("moves", metavar="MOVE", nargs="*", default=[], help="the moves, or the whole game as one argument")
    grading.add_argument("--start", metavar="STATE", default=None, help="where the game begins, if not at the start")
    mining = with_threads(with_state(of_table("mine", run_mine, "Look for puzzles in a table, or whether a state is one")))
    mining.add_argument("--win-in", metavar="N|A..B", help="a win in so many plies; so many moves to a puzzle's goal")
    mining.add_argument("--win-by", metavar="N|A..B", help="in tables of scores: a win by so much")
    mining.add_argument("--only-move", action="store_true", help="exactly one move wins")
    mining.add_argument("--only-line", action="store_true", help="each of the solver's moves is the only fastest one")
    mining.add_argument("--sacrifice", action="store_true", help="only moves that give up a piece win (needs board)")
    mining.add_argument("--capture-refused", action="store_true", help="a draw in which all captures lose (needs board)")
    mining.add_argument("--pieces", metavar=("OWN", "OTHER"), type=int, nargs=2, help="so many pieces (needs board)")
    mining.add_argument("--sort", choices=("table", "difficulty", "plies", "pieces"), default="table",
                        help="what comes first: the most difficult, the longest, those with the fewest pieces")
    mining.add_argument("--limit", type=int, default=None, help="at most so many")
    mining.add_argument("--defences", choices=("best", "all"), default="best", help="which the solutions answer")
    reporting = with_threads(of_table("report", run_report, "What a designer wants to know of the game: who wins, play with "
                                      "errors, length, choice, traps"))
    reporting.add_argument("--memory", type=size, default=None, help="at most so much: 8G, 512M; by default, what is free")
    reporting.add_argument("--json", action="store_true", help="numbers for programs, and not a text")
    of_table("stats", run_stats, "Count how many states have which value")
    verifying = with_threads(of_table("verify", run_verify, "Check a table against the rules"))
    verifying.add_argument("--sample", metavar="N", type=int, default=None,
                           help="compare only so many positions, drawn at random")
    verifying.add_argument("--seed", metavar="N", type=int, default=None, help="other positions for another number")
    playing = with_state(of_table("play", run_play, "Play against a table"))
    playing.add_argument("--player", type=int, choices=(0, 1), default=0, help="the player that you are")
    serving = with_threads(verb("serve", run_serve, "Answer over HTTP, with a page to explore tables in a browser"))
    serving.add_argument("table", metavar="TABLE", nargs="+", help="the tables")
    serving.add_argument("--game-code", metavar=f"ID={GAME}", action="append", default=[],
                         help="the rules of a table (its name without .ztb), which are run; may be given several times")
    serving.add_argument("--bind", metavar="ADDRESS:PORT", default="127.0.0.1:8080",
                         help="where to listen; port 0 chooses one that is free")
    serving.add_argument("--log", action="store_true", help="write one line per request to stderr")
    return program


def _parsed(words: Optional[List[str]]) -> argparse.Namespace:
    """(Where options stand between positional arguments, the last of these are left over.)"""
    program = parser()
    arguments, left = program.parse_known_args(words)
    several = (getattr(arguments, name, None) for name in ("moves", "state", "parameters", "table"))
    more = next((words for words in several if isinstance(words, list)), None)
    if left and (more is None or any(word.startswith("-") for word in left)):
        program.error(f"there is no argument {left[0]}")
    if left and more is not None:
        more.extend(left)
    return arguments


def main(words: Optional[List[str]] = None) -> int:
    """Runs a command line; returns the exit code."""
    try:
        arguments = _parsed(words)
        code: Optional[int] = arguments.run(arguments)
        return code or 0
    except (Error, ValueError, TypeError) as error:
        print(f"zermelo: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except KeyboardInterrupt:
        print("zermelo: interrupted.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main())
