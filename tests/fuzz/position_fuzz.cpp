// SPDX-License-Identifier: MIT
// Feeds texts to the readers of positions, moves and parameters: they are read or refused with one
// of our exceptions, and what is read is written so that it can be read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/parameters.h"
#include "gen/parameters.h"
#include "gen/text/diagram.h"
#include "tests/support/game_parameters.h"

namespace {

using namespace zermelo;
using namespace zermelo::ostle;

void require(bool condition) {
  if (!condition) std::abort();
}

void try_position(const std::string& text, int size) {
  try {
    const State state = parse_state(text, size);
    const std::string written = format_state(state);
    require(parse_state(written, size) == state);
    const Diagram diagram = make_diagram(state);
    require(!diagram_text(diagram).empty() && !diagram_svg(diagram).empty());
    const int start = std::min(size, max_pieces);
    const PositionStatus status =
        material_status(state, {.size = size, .start = start, .lose = 1, .total = 2 * start});
    require(status.goes_on() == status.why.empty());
  } catch (const IllegalPosition&) {
  }
}

void try_move(const std::string& text, int size) {
  try {
    require(format_move(parse_move(text, size), size) == text);
  } catch (const IllegalPosition&) {
  }
}

// For whatever game the text names.
void try_parameters(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  try {
    const GameSpec spec = parse_game_spec(words);
    for (const GameInfo& game : known_games()) {
      if (game.name != spec.name || test::has_texts(game)) continue;
      const GameSpec whole = complete_spec(game, spec.parameters);
      require(complete_spec(game, whole.parameters) == whole);
    }
  } catch (const UsageError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  const int side = 3 + data[0] % 4;
  try_position(text, side);
  try_move(text, side);
  try_parameters(text);
  return 0;
}
