// SPDX-License-Identifier: MIT
#include "kinds/many_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "probe/probe_status.h"

namespace zermelo {
namespace {

struct SquareAnswer {
  ProbeStatus status = ProbeStatus::ok;
  std::uint64_t value = 0;
  std::string error = {};
};

// States are numbers; all that can go wrong with one depends on its remainder by 100.
std::uint64_t read_number(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  if (number % 100 == 13) throw IllegalPosition("No " + std::string(text) + ".");
  return number;
}
FileOrder order_of_number(std::uint64_t number) {
  if (number % 100 == 14) throw GameOver("Over.", std::nullopt);
  return {static_cast<std::uint32_t>(number % 7), number / 7};
}

std::vector<std::string> random_numbers(std::size_t count, std::uint64_t most) {
  std::mt19937_64 random(count);
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(std::to_string(random() % (most + 1)));
  return texts;
}

void expect_squares(const std::vector<std::string>& texts, int threads) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::atomic<std::size_t> looked_up = 0;
  const auto answers = answer_many<SquareAnswer>(views, threads, read_number, order_of_number,
                                                 [&](std::uint64_t number, SquareAnswer& answer) {
                                                   ++looked_up;
                                                   if (number % 100 == 15)
                                                     throw NotInTable("Not there.");
                                                   answer.value = number * number;
                                                 });
  ASSERT_EQ(answers.size(), texts.size());
  std::size_t found = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::uint64_t number = std::stoull(texts[i]);
    const ProbeStatus expected = number % 100 == 13   ? ProbeStatus::illegal_position
                                 : number % 100 == 14 ? ProbeStatus::game_over
                                 : number % 100 == 15 ? ProbeStatus::not_in_table
                                                      : ProbeStatus::ok;
    ASSERT_EQ(answers[i].status, expected) << texts[i];
    ASSERT_EQ(answers[i].value, expected == ProbeStatus::ok ? number * number : 0) << texts[i];
    ASSERT_EQ(answers[i].error.empty(), expected == ProbeStatus::ok);
    found += number % 100 != 13 && number % 100 != 14 ? 1 : 0;
  }
  EXPECT_EQ(looked_up, found) << "each is looked up once";
}

TEST(ManyAnswers, EachStateHasItsOwn) {
  for (const std::size_t count : {0, 1, 2, 1023, 1024, 5000, 70000}) {
    const auto few = random_numbers(count, 200), many = random_numbers(count, 1'000'000'000);
    for (const int threads : {1, 2, 3, 0}) {
      expect_squares(few, threads);
      expect_squares(many, threads);
    }
  }
}

TEST(ManyAnswers, MoreThanAreReadAtOnce) {
  expect_squares(random_numbers((std::size_t{1} << 20) + 5000, 1'000'000), 2);
}

TEST(ManyAnswers, AllInOnePlace) { expect_squares(std::vector<std::string>(5000, "700"), 3); }

// Each thread goes through its parts of the file in their order, and no two through the same.
TEST(ManyAnswers, PartsOfTheFileAreReadInTheirOrder) {
  const auto texts = random_numbers(80000, 99'999'999);
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  // In one slice, in seven, in very many, and with indices of 64 bits.
  const std::vector<FileOrder (*)(std::uint64_t)> orders = {
      [](std::uint64_t n) {
        return FileOrder{0, n};
      },
      [](std::uint64_t n) {
        return FileOrder{static_cast<std::uint32_t>(n % 7), n / 7};
      },
      [](std::uint64_t n) {
        return FileOrder{static_cast<std::uint32_t>(n), n % 3};
      },
      [](std::uint64_t n) {
        return FileOrder{static_cast<std::uint32_t>(n % 2), n * 0x9e3779b97f4a7c15u};
      }};
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const auto order = orders[i];
    std::vector<FileOrder> in_time;
    const auto answers = answer_many<SquareAnswer>(
        views, 1, read_number, order,
        [&](std::uint64_t number, SquareAnswer&) { in_time.push_back(order(number)); });
    EXPECT_TRUE(std::ranges::is_sorted(in_time)) << i;
    EXPECT_GT(in_time.size(), 79000u);
    EXPECT_EQ(answers.size(), texts.size());
  }
}

TEST(ManyAnswers, OtherFaultsArePassedOn) {
  const std::vector<std::string_view> views(3000, "1");
  EXPECT_THROW(
      answer_many<SquareAnswer>(views, 2, read_number, order_of_number,
                                [](std::uint64_t, SquareAnswer&) { throw std::bad_alloc(); }),
      std::bad_alloc);
}

}  // namespace
}  // namespace zermelo
