// SPDX-License-Identifier: MIT
// Lists of positions in text files, as mining takes them.
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "probe/puzzle.h"

namespace zermelo {

// The position in a line of such a list: without a comment, the spaces around it and, in the first
// line, a byte order mark. Empty if there is none.
std::string position_in_line(std::string line, bool is_first = false);

// One position per line; what follows a # is a comment; empty lines are passed over. `name` is the
// file's, for messages. Does not check whether the texts are positions. Throws FileError if the
// stream cannot be read to its end.
std::vector<ListedPosition> read_positions(std::istream& stream, const std::string& name);

}  // namespace zermelo
