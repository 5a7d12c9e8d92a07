// SPDX-License-Identifier: MIT
#include "json/play_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "json/text_table.h"
#include "reports/play_rows.h"
#include "reports/play_words.h"

namespace zermelo {
namespace {

using play_rows::Rows;

class PlayDocument {
 public:
  PlayDocument(const PlayReport& report, const Table& table) : r_(report), table_(table) {}

  Document make() {
    doc_.heading(1, "Report: " + play_words::title(table_));
    summary();
    if (r_.has("first_moves")) first_moves();
    if (r_.has("errors") || r_.has("perfect_first") || r_.has("perfect_second"))
      chances_of_players();
    if (r_.has("longest") || r_.has("random_lengths")) lengths();
    if (r_.has("plies")) choice();
    if (r_.has("worst_traps")) traps();
    if (r_.has("actions")) uses("Actions of the rules", "action", r_.actions, play_words::actions);
    if (r_.has("pieces")) uses("Pieces", "kind of piece", r_.pieces, play_words::pieces);
    without();
    if (r_.has("squares")) squares();
    if (r_.has("puzzles") && !r_.puzzles.empty()) {
      doc_.heading(2, "Puzzles");
      doc_.paragraph(play_words::puzzles);
      doc_.table("llrll", play_rows::puzzles(r_));
    }
    return std::move(doc_);
  }

 private:
  void summary() {
    std::string sentences;
    if (r_.has("start")) sentences = play_words::value(r_);
    if (const std::string swap = play_words::swap(r_); r_.has("swap") && !swap.empty())
      sentences += (sentences.empty() ? "" : " ") + swap;
    paragraph_if_any(sentences);
    if (r_.has("random")) doc_.paragraph(play_words::random_play(r_));
    paragraph_if_any(play_words::sample(r_));
    if (r_.has("plies")) doc_.paragraph(play_words::positions(r_));
    if (r_.has("size")) doc_.paragraph(play_words::size(r_));
    paragraph_if_any(play_words::left_out(r_));
  }

  void first_moves() {
    doc_.heading(2, "First moves");
    Rows rows = {{"move", "value"}};
    for (const auto& move : r_.first_moves) rows.push_back({move.move, table_.text(move.value)});
    doc_.table("ll", std::move(rows));
  }

  void chances_of_players() {
    doc_.heading(2, r_.is_for_one() ? "Who errs" : "Players who err");
    doc_.paragraph(play_words::errors);
    Rows rows = play_rows::errors(r_);
    const std::string alignment = "l" + std::string(rows.front().size() - 1, 'r');
    doc_.table(alignment, std::move(rows));
  }

  void lengths() {
    doc_.heading(2, "Length");
    paragraph_if_any(play_words::longest_win(r_));
    if (r_.has("random_lengths")) doc_.paragraph(play_words::random_lengths(r_));
  }

  void paragraph_if_any(std::string sentence) {
    if (!sentence.empty()) doc_.paragraph(std::move(sentence));
  }

  void choice() {
    doc_.heading(2, "By ply");
    doc_.paragraph(play_words::by_ply);
    Rows rows = play_rows::by_ply(r_);
    const std::string alignment(rows.front().size(), 'r');
    doc_.table(alignment, std::move(rows));
    if (r_.has("settled")) paragraph_if_any(play_words::settled(r_));
  }

  void traps() {
    if (r_.worst_traps.empty()) return;
    doc_.heading(2, "The worst traps");
    Rows rows = {{"ply", "moves", "of them good", "value", "position"}};
    for (const auto& trap : r_.worst_traps) {
      rows.push_back({std::to_string(trap.ply), std::to_string(trap.legal),
                      std::to_string(trap.keeping), table_.text(trap.value), trap.position});
    }
    doc_.table("rrrll", std::move(rows));
  }

  void uses(const char* heading, const char* what, const std::vector<PlayReport::Use>& uses,
            const char* meaning) {
    if (uses.empty()) return;
    doc_.heading(2, heading);
    paragraph_if_any(play_words::needless(uses, what));
    doc_.paragraph(meaning);
    Rows rows = {{"legal", "best", "only", what}};
    for (const PlayReport::Use& use : uses)
      rows.push_back({grouped(use.legal), grouped(use.best), grouped(use.only), use.name});
    doc_.table("rrrl", std::move(rows));
  }

  void without() {
    if (r_.without.empty()) return;
    doc_.heading(2, "Without an action");
    for (const PlayReport::Without& one : r_.without) doc_.paragraph(play_words::without(one, r_));
  }

  void squares() {
    const auto most = std::ranges::max_element(r_.squares);
    if (most == r_.squares.end() || *most == 0) return;
    doc_.heading(2, "Squares of best moves");
    doc_.paragraph(play_words::squares);
    std::string board;
    for (int row = r_.rows - 1; row >= 0; --row) {
      for (int column = 0; column < r_.columns; ++column) {
        const auto square = static_cast<std::size_t>(row * r_.columns + column);
        board += fmt::format("{:6.1f}", 100.0 * static_cast<double>(r_.squares[square]) /
                                            static_cast<double>(r_.all.positions));
      }
      board += '\n';
    }
    doc_.verbatim(board);
  }

  const PlayReport& r_;
  const Table& table_;
  Document doc_;
};

}  // namespace

Document document_of(const PlayReport& report, const Table& table) {
  return PlayDocument(report, table).make();
}

}  // namespace zermelo
