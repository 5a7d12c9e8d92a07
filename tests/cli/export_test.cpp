// SPDX-License-Identifier: MIT
// `zermelo export`, as a user runs it.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "proof/strategy.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

class ExportProgram : public testing::Test {
 protected:
  std::string file(const std::string& name) const { return folder_.file(name); }
  std::string table_of(Words game) const {
    const std::string path = file(game.front() + ".ztb");
    game.insert(game.begin(), "solve");
    game.insert(game.end(), {"-o", path, "--force"});
    output_of(game);
    return path;
  }
  // The position lines of a list, with their values.
  static std::map<std::string, std::string> lines_of(const std::string& text) {
    std::map<std::string, std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      const std::string line = text.substr(at, end - at);
      if (!line.starts_with('#')) {
        const std::size_t tab = line.find('\t');
        EXPECT_TRUE(lines.emplace(line.substr(0, tab), line.substr(tab + 1)).second) << line;
      }
      at = end + 1;
    }
    return lines;
  }

  TemporaryFolder folder_;
};

TEST_F(ExportProgram, WritesToStdoutWhatItWritesIntoAFile) {
  const std::string table = table_of({"mnk"});
  for (const std::string format : {"text", "binary", "csv"}) {
    const std::string shown =
        output_of({"export", table, "--format", format, "-o", file("list"), "--force"});
    EXPECT_TRUE(shown.starts_with("positions  627\nsize       " + file("list"))) << shown;
    const std::string bytes = read_whole(file("list"));
    EXPECT_TRUE(output_of({"export", table, "--format", format}) == bytes);
    const ProcessResult r = run_program({"export", table, "--format", format, "-o", "-", "--json"});
    EXPECT_TRUE(r.output == bytes);
    EXPECT_EQ(json::parse(r.error).at("bytes"), bytes.size());
    EXPECT_EQ(json::parse(r.error).at("positions"), 627);
  }
  // Text is the default.
  EXPECT_TRUE(output_of({"export", table}) == output_of({"export", table, "--format", "text"}));
}

TEST_F(ExportProgram, SaysWhatProbeSays) {
  const std::string table = table_of({"breakthrough", "columns=2", "rows=5"});
  const auto lines = lines_of(output_of({"export", table}));
  std::string positions;
  for (const auto& [position, value] : lines) positions += position + "\n";
  write_whole(file("positions"), positions);
  std::istringstream answers(output_of({"probe", table, "--from", file("positions"), "--json"}));
  std::size_t compared = 0;
  for (std::string line; std::getline(answers, line); ++compared) {
    const json answer = json::parse(line);
    const std::string value = answer.at("value");
    const std::string expected =
        value == "draw" ? value : value + " in " + std::to_string(answer.at("plies").get<int>());
    EXPECT_EQ(lines.at(answer.at("position")), expected);
  }
  EXPECT_EQ(compared, lines.size());
  EXPECT_GT(compared, 100u);
}

TEST_F(ExportProgram, DoesNotReplaceAFileUnlessItIsTold) {
  const std::string table = table_of({"mnk"});
  write_whole(file("list"), "precious");
  EXPECT_EQ(complaint_of(1, {"export", table, "-o", file("list")}),
            file("list") + " is there already; --force replaces it.");
  EXPECT_EQ(read_whole(file("list")), "precious");
  output_of({"export", table, "-o", file("list"), "--force"});
  EXPECT_TRUE(read_whole(file("list")) == output_of({"export", table}));
  // Not even then the table itself.
  const std::string before = read_whole(table);
  complaint_of(2, {"export", table, "-o", table, "--force"});
  EXPECT_TRUE(read_whole(table) == before);
}

TEST_F(ExportProgram, AFullDiskIsOneSentence) {
  const std::string table = table_of({"mnk"});
  EXPECT_EQ(complaint_of(1, {"export", table, "-o", "/dev/full"}),
            "Cannot write /dev/full: No space left on device.");
  EXPECT_EQ(run_program({.arguments = {"export", table}, .output = "/dev/full"}).exit_code, 1);
  for (const std::string format : {"text", "binary", "csv"}) {
    Launch launch{.arguments = {"export", table, "--format", format, "-o", file("list")}};
    launch.file_size_limit = 5000;
    const ProcessResult r = run_program(launch);
    EXPECT_EQ(r.exit_code, 1);
    EXPECT_EQ(r.error, "zermelo: Cannot write " + file("list") + ": File too large.\n");
    EXPECT_FALSE(std::filesystem::exists(file("list")));
    EXPECT_FALSE(std::filesystem::exists(file("list.part")));
  }
}

