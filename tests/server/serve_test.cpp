// SPDX-License-Identifier: MIT
// `zermelo serve` as a whole: a process, its files, its signals, hostile clients, curl.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "json/json.h"
#include "probe/endgames.h"
#include "probe/own_game.h"
#include "server/embedded.h"
#include "server/routes.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/http_client.h"
#include "tests/support/program.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

class ServingProgram : public testing::Test {
 protected:
  ServingProgram() { solve_small_table(table_); }

  // Starts the server and waits for its first line.
  int port(std::vector<std::string> more = {}) {
    if (program_) return port_;
    std::vector<std::string> arguments = {"serve", table_, "--bind", "127.0.0.1:0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string output = folder_.file("output");
    program_ = std::make_unique<Program>(Launch{.arguments = arguments, .output = output});
    std::string line;
    while (!line.ends_with("/\n") && program_->running()) {
      std::this_thread::sleep_for(5ms);
      if (std::filesystem::exists(output)) line = read_whole(output);
    }
    EXPECT_TRUE(line.starts_with("http://127.0.0.1:")) << line;
    port_ = std::atoi(line.c_str() + std::min(line.rfind(':') + 1, line.size()));
    return port_;
  }
  std::string url(const std::string& path) {
    return fmt::format("http://127.0.0.1:{}{}", port(), path);
  }
  HttpAnswer get(const std::string& target) { return http_get(port(), target); }
  Json json(const std::string& target) { return Json::parse(get(target).body); }
  // In bytes.
  std::size_t resident() {
    std::ifstream status(fmt::format("/proc/{}/status", program_->id()));
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("VmRSS:")) return std::strtoull(line.c_str() + 6, nullptr, 10) * 1024;
    }
    return 0;
  }
  // Expects that it ends well, with this text on stderr.
  std::string end(int signal = SIGTERM) {
    const auto begun = Clock::now();
    program_->send(signal);
    const ProcessResult outcome = program_->wait();
    EXPECT_LT(milliseconds_since(begun), 3000);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return outcome.error;
  }

  const TemporaryFolder folder_;
  const std::string table_ = folder_.file("small.ztb");
  std::unique_ptr<Program> program_;
  int port_ = 0;
};

const std::string small = "/api/v1/tables/small";

TEST_F(ServingProgram, PrintsItsAddressAndNothingElse) {
  EXPECT_EQ(json("/healthz")["status"], "ok");
  EXPECT_EQ(get("/none").status, 404);
  EXPECT_EQ(end(), "");
  EXPECT_EQ(read_whole(folder_.file("output")), url("/") + "\n");
}

TEST_F(ServingProgram, LogsIfTold) {
  port({"--log"});
  get("/none");
  const std::string log = end(SIGINT);
  EXPECT_TRUE(log.starts_with("127.0.0.1 \"GET /none\" 404 ")) << log;
}

TEST(ServeCommand, RefusesWrongUsage) {
  const TemporaryFolder folder;
  const std::string table = folder.file("t.ztb");
  solve_small_table(table);
  complaint_of(2, {"serve"});
  EXPECT_EQ(
      complaint_of(2, {"serve", table, "--bind", "nowhere"}),
      "'nowhere' is not an address; write 127.0.0.1:8080, [::1]:8080 or a port. See zermelo serve "
      "--help.");
  complaint_of(2, {"serve", table, "--connections", "0"});
  complaint_of(1, {"serve", folder.file("none.ztb")});
  complaint_of(1, {"serve", table, "--bind", "192.0.2.1:80"});
  write_whole(table, "no table");
  complaint_of(1, {"serve", table});
}

// --- Games whose rules are code ------------------------------------------------------------------

class ServingCode : public ServingProgram {
 protected:
  ServingCode() { solve(*load_own_game(rules_), nim_); }
  int port_with_code() { return port({nim_, "--game-code", "nim=" + rules_}); }
  // What a process is said to have mapped, open, and so on.
  std::string told_of(pid_t process, const std::string& what) {
    return read_whole(fmt::format("/proc/{}/{}", process, what));
  }
  // The processes that the server has started, and those that they have.
  std::vector<pid_t> descendants(pid_t of) {
    std::vector<pid_t> all;
    std::istringstream children(told_of(of, fmt::format("task/{}/children", of)));
    for (pid_t child = 0; children >> child;) {
      all.push_back(child);
      for (const pid_t further : descendants(child)) all.push_back(further);
    }
    return all;
  }

  const std::string rules_ = ZERMELO_SERVED_RULES;
  const std::string nim_ = folder_.file("nim.ztb");
};

