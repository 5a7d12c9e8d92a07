// SPDX-License-Identifier: MIT
#pragma once

namespace zermelo::test {

// Kings, rooks and pawns on three files and five ranks, where pawns meet after their first step: a
// variants.ini with the variant `narrow`.
inline constexpr char narrow_chess[] = R"(
[narrow]
maxFile = 3
maxRank = 5
king = k
rook = r
pawn = p
startFen = rkr/ppp/3/PPP/RKR w - - 0 1
castling = false
promotionPieceTypes = r
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStepRegionWhite = *2
doubleStepRegionBlack = *4
enPassantRegionWhite = *3
enPassantRegionBlack = *3
)";

}  // namespace zermelo::test
