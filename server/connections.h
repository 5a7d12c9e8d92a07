// SPDX-License-Identifier: MIT
// Which connections are open, how many an address has, and until when each must have done
// something. A client that is slow, or says nothing, or will not read, costs no more than the place
// it takes.
#pragma once

#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "server/metrics.h"

namespace zermelo::server {

struct ConnectionLimits {
  int all = 1000;           // connections that are open at the same time
  int of_an_address = 100;  // per address (with IPv6, per 64-bit network); 0: any number
  // A whole request must have arrived within this time after the connection was opened or the last
  // answer was sent.
  std::chrono::milliseconds request = std::chrono::seconds(20);
  // An answer must have been taken within this time after the request.
  std::chrono::milliseconds answer = std::chrono::seconds(300);
  // Connections beyond these limits on which only /healthz is answered, so that a monitor of the
  // server sees that it is alive: this many in all, and per address; each ends soon.
  int reserve = 16;
  int reserve_of_an_address = 4;
  std::chrono::milliseconds reserve_request = std::chrono::seconds(2);
};

// The state of one connection; the list owns it.
class Connection {
 public:
  Connection(int its_socket, std::string its_key, std::string its_name, bool from_reserve)
      : socket(its_socket),
        key(std::move(its_key)),
        name(std::move(its_name)),
        is_reserve(from_reserve) {}

  const int socket;
  const std::string key;                   // of its address, for counting
  const std::string name;                  // of its address, for people: "127.0.0.1"
  const bool is_reserve;                   // beyond the limits: only /healthz is answered
  std::atomic<std::int64_t> deadline = 0;  // in milliseconds of the steady clock
  std::atomic<bool> answering = false;     // a whole request is there, its answer not yet taken
};

// Any number of threads may use an object of this class.
class Connections {
 public:
  Connections(ConnectionLimits limits, Metrics& metrics) : limits_(limits), metrics_(metrics) {}

  // Admits a socket that has just been accepted; returns nothing if there are too many, even for
  // the reserve. Throws std::bad_alloc; then the socket is not admitted.
  std::shared_ptr<Connection> admit(int socket, const sockaddr* address);
  std::shared_ptr<Connection> find(int socket) noexcept;
  // To be called before the socket is closed.
  void remove(Connection& connection) noexcept;

  void begin_answer(Connection& connection) noexcept;
  void end_answer(Connection& connection) noexcept;

  // Shuts down the connections that are past their deadlines. A thread that reads from or writes to
  // such a socket finds it closed.
  void end_late_ones() noexcept;
  // Shuts down all connections that wait for a request.
  void end_idle_ones() noexcept;
  int answering() const { return answering_; }

 private:
  using BySocket = std::map<int, std::shared_ptr<Connection>>;
  // How many connections each address has.
  struct Share {
    int open = 0, reserve = 0;
  };
  enum class Room { regular, reserve, none };
  Room room_for(const Share& share) const;
  void forget(BySocket::iterator place) noexcept;
  bool counts_agree() const;  // (slow; for assert)

  const ConnectionLimits limits_;
  Metrics& metrics_;
  std::mutex mutex_;
  BySocket by_socket_;
  std::map<std::string, Share> of_address_;
  int reserve_open_ = 0;
  std::atomic<int> answering_ = 0;
};

}  // namespace zermelo::server
