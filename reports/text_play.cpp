// SPDX-License-Identifier: MIT
#include "reports/text_play.h"

#include <cassert>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

class TextMoves final : public CodedMoves {
 public:
  explicit TextMoves(const Table& table) : table_(table) {}

  std::span<const CodedMove> list(std::string_view text) override {
    position_ = text;
    moves_ = table_.moves(text);
    list_.clear();
    for (const MoveValue& move : moves_) {
      const MoveShape& shape = move.shape;
      list_.push_back({move.after, move.ending, shape.to.empty() ? shape.from : shape.to});
    }
    return list_;
  }
  Value value(std::size_t move) override { return moves_[move].value; }
  char piece(std::size_t move) override {
    const MoveShape& shape = moves_[move].shape;
    Cell piece = shape.dropped;
    if (!shape.from.empty()) {
      const std::vector<Cell> cells = table_.game().diagram(position_).cells;
      piece = cells[static_cast<std::size_t>(shape.from.front())];
    }
    return static_cast<char>(std::toupper(static_cast<unsigned char>(piece.letter)));
  }

 private:
  const Table& table_;
  std::string position_;
  std::vector<MoveValue> moves_;
  std::vector<CodedMove> list_;
};

class TextImages final : public CodedImages {
 public:
  TextImages(const TextSymmetries& symmetries, std::size_t count)
      : symmetries_(symmetries), count_(count) {}

  std::string_view least(std::string_view text) override {
    return least_ = symmetries_.orbit(text, count_).least;
  }
  std::uint8_t different(std::string_view text) override {
    return symmetries_.orbit(text, count_).maps;
  }

 private:
  const TextSymmetries& symmetries_;
  std::size_t count_;
  std::string least_;
};

class TextPlay final : public CodedPlay {
 public:
  TextPlay(const Table& table, const TextSymmetries* symmetries)
      : table_(table), symmetries_(symmetries) {}

  std::string code(std::string_view text) const override { return std::string(text); }
  std::string text(std::string_view code) const override { return std::string(code); }
  Colour to_move(std::string_view code) const override { return table_.game().to_move(code); }
  bool takes_turns() const override { return false; }
  std::unique_ptr<CodedMoves> moves() const override { return std::make_unique<TextMoves>(table_); }
  std::unique_ptr<CodedImages> images(const Maps& maps) const override {
    assert(symmetries_ != nullptr && maps == symmetries_->maps(maps.size()));
    return std::make_unique<TextImages>(*symmetries_, maps.size());
  }

 private:
  const Table& table_;
  const TextSymmetries* symmetries_;
};

}  // namespace

std::unique_ptr<const CodedPlay> text_play(const Table& table, const TextSymmetries* symmetries) {
  return std::make_unique<TextPlay>(table, symmetries);
}

}  // namespace zermelo
