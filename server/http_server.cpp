// SPDX-License-Identifier: MIT
// The only file that knows libmicrohttpd. Its peculiarities (version 0.9.75):
//
// - An answer that is queued when only the header is there closes the connection, so it waits for
//   the second call, except where the body is not wanted.
// - A connection is suspended by the thread that answers, and resumed by any thread, which must be
//   sure that it was suspended: work is handed on only afterwards.
// - It must not be stopped while connections are suspended: it would abort.
// - MHD_quiesce_daemon races with its own threads, and the limit of connections leaves a mutex
//   locked. So connections are accepted and counted here, and handed over (MHD_add_connection);
//   they are spread over several daemons of one thread each, in turn.
// - It is written in C: no exception may leave what it calls. An exception there, for want of
//   memory or of a thread, is answered with a response that was made beforehand.
#include "server/http_server.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "server/listener.h"
#include "server/pipe.h"
#include "server/work_pool.h"

namespace zermelo::server {

struct DestroyResponse {
  void operator()(MHD_Response* response) const { MHD_destroy_response(response); }
};
using OwnedResponse = std::unique_ptr<MHD_Response, DestroyResponse>;

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t memory_of_connection = 48 * 1024;  // for the headers of requests and answers
constexpr std::size_t pipe_capacity = 64 * 1024;
constexpr std::size_t piece_size = 16 * 1024;
constexpr std::uint64_t small_answer = 64 * 1024;  // bytes; up to this, not counted as unsent
constexpr auto pause_of_watch = std::chrono::milliseconds(100);

// One request and its answer, from the request's first line to the last byte sent.
struct Exchange {
  Request request;
  Clock::time_point begun = Clock::now();
  bool header_seen = false;
  std::size_t body_size = 0;  // including what was discarded
  Endpoint endpoint = Endpoint::nothing;
  std::optional<Response> response;  // once it is there
  bool failed = false;               // there is no response, because something was thrown
  int status = 0;                    // once it is queued
  std::uint64_t bytes = 0;
};

bool has_gone(int socket) {
  pollfd p{.fd = socket, .events = POLLRDHUP, .revents = 0};
  return ::poll(&p, 1, 0) > 0 && (p.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

// Allows as many open files as the connections need, if the system permits it.
int allowed_connections(int wanted) {
  constexpr int others = 64;
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const auto needed = static_cast<rlim_t>(wanted) + others;
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = std::min(needed, limit.rlim_max);
    ::setrlimit(RLIMIT_NOFILE, &limit);
    ::getrlimit(RLIMIT_NOFILE, &limit);
  }
  if (limit.rlim_cur >= needed) return wanted;
  return std::max(1, static_cast<int>(limit.rlim_cur) - others);
}

ServerOptions with_allowed_connections(ServerOptions options) {
  options.connections.all = allowed_connections(options.connections.all);
  return options;
}

int threads_for(int wanted) {
  if (wanted > 0) return wanted;
  return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 2, 8);
}

// Untrusted text on one line, without anything that a terminal would obey.
std::string for_log(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte < ' ' || byte == '"' || byte >= 0x7f ? fmt::format("\\x{:02x}", byte)
                                                      : std::string(1, c);
  }
  return line;
}

// The answer when something was thrown; it needs no memory.
OwnedResponse failure_response() {
  static const std::string body =
      response_of(busy("The server lacks memory or threads at the moment; ask again soon.", 5))
          .body;
  OwnedResponse response(MHD_create_response_from_buffer(
      body.size(), const_cast<char*>(body.data()), MHD_RESPMEM_PERSISTENT));
  if (response == nullptr) throw std::bad_alloc();
  for (const auto& [name, value] :
       {std::pair{"Content-Type", "application/json"}, std::pair{"Retry-After", "5"},
        std::pair{"Cache-Control", "no-store"}, std::pair{"Access-Control-Allow-Origin", "*"}})
    MHD_add_response_header(response.get(), name, value);
  return response;
}

