#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the planner of runs on several machines against figures found by hand, and against what the program plans.

    plan_cluster_test.py PLANNER ZERMELO
"""

import importlib.machinery
import importlib.util
import re
import subprocess
import sys
import unittest

PLANNER, ZERMELO = sys.argv[1], sys.argv[2]
loader = importlib.machinery.SourceFileLoader("plan_cluster", PLANNER)
spec = importlib.util.spec_from_loader("plan_cluster", loader)
assert spec is not None
planner = importlib.util.module_from_spec(spec)
sys.modules["plan_cluster"] = planner
sys.dont_write_bytecode = True
loader.exec_module(planner)

MIB, GIB = 2**20, 2**30


def machines(nodes: int, ranks_a_node: int = 1, memory: float = 64, network: float = 8):
    return planner.Machines(nodes, ranks_a_node, 16, memory, network)


def run(*words: str):
    return subprocess.run([PLANNER, *words], capture_output=True, text=True, check=False)


class Index(unittest.TestCase):
    def test_small_boards(self):
        # The hole on a1 or a2 leaves a mirror, with two of the eight other squares on its axis: five
        # rows; on b2 all symmetries, for which a corner and an edge differ. Times seven columns.
        self.assertEqual(planner.indices_of(3, 1, 1), (5 + 5 + 2) * 7)
        # docs/architecture.md counts these.
        self.assertEqual(planner.indices_of(5, 4, 4), 162_215_445)

    def test_side_six(self):
        # Six classes of C(35, 5) sets; a mirror through the hole keeps 676 of them, in three classes.
        self.assertEqual(planner.indices_of(6, 5, 5),
                         (3 * 324_632 + 3 * (324_632 + 676) // 2) * 142_506)

    def test_groups(self):
        self.assertEqual(planner.groups_of(5, 3, 10), [[(4, 4)], [(4, 5), (5, 4)], [(5, 5)]])
        self.assertEqual(planner.groups_of(2, 0, 3), [[(1, 1)], [(1, 2), (2, 1)]])


class Moves(unittest.TestCase):
    def test_of_a_position(self):
        # Own on a1, the opponent's on b1, the hole on c3: a1 falls to the left and down, pushes to
        # the right and steps up; the hole steps left and down.
        rules = planner.OstleMoves(3, 0)
        moves = list(rules.moves(frozenset({0}), frozenset({1}), 8))
        self.assertEqual(sorted(m[0] for m in moves), ["", "", "", "", "own", "own"])
        pushed = ("", frozenset({2}), frozenset({1}), 8)
        self.assertIn(pushed, moves)
        self.assertFalse(rules.wins_at_once(frozenset({0}), frozenset({1}), 8))
        # A row of own and opponent's pieces before the hole, and before the edge.
        self.assertTrue(rules.wins_at_once(frozenset({0}), frozenset({1}), 2))
        self.assertTrue(rules.wins_at_once(frozenset({1}), frozenset({2}), 8))
        self.assertFalse(planner.OstleMoves(3, 1).wins_at_once(frozenset({1}), frozenset({2}), 8))

    def test_samples_are_near_what_all_positions_have(self):
        # 3x3, one piece each: every position, with what a member's moves lead to.
        rules, size, lose = planner.OstleMoves(3, 0), 3, 0
        updates = positions = 0
        for hole in range(9):
            for own in set(range(9)) - {hole}:
                for opponent in set(range(9)) - {hole, own}:
                    positions += 1
                    p = frozenset({own}), frozenset({opponent}), hole
                    if rules.wins_at_once(*p):
                        continue
                    updates += sum(not removed and not rules.wins_at_once(*after)
                                   for removed, *after in rules.moves(*p))
        sample = planner.OstleSample(size, lose, {(1, 1): 84})
        self.assertAlmostEqual(sample.updates, updates / positions, delta=0.15)
        self.assertEqual(sample.questions, 0)


class Networks(unittest.TestCase):
    def test_seconds(self):
        # 8 Gb/s, of which 70 % are used: 0.7 GB per second and machine.
        self.assertAlmostEqual(machines(2).seconds_for(1.4e9), 1)
        self.assertAlmostEqual(machines(2, ranks_a_node=2).seconds_for(1.4e9), 0.5)
        self.assertEqual(machines(1, ranks_a_node=4).seconds_for(1e12), 0)
        self.assertAlmostEqual(machines(2).seconds_to_first(1.4e9), 1)


class Ostle(unittest.TestCase):
    def plan(self, words: str, m):
        return planner.OstlePlan(planner.parse_ostle(words.split()), m)

    def test_one_group_on_four_ranks(self):
        plan = self.plan("total=8", machines(4))
        # A quarter of the words (4 bytes), of the bins (an eighth of that), of the schedule (34
        # bytes in 1,024), of the set (one bit, and 8 bytes per block of 2,048); the fixed part; five
        # buffers of 64 MiB.
        words = 162_215_445 / 4 * (4 + 4 / 8 + 34 / 1024 + 1 / 8 + 8 / 2048)
        self.assertAlmostEqual(plan.memory, words + 64 * MIB + 5 * 64 * MIB, delta=1)
        self.assertEqual(plan.all_kept, 0)
        self.assertFalse(plan.asks)
        self.assertAlmostEqual(plan.update_bytes, plan.updates * 0.34 * 6, delta=1)

    def test_values_on_every_rank_or_asked_for(self):
        # Largest while nine pieces are solved: the values of eight, and their own.
        eight = 162_215_445
        nine = planner.indices_of(5, 4, 5) + planner.indices_of(5, 5, 4)
        roomy = self.plan("", machines(8, memory=64))
        self.assertEqual(roomy.all_kept, eight + nine)
        self.assertFalse(roomy.asks)
        self.assertEqual(roomy.replicated, 7 * (eight + nine))
        self.assertEqual(roomy.question_bytes, 0)
        tight = self.plan("", machines(8, memory=4))
        self.assertTrue(tight.asks)
        self.assertAlmostEqual(tight.values, (eight + nine) / 8, delta=1)
        self.assertAlmostEqual(tight.question_bytes, tight.questions * 7 / 8 * 8, delta=1)
        self.assertEqual(tight.replicated, 0)

    def test_memory_is_what_the_program_plans(self):
        for words in ("size=6", "size=6 start=4", "size=5 start=5 lose=2"):
            refused = subprocess.run([ZERMELO, "solve", "ostle", *words.split(), "-o", "no-file.ztb",
                                      "--memory", "1G"], capture_output=True, text=True, check=False)
            found = re.search(r"needs (\d+) (GiB|MiB) of memory", refused.stderr)
            self.assertIsNotNone(found, refused.stderr)
            needed = int(found[1]) * (GIB if found[2] == "GiB" else MIB)
            plan = self.plan(words, machines(1, memory=2048))
            self.assertAlmostEqual(plan.memory / needed, 1, delta=0.01, msg=words)


class Hybrid(unittest.TestCase):
    def test_published_counts(self):
        sums = {board: sum(layers) for board, layers in planner.published_layers().items()}
        self.assertEqual(sums[7, 6], 4_531_985_219_092)
        self.assertEqual(sums[6, 6], 69_173_028_785)
        self.assertEqual(sums[5, 5], 69_763_700)
        self.assertEqual(len(sums), 5)

    def test_five_by_five_on_two_ranks(self):
        plan = planner.HybridPlan((5, 5), machines(2))
        # The largest neighbouring layers have 9,955,530 and 9,812,925 boards, four to a byte.
        self.assertEqual(plan.pair, 19_768_455 / 4)
        # Every layer but the empty board, three times; half of that is here.
        self.assertEqual(plan.sent, 3 * 69_763_699 / 4 / 2)
        # A batch is twice the largest layer's share, and takes four times that.
        self.assertAlmostEqual(plan.memory, 19_768_455 / 8 + 16 * (1_413_620 + 1_340_771) + 64 * MIB
                               + 4 * 2 * 9_955_530 / 4 / 2, delta=1)

    def test_seven_by_six(self):
        plan = planner.HybridPlan((7, 6), machines(16, network=10))
        # 985,543,337,885 boards in two layers: 229.5 GiB, as docs/hybrid.md finds them.
        self.assertAlmostEqual(plan.pair / GIB, 985_543_337_885 / 4 / GIB, places=6)
        self.assertAlmostEqual(plan.computing / 60, 22.3, delta=0.1)
        self.assertLess(plan.memory, 20 * GIB)


class CommandLine(unittest.TestCase):
    def test_plans(self):
        for words in ("ostle", "ostle size=4 repetition=symmetric", "hybrid connect",
                      "hybrid connect columns=6 rows=5"):
            done = run(*words.split(), "--nodes", "16")
            self.assertEqual(done.returncode, 0, done.stderr)
            for line in ("machines", "computing", "network", "memory per rank", "table"):
                self.assertRegex(done.stdout, f"(?m)^{line} ")
        self.assertRegex(run("hybrid", "connect", "--nodes", "16").stdout,
                         "(?m)^files +43 of layers, 2.2 GB")
        self.assertIn("IT DOES NOT FIT", run("hybrid", "connect", "--nodes", "2").stdout)

    def test_refuses_in_a_sentence(self):
        for words, sentence in (
                ("chess", "zermelo-mpi solves ostle, and connect by the hybrid; chess is not planned."),
                ("ostle size=7", "there is no such game of ostle; zermelo games says what there is."),
                ("ostle size=6 start=6",
                 "there is no such game of ostle; zermelo games says what there is."),
                ("ostle colour=red", "'colour=red' is not a parameter of ostle."),
                ("ostle size=x", "'x' is not a number."),
                ("hybrid mnk", "the hybrid is for connect only."),
                ("hybrid connect line=5", "counts of boards are known for four in a row."),
                ("hybrid connect columns=8",
                 "how many boards 8x6 has is not known here; known sizes: 7x6, 6x6, 6x5, 5x6, "
                 "5x5."),
                ("ostle --cores 0", "every number must be above 0.")):
            refused = run(*words.split(), "--nodes", "2")
            self.assertNotEqual(refused.returncode, 0, words)
            self.assertEqual(refused.stderr, f"plan-cluster: {sentence}\n")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
