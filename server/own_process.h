// SPDX-License-Identifier: MIT
// Questions that are answered in a process of its own, because the answers need rules that are the
// user's own code: if these crash, or do not come to an end, that process is gone, and the next
// question has a new one.
//
// Between the server, which has threads, and the process that answers there is a small one without
// threads, which may start processes at any time, looks at the clock, and knows how they end.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "gen/error.h"
#include "probe/own_calls.h"
#include "server/http.h"

namespace zermelo::server {

// What such rules may take before their process is ended.
struct RulesLimits {
  std::chrono::milliseconds call = std::chrono::seconds(5);     // for a call of a function
  std::chrono::milliseconds answer = std::chrono::seconds(10);  // for an answer without its parts
  std::chrono::milliseconds end = std::chrono::seconds(2);      // to end when told to stop
};

class OwnProcess {
 public:
  struct Answered {
    std::string text;
    // What comes after the text, part by part, if anything does: it is begun by calling this, once
    // and before the next question.
    Stream parts = {};
  };
  using Answer = std::function<Answered(std::string_view question)>;
  // Called in each new process, to make what answers there. It notes what the rules do in the
  // calls. May throw Error.
  using Begin = std::function<Answer(OwnCalls& calls)>;

  // Starts the process in between: to be called before there are other threads. `where` begins
  // messages: "mygame.so". What `begin` does may take ten times as long as an answer: tables may be
  // on a slow disk. Throws Error if there can be no such process.
  OwnProcess(const Begin& begin, const std::string& where, const RulesLimits& limits);
  OwnProcess(const OwnProcess&) = delete;
  OwnProcess& operator=(const OwnProcess&) = delete;
  // Ends the processes.
  ~OwnProcess();

  // Whether a question is about work that the process goes on with between questions.
  enum class About : bool { itself, work };

  // One thread at a time. Throws RulesError with one sentence if the process ends without an answer
  // or takes too long, and for what `begin` throws; for a question about work, also if that had to
  // be ended since the last such question because one of its calls took too long. The parts of what
  // it returns do so, too; they come as fast as the sink takes them, and the process stays with
  // them until they end.
  Answered ask(std::string_view question, About about = About::itself);

 private:
  void pass_parts(const StreamSink& sink, const std::atomic<bool>& stop);
  // A message of the process in between; throws RulesError if it is about a failure. While none
  // comes, may_wait() is called again and again.
  std::string received(const std::function<bool()>& may_wait = {});
  RulesError gone() const;

  SharedOwnCalls shared_;
  int socket_ = -1;
  pid_t between_ = -1;  // the process in between
  std::string where_;
};

}  // namespace zermelo::server
