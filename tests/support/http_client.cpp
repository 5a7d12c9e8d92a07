// SPDX-License-Identifier: MIT
#include "tests/support/http_client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <utility>

namespace zermelo::test {
namespace {

sockaddr_in address_of(const std::string& host, int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  ::inet_pton(AF_INET, host.c_str(), &address.sin_addr);
  return address;
}

void set_patience(int socket, std::chrono::milliseconds patience) {
  const timeval time = {.tv_sec = patience.count() / 1000,
                        .tv_usec = patience.count() % 1000 * 1000};
  ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

}  // namespace

HttpClient::HttpClient(int port, const std::string& from, std::chrono::milliseconds patience) {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  set_patience(socket_, patience);
  const sockaddr_in source = address_of(from, 0), target = address_of("127.0.0.1", port);
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&source), sizeof source) != 0 ||
      ::connect(socket_, reinterpret_cast<const sockaddr*>(&target), sizeof target) != 0) {
    ::close(socket_);
    throw std::runtime_error(fmt::format("cannot connect to port {} from {}", port, from));
  }
}

void HttpClient::close() {
  if (socket_ >= 0) ::close(std::exchange(socket_, -1));
}

bool HttpClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool HttpClient::more() {
  std::array<char, 65536> buffer;
  const ssize_t got = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (got <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::string HttpClient::receive_bytes(std::size_t least) {
  while (received_.size() < least && more()) {
  }
  return std::exchange(received_, "");
}

bool HttpClient::closed() {
  while (more()) {
  }
  char byte = 0;
  const ssize_t got = ::recv(socket_, &byte, 1, MSG_DONTWAIT);
  return got == 0 || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
}

std::string HttpClient::taken(std::size_t bytes) {
  while (received_.size() < bytes && more()) {
  }
  std::string text = received_.substr(0, bytes);
  received_.erase(0, text.size());
  return text;
}

std::string HttpClient::line() {
  while (received_.find("\r\n") == std::string::npos) {
    if (!more()) return {};
  }
  const std::size_t end = received_.find("\r\n");
  std::string text = received_.substr(0, end);
  received_.erase(0, end + 2);
  return text;
}

std::string HttpClient::chunks() {
  std::string body;
  for (;;) {
    const std::size_t size = std::strtoull(line().c_str(), nullptr, 16);
    if (size == 0) break;
    body += taken(size);
    line();
  }
  line();
  return body;
}

HttpAnswer HttpClient::receive(bool to_head) {
  HttpAnswer answer;
  const std::string status = line();
  if (status.size() < 12) return answer;
  answer.status = std::atoi(status.c_str() + 9);
  for (std::string text = line(); !text.empty(); text = line()) {
    const std::size_t colon = std::min(text.find(':'), text.size() - 1);
    std::string name = text.substr(0, colon);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    answer.headers[name] = text.substr(std::min(colon + 2, text.size()));
  }
  if (to_head || answer.status == 204 || answer.status == 304) return answer;
  if (answer.headers.contains("transfer-encoding")) {
    answer.body = chunks();
  } else if (answer.headers.contains("content-length")) {
    answer.body = taken(std::strtoull(answer.headers["content-length"].c_str(), nullptr, 10));
  } else {
    while (more()) {
    }
    answer.body = std::exchange(received_, "");
  }
  return answer;
}

HttpAnswer HttpClient::ask(const std::string& method, const std::string& target,
                           const std::string& headers, const std::string& body) {
  const std::string length = body.empty() ? "" : fmt::format("Content-Length: {}\r\n", body.size());
  send(fmt::format("{} {} HTTP/1.1\r\nHost: localhost\r\n{}{}\r\n{}", method, target, headers,
                   length, body));
  return receive(method == "HEAD");
}

HttpAnswer HttpClient::get(const std::string& target, const std::string& headers) {
  return ask("GET", target, headers);
}

HttpAnswer http_get(int port, const std::string& target, const std::string& headers) {
  return HttpClient(port).get(target, headers);
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    encoded += std::isalnum(byte) != 0 || c == '/' || c == '-' || c == '.'
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", byte);
  }
  return encoded;
}

}  // namespace zermelo::test
