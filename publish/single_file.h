// SPDX-License-Identifier: MIT
// A site as one document that opens from a disk, without any request.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "publish/site.h"

namespace zermelo::publish {

// More bytes of tables than this a page in one file does not take.
inline constexpr std::uint64_t most_single_file_tables = 64'000'000;

// Throws Error if the tables are too large together.
std::string site_in_one_file(const Site& site);
// Of one table of a site; `about` is as Site::about_site. The table is not too large.
std::string table_in_one_file(const SiteTable& table, std::string_view packed_module,
                              const Json& about);

}  // namespace zermelo::publish