TEST_F(ExportProgram, FollowsLinksAndGoesThroughPipes) {
  const std::string table = table_of({"mnk"});
  const std::string bytes = output_of({"export", table});
  std::filesystem::create_symlink("target", file("link"));
  output_of({"export", table, "-o", file("link")});
  EXPECT_TRUE(std::filesystem::is_symlink(file("link")));
  EXPECT_TRUE(read_whole(file("target")) == bytes);
  complaint_of(1, {"export", table, "-o", file("link")});
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  Program program(Launch{.arguments = {"export", table, "-o", file("pipe")}});
  EXPECT_TRUE(read_whole(file("pipe")) == bytes);
  EXPECT_EQ(program.wait().exit_code, 0);
  EXPECT_EQ(
      complaint_of(1, {"export", table, "-o", std::filesystem::path(table).parent_path()}),
      "Cannot write " + std::filesystem::path(table).parent_path().string() + ": it is a folder.");
}

TEST_F(ExportProgram, InterruptedItLeavesNothing) {
  const std::string table = table_of({"connect", "columns=5", "rows=4"});
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  // (It waits for the pipe's reader until it is interrupted.)
  Program to_pipe(Launch{.arguments = {"export", table, "-o", file("pipe")}});
  std::ifstream reader(file("pipe"));
  std::string begin(100, ' ');
  reader.read(begin.data(), 100);
  to_pipe.send(SIGINT);
  std::string rest(1 << 16, ' ');
  while (reader.read(rest.data(), static_cast<std::streamsize>(rest.size()))) {
  }
  const ProcessResult r = to_pipe.wait();
  EXPECT_NE(r.exit_code, 0);
  EXPECT_EQ(r.error, "zermelo: Stopped; the list is not complete.\n");
}

TEST_F(ExportProgram, ListsSingleLayers) {
  const std::string table = table_of({"mnk"});
  const std::string layers =
      output_of({"export", table, "--layer", "1 stone", "--layer", "0 stones"});
  EXPECT_EQ(lines_of(layers), (std::map<std::string, std::string>{{"3/3/3 b", "draw"},
                                                                  {"3/3/1b1 w", "draw"},
                                                                  {"3/3/b2 w", "draw"},
                                                                  {"3/1b1/3 w", "draw"}}));
  EXPECT_EQ(complaint_of(2, {"export", table, "--layer", "10 stones"}).substr(table.size()),
            " has no layer '10 stones'; it has '0 stones', '1 stone', '2 stones', '3 stones', "
            "'4 stones', '5 stones', '6 stones', '7 stones', '8 stones', '9 stones'. See zermelo "
            "export --help.");
}

TEST_F(ExportProgram, ComparesATableWithAList) {
  const std::string table = table_of({"mnk"});
  for (const std::string format : {"text", "binary"}) {
    output_of({"export", table, "--format", format, "-o", file("list"), "--force"});
    EXPECT_EQ(output_of({"export", table, "--compare", file("list")}),
              "The list says what the table says, about 627 positions.\n");
    const json found =
        json::parse(output_of({"export", table, "--compare", file("list"), "--json"}));
    EXPECT_EQ(found.at("positions"), 627);
    EXPECT_TRUE(found.at("difference").is_null());
  }
  std::string text = output_of({"export", table});
  const std::size_t at = text.find("3/3/b2 w\tdraw");
  ASSERT_NE(at, std::string::npos);
  write_whole(file("list"), text.replace(at, 13, "3/3/b2 w\twin in 5"));
  const ProcessResult r = run_program({"export", table, "--compare", file("list")});
  EXPECT_EQ(r.exit_code, 1);
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
  EXPECT_EQ(r.output, "Line " + std::to_string(line) + " of " + file("list") +
                          " says win in 5 for 3/3/b2 w; the table says draw.\n");
  write_whole(file("list"), text.substr(0, text.size() / 2));
  EXPECT_EQ(complaint_of(1, {"export", table, "--compare", file("list")}),
            file("list") + ": The list is cut short.");
}

