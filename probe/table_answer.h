// SPDX-License-Identifier: MIT
// How Table asks its reader or maker: internal to its members.
#pragma once

#include "gen/error.h"
#include "probe/games.h"
#include "probe/table.h"
#include "probe/table_info.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// If a file is no longer whole, whatever was read from it may be wrong, whether that led to an
// error or to an answer.
template <class Ask>
auto Table::answer(const Ask& ask) const {
  try {
    auto result = ask();
    check_file();
    return result;
  } catch (const Error&) {
    check_file();
    throw;
  }
}

// What an open file says about itself.
TableInfo info_of(const TableFile& file);
// A folder of tables; throws also UsageError in a program that does not read them.
FolderTable read_folder_table(const std::string& path);

}  // namespace zermelo
