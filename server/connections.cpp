// SPDX-License-Identifier: MIT
#include "server/connections.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace zermelo::server {
namespace {

std::int64_t now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// A client that has one IPv6 address has 2^64 of them.
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

Connections::Room Connections::room_for(const Share& share) const {
  const auto regular = static_cast<int>(by_socket_.size()) - reserve_open_;
  const bool too_many_of_this = limits_.of_an_address > 0 && share.open >= limits_.of_an_address;
  if (!too_many_of_this && regular < limits_.all) return Room::regular;
  const bool room_left =
      reserve_open_ < limits_.reserve && share.reserve < limits_.reserve_of_an_address;
  return room_left ? Room::reserve : Room::none;
}

std::shared_ptr<Connection> Connections::admit(int socket, const sockaddr* address) {
  assert(socket >= 0);
  const std::lock_guard lock(mutex_);
  // (A connection that was given up before it began, for want of memory, left its number behind.)
  if (const auto old = by_socket_.find(socket); old != by_socket_.end()) forget(old);
  const std::string key = key_of(address);
  const auto known = of_address_.find(key);
  const Room room = room_for(known == of_address_.end() ? Share{} : known->second);
  if (room == Room::none) {
    ++metrics_.connections_refused;
    return nullptr;
  }
  const bool reserve = room == Room::reserve;
  auto connection = std::make_shared<Connection>(socket, key, address_text(address), reserve);
  connection->deadline =
      now() +
      (reserve ? std::min(limits_.reserve_request, limits_.request) : limits_.request).count();
  Share& share = of_address_[key];
  by_socket_.emplace(socket, connection);  // (From here on nothing throws.)
  ++(reserve ? share.reserve : share.open);
  if (reserve) ++reserve_open_;
  ++metrics_.connections_accepted;
  ++metrics_.connections_open;
  assert(counts_agree());
  return connection;
}

void Connections::remove(Connection& connection) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = by_socket_.find(connection.socket);
  if (found == by_socket_.end() || found->second.get() != &connection) return;
  forget(found);
}

void Connections::forget(BySocket::iterator place) noexcept {
  const Connection& connection = *place->second;
  const auto share = of_address_.find(connection.key);
  assert(share != of_address_.end());
  int& open = connection.is_reserve ? share->second.reserve : share->second.open;
  assert(open > 0);
  --open;
  if (connection.is_reserve) --reserve_open_;
  if (share->second.open == 0 && share->second.reserve == 0) of_address_.erase(share);
  --metrics_.connections_open;
  by_socket_.erase(place);
  assert(counts_agree());
}

// (An address may be left behind with no connections, if there was no memory for its first one.)
bool Connections::counts_agree() const {
  std::map<std::string, Share> counted;
  for (const auto& [socket, connection] : by_socket_) {
    if (connection->socket != socket) return false;
    Share& share = counted[connection->key];
    ++(connection->is_reserve ? share.reserve : share.open);
  }
  int reserve = 0;
  for (const auto& [key, share] : of_address_) {
    const Share found = counted[key];
    if (found.open != share.open || found.reserve != share.reserve) return false;
    reserve += share.reserve;
  }
  return counted.size() == of_address_.size() && reserve == reserve_open_;
}

std::shared_ptr<Connection> Connections::find(int socket) noexcept {
  const std::lock_guard lock(mutex_);
  const auto found = by_socket_.find(socket);
  return found == by_socket_.end() ? nullptr : found->second;
}

void Connections::begin_answer(Connection& connection) noexcept {
  connection.deadline = now() + limits_.answer.count();
  if (!connection.answering.exchange(true)) ++answering_;
}

void Connections::end_answer(Connection& connection) noexcept {
  connection.deadline = now() + limits_.request.count();
  if (connection.answering.exchange(false)) --answering_;
  assert(answering_ >= 0);
}

void Connections::end_late_ones() noexcept {
  const std::lock_guard lock(mutex_);
  const std::int64_t time = now();
  for (const auto& [socket, connection] : by_socket_) {
    if (connection->deadline > time) continue;
    connection->deadline = time + limits_.request.count();  // (not again at once)
    ++metrics_.connections_timed_out;
    ::shutdown(socket, SHUT_RDWR);
  }
}

void Connections::end_idle_ones() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& [socket, connection] : by_socket_) {
    if (!connection->answering) ::shutdown(socket, SHUT_RDWR);
  }
}

}  // namespace zermelo::server