Refusal too_many_connections() {
  return busy("There are too many connections, in all or from this address.", 1);
}

Endpoint endpoint_of(const std::string& target) {
  try {
    return route_of(target).endpoint;
  } catch (const Refusal&) {
    return Endpoint::nothing;
  }
}

}  // namespace

// A search for puzzles and the connection that waits for it.
struct MiningJob {
  MiningJob(int of_socket, Clock::time_point until, std::function<void()> wait,
            std::function<void()> go_on)
      : socket(of_socket),
        deadline(until),
        pipe(pipe_capacity, std::move(wait), std::move(go_on)) {}
  MiningJob(const MiningJob&) = delete;
  MiningJob& operator=(const MiningJob&) = delete;
  ~MiningJob() {
    if (thread.joinable()) thread.join();
    ::close(socket);
  }

  const int socket;  // the connection's once more: this one stays open when that is closed
  const Clock::time_point deadline;
  Pipe pipe;
  std::atomic<bool> stop = false, ended = false;
  std::thread thread;
};

class HttpServer::Transport {
 public:
  Transport(Answerer& answerer, ServerOptions options);
  ~Transport();
  std::string url() const { return listener_.url(); }
  void run(const std::atomic<bool>& stop);

 private:
  void begin();
  void end_daemons() noexcept;
  // Calls f(); what it throws is reported, and `otherwise` is returned. For functions that C or a
  // thread calls.
  template <class Result, class F>
  Result guarded(Result otherwise, F&& f) const noexcept;
  void complain(const char* sentence) const noexcept;

  // --- Connections
  void accept_all() noexcept;
  void take(int socket, const sockaddr* address);
  void watch() noexcept;
  void drain();

  // --- What libmicrohttpd calls
  static void* on_target(void* self, const char* target, MHD_Connection* connection);
  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* url,
                               const char* method, const char* version, const char* data,
                               std::size_t* size, void** context);
  static void on_end(void* self, MHD_Connection* connection, void** context,
                     MHD_RequestTerminationCode code);
  static void on_connection(void* self, MHD_Connection* connection, void** context,
                            MHD_ConnectionNotificationCode code);

  // --- Requests
  MHD_Result take_header(MHD_Connection* connection, Exchange& x, const char* method);
  MHD_Result take_body(Exchange& x, const char* data, std::size_t* size) const;
  MHD_Result answer(MHD_Connection* connection, Exchange& x);
  MHD_Result answer_later(MHD_Connection* connection, Exchange& x);
  MHD_Result refuse(MHD_Connection* connection, Exchange& x, const Refusal& refusal);
  MHD_Result queue(MHD_Connection* connection, Exchange& x);
  MHD_Result fail(MHD_Connection* connection, Exchange* x) noexcept;
  void log(const Exchange& x, const Connection& c, double seconds) const;
  static Connection& connection_of(MHD_Connection* connection);

  // --- Answers
  struct Sent;
  OwnedResponse response_of_bytes(Response& response);
  OwnedResponse response_of_stream(MHD_Connection* connection, Response& response);
  std::shared_ptr<MiningJob> make_job(int socket, MHD_Connection* connection) const;
  void run_job(MiningJob& job, const Stream& stream) noexcept;
  void end_of_jobs(bool all);

  Answerer& answerer_;
  const ServerOptions options_;
  Listener listener_;
  Connections connections_;
  const OwnedResponse failure_;
  WorkPool slow_;
  std::vector<MHD_Daemon*> daemons_;
  std::size_t next_daemon_ = 0;
  std::atomic<bool> stop_accepting_ = false, stop_watching_ = false, draining_ = false;
  std::atomic<std::uint64_t> unsent_ = 0;
  std::mutex jobs_mutex_;
  std::list<std::shared_ptr<MiningJob>> jobs_;
  std::thread acceptor_, watcher_;
};

// --- Connections ---------------------------------------------------------------------------------

