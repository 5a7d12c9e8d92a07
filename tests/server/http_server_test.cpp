// SPDX-License-Identifier: MIT
// The transport: whole requests, broken ones, hostile ones; with the test's own answers, which take
// as long as the test wants.
#include "server/http_server.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pthread.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/http_client.h"

namespace zermelo::server {
namespace {

using namespace std::chrono_literals;
using test::HttpAnswer;
using test::HttpClient;

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

// Repeats what it was asked; slowly where answers take long; and gives puzzles without end.
class Parrot : public Answerer {
 public:
  Response answer(const Request& request) override {
    const Endpoint endpoint = route_or_nothing(request.target);
    if (cost_of(endpoint) == Cost::slow) std::this_thread::sleep_for(slowness);
    if (endpoint != Endpoint::healthz && throws == Throws::memory) throw std::bad_alloc();
    if (endpoint != Endpoint::healthz && throws == Throws::number) throw 7;
    if (endpoint == Endpoint::puzzles && throws == Throws::in_stream)
      return {.content_type = "text/plain", .stream = [](const StreamSink& sink, const auto&) {
                sink("a line\n");
                throw std::bad_alloc();
              }};
    if (endpoint == Endpoint::puzzles) return {.content_type = "text/plain", .stream = puzzles()};
    if (endpoint == Endpoint::export_page)
      return {.content_type = "text/plain", .body = std::string(large, 'x')};
    return {.content_type = "text/plain",
            .body = fmt::format("{} {} {}", request.method, request.target, request.body.size())};
  }
  Response refused(const Refusal& refusal) const override { return response_of(refusal); }
  Cost cost(const Request& request) const override {
    return cost_of(route_or_nothing(request.target));
  }

  enum class Throws { nothing, memory, number, in_stream };
  std::atomic<Throws> throws = Throws::nothing;
  std::chrono::milliseconds slowness = 0ms;
  std::size_t large = 1 << 20;
  std::size_t puzzle_bytes = 100;
  std::chrono::milliseconds between = 1ms;
  std::atomic<int> streams = 0;

 private:
  static Endpoint route_or_nothing(const std::string& target) {
    try {
      return route_of(target).endpoint;
    } catch (const Refusal&) {
      return Endpoint::nothing;
    }
  }
  Stream puzzles() {
    return [this](const StreamSink& sink, const std::atomic<bool>& stop) {
      ++streams;
      while (!stop && sink(std::string(puzzle_bytes, 'p') + "\n")) {
        for (auto slept = 0ms; slept < between && !stop; slept += 1ms)
          std::this_thread::sleep_for(1ms);
      }
      sink("done\n");
      --streams;
    };
  }
};

class TheTransport : public testing::Test {
 protected:
  ~TheTransport() override { end(); }

  int port() {
    if (!server_) {
      options_.bind = "127.0.0.1:0";
      server_ = std::make_unique<HttpServer>(parrot_, options_);
      thread_ = std::thread([this] { server_->run(stop_); });
    }
    const std::string url = server_->url();
    return std::atoi(url.c_str() + url.rfind(':') + 1);
  }
  // Ends the server, and returns how long that took.
  double end() {
    const auto begun = std::chrono::steady_clock::now();
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    return seconds_since(begun);
  }
  // Waits until the condition holds; returns false if it does not within a limit.
  static bool becomes(const std::function<bool()>& so, std::chrono::milliseconds within) {
    for (auto waited = 0ms; waited < within; waited += 5ms) {
      if (so()) return true;
      std::this_thread::sleep_for(5ms);
    }
    return so();
  }
  void expect_alive() { EXPECT_EQ(test::http_get(port(), "/healthz").body, "GET /healthz 0"); }

