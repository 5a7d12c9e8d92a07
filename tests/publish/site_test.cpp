// SPDX-License-Identifier: MIT
// The files of a site say what the server says, byte for byte; none of this needs the module, whose
// bytes are only passed on.
#include "publish/site.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>

#include "gen/error.h"
#include "gen/games.h"
#include "gen/wrong_file.h"
#include "probe/table.h"
#include "publish/gzip.h"
#include "publish/hashes.h"
#include "publish/page_files.h"
#include "publish/page_packs.h"
#include "publish/single_file.h"
#include "server/service.h"
#include "tablebase/format/file_index.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::publish {
namespace {

const Modules some_modules = [] {
  Modules modules;
  for (const GameInfo& game : known_games()) modules.emplace(game.name, "the bytes of a module");
  modules["othello"] = "the bytes of another module";
  return modules;
}();

std::string text_at(const Site& site, const std::string& path) {
  const auto found = site.files.all().find(path);
  if (found == site.files.all().end()) {
    ADD_FAILURE() << path << " is missing";
    return "{}";
  }
  return std::string(found->second);
}

// An answer, which a site has packed.
std::string answer_at(const Site& site, const std::string& path) {
  const std::string packed = text_at(site, path + ".json.gz");
  return packed == "{}" ? packed : gunzip(packed);
}

std::string as_parameter(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == ' ' ? "%20" : c == '+' ? "%2B" : std::string(1, c);
  return out;
}

class Published : public testing::Test {
 protected:
  std::string table(const std::string& name) {
    for (const test::TableToServe& one : test::tables_to_serve()) {
      if (one.name == name) test::solve_table(one, folder_.file(name + ".ztb"));
    }
    return folder_.file(name + ".ztb");
  }
  Site site_of(const std::vector<std::string>& paths, SiteOptions options = {}) {
    if (options.answers.puzzles == AnswerOptions{}.puzzles) options.answers.puzzles = 60;
    options.answers.threads = 1;
    return make_site(paths, some_modules, options, nullptr);
  }