HttpServer::Transport::Transport(Answerer& answerer, ServerOptions options)
    : answerer_(answerer),
      options_(with_allowed_connections(std::move(options))),
      listener_(options_.bind),
      connections_(options_.connections, answerer.metrics()),
      failure_(failure_response()),
      slow_(options_.slow_threads, 64, 16) {
  try {
    begin();
  } catch (...) {
    stop_accepting_ = stop_watching_ = true;
    if (acceptor_.joinable()) acceptor_.join();
    if (watcher_.joinable()) watcher_.join();
    end_daemons();
    throw;
  }
}

void HttpServer::Transport::begin() {
  const auto failure = [] { return FileError("Cannot start the threads of the server."); };
  const auto timeout =
      static_cast<unsigned>(std::max<std::int64_t>(1, options_.connections.request.count() / 1000));
  daemons_.reserve(static_cast<std::size_t>(threads_for(options_.threads)));
  for (int i = 0; i < threads_for(options_.threads); ++i) {
    MHD_Daemon* const daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_NO_LISTEN_SOCKET,
        0, nullptr, nullptr, &Transport::on_request, this,                                  //
        MHD_OPTION_URI_LOG_CALLBACK, &Transport::on_target, this,                           //
        MHD_OPTION_NOTIFY_COMPLETED, &Transport::on_end, this,                              //
        MHD_OPTION_NOTIFY_CONNECTION, &Transport::on_connection, this,                      //
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory_of_connection,                           //
        MHD_OPTION_CONNECTION_LIMIT, static_cast<unsigned>(options_.connections.all) + 64,  //
        MHD_OPTION_CONNECTION_TIMEOUT, timeout,                                             //
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,                                               //
        MHD_OPTION_END);
    if (daemon == nullptr) throw failure();
    daemons_.push_back(daemon);
  }
  try {
    acceptor_ = std::thread([this] { accept_all(); });
    watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    throw failure();
  }
}

void HttpServer::Transport::end_daemons() noexcept {
  for (MHD_Daemon* const daemon : daemons_) MHD_stop_daemon(daemon);
  daemons_.clear();
}

template <class Result, class F>
Result HttpServer::Transport::guarded(Result otherwise, F&& f) const noexcept {
  try {
    return f();
  } catch (const std::exception& error) {
    complain(error.what());
  } catch (...) {
    complain("An unknown exception was thrown.");
  }
  return otherwise;
}

void HttpServer::Transport::complain(const char* sentence) const noexcept {
  if (!options_.log) return;
  try {
    const std::string_view said = sentence;
    options_.log(fmt::format("A request failed: {}{}", said, said.ends_with('.') ? "" : "."));
  } catch (...) {  // (There is no memory even for that.)
  }
}

HttpServer::Transport::~Transport() { drain(); }

void HttpServer::Transport::run(const std::atomic<bool>& stop) {
  while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  drain();
}

void HttpServer::Transport::accept_all() noexcept {
  while (!stop_accepting_) {
    pollfd p{.fd = listener_.socket(), .events = POLLIN, .revents = 0};
    if (::poll(&p, 1, 50) <= 0) continue;
    sockaddr_storage address = {};
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    const int socket = ::accept4(listener_.socket(), any, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) {
      const bool taken = guarded(false, [&] { return take(socket, any), true; });
      if (!taken) ::close(socket);
    } else if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));  // (until others have gone)
    }
  }
}

