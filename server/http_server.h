// SPDX-License-Identifier: MIT
// Carries requests and answers over sockets, by libmicrohttpd.
//
//     Service service({"ostle-8.ztb"}, {});
//     HttpServer server(service, {.bind = "127.0.0.1:8080"});
//     std::cout << server.url() << std::endl;
//     server.run(stop);  // until stop becomes true
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "server/answerer.h"
#include "server/connections.h"
#include "server/http.h"

namespace zermelo::server {

struct ServerOptions {
  std::string bind = "127.0.0.1:8080";  // as Listener
  int threads = 0;                      // that answer; 0: one per processor, but two to eight
  int slow_threads = 2;                 // only for answers that take long
  int mining_jobs = 2;                  // concurrent searches for puzzles, one thread each
  std::chrono::milliseconds mining = std::chrono::seconds(30);  // the longest that each may take
  std::chrono::milliseconds drain =
      std::chrono::seconds(10);  // from the request to end until the end, at the latest
  std::uint64_t unsent = std::uint64_t{128} << 20;  // bytes of large answers that wait to be sent
  RequestLimits requests = {};
  ConnectionLimits connections = {};
  Log access_log = {};  // one line per request; may be empty
  Log log = {};         // for requests that failed for want of memory or threads; may be empty
};

class HttpServer {
 public:
  // Listens from now on. Throws UsageError and FileError as Listener does.
  HttpServer(Answerer& answerer, ServerOptions options);
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;
  ~HttpServer();

  std::string url() const;
  // Serves until `stop` becomes true. Then takes no more connections, finishes the answers that
  // have been begun, refuses work that has not begun, ends long work, and returns when that is
  // done, after ServerOptions::drain at the latest.
  void run(const std::atomic<bool>& stop);

 private:
  class Transport;
  std::unique_ptr<Transport> transport_;
};

}  // namespace zermelo::server
