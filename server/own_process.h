// SPDX-License-Identifier: MIT
// Questions that are answered in a process of its own, because the answers need rules that are the
// user's own code: if these crash, or do not come to an end, that process is gone, and the next
// question has a new one.
//
// Between the server, which has threads, and the process that answers there is a small one without
// threads, which may start processes at any time, looks at the clock, and knows how they end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "probe/own_game.h"

namespace zermelo::server {

class OwnProcess {
 public:
  using Answer = std::function<std::string(std::string_view question)>;
  // Called in each new process, to make what answers there. It notes what the rules do in the
  // calls. May throw Error.
  using Begin = std::function<Answer(OwnCalls& calls)>;

  // Starts the process in between: to be called before there are other threads. `where` begins
  // messages: "mygame.so". `limit`: how long an answer may take; what `begin` does may
  // take ten times as long. Throws Error if there can be no such process.
  OwnProcess(const Begin& begin, const std::string& where, std::chrono::milliseconds limit);
  OwnProcess(const OwnProcess&) = delete;
  OwnProcess& operator=(const OwnProcess&) = delete;
  // Ends the processes.
  ~OwnProcess();

  // One thread at a time. Throws RulesError with one sentence if the process ends without an answer
  // or takes too long, and for what `begin` throws.
  std::string ask(std::string_view question);

 private:
  int socket_ = -1;
  int between_ = -1;  // the process in between
  std::string where_;
};

}  // namespace zermelo::server
