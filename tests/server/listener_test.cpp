// SPDX-License-Identifier: MIT
#include "server/listener.h"

#include <gtest/gtest.h>

#include <string>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::server {
namespace {

TEST(Listeners, TellTheirAddress) {
  EXPECT_TRUE(Listener("127.0.0.1:0").url().starts_with("http://127.0.0.1:"));
  EXPECT_TRUE(Listener("localhost:0").url().starts_with("http://127.0.0.1:"));
  EXPECT_TRUE(Listener("0").url().starts_with("http://127.0.0.1:"));
  EXPECT_TRUE(Listener("0.0.0.0:0").url().starts_with("http://0.0.0.0:"));
  EXPECT_FALSE(Listener("0").url().ends_with(":0/"));
  try {
    EXPECT_TRUE(Listener("[::1]:0").url().starts_with("http://[::1]:"));
  } catch (const FileError&) {  // (a machine without IPv6)
  }
}

TEST(Listeners, RefuseWhatIsNoAddress) {
  for (const char* address : {"", "x", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1",
                              "::1:80", "[::1:80", "[x]:80", "example.org:80", "127.0.0.1:80x"}) {
    const std::string sentence =
        test::error_text<UsageError>([&] { const Listener listener(address); });
    EXPECT_NE(sentence.find("is not an address"), std::string::npos) << address;
  }
}

TEST(Listeners, SayWhatIsTaken) {
  const Listener one("127.0.0.1:0");
  std::string address = one.url().substr(7);
  address.pop_back();
  EXPECT_EQ(test::error_text<FileError>([&] { const Listener other(address); }),
            "Cannot listen on " + address + ": Address already in use.");
}

}  // namespace
}  // namespace zermelo::server
