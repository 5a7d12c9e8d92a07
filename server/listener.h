// SPDX-License-Identifier: MIT
// A socket that waits for connections.
#pragma once

#include <string>

namespace zermelo::server {

class Listener {
 public:
  // `address`: "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:80", "8080" (on 127.0.0.1) or
  // "localhost:8080"; port 0 is any port that is free. Throws UsageError if the text is not an
  // address, and FileError if the address cannot be listened on.
  explicit Listener(const std::string& address);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener();

  int socket() const { return socket_; }
  // "http://127.0.0.1:8080/"
  std::string url() const;
  void close();

 private:
  int socket_ = -1;
};

}  // namespace zermelo::server
