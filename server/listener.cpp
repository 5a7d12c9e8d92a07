// SPDX-License-Identifier: MIT
#include "server/listener.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "gen/error.h"

namespace zermelo::server {
namespace {

struct Address {
  sockaddr_storage storage = {};
  socklen_t length = 0;
};

UsageError no_address(const std::string& text) {
  return UsageError(
      fmt::format("'{}' is not an address; write 127.0.0.1:8080, [::1]:8080 or a port.", text));
}

std::uint16_t port_of(std::string_view digits, const std::string& text) {
  std::uint16_t port = 0;
  const char* const end = digits.data() + digits.size();
  const auto [rest, error] = std::from_chars(digits.data(), end, port);
  if (error != std::errc() || rest != end) throw no_address(text);
  return port;
}

Address parse_address(const std::string& text) {
  Address address;
  const std::size_t colon = text.rfind(':');
  const std::uint16_t port =
      port_of(std::string_view(text).substr(colon == std::string::npos ? 0 : colon + 1), text);
  std::string host = colon == std::string::npos ? "127.0.0.1" : text.substr(0, colon);
  if (host == "localhost") host = "127.0.0.1";
  if (host.starts_with('[') && host.ends_with(']')) {
    auto& in = reinterpret_cast<sockaddr_in6&>(address.storage);
    in.sin6_family = AF_INET6;
    in.sin6_port = htons(port);
    if (::inet_pton(AF_INET6, host.substr(1, host.size() - 2).c_str(), &in.sin6_addr) != 1)
      throw no_address(text);
    address.length = sizeof in;
    return address;
  }
  auto& in = reinterpret_cast<sockaddr_in&>(address.storage);
  in.sin_family = AF_INET;
  in.sin_port = htons(port);
  if (::inet_pton(AF_INET, host.c_str(), &in.sin_addr) != 1) throw no_address(text);
  address.length = sizeof in;
  return address;
}

}  // namespace

Listener::Listener(const std::string& address) {
  const Address parsed = parse_address(address);
  const auto* const any = reinterpret_cast<const sockaddr*>(&parsed.storage);
  const auto require = [&](bool good) {
    if (good) return;
    const std::string reason = std::strerror(errno);
    close();
    throw FileError(fmt::format("Cannot listen on {}: {}.", address, reason));
  };
  socket_ = ::socket(any->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  require(socket_ >= 0);
  const int on = 1;  // (A server that is started again need not wait for old connections to die.)
  require(::setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0);
  require(::bind(socket_, any, parsed.length) == 0);
  require(::listen(socket_, SOMAXCONN) == 0);
}

Listener::~Listener() { close(); }

void Listener::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

std::string Listener::url() const {
  sockaddr_storage storage = {};
  socklen_t length = sizeof storage;
  ::getsockname(socket_, reinterpret_cast<sockaddr*>(&storage), &length);
  char host[INET6_ADDRSTRLEN] = {};
  if (storage.ss_family == AF_INET6) {
    const auto& in = reinterpret_cast<const sockaddr_in6&>(storage);
    ::inet_ntop(AF_INET6, &in.sin6_addr, host, sizeof host);
    return fmt::format("http://[{}]:{}/", host, ntohs(in.sin6_port));
  }
  const auto& in = reinterpret_cast<const sockaddr_in&>(storage);
  ::inet_ntop(AF_INET, &in.sin_addr, host, sizeof host);
  return fmt::format("http://{}:{}/", host, ntohs(in.sin_port));
}

}  // namespace zermelo::server
