// SPDX-License-Identifier: MIT
#include "gen/variant/options.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace zermelo::variant {
namespace {

using enum Option::Type;
using enum Option::Use;

constexpr std::string_view earlier_moves =
    "depends on earlier moves; --endless draw solves without it";
constexpr std::string_view walls =
    "makes walls, so that boards change without end; no tables are made of such variants";
constexpr std::string_view flips =
    "flips or encloses men; for Othello and Connect Four see `zermelo games`";
constexpr std::string_view two_boards = "is about two boards; tables are of one";
constexpr std::string_view no_tables = "is not supported, and no tables are made of such variants";
constexpr std::string_view gates =
    "brings men in by castling rights, which tables do not have; leave it out for tables without "
    "it";

// (Sorted by name, which the test checks.)
constexpr auto table = std::to_array<Option>({
    {"adjudicateFullBoard", flag, read, "false"},
    {"arrowGating", flag, refused, "false", walls},
    {"bikjangRule", flag, refused, "false", no_tables},
    {"blackDropRegion", region, read, "", {}, "dropRegionBlack"},
    {"blackFlag", region, read, "", {}, "flagRegionBlack"},
    {"blastImmuneTypes", kinds, read, ""},
    {"blastOnCapture", flag, read, "false"},
    {"cambodianMoves", flag, no_effect, "false"},
    {"capturesToHand", flag, read, "false"},
    {"castling", flag, read, "true"},
    {"castlingDroppedPiece", flag, read, "false"},
    {"castlingKingFile", file, read, "e"},
    {"castlingKingPiece", kind, read, "", {}, "castlingKingPieceWhite castlingKingPieceBlack"},
    {"castlingKingPieceBlack", kind, read, ""},
    {"castlingKingPieceWhite", kind, read, ""},
    {"castlingKingsideFile", file, read, "g"},
    {"castlingQueensideFile", file, read, "c"},
    {"castlingRank", rank, read, "1"},
    {"castlingRookKingsideFile", file, read, ""},
    {"castlingRookPieces", kinds, read, "", {}, "castlingRookPiecesWhite castlingRookPiecesBlack"},
    {"castlingRookPiecesBlack", kinds, read, ""},
    {"castlingRookPiecesWhite", kinds, read, ""},
    {"castlingRookQueensideFile", file, read, ""},
    {"castlingWins", text, refused, "-", no_tables},
    {"chasingRule", word, refused, "none", earlier_moves},
    {"checkCounting", flag, read, "false"},
    {"checking", flag, read, "true"},
    {"checkmateValue", value, read, "loss"},
    {"chess960", flag, no_effect, "false"},
    {"collinearN", number, read, "0"},
    {"connectDiagonal", flag, read, "true"},
    {"connectHorizontal", flag, read, "true"},
    {"connectN", number, read, "0"},
    {"connectNxN", number, read, "0"},
    {"connectPieceTypes", kinds, read, "*"},
    {"connectRegion1Black", region, read, ""},
    {"connectRegion1White", region, read, ""},
    {"connectRegion2Black", region, read, ""},
    {"connectRegion2White", region, read, ""},
    {"connectValue", value, read, "win"},
    {"connectVertical", flag, read, "true"},
    {"countingRule", word, read, "none"},
    {"diagonalLines", region, read, ""},
    {"doubleStep", flag, read, "true"},
    {"doubleStepRank", rank, read, ""},
    {"doubleStepRankMin", rank, read, ""},
    {"doubleStepRegion", region, read, "", {}, "doubleStepRegionWhite doubleStepRegionBlack"},
    {"doubleStepRegionBlack", region, read, "*7"},
    {"doubleStepRegionWhite", region, read, "*2"},
    {"dropChecks", flag, read, "true"},
    {"dropLoop", flag, read, "false"},
    {"dropNoDoubled", kind, read, ""},
    {"dropNoDoubledCount", number, read, "1"},
    {"dropOppositeColoredBishop", flag, read, "false"},
    {"dropPromoted", flag, read, "false"},
    {"dropRegion", region, read, "", {}, "dropRegionWhite dropRegionBlack"},
    {"dropRegionBlack", region, read, "**"},
    {"dropRegionWhite", region, read, "**"},
    {"duckGating", flag, refused, "false", walls},
    {"dupleCheck", flag, read, "false"},
    {"enPassantRegion", region, read, "", {}, "enPassantRegionWhite enPassantRegionBlack"},
    {"enPassantRegionBlack", region, read, "**"},
    {"enPassantRegionWhite", region, read, "**"},
    {"enPassantTypes", kinds, read, "", {}, "enPassantTypesWhite enPassantTypesBlack"},
    {"enPassantTypesBlack", kinds, read, "pawn"},
    {"enPassantTypesWhite", kinds, read, "pawn"},
    {"enclosingDrop", word, refused, "none", flips},
    {"enclosingDropStart", region, refused, "", flips},
    {"extinctionClaim", flag, read, "false"},
    {"extinctionOpponentPieceCount", number, read, "0"},
    {"extinctionPieceCount", number, read, "0"},
    {"extinctionPieceTypes", kinds, read, ""},
    {"extinctionPseudoRoyal", flag, read, "false"},
    {"extinctionValue", value, read, "none"},
    {"firstRankPawnDrops", flag, read, "false"},
    {"flagMove", flag, read, "false"},
    {"flagPiece", kinds, read, "", {}, "flagPieceWhite flagPieceBlack"},
    {"flagPieceBlack", kinds, read, ""},
    {"flagPieceBlockedWin", flag, read, "false"},
    {"flagPieceCount", number, read, "1"},
    {"flagPieceSafe", flag, read, "false"},
    {"flagPieceWhite", kinds, read, ""},
    {"flagRegion", region, read, "", {}, "flagRegionWhite flagRegionBlack"},
    {"flagRegionBlack", region, read, ""},
    {"flagRegionWhite", region, read, ""},
    {"flipEnclosedPieces", word, refused, "none", flips},
    {"flyingGeneral", flag, read, "false"},
    {"freeDrops", flag, refused, "false", flips},
    {"gating", flag, refused, "false", gates},
    {"immobilityIllegal", flag, read, "false"},
    {"makpongRule", flag, read, "false"},
    {"mandatoryPawnPromotion", flag, read, "true"},
    {"mandatoryPiecePromotion", flag, read, "false"},
    {"materialCounting", word, read, "none"},
    {"maxFile", file, read, "8"},
    {"maxRank", rank, read, "8"},
    {"moveRepetitionIllegal", flag, refused, "false", earlier_moves},
    {"mustCapture", flag, read, "false"},
    {"mustDrop", flag, read, "false"},
    {"mustDropType", kind, read, "*"},
    {"mutuallyImmuneTypes", kinds, read, ""},
    {"nFoldRule", number, no_effect, "3"},
    {"nFoldValue", value, read, "draw"},
    {"nFoldValueAbsolute", flag, read, "false"},
    {"nMoveRule", number, read, "50"},
    {"nMoveRuleTypes", kinds, read, "", {}, "nMoveRuleTypesWhite nMoveRuleTypesBlack"},
    {"nMoveRuleTypesBlack", kinds, read, "pawn"},
    {"nMoveRuleTypesWhite", kinds, read, "pawn"},
    {"nnueAlias", text, no_effect, ""},
    {"oppositeCastling", flag, no_effect, "false"},
    {"pass", flag, read, "false", {}, "passWhite passBlack"},
    {"passBlack", flag, read, "false"},
    {"passOnStalemate", flag, read, "false", {}, "passOnStalemateWhite passOnStalemateBlack"},
    {"passOnStalemateBlack", flag, read, "false"},
    {"passOnStalemateWhite", flag, read, "false"},
    {"passWhite", flag, read, "false"},
    {"pastGating", flag, refused, "false", walls},
    {"pawnTypes",
     kinds,
     read,
     "",
     {},
     "promotionPawnTypesWhite promotionPawnTypesBlack enPassantTypesWhite enPassantTypesBlack "
     "nMoveRuleTypesWhite nMoveRuleTypesBlack"},
    {"perpetualCheckIllegal", flag, read, "false"},
    {"petrifyBlastPieces", flag, refused, "false", walls},
    {"petrifyOnCapture", flag, refused, "false", walls},
    {"petrifyOnCaptureTypes", kinds, refused, "", walls},
    {"pieceDemotion", flag, read, "false"},
    {"pieceDrops", flag, read, "false"},
    {"piecePromotionOnCapture", flag, read, "false"},
    {"pieceToCharTable", text, no_effect, ""},
    {"pieceValueEg", text, no_effect, ""},
    {"pieceValueMg", text, no_effect, ""},
    {"pocketSize", number, no_effect, "0"},
    {"promotedPieceType", mapping, read, ""},
    {"promotionLimit", limits, read, ""},
    {"promotionPawnTypes", kinds, read, "", {}, "promotionPawnTypesWhite promotionPawnTypesBlack"},
    {"promotionPawnTypesBlack", kinds, read, "pawn"},
    {"promotionPawnTypesWhite", kinds, read, "pawn"},
    {"promotionPieceTypes",
     kinds,
     read,
     "",
     {},
     "promotionPieceTypesWhite promotionPieceTypesBlack"},
    {"promotionPieceTypesBlack", kinds, read, ""},
    {"promotionPieceTypesWhite", kinds, read, ""},
    {"promotionRank", rank, read, ""},
    {"promotionRegion", region, read, "", {}, "promotionRegionWhite promotionRegionBlack"},
    {"promotionRegionBlack", region, read, "*1"},
    {"promotionRegionWhite", region, read, "*8"},
    {"promotionZonePawnDrops", flag, read, "false"},
    {"seirawanGating", flag, refused, "false", gates},
    {"shatarMateRule", flag, refused, "false", no_tables},
    {"shogiPawnDropMateIllegal", flag, read, "false"},
    {"sittuyinPromotion", flag, refused, "false", no_tables},
    {"sittuyinRookDrop", flag, refused, "false", no_tables},
    {"soldierPromotionRank", rank, read, "1"},
    {"stalematePieceCount", flag, read, "false"},
    {"stalemateValue", value, read, "draw"},
    {"startFen", text, read, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
    {"staticGating", flag, refused, "false", walls},
    {"tripleStepRegion", region, read, "", {}, "tripleStepRegionWhite tripleStepRegionBlack"},
    {"tripleStepRegionBlack", region, read, ""},
    {"tripleStepRegionWhite", region, read, ""},
    {"twoBoards", flag, refused, "false", two_boards},
    {"variantTemplate", text, no_effect, ""},
    {"wallOrMove", flag, refused, "false", walls},
    {"wallingRegionBlack", region, refused, "", walls},
    {"wallingRegionWhite", region, refused, "", walls},
    {"wallingRule", word, refused, "none", walls},
    {"whiteDropRegion", region, read, "", {}, "dropRegionWhite"},
    {"whiteFlag", region, read, "", {}, "flagRegionWhite"},
});

constexpr auto pieces = std::to_array<NamedPiece>({
    {"pawn", "fmWfceFifmnD"},
    {"knight", "N"},
    {"bishop", "B"},
    {"rook", "R"},
    {"queen", "Q"},
    {"fers", "F"},
    {"alfil", "A"},
    {"fersAlfil", "FA"},
    {"silver", "FfW"},
    {"aiwok", "RNF"},
    {"bers", "RF"},
    {"archbishop", "BN"},
    {"chancellor", "RN"},
    {"amazon", "QN"},
    {"knibis", "mNcB"},
    {"biskni", "mBcN"},
    {"kniroo", "mNcR"},
    {"rookni", "mRcN"},
    {"shogiPawn", "fW"},
    {"lance", "fR"},
    {"shogiKnight", "fN"},
    {"gold", "WfF"},
    {"dragonHorse", "BW"},
    {"clobber", "cW"},
    {"breakthrough", "fmWfF"},
    {"immobile", ""},
    {"cannon", "mRcpR"},
    {"janggiCannon", "pR"},
    {"soldier", "fsW"},
    {"horse", "nN"},
    {"elephant", "nA"},
    {"janggiElephant", "nZ"},
    {"banner", "RcpRnN"},
    {"wazir", "W"},
    {"commoner", "K"},
    {"centaur", "KN"},
    {"king", "K"},
});

}  // namespace

std::span<const Option> options() { return table; }

const NamedPiece* find_named_piece(std::string_view name) {
  const auto all = named_pieces();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const NamedPiece& p) { return p.name == name; });
  return found == all.end() ? nullptr : &*found;
}

const Option* find_option(std::string_view name) {
  const auto found =
      std::lower_bound(table.begin(), table.end(), name,
                       [](const Option& option, std::string_view n) { return option.name < n; });
  return found != table.end() && found->name == name ? &*found : nullptr;
}

std::span<const NamedPiece> named_pieces() { return pieces; }

}  // namespace zermelo::variant
