// SPDX-License-Identifier: MIT
// "Did you mean ...": the known name that an unknown one is most like.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zermelo::bddl {

// " (did you mean NAME?)", for the end of a sentence; empty if nothing is close: at most one letter
// of a short name, two of a longer one are wrong, missing, too many or exchanged with the next.
std::string did_you_mean(std::string_view unknown, const std::vector<std::string>& known);

}  // namespace zermelo::bddl
