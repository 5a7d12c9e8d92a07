// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace zermelo {

// `text` as it is written between tags or quotes of XML and HTML: markup as entities, and the
// replacement character for what no XML document may contain.
std::string xml_escaped(std::string_view text);

}  // namespace zermelo