  Parrot parrot_;
  ServerOptions options_;
  std::unique_ptr<HttpServer> server_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

const std::string table = "/api/v1/tables/t";

// --- Whole requests ------------------------------------------------------------------------------

TEST_F(TheTransport, KeepsConnections) {
  HttpClient client(port());
  for (int i = 0; i < 3; ++i) {
    const HttpAnswer answer = client.get(fmt::format("/healthz?{}", i));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, fmt::format("GET /healthz?{} 0", i));
  }
  EXPECT_EQ(client.ask("POST", table + "/positions", "", "12345").body,
            "POST " + table + "/positions 5");
  EXPECT_EQ(client.get(table + "/line").body, "GET " + table + "/line 0");
  EXPECT_EQ(parrot_.metrics().connections_accepted, 1u);
}

TEST_F(TheTransport, TakesRequestsInARow) {
  HttpClient client(port());
  std::string all;
  for (int i = 0; i < 20; ++i) all += fmt::format("GET /healthz?{} HTTP/1.1\r\nHost: x\r\n\r\n", i);
  client.send(all);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(client.receive().body, fmt::format("GET /healthz?{} 0", i));
}

TEST_F(TheTransport, TakesRequestsInPieces) {
  HttpClient client(port());
  for (const char c : std::string("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")) {
    client.send(std::string(1, c));
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(client.receive().status, 200);
}

TEST_F(TheTransport, SpeaksOlderHttp) {
  HttpClient client(port());
  client.send("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_EQ(client.receive().body, "GET /healthz 0");
  EXPECT_TRUE(client.closed());
  HttpClient stream(port());
  stream.send("GET " + table + "/puzzles HTTP/1.0\r\n\r\n");
  EXPECT_NE(stream.receive_bytes(400).find("ppp"), std::string::npos);
}

TEST_F(TheTransport, AnswersHeadWithoutContent) {
  HttpClient client(port());
  const HttpAnswer head = client.ask("HEAD", "/healthz");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.headers.at("content-length"), "15");
  EXPECT_EQ(client.get("/healthz").body, "GET /healthz 0");  // nothing is left over
}

TEST_F(TheTransport, TakesChunks) {
  HttpClient client(port());
  client.send("POST " + table +
              "/positions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
  client.send("4\r\ndefg\r\n0\r\n\r\n");
  EXPECT_EQ(client.receive().body, "POST " + table + "/positions 7");
  client.send(
      "POST " + table +
      "/positions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(client.receive_bytes(25), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  EXPECT_EQ(client.receive().body, "POST " + table + "/positions 3");
}

TEST_F(TheTransport, LogsRequests) {
  std::mutex mutex;
  std::vector<std::string> lines;
  options_.access_log = [&](const std::string& line) {
    const std::lock_guard lock(mutex);
    lines.push_back(line);
  };
  HttpClient client(port());
  client.get("/healthz");
  client.send("GET /\x1b[2J\" HTTP/1.1\r\nHost: x\r\n\r\n");
  client.receive();
  end();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("127.0.0.1 \"GET /healthz\" 200 14 0.0")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("127.0.0.1 \"GET /\\x1b[2J\\x22\" 200 ")) << lines[1];
}

// --- Large and broken requests -------------------------------------------------------------------

TEST_F(TheTransport, RefusesWhatIsTooLarge) {
  const auto expect = [](const HttpAnswer& answer, int status, const std::string& code) {
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(Json::parse(answer.body)["code"], code);
    EXPECT_EQ(answer.headers.at("connection"), "close");
  };
  EXPECT_EQ(test::http_get(port(), "/" + std::string(8191, 'x')).status, 200);
  expect(test::http_get(port(), "/" + std::string(8192, 'x')), 414, "uri_too_long");
  expect(test::http_get(port(), "/" + std::string(20000, 'x')), 414, "uri_too_long");
  std::string headers;
  for (int i = 0; i < 200; ++i) headers += fmt::format("X-{:03}: {}\r\n", i, std::string(75, 'x'));
  EXPECT_EQ(test::http_get(port(), "/", headers.substr(0, headers.size() / 2)).status, 200);
  expect(test::http_get(port(), "/", headers), 431, "header_too_large");
  // Far too much: the library's own answer, or none.
  for (const HttpAnswer& answer :
       {test::http_get(port(), "/" + std::string(1 << 20, 'x')),
        test::http_get(port(), "/", "X: " + std::string(1 << 20, 'x') + "\r\n")})
    EXPECT_TRUE(answer.status == 414 || answer.status == 431 || answer.status == 0)
        << answer.status;
  // A body, with its length propagated, or in chunks.
  HttpClient told(port());
  told.send("POST " + table + "/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n");
  expect(told.receive(), 413, "body_too_large");
  HttpClient chunks(port());
  chunks.send("POST " + table +
              "/positions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n180000\r\n");
  chunks.send(std::string(0x180000, 'x') + "\r\n0\r\n\r\n");
  EXPECT_EQ(Json::parse(chunks.receive().body)["code"], "body_too_large");
  expect_alive();
}

// Sends until the server closes the connection; returns the number of bytes.
std::size_t endless(HttpClient& client, const std::string& begin, const std::string& more) {
  client.send(begin);
  std::size_t sent = 0;
  while (sent < (std::size_t{256} << 20) && client.send(more)) sent += more.size();
  return sent;
}

TEST_F(TheTransport, EndsWhatHasNoEnd) {
  const std::string filler(10000, 'x');
  HttpClient target(port()), header(port()), headers(port()), body(port()), size(port());
  EXPECT_LT(endless(target, "GET /", filler), 32u << 20);
  EXPECT_LT(endless(header, "GET / HTTP/1.1\r\nX: ", filler), 32u << 20);
  EXPECT_LT(endless(headers, "GET / HTTP/1.1\r\n", "X: y\r\n" + filler + ": z\r\n"), 32u << 20);
  EXPECT_LT(endless(body, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
                    "2710\r\n" + filler + "\r\n"),
            32u << 20);
  EXPECT_LT(endless(size, "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
                    std::string(10000, '0')),
            32u << 20);
  expect_alive();
}

TEST_F(TheTransport, SurvivesNonsense) {
  using namespace std::string_literals;
  for (const std::string& bytes :
       {"\r\n\r\n\r\n"s,
        "\0\0\0\0"s,
        "GET\r\n\r\n"s,
        "GET  HTTP/1.1\r\n\r\n"s,
        "GET /\0x HTTP/1.1\r\nHost: x\r\n\r\n"s,
        "GET / HTTP/9.9\r\n\r\n"s,
        "\x16\x03\x01\x02\x00"s,
        "GET / x y HTTP/1.1\r\nHost: x\r\n\r\n"s,
        ": : :\r\n\r\n"s,
        "GET / HTTP/1.1\r\n: x\r\nno colon\r\n\r\n"s,
        "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n"s,
        "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"s,
        "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"s,
        "POST / HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"s,
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"s,
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n"s,
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n"s,
        "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n"s,
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"s,
        "GET http://x/ HTTP/1.1\r\nHost: x\r\n\r\n"s,
        std::string(100000, '\n')}) {
    HttpClient client(port(), "127.0.0.1", 100ms);
    client.send(bytes);
    client.receive_bytes(1);
  }
  expect_alive();
}

// --- Slow clients --------------------------------------------------------------------------------

TEST_F(TheTransport, EndsSlowRequests) {
  options_.connections.request = 300ms;
  HttpClient idle(port()), used(port()), dripping(port());
  used.get("/healthz");
  const auto begun = std::chrono::steady_clock::now();
  while (seconds_since(begun) < 5 && dripping.send("G")) std::this_thread::sleep_for(20ms);
  EXPECT_LT(seconds_since(begun), 2);
  EXPECT_TRUE(idle.closed());
  EXPECT_TRUE(used.closed());
  EXPECT_GE(parrot_.metrics().connections_timed_out, 3u);
  expect_alive();
}

TEST_F(TheTransport, EndsAnswersThatNobodyTakes) {
  options_.connections.answer = 300ms;
  parrot_.large = 64 << 20;
  HttpClient client(port());
  client.send("GET " + table + "/export.html HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().connections_open == 0; }, 3s));
  expect_alive();
}

TEST_F(TheTransport, KeepsLittleThatNobodyTakes) {
  parrot_.large = 40 << 20;
  options_.unsent = 100 << 20;
  std::vector<std::unique_ptr<HttpClient>> clients;
  int refused = 0;
  for (int i = 0; i < 6; ++i) {
    clients.push_back(std::make_unique<HttpClient>(port()));
    clients.back()->send("GET " + table + "/export.html HTTP/1.1\r\nHost: x\r\n\r\n");
    refused += clients.back()->receive_bytes(12).substr(9, 3) == "503";
  }
  EXPECT_EQ(refused, 3);
  clients.clear();
  // Once these clients have gone there is room again.
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().connections_open == 0; }, 3s));
  EXPECT_EQ(test::http_get(port(), table + "/export.html").status, 200);
}

TEST_F(TheTransport, LimitsConnectionsOfAnAddress) {
  options_.connections.of_an_address = 3;
  options_.connections.all = 5;
  HttpClient a(port()), b(port()), c(port());
  EXPECT_EQ(c.get("/healthz").status, 200);
  const HttpAnswer fourth = HttpClient(port()).get("/metrics");
  EXPECT_EQ(fourth.status, 503);
  EXPECT_EQ(fourth.headers.at("retry-after"), "1");
  EXPECT_EQ(Json::parse(fourth.body)["code"], "busy");
  HttpClient d(port(), "127.0.0.2"), e(port(), "127.0.0.2");
  EXPECT_EQ(d.get("/healthz").status, 200);
  EXPECT_EQ(HttpClient(port(), "127.0.0.3").get("/metrics").status, 503);  // five in all
  a.close();
  EXPECT_TRUE(becomes(
      [&] {
        HttpClient next(port());
        return next.get("/healthz").status == 200;
      },
      2s));
}

// A monitor of the server, behind the same proxy as everybody else, is told that the server is
// alive.
TEST_F(TheTransport, TellsThatItLivesBeyondTheLimits) {
  options_.connections.of_an_address = 2;
  HttpClient a(port()), b(port());
  EXPECT_EQ(b.get("/healthz").status, 200);
  for (int i = 0; i < 20; ++i) {
    const HttpAnswer answer = test::http_get(port(), "/healthz");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.headers.at("connection"), "close");
    EXPECT_EQ(test::http_get(port(), "/metrics").status, 503);
  }
  // Clients that take the places of the reserve and send nothing do not keep them for long.
  std::vector<std::unique_ptr<HttpClient>> idle;
  for (int i = 0; i < 8; ++i) idle.push_back(std::make_unique<HttpClient>(port()));
  EXPECT_TRUE(becomes([&] { return test::http_get(port(), "/healthz").status == 200; }, 5s));
}

// --- Without memory or threads -------------------------------------------------------------------

// libmicrohttpd is written in C: an exception that leaves what it calls ends the program.
TEST_F(TheTransport, AnswersThoughSomethingIsThrown) {
  std::atomic<int> told = 0;
  options_.log = [&](const std::string&) { ++told; };
  for (const Parrot::Throws what : {Parrot::Throws::memory, Parrot::Throws::number}) {
    parrot_.throws = what;
    for (const char* const target : {"/position", "/line", "/puzzles"}) {
      const HttpAnswer answer = test::http_get(port(), table + target);
      EXPECT_EQ(answer.status, 503) << target;
      EXPECT_EQ(answer.headers.at("retry-after"), "5");
      EXPECT_EQ(Json::parse(answer.body)["code"], "busy");
    }
  }
  parrot_.throws = Parrot::Throws::in_stream;  // The client sees that the end is missing.
  HttpClient cut(port());
  cut.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
  const std::string received = cut.receive_bytes(100000);
  EXPECT_NE(received.find("200 OK"), std::string::npos) << received;
  EXPECT_EQ(received.find("\r\n0\r\n\r\n"), std::string::npos) << received;
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().mining_jobs == 0; }, 2s));
  parrot_.throws = Parrot::Throws::nothing;
  EXPECT_EQ(test::http_get(port(), table + "/line").status, 200);
  EXPECT_EQ(told, 7);
  EXPECT_EQ(parrot_.metrics().slow_answers, 0);
  expect_alive();
}