// Throws only before the socket is handed over.
void HttpServer::Transport::take(int socket, const sockaddr* address) {
  if (connections_.admit(socket, address) == nullptr) {
    static const std::string refusal = [] {
      const Response response = response_of(too_many_connections());
      return fmt::format(
          "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\n"
          "Content-Length: {}\r\nRetry-After: 1\r\nConnection: close\r\n\r\n{}",
          response.body.size(), response.body);
    }();
    (void)!::send(socket, refusal.data(), refusal.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    ::shutdown(socket, SHUT_WR);
    ::close(socket);
    return;
  }
  const socklen_t length =
      address->sa_family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  MHD_Daemon* const daemon = daemons_[next_daemon_++ % daemons_.size()];
  if (MHD_add_connection(daemon, socket, address, length) != MHD_YES) {
    if (const auto admitted = connections_.find(socket)) connections_.remove(*admitted);
  }
}

void HttpServer::Transport::watch() noexcept {
  while (!stop_watching_) {
    std::this_thread::sleep_for(pause_of_watch);
    connections_.end_late_ones();
    guarded(false, [&] { return end_of_jobs(false), true; });
  }
}

// Ends searches that nobody waits for or whose time is up, or all searches; forgets those that have
// ended.
void HttpServer::Transport::end_of_jobs(bool all) {
  std::list<std::shared_ptr<MiningJob>> ended;
  {
    const std::lock_guard lock(jobs_mutex_);
    for (auto place = jobs_.begin(); place != jobs_.end();) {
      MiningJob& job = **place;
      if (has_gone(job.socket)) {
        job.stop = true;
        job.pipe.give_up();
      } else if (all || Clock::now() > job.deadline) {
        job.stop = true;
        job.pipe.hurry();
      }
      const auto next = std::next(place);
      if (job.ended) ended.splice(ended.end(), jobs_, place);
      place = next;
    }
  }
}

void HttpServer::Transport::drain() {
  if (daemons_.empty()) return;
  // 1. Take no more connections and no more work that takes long; what waits for its turn is
  // refused.
  const auto end = Clock::now() + options_.drain - options_.drain / 10;
  draining_ = true;
  stop_accepting_ = true;
  acceptor_.join();
  listener_.close();
  slow_.refuse_waiting();
  end_of_jobs(true);
  // 2. Requests that are being answered get their answers.
  while (connections_.answering() > 0 && Clock::now() < end) {
    connections_.end_idle_ones();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  // 3. Whatever is still running ends; then no connection is suspended any more.
  answerer_.end();
  slow_.stop();
  for (bool any = true; any;) {
    end_of_jobs(true);
    {
      const std::lock_guard lock(jobs_mutex_);
      any = !jobs_.empty();
    }
    if (any) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  end_daemons();
  assert(connections_.answering() == 0);
  stop_watching_ = true;
  watcher_.join();
}

// --- What libmicrohttpd calls --------------------------------------------------------------------

void* HttpServer::Transport::on_target(void* self, const char* target, MHD_Connection*) {
  return static_cast<Transport*>(self)->guarded(static_cast<void*>(nullptr), [&]() -> void* {
    auto x = std::make_unique<Exchange>();
    if (target != nullptr) x->request.target = target;
    return x.release();
  });
}

void HttpServer::Transport::on_connection(void* self, MHD_Connection* connection, void** context,
                                          MHD_ConnectionNotificationCode code) {
  auto& transport = *static_cast<Transport*>(self);
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (*context == nullptr) return;
    auto& closed = *static_cast<Connection*>(*context);
    transport.connections_.end_answer(closed);
    transport.connections_.remove(closed);
    *context = nullptr;
    return;
  }
  const auto* const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  *context = transport.connections_.find(info->connect_fd).get();
  assert(*context != nullptr);
}

Connection& HttpServer::Transport::connection_of(MHD_Connection* connection) {
  return *static_cast<Connection*>(
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context);
}

MHD_Result HttpServer::Transport::on_request(void* self, MHD_Connection* connection, const char*,
                                             const char* method, const char*, const char* data,
                                             std::size_t* size, void** context) {
  auto& transport = *static_cast<Transport*>(self);
  auto* const x = static_cast<Exchange*>(*context);
  if (x == nullptr) return transport.fail(connection, nullptr);
  const std::optional<MHD_Result> done =
      transport.guarded(std::optional<MHD_Result>(), [&]() -> std::optional<MHD_Result> {
        if (!std::exchange(x->header_seen, true))
          return transport.take_header(connection, *x, method);
        if (*size > 0) return transport.take_body(*x, data, size);
        return transport.answer(connection, *x);
      });
  return done ? *done : transport.fail(connection, x);
}

// (While a body is still on its way no answer can be sent: libmicrohttpd closes the connection.)
MHD_Result HttpServer::Transport::fail(MHD_Connection* connection, Exchange* x) noexcept {
  connections_.begin_answer(connection_of(connection));
  if (x != nullptr) x->status = MHD_HTTP_SERVICE_UNAVAILABLE;
  return MHD_queue_response(connection, MHD_HTTP_SERVICE_UNAVAILABLE, failure_.get());
}

void HttpServer::Transport::on_end(void* self, MHD_Connection* connection, void** context,
                                   MHD_RequestTerminationCode) {
  auto& transport = *static_cast<Transport*>(self);
  const std::unique_ptr<Exchange> x(static_cast<Exchange*>(*context));
  *context = nullptr;
  Connection& of = connection_of(connection);
  transport.connections_.end_answer(of);
  if (x == nullptr || x->status == 0) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - x->begun).count();
  transport.answerer_.metrics().count_answer(x->endpoint, x->status, seconds, x->bytes);
  if (transport.options_.access_log)
    transport.guarded(false, [&] { return transport.log(*x, of, seconds), true; });
}

void HttpServer::Transport::log(const Exchange& x, const Connection& c, double seconds) const {
  options_.access_log(fmt::format("{} \"{} {}\" {} {} {:.6f}", c.name, for_log(x.request.method),
                                  for_log(x.request.target), x.status, x.bytes, seconds));
}

// --- Requests ------------------------------------------------------------------------------------

MHD_Result HttpServer::Transport::take_header(MHD_Connection* connection, Exchange& x,
                                              const char* method) {
  x.begun = Clock::now();
  x.request.method = method;
  struct Seen {
    Exchange& x;
    std::size_t bytes = 0;
    std::uint64_t length = 0;
  } seen{x};
  const auto see = [](void* to, MHD_ValueKind, const char* key, std::size_t key_size,
                      const char* value, std::size_t size) {
    auto& s = *static_cast<Seen*>(to);
    s.bytes += key_size + size + 4;
    const std::string_view text = value == nullptr ? "" : std::string_view(value, size);
    const auto is = [&](const char* name) { return ::strcasecmp(key, name) == 0; };
    if (is("If-None-Match")) s.x.request.if_none_match = text;
    if (is("Accept-Encoding")) s.x.request.accept_encoding = text;
    if (is("Content-Length")) s.length = std::strtoull(std::string(text).c_str(), nullptr, 10);
    return MHD_YES;
  };
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, see, &seen);
  if (connection_of(connection).is_reserve && endpoint_of(x.request.target) != Endpoint::healthz) {
    ++answerer_.metrics().connections_refused;
    return refuse(connection, x, too_many_connections());
  }
  const RequestLimits& limits = options_.requests;
  if (x.request.target.size() > limits.target) {
    return refuse(
        connection, x,
        {414, "uri_too_long", fmt::format("The address is longer than {} bytes.", limits.target)});
  }
  if (seen.bytes > limits.headers) {
    return refuse(connection, x,
                  {431, "header_too_large",
                   fmt::format("The headers are longer than {} bytes.", limits.headers)});
  }
  if (seen.length > limits.body) {
    return refuse(
        connection, x,
        {413, "body_too_large", fmt::format("The body is longer than {} bytes.", limits.body)});
  }
  return MHD_YES;
}

