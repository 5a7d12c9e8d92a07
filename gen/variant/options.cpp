// SPDX-License-Identifier: MIT
#include "gen/variant/options.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace zermelo::variant {
namespace {

using enum Option::Type;
using enum Option::Use;

constexpr std::string_view ends_to_come =
    "is an end of the game that is not built yet; leave it out for tables without it";
constexpr std::string_view drops_to_come =
    "is about men in hand, which are not built yet; without pieceDrops there are tables";
constexpr std::string_view checks_to_come =
    "counts checks, which positions of tables do not; leave it out for tables without it";
constexpr std::string_view moves_to_come =
    "changes moves in a way that is not built yet; leave it out for tables without it";
constexpr std::string_view endless_to_come =
    "is about play without end; --endless draw solves without it";
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
    {"adjudicateFullBoard", flag, refused, "false", ends_to_come},
    {"arrowGating", flag, refused, "false", walls},
    {"bikjangRule", flag, refused, "false", no_tables},
    {"blackDropRegion", region, refused, "", drops_to_come, "dropRegionBlack"},
    {"blackFlag", region, refused, "", ends_to_come, "flagRegionBlack"},
    {"blastImmuneTypes", kinds, refused, "", ends_to_come},
    {"blastOnCapture", flag, refused, "false", ends_to_come},
    {"cambodianMoves", flag, no_effect, "false"},
    {"capturesToHand", flag, refused, "false", drops_to_come},
    {"castling", flag, read, "true"},
    {"castlingDroppedPiece", flag, no_effect, "false"},
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
    {"checkCounting", flag, refused, "false", checks_to_come},
    {"checking", flag, refused, "true", moves_to_come},
    {"checkmateValue", value, read, "loss"},
    {"chess960", flag, no_effect, "false"},
    {"collinearN", number, refused, "0", ends_to_come},
    {"connectDiagonal", flag, refused, "true", ends_to_come},
    {"connectHorizontal", flag, refused, "true", ends_to_come},
    {"connectN", number, refused, "0", ends_to_come},
    {"connectNxN", number, refused, "0", ends_to_come},
    {"connectPieceTypes", kinds, refused, "*", ends_to_come},
    {"connectRegion1Black", region, refused, "", ends_to_come},
    {"connectRegion1White", region, refused, "", ends_to_come},
    {"connectRegion2Black", region, refused, "", ends_to_come},
    {"connectRegion2White", region, refused, "", ends_to_come},
    {"connectValue", value, refused, "win", ends_to_come},
    {"connectVertical", flag, refused, "true", ends_to_come},
    {"countingRule", word, no_effect, "none"},
    {"diagonalLines", region, refused, "", moves_to_come},
    {"doubleStep", flag, read, "true"},
    {"doubleStepRank", rank, read, ""},
    {"doubleStepRankMin", rank, read, ""},
    {"doubleStepRegion", region, read, "", {}, "doubleStepRegionWhite doubleStepRegionBlack"},
    {"doubleStepRegionBlack", region, read, "*7"},
    {"doubleStepRegionWhite", region, read, "*2"},
    {"dropChecks", flag, refused, "true", drops_to_come},
    {"dropLoop", flag, refused, "false", drops_to_come},
    {"dropNoDoubled", kind, refused, "", drops_to_come},
    {"dropNoDoubledCount", number, refused, "1", drops_to_come},
    {"dropOppositeColoredBishop", flag, refused, "false", drops_to_come},
    {"dropPromoted", flag, refused, "false", drops_to_come},
    {"dropRegion", region, refused, "", drops_to_come, "dropRegionWhite dropRegionBlack"},
    {"dropRegionBlack", region, refused, "", drops_to_come},
    {"dropRegionWhite", region, refused, "", drops_to_come},
    {"duckGating", flag, refused, "false", walls},
    {"dupleCheck", flag, refused, "false", ends_to_come},
    {"enPassantRegion", region, read, "", {}, "enPassantRegionWhite enPassantRegionBlack"},
    {"enPassantRegionBlack", region, read, "**"},
    {"enPassantRegionWhite", region, read, "**"},
    {"enPassantTypes", kinds, read, "", {}, "enPassantTypesWhite enPassantTypesBlack"},
    {"enPassantTypesBlack", kinds, read, "pawn"},
    {"enPassantTypesWhite", kinds, read, "pawn"},
    {"enclosingDrop", word, refused, "none", flips},
    {"enclosingDropStart", region, refused, "", flips},
    {"extinctionClaim", flag, refused, "false", ends_to_come},
    {"extinctionOpponentPieceCount", number, refused, "0", ends_to_come},
    {"extinctionPieceCount", number, refused, "0", ends_to_come},
    {"extinctionPieceTypes", kinds, refused, "", ends_to_come},
    {"extinctionPseudoRoyal", flag, refused, "false", ends_to_come},
    {"extinctionValue", value, refused, "none", ends_to_come},
    {"firstRankPawnDrops", flag, refused, "false", drops_to_come},
    {"flagMove", flag, refused, "false", ends_to_come},
    {"flagPiece", kinds, refused, "", ends_to_come, "flagPieceWhite flagPieceBlack"},
    {"flagPieceBlack", kinds, refused, "", ends_to_come},
    {"flagPieceBlockedWin", flag, refused, "false", ends_to_come},
    {"flagPieceCount", number, refused, "1", ends_to_come},
    {"flagPieceSafe", flag, refused, "false", ends_to_come},
    {"flagPieceWhite", kinds, refused, "", ends_to_come},
    {"flagRegion", region, refused, "", ends_to_come, "flagRegionWhite flagRegionBlack"},
    {"flagRegionBlack", region, refused, "", ends_to_come},
    {"flagRegionWhite", region, refused, "", ends_to_come},
    {"flipEnclosedPieces", word, refused, "none", flips},
    {"flyingGeneral", flag, read, "false"},
    {"freeDrops", flag, refused, "false", flips},
    {"gating", flag, refused, "false", gates},
    {"immobilityIllegal", flag, read, "false"},
    {"makpongRule", flag, refused, "false", moves_to_come},
    {"mandatoryPawnPromotion", flag, read, "true"},
    {"mandatoryPiecePromotion", flag, read, "false"},
    {"materialCounting", word, refused, "none", ends_to_come},
    {"maxFile", file, read, "8"},
    {"maxRank", rank, read, "8"},
    {"moveRepetitionIllegal", flag, refused, "false", earlier_moves},
    {"mustCapture", flag, refused, "false", moves_to_come},
    {"mustDrop", flag, refused, "false", drops_to_come},
    {"mustDropType", kind, refused, "*", drops_to_come},
    {"mutuallyImmuneTypes", kinds, refused, "", moves_to_come},
    {"nFoldRule", number, no_effect, "3"},
    {"nFoldValue", value, refused, "draw", endless_to_come},
    {"nFoldValueAbsolute", flag, refused, "false", endless_to_come},
    {"nMoveRule", number, read, "50"},
    {"nMoveRuleTypes", kinds, read, "", {}, "nMoveRuleTypesWhite nMoveRuleTypesBlack"},
    {"nMoveRuleTypesBlack", kinds, read, "pawn"},
    {"nMoveRuleTypesWhite", kinds, read, "pawn"},
    {"nnueAlias", text, no_effect, ""},
    {"oppositeCastling", flag, no_effect, "false"},
    {"pass", flag, refused, "false", moves_to_come, "passWhite passBlack"},
    {"passBlack", flag, refused, "false", moves_to_come},
    {"passOnStalemate", flag, refused, "false", moves_to_come,
     "passOnStalemateWhite passOnStalemateBlack"},
    {"passOnStalemateBlack", flag, refused, "false", moves_to_come},
    {"passOnStalemateWhite", flag, refused, "false", moves_to_come},
    {"passWhite", flag, refused, "false", moves_to_come},
    {"pastGating", flag, refused, "false", walls},
    {"pawnTypes",
     kinds,
     read,
     "",
     {},
     "promotionPawnTypesWhite promotionPawnTypesBlack enPassantTypesWhite enPassantTypesBlack "
     "nMoveRuleTypesWhite nMoveRuleTypesBlack"},
    {"perpetualCheckIllegal", flag, refused, "false", endless_to_come},
    {"petrifyBlastPieces", flag, refused, "false", walls},
    {"petrifyOnCapture", flag, refused, "false", walls},
    {"petrifyOnCaptureTypes", kinds, refused, "", walls},
    {"pieceDemotion", flag, read, "false"},
    {"pieceDrops", flag, refused, "false", drops_to_come},
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
    {"promotionZonePawnDrops", flag, refused, "false", drops_to_come},
    {"seirawanGating", flag, refused, "false", gates},
    {"shatarMateRule", flag, refused, "false", no_tables},
    {"shogiPawnDropMateIllegal", flag, refused, "false", drops_to_come},
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
    {"whiteDropRegion", region, refused, "", drops_to_come, "dropRegionWhite"},
    {"whiteFlag", region, refused, "", ends_to_come, "flagRegionWhite"},
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

const Option* find_option(std::string_view name) {
  const auto found =
      std::lower_bound(table.begin(), table.end(), name,
                       [](const Option& option, std::string_view n) { return option.name < n; });
  return found != table.end() && found->name == name ? &*found : nullptr;
}

std::span<const NamedPiece> named_pieces() { return pieces; }

}  // namespace zermelo::variant
