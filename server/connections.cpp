// SPDX-License-Identifier: MIT
#include "server/connections.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <utility>

namespace zermelo::server {
namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Whoever has an address of IPv6 has 2^64 of them.
constexpr std::size_t network_bytes = 8;

std::string key_of(const sockaddr* address) {
  if (address->sa_family == AF_INET6) {
    const auto* const in = reinterpret_cast<const sockaddr_in6*>(address);
    return {reinterpret_cast<const char*>(&in->sin6_addr), network_bytes};
  }
  const auto* const in = reinterpret_cast<const sockaddr_in*>(address);
  return {reinterpret_cast<const char*>(&in->sin_addr), sizeof in->sin_addr};
}

std::string address_text(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = {};
  if (address->sa_family == AF_INET6) {
    ::inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr, text,
                sizeof text);
  } else {
    ::inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text,
                sizeof text);
  }
  return text;
}

}  // namespace

std::shared_ptr<Connection> Connections::admit(int socket, const sockaddr* address) {
  const std::lock_guard lock(mutex_);
  // (One that was given up before it began, for want of memory, left its number behind.)
  if (const auto old = by_socket_.find(socket); old != by_socket_.end()) forget(old);
  const std::string key = key_of(address);
  const auto of_this = of_address_.find(key);
  const int open = of_this == of_address_.end() ? 0 : of_this->second;
  const bool too_many = limits_.of_an_address > 0 && open >= limits_.of_an_address;
  if (too_many || by_socket_.size() >= static_cast<std::size_t>(limits_.all)) {
    ++metrics_.connections_refused;
    return nullptr;
  }
  auto connection = std::make_shared<Connection>(socket, key, address_text(address));
  connection->deadline = now() + limits_.request.count();
  by_socket_[socket] = connection;
  ++of_address_[key];
  ++metrics_.connections_accepted;
  ++metrics_.connections_open;
  return connection;
}

void Connections::remove(Connection& connection) {
  const std::lock_guard lock(mutex_);
  const auto found = by_socket_.find(connection.socket);
  if (found == by_socket_.end() || found->second.get() != &connection) return;
  forget(found);
}

void Connections::forget(BySocket::iterator place) {
  const auto of_this = of_address_.find(place->second->key);
  if (--of_this->second == 0) of_address_.erase(of_this);
  --metrics_.connections_open;
  by_socket_.erase(place);
}

std::shared_ptr<Connection> Connections::find(int socket) {
  const std::lock_guard lock(mutex_);
  const auto found = by_socket_.find(socket);
  return found == by_socket_.end() ? nullptr : found->second;
}

void Connections::begin_answer(Connection& connection) {
  connection.deadline = now() + limits_.answer.count();
  if (!connection.answering.exchange(true)) ++answering_;
}

void Connections::end_answer(Connection& connection) {
  connection.deadline = now() + limits_.request.count();
  if (connection.answering.exchange(false)) --answering_;
}

void Connections::end_late_ones() {
  const std::lock_guard lock(mutex_);
  const std::int64_t time = now();
  for (const auto& [socket, connection] : by_socket_) {
    if (connection->deadline > time) continue;
    connection->deadline = time + limits_.request.count();  // (not again at once)
    ++metrics_.connections_timed_out;
    ::shutdown(socket, SHUT_RDWR);
  }
}

void Connections::end_idle_ones() {
  const std::lock_guard lock(mutex_);
  for (const auto& [socket, connection] : by_socket_) {
    if (!connection->answering) ::shutdown(socket, SHUT_RDWR);
  }
}

}  // namespace zermelo::server