// A body that is too large is discarded, so that an answer can say so; one that is far too large
// ends the connection.
MHD_Result HttpServer::Transport::take_body(Exchange& x, const char* data,
                                            std::size_t* size) const {
  x.body_size += *size;
  if (x.body_size <= options_.requests.body) x.request.body.append(data, *size);
  *size = 0;
  return x.body_size > 4 * options_.requests.body ? MHD_NO : MHD_YES;
}

MHD_Result HttpServer::Transport::answer(MHD_Connection* connection, Exchange& x) {
  if (x.failed) return fail(connection, &x);
  if (x.response) return queue(connection, x);  // (The connection was suspended until now.)
  if (x.body_size > options_.requests.body) {
    return refuse(connection, x,
                  {413, "body_too_large",
                   fmt::format("The body is longer than {} bytes.", options_.requests.body)});
  }
  connections_.begin_answer(connection_of(connection));
  x.endpoint = endpoint_of(x.request.target);
  if (answerer_.cost(x.request) == Cost::slow) return answer_later(connection, x);
  x.response = answerer_.answer(x.request);
  return queue(connection, x);
}

MHD_Result HttpServer::Transport::answer_later(MHD_Connection* connection, Exchange& x) {
  // (Neither throws: the connection goes on in any case.)
  const auto set = [this, connection, &x](auto&& make) noexcept {
    x.failed = !guarded(false, [&] { return x.response = make(), true; });
    --answerer_.metrics().slow_answers;
    MHD_resume_connection(connection);
  };
  WorkPool::Reserved place = slow_.reserve(
      connection_of(connection).key,
      [this, &x, set] { set([&] { return answerer_.answer(x.request); }); },
      [this, set] {
        set([&] { return answerer_.refused(busy("The server is shutting down.", 5)); });
      });
  if (place.empty()) return refuse(connection, x, busy("The server is busy; ask again soon.", 1));
  // From here on nothing throws.
  ++answerer_.metrics().slow_answers;
  MHD_suspend_connection(connection);
  slow_.run(std::move(place));
  return MHD_YES;
}

