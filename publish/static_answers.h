// SPDX-License-Identifier: MIT
// What the server would answer about a table, as files: those questions whose answers a page
// without a server cannot work out, or needs before anything else is there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "json/json.h"
#include "server/service.h"

namespace zermelo::publish {

struct AnswerOptions {
  std::uint64_t puzzles = 1000, seed = 1;
  int threads = 0;  // 0: one per processor
  const std::atomic<bool>* stop = nullptr;
  // Called now and then with what is being done, in words.
  std::function<void(const std::string& what)> progress = {};
};

// The answers of the server to GET. Not thread-safe.
class Asker {
 public:
  Asker(server::Service& service, const AnswerOptions& options)
      : service_(service), options_(options) {}

  // The body of the answer about a table: "/stats", or "" for the table itself. Nothing if the
  // server refuses, since there is no such answer for this table. Waits for what takes long. Throws
  // FileError for a damaged table, and Interrupted.
  std::optional<std::string> ask(const std::string& id, const std::string& question) const;

 private:
  server::Service& service_;
  const AnswerOptions& options_;
};

// By the files' names without their ending: "rules", "stats", "longest", "drawn", "first", "line",
// "puzzles", "examples", "report", as far as there is such an answer. Throws as ask().
using StaticAnswers = std::map<std::string, std::string>;
StaticAnswers static_answers(server::Service& service, const server::ServedTable& table,
                             const AnswerOptions& options);

}  // namespace zermelo::publish
