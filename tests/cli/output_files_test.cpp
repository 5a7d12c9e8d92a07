// SPDX-License-Identifier: MIT
// The program and the files that it writes and reads: links, devices and pipes; stdout; the tables
// of other games; limits; and tables that are cut short or overwritten while it reads them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::complaint_of;
using test::Launch;
using test::output_of;
using test::ProcessResult;
using test::Program;
using test::run_program;
using Words = std::vector<std::string>;

class OutputFiles : public testing::Test {
 protected:
  const test::TemporaryFolder folder;
  const std::string link = folder.file("link"), pipe = folder.file("pipe");

  std::string file(const std::string& name) const { return folder.file(name); }
  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // Verbs that make tables, without -o.
  static std::vector<Words> table_verbs() {
    return {{"solve", "mnk"},
            {"solve", "notakto", "columns=3", "rows=3"},
            {"reach", "ostle", "size=3", "start=3", "lose=1"},
            {"hybrid", "connect", "columns=4", "rows=3", "line=3"}};
  }
  // Verbs that write other things, also without -o; `table` is a table of m,n,k-games.
  std::vector<Words> other_verbs(const std::string& table) const {
    return {
        {"encode", "mnk"},
        {"encode", "--bddl", std::string(ZERMELO_SOURCE) + "/games/hex/domain.bddl",
         std::string(ZERMELO_SOURCE) + "/games/hex/3x3.bddl", "--format", "qcir", "--depth", "3"},
        {"prove", "notakto", "columns=2", "rows=3"},
        {"strategy", table},
        {"export", table, "--force"}};
  }
  std::string some_table() const {
    output_of({"solve", "mnk", "-o", file("mnk.ztb")});
    return file("mnk.ztb");
  }
};

TEST_F(OutputFiles, TablesAreWrittenWhereLinksLead) {
  std::filesystem::create_directory(file("disk"));
  for (const Words& verb : table_verbs()) {
    std::filesystem::remove(link);
    std::filesystem::create_symlink("disk/" + verb[0] + verb[1], link);
    output_of(with(verb, {"-o", link}));
    EXPECT_TRUE(std::filesystem::is_symlink(link)) << verb[0];
    EXPECT_TRUE(std::filesystem::is_regular_file(file("disk/" + verb[0] + verb[1]))) << verb[0];
    output_of(with(verb, {"-o", link}));  // the old one is replaced, and the link stays
    EXPECT_TRUE(std::filesystem::is_symlink(link)) << verb[0];
    output_of({"verify", link});
  }
}

TEST_F(OutputFiles, TablesDoNotGoToDevicesPipesOrStdout) {
  std::filesystem::create_symlink("/dev/null", link);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const Words& verb : table_verbs()) {
    for (const std::string& name : {link, pipe}) {
      EXPECT_EQ(complaint_of(1, with(verb, {"-o", name})),
                "Cannot write " + name +
                    ": it is not a regular file, and what is written is read again on the way.");
    }
    for (const std::string name : {"-", "/dev/stdout", "/dev/fd/1"}) {
      EXPECT_EQ(
          complaint_of(2, with(verb, {"-o", name})),
          "A table cannot go to stdout: it is read again while it is made. Name a file instead "
          "of " +
              name + ". See zermelo " + verb[0] + " --help.");
    }
  }
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(std::filesystem::is_fifo(pipe));
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(OutputFiles, WhatCanBeStreamedGoesToStdoutAndTheReportToStderr) {
  for (const Words& verb : other_verbs(some_table())) {
    const std::string whole = file("whole");
    const std::string report = output_of(with(verb, {"-o", whole}));
    for (const std::string name : {"-", "/dev/stdout"}) {
      const ProcessResult r = run_program(with(verb, {"-o", name}));
      EXPECT_EQ(r.exit_code, 0) << r.error;
      EXPECT_TRUE(r.output == test::read_whole(whole)) << verb[0] << " -o " << name;
      EXPECT_EQ(std::count(r.error.begin(), r.error.end(), '\n'),
                std::count(report.begin(), report.end(), '\n'))
          << r.error;
    }
    // The contents that the file behind stdout already has are kept, as with the shell's >>.
    test::write_whole(file("log"), "");
    const std::string log = file("log");
    Launch launch{.arguments = with(verb, {"-o", "-", "--json"})};
    launch.output = log;
    const ProcessResult r = run_program(launch);
    EXPECT_EQ(r.error.front(), '{') << r.error;
    EXPECT_TRUE(test::read_whole(log) == test::read_whole(whole)) << verb[0];
  }
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(OutputFiles, WhatCanBeStreamedFollowsLinksAndGoesThroughPipes) {
  const std::string table = some_table();
  std::filesystem::create_directory(file("disk"));
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const Words& verb : other_verbs(table)) {
    const std::string whole = file("whole"), target = file("disk/target");
    output_of(with(verb, {"-o", whole}));
    std::filesystem::remove(target);
    std::filesystem::remove(link);
    std::filesystem::create_symlink("disk/target", link);
    for (int again = 0; again < 2; ++again) output_of(with(verb, {"-o", link}));
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(test::read_whole(target) == test::read_whole(whole)) << verb[0];

    Program program(Launch{.arguments = with(verb, {"-o", pipe})});
    EXPECT_TRUE(test::read_whole(pipe) == test::read_whole(whole)) << verb[0];
    EXPECT_EQ(program.wait().exit_code, 0);
    EXPECT_TRUE(std::filesystem::is_fifo(pipe));
    const std::string inside = file("disk");
    EXPECT_EQ(complaint_of(1, with(verb, {"-o", inside})),
              "Cannot write " + inside + ": it is a folder.");
  }
}

