// SPDX-License-Identifier: MIT
#include "cli/line_reader.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <vector>

#include "gen/error.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::cli {
namespace {

class LinesOfInput : public testing::Test {
 protected:
  std::string file(const std::string& text) const {
    const std::string path = folder_.file("list.txt");
    test::write_whole(path, text);
    return path;
  }
  // Each line's text, or its length limit.
  std::vector<std::string> lines_of(const std::string& text) const {
    LineReader reader(file(text));
    std::vector<std::string> result;
    std::vector<InputLine> lines;
    while (reader.next(lines)) {
      EXPECT_FALSE(lines.empty());
      for (const InputLine& line : lines) {
        EXPECT_EQ(line.number, result.size() + 1);
        result.push_back(line.too_long ? "(too long)" : line.text);
        EXPECT_TRUE(!line.too_long || line.text.empty());
      }
    }
    EXPECT_TRUE(lines.empty());
    EXPECT_FALSE(reader.next(lines));
    return result;
  }

  const test::TemporaryFolder folder_;
};
using Texts = std::vector<std::string>;

TEST_F(LinesOfInput, EndInANewlineOrWithTheFile) {
  EXPECT_EQ(lines_of(""), Texts{});
  EXPECT_EQ(lines_of("\n"), Texts{""});
  EXPECT_EQ(lines_of("a"), Texts{"a"});
  EXPECT_EQ(lines_of("a\n"), Texts{"a"});
  EXPECT_EQ(lines_of("a\n\nb"), (Texts{"a", "", "b"}));
  EXPECT_EQ(lines_of(std::string("a\0b\n\r\n", 6)), (Texts{std::string("a\0b", 3), "\r"}));
}

TEST_F(LinesOfInput, ThatAreTooLongAreSaidAndPassedOver) {
  const std::string longest(LineReader::longest, 'x');
  EXPECT_EQ(lines_of(longest + "\nb\n"), (Texts{longest, "b"}));
  EXPECT_EQ(lines_of(longest + "y\nb\n"), (Texts{"(too long)", "b"}));
  EXPECT_EQ(lines_of("a\n" + longest + "y"), (Texts{"a", "(too long)"}));
  EXPECT_EQ(lines_of(std::string(50 * LineReader::longest, 'x') + "\nb\n" +
                     std::string(50 * LineReader::longest, 'x')),
            (Texts{"(too long)", "b", "(too long)"}));
}

TEST_F(LinesOfInput, OfALongFileComeInParts) {
  std::string text;
  Texts expected;
  for (int i = 0; i < 500000; ++i) {
    expected.push_back(std::to_string(i));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(lines_of(text), expected);
  LineReader reader(file(text));
  std::vector<InputLine> lines;
  ASSERT_TRUE(reader.next(lines));
  EXPECT_LT(lines.size(), expected.size());
}

// A line is read as soon as it is written, before the next one comes.
TEST_F(LinesOfInput, OfAPipeComeAtOnce) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  LineReader reader("/dev/fd/" + std::to_string(ends[0]));
  std::vector<InputLine> lines;
  const auto write = [&](std::string_view text) {
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  write("one\n");
  ASSERT_TRUE(reader.next(lines));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].text, "one");
  write("two\nthr");
  ASSERT_TRUE(reader.next(lines));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].text, "two");
  write("ee\nfour");
  ASSERT_TRUE(reader.next(lines));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].text, "three");
  ::close(ends[1]);
  ASSERT_TRUE(reader.next(lines));
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].text, "four");
  EXPECT_EQ(lines[0].number, 4u);
  EXPECT_FALSE(reader.next(lines));
  ::close(ends[0]);
}

TEST_F(LinesOfInput, OfWhatCannotBeReadAreAnError) {
  EXPECT_EQ(test::error_text<FileError>([&] { LineReader reader("/no/such/file"); }),
            "Cannot read /no/such/file: No such file or directory.");
  LineReader folder(folder_.file(""));
  std::vector<InputLine> lines;
  EXPECT_THROW(folder.next(lines), FileError);
}

}  // namespace
}  // namespace zermelo::cli
