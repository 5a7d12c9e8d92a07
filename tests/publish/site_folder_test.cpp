// SPDX-License-Identifier: MIT
#include "publish/site_folder.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::publish {
namespace {

namespace fs = std::filesystem;
using Contents = std::map<std::string, std::string>;

SiteFiles files_of(const Contents& contents) {
  SiteFiles files;
  for (const auto& [path, text] : contents) files.add(path, text);
  return files;
}

// What a host would serve, without the list of what was written.
Contents served(const std::string& folder) {
  Contents contents;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().lexically_relative(folder).generic_string();
    if (entry.is_regular_file() && name != "tables/files.json")
      contents[name] = test::read_whole(entry.path().string());
  }
  return contents;
}

FolderReport written(const std::string& folder, const Contents& contents,
                     const SiteFolder::Begin& begin = {}) {
  return SiteFolder(folder).write(files_of(contents), Json::object(), begin);
}

const Contents old_site = {{"index.html", "old page"},
                           {"assets/main.js", "old script"},
                           {"assets/same.js", "same script"},
                           {"tables/tables.json", "old tables"},
                           {"tables/a/table.json", "old table: 1111"},
                           {"tables/a/1111/000/000.bin", "chunk"},
                           {"tables/gone/table.json", "another"}};
const Contents new_site = {{"index.html", "new page"},
                           {"assets/main.js", "new script"},
                           {"assets/same.js", "same script"},
                           {"assets/more.js", "one more"},
                           {"tables/tables.json", "new tables"},
                           {"tables/a/table.json", "new table: 2222"},
                           {"tables/a/2222/000/000.bin", "other chunk"}};

class SiteFolderTest : public testing::Test {
 protected:
  test::TemporaryFolder here_;
  const std::string folder_ = here_.file("site");
};

TEST_F(SiteFolderTest, HoldsWhatWasWritten) {
  const FolderReport report = written(folder_, old_site);
  EXPECT_EQ(report.written, old_site.size());
  EXPECT_EQ(report.unchanged, 0u);
  EXPECT_EQ(served(folder_), old_site);
}

TEST_F(SiteFolderTest, ASecondRunWritesNothing) {
  written(folder_, old_site);
  std::map<std::string, fs::file_time_type> before;
  for (const auto& [path, text] : old_site) {
    before[path] = fs::last_write_time(folder_ + "/" + path) - std::chrono::hours(1);
    fs::last_write_time(folder_ + "/" + path, before[path]);
  }
  const FolderReport report = written(
      folder_, old_site, [](const std::string& file) { ADD_FAILURE() << file << " is written"; });
  EXPECT_EQ(report.written, 0u);
  EXPECT_EQ(report.unchanged, old_site.size());
  for (const auto& [path, time] : before)
    EXPECT_EQ(fs::last_write_time(folder_ + "/" + path), time) << path;
}

TEST_F(SiteFolderTest, OnlyWhatChangedIsWrittenAndWhatIsLeftOverIsRemoved) {
  written(folder_, old_site);
  std::set<std::string> begun;
  const FolderReport report =
      written(folder_, new_site, [&](const std::string& file) { begun.insert(file); });
  EXPECT_EQ(begun.size(), 6u);
  EXPECT_FALSE(begun.contains("assets/same.js"));
  EXPECT_EQ(report.removed, 2u);
  EXPECT_EQ(served(folder_), new_site);
  EXPECT_FALSE(fs::exists(folder_ + "/tables/gone"));
  EXPECT_FALSE(fs::exists(folder_ + "/tables/a/1111"));
}

TEST_F(SiteFolderTest, ADamagedFileIsWrittenAgain) {
  written(folder_, old_site);
  test::write_whole(folder_ + "/tables/a/1111/000/000.bin", "chumk");
  EXPECT_EQ(written(folder_, old_site).written, 1u);
  EXPECT_EQ(served(folder_), old_site);
}

// However far a run has come when it ends, the old site is whole, or the new one is.
TEST_F(SiteFolderTest, ARunThatIsEndedLeavesTheOldSite) {
  struct Ended {};
  for (int last = 0; last < 6; ++last) {
    const std::string folder = here_.file("ended" + std::to_string(last));
    written(folder, old_site);
    int begun = 0;
    EXPECT_THROW(written(folder, new_site,
                         [&](const std::string&) {
                           if (begun++ == last) throw Ended();
                         }),
                 Ended);
    const Contents there = served(folder);
    for (const auto& [path, text] : old_site) EXPECT_EQ(there.at(path), text) << path;
    // The next one completes it, and nothing is left over.
    const FolderReport report = written(folder, new_site);
    EXPECT_TRUE(report.foreign.empty());
    EXPECT_EQ(served(folder), new_site);
  }
}

// As a run leaves it that is ended while files take their places, of which some have done so.
void half_renamed(const std::string& folder, std::size_t renamed) {
  struct Ended {};
  written(folder, old_site);
  const std::string last = "index.html";
  std::set<std::string> begun;
  EXPECT_THROW(written(folder, new_site,
                       [&](const std::string& file) {
                         begun.insert(file);
                         if (begun.size() == 6) throw Ended();
                       }),
               Ended);
  std::vector<std::string> parts;
  for (const auto& [path, text] : new_site) {
    if (!old_site.contains(path) || old_site.at(path) == text) {
      test::write_whole(folder + "/" + path, text);
      continue;
    }
    test::write_whole(folder + "/" + path + ".part", text);
    if (path != last && path != "tables/tables.json") parts.push_back(path);
  }
  parts.insert(parts.end(), {"tables/tables.json", last});
  ASSERT_LE(renamed, parts.size());
  parts.resize(renamed);
  for (const std::string& path : parts)
    fs::rename(folder + "/" + path + ".part", folder + "/" + path);
}