TEST_F(OutputFiles, PicturesAndPuzzlesToo) {
  const std::string table = some_table();
  const Words show = {"show", "mnk", "start"}, mine = {"mine", table, "--win-in", "5"};
  const std::string picture = output_of(with(show, {"--svg", "-"}));
  EXPECT_EQ(picture.substr(0, 4), "<svg");
  EXPECT_EQ(output_of(with(show, {"--svg", "/dev/stdout"})), picture);
  const std::string puzzles = output_of(with(mine, {"-o", "-"}));
  EXPECT_EQ(output_of(with(mine, {"-o", "/dev/stdout"})), puzzles);
  EXPECT_EQ(output_of(mine), puzzles);
  std::filesystem::create_symlink("target", link);
  output_of(with(show, {"--svg", link}));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(test::read_whole(file("target")), picture);
  output_of(with(mine, {"-o", link}));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(test::read_whole(file("target")), puzzles);
}

TEST_F(OutputFiles, RewrittenFilesKeepTheirPermissions) {
  const std::string table = some_table();
  const auto mode_of = [](const std::string& path) {
    return static_cast<unsigned>(std::filesystem::status(path).permissions());
  };
  for (const Words& verb :
       {Words{"solve", "mnk", "-o", table}, Words{"encode", "mnk", "-o", file("e")}}) {
    output_of(verb);
    for (const unsigned mode : {0640u, 0604u}) {
      std::filesystem::permissions(verb.back(), static_cast<std::filesystem::perms>(mode));
      output_of(verb);
      EXPECT_EQ(mode_of(verb.back()), mode) << verb[0];
    }
  }
}

TEST_F(OutputFiles, AnotherGamesTableIsReplacedOnlyByForce) {
  const std::string path = file("t.ztb");
  Words before = {"solve", "notakto", "columns=2", "rows=2"};
  for (const Words& verb : table_verbs()) {
    output_of(with(before, {"-o", path, "--force"}));
    const std::string old = test::read_whole(path);
    const std::string told = complaint_of(1, with(verb, {"-o", path}));
    EXPECT_EQ(told.substr(0, path.size() + 33), path + " holds the table of another game,") << told;
    EXPECT_NE(told.find("; write to another file, or replace it with --force."), std::string::npos);
    EXPECT_TRUE(test::read_whole(path) == old);
    EXPECT_FALSE(std::filesystem::exists(path + ".part"));
    output_of(with(verb, {"-o", path, "--force"}));
    output_of(with(verb, {"-o", path}));
    EXPECT_FALSE(test::read_whole(path) == old);
    before = verb;
  }
  // Another kind of table of the same game.
  output_of({"solve", "ostle", "size=3", "start=3", "lose=1", "-o", path, "--force"});
  EXPECT_EQ(complaint_of(1, {"reach", "ostle", "size=3", "start=3", "lose=1", "-o", path}),
            path +
                " holds another kind of table of this game, 'distance'; write to another file, "
                "or replace it with --force.");
  EXPECT_EQ(complaint_of(2, {"hybrid", "connect", "--force"}),
            "--force needs --output. See zermelo hybrid --help.");
}

