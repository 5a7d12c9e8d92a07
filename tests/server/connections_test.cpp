// SPDX-License-Identifier: MIT
#include "server/connections.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <thread>
#include <utility>

namespace zermelo::server {
namespace {

// Two ends of a connection.
struct Ends {
  Ends() { EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, of.data()), 0); }
  Ends(const Ends&) = delete;
  ~Ends() {
    for (const int end : of) ::close(end);
  }
  bool shut() const {
    char byte = 0;
    return ::recv(of[1], &byte, 1, MSG_DONTWAIT) == 0;
  }
  std::array<int, 2> of = {};
};

sockaddr_storage address(const char* text) {
  sockaddr_storage storage = {};
  auto& in6 = reinterpret_cast<sockaddr_in6&>(storage);
  if (::inet_pton(AF_INET6, text, &in6.sin6_addr) == 1) {
    in6.sin6_family = AF_INET6;
    return storage;
  }
  auto& in = reinterpret_cast<sockaddr_in&>(storage);
  in.sin_family = AF_INET;
  EXPECT_EQ(::inet_pton(AF_INET, text, &in.sin_addr), 1);
  return storage;
}

std::shared_ptr<Connection> admit(Connections& list, int socket, const char* from) {
  const sockaddr_storage storage = address(from);
  return list.admit(socket, reinterpret_cast<const sockaddr*>(&storage));
}

TEST(ConnectionLists, KeepToLimits) {
  Metrics metrics;
  Connections list({.all = 4, .of_an_address = 2, .reserve = 0}, metrics);
  const auto first = admit(list, 101, "10.0.0.1");
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(first->name, "10.0.0.1");
  EXPECT_NE(admit(list, 102, "10.0.0.1"), nullptr);
  EXPECT_EQ(admit(list, 103, "10.0.0.1"), nullptr);
  // With IPv6, the network counts.
  EXPECT_NE(admit(list, 104, "2001:db8::1"), nullptr);
  const auto last = admit(list, 105, "2001:db8::2:1");
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->name, "2001:db8::2:1");
  EXPECT_EQ(admit(list, 106, "2001:db8:0:1::1"), nullptr);  // four are open
  list.remove(*last);
  EXPECT_EQ(admit(list, 106, "10.0.0.1"), nullptr);
  EXPECT_NE(admit(list, 106, "2001:db8::3"), nullptr);
  list.remove(*last);  // (a second call does nothing)
  EXPECT_EQ(metrics.connections_open, 4);
  EXPECT_EQ(metrics.connections_accepted, 5u);
  EXPECT_EQ(metrics.connections_refused, 3u);
  EXPECT_EQ(list.find(101), first);
  EXPECT_EQ(list.find(105), nullptr);
  // A number that is used again before it was released belongs to the new connection.
  EXPECT_NE(admit(list, 101, "10.0.0.9"), first);
  EXPECT_EQ(metrics.connections_open, 4);
}

// Beyond the limits there are a few reserve places, which do not reduce the others.
TEST(ConnectionLists, HaveAReserve) {
  using namespace std::chrono_literals;
  Metrics metrics;
  Connections list({.all = 3,
                    .of_an_address = 2,
                    .reserve = 3,
                    .reserve_of_an_address = 2,
                    .reserve_request = 100ms},
                   metrics);
  EXPECT_FALSE(admit(list, 101, "10.0.0.1")->is_reserve);
  EXPECT_FALSE(admit(list, 102, "10.0.0.1")->is_reserve);
  Ends watcher;
  const auto extra = admit(list, watcher.of[0], "10.0.0.1");
  ASSERT_NE(extra, nullptr);
  EXPECT_TRUE(extra->is_reserve);
  EXPECT_TRUE(admit(list, 104, "10.0.0.1")->is_reserve);
  EXPECT_EQ(admit(list, 105, "10.0.0.1"), nullptr);  // has both of its reserve places
  EXPECT_FALSE(admit(list, 106, "10.0.0.2")->is_reserve);
  EXPECT_TRUE(admit(list, 107, "10.0.0.3")->is_reserve);  // three are open
  EXPECT_EQ(admit(list, 108, "10.0.0.4"), nullptr);       // the reserve is used up
  std::this_thread::sleep_for(150ms);
  list.end_late_ones();
  EXPECT_TRUE(watcher.shut());
  list.remove(*extra);
  EXPECT_TRUE(admit(list, 108, "10.0.0.4")->is_reserve);
}

TEST(ConnectionLists, AnyNumberOfAnAddressIfTold) {
  Metrics metrics;
  Connections list({.all = 100, .of_an_address = 0}, metrics);
  for (int i = 0; i < 100; ++i) EXPECT_NE(admit(list, 1000 + i, "10.0.0.1"), nullptr);
}

TEST(ConnectionLists, EndWhatIsLate) {
  using namespace std::chrono_literals;
  Metrics metrics;
  Connections list({.request = 400ms, .answer = 60s}, metrics);
  Ends idle, answered, done;
  admit(list, idle.of[0], "10.0.0.1");
  const auto answering = admit(list, answered.of[0], "10.0.0.1");
  list.begin_answer(*answering);
  list.begin_answer(*answering);  // (as one)
  const auto finished = admit(list, done.of[0], "10.0.0.1");
  list.begin_answer(*finished);
  EXPECT_EQ(list.answering(), 2);
  list.end_answer(*finished);
  list.end_late_ones();
  EXPECT_FALSE(idle.shut());
  std::this_thread::sleep_for(450ms);
  list.end_late_ones();
  EXPECT_TRUE(idle.shut());
  EXPECT_TRUE(done.shut());
  EXPECT_FALSE(answered.shut());
  EXPECT_EQ(metrics.connections_timed_out, 2u);
  list.end_idle_ones();
  EXPECT_FALSE(answered.shut());
  list.end_answer(*answering);
  list.end_idle_ones();
  EXPECT_TRUE(answered.shut());
  EXPECT_EQ(list.answering(), 0);
}

}  // namespace
}  // namespace zermelo::server