#ifndef ZERMELO_SANITIZED  // (whose threads have stacks of their own)
TEST_F(TheTransport, AnswersWithoutAThreadForIt) {
  port();
  pthread_attr_t usual, impossible;
  ASSERT_EQ(::pthread_getattr_default_np(&usual), 0);
  ASSERT_EQ(::pthread_attr_init(&impossible), 0);
  ASSERT_EQ(::pthread_attr_setstacksize(&impossible, std::size_t{1} << 47), 0);
  ASSERT_EQ(::pthread_setattr_default_np(&impossible), 0);
  const HttpAnswer answer = test::http_get(port(), table + "/puzzles");
  ASSERT_EQ(::pthread_setattr_default_np(&usual), 0);
  ::pthread_attr_destroy(&impossible);
  ::pthread_attr_destroy(&usual);
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(parrot_.metrics().mining_jobs, 0);
  HttpClient client(port());
  client.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(client.receive_bytes(2000).find("200 OK"), std::string::npos);
}
#endif

// --- Long answers --------------------------------------------------------------------------------

TEST_F(TheTransport, AnswersOthersMeanwhile) {
  parrot_.slowness = 200ms;
  options_.threads = 1;
  std::vector<std::unique_ptr<HttpClient>> slow;
  for (int i = 0; i < 4; ++i) {
    slow.push_back(std::make_unique<HttpClient>(port()));
    slow.back()->send("GET " + table + "/line HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  const auto begun = std::chrono::steady_clock::now();
  HttpClient quick(port());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(quick.get("/healthz").status, 200);
  EXPECT_LT(seconds_since(begun), 0.15);
  for (const auto& client : slow) EXPECT_EQ(client->receive().status, 200);
  EXPECT_EQ(parrot_.metrics().slow_answers, 0);
}

TEST_F(TheTransport, TakesSoMuchLongWorkOfOne) {
  parrot_.slowness = 100ms;
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 24; ++i) {
    clients.push_back(std::make_unique<HttpClient>(port()));
    clients.back()->send("GET " + table + "/line HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  HttpClient other(port(), "127.0.0.2");
  EXPECT_EQ(other.get(table + "/line").status, 200);
  int refused = 0;
  for (const auto& client : clients) refused += client->receive().status == 503;
  EXPECT_GE(refused, 1);
  EXPECT_LE(refused, 8);
}

TEST_F(TheTransport, StreamsToFewAtATime) {
  HttpClient a(port()), b(port()), c(port());
  for (HttpClient* const client : {&a, &b}) {
    client->send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_NE(client->receive_bytes(2000).find("\r\n\r\n"), std::string::npos);
  }
  const HttpAnswer third = c.get(table + "/puzzles");
  EXPECT_EQ(third.status, 503);
  EXPECT_EQ(third.headers.at("retry-after"), "5");
  EXPECT_EQ(parrot_.metrics().mining_jobs, 2);
  // A client that leaves ends the work within a second.
  a.close();
  EXPECT_TRUE(becomes([&] { return parrot_.streams == 1; }, 1s));
  EXPECT_EQ(b.receive_bytes(200).size() > 0, true);
  c.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_NE(c.receive_bytes(2000).find("200 OK"), std::string::npos);
}

// Even if there was nothing to send for a long time.
TEST_F(TheTransport, NoticesWhoHasGone) {
  parrot_.between = 20s;
  {
    HttpClient client(port());
    client.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
    client.receive_bytes(100);
  }
  EXPECT_TRUE(becomes([&] { return parrot_.streams == 0; }, 1s));
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().connections_open == 0; }, 1s));
}

