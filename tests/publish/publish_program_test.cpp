// SPDX-License-Identifier: MIT
// `zermelo publish` as users run it.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <thread>

#include "gen/error.h"
#include "json/json.h"
#include "publish/embedded.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::publish {
namespace {

namespace fs = std::filesystem;
using Contents = std::map<std::string, std::string>;

Contents contents_of(const std::string& folder) {
  Contents contents;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    contents[entry.path().lexically_relative(folder).generic_string()] =
        test::read_whole(entry.path().string());
  }
  return contents;
}

test::TableToServe table_called(const std::string& name) {
  for (const test::TableToServe& one : test::tables_to_serve())
    if (one.name == name) return one;
  throw Error("There is no such table.");
}

class PublishProgram : public testing::Test {
 protected:
  void SetUp() override {
    test::solve_table(table_called("bddl"), table_);
    if (!server::embedded_modules().empty()) return;
    const test::ProcessResult result =
        test::run_program({"publish", table_, "-o", folder_.file("site")});
    EXPECT_EQ(result.exit_code, 1);
    for (const char* const package :
         {"clang-19", "lld-19", "libc++-19-dev-wasm32", "libclang-rt-19-dev-wasm32", "wasi-libc"})
      EXPECT_NE(result.error.find(package), std::string::npos) << result.error;
    EXPECT_FALSE(fs::exists(folder_.file("site")));
    GTEST_SKIP() << "this program was built without the module";
  }
  std::vector<std::string> command(const std::string& table, const std::string& site) const {
    return {"publish", table, "-o", site, "--puzzles", "5", "--threads", "1"};
  }

  test::TemporaryFolder folder_;
  const std::string table_ = folder_.file("small.ztb");
};

TEST_F(PublishProgram, WritesASiteAndSaysHowLargeItIs) {
  const std::string site = folder_.file("site");
  auto arguments = command(table_, site);
  arguments.emplace_back("--json");
  const test::ProcessResult first = test::run_program(arguments);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const Json told = Json::parse(first.output);
  std::uint64_t bytes = 0;
  Contents written = contents_of(site);
  written.erase("tables/files.json");
  for (const auto& [path, text] : written) bytes += text.size();
  EXPECT_EQ(told["files"], written.size());
  EXPECT_EQ(told["bytes"], bytes);
  EXPECT_EQ(told["written"], written.size());
  EXPECT_TRUE(written.contains("index.html") && written.contains("assets/start.js"));
  EXPECT_EQ(written.at("assets/zermelo-bddl.wasm.xz").substr(0, 6), std::string("\xfd"
                                                                                "7zXZ",
                                                                                6));

  const test::ProcessResult again = test::run_program(arguments);
  EXPECT_EQ(Json::parse(again.output)["written"], 0) << again.output;
  EXPECT_EQ(Json::parse(again.output)["unchanged"], written.size());
}

TEST_F(PublishProgram, WritesOneFile) {
  const std::string page = folder_.file("page.html");
  const test::ProcessResult result =
      test::run_program({"publish", table_, "--single-file", "-o", page, "--puzzles", "5"});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_NE(test::read_whole(page).find("class=\"zermelo-module\""), std::string::npos);
  const std::uint64_t bytes = fs::file_size(page);
  const test::ProcessResult refused =
      test::run_program({"publish", table_, "--single-file", "-o", folder_.file("b.html"),
                         "--puzzles", "5", "--limit", std::to_string(bytes / 2)});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_FALSE(fs::exists(folder_.file("b.html")));
  // Not over the table, and not into a folder.
  EXPECT_EQ(test::run_program({"publish", table_, "--single-file", "-o", table_}).exit_code, 2);
  EXPECT_EQ(
      test::run_program({"publish", table_, "--single-file", "-o", folder_.file("")}).exit_code, 1);
}

