// SPDX-License-Identifier: MIT
#include "server/query.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "server/http.h"

namespace zermelo::server {
namespace {

// The message of a refusal with that status.
std::string refused(int status, const std::function<void()>& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    EXPECT_EQ(refusal.status, status);
    return refusal.what();
  }
  ADD_FAILURE() << "not refused";
  return "";
}

TEST(Percent, IsDecoded) {
  EXPECT_EQ(decode_percent("a%20b%2Fc%c3%A9+d"), "a b/c\xc3\xa9+d");
  EXPECT_EQ(decode_percent("a+b", Plus::space), "a b");
  EXPECT_EQ(decode_percent("a%2Bb", Plus::space), "a+b");
  EXPECT_EQ(decode_percent(""), "");
}

TEST(Percent, OfNonsenseIsRefused) {
  for (const char* text : {"%", "%4", "%4g", "%g4", "a%", "%%41", "% 41", "%-1", "%+1"})
    EXPECT_NE(refused(400, [&] { decode_percent(text); }).find("two hexadecimal"),
              std::string::npos);
  for (const char* text : {"%ff", "%c3", "%c3%28", "%e2%82", "%f0%9f%98", "%ed%a0%80", "%c0%af",
                           "%e0%80%af", "%f8%88%80%80%80", "%f4%90%80%80", "%80"})
    EXPECT_NE(refused(400, [&] { decode_percent(text); }).find("UTF-8"), std::string::npos) << text;
  for (const char* text : {"%00", "a%0d%0ab", "%1b[2J", "%7f", "a\tb"})
    EXPECT_NE(refused(400, [&] { decode_percent(text); }).find("control"), std::string::npos);
}

TEST(Utf8, IsToldFromOtherBytes) {
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80 \xef\xbf\xbf \xf4\x8f\xbf\xbf"));
  EXPECT_FALSE(is_utf8("\xc3"));
  EXPECT_FALSE(is_utf8("\xed\xbf\xbf"));
}

TEST(Queries, AreRead) {
  const Query query("a=1&b=x%20y+z&&c&d==&a%20e=%3d");
  EXPECT_EQ(query.text("a"), "1");
  EXPECT_EQ(query.text("b"), "x y z");
  EXPECT_EQ(query.text("c"), "");
  EXPECT_EQ(query.text("d"), "=");
  EXPECT_EQ(query.text("a e"), "=");
  EXPECT_EQ(query.text("f"), std::nullopt);
  EXPECT_EQ(query.number("a", 7, 1, 9), 1u);
  EXPECT_EQ(query.number("f", 7, 1, 9), 7u);
  EXPECT_TRUE(query.flag("a"));
  EXPECT_FALSE(query.flag("f"));
  EXPECT_TRUE(query.flag("f", true));
}

TEST(Queries, OfNonsenseAreRefused) {
  EXPECT_EQ(refused(400, [] { Query("a=1&a=1"); }), "'a' occurs twice in the address.");
  EXPECT_NE(refused(400, [] { Query("a=%zz"); }), "");
  for (const char* text : {"n=", "n=0", "n=10", "n=-1", "n=1x", "n=+1", "n=1.0", "n=0x1",
                           "n=99999999999999999999", "n=%C2%B9"}) {
    const Query query(text);
    EXPECT_EQ(refused(400, [&] { query.number("n", 1, 1, 9); }), "n must be a number from 1 to 9.")
        << text;
  }
  EXPECT_EQ(refused(400, [] { Query("n=2").flag("n"); }), "n must be a number from 0 to 1.");
}

TEST(Queries, NameWhatIsNotKnown) {
  const auto sentence = [](const std::string& text, const std::vector<std::string_view>& known) {
    try {
      Query(text).require_known(known);
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.status, 400);
      return std::string(refusal.what());
    }
    return std::string();
  };
  EXPECT_EQ(sentence("a=1&b=2", {"a", "b", "c"}), "");
  EXPECT_EQ(sentence("", {}), "");
  EXPECT_EQ(sentence("fen=x", {"position", "cells", "turn"}),
            "'fen' is not a parameter of this address, which takes position, cells and turn.");
  EXPECT_EQ(sentence("fen=x", {"count"}),
            "'fen' is not a parameter of this address, which takes count.");
  EXPECT_EQ(sentence("fen=x", {}), "'fen' is not a parameter of this address, which takes none.");
  EXPECT_EQ(sentence(std::string(1000, 'x'), {}).size(), 60u + 56u);
}

}  // namespace
}  // namespace zermelo::server
