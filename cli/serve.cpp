// SPDX-License-Identifier: MIT
// zermelo serve: answers questions about tables over HTTP, with a page to explore them.
#include <cstdint>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"

#ifdef ZERMELO_HAS_SERVER
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <map>

#include "probe/table.h"
#include "server/http_server.h"
#include "server/service.h"
#endif

namespace zermelo::cli {
namespace {

struct ServeArguments {
  Words paths, game_code;
  std::string bind = "127.0.0.1:8080";
  int threads = 0, connections = 1000, connections_of_an_address = 100, timeout = 20;
  int mining_jobs = 2, mining_time = 30;
  std::uint64_t mining_memory = std::uint64_t{2} << 30;
  bool log = false;
};

#ifdef ZERMELO_HAS_SERVER

server::ServerOptions options_of(const ServeArguments& o) {
  server::ServerOptions options;
  options.bind = o.bind;
  options.threads = o.threads;
  options.mining_jobs = o.mining_jobs;
  options.mining = std::chrono::seconds(o.mining_time);
  options.connections.all = o.connections;
  options.connections.of_an_address = o.connections_of_an_address;
  options.connections.request = std::chrono::seconds(o.timeout);
  if (o.log) {
    options.access_log = [](const std::string& line) { std::fputs((line + "\n").c_str(), stderr); };
  }
  return options;
}

// ID=FILE, by the ids.
std::map<std::string, std::string> game_code_of(const ServeArguments& o) {
  std::map<std::string, std::string> code;
  for (const std::string& given : o.game_code) {
    const std::size_t sign = given.find('=');
    if (sign == std::string::npos || sign == 0 || sign + 1 == given.size()) {
      throw UsageError(fmt::format(
          "--game-code takes ID=FILE here, as in kalah=./kalah.so for kalah.ztb, and not '{}'.",
          given));
    }
    const std::string id = given.substr(0, sign);
    if (!code.emplace(id, given.substr(sign + 1)).second)
      throw UsageError(fmt::format("--game-code: '{}' is given code twice.", id));
  }
  return code;
}

ExitCode run_serve(const ServeArguments& o) {
  std::signal(SIGPIPE, SIG_IGN);
  survive_truncation();
  const std::atomic<bool>& stop = catch_interrupts();
  const auto complain = [](const std::string& sentence) {
    std::fputs(fmt::format("zermelo: {}\n", sentence).c_str(), stderr);
  };
  server::Service service(
      o.paths, {.game_code = game_code_of(o), .mining_memory = o.mining_memory, .log = complain});
  server::ServerOptions options = options_of(o);
  options.log = complain;
  server::HttpServer http(service, options);
  print(http.url() + "\n");
  finish_output();
  http.run(stop);
  return success;
}

#else

ExitCode run_serve(const ServeArguments&) {
  throw Error("This build has no server: libmicrohttpd was not found when it was built.");
}

#endif

}  // namespace

Verb add_serve(CommandLine& program) {
  Arguments verb =
      program.add_verb("serve", "Answer over HTTP, with a page to explore tables in a browser");
  const auto o = std::make_shared<ServeArguments>();
  verb.option("FILE", o->paths, "The tables").required().value_name("").file({"ztb"});
  verb.option("--game-code", o->game_code,
              "The rules of a table's game, if they are code: the table's id (its name without\n"
              ".ztb), and the file that it was made with, which is run; may be given several times")
      .one_value()
      .value_name("ID=FILE");
  verb.option("--bind", o->bind,
              "Where to listen (default: 127.0.0.1:8080, which only this machine reaches);\n"
              "port 0 chooses one that is free")
      .value_name("ADDRESS:PORT");
  verb.option("--threads", o->threads, "Threads that answer (default: one per processor)")
      .between(1, 64)
      .value_name("N");
  verb.option("--connections", o->connections, "Simultaneous connections (default: 1000)")
      .between(1, 100000, InHelp::name_only)
      .value_name("N");
  verb.option("--connections-per-address", o->connections_of_an_address,
              "Simultaneous connections from one address (default: 100); 0: any number,\n"
              "for a server behind a proxy")
      .between(0, 100000, InHelp::name_only)
      .value_name("N");
  verb.option("--timeout", o->timeout,
              "Seconds within which a request must have arrived in full (default: 20)")
      .between(1, 3600, InHelp::name_only)
      .value_name("SECONDS");
  verb.option("--mining-jobs", o->mining_jobs, "Simultaneous searches for puzzles (default: 2)")
      .between(0, 64, InHelp::name_only)
      .value_name("N");
  verb.option("--mining-time", o->mining_time,
              "Seconds after which such a search is ended (default: 30)")
      .between(1, 86400, InHelp::name_only)
      .value_name("SECONDS");
  verb.text(
          "--mining-memory",
          [o = o.get()](const std::string& size) { o->mining_memory = parse_size(size); },
          "Memory that such a search may take, 512M or 8G (default: 2G);\n"
          "larger tables have no puzzles")
      .value_name("SIZE");
  verb.flag("--log", o->log, "Write one line per request to stderr");
  verb.footer(
      "The address to open in a browser is the first line on stdout. On SIGTERM or Ctrl-C the "
      "server\n"
      "finishes the answers that it has begun, and ends.\n"
      "Example: zermelo serve ostle-8.ztb");
  return {verb, [o] { return run_serve(*o); }};
}

}  // namespace zermelo::cli