MHD_Result HttpServer::Transport::refuse(MHD_Connection* connection, Exchange& x,
                                         const Refusal& refusal) {
  connections_.begin_answer(connection_of(connection));
  x.response = answerer_.refused(refusal);
  return queue(connection, x);
}

// --- Answers -------------------------------------------------------------------------------------

// The bytes of an answer until they are sent.
struct HttpServer::Transport::Sent {
  Sent(std::string of, std::atomic<std::uint64_t>* counted) : body(std::move(of)), unsent(counted) {
    if (unsent != nullptr) *unsent += body.size();
  }
  Sent(const Sent&) = delete;
  Sent& operator=(const Sent&) = delete;
  ~Sent() {
    if (unsent != nullptr) *unsent -= body.size();
  }

  std::string body;
  std::atomic<std::uint64_t>* unsent;
};

OwnedResponse HttpServer::Transport::response_of_bytes(Response& response) {
  if (response.body.empty()) {
    return OwnedResponse(MHD_create_response_from_buffer(response.lasting.size(),
                                                         const_cast<char*>(response.lasting.data()),
                                                         MHD_RESPMEM_PERSISTENT));
  }
  const bool large = response.body.size() > small_answer;
  auto sent = std::make_unique<Sent>(std::move(response.body), large ? &unsent_ : nullptr);
  const auto forget = [](void* of) { delete static_cast<Sent*>(of); };
  OwnedResponse made(MHD_create_response_from_buffer_with_free_callback_cls(
      sent->body.size(), sent->body.data(), forget, sent.get()));
  if (made != nullptr) sent.release();
  return made;
}