TEST_F(ServingCode, IsAnsweredByProcessesOfItsOwn) {
  port_with_code();
  EXPECT_EQ(json("/api/v1/tables/nim/position")["position"], "7 b");
  EXPECT_EQ(told_of(program_->id(), "maps").find("served_rules"), std::string::npos);
  const HttpAnswer crash = get("/api/v1/tables/nim/position?position=crash");
  EXPECT_EQ(crash.status, 500);
  EXPECT_EQ(Json::parse(crash.body)["error"], "served_rules.so: parse: it crashes (Aborted).");
  EXPECT_EQ(json("/api/v1/tables/nim/position")["position"], "7 b");
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  EXPECT_EQ(end(), "zermelo: served_rules.so: parse: it crashes (Aborted).\n");
}

// Without the option, the file is not touched, although the table names it.
TEST_F(ServingCode, IsNotRunUnlessItIsNamed) {
  port({nim_});
  EXPECT_EQ(get("/api/v1/tables/nim/position").status, 501);
  EXPECT_EQ(json("/api/v1/tables/nim/position?position=hex:0500")["value"], "win");
  EXPECT_TRUE(descendants(program_->id()).empty());
  EXPECT_EQ(told_of(program_->id(), "maps").find("served_rules"), std::string::npos);
}

// However the server ends, while rules do not.
TEST_F(ServingCode, LeavesNoProcessBehind) {
  port_with_code();
  std::thread stuck([&] {
    try {
      http_get(port_, "/api/v1/tables/nim/position?position=loop");
    } catch (const std::exception&) {  // (The server is gone before it answers.)
    }
  });
  std::this_thread::sleep_for(200ms);
  const std::vector<pid_t> all = descendants(program_->id());
  EXPECT_GE(all.size(), 3u);
  program_->send(SIGKILL);
  program_->wait();
  stuck.join();
  const auto is_there = [](pid_t process) { return ::kill(process, 0) == 0; };
  const auto begun = Clock::now();
  while (std::ranges::any_of(all, is_there) && milliseconds_since(begun) < 12000)
    std::this_thread::sleep_for(20ms);
  EXPECT_FALSE(std::ranges::any_of(all, is_there));
}

TEST_F(ServingCode, IsRefusedWithASentence) {
  EXPECT_EQ(complaint_of(2, {"serve", nim_, "--game-code", rules_}),
            "--game-code takes ID=FILE here, as in kalah=./kalah.so for kalah.ztb, and not '" +
                rules_ + "'. See zermelo serve --help.");
  complaint_of(2, {"serve", nim_, "--game-code", "other=" + rules_});
  complaint_of(2, {"serve", nim_, "--game-code", "nim=" + rules_, "--game-code", "nim=x"});
  complaint_of(2, {"serve", table_, "--game-code", "small=" + rules_});
  complaint_of(1, {"serve", nim_, "--game-code", "nim=./none.so"});
}

// --- Damage --------------------------------------------------------------------------------------

TEST_F(ServingProgram, SurvivesTablesThatAreCutShort) {
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  std::filesystem::resize_file(table_, 10);
  for (const char* what : {"/position", "/line", "/stats", "/random", "/puzzles"}) {
    const HttpAnswer answer = get(small + what);
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(Json::parse(answer.body)["code"], "damaged_table");
  }
  EXPECT_EQ(json(small)["file"], "cut_short");
  EXPECT_EQ(get("/healthz").status, 200);
  const std::string told = end();
  EXPECT_NE(told.find("was cut short"), std::string::npos);
  EXPECT_EQ(std::ranges::count(told, '\n'), 1) << told;
}

TEST_F(ServingProgram, GoesOnWithTablesThatAreRemovedOrReplaced) {
  json(small);
  std::filesystem::remove(table_);
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  EXPECT_EQ(json(small)["file"], "removed");
  write_whole(table_, "another");
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  EXPECT_EQ(json(small)["file"], "replaced");
  EXPECT_EQ(std::ranges::count(end(), '\n'), 2);
}

// --- Hostile clients -----------------------------------------------------------------------------

TEST_F(ServingProgram, AnswersOthersBesideIdleAndDrippingClients) {
  json(small + "/position");
  const std::size_t before = resident();
  std::vector<std::unique_ptr<HttpClient>> idle, dripping;
  for (int i = 0; i < 300; ++i) {
    idle.push_back(std::make_unique<HttpClient>(port()));
    dripping.push_back(std::make_unique<HttpClient>(port()));
    dripping.back()->send("GET " + small + "/position HTTP/1.1\r\nX: ");
  }
  int late = 0;
  for (int round = 0; round < 10; ++round) {
    for (const auto& client : dripping) client->send("x");
    const auto begun = Clock::now();
    HttpClient other(port(), "127.0.0.2");
    EXPECT_EQ(Json::parse(other.get(small + "/position").body)["text"], "win in 17");
    late += milliseconds_since(begun) >= 100;
  }
  EXPECT_LE(late, 1);  // (A machine that does other work may be slow for a moment.)
  EXPECT_LT(resident(), before + (32u << 20));
}

