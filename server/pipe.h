// SPDX-License-Identifier: MIT
// Between one who makes a long answer and one who sends it, at most so many bytes: the maker waits
// for a client that reads slowly, the sender is never kept.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace zermelo::server {

class Pipe {
 public:
  // `wait` is called when the sender finds nothing, by its thread; `go_on` when there is something
  // again, by the maker's; never one twice in a row, and none while the other one is called.
  Pipe(std::size_t capacity, std::function<void()> wait, std::function<void()> go_on)
      : capacity_(capacity), wait_(std::move(wait)), go_on_(std::move(go_on)) {}
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // The maker's. Waits for room; false if nobody reads any more.
  bool write(std::string_view text);
  void finish();
  // What is written from now on does not wait for room: it will be little.
  void hurry();
  // The client has gone: nothing is read any more, and who waits is told so.
  void give_up();

  // The sender's.
  struct Piece {
    enum class Kind { bytes, nothing_yet, end, given_up } kind;
    std::size_t size = 0;
  };
  Piece read(char* to, std::size_t room);
  // Nothing is read any more; nobody is to be told.
  void close();

 private:
  void wake_sender();

  const std::size_t capacity_;
  const std::function<void()> wait_, go_on_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::string bytes_;
  bool finished_ = false, closed_ = false, hurried_ = false, sender_waits_ = false;
};

}  // namespace zermelo::server
