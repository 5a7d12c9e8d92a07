// SPDX-License-Identifier: MIT
#include "server/page.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <string>

#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

EmbeddedFile file(const char* name, std::string_view text) {
  return {name, {text.data(), text.data() + text.size()}, {}};
}

TEST(Tags, AreFoundInLists) {
  EXPECT_TRUE(has_tag("\"a\"", "\"a\""));
  EXPECT_TRUE(has_tag("\"b\" , W/\"a\"", "\"a\""));
  EXPECT_TRUE(has_tag("*", "\"a\""));
  EXPECT_FALSE(has_tag("", "\"a\""));
  EXPECT_FALSE(has_tag("\"b\"", "\"a\""));
  EXPECT_FALSE(has_tag("a", "\"a\""));
  EXPECT_FALSE(has_tag(",,, ,", "\"a\""));
}

TEST(Gzip, IsTakenAsItIsWeighed) {
  for (const char* const welcome :
       {"gzip", "br, gzip", "GZIP", "gzip;q=1", "gzip; q=0.001", "gzip ;q=0.5, br;q=1", "*",
        "*;q=0.1", "identity;q=0.2, gzip;q=0.3", "identity;q=0, *", "br;q=0, gzip;q=1.000"})
    EXPECT_TRUE(takes_gzip(welcome)) << welcome;
  for (const char* const unwelcome : {"",
                                      "br",
                                      "identity",
                                      "gzip;q=0",
                                      "gzip;q=0.0",
                                      "gzip;q=0.00",
                                      "gzip;q=0.000",
                                      "gzip; Q=0.0",
                                      "gzip;q=0.0, *;q=1",
                                      "*;q=0",
                                      "xgzip",
                                      "gzipped",
                                      "br;x=gzip",
                                      "identity, gzip;q=0.5",
                                      "gzip;q=",
                                      "gzip;q=x",
                                      "gzip;q=0.0000",
                                      "gzip;q=1.5",
                                      "gzip;q=2",
                                      "gzip;q=-1"})
    EXPECT_FALSE(takes_gzip(unwelcome)) << unwelcome;
}

TEST(ContentTypes, AreThoseOfEndings) {
  EXPECT_EQ(content_type_of("a/b.js"), "text/javascript; charset=utf-8");
  EXPECT_EQ(content_type_of("icon.svg"), "image/svg+xml");
  EXPECT_EQ(content_type_of("x"), "application/octet-stream");
}

constexpr std::string_view index = R"(<!doctype html><head>
<link rel="stylesheet" href="/assets/page.css">
<link rel="icon" href="/assets/icon.svg">
<link rel="modulepreload" href="/assets/util.js">
<link rel="help" href="https://example.org/">
<script type="module" async src="/assets/main.js"></script>
</head><body>x</body>)";

TEST(OneFile, HoldsThePageAndItsData) {
  const std::array files = {
      file("icon.svg", "<svg/>"),
      file("index.html", index),
      file(
          "main.js",
          "import { a } from \"./util.js\";\nimport \"./sub/b.js\";\nimport(\"/assets/util.js\");"),
      file("page.css", "p { color: red }"),
      file("sub/b.js", "export * from '../util.js';"),
      file("util.js", "export const a = 'from \"x\"';")};
  const std::string page =
      page_in_one_file(files, json_script(Json{{"a", "</script><!--"}}, "zermelo-export"));
  EXPECT_NE(page.find("<style>p { color: red }</style>"), std::string::npos) << page;
  EXPECT_NE(page.find("href=\"data:image/svg+xml;base64,PHN2Zy8+\""), std::string::npos);
  EXPECT_EQ(page.find("modulepreload"), std::string::npos);
  EXPECT_NE(page.find("https://example.org/"), std::string::npos);
  EXPECT_EQ(page.find("/assets/"), std::string::npos);
  EXPECT_NE(page.find("<script type=\"module\" async>import \"zermelo/main.js\";</script>"),
            std::string::npos);
  EXPECT_NE(page.find("<script type=\"application/json\" id=\"zermelo-export\">"
                      "{\"a\":\"\\u003c/script>\\u003c!--\"}</script>"),
            std::string::npos);
  // The map comes before the first module, and names all of them.
  const std::size_t map = page.find("<script type=\"importmap\">");
  ASSERT_NE(map, std::string::npos);
  EXPECT_LT(map, page.find("<script type=\"module\""));
  const std::size_t begin = map + std::string_view("<script type=\"importmap\">").size();
  const Json imports =
      Json::parse(page.substr(begin, page.find("</script>", map) - begin))["imports"];
  EXPECT_EQ(imports.size(), 3u);
  // import { a } from "zermelo/util.js";...
  EXPECT_EQ(imports["zermelo/main.js"],
            "data:text/javascript;base64,"
            "aW1wb3J0IHsgYSB9IGZyb20gInplcm1lbG8vdXRpbC5qcyI7CmltcG9ydCAiemVybWVsby9zdWIvYi5qcyI7"
            "CmltcG9ydCgiemVybWVsby91dGlsLmpzIik7");
  EXPECT_EQ(imports["zermelo/sub/b.js"],
            "data:text/javascript;base64,ZXhwb3J0ICogZnJvbSAnemVybWVsby91dGlsLmpzJzs=");
}

// The answers in an export are those of the server, and are consistent with each other.
TEST(Exports, HoldASubtree) {
  const test::TemporaryFolder folder;
  test::solve_small_table(folder.file("t.ztb"));
  const ServedTable table("t", folder.file("t.ztb"));
  const std::atomic<bool> ending = false;
  const auto data_of = [&](const char* query) {
    const std::string page = export_page(table, Json{{"id", "t"}}, Query(query), ending);
    const std::string_view start = "id=\"zermelo-export\">";
    const std::size_t begin = page.find(start) + start.size();
    return Json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  };
  const Json data = data_of("plies=2");
  EXPECT_EQ(data["root"], "www/1o1/bbb b");
  EXPECT_EQ(data["table"]["id"], "t");
  const Json& positions = data["positions"];
  ASSERT_TRUE(positions.contains("www/1o1/bbb b"));
  for (const Json& move : positions["www/1o1/bbb b"]["moves"]) {
    const auto after = move["after"].get<std::string>();
    ASSERT_TRUE(positions.contains(after)) << after;
    for (const Json& reply : positions[after]["moves"])
      ASSERT_TRUE(positions.contains(reply["after"].get<std::string>()));
  }
  EXPECT_EQ(data_of("plies=12&limit=40")["positions"].size(), 40u);
  EXPECT_EQ(data_of("plies=3&limit=1")["positions"].size(), 1u);
  // From a game that is over.
  EXPECT_EQ(data_of("position=www/1o1/b2_b")["positions"].size(), 1u);
}

}  // namespace
}  // namespace zermelo::server
