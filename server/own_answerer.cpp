// SPDX-License-Identifier: MIT
#include "server/own_answerer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include "gen/error.h"

namespace zermelo::server {
namespace {

// Answers that take long have two threads (server/http_server.cpp); more processes would wait. The
// last one has all streams, so that another is free meanwhile.
constexpr std::size_t process_count = 2;

std::string packed_request(const Request& r) {
  return packed({r.method, r.target, r.body, r.if_none_match, r.accept_encoding});
}

Request unpacked_request(std::string_view text) {
  const std::vector<std::string> parts = unpacked(text);
  if (parts.size() != 5) throw Error("This is not a request.");
  return {parts[0], parts[1], parts[2], parts[3], parts[4]};
}

std::string packed_response(const Response& r) {
  const std::string status = std::to_string(r.status);
  std::vector<std::string_view> parts = {status, r.content_type, r.content()};
  for (const auto& [name, value] : r.headers) {
    parts.emplace_back(name);
    parts.emplace_back(value);
  }
  return packed(parts);
}

Response unpacked_response(std::string_view text) {
  std::vector<std::string> parts = unpacked(text);
  if (parts.size() < 3 || parts.size() % 2 == 0) throw Error("This is not an answer.");
  Response response{.content_type = parts[1], .body = std::move(parts[2])};
  std::from_chars(parts[0].data(), parts[0].data() + parts[0].size(), response.status);
  for (std::size_t i = 3; i < parts.size(); i += 2)
    response.headers.emplace_back(parts[i], parts[i + 1]);
  return response;
}

std::string file_name_of(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

// Counting a table is done once, by one of the processes.
bool is_about_statistics(Endpoint endpoint) {
  return endpoint == Endpoint::stats || endpoint == Endpoint::longest ||
         endpoint == Endpoint::report;
}

}  // namespace

std::string packed(const std::vector<std::string_view>& texts) {
  std::string all;
  for (const std::string_view text : texts) {
    const std::uint64_t size = text.size();
    all.append(reinterpret_cast<const char*>(&size), sizeof size);
    all += text;
  }
  return all;
}

std::vector<std::string> unpacked(std::string_view packed) {
  std::vector<std::string> texts;
  while (!packed.empty()) {
    std::uint64_t size = 0;
    if (packed.size() < sizeof size) throw Error("A message between processes is cut short.");
    std::memcpy(&size, packed.data(), sizeof size);
    packed.remove_prefix(sizeof size);
    if (packed.size() < size) throw Error("A message between processes is cut short.");
    texts.emplace_back(packed.substr(0, size));
    packed.remove_prefix(size);
  }
  return texts;
}

// A process for one request, and for its stream.
class OwnAnswerer::Turn {
 public:
  Turn(OwnAnswerer& of, Endpoint endpoint) : of_(of) {
    const auto [first, end] = of_.processes_for(endpoint);
    std::unique_lock lock(of_.mutex_);
    const auto is_free = [&, begin = first, last = end] {
      const auto found = std::find(of_.is_busy_.begin() + begin, of_.is_busy_.begin() + last, 0);
      process_ = static_cast<std::size_t>(found - of_.is_busy_.begin());
      return found != of_.is_busy_.begin() + last;
    };
    const bool streams = cost_of(endpoint) == Cost::streamed;
    if (!of_.freed_.wait_for(lock, streams ? for_a_stream : of_.patience_, is_free)) {
      throw streams
          ? busy(
                "Another search for puzzles of this table is running, or its rules are busy; ask "
                "again in a few seconds.",
                5)
          : busy("The rules of this game are busy; ask again soon.", 1);
    }
    of_.is_busy_[process_] = 1;
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
    {
      const std::lock_guard lock(of_.mutex_);
      of_.is_busy_[process_] = 0;
    }
    of_.freed_.notify_all();
  }
  OwnProcess& process() const { return *of_.processes_[process_]; }

 private:
  // A client that asks anew has just left the stream before, which takes a moment to end.
  static constexpr std::chrono::milliseconds for_a_stream = std::chrono::seconds(2);

  OwnAnswerer& of_;
  std::size_t process_ = 0;
};

OwnAnswerer::OwnAnswerer(const ServedTable& table, const std::string& code, const Begin& begin,
                         const RulesLimits& limits)
    : table_(table), code_(code), patience_(limits.answer) {
  const OwnProcess::Begin answers = [&](OwnCalls& calls) -> OwnProcess::Answer {
    const auto answer = begin(calls);
    return [answer](std::string_view question) -> OwnProcess::Answered {
      Response response = answer(unpacked_request(question));
      return {packed_response(response), std::move(response.stream)};
    };
  };
  const auto add = [&] {
    processes_.push_back(std::make_unique<OwnProcess>(answers, file_name_of(code), limits));
    is_busy_.push_back(0);
  };
  add();
  const Request about{.target = fmt::format("/api/v1/tables/{}", table.id())};
  const OwnProcess::Answered told = processes_.front()->ask(packed_request(about));
  told_ = Json::parse(unpacked_response(told.text).content());
  one_thread_ = told_.at("code").at("one_thread").get<bool>();
  while (processes_.size() < process_count) add();
}

// The first and the one after the last. (A process has its own global variables, for whose sake
// rules allow one thread only; but what they do elsewhere, twice at once, is for streams alone.)
std::pair<std::ptrdiff_t, std::ptrdiff_t> OwnAnswerer::processes_for(Endpoint endpoint) const {
  const auto all = static_cast<std::ptrdiff_t>(processes_.size());
  if (cost_of(endpoint) == Cost::streamed) return {all - 1, all};
  const bool only_first = one_thread_ || is_about_statistics(endpoint);
  return {0, only_first ? 1 : all};
}

Response OwnAnswerer::answer(const Request& request, Endpoint endpoint) {
  auto turn = std::make_shared<Turn>(*this, endpoint);
  try {
    const auto about =
        is_about_statistics(endpoint) ? OwnProcess::About::work : OwnProcess::About::itself;
    OwnProcess::Answered answered = turn->process().ask(packed_request(request), about);
    Response response = unpacked_response(answered.text);
    if (answered.parts) response.stream = held_stream(std::move(turn), std::move(answered.parts));
    return response;
  } catch (const RulesError& error) {
    throw RulesError(plain(error.what()));
  }
}

// The stream keeps the process until it has run.
Stream OwnAnswerer::held_stream(std::shared_ptr<Turn> turn, Stream parts) const {
  return [this, turn = std::move(turn), parts = std::move(parts)](
             const StreamSink& sink, const std::atomic<bool>& stop) mutable {
    const std::shared_ptr<Turn> held = std::move(turn);
    assert(held != nullptr);
    try {
      parts(sink, stop);
    } catch (const RulesError& error) {
      throw RulesError(plain(error.what()));
    }
  };
}

// (Clients need not know where the code is.)
std::string OwnAnswerer::plain(std::string sentence) const {
  const std::string name = file_name_of(code_);
  for (std::size_t at = sentence.find(code_); at != std::string::npos;
       at = sentence.find(code_, at + name.size()))
    sentence.replace(at, code_.size(), name);
  return table_.without_path(std::move(sentence));
}

}  // namespace zermelo::server
