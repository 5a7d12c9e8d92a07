// SPDX-License-Identifier: MIT
// Text for people as HTML that a page can show as it is: it runs no scripts.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::publish {

// Markdown (CommonMark), if this program was built with cmark; or else the text in paragraphs.
// Markup of HTML in it is left out, and links have no other schemes than those of pages and mail.
std::string html_of_markdown(std::string_view text);
// The paragraphs alone.
std::string html_of_paragraphs(std::string_view text);

}  // namespace zermelo::publish
