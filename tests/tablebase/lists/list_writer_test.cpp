// SPDX-License-Identifier: MIT
// What lists look like, byte by byte. (That they can be read again: list_reader_test.cpp.)
#include "tablebase/lists/list_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

ListHeader header_of(Metric metric) {
  return {.kind = ListHeader::Kind::table,
          .game = {"mnk", {}},
          .metric = metric,
          .board = {3, 2, false}};
}

ListHeader strategy_header() {
  ListHeader header = header_of(Metric::distance);
  header.kind = ListHeader::Kind::strategy;
  return header;
}

// A win, a loss and a draw.
const std::vector<PositionRecord> records = {
    {.black = 0b000001, .white = 0b100000, .value = Value::win(3), .white_to_move = true},
    {.black = 0b010000, .value = Value::loss(258)},
    {.value = Value::draw()}};

class ListFiles : public testing::Test {
 protected:
  std::string written(ExportFormat format, const ListHeader& header) const {
    ListWriter writer(path_, format, header);
    writer.begin_slice("first");
    writer.add({records.data(), 2});
    writer.begin_slice("last");
    writer.add({records.data() + 2, 1});
    EXPECT_EQ(writer.positions(), 3u);
    EXPECT_EQ(writer.slices(), (std::vector<ListSlice>{{"first", 2}, {"last", 1}}));
    EXPECT_FALSE(std::filesystem::exists(path_)) << "it is there before it is complete";
    writer.finish();
    const std::string bytes = test::read_whole(path_);
    EXPECT_EQ(writer.bytes(), bytes.size());
    std::filesystem::remove(path_);
    return bytes;
  }

  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("list");
};

TEST_F(ListFiles, AsText) {
  const auto text = [&](const ListHeader& header) {
    const std::string all = written(ExportFormat::text, header);
    const std::size_t end = all.find('\n');
    EXPECT_EQ(all.substr(0, end), "# zermelo positions 1 " + header_json(header));
    return all.substr(end + 1);
  };
  EXPECT_EQ(text(header_of(Metric::distance)),
            "# slice first\n2w/b2 w\twin in 3\n1b1/3 b\tloss in 258\n"
            "# slice last\n3/3 b\tdraw\n# end 3\n");
  EXPECT_EQ(text(header_of(Metric::score)),
            "# slice first\n2w/b2 w\twin by 3\n1b1/3 b\tloss by 258\n"
            "# slice last\n3/3 b\tdraw\n# end 3\n");
  EXPECT_EQ(text(header_of(Metric::outcome)),
            "# slice first\n2w/b2 w\twin\n1b1/3 b\tloss\n# slice last\n3/3 b\tdraw\n# end 3\n");
  EXPECT_NE(text(strategy_header()).find("2w/b2 w\trank 3\n"), std::string::npos);
}

TEST_F(ListFiles, AsCsv) {
  const auto csv = [&](const ListHeader& header) { return written(ExportFormat::csv, header); };
  EXPECT_EQ(csv(header_of(Metric::distance)),
            "position,value,plies\n2w/b2 w,win,3\n1b1/3 b,loss,258\n3/3 b,draw,\n");
  EXPECT_EQ(csv(header_of(Metric::score)),
            "position,value,points\n2w/b2 w,win,3\n1b1/3 b,loss,258\n3/3 b,draw,0\n");
  EXPECT_EQ(csv(header_of(Metric::outcome)),
            "position,value\n2w/b2 w,win\n1b1/3 b,loss\n3/3 b,draw\n");
  EXPECT_EQ(csv(strategy_header()).substr(0, 28), "position,rank\n2w/b2 w,3\n1b1/");
}

TEST_F(ListFiles, InBinaryForm) {
  const ListHeader header = header_of(Metric::distance);
  const std::string bytes = written(ExportFormat::binary, header);
  std::string head = header_json(header);
  head.resize((16 + head.size() + 63) / 64 * 64 - 16, ' ');
  const auto little = [](std::uint64_t number, int size) {
    std::string text;
    for (int i = 0; i < size; ++i) text += static_cast<char>(number >> (8 * i));
    return text;
  };
  const std::string foot =
      R"({"positions":3,"slices":[{"name":"first","positions":2},{"name":"last","positions":1}]})";
  EXPECT_EQ(bytes, "ZPOSLIST" + little(1, 4) + little(head.size(), 4) + head +    //
                       little(1, 8) + little(32, 8) + little(3, 2) + "\1\xff" +   //
                       little(16, 8) + little(0, 8) + little(0x10000 - 258, 2) +  //
                       std::string("\0\xff", 2) + little(0, 8) + little(0, 8) +   //
                       little(0, 2) + std::string("\0\xff", 2) + foot +           //
                       little(foot.size(), 4) + little(3, 8) + "ZPOSENDS");
}

TEST_F(ListFiles, AreNotThereIfTheyAreNotFinished) {
  {
    ListWriter writer(path_, ExportFormat::binary, header_of(Metric::distance));
    writer.begin_slice("all");
    for (int i = 0; i < 50'000; ++i) writer.add(records);  // more than is kept in memory
  }
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(path_).parent_path()));
}

TEST_F(ListFiles, OnAFullDiskAreAFileError) {
  ListWriter writer("/dev/full", ExportFormat::text, header_of(Metric::distance));
  writer.begin_slice("all");
  writer.add(records);
  EXPECT_EQ(test::error_text<NoRoom>([&] { writer.finish(); }),
            "Cannot write /dev/full: No space left on device.");
}

}  // namespace
}  // namespace zermelo
