// SPDX-License-Identifier: MIT
// Answers requests about one table whose rules are code, in processes of their own
// (server/own_process.h). What they answer there is a Service of this table alone.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "server/http.h"
#include "server/own_process.h"
#include "server/routes.h"
#include "server/served_table.h"

namespace zermelo::server {

class OwnAnswerer {
 public:
  // Makes what answers in such a process: a function of requests about the table. Every call of the
  // rules is to be noted in `calls`.
  using Begin = std::function<std::function<Response(const Request&)>(OwnCalls& calls)>;

  // Opens the table and its code, whose file is `code`, in a first process; to be called before
  // there are other threads. Throws RulesError with one sentence if that fails.
  OwnAnswerer(const ServedTable& table, const std::string& code, const Begin& begin,
              const RulesLimits& limits);

  // Any number of threads may call it; they wait for each other, the longer the fewer threads the
  // rules allow. Throws RulesError for rules that crash or do not come to an end, and a Refusal
  // (503) if that takes too long. A stream keeps its process, of which there is one for all
  // streams, until it has run or is forgotten, and throws RulesError, too; it is run once.
  Response answer(const Request& request, Endpoint endpoint);

  // What the table's address answers.
  const Json& told() const { return told_; }

 private:
  class Turn;
  std::pair<std::ptrdiff_t, std::ptrdiff_t> processes_for(Endpoint endpoint) const;
  Stream held_stream(std::shared_ptr<Turn> turn, Stream parts) const;
  std::string plain(std::string sentence) const;

  const ServedTable& table_;
  std::string code_;
  std::chrono::milliseconds patience_;
  bool one_thread_ = false;  // the rules allow no more
  std::vector<std::unique_ptr<OwnProcess>> processes_;
  std::vector<char> is_busy_;  // by process
  std::mutex mutex_;
  std::condition_variable freed_;
  Json told_;
};

// Texts as one, and back: for requests and answers on their way.
std::string packed(const std::vector<std::string_view>& texts);
// Throws Error for what packed() has not made.
std::vector<std::string> unpacked(std::string_view packed);

}  // namespace zermelo::server