TEST_F(PublishProgram, SaysInOneLineWhatIsWrong) {
  const std::string site = folder_.file("site");
  const auto refused = [&](std::vector<std::string> arguments, const std::string& part) {
    const test::ProcessResult result = test::run_program(std::move(arguments));
    EXPECT_NE(result.exit_code, 0);
    EXPECT_NE(result.error.find(part), std::string::npos) << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_FALSE(fs::exists(site + "/index.html"));
  };
  auto with = [&](std::vector<std::string> more) {
    auto arguments = command(table_, site);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  };
  refused(with({"--limit", "100K"}), "the limit is");
  refused(with({"--about", folder_.file("none.md")}), "none.md");
  refused(with({"--about", folder_.file("")}), "Cannot read");
  test::write_whole(folder_.file("bad.md"), "\xff\xfe");
  refused(with({"--about", folder_.file("bad.md")}), "UTF-8");
  refused(command(folder_.file("none.ztb"), site), "none.ztb");
  refused(command(table_, table_), "is a file");
  refused(with({table_}), "Two tables are called small");
  std::string damaged = test::read_whole(table_);
  damaged[damaged.size() / 2] ^= 1;
  test::write_whole(folder_.file("damaged.ztb"), damaged);
  refused(command(folder_.file("damaged.ztb"), site), "damaged.ztb");
}

// A limit on the size of files is as a disk that is full.
TEST_F(PublishProgram, AFullDiskLeavesTheOldSite) {
  const std::string site = folder_.file("site");
  const auto limited = [&] {
    return test::run_program({.arguments = command(table_, site), .file_size_limit = 20'000});
  };
  const test::ProcessResult first = limited();
  EXPECT_EQ(first.exit_code, 1);
  EXPECT_NE(first.error.find("Cannot write"), std::string::npos) << first.error;
  EXPECT_FALSE(fs::exists(site + "/index.html"));
  EXPECT_EQ(test::run_program(command(table_, site)).exit_code, 0);
  EXPECT_TRUE(fs::exists(site + "/index.html"));
}

TEST_F(PublishProgram, AFullDiskLeavesTheSiteThatIsThere) {
  const std::string other = folder_.file("connect.ztb"), site = folder_.file("site");
  test::solve_table(table_called("connect"), other);  // (Its module is larger than the limit.)
  ASSERT_EQ(test::run_program(command(table_, site)).exit_code, 0);
  const Contents before = contents_of(site);
  const test::ProcessResult result =
      test::run_program({.arguments = command(other, site), .file_size_limit = 20'000});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.error.find("Cannot write"), std::string::npos) << result.error;
  Contents there = contents_of(site);
  for (const auto& [path, text] : before) {
    if (path == "tables/files.json") continue;
    EXPECT_EQ(there[path], text) << path;
  }
  ASSERT_EQ(test::run_program(command(other, site)).exit_code, 0);
  ASSERT_EQ(test::run_program(command(other, folder_.file("fresh"))).exit_code, 0);
  EXPECT_EQ(contents_of(site), contents_of(folder_.file("fresh")));
}

// Whenever it is killed, no file is there in part, the page and its list of tables are whole, and
// the next run completes the site.
TEST_F(PublishProgram, KilledAnywhereItLeavesASite) {
  const std::string other = folder_.file("other/small.ztb"), site = folder_.file("site");
  fs::create_directory(folder_.file("other"));
  test::solve_table(table_called("tapatan"), other);
  ASSERT_EQ(test::run_program(command(table_, site)).exit_code, 0);
  const Contents before = contents_of(site);
  ASSERT_EQ(test::run_program(command(other, folder_.file("fresh"))).exit_code, 0);
  const Contents after = contents_of(folder_.file("fresh"));
  for (int kill = 0; kill < 5; ++kill) {
    // (The first thing that it writes is its list of files.)
    const auto list = fs::last_write_time(site + "/tables/files.json");
    test::Program run({.arguments = command(other, site)});
    while (run.running() && fs::last_write_time(site + "/tables/files.json") == list)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(2 * kill));
    run.send(SIGKILL);
    const test::ProcessResult result = run.wait();
    const Contents there = contents_of(site);
    for (const char* const page : {"index.html", "tables/tables.json"})
      ASSERT_TRUE(there.contains(page));
    for (const auto& [path, text] : there) {
      if (path == "tables/files.json" || path.ends_with(".part")) continue;
      const auto old = before.find(path), renewed = after.find(path);
      EXPECT_TRUE((old != before.end() && old->second == text) ||
                  (renewed != after.end() && renewed->second == text))
          << path;
    }
    if (result.exit_code == 0) break;
  }
  ASSERT_EQ(test::run_program(command(other, site)).exit_code, 0);
  EXPECT_EQ(contents_of(site), after);
}

}  // namespace
}  // namespace zermelo::publish