TEST_F(TheTransport, EndsStreamsInTime) {
  options_.mining = 200ms;
  const HttpAnswer answer = test::http_get(port(), table + "/puzzles");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body.ends_with("p\ndone\n"));
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().mining_jobs == 0; }, 1s));
}

// A maker that is faster than its client waits for it, and still comes to its end.
TEST_F(TheTransport, KeepsLittleOfAStream) {
  options_.mining = 500ms;
  parrot_.puzzle_bytes = 1 << 20;
  parrot_.between = 0ms;
  HttpClient client(port());
  client.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(becomes([&] { return parrot_.streams == 1; }, 2s));
  EXPECT_TRUE(becomes([&] { return parrot_.streams == 0; }, 3s));
  const HttpAnswer answer = client.receive();
  EXPECT_TRUE(answer.body.ends_with("p\ndone\n"));
  EXPECT_LT(answer.body.size(), 32u << 20);
}

// --- The end -------------------------------------------------------------------------------------

TEST_F(TheTransport, FinishesWhatIsBeingAnswered) {
  parrot_.slowness = 300ms;
  const int at = port();
  HttpClient idle(at), slow(at), streaming(at);
  idle.get("/healthz");
  slow.send("GET " + table + "/line HTTP/1.1\r\nHost: x\r\n\r\n");
  streaming.send("GET " + table + "/puzzles HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(
      becomes([&] { return parrot_.streams == 1 && parrot_.metrics().slow_answers == 1; }, 2s));
  EXPECT_LT(end(), 2);
  const HttpAnswer answer = slow.receive();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(streaming.receive().body.ends_with("done\n"));
  EXPECT_TRUE(idle.closed());
  EXPECT_THROW(HttpClient{at}, std::runtime_error);
}

