// SPDX-License-Identifier: MIT
// The page, which is embedded in the program; and a copy of it that contains answers, and so needs
// no server.
#pragma once

#include <atomic>
#include <span>
#include <string>
#include <string_view>

#include "json/json.h"
#include "server/embedded.h"
#include "server/http.h"
#include "server/query.h"
#include "server/served_table.h"

namespace zermelo::server {

// A file of the page, compressed if the client accepts that. Throws a Refusal (404).
Response page_file(std::string_view name, const Request& request);
// The page with status 404, for an address without a table; it says so.
Response page_of_nothing(const Request& request);
// A file that is embedded in the program, with its tag; 304 if the client has it.
Response embedded_file(const EmbeddedFile& file, const std::string& content_type,
                       const Request& request);

// Whether Accept-Encoding accepts gzip, with no less weight than the plain bytes (RFC 9110,
// 12.5.3). A malformed header accepts nothing.
bool takes_gzip(std::string_view accept_encoding);
// Whether one of the tags in If-None-Match is this one.
bool has_tag(std::string_view if_none_match, std::string_view tag);
// Chosen by the ending of a name.
std::string content_type_of(std::string_view name);

// One document with all files of the page and with answers to the positions around one:
// <script type="application/json" id="zermelo-export">. `told` is what /tables/ID says about the
// table. Throws as position_answer and, once `ending` is true, as refuse_if_ending.
std::string export_page(const ServedTable& table, const Json& told, const Query& query,
                        const std::atomic<bool>& ending);

// A text with `by` instead of each `what`.
std::string replaced(std::string text, std::string_view what, std::string_view by);

// Scripts with data for a page, which it finds by their attributes: JSON; or bytes in base64.
std::string json_script(const Json& data, const std::string& id);
std::string bytes_script(std::string_view bytes, const std::string& attributes);
// A page's files as one document, with such scripts; `head` comes first in it.
std::string page_in_one_file(std::span<const EmbeddedFile> files, std::string_view scripts,
                             std::string_view head = {});

}  // namespace zermelo::server
