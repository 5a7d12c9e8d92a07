// SPDX-License-Identifier: MIT
#include "server/pipe.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace zermelo::server {

bool Pipe::write(std::string_view text) {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [&] { return bytes_.size() < capacity_ || closed_ || hurried_; });
  if (closed_) return false;
  assert(!finished_);
  bytes_ += text;
  wake_sender();
  return true;
}

void Pipe::finish() {
  const std::lock_guard lock(mutex_);
  finished_ = true;
  wake_sender();
}

void Pipe::hurry() {
  {
    const std::lock_guard lock(mutex_);
    hurried_ = true;
  }
  room_.notify_all();
}

void Pipe::give_up() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    wake_sender();
  }
  room_.notify_all();
}

void Pipe::close() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    sender_waits_ = false;
  }
  room_.notify_all();
}

Pipe::Piece Pipe::read(char* to, std::size_t room) {
  std::unique_lock lock(mutex_);
  if (closed_) return {Piece::Kind::given_up};
  if (bytes_.empty() && finished_) return {Piece::Kind::end};
  if (bytes_.empty()) {
    sender_waits_ = true;
    wait_();
    return {Piece::Kind::nothing_yet};
  }
  const std::size_t size = std::min(room, bytes_.size());
  std::memcpy(to, bytes_.data(), size);
  bytes_.erase(0, size);
  lock.unlock();
  room_.notify_all();
  return {Piece::Kind::bytes, size};
}

void Pipe::wake_sender() {
  if (std::exchange(sender_waits_, false)) go_on_();
}

}  // namespace zermelo::server
