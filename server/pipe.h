// SPDX-License-Identifier: MIT
// Holds a bounded number of bytes between the thread that makes a long answer and the thread that
// sends it: the maker waits for a client that reads slowly, the sender never waits.
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
  // `wait` is called by the sender's thread when it finds nothing, `go_on` by the maker's thread
  // when there is something again; neither is called twice in a row, nor while the other is
  // running.
  Pipe(std::size_t capacity, std::function<void()> wait, std::function<void()> go_on)
      : capacity_(capacity), wait_(std::move(wait)), go_on_(std::move(go_on)) {}
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  // For the maker. Waits for room; returns false if nobody reads any more.
  bool write(std::string_view text);
  void finish();
  // What is written from now on does not wait for room; it must be little.
  void hurry();
  // The client has gone: nothing is read any more, and a maker that waits is woken and learns so.
  void give_up();

  // For the sender.
  struct Piece {
    enum class Kind { bytes, nothing_yet, end, given_up } kind;
    std::size_t size = 0;
  };
  Piece read(char* to, std::size_t room);
  // Nothing is read any more; nobody needs to be woken.
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
