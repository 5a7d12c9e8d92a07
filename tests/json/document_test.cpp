// SPDX-License-Identifier: MIT
#include "json/document.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace zermelo {
namespace {

Document document() {
  Document d;
  d.heading(1, "Title");
  d.paragraph("Some   words.");
  d.heading(2, "Part");
  d.table("lr", {{"name", "count"}, {"a", "10"}, {"b"}});
  d.heading(3, "Detail");
  d.verbatim("x y\n z\n");
  return d;
}

TEST(Document, IsText) {
  EXPECT_EQ(document().text(),
            "Title\n=====\n"
            "\nSome words.\n"
            "\nPart\n----\n"
            "\n  name  count\n  a        10\n  b\n"
            "\nDetail\n"
            "\n  x y\n   z\n");
}

TEST(Document, IsMarkdown) {
  EXPECT_EQ(document().markdown(1),
            "# Title\n"
            "\nSome words.\n"
            "\n## Part\n"
            "\n| name | count |\n| --- | ---: |\n| a | 10 |\n| b |  |\n"
            "\n### Detail\n"
            "\n```text\nx y\n z\n```\n");
  EXPECT_TRUE(document().markdown().starts_with("## Title\n"));
}

TEST(Document, BreaksLinesAtSpaces) {
  Document d;
  std::string text, word = "word";
  for (int n = 0; n < 100; ++n) text += word + std::to_string(n * n) + " ";
  d.paragraph(text);
  std::istringstream lines(d.text());
  std::string joined;
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 100u);
    EXPECT_FALSE(line.ends_with(' '));
    joined += line + " ";
  }
  EXPECT_EQ(joined, text);
}

}  // namespace
}  // namespace zermelo