TEST_F(ServingProgram, KeepsItsMemoryBounded) {
  json(small + "/position");
  const std::size_t before = resident();
  const std::string filler(100000, 'x');
  for (int i = 0; i < 4; ++i) {
    HttpClient header(port()), body(port());
    header.send("GET / HTTP/1.1\r\nX: ");
    body.send("POST " + small + "/positions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int k = 0; k < 1000 && header.send(filler); ++k) {
    }
    for (int k = 0; k < 1000 && body.send("186a0\r\n" + filler + "\r\n"); ++k) {
    }
  }
  // A position of a megabyte, in the address and in a body.
  EXPECT_NE(get(small + "/position?position=" + std::string(1 << 20, 'b')).status, 200);
  const std::string large = R"({"positions":[")" + std::string(1000000, 'b') + R"("]})";
  const HttpAnswer many = HttpClient(port()).ask("POST", small + "/positions", "", large);
  EXPECT_EQ(many.status, 200);
  EXPECT_EQ(Json::parse(many.body)["answers"][0]["code"], "illegal_position");
  EXPECT_EQ(HttpClient(port()).ask("POST", small + "/positions", "", large + large).status, 413);
  EXPECT_LT(resident(), before + (48u << 20));
  EXPECT_EQ(end(), "");
}

TEST_F(ServingProgram, LeadsTricksWithPathsNowhere) {
  for (const char* target :
       {"/../../../../etc/passwd", "/assets/../../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "/assets//etc/passwd",
        "/table/../../etc/passwd", "/api/v1/tables/..%2f..%2fsmall", "/api/v1/tables/small.ztb",
        "//etc/passwd", "/assets/%2e%2e%5c%2e%2e"}) {
    const HttpAnswer answer = get(target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(answer.body.find("root:"), std::string::npos);
  }
  for (const char* target : {"/assets/%00", "/%c0%ae%c0%ae/", "/%", "/assets/main.js%00.txt"})
    EXPECT_EQ(get(target).status, 400) << target;
}

// --- By berserk, a client of Lichess's tables (tests/server/lila_clients_test.cpp has the rest)
// ---

TEST_F(ServingProgram, AnswersBerserk) {
  const std::string folder = folder_.file("chess");
  make_endgames(*make_game(variant_spec("chess")), folder, {.materials = {"KRvK"}});
  port({folder});
  const std::string in = folder_.file("in"), out = folder_.file("out");
  write_whole(
      in, "standard\t8/8/8/8/3k4/8/8/KR6 w - - 0 1\nstandard\tk1R5/8/1K6/8/8/8/8/8 b - - 0 1\n");
  const int status = std::system(
      fmt::format("python3 '{}/tests/support/berserk_client.py' {} < '{}' > '{}' 2> /dev/null",
                  ZERMELO_SOURCE, url(""), in, out)
          .c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 77 || code == 127)
    GTEST_SKIP() << "There is no Python, or it has no package berserk.";
  ASSERT_EQ(code, 0);
  std::istringstream lines(read_whole(out));
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const Json rook = Json::parse(line);
  EXPECT_EQ(rook, json("/standard?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1"));
  EXPECT_EQ(rook["dtm"], 29);
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ(Json::parse(line)["checkmate"], true);
}

// --- By curl -------------------------------------------------------------------------------------

// The output of a command.
std::string printed(const std::string& command) {
  std::string output;
  std::array<char, 4096> buffer;
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  for (std::size_t got = 1; got > 0;) {
    got = std::fread(buffer.data(), 1, buffer.size(), pipe.get());
    output.append(buffer.data(), got);
  }
  return output;
}

TEST_F(ServingProgram, AnswersCurl) {
  if (std::system("curl --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "There is no curl.";
  const auto curl = [&](const std::string& options, const std::string& path) {
    return printed(fmt::format("curl -s -m 10 {} '{}'", options, url(path)));
  };
  EXPECT_EQ(Json::parse(curl("", small + "/position"))["text"], "win in 17");
  EXPECT_EQ(Json::parse(curl("-G --data-urlencode 'position=www/1o1/bbb b'", small + "/position")),
            json(small + "/position"));
  EXPECT_EQ(Json::parse(curl("--data '{\"positions\":[\"www/1o1/bbb b\"]}'",
                             small + "/positions"))["answers"][0]["plies"],
            17);
  EXPECT_NE(curl("-I", small).find("HTTP/1.1 200 OK"), std::string::npos);
  EXPECT_NE(curl("-X OPTIONS -i", small).find("Allow: GET, HEAD, OPTIONS"), std::string::npos);
  EXPECT_EQ(curl("-o /dev/null -w '%{http_code}'", "/none"), "404");
  EXPECT_NE(curl("-N", small + "/puzzles?limit=2&win_in=3..").find("\"done\":true"),
            std::string::npos);
  EXPECT_EQ(curl("--compressed", "/"), curl("", "/"));
  EXPECT_EQ(curl("--http1.0", "/healthz"), curl("", "/healthz"));
  // An answer that the client already has is not sent again.
  const std::string etag = folder_.file("etag");
  curl("--etag-save " + etag, small);
  EXPECT_EQ(curl("--etag-compare " + etag + " -o /dev/null -w '%{http_code}'", small), "304");
}

// --- The description -----------------------------------------------------------------------------

// Whether everything in the example is true. Its lists may be shorter.
bool holds(const Json& answer, const Json& example) {
  if (example.is_object()) {
    return answer.is_object() && std::ranges::all_of(example.items(), [&](const auto& item) {
             return answer.contains(item.key()) && holds(answer[item.key()], item.value());
           });
  }
  if (!example.is_array()) return answer == example;
  if (!answer.is_array() || answer.size() < example.size()) return false;
  for (std::size_t i = 0; i < example.size(); ++i) {
    if (!holds(answer[i], example[i])) return false;
  }
  return true;
}

// All objects with "x-request" below a node.
void collect_examples(const Json& node, std::vector<Json>& examples) {
  if (node.is_object() && node.contains("x-request")) examples.push_back(node);
  if (!node.is_structured()) return;
  for (const Json& part : node) collect_examples(part, examples);
}

TEST_F(ServingProgram, IsAsItDescribesItself) {
  const Json document = json("/openapi.json");
  std::vector<Json> examples;
  collect_examples(document, examples);
  EXPECT_GT(examples.size(), 15u);
  for (const Json& example : examples) {
    // "GET /path" or "POST /path body"
    const auto request = example["x-request"].get<std::string>();
    const std::size_t path = request.find(' ') + 1;
    const std::size_t body = std::min(request.find(' ', path), request.size());
    const HttpAnswer answer =
        HttpClient(port()).ask(request.substr(0, path - 1), request.substr(path, body - path), "",
                               request.substr(std::min(body + 1, request.size())));
    EXPECT_TRUE(holds(Json::parse(answer.body), example["value"])) << request << answer.body;
    const bool refused = example["value"].contains("error");
    EXPECT_EQ(answer.status >= 400, refused) << request;
  }
}

// The parameters that an operation of the document takes after the question mark.
std::set<std::string> parameters_told(const Json& document, const Json& operation) {
  std::set<std::string> names;
  if (!operation.contains("parameters")) return names;
  for (Json parameter : operation["parameters"]) {
    if (parameter.contains("$ref")) {
      const auto reference = parameter["$ref"].get<std::string>();
      parameter = document.at(Json::json_pointer(reference.substr(1)));
    }
    if (parameter["in"] == "query") names.insert(parameter["name"]);
  }
  return names;
}

TEST_F(ServingProgram, TakesTheParametersThatItTells) {
  const Json document = json("/openapi.json");
  std::size_t told = 0;
  for (const server::EndpointInfo& info : server::endpoints()) {
    if (info.parameters == server::any_parameters) continue;
    std::string path(info.path);
    if (const auto at = path.find("{...}"); at != std::string::npos) path.replace(at, 5, "{name}");
    ASSERT_TRUE(document["paths"].contains(path)) << path;
    const Json& operation = document["paths"][path][info.method == "GET" ? "get" : "post"];
    std::set<std::string> known;
    std::istringstream words{std::string(info.parameters)};
    for (std::string word; words >> word;) known.insert(word);
    EXPECT_EQ(parameters_told(document, operation), known) << path;
    EXPECT_TRUE(operation["responses"].contains("400")) << path;
    ++told;
  }
  EXPECT_GT(told, 18u);
}

TEST_F(ServingProgram, DescribesAllThatThereIs) {
  const Json paths = json("/openapi.json")["paths"];
  for (const auto& [path, operations] : paths.items()) {
    std::string target = path;
    for (const auto& [name, value] : {std::pair{"{id}", "small"}, std::pair{"{name}", "none.js"}}) {
      if (const auto at = target.find(name); at != std::string::npos)
        target.replace(at, std::string(name).size(), value);
    }
    std::string methods = "OPTIONS";
    for (const auto& [method, operation] : operations.items())
      methods = method == "get" ? "GET, HEAD, OPTIONS" : "OPTIONS, POST";
    EXPECT_EQ(HttpClient(port()).ask("OPTIONS", target).headers["allow"], methods) << path;
  }
}

}  // namespace
}  // namespace zermelo::test