TEST_F(ExportProgram, OfDistancesIsRefused) {
  output_of({"reach", "ostle", "size=3", "start=2", "lose=1", "-o", file("r.ztb")});
  EXPECT_EQ(complaint_of(1, {"export", file("r.ztb")}),
            file("r.ztb") +
                " holds distances from the start and no values, and there is no list of those.");
}

// --- Strategies ----------------------------------------------------------------------------------

class ExportedStrategy : public ExportProgram {
 protected:
  std::string strategy_of(const Words& game, const Words& options = {}) const {
    Words words = {"strategy", table_of(game), "-o", file("s.aag")};
    words.insert(words.end(), options.begin(), options.end());
    output_of(words);
    return file("s.aag");
  }
};

json header_of(const std::string& list) {
  constexpr std::size_t begin = std::string_view("# zermelo positions 1 ").size();
  return json::parse(list.substr(begin, list.find('\n') - begin));
}

// What a checker of lists asks, by the rules alone: every rank follows from those that moves lead
// to.
void expect_to_prove(const std::map<std::string, std::string>& ranks, const json& header,
                     const Game& game, const std::string& start) {
  const bool wins = header.at("claim") == "wins", white = header.at("owner") == "white";
  ASSERT_TRUE(ranks.contains(start));
  const auto rank_of = [&](const std::string& position) {
    return std::stoi(ranks.at(position).substr(5));
  };
  const bool bounded_safety = !wins && !header.at("depth").is_null();
  if (wins) {
    EXPECT_LE(rank_of(start), header.at("depth").get<int>());
  }
  if (bounded_safety) {
    EXPECT_GE(rank_of(start), header.at("depth").get<int>());
  }
  for (const auto& [position, unused] : ranks) {
    if (bounded_safety && rank_of(position) == 0) continue;  // nothing more is claimed
    const bool owner_moves = (game.to_move(position) == Colour::white) == white;
    int good = 0, moves = 0;
    for (const LegalMove& move : game.moves(position)) {
      ++moves;
      bool is_good = false;
      if (move.ending) {
        const bool owner_won = (*move.ending == Outcome::win) == owner_moves;
        is_good = wins ? *move.ending != Outcome::draw && owner_won
                       : *move.ending == Outcome::draw || owner_won;
      } else if (!ranks.contains(move.result)) {
        is_good = bounded_safety && rank_of(position) == 1;
      } else {
        const int rank = rank_of(position), next = rank_of(move.result);
        is_good = wins ? next < rank : !bounded_safety || next >= rank - 1;
      }
      good += is_good;
    }
    EXPECT_TRUE(owner_moves ? good >= 1 : good == moves) << position;
  }
}

TEST_F(ExportedStrategy, ProvesItsClaimWhereCheckDoes) {
  struct Case {
    Words game, options;
  };
  const std::vector<Case> cases = {
      {{"notakto", "columns=3", "rows=3"}, {}},
      {{"domineering", "columns=4", "rows=3"}, {}},
      {{"clobber", "columns=3", "rows=3"}, {}},
      {{"mnk", "m=3", "n=3", "k=3"}, {}},
      {{"mnk", "m=3", "n=3", "k=3"}, {"--owner", "white"}},
      {{"mnk", "m=3", "n=3", "k=3"}, {"--form", "cubes"}},
      {{"connect", "columns=4", "rows=4", "line=3"}, {}},
      {{"connect", "columns=4", "rows=3", "line=3"}, {"--form", "cubes"}},
      {{"othello", "rows=4", "cols=4"}, {}},
      {{"breakthrough", "columns=2", "rows=5"}, {}}};
  for (const Case& c : cases) {
    const std::string path = strategy_of(c.game, c.options);
    const json checked = json::parse(output_of({"check", path, "--json"}));
    ASSERT_EQ(checked.at("ok"), true);
    const std::string text = output_of({"export", path});
    const json header = header_of(text);
    const auto game = make_game(StrategyFile::open(path).info().game);
    expect_to_prove(lines_of(text), header, *game, game->start());
    // Each position, as the strategy itself answers.
    const StrategyFile strategy = StrategyFile::open(path);
    for (const auto& [position, rank] : lines_of(text)) {
      const StrategyAnswer answer = strategy.answer(position);
      EXPECT_TRUE(answer.is_member) << position;
      EXPECT_EQ("rank " + std::to_string(answer.rank), rank) << position;
    }
    // As csv and in binary form.
    const std::string csv = output_of({"export", path, "--format", "csv"});
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'),
              static_cast<long>(lines_of(text).size()) + 1);
    output_of({"export", path, "--format", "binary", "-o", file("list"), "--force"});
    const std::string bytes = read_whole(file("list"));
    const std::size_t footer = bytes.find("{\"positions\"");
    std::uint32_t head = 0;
    std::memcpy(&head, bytes.data() + 12, 4);
    EXPECT_EQ(footer - 16 - head, 20 * lines_of(text).size());
  }
}

