// SPDX-License-Identifier: MIT
// The page's modules in few files. Each request takes its time, and plain hosts pack nothing: so a
// site has one script with which the page begins, and three packed ones.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace zermelo::publish {

// Files of the page by their names, "main.js".
using PageTexts = std::map<std::string, std::string_view, std::less<>>;

// Scripts, all of which are to be run as modules.
struct PagePacks {
  std::string start;   // start.js and what it imports
  std::string page;    // main.js and what else it imports, with page.css; packed by gzip
  std::string worker;  // worker.js and all that it imports; packed by gzip
  std::string panels;  // the other modules; packed by gzip
};

// `texts` has page.css, start.js, main.js, worker.js, and all that these import. In each module
// static imports begin a line and name "./FILE", what is exported is so where it is declared, and
// no line within a string begins with "import", "export" or "//" (tests/web/site.test.mjs looks at
// these). Throws Error if an imported module is not there.
PagePacks page_packs(const PageTexts& texts);

}  // namespace zermelo::publish
