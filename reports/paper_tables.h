// SPDX-License-Identifier: MIT
// The tables of the papers next to our own numbers, which are all computed from scratch;
// independent of any output format, for the program and for tests. (Ostle's report reads a table
// instead: reports/ostle_report.h.)
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gen/game_spec.h"
#include "proof/strategy.h"

namespace zermelo {

enum class Comparison : std::uint8_t {
  same,         // as published
  sharper,      // the published number is a bound; ours is within it and exact
  weaker,       // ours is a bound, too, or missing: the search was cut short
  unpublished,  // nothing to compare with
  differs
};

struct PaperTable {
  using Cell = std::variant<std::uint64_t, std::string>;
  struct Row {
    std::vector<Cell> labels;  // as many as `label_titles`
    Cell ours;
    std::optional<Cell> published = std::nullopt;
    Comparison verdict = Comparison::unpublished;
    std::optional<double> seconds = std::nullopt;  // that our computation took, if reported
  };
  std::string title;   // which table of which paper
  std::string remark;  // what a reader should know; may be empty
  std::vector<std::string> label_titles;
  std::string ours_title;  // what is computed
  std::vector<Row> rows;
};

struct PaperTablesOptions {
  int threads = 0;  // 0: one per processor
  // How critical depths are found: by search, ic3 or qbf. (For ic3_tables it does not matter.)
  ProofOptions::Method method = ProofOptions::Method::search;
  QbfChoice qbf;                                  // of the method qbf
  double seconds = 60;                            // the limit for one critical depth or proof
  std::uint64_t memory = std::uint64_t{1} << 30;  // likewise
  const std::atomic<bool>* stop = nullptr;        // set it to end early, by throwing Interrupted
  // Called with a description of what is computed next.
  std::function<void(const std::string& what)> progress;
};

// Edelkamp, Kissmann and Rohte (2014), Table 1: the positions of Connect Four by ply, for a game of
// connect. If the game is not in the table, there is nothing to compare with. Throws UsageError.
std::vector<PaperTable> connect_tables(const GameSpec& game, const PaperTablesOptions& options);

// A game of Othello: its positions, and the value of its start in plies and in discs. Throws
// UsageError, Interrupted, and FileError: tables are made in the folder for temporary files.
std::vector<PaperTable> othello_tables(const GameSpec& game, const PaperTablesOptions& options);

// Shaik and van de Pol (2023), Table 2, with the models of a folder laid out like games/; how many
// of its instances are decided, next to Table 3. Throws as othello_tables, SyntaxError, and Error
// (a solver of formulas failed).
std::vector<PaperTable> bddl_tables(const std::string& games_folder,
                                    const PaperTablesOptions& options);

// Zandvliet (2020), Table 5.1: his algorithms on his models, with and without generalisation, and
// then our own IC3 on the same games. Obligations, SAT calls and times, which depend on what a
// solver finds, stand beside the published ones without a verdict; sizes and winners are compared.
// `models`: the names of the rows, such as "minigame"; all if there are none. Throws UsageError (no
// such model), Interrupted.
std::vector<PaperTable> ic3_tables(const std::vector<std::string>& models,
                                   const PaperTablesOptions& options);

// The names of the rows that differ: "title, labels".
std::vector<std::string> differences(const std::vector<PaperTable>& tables);

}  // namespace zermelo