TEST_F(SiteFolderTest, ARunThatIsEndedWhileFilesTakeTheirPlacesIsCompletedByTheNext) {
  for (std::size_t renamed = 0; renamed <= 4; ++renamed) {
    const std::string folder = here_.file("renaming" + std::to_string(renamed));
    half_renamed(folder, renamed);
    // What was removed of the old site is removed after all have taken their places.
    EXPECT_TRUE(fs::exists(folder + "/tables/gone/table.json"));
    EXPECT_TRUE(fs::exists(folder + "/tables/a/1111/000/000.bin"));
    const FolderReport report = written(folder, new_site);
    EXPECT_EQ(report.written, 4 - renamed);
    EXPECT_TRUE(report.foreign.empty());
    EXPECT_EQ(served(folder), new_site);
    EXPECT_EQ(written(folder, new_site).written, 0u);
    // Going back to the old site is possible as well.
    written(folder, old_site);
    EXPECT_EQ(served(folder), old_site);
  }
}

TEST_F(SiteFolderTest, WithoutItsLastFilesThereIsNoSite) {
  struct Ended {};
  int begun = 0;
  EXPECT_THROW(written(folder_, old_site,
                       [&](const std::string&) {
                         if (begun++ == static_cast<int>(old_site.size()) - 1) throw Ended();
                       }),
               Ended);
  EXPECT_FALSE(fs::exists(folder_ + "/index.html"));
  EXPECT_FALSE(fs::exists(folder_ + "/tables/tables.json"));
}

TEST_F(SiteFolderTest, OtherFilesAreLeftAloneAndNamed) {
  written(folder_, old_site);
  test::write_whole(folder_ + "/CNAME", "games.example");
  test::write_whole(folder_ + "/assets/mine.js", "mine");
  fs::create_directory(folder_ + "/.git");
  test::write_whole(folder_ + "/.git/HEAD", "ref");
  const FolderReport report = written(folder_, new_site);
  EXPECT_EQ(report.foreign, (std::vector<std::string>{".git", "CNAME", "assets/mine.js"}));
  EXPECT_EQ(served(folder_).at("CNAME"), "games.example");
}

TEST_F(SiteFolderTest, AFileOfSomebodyElseIsNotReplaced) {
  fs::create_directory(folder_);
  test::write_whole(folder_ + "/index.html", "my own page");
  EXPECT_EQ(
      test::error_text<FileError>([&] { written(folder_, old_site); }),
      folder_ + "/index.html is there, and was not written by publish; choose an empty folder.");
  EXPECT_EQ(served(folder_), (Contents{{"index.html", "my own page"}}));
}

TEST_F(SiteFolderTest, WhatIsNoFolderIsRefused) {
  test::write_whole(folder_, "a file");
  EXPECT_EQ(test::error_text<FileError>([&] { SiteFolder folder(folder_); }),
            folder_ + " is a file; a site needs a folder.");
  EXPECT_THROW(SiteFolder(folder_ + "/below"), FileError);
  EXPECT_EQ(test::read_whole(folder_), "a file");
}

TEST_F(SiteFolderTest, WhereNothingCanBeWrittenIsRefused) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_THROW(SiteFolder folder(folder_), FileError);
}

// The list is a file that anybody may have changed.
TEST_F(SiteFolderTest, AListThatLeadsOutOfTheFolderIsRefused) {
  test::write_whole(here_.file("precious"), "precious");
  for (const char* const path : {"../precious", "/etc/passwd", "a/../../precious", ""}) {
    fs::create_directories(folder_ + "/tables");
    const Json list{{"notes", nullptr}, {"files", {{path, Json{8, "0000000000000000"}}}}};
    test::write_whole(folder_ + "/tables/files.json", one_line(list));
    EXPECT_THROW(SiteFolder folder(folder_), FileError) << path;
  }
  for (const char* const text : {"", "{", "[]", "{\"files\": 1}", "{\"files\": {\"a\": []}}"}) {
    test::write_whole(folder_ + "/tables/files.json", text);
    EXPECT_THROW(SiteFolder folder(folder_), FileError) << text;
  }
  EXPECT_EQ(test::read_whole(here_.file("precious")), "precious");
}

TEST_F(SiteFolderTest, WhatWasWrittenIsReadIfItIsStillTheSame) {
  SiteFolder(folder_).write(files_of(old_site), Json{{"a", 1}});
  const SiteFolder folder(folder_);
  EXPECT_EQ(folder.notes(), (Json{{"a", 1}}));
  EXPECT_EQ(folder.read("assets/main.js"), "old script");
  test::write_whole(folder_ + "/assets/main.js", "old scripd");
  EXPECT_EQ(folder.read("assets/main.js"), std::nullopt);
  EXPECT_EQ(folder.read("assets/none.js"), std::nullopt);
}

}  // namespace
}  // namespace zermelo::publish
