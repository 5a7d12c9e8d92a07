// SPDX-License-Identifier: MIT
#include "gen/position_record.h"

#include "gen/grid/piece_position.h"
#include "gen/text/rank_text.h"

namespace zermelo {
namespace {

PiecePosition position_of(const PositionRecord& record, const PieceRecord& pieces) {
  return {record.black, record.white, pieces.kinds, pieces.hands, record.white_to_move};
}

}  // namespace

bool is_on_board(const PositionRecord& record, const RecordBoard& board,
                 const PieceRecord& pieces) {
  if (board.pieces) {
    return record.hole == PositionRecord::no_hole &&
           fits(position_of(record, pieces), *board.pieces);
  }
  const int squares = board.columns * board.rows;
  const std::uint64_t beyond = squares == 64 ? 0 : ~std::uint64_t{0} << squares;
  const std::uint64_t taken = record.black | record.white;
  if ((record.black & record.white) != 0 || (taken & beyond) != 0) return false;
  if (!board.has_hole) return record.hole == PositionRecord::no_hole;
  return record.hole < squares && (taken >> record.hole & 1) == 0;
}

void append_text(std::string& text, const PositionRecord& record, const RecordBoard& board,
                 const PieceRecord& pieces) {
  if (board.pieces) return append_position(text, position_of(record, pieces), *board.pieces);
  append_board(text, {.columns = board.columns,
                      .rows = board.rows,
                      .black = record.black,
                      .white = record.white,
                      .hole = board.has_hole ? std::uint64_t{1} << record.hole : 0,
                      .white_to_move = record.white_to_move});
}

std::string position_text(const PositionRecord& record, const RecordBoard& board,
                          const PieceRecord& pieces) {
  std::string text;
  append_text(text, record, board, pieces);
  return text;
}

}  // namespace zermelo
