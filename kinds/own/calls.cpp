// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "gen/error.h"
#include "kinds/own/rules.h"
#include "probe/own_calls.h"

namespace zermelo {
namespace {

template <std::size_t size>
void put_text(std::array<char, size>& where, std::string_view text) {
  where[text.copy(where.data(), size - 1)] = '\0';
}

// (Nothing says that a process that crashed has left a zero at the end.)
template <std::size_t size>
std::string text_in(const std::array<char, size>& where) {
  return {where.data(), ::strnlen(where.data(), size)};
}

bool is_call_open(const OwnCalls::Call& call) {
  return call.is_open.load(std::memory_order_acquire);
}

std::string told_call(const OwnCalls::Call& call) {
  const std::string state = state_of_call(call);
  return text_in(call.function) + (state.empty() ? "" : " at " + state);
}

}  // namespace

void begin_call(OwnCalls::Call& call, std::string_view function, const void* state,
                std::size_t state_bytes, std::string_view text) {
  call.number.fetch_add(1, std::memory_order_relaxed);
  call.state_bytes = state == nullptr ? 0 : static_cast<std::uint32_t>(state_bytes);
  if (state != nullptr)
    std::memcpy(call.state.data(), state, std::min(state_bytes, call.state.size()));
  put_text(call.function, function);
  put_text(call.text, text);
  call.is_open.store(true, std::memory_order_release);
}

void end_call(OwnCalls::Call& call) { call.is_open.store(false, std::memory_order_release); }

std::string state_of_call(const OwnCalls::Call& call) {
  if (call.state_bytes == 0 || call.state_bytes > call.state.size()) return {};
  if (call.text.front() != '\0') return text_in(call.text);
  OwnState state;
  state.bytes = call.state;
  return "hex:" + hex_text(state, call.state_bytes);
}

std::string open_call(const OwnCalls& calls) {
  const auto open = std::ranges::find_if(calls.calls, is_call_open);
  return open != calls.calls.end() ? told_call(*open) : std::string();
}

SharedOwnCalls::SharedOwnCalls() {
  void* const memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    throw OutOfMemory("There is no memory to share with a process of its own.");
  shared_ = new (memory) Shared;
}

SharedOwnCalls::~SharedOwnCalls() { ::munmap(shared_, sizeof(Shared)); }

void SharedOwnCalls::forget_calls() const { new (&shared_->calls) OwnCalls; }

std::chrono::duration<double> OwnCallClock::look(const OwnCalls& calls) {
  const Clock::time_point now = Clock::now();
  std::chrono::duration<double> longest{};
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    const OwnCalls::Call& call = calls.calls[i];
    const std::uint64_t number = is_call_open(call) ? call.number.load() : 0;
    if (number != seen_[i].number) seen_[i] = {number, now};
    if (number == 0 || now - seen_[i].since < longest) continue;
    longest = now - seen_[i].since;
    oldest_ = i;
  }
  return longest;
}

std::string OwnCallClock::oldest(const OwnCalls& calls) const {
  const OwnCalls::Call& call = calls.calls[oldest_];
  const std::uint64_t number = seen_[oldest_].number;
  return number != 0 && is_call_open(call) && call.number == number ? told_call(call)
                                                                    : std::string();
}

std::string end_of_rules(std::string_view where, std::string_view call, const OwnProcessEnd& end) {
  const std::string at = call.empty() ? std::string(where) : fmt::format("{}: {}", where, call);
  if (end.late.count() > 0)
    return fmt::format("{}: it does not come to an end within {} second{}.", at, end.late.count(),
                       end.late.count() == 1 ? "" : "s");
  if (WIFSIGNALED(end.status))
    return fmt::format("{}: it crashes ({}).", at, ::strsignal(WTERMSIG(end.status)));
  return fmt::format("{}: it ends the process.", at);
}

}  // namespace zermelo
