// SPDX-License-Identifier: MIT
#include "publish/markdown.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#ifdef ZERMELO_HAS_CMARK
#include <cmark.h>
#endif

namespace zermelo::publish {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

}  // namespace

std::string html_of_paragraphs(std::string_view text) {
  std::string html, paragraph;
  const auto end_paragraph = [&] {
    if (!paragraph.empty()) html += "<p>" + escaped(paragraph) + "</p>\n";
    paragraph.clear();
  };
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (is_blank(line)) {
      end_paragraph();
    } else {
      paragraph += (paragraph.empty() ? "" : "\n") + std::string(line);
    }
  }
  end_paragraph();
  return html;
}

std::string html_of_markdown(std::string_view text) {
#ifdef ZERMELO_HAS_CMARK
  // (Without CMARK_OPT_UNSAFE raw HTML and dangerous links are left out.)
  const std::unique_ptr<char, decltype(&std::free)> html(
      cmark_markdown_to_html(text.data(), text.size(), CMARK_OPT_VALIDATE_UTF8), &std::free);
  return html.get();
#else
  return html_of_paragraphs(text);
#endif
}

}  // namespace zermelo::publish
