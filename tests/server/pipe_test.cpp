// SPDX-License-Identifier: MIT
#include "server/pipe.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

namespace zermelo::server {
namespace {

using Kind = Pipe::Piece::Kind;

struct Counted {
  std::atomic<int> waits = 0, goes = 0;
  Pipe pipe{10, [this] { ++waits; }, [this] { ++goes; }};
  std::string buffer = std::string(100, ' ');

  Pipe::Piece read() { return pipe.read(buffer.data(), buffer.size()); }
};

TEST(Pipes, CarryBytesInOrder) {
  Counted c;
  EXPECT_TRUE(c.pipe.write("abc"));
  EXPECT_TRUE(c.pipe.write("defg"));
  EXPECT_EQ(c.pipe.read(c.buffer.data(), 5).size, 5u);
  EXPECT_EQ(c.buffer.substr(0, 5), "abcde");
  EXPECT_EQ(c.read().size, 2u);
  EXPECT_EQ(c.buffer.substr(0, 2), "fg");
  EXPECT_EQ(c.waits, 0);
}

TEST(Pipes, TellTheSenderWhenThereIsSomething) {
  Counted c;
  EXPECT_EQ(c.read().kind, Kind::nothing_yet);
  EXPECT_EQ(c.waits, 1);
  EXPECT_EQ(c.goes, 0);
  c.pipe.write("a");
  c.pipe.write("b");
  EXPECT_EQ(c.goes, 1);  // once per wait
  EXPECT_EQ(c.read().kind, Kind::bytes);
  EXPECT_EQ(c.read().kind, Kind::nothing_yet);
  c.pipe.finish();
  EXPECT_EQ(c.goes, 2);
  EXPECT_EQ(c.read().kind, Kind::end);
}

TEST(Pipes, KeepTheMakerWaiting) {
  Counted c;
  std::atomic<int> written = 0;
  std::thread maker([&] {
    while (written < 5 && c.pipe.write("0123456789")) ++written;
    c.pipe.finish();
  });
  while (written == 0) std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::milliseconds(30));
  EXPECT_EQ(written, 1);
  std::string all;
  for (;;) {
    const Pipe::Piece piece = c.read();
    if (piece.kind == Kind::end) break;
    all += c.buffer.substr(0, piece.size);
  }
  maker.join();
  EXPECT_EQ(written, 5);
  EXPECT_EQ(all.size(), 50u);
}

TEST(Pipes, EndForTheMakerWhenClosed) {
  for (const bool told : {false, true}) {
    Counted c;
    EXPECT_EQ(c.read().kind, Kind::nothing_yet);
    std::atomic<bool> refused = false;
    std::thread maker([&] {
      while (c.pipe.write("0123456789")) {
      }
      refused = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    told ? c.pipe.give_up() : c.pipe.close();
    maker.join();
    EXPECT_TRUE(refused);
    EXPECT_EQ(c.read().kind, Kind::given_up);
  }
}

TEST(Pipes, GivenUpWakeTheSender) {
  Counted c;
  EXPECT_EQ(c.read().kind, Kind::nothing_yet);
  c.pipe.give_up();
  EXPECT_EQ(c.goes, 1);
  c.pipe.close();
  c.pipe.finish();
  EXPECT_EQ(c.goes, 1);
}

TEST(Pipes, InHurryDoNotWait) {
  Counted c;
  c.pipe.hurry();
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(c.pipe.write("0123456789"));
  EXPECT_EQ(c.read().size, 50u);
}

}  // namespace
}  // namespace zermelo::server
