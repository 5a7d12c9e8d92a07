// SPDX-License-Identifier: MIT
// Structures of options of other versions than the library's.
#include "probe/c_interface.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/support/error_text.h"

namespace zermelo {
namespace {

// The structure in three versions of a header; the library has the second.
struct FirstVersion {
  std::size_t size;
  std::int64_t threads;
};
struct SecondVersion {
  std::size_t size;
  std::int64_t threads;
  const char* metric;
};
struct ThirdVersion {
  std::size_t size;
  std::int64_t threads;
  const char* metric;
  std::int64_t colour;
};

template <class Given>
SecondVersion copied(const Given& given) {
  SecondVersion known{};
  copy_options("their_options", &given, sizeof(FirstVersion), &known, sizeof known);
  return known;
}
template <class Given>
std::string complaint(const Given& given) {
  return test::error_text<UsageError>([&] { copied(given); });
}

TEST(OptionsOfTheCInterface, AreReadAsFarAsTheyGo) {
  SecondVersion known = copied(FirstVersion{sizeof(FirstVersion), 3});
  EXPECT_EQ(known.threads, 3);
  EXPECT_EQ(known.metric, nullptr);
  known = copied(SecondVersion{sizeof(SecondVersion), 4, "score"});
  EXPECT_EQ(known.threads, 4);
  EXPECT_STREQ(known.metric, "score");
  known = copied(ThirdVersion{sizeof(ThirdVersion), 5, "reach", 0});
  EXPECT_EQ(known.threads, 5);
  EXPECT_STREQ(known.metric, "reach");
}

TEST(OptionsOfTheCInterface, ThatTheLibraryDoesNotKnowAreRefused) {
  EXPECT_EQ(complaint(ThirdVersion{sizeof(ThirdVersion), 5, "reach", 1}),
            std::string("their_options sets an option that this version of the library, ") +
                zermelo_version() + ", does not know.");
}

TEST(OptionsOfTheCInterface, NeedTheirSize) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{8}, sizeof(FirstVersion) - 1,
                                 std::size_t{4097}, ~std::size_t{0}}) {
    EXPECT_EQ(complaint(FirstVersion{size, 3}),
              "The size of their_options is " + std::to_string(size) +
                  "; set its member size to sizeof(their_options).");
  }
}

// Each structure, as this header declares it, is read; and none is read with a size of 0.
template <class Options>
void expect_size_wanted() {
  Options options{};
  EXPECT_THROW(given_or_default(&options), UsageError);
  options.size = sizeof options;
  EXPECT_EQ(given_or_default(&options).size, sizeof options);
  EXPECT_EQ(given_or_default<Options>(nullptr).size, 0u);
  options.size = OptionsType<Options>::first_size;
  EXPECT_NO_THROW(given_or_default(&options));
  --options.size;
  EXPECT_THROW(given_or_default(&options), UsageError);
}

TEST(OptionsOfTheCInterface, AllBeginWithTheirSize) {
  expect_size_wanted<zermelo_many_options>();
  expect_size_wanted<zermelo_solve_options>();
  expect_size_wanted<zermelo_check_options>();
  expect_size_wanted<zermelo_strategy_options>();
  expect_size_wanted<zermelo_proof_options>();
}

TEST(TextsOfTheCInterface, MustAllBeThere) {
  const char* const texts[] = {"a", nullptr};
  EXPECT_EQ(texts_of<std::string>(texts, 1, "texts"), (std::vector<std::string>{"a"}));
  EXPECT_EQ(test::error_text<UsageError>([&] { texts_of<std::string>(texts, 2, "texts"); }),
            "The argument texts holds a NULL.");
  EXPECT_EQ(test::error_text<UsageError>([&] { texts_of<std::string>(nullptr, 1, "texts"); }),
            "The argument texts is NULL.");
  EXPECT_TRUE(texts_of<std::string>(nullptr, 0, "texts").empty());
}

}  // namespace
}  // namespace zermelo
