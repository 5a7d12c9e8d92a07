// SPDX-License-Identifier: MIT
#include "gen/variant/index.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "gen/error.h"

namespace zermelo::endgames {
namespace {

// All numbers that are positions come back from their men, whatever symmetry is applied to these,
// and folded positions times their orbits are all placements of the men.
void expect_bijection(const Rules& rules, const std::string& name) {
  SCOPED_TRACE(name);
  const Material material = read_material(rules, name);
  const MaterialIndex index(rules, material);
  std::uint64_t unfolded = 0;
  for (std::uint64_t k = 0; k < index.size(); ++k) {
    Men men;
    unsigned stabiliser = 0;
    if (!index.at(k, men, stabiliser)) continue;
    ASSERT_EQ(material_of(rules, men), material);
    unfolded += index.symmetries() / stabiliser;
    for (const Permutation& g : index.permutations()) {
      Men image;
      for (int i = men.count; i-- > 0;)  // in another order, too
        image.add(men.man[static_cast<std::size_t>(i)], g[men.at[static_cast<std::size_t>(i)]]);
      const auto found = index.locate(image);
      ASSERT_EQ(found.index, k);
      ASSERT_EQ(found.stabiliser, stabiliser);
      for (int i = 0; i < image.count; ++i) {
        const auto s = static_cast<std::size_t>(i);
        ASSERT_TRUE(has(men.occupied, index.permutations()[found.symmetry][image.at[s]]));
      }
    }
  }
  // The same by going through all placements of the men, each set of squares once.
  std::uint64_t placements = 0;
  const auto place = [&](auto&& self, Men& men, std::size_t man, int left, int from) -> void {
    if (left == 0) {
      for (++man; man < 2 * rules.kinds().size(); ++man) {
        left = material.counts[man % 2][man / 2];
        if (left > 0) break;
      }
      if (man == 2 * rules.kinds().size()) {
        placements += index.locate(men).stabiliser > 0 ? 1 : 0;
        return;
      }
      from = 0;
    }
    for (int square = from; square < rules.squares(); ++square) {
      if (has(men.occupied, square) || !has(rules.kinds()[man / 2].region[man % 2], square))
        continue;
      Men more = men;
      more.add(static_cast<int>(man), square);
      self(self, more, man, left - 1, square + 1);
    }
  };
  Men none;
  place(place, none, 0, material.counts[0][0], 0);
  EXPECT_EQ(unfolded, placements);
}

TEST(VariantIndex, CountsRoyalPairsOfChess) {
  const Rules chess = chess_rules();
  EXPECT_EQ(MaterialIndex(chess, read_material(chess, "KQvK")).leading_pairs(), 462u);
  EXPECT_EQ(MaterialIndex(chess, read_material(chess, "KPvK")).leading_pairs(), 1806u);
  EXPECT_EQ(MaterialIndex(chess, read_material(chess, "KQvK")).size(), 462u * 64);
  EXPECT_EQ(MaterialIndex(chess, read_material(chess, "KPvKP")).size(), 1806u * 48 * 48);
  EXPECT_EQ(MaterialIndex(chess, read_material(chess, "KNNvK")).size(), 462u * 2016);
}

TEST(VariantIndex, NumbersEveryPositionOnce) {
  const Rules chess = chess_rules();
  for (const char* name : {"KvK", "KQvK", "KPvK", "KNNvK"}) expect_bijection(chess, name);
  const Rules small = chess_rules(5, 5), narrow = chess_rules(4, 6);
  for (const char* name : {"KQvK", "KRvKR", "KNNvKN", "KPvKP", "KPPvK", "KNNNvK"})
    expect_bijection(small, name);
  for (const char* name : {"KRvK", "KPvKP", "KBBvK"}) expect_bijection(narrow, name);
}

TEST(VariantIndex, RefusesTooMuch) {
  const Rules chess = chess_rules();
  EXPECT_THROW(MaterialIndex(chess, read_material(chess, "KQRBNvKQR")), UsageError);
}

}  // namespace
}  // namespace zermelo::endgames
