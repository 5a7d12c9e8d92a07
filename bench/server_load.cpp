// SPDX-License-Identifier: MIT
// How many positions a server answers per second, and how long each one takes: `zermelo serve` is
// queried over many connections at once, each of which asks again as soon as it has its answer.
//
//   server_load PORT TABLE [connections=32] [seconds=10] [requests=0] [moves=0] [pid=0]
//
// asks http://127.0.0.1:PORT about random positions of the table with that id, for this many
// seconds or, if `requests` is given, until that many are answered. `pid` is the server's: if it is
// given, the server's memory is also reported.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point then) {
  return std::chrono::duration<double>(Clock::now() - then).count();
}

int connect_to(int port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (::connect(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0)
    throw std::runtime_error("cannot connect");
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

// The length in bytes of the first answer in what was received; 0 if it is incomplete.
std::size_t answer_size(std::string_view received) {
  const std::size_t end = received.find("\r\n\r\n");
  if (end == std::string_view::npos) return 0;
  constexpr std::string_view name = "Content-Length: ";
  const std::size_t at = received.substr(0, end).find(name);
  if (at == std::string_view::npos) throw std::runtime_error("an answer without its length");
  const std::size_t length = std::strtoull(received.data() + at + name.size(), nullptr, 10);
  const std::size_t size = end + 4 + length;
  return received.size() >= size ? size : 0;
}

void send_all(int socket, std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = ::send(socket, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) throw std::runtime_error("the server has closed a connection");
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::string request_for(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

std::string get(int socket, const std::string& target) {
  send_all(socket, request_for(target));
  std::string received;
  std::array<char, 65536> buffer;
  while (answer_size(received) == 0) {
    const ssize_t got = ::recv(socket, buffer.data(), buffer.size(), 0);
    if (got <= 0) throw std::runtime_error("no answer");
    received.append(buffer.data(), static_cast<std::size_t>(got));
  }
  return received;
}

// Positions as they appear in answers: "position":"...".
std::vector<std::string> positions_of(int socket, const std::string& table, int hundreds) {
  constexpr std::string_view name = "\"position\":\"";
  std::vector<std::string> positions;
  for (int seed = 1; seed <= hundreds; ++seed) {
    const std::string answer =
        get(socket, "/api/v1/tables/" + table + "/random?count=100&seed=" + std::to_string(seed));
    for (std::size_t at = answer.find(name); at != std::string::npos; at = answer.find(name, at)) {
      at += name.size();
      std::string position = answer.substr(at, answer.find('"', at) - at);
      std::ranges::replace(position, ' ', '_');
      positions.push_back(std::move(position));
    }
  }
  if (positions.empty()) throw std::runtime_error("the table gives no positions");
  return positions;
}

long resident_kilobytes(long pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::strtol(line.c_str() + 6, nullptr, 10);
  }
  return 0;
}

struct Client {
  int socket = -1;
  std::string received = {};
  Clock::time_point asked = {};
};

struct Load {
  int port = 0;
  std::string table;
  std::map<std::string, long> numbers = {
      {"connections", 32}, {"seconds", 10}, {"requests", 0}, {"moves", 0}, {"pid", 0}};
};

class Run {
 public:
  Run(const Load& load, const std::vector<std::string>& requests)
      : load_(load),
        requests_(requests),
        clients_(static_cast<std::size_t>(load.numbers.at("connections"))) {}

  void go() {
    poll_ = ::epoll_create1(EPOLL_CLOEXEC);
    for (std::size_t i = 0; i < clients_.size(); ++i) {
      clients_[i].socket = connect_to(load_.port);
      epoll_event event = {.events = EPOLLIN, .data = {.u64 = i}};
      ::epoll_ctl(poll_, EPOLL_CTL_ADD, clients_[i].socket, &event);
    }
    begun_ = Clock::now();
    for (Client& client : clients_) ask(client);
    std::array<epoll_event, 64> events;
    while (!done()) {
      const int ready = ::epoll_wait(poll_, events.data(), events.size(), 1000);
      for (int i = 0; i < ready; ++i) take(clients_[events[static_cast<std::size_t>(i)].data.u64]);
    }
    seconds_ = seconds_since(begun_);
    for (const Client& client : clients_) ::close(client.socket);
    ::close(poll_);
  }

  void tell() {
    std::ranges::sort(waits_);
    const auto quantile = [&](double part) {
      return 1000.0 *
             waits_[static_cast<std::size_t>(part * static_cast<double>(waits_.size() - 1))];
    };
    std::printf("%zu requests in %.2f s: %.0f a second, %.1f MB a second\n", waits_.size(),
                seconds_, static_cast<double>(waits_.size()) / seconds_,
                static_cast<double>(bytes_) / seconds_ / 1e6);
    std::printf("milliseconds: p50 %.2f, p99 %.2f, max %.2f\n", quantile(0.5), quantile(0.99),
                quantile(1.0));
    std::printf("answers that are not 200: %zu\n", failures_);
  }

 private:
  bool done() const {
    const long wanted = load_.numbers.at("requests");
    if (wanted > 0) return waits_.size() >= static_cast<std::size_t>(wanted);
    return seconds_since(begun_) >= static_cast<double>(load_.numbers.at("seconds"));
  }

  void ask(Client& client) {
    random_ = random_ * 6364136223846793005u + 1442695040888963407u;
    client.asked = Clock::now();
    send_all(client.socket, requests_[(random_ >> 33) % requests_.size()]);
  }

  void take(Client& client) {
    const ssize_t got = ::recv(client.socket, buffer_.data(), buffer_.size(), 0);
    if (got <= 0) throw std::runtime_error("the server has closed a connection");
    client.received.append(buffer_.data(), static_cast<std::size_t>(got));
    const std::size_t size = answer_size(client.received);
    if (size == 0) return;
    waits_.push_back(seconds_since(client.asked));
    bytes_ += size;
    if (!client.received.starts_with("HTTP/1.1 200")) ++failures_;
    client.received.erase(0, size);
    ask(client);
  }

  const Load& load_;
  const std::vector<std::string>& requests_;
  std::vector<Client> clients_;
  std::array<char, 1 << 18> buffer_;
  int poll_ = -1;
  Clock::time_point begun_;
  double seconds_ = 0;
  std::vector<double> waits_;
  std::uint64_t bytes_ = 0, random_ = 1;
  std::size_t failures_ = 0;
};

Load read_arguments(int argc, char** argv) {
  if (argc < 3) throw std::runtime_error("usage: server_load PORT TABLE [name=number ...]");
  Load load{.port = std::atoi(argv[1]), .table = argv[2]};
  for (int i = 3; i < argc; ++i) {
    const std::string word = argv[i];
    const std::string name = word.substr(0, word.find('='));
    if (!load.numbers.contains(name) || name == word)
      throw std::runtime_error("there is no '" + word + "'");
    load.numbers[name] = std::strtol(word.c_str() + name.size() + 1, nullptr, 10);
  }
  return load;
}

void run(const Load& load) {
  const int socket = connect_to(load.port);
  const std::vector<std::string> positions = positions_of(socket, load.table, 100);
  ::close(socket);
  std::vector<std::string> requests;
  for (const std::string& position : positions) {
    requests.push_back(request_for("/api/v1/tables/" + load.table +
                                   "/position?position=" + position +
                                   "&moves=" + std::to_string(load.numbers.at("moves"))));
  }
  const long pid = load.numbers.at("pid");
  const long before = resident_kilobytes(pid);
  const auto work = std::make_unique<Run>(load, requests);
  work->go();
  work->tell();
  if (pid > 0)
    std::printf("memory: %ld kB before, %ld kB after\n", before, resident_kilobytes(pid));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    run(read_arguments(argc, argv));
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "server_load: %s\n", error.what());
    return 1;
  }
}
