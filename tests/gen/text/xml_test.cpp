// SPDX-License-Identifier: MIT
#include "gen/text/xml.h"

#include <gtest/gtest.h>

#include <string>

namespace zermelo {
namespace {

TEST(Xml, EscapesMarkup) {
  EXPECT_EQ(xml_escaped("a<b>c&d\"e'f\rg"), "a&lt;b&gt;c&amp;d&quot;e&#39;f&#13;g");
  EXPECT_EQ(xml_escaped("plain text, \t\n and Größe"), "plain text, \t\n and Größe");
  EXPECT_EQ(xml_escaped(""), "");
}

// What no XML document may contain, anywhere in any text.
TEST(Xml, ReplacesControlCharacters) {
  for (int c = 0; c < 0x20; ++c) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    const std::string text = {'a', static_cast<char>(c), 'b'};
    EXPECT_EQ(xml_escaped(text), std::string("a\xef\xbf\xbd") + "b") << c;
  }
}

TEST(Xml, ReplacesWhatIsNoCharacter) {
  const std::string replacement = "\xef\xbf\xbd";
  EXPECT_EQ(xml_escaped("\x80"), replacement);                    // a continuation alone
  EXPECT_EQ(xml_escaped("\xc3"), replacement);                    // cut short
  EXPECT_EQ(xml_escaped("\xc0\x80"), replacement + replacement);  // overlong
  EXPECT_EQ(xml_escaped("\xf0\x9f\x98\x80"), "\xf0\x9f\x98\x80");
}

}  // namespace
}  // namespace zermelo
