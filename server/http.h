// SPDX-License-Identifier: MIT
// Requests and answers as values, independent of the transport that carries them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "json/json.h"

namespace zermelo::server {

// Messages for the operator of the server. Called from any thread.
using Log = std::function<void(const std::string& line)>;

struct Request {
  std::string method = "GET";
  std::string target = "/";  // as it was sent: the path, and after a question mark the query
  std::string body = {};
  std::string if_none_match = {};    // headers; empty if they are absent
  std::string accept_encoding = {};  //
};

using Headers = std::vector<std::pair<std::string, std::string>>;

// Takes one piece of a long answer; returns false if no more is wanted.
using StreamSink = std::function<bool(std::string_view)>;

// An answer that is produced piece by piece and may take seconds. Calls the sink on its own thread;
// ends soon once `stop` is true.
using Stream = std::function<void(const StreamSink& sink, const std::atomic<bool>& stop)>;

struct Response {
  int status = 200;
  std::string content_type = {};  // empty: no content
  std::string body = {};
  std::string_view lasting = {};  // instead of `body`: bytes that live as long as the program
  Headers headers = {};
  Stream stream = {};  // instead of both

  std::string_view content() const { return lasting.empty() ? std::string_view(body) : lasting; }
};

// An answer that reports a failure: a status, a word for programs, a sentence for people.
class Refusal : public std::runtime_error {
 public:
  Refusal(int with_status, std::string with_code, const std::string& sentence,
          Headers with_headers = {})
      : std::runtime_error(sentence),
        status(with_status),
        code(std::move(with_code)),
        headers(std::move(with_headers)) {}

  int status;
  std::string code;
  Headers headers;
  Json more = Json::object();  // in addition to "code" and "error"
};

// 400.
Refusal bad_request(const std::string& sentence);
// 503, to be tried again after this many seconds.
Refusal busy(const std::string& sentence, int seconds);

// Throws a Refusal (503) once `ending` is true; for work that takes long.
void refuse_if_ending(const std::atomic<bool>& ending);

// {"code", "error"} and whatever else the refusal has; not to be kept by caches.
Response response_of(const Refusal& refusal);
Response json_response(const Json& json);

// 16 letters that depend only on the text. For tags and identities, which need not be secret.
std::string hash_of(std::string_view text);

// The answer to a client whose request is too large.
struct RequestLimits {
  std::size_t target = 8192;    // bytes of path and query; 414 if there are more
  std::size_t headers = 16384;  // bytes of all headers; 431 if there are more
  std::size_t body = 1 << 20;   // bytes; 413 if there are more
};

}  // namespace zermelo::server