  test::TemporaryFolder folder_;
};

class PublishedKind : public Published, public testing::WithParamInterface<const char*> {};

// What there is an answer to, and at which address the server gives it.
TEST_P(PublishedKind, FilesAreTheAnswersOfTheServer) {
  const std::string name = GetParam(), path = table(name);
  const Site site = site_of({path});
  server::Service service({path}, {.patience = std::chrono::minutes(10)});
  const auto asked = [&](const std::string& question) {
    return service.answer({.target = "/api/v1/tables/" + name + question});
  };
  const Json told = Json::parse(text_at(site, "tables/" + name + "/table.json"));
  Json as_server = told;
  as_server.erase("published");
  EXPECT_EQ(one_line(as_server) + "\n", asked("").content());
  EXPECT_EQ(Json::parse(text_at(site, "tables/tables.json"))["tables"],
            Json::parse(service.answer({.target = "/api/v1/tables"}).content())["tables"]);

  const std::string start = told["opens_at"].is_string() ? told["opens_at"].get<std::string>()
                                                         : told["start"].get<std::string>();
  const std::set<std::string> has = told["published"]["has"];
  const std::map<std::string, std::string> questions = {
      {"rules", "/rules"},
      {"stats", "/stats"},
      {"longest", "/longest?count=100"},
      {"drawn", "/drawn?count=100&seed=1"},
      {"line", "/line?position=" + as_parameter(start)},
      {"report", "/report"}};
  for (const auto& [file, question] : questions) {
    const server::Response response = asked(question);
    EXPECT_EQ(has.contains(file), response.status == 200) << file;
    if (response.status == 200) {
      EXPECT_EQ(answer_at(site, "tables/" + name + "/" + file), response.content());
    }
  }
  const Json first = Json::parse(answer_at(site, "tables/" + name + "/first"))["positions"];
  ASSERT_TRUE(first.contains("") && first.contains(start));
  EXPECT_GT(first.size(), 2u);
  for (const auto& [position, answer] : first.items()) {
    const std::string question =
        "/position?position=" + as_parameter(position.empty() ? "start" : position) + "&absent=1";
    EXPECT_EQ(one_line(answer) + "\n", asked(question).content()) << position;
  }
  EXPECT_EQ(has.contains("puzzles"), told["has"]["puzzles"] == true);
  EXPECT_EQ(has.contains("examples"), told["has"]["values"] == true);
  for (const std::string& file : has)
    EXPECT_TRUE(site.files.all().contains("tables/" + name + "/" + file + ".json.gz")) << file;
}

TEST_P(PublishedKind, ChunksAndIndexAreTheTable) {
  const std::string name = GetParam(), path = table(name);
  const Site site = site_of({path});
  const Json published = Json::parse(text_at(site, "tables/" + name + "/table.json"))["published"];
  const std::string place = "tables/" + name + "/" + published["folder"].get<std::string>();
  std::string joined;
  for (std::uint64_t chunk = 0; chunk < published["chunks"]; ++chunk) {
    char file[32];
    std::snprintf(file, sizeof file, "/%03d/%03d.bin", static_cast<int>(chunk / 256),
                  static_cast<int>(chunk % 256));
    joined += text_at(site, place + file);
  }
  EXPECT_EQ(joined, test::read_whole(path));
  EXPECT_EQ(joined.size(), published["table_bytes"]);
  const std::string packed = text_at(site, place + "/index.gz"), index = gunzip(packed);
  EXPECT_EQ(packed.size(), published["index_bytes"]);
  EXPECT_EQ(hash_of(index), published["index_checksum"]);
  const FileIndex read = read_file_index(as_bytes(index), path);
  EXPECT_EQ(read.table_bytes, joined.size());
  for (const FilePart& part : read.parts) {
    ASSERT_LE(part.end(), joined.size());
    EXPECT_EQ(std::memcmp(part.bytes.data(), joined.data() + part.begin, part.bytes.size()), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PublishedKind,
                         testing::Values("exact", "reach", "connect", "outcomes", "scores",
                                         "breakthrough", "bddl", "tapatan", "drops"),
                         [](const auto& info) { return std::string(info.param); });

TEST_F(Published, ExamplesHaveTheValuesThatTheyAreFor) {
  const std::string path = table("connect");
  const Site site = site_of({path});
  const Json examples = Json::parse(answer_at(site, "tables/connect/examples"));
  EXPECT_EQ(examples["complete"], true);
  const Table values = Table::open(path);
  std::map<Value, int> found;
  for (const Json& example : examples["examples"]) {
    const Value value = values.probe(example["position"].get<std::string>());
    EXPECT_EQ(example["text"], values.text(value));
    EXPECT_EQ(++found[value], 1) << "each value once";
  }
  // (Those that occur, counted in another way than by a walk.)
  std::set<Value> occurring;
  for (const auto& [value, count] : values.stats().histogram)
    if (count > 0) occurring.insert(value);
  for (const auto& [value, number] : found) EXPECT_TRUE(occurring.contains(value));
  EXPECT_EQ(found.size(), occurring.size());
}

TEST_F(Published, PuzzlesSayWhichConditionsTheyMeet) {
  const std::string path = table("breakthrough");
  const Site site = site_of({path});
  const Json mined = Json::parse(answer_at(site, "tables/breakthrough/puzzles"));
  EXPECT_GT(mined["puzzles"].size(), 10u);
  EXPECT_LE(mined["puzzles"].size(), 60u);
  const Table values = Table::open(path);
  const std::map<std::string, bool PuzzleConditions::*> flags = {
      {"only_move", &PuzzleConditions::only_move},
      {"only_line", &PuzzleConditions::only_line},
      {"sacrifice", &PuzzleConditions::sacrifice},
      {"quiet_key", &PuzzleConditions::quiet_key}};
  for (const auto& [name, flag] : flags) {
    PuzzleConditions conditions;
    conditions.*flag = true;
    std::set<std::string> all;  // of the whole table
    values.mine(conditions, {}, [&](const Puzzle& puzzle) {
      all.insert(puzzle.position);
      return true;
    });
    bool is_met_by_some = false;
    for (const Json& puzzle : mined["puzzles"]) {
      const std::set<std::string> meets = puzzle["meets"];
      EXPECT_EQ(meets.contains(name), all.contains(puzzle["position"].get<std::string>()))
          << name << ": " << puzzle["position"];
      is_met_by_some = is_met_by_some || meets.contains(name);
    }
    EXPECT_EQ(is_met_by_some, !all.empty()) << name;
  }
  for (const Json& puzzle : mined["puzzles"]) {
    EXPECT_FALSE(puzzle.contains("solution"));
    const Value value = values.probe(puzzle["position"].get<std::string>());
    EXPECT_EQ(puzzle["plies"], value.is_draw() ? Json() : Json(value.plies()));
  }
}

TEST_F(Published, SaysWhatTheSiteIs) {
  const std::string connect = table("connect"), scores = table("scores");
  const Site site = site_of({connect, scores},
                            {.title = "Two games", .about = "<p>Text</p>", .licence = "Public."});
  const Json json = Json::parse(text_at(site, "tables/tables.json"))["site"];
  EXPECT_EQ(json["title"], "Two games");
  EXPECT_EQ(json["about"], "<p>Text</p>");
  EXPECT_EQ(json["licence"], "Public.");
  EXPECT_EQ(json["version"], ZERMELO_VERSION);
  // Of the games that it has.
  EXPECT_EQ(json["module_bytes"],
            some_modules.at("connect").size() + some_modules.at("othello").size());
  EXPECT_EQ(text_at(site, "assets/zermelo-connect.wasm.xz"), some_modules.at("connect"));
  EXPECT_EQ(text_at(site, "assets/zermelo-othello.wasm.xz"), some_modules.at("othello"));
  EXPECT_FALSE(site.files.all().contains("assets/zermelo-mnk.wasm.xz"));
  const Json told = Json::parse(text_at(site, "tables/connect/table.json"));
  EXPECT_EQ(told["published"]["module"], "assets/zermelo-connect.wasm.xz");
  EXPECT_THROW(make_site({connect}, {{"mnk", "a module"}}, {}, nullptr), Error);
  EXPECT_NE(text_at(site, "LICENSES.txt").find("Public."), std::string::npos);
  EXPECT_NE(text_at(site, "LICENSES.txt").find("zstd"), std::string::npos);
  EXPECT_TRUE(site.files.all().contains(".nojekyll"));
  EXPECT_EQ(site_of({connect}).about_site["about"], nullptr);
  EXPECT_EQ(site_of({connect}).about_site["title"], "Connect Four");
}

TEST(ChunkBytes, AreDoubledForLargeTables) {
  EXPECT_EQ(chunk_bytes_for(1), 16384u);
  EXPECT_EQ(chunk_bytes_for(16384u * 5000), 16384u);
  EXPECT_EQ(chunk_bytes_for(16384u * 5000 + 1), 32768u);
  EXPECT_EQ(chunk_bytes_for(77'259'594), 16384u);
  EXPECT_EQ(chunk_bytes_for(std::uint64_t{2} << 30), 524288u);
}

TEST(SiteDocument, HasRelativeLinksAndItsPolicyAndBeginsWithOneScript) {
  const std::string text = site_document(
      "<!doctype html>\n<!-- for readers -->\n<html>\n  <head>\n"
      "    <link rel=\"stylesheet\" href=\"/assets/page.css\" />\n"
      "    <link rel=\"icon\" href=\"/assets/icon.svg\" />\n"
      "    <link rel=\"modulepreload\" href=\"/assets/dom.js\" />\n"
      "    <script type=\"module\" src=\"/assets/main.js\"></script>\n  </head>\n"
      "  <body>\n    <header class=\"top\"><a href=\"/\">x</a></header>\n"
      "    <a href=\"https://a.example/\"></a>\n  </body>\n</html>\n");
  for (const char* const there :
       {"href=\"assets/icon.svg\"", "href=\"./\"", "src=\"assets/start.js\"",
        "href=\"assets/page.gz\"", "href=\"https://a.example/\"",
        "<meta name=\"zermelo-site\" content=\"tables/tables.json\" />",
        "<header class=\"top\" hidden>"})
    EXPECT_NE(text.find(there), std::string::npos) << there;
  for (const char* const gone : {"for readers", "page.css", "dom.js", "main.js", "  "})
    EXPECT_EQ(text.find(gone), std::string::npos) << gone;
  EXPECT_LT(text.find("Content-Security-Policy"), text.find("<link"));
}

TEST(SiteDocument, RequestsWhatEveryVisitBeginsWith) {
  const std::vector<std::string> ahead = {"tables/a/table.json"};
  const std::string text = site_document("<html>\n<head>\n</head>\n</html>\n", ahead);
  EXPECT_NE(text.find("<link rel=\"preload\" href=\"tables/a/table.json\" as=\"fetch\""),
            std::string::npos);
}

TEST(PagePacks, HaveEachModuleWhereItIsNeeded) {
  const PagePacks packs = page_packs(
      {{"page.css", "a::after { content: \"b\"; }\n"},
       {"dom.js", "// why\nexport const one = 1;\n"},
       {"start.js", "import { one } from \"./dom.js\";\n  one();\n"},
       {"board.js", "export async function show() {}\nexport class Board {}\n"},
       {"main.js",
        "import * as board from \"./board.js\";\nimport {\n  one as first,\n} from \"./dom.js\";\n"
        "const find = () => import(\"./find.js\");\n"},
       {"find.js", "import { one } from \"./dom.js\";\n"},
       {"worker.js", "import { one } from \"./dom.js\";\n"}});
  const std::string page = gunzip(packs.page), worker = gunzip(packs.worker),
                    panels = gunzip(packs.panels);
  const auto defines = [](const std::string& script) {
    std::set<std::string> names;
    for (const char* const name :
         {"dom.js", "start.js", "board.js", "main.js", "find.js", "worker.js", "page.css"})
      if (script.find(fmt::format("zermelo.define(\"{}\", (() => ", name)) != std::string::npos)
        names.insert(name);
    return names;
  };
  using Names = std::set<std::string>;
  EXPECT_EQ(defines(packs.start), (Names{"dom.js", "start.js"}));
  EXPECT_EQ(defines(page), (Names{"board.js", "main.js", "page.css"}));
  EXPECT_EQ(defines(worker), (Names{"dom.js", "worker.js"}));
  EXPECT_EQ(defines(panels), (Names{"find.js"}));
  EXPECT_TRUE(packs.start.ends_with("zermelo.need(\"start.js\");\n"));
  EXPECT_TRUE(worker.ends_with("zermelo.need(\"worker.js\");\n"));
  EXPECT_EQ(packs.start.find("why"), std::string::npos);
  for (const char* const line :
       {"const board = zermelo.need(\"board.js\");\n",
        "const {one: first,} = zermelo.need(\"dom.js\");\n", "zermelo.load(\"find.js\")",
        "return { show, Board, };\n", "(() => \"a::after { content: \\\"b\\\"; }\\n\"))"})
    EXPECT_NE(page.find(line), std::string::npos) << line << " in\n" << page;
}

TEST(PagePacks, RefuseWhatTheyDoNotUnderstand) {
  const auto packed = [](const char* main) {
    return page_packs({{"page.css", ""}, {"start.js", ""}, {"worker.js", ""}, {"main.js", main}});
  };
  EXPECT_NO_THROW(packed("export const a = 1;\n"));
  for (const char* const main :
       {"import { a } from \"./none.js\";\n", "import { a } from \"elsewhere\";\n",
        "export { a };\n", "export default 1;\n"})
    EXPECT_THROW(packed(main), Error) << main;
}

TEST(Gzip, UnpacksWhatItPacked) {
  const std::string text(300'000, 'a');
  const std::string packed = gzip(text);
  EXPECT_EQ(gunzip(packed), text);
  EXPECT_EQ(gunzip(gzip("")), "");
  EXPECT_THROW(gunzip(text), Error);
  EXPECT_THROW(gunzip(packed.substr(0, packed.size() - 1)), Error);
  EXPECT_THROW(gunzip(packed + "more"), Error);
}

// --- Refusals ------------------------------------------------------------------------------------

TEST_F(Published, TablesWithOneIdAreRefused) {
  const std::string path = table("exact");
  std::filesystem::create_directory(folder_.file("other"));
  const std::string other = folder_.file("other/exact.ztb");
  std::filesystem::copy_file(path, other);
  EXPECT_THROW(site_of({path, other}), UsageError);
  EXPECT_EQ(test::error_text<UsageError>([&] {
              site_of({path, other});
            }),
            "Two tables are called exact, by which the site would tell them apart: rename one.");
  const std::string hidden = folder_.file("...ztb");
  std::filesystem::copy_file(path, hidden);
  EXPECT_THROW(site_of({hidden}), UsageError);
}

TEST_F(Published, ADamagedTableIsRefused) {
  const std::string path = table("exact");
  const std::string whole = test::read_whole(path);
  // (Any byte, wherever it is: what opening does not read, the checksum of the whole file tells.)
  for (std::size_t at = 0; at < whole.size(); at += 1 + whole.size() / 40) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    test::write_whole(path, damaged);
    EXPECT_THROW(site_of({path}), FileError) << at;
  }
}

TEST_F(Published, WhatAPageCannotReadIsRefused) {
  std::filesystem::create_directory(folder_.file("endings"));
  EXPECT_THROW(PublishedFile(folder_.file("endings")), WrongFile);
  EXPECT_THROW(PublishedFile(folder_.file("nothing.ztb")), FileError);
}

TEST_F(Published, TheLimitOfTheHostIsKept) {
  const std::string path = table("exact");
  const std::uint64_t bytes = site_of({path}).files.bytes();
  EXPECT_NO_THROW(site_of({path}, {.limit = bytes}));
  const std::string sentence =
      test::error_text<Error>([&] { site_of({path}, {.limit = bytes - 1}); });
  EXPECT_NE(sentence.find(megabytes(bytes) + " in "), std::string::npos) << sentence;
  // (Before the table is counted.)
  EXPECT_NE(test::error_text<Error>([&] { site_of({path}, {.limit = 10}); }).find("or more"),
            std::string::npos);
}

TEST_F(Published, StopsWhenItIsTold) {
  const std::string path = table("exact");
  const std::atomic<bool> stop = true;
  SiteOptions options;
  options.answers.stop = &stop;
  EXPECT_THROW(site_of({path}, options), Interrupted);
}

// --- One file ------------------------------------------------------------------------------------

std::string script(const std::string& page, const std::string& attributes) {
  const std::size_t begin = page.find(attributes + ">");
  if (begin == std::string::npos) return {};
  const std::size_t text = begin + attributes.size() + 1;
  return page.substr(text, page.find("</script>", text) - text);
}

TEST_F(Published, OffersTablesAsPagesInOneFile) {
  const Site site = site_of({table("connect"), table("scores")},
                            {.title = "Two games", .about = "<p>Both</p>", .downloads = true});
  const std::string page = text_at(site, "tables/scores/scores.html");
  const Json data = Json::parse(script(page, "id=\"zermelo-site-data\""));
  ASSERT_EQ(data["tables"].size(), 1u);
  EXPECT_EQ(data["tables"][0]["table"]["id"], "scores");
  EXPECT_EQ(data["tables"][0]["table"]["published"]["file"], nullptr);
  EXPECT_EQ(data["site"]["about"], nullptr);
  EXPECT_EQ(data["site"]["title"], data["tables"][0]["table"]["title"]);
  const Json told = Json::parse(text_at(site, "tables/scores/table.json"));
  EXPECT_EQ(told["published"]["file"], "tables/scores/scores.html");
  EXPECT_FALSE(site_of({table("connect")}).files.all().contains("tables/connect/connect.html"));
}

TEST_F(Published, OneFileHoldsEverything) {
  const Site site = site_of({table("connect"), table("scores")}, {.about = "</script><b>"});
  const std::string page = site_in_one_file(site);
  const Json data = Json::parse(script(page, "id=\"zermelo-site-data\""));
  EXPECT_EQ(data["site"], site.about_site);
  ASSERT_EQ(data["tables"].size(), 2u);
  EXPECT_EQ(data["tables"][0]["table"]["id"], "connect");
  EXPECT_EQ(data["tables"][0]["stats"], Json::parse(answer_at(site, "tables/connect/stats")));
  // echo -n "the bytes of a module" | base64
  EXPECT_EQ(script(page, "class=\"zermelo-module\" data-id=\"assets/zermelo-connect.wasm.xz\""),
            "dGhlIGJ5dGVzIG9mIGEgbW9kdWxl");
  for (const SiteTable& table : site.tables) {
    const std::string of = " data-id=\"" + table.id + "\"";
    EXPECT_EQ(script(page, "class=\"zermelo-table\"" + of).size(),
              (table.file->bytes().size() + 2) / 3 * 4);
    EXPECT_EQ(script(page, "class=\"zermelo-index\"" + of).size(),
              (table.packed_index.size() + 2) / 3 * 4);
  }
  EXPECT_EQ(page.find("src=\"/"), std::string::npos);
  EXPECT_NE(page.find("zermelo/prober.js"), std::string::npos);
  EXPECT_LT(page.find("Content-Security-Policy"), page.find("<script"));
}

}  // namespace
}  // namespace zermelo::publish
