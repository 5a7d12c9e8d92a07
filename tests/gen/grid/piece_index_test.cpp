// SPDX-License-Identifier: MIT
// The index against a plain list of all positions.
#include "gen/grid/piece_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gen/error.h"

namespace zermelo {
namespace {

// Calls visit(p) for every position with this material.
template <class Visit>
void for_each_position(const PieceSet& pieces, const Material& material, const Visit& visit) {
  std::vector<int> squares;
  for_each_square(pieces.squares() & grid_of(pieces).all(), [&](int s) { squares.push_back(s); });
  std::vector<Content> contents(squares.size(), open_square);
  std::size_t next = 0;
  for (Content c = 1; c <= 2 * pieces.size(); ++c)
    for (int i = 0; i < material.on_board(c); ++i) contents[next++] = c;
  std::ranges::sort(contents);
  do {
    PiecePosition p;
    for (std::size_t i = 0; i < squares.size(); ++i) p.set(squares[i], contents[i]);
    p.hands = material.hands;
    p.white_to_move = material.white_to_move;
    visit(p);
  } while (std::ranges::next_permutation(contents).found);
}

struct IndexCase {
  const char* name;
  PieceSet pieces;
  std::vector<const char*> materials;  // of these positions
  bool folded;
};

void PrintTo(const IndexCase& c, std::ostream* out) { *out << c.name; }

class PieceIndexes : public testing::TestWithParam<IndexCase> {
 protected:
  std::vector<PieceIndex::Slice> slices() const {
    std::vector<PieceIndex::Slice> result;
    for (const char* text : GetParam().materials) {
      const PiecePosition p = parse_position(text, GetParam().pieces);
      result.push_back(
          {material_of(p, GetParam().pieces.size()), static_cast<int>(result.size()) / 2});
    }
    return result;
  }
  std::vector<GridSymmetry> symmetries() const {
    std::vector<GridSymmetry> result;
    const Squares exists = GetParam().pieces.squares() & grid().all();
    for (const GridSymmetry& g : grid_symmetries(grid()))
      if (g(exists) == exists) result.push_back(g);
    return result;
  }
  Grid grid() const { return grid_of(GetParam().pieces); }
  // The board turned upside down.
  GridSymmetry mirror() const {
    std::vector<int> images;
    for (int s = grid().squares() - 1; s >= 0; --s) images.push_back(s);
    return GridSymmetry(images);
  }
};

TEST_P(PieceIndexes, NumberPositionsUpToSymmetryAndBack) {
  const auto group = symmetries();
  const bool folded = GetParam().folded;
  const PieceIndex index(GetParam().pieces, group, folded ? std::optional(mirror()) : std::nullopt,
                         slices());
  std::map<std::uint64_t, std::set<PiecePosition>> by_code;
  const auto look_up = [&](const PiecePosition& p, int expected_group) {
    const auto place = index.find(p);
    ASSERT_TRUE(place.has_value());
    EXPECT_EQ(place->group, expected_group);
    EXPECT_GE(place->code, index.begin(place->group));
    EXPECT_LT(place->code, index.end(place->group));
    by_code[place->code].insert(p);
  };
  for (const PieceIndex::Slice& slice : index.slices()) {
    for_each_position(GetParam().pieces, slice.material, [&](const PiecePosition& p) {
      look_up(p, slice.group);
      if (folded) look_up(exchanged(image(mirror(), p)), slice.group);
    });
  }
  std::uint64_t unused = index.size();
  PieceIndex::OrbitSizes sizes(index);
  for (const auto& [code, positions] : by_code) {
    --unused;
    const PiecePosition stands = index.decode(code);
    EXPECT_EQ(index.encode(stands), code);
    EXPECT_TRUE(positions.contains(stands));
    // All that have the number are images of one position, and all of these have it.
    std::set<PiecePosition> images;
    index.for_each_image(stands, [&](const PiecePosition& p) { images.insert(p); });
    EXPECT_EQ(images, positions);
    EXPECT_EQ(index.orbit_size(code), positions.size());
    EXPECT_EQ(sizes.of(code), positions.size());
    EXPECT_EQ(material_of(stands, GetParam().pieces.size()),
              index.slices()[sizes.slice()].material);
  }
  // What remains are the images of positions whose first set of pieces is symmetric, which is the
  // smaller part even on boards as small as these.
  EXPECT_LE(unused, index.size() * 2 / 3);
  for (std::uint64_t code = 0; code < index.size(); ++code)
    EXPECT_LE(index.encode(index.decode(code)), code);
}

INSTANTIATE_TEST_SUITE_P(
    Boards, PieceIndexes,
    testing::Values(
        IndexCase{"kings", PieceSet(3, 3, {{"king", 'K'}}), {"3/3/wb1 b", "w2/w2/bb1 b"}, true},
        IndexCase{"kinds and hands",
                  PieceSet(3, 2, {{"king", 'K'}, {"pawn", 'P', true}, {"rook", 'R'}}),
                  {"KPR/1kp[] b", "K2/1kp[pP] b", "K1R/1k1[2p] b", "RR1/1k1[] b"},
                  true},
        IndexCase{"both sides",
                  PieceSet(3, 3, {{"king", 'K'}, {"pawn", 'P'}}),
                  {"K2/1p1/2k b", "K2/1p1/2k w", "K2/3/1k1 b"},
                  false},
        IndexCase{
            "a ring", PieceSet(3, 3, {{"man", 'M'}}, 0x1ef), {"www/2/bbb b", "2w/2/3 b"}, true},
        IndexCase{
            "no pieces", PieceSet(2, 2, {{"man", 'M', true}}), {"2/2[2b2w] b", "b1/2[w] b"}, true}),
    [](const auto& instance) {
      std::string name = instance.param.name;
      std::ranges::replace(name, ' ', '_');
      return name;
    });

TEST(PieceIndex, KnowsNoOtherMaterial) {
  const PieceSet pieces(3, 3, {{"king", 'K'}, {"pawn", 'P'}});
  const auto group = grid_symmetries(grid_of(pieces));
  const Material material = material_of(parse_position("K2/3/2k b", pieces), 2);
  const PieceIndex index(pieces, group, std::nullopt, {{material, 0}});
  EXPECT_TRUE(index.covers(parse_position("2k/3/2K b", pieces)));
  EXPECT_FALSE(index.covers(parse_position("2k/3/2K w", pieces)));
  EXPECT_FALSE(index.covers(parse_position("2k/3/1PK b", pieces)));
}

TEST(PieceIndex, RefusesMoreNumbersThanFit) {
  const PieceSet pieces(8, 8, {{"a", 'A'}, {"b", 'B'}, {"c", 'C'}});
  const auto group = grid_symmetries(grid_of(pieces));
  const Material material = material_of(
      parse_position("8/AAAAAAAA/BBBBBBBB/CCCCCCCC/aaaaaaaa/bbbbbbbb/cccccccc/8 b", pieces), 3);
  EXPECT_THROW(PieceIndex(pieces, group, std::nullopt, {{material, 0}}), UsageError);
}

}  // namespace
}  // namespace zermelo