// Throws if memory or a thread cannot be had for it.
OwnedResponse HttpServer::Transport::response_of_stream(MHD_Connection* connection,
                                                        Response& response) {
  const int socket =
      ::fcntl(MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd,
              F_DUPFD_CLOEXEC, 0);
  if (socket < 0) throw FileError("There are too many open files");
  const auto job = make_job(socket, connection);
  const auto read = [](void* of, std::uint64_t, char* to, std::size_t room) -> ssize_t {
    const Pipe::Piece piece = (*static_cast<std::shared_ptr<MiningJob>*>(of))->pipe.read(to, room);
    switch (piece.kind) {
      case Pipe::Piece::Kind::bytes:
        return static_cast<ssize_t>(piece.size);
      case Pipe::Piece::Kind::nothing_yet:
        return 0;
      case Pipe::Piece::Kind::end:
        return MHD_CONTENT_READER_END_OF_STREAM;
      case Pipe::Piece::Kind::given_up:
        break;
    }
    return MHD_CONTENT_READER_END_WITH_ERROR;
  };
  const auto forget = [](void* of) {
    auto* const kept = static_cast<std::shared_ptr<MiningJob>*>(of);
    (*kept)->stop = true;
    (*kept)->pipe.close();
    delete kept;
  };
  auto kept = std::make_unique<std::shared_ptr<MiningJob>>(job);
  OwnedResponse made(
      MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, piece_size, read, kept.get(), forget));
  if (made == nullptr) throw std::bad_alloc();
  kept.release();
  jobs_.push_back(job);
  ++answerer_.metrics().mining_jobs;
  try {
    job->thread = std::thread(
        [this, &of = *job, stream = std::move(response.stream)] { run_job(of, stream); });
  } catch (...) {
    --answerer_.metrics().mining_jobs;
    jobs_.pop_back();
    throw;
  }
  return made;
}

std::shared_ptr<MiningJob> HttpServer::Transport::make_job(int socket,
                                                           MHD_Connection* connection) const {
  try {
    return std::make_shared<MiningJob>(
        socket, Clock::now() + options_.mining,
        [connection] { MHD_suspend_connection(connection); },
        [connection] { MHD_resume_connection(connection); });
  } catch (...) {
    ::close(socket);
    throw;
  }
}

void HttpServer::Transport::run_job(MiningJob& job, const Stream& stream) noexcept {
  const bool done = guarded(false, [&] {
    stream([&](std::string_view text) { return job.pipe.write(text); }, job.stop);
    return true;
  });
  // (If it failed, the client sees that the end of the answer is missing.)
  done ? job.pipe.finish() : job.pipe.give_up();
  --answerer_.metrics().mining_jobs;
  job.ended = true;
}

MHD_Result HttpServer::Transport::queue(MHD_Connection* connection, Exchange& x) {
  OwnedResponse made;
  if (x.response->stream) {
    end_of_jobs(false);
    const std::lock_guard lock(jobs_mutex_);
    if (draining_ || jobs_.size() >= static_cast<std::size_t>(options_.mining_jobs)) {
      x.response = answerer_.refused(
          busy("Other searches for puzzles are running; ask again in a few seconds.", 5));
    } else {
      made = response_of_stream(connection, *x.response);
    }
  }
  if (x.response->body.size() > small_answer && unsent_ > options_.unsent)
    x.response = answerer_.refused(busy("Too many large answers are waiting to be sent.", 5));
  Response& response = *x.response;
  x.status = response.status;
  x.bytes = response.content().size();
  if (made == nullptr) made = response_of_bytes(response);
  if (made == nullptr) return MHD_NO;
  if (!response.content_type.empty())
    MHD_add_response_header(made.get(), "Content-Type", response.content_type.c_str());
  for (const auto& [name, value] : response.headers)
    MHD_add_response_header(made.get(), name.c_str(), value.c_str());
  if (draining_ || connection_of(connection).is_reserve)
    MHD_add_response_header(made.get(), "Connection", "close");
  return MHD_queue_response(connection, static_cast<unsigned>(response.status), made.get());
}

// --- The server ----------------------------------------------------------------------------------

HttpServer::HttpServer(Answerer& answerer, ServerOptions options)
    : transport_(std::make_unique<Transport>(answerer, std::move(options))) {}

HttpServer::~HttpServer() = default;

std::string HttpServer::url() const { return transport_->url(); }

void HttpServer::run(const std::atomic<bool>& stop) { transport_->run(stop); }

}  // namespace zermelo::server
