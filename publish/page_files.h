// SPDX-License-Identifier: MIT
// The page as a site has it: what the server gives, with relative links and its policy in itself.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "publish/site_files.h"
#include "server/embedded.h"

namespace zermelo::publish {

// The document of a site, made from the one of the server (web/index.html): links are relative to
// it, its Content-Security-Policy stands in it, a meta element tells the page that this is a site,
// and where its tables are, and it begins with start.js instead of the page's modules. `ahead` are
// the addresses, relative to the document, of files that every visit begins with.
std::string site_document(std::string_view page, std::span<const std::string> ahead = {});

// Adds the page's files: index.html and sw.js at the top; start.js, page.gz, worker.gz,
// panels.gz (page_packs.h) and icon.svg in assets/; and .nojekyll, without which
// GitHub Pages would leave files out.
void add_page_files(SiteFiles& site, std::span<const server::EmbeddedFile> page,
                    std::span<const std::string> ahead);

}  // namespace zermelo::publish
