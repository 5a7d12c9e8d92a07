// SPDX-License-Identifier: MIT
// The server, for tables whose rules are a class in Python: `python3 -m zermelo serve`.
#include <pybind11/stl.h>

#include <csignal>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "python/src/convert.h"
#include "python/src/long_work.h"
#include "python/src/module.h"
#include "python/src/own_rules.h"

#ifdef ZERMELO_HAS_SERVER
#include <cstdio>

#include "probe/table.h"
#include "server/http_server.h"
#include "server/service.h"
#endif

namespace zermelo::python {
namespace {

using CodeByTable = std::map<std::string, std::string>;

#ifdef ZERMELO_HAS_SERVER

constexpr bool has_server = true;

// What the caller's function raised, as a sentence for clients.
[[noreturn]] void throw_as_rules_error(const py::error_already_set& raised) {
  const py::object library = py::module_::import("zermelo._errors").attr("Error");
  const std::string words = py::cast<std::string>(py::str(raised.value()));
  if (raised.matches(library)) throw RulesError(words);
  throw RulesError(py::cast<std::string>(raised.type().attr("__name__")) + ": " + words + ".");
}

// Loads rules in a process that has just been forked by a thread with the GIL, its only one. From
// then on the GIL is free: every call of the rules takes it.
class LoadInNewProcess {
 public:
  // load(code, parameters) describes the rules, as PythonRules takes it. (It may be copied without
  // the GIL.)
  explicit LoadInNewProcess(const py::function& load)
      : load_(std::make_shared<py::function>(load)) {}

  std::shared_ptr<const Game> operator()(const std::string& code, const ParameterTexts& parameters,
                                         OwnCalls* calls) const {
    PyOS_AfterFork_Child();
    std::shared_ptr<const Game> game;
    try {
      const auto rules =
          std::make_shared<PythonRules>(py::cast<py::dict>((*load_)(code, parameters)));
      game = PythonRules::watched_game(rules, *calls);
    } catch (const py::error_already_set& raised) {
      throw_as_rules_error(raised);
    }
    PyEval_SaveThread();
    return game;
  }

 private:
  std::shared_ptr<py::function> load_;
};

void complain(const std::string& sentence) {
  std::fputs(("zermelo: " + sentence + "\n").c_str(), stderr);
}

// Calls listening(url) when it listens, and serves until a signal's handler raises.
void serve(const std::vector<std::string>& paths, const CodeByTable& game_code,
           const py::function& load, const py::function& listening, const std::string& bind,
           int threads, bool log) {
  std::signal(SIGPIPE, SIG_IGN);
  survive_truncation();
  server::Service service(
      paths, {.game_code = game_code, .load_code = LoadInNewProcess(load), .log = complain});
  server::ServerOptions options{.bind = bind, .threads = threads_of(threads), .log = complain};
  if (log)
    options.access_log = [](const std::string& line) { std::fputs((line + "\n").c_str(), stderr); };
  server::HttpServer http(service, options);
  listening(http.url());
  run_long(py::none(), [&](LongWork& work) {
    http.run(*work.stop());
    return true;
  });
}

#else

constexpr bool has_server = false;

void serve(const std::vector<std::string>&, const CodeByTable&, const py::function&,
           const py::function&, const std::string&, int, bool) {
  throw Error("This build has no server: libmicrohttpd was not found when it was built.");
}

#endif

}  // namespace

void add_serving(py::module_& module) {
  module.attr("has_server") = has_server;
  module.def("serve", &serve, py::arg("paths"), py::arg("game_code"), py::arg("load"),
             py::arg("listening"), py::arg("bind"), py::arg("threads"), py::arg("log"));
}

}  // namespace zermelo::python
