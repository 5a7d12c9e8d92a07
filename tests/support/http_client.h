// SPDX-License-Identifier: MIT
// The tests' own HTTP client: it sends what the test says, byte for byte.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <string_view>

namespace zermelo::test {

struct HttpAnswer {
  int status = 0;                              // 0: the connection was closed without a status
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;                            // chunks put together
};

// A connection to 127.0.0.1. Anything that takes longer than its patience is a failure: what was
// received so far is returned.
class HttpClient {
 public:
  // `from`: the address that the connection comes from, in 127.0.0.0/8.
  explicit HttpClient(int port, const std::string& from = "127.0.0.1",
                      std::chrono::milliseconds patience = std::chrono::seconds(10));
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;
  ~HttpClient() { close(); }

  // Whether all of it could be sent.
  bool send(std::string_view bytes);
  // The next answer. `to_head`: it has no body.
  HttpAnswer receive(bool to_head = false);
  // Reads bytes until there are this many, or until the end.
  std::string receive_bytes(std::size_t least);
  // Waits for the server to close the connection; returns whether it did.
  bool closed();
  void close();

  // Sends a GET, with more header lines, such as "If-None-Match: x\r\n".
  HttpAnswer get(const std::string& target, const std::string& headers = "");
  HttpAnswer ask(const std::string& method, const std::string& target,
                 const std::string& headers = "", const std::string& body = "");

 private:
  bool more();
  std::string taken(std::size_t bytes);
  std::string line();
  std::string chunks();

  int socket_ = -1;
  std::string received_;
};

// One request over a connection of its own.
HttpAnswer http_get(int port, const std::string& target, const std::string& headers = "");

// A text for the query of an address: "b c" as "b%20c".
std::string percent_encoded(std::string_view text);

}  // namespace zermelo::test