TEST_F(ExportedStrategy, BeginsWhereTheStrategyDoes) {
  const std::string path = strategy_of({"mnk"}, {"b2/1w1/b2", "w"});
  const auto lines = lines_of(output_of({"export", path}));
  EXPECT_TRUE(lines.contains("b2/1w1/b2 w"));
  EXPECT_FALSE(lines.contains("3/3/3 b"));
}

// Where the plies of its claim are over, it need not have the positions that follow.
TEST_F(ExportedStrategy, NotToLoseWithinSomePliesEndsWithThem) {
  for (const Words& game : {Words{"mnk", "m=3", "n=3", "k=3"}, Words{"domineering", "columns=4"},
                            Words{"connect", "columns=4", "rows=4"}}) {
    for (const char* depth : {"1", "3", "4", "6"}) {
      Words prove = {"prove", "--depth", depth, "-o", file("s.aag")};
      prove.insert(prove.end(), game.begin(), game.end());
      output_of(prove);
      const json checked = json::parse(output_of({"check", file("s.aag"), "--json"}));
      ASSERT_EQ(checked.at("ok"), true);
      const std::string text = output_of({"export", file("s.aag")});
      const json header = header_of(text);
      EXPECT_EQ(header.at("claim"), "does-not-lose");
      EXPECT_EQ(header.at("depth"), std::stoi(depth));
      const auto rules = make_game(StrategyFile::open(file("s.aag")).info().game);
      expect_to_prove(lines_of(text), header, *rules, rules->start());
    }
  }
}

TEST_F(ExportedStrategy, ThatLacksWhatIsNeededIsRefused) {
  const std::string path = strategy_of({"notakto", "columns=3", "rows=3"});
  std::string text = read_whole(path);
  // The first output is whether a position is a member: now none is.
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  const json first = json::parse("[" + [&] {
    std::string numbers = lines[0].substr(4);
    std::ranges::replace(numbers, ' ', ',');
    return numbers;
  }() + "]");
  lines[1 + first[1].get<std::size_t>()] = "0";
  std::string changed;
  for (const std::string& line : lines) changed += line + "\n";
  write_whole(path, changed);
  EXPECT_EQ(run_program({"check", path}).exit_code, 1);
  const std::string complaint = complaint_of(1, {"export", path});
  EXPECT_EQ(complaint, path +
                           ": The strategy does not do what it claims: 3/3/3 b is met in play, "
                           "but the strategy does not have it.");
}

TEST_F(ExportedStrategy, HasNoLayersAndIsNotComparedWithATable) {
  const std::string path = strategy_of({"mnk"});
  EXPECT_EQ(complaint_of(2, {"export", path, "--layer", "1 stone"}),
            "A strategy has no layers. See zermelo export --help.");
  output_of({"export", path, "-o", file("list")});
  EXPECT_EQ(complaint_of(1, {"export", file("mnk.ztb"), "--compare", file("list")}),
            file("list") + " is the list of a strategy, not of a table.");
}

}  // namespace
}  // namespace zermelo::test
