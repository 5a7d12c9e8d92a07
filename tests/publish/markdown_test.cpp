// SPDX-License-Identifier: MIT
// Whatever somebody writes about a site, the page that shows it runs none of it.
#include "publish/markdown.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>

namespace zermelo::publish {
namespace {

TEST(Markdown, ParagraphsAreTextAndNothingElse) {
  EXPECT_EQ(html_of_paragraphs("a\nb\n\n \n<i>c</i> & \"d\"\n"),
            "<p>a\nb</p>\n<p>&lt;i&gt;c&lt;/i&gt; &amp; &quot;d&quot;</p>\n");
  EXPECT_EQ(html_of_paragraphs(""), "");
  EXPECT_EQ(html_of_paragraphs("\n\n"), "");
}

TEST(Markdown, RunsNothing) {
  const std::string html = html_of_markdown(
      "Text <script>alert(1)</script> <b onclick=\"x()\">b</b>\n\n"
      "<img src=x onerror=alert(1)>\n\n"
      "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) "
      "[d](vbscript:x) ![e](javascript:alert(1))\n\n"
      "<javascript:alert(1)>\n\n"
      "[f](<java&#115;cript:alert(1)>)\n");
  EXPECT_EQ(html.find("<script"), std::string::npos) << html;
  EXPECT_EQ(html.find("<b "), std::string::npos) << html;
  EXPECT_EQ(html.find("<img src=x"), std::string::npos) << html;
  static const std::regex link("(href|src)=\"([a-z]*)script:", std::regex::icase);
  EXPECT_FALSE(std::regex_search(html, link)) << html;
  EXPECT_EQ(html.find("\"data:"), std::string::npos) << html;
}

TEST(Markdown, KeepsTheText) {
  const std::string html = html_of_markdown("# Head\n\nOne *two* [three](https://a.example/).\n");
  EXPECT_NE(html.find("Head"), std::string::npos);
  EXPECT_NE(html.find("https://a.example/"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::publish