// A limit as by `ulimit -f`, with the signal as shells leave it.
TEST_F(OutputFiles, ALimitOnTheSizeOfFilesIsASentence) {
  const std::string path = file("t.ztb");
  const auto limited = [&](const Words& words, std::uint64_t bytes) {
    Launch launch{.arguments = words};
    launch.file_size_limit = bytes;
    const ProcessResult r = run_program(launch);
    EXPECT_EQ(r.exit_code, 1) << "signal " << r.signal;
    EXPECT_EQ(std::count(r.error.begin(), r.error.end(), '\n'), 1) << r.error;
    EXPECT_NE(r.error.find("File too large"), std::string::npos) << r.error;
    return r.error;
  };
  limited({"solve", "ostle", "size=3", "start=3", "lose=1", "-o", path}, 1000);
  limited({"reach", "ostle", "size=3", "start=3", "lose=1", "-o", path}, 600);
  const std::string told =
      limited({"hybrid", "connect", "columns=5", "rows=4", "--method", "bits", "-o", path}, 4096);
  EXPECT_NE(
      told.find("The layers that were found stay in " + path + ".layers: go on with --resume"),
      std::string::npos)
      << told;
  limited({"encode", "mnk", "-o", path}, 200);
  for (const char* left : {"", ".part", ".checkpoint", ".checkpoint.new"})
    EXPECT_FALSE(std::filesystem::exists(path + left)) << left;
}

// --- Tables that change while they are read ------------------------------------------------------

class ChangingTables : public OutputFiles {
 protected:
  // Tables of several kinds, large enough that not all of a table is read at once.
  std::vector<Words> kinds() const {
    return {{"solve", "ostle", "size=4", "start=2", "lose=1"},
            {"solve", "breakthrough", "columns=3", "rows=5"},
            {"solve", "connect", "columns=4", "rows=4"},
            {"hybrid", "connect", "columns=4", "rows=4"}};
  }
  // What is written here is read by the program as its stdin or its list.
  class Pipe {
   public:
    explicit Pipe(const std::string& path) : file_(::open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
      ::close(file_);
      std::signal(SIGPIPE, before_);
    }
    // (The program may have ended by now.)
    void write(const std::string& text) const {
      EXPECT_TRUE(::write(file_, text.data(), text.size()) > 0 || errno == EPIPE);
    }

   private:
    int file_;
    void (*before_)(int) = std::signal(SIGPIPE, SIG_IGN);
  };
  // Waits until the program waits for more input.
  static void wait_for_bytes(const std::string& path, std::size_t least) {
    for (int i = 0; i < 3000; ++i) {
      if (std::filesystem::exists(path) && std::filesystem::file_size(path) >= least) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "the program says nothing";
  }
  // Overwrites in place, as cp does: the same file, emptied, and written again; or only emptied.
  static void overwrite(const std::string& path, const std::string& bytes) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << bytes;
  }
  static void expect_one_sentence(const ProcessResult& r, const std::string& path) {
    EXPECT_EQ(r.signal, 0);
    EXPECT_EQ(r.exit_code, 1) << r.output;
    EXPECT_EQ(r.error.substr(0, 9 + path.size() + 12), "zermelo: " + path + " is damaged:")
        << r.error;
    EXPECT_EQ(std::count(r.error.begin(), r.error.end(), '\n'), 1) << r.error;
  }
};

TEST_F(ChangingTables, EndAProbeOfManyInASentence) {
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string path = file("t.ztb"), answers = file("answers");
  for (const Words& kind : kinds()) {
    output_of(with(kind, {"-o", path, "--force"}));
    const auto start = nlohmann::json::parse(output_of({"probe", path, "start", "--json"}));
    const std::string position = start.at("position").get<std::string>() + "\n";
    Launch launch{.arguments = {"probe", path, "--from", pipe}};
    launch.output = answers;
    Program program(launch);
    {
      const Pipe list(pipe);
      std::filesystem::resize_file(path, 100);
      for (int i = 0; i < 50; ++i) list.write(position);
    }
    expect_one_sentence(program.wait(), path);
  }
}

TEST_F(ChangingTables, EndAGameInASentence) {
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const std::string path = file("t.ztb"), board = file("board");
  for (const Words& kind : kinds()) {
    for (const bool other_bytes : {false, true}) {
      output_of(with(kind, {"-o", path, "--force"}));
      std::filesystem::remove(board);
      Launch launch{.arguments = {"play", path, "--as", "nobody"}};
      launch.output = board;
      launch.input_file = pipe;
      Program program(launch);
      {
        const Pipe moves(pipe);
        wait_for_bytes(board, 100);
        overwrite(path, other_bytes ? std::string(std::size_t{1} << 20, 'x') : "");
        moves.write("moves\nmoves\n");
      }
      expect_one_sentence(program.wait(), path);
    }
  }
}

}  // namespace
}  // namespace zermelo