TEST_F(TheTransport, EndsThoughSomeAreSlow) {
  options_.drain = 300ms;
  parrot_.large = 64 << 20;
  HttpClient client(port());
  client.send("GET " + table + "/export.html HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().slow_answers == 0; }, 2s));
  client.receive_bytes(1);
  EXPECT_LT(end(), 2);
}

// Requests that wait for their turn are refused, so that the end does not wait for all of them.
TEST_F(TheTransport, EndsInTimeWithAFullQueue) {
  options_.drain = 500ms;
  parrot_.slowness = 300ms;
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 48; ++i) {
    clients.push_back(std::make_unique<HttpClient>(port(), fmt::format("127.0.0.{}", i / 16 + 1)));
    clients.back()->send("GET " + table + "/export.html HTTP/1.1\r\nHost: x\r\n\r\n");
  }
  EXPECT_TRUE(becomes([&] { return parrot_.metrics().slow_answers > 40; }, 2s));
  EXPECT_LT(end(), 2);  // (48 of them would take seven seconds.)
  int refused = 0;
  for (const auto& client : clients) refused += client->receive().status == 503;
  EXPECT_GT(refused, 30);
}

TEST_F(TheTransport, EndsUnderLoad) {
  const int at = port();
  std::atomic<bool> over = false;
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back([&, i] {
      while (!over) {
        try {
          HttpClient client(at);
          const char* const what = i % 2 == 0 ? "/position" : i == 1 ? "/line" : "/puzzles";
          client.send("GET " + table + what + " HTTP/1.1\r\nHost: x\r\n\r\n");
          client.receive_bytes(1);
        } catch (const std::runtime_error&) {
          return;
        }
      }
    });
  }
  std::this_thread::sleep_for(200ms);
  EXPECT_LT(end(), 3);
  over = true;
  for (std::thread& client : clients) client.join();
}

}  // namespace
}  // namespace zermelo::server
