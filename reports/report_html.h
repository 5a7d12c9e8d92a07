// SPDX-License-Identifier: MIT
// What the pages of reports are made of: HTML without scripts, fonts or addresses, to be read on a
// telephone, on a screen and in print. Texts are escaped here; what is called `contents` or `svg`
// is HTML already.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace zermelo::report_html {

using Cells = std::vector<std::string>;

// From the document's type to its first heading; what follows is in <main>.
std::string page_head(std::string_view title);

// The first row is the columns' names.
std::string table_html(const std::vector<Cells>& rows, const char* kind = "numbers");
std::string details(std::string_view summary, const std::string& contents);
// Nothing, if there is no text.
std::string paragraph(const std::string& text, const char* kind = "");
// Nothing, if there is no picture.
std::string figure(const char* kind, const std::string& svg, const std::string& caption);
// Nothing, if there are no contents.
std::string section(std::string_view heading, const std::string& contents);

}  // namespace zermelo::report_html
