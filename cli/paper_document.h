// SPDX-License-Identifier: MIT
// The tables of the papers beside ours, as a document and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/output.h"
#include "json/document.h"
#include "reports/paper_tables.h"

namespace zermelo::cli {

Document document_of(const std::string& title, const std::vector<PaperTable>& tables);
Json json_of(const std::vector<PaperTable>& tables);

}  // namespace zermelo::cli
