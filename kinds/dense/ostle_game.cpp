// SPDX-License-Identifier: MIT
#include "kinds/dense/ostle_game.h"

#include "gen/ostle/processor_bits.h"

namespace zermelo::ostle {
namespace {

template <class Bits>
std::shared_ptr<const Game> make_with(const Parameters& parameters) {
  switch (parameters.size) {
    case 3:
      return make_sized_game<3, Bits>(parameters);
    case 4:
      return make_sized_game<4, Bits>(parameters);
    case 5:
      return make_sized_game<5, Bits>(parameters);
    default:
      return make_sized_game<6, Bits>(parameters);
  }
}

}  // namespace

// (gen/games.cmake)
std::shared_ptr<const Game> make_game(const GameSpec& spec) {
  const Parameters parameters = parse_parameters(spec.parameters);
  return with_bits_of_processor([&](auto bits) { return make_with<decltype(bits)>(parameters); });
}

}  // namespace zermelo::ostle
