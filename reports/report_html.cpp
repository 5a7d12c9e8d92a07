// SPDX-License-Identifier: MIT
#include "reports/report_html.h"

#include <fmt/format.h>

#include "gen/text/xml.h"

namespace zermelo::report_html {
namespace {

constexpr std::string_view page_style = R"(
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, "Helvetica Neue", Arial, sans-serif; color: #1f2328;
  background: #fff; margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 66rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 0 0 .5rem; }
section { border-top: 1px solid #d8dce0; margin-top: 2rem; padding-top: 1.25rem; }
p { margin: .4rem 0; max-width: 46rem; overflow-wrap: anywhere; }
.lead { font-size: 1.2rem; }
.small, figcaption { font-size: .875rem; color: #4b535b; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 21rem), 1fr));
  gap: 1.25rem 2rem; align-items: start; margin-top: .75rem; }
.traps { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 14.5rem), 1fr));
  gap: 1.25rem; margin-top: .75rem; }
figure { margin: 0; min-width: 0; break-inside: avoid; }
figure svg { display: block; width: 100%; height: auto; }
.plot { max-width: 36rem; font: 11px system-ui, "Helvetica Neue", Arial, sans-serif; }
.bars svg + svg { margin-top: .75rem; }
.board svg { max-width: 24rem; }
.trap svg { max-width: 17rem; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #e6e8eb;
  vertical-align: top; }
th { font-weight: 600; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 0; }
.words td, .words th { text-align: left; overflow-wrap: anywhere; }
.uses th:first-child, .uses td:first-child { text-align: left; }
.win { color: #17703a; } .loss { color: #a33a25; } .draw { color: #4b535b; }
summary { cursor: pointer; padding: .4rem 0; font-size: .9rem; }
footer { margin-top: 2.5rem; }
@page { margin: 14mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 10pt; }
  h1 { font-size: 18pt; } .lead { font-size: 12pt; }
  h2 { break-after: avoid; }
  section { margin-top: 1rem; padding-top: .75rem; }
  .pair { grid-template-columns: 1fr 1fr; }
  .traps { grid-template-columns: repeat(3, 1fr); }
  .scroll { overflow: visible; }
  table { font-size: 7.5pt; } th { white-space: normal; }
  th, td { padding: .1rem .3rem; }
  tr { break-inside: avoid; }
  summary { display: none; }
  details::details-content { content-visibility: visible; display: block; height: auto; }
}
)";

}  // namespace

std::string page_head(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Report: {0}</title>\n<style>{1}</style>\n</head>\n<body>\n<main>\n"
      "<h1>{0}</h1>\n",
      xml_escaped(title), page_style);
}

std::string table_html(const std::vector<Cells>& rows, const char* kind) {
  std::string html = fmt::format("<div class=\"scroll\">\n<table class=\"{}\">\n", kind);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const char* const tag = i == 0 ? "th" : "td";
    const char* const scope = i == 0 ? " scope=\"col\"" : "";
    html += "<tr>";
    for (const std::string& cell : rows[i])
      html += fmt::format("<{0}{1}>{2}</{0}>", tag, scope, xml_escaped(cell));
    html += "</tr>\n";
  }
  return html + "</table>\n</div>\n";
}

std::string details(std::string_view summary, const std::string& contents) {
  return fmt::format("<details>\n<summary>{}</summary>\n{}</details>\n", summary, contents);
}

std::string paragraph(const std::string& text, const char* kind) {
  if (text.empty()) return "";
  const std::string attribute = *kind == '\0' ? "" : fmt::format(" class=\"{}\"", kind);
  return fmt::format("<p{}>{}</p>\n", attribute, xml_escaped(text));
}

std::string figure(const char* kind, const std::string& svg, const std::string& caption) {
  if (svg.empty()) return "";
  return fmt::format("<figure class=\"{}\">\n{}<figcaption>{}</figcaption>\n</figure>\n", kind, svg,
                     xml_escaped(caption));
}

std::string section(std::string_view heading, const std::string& contents) {
  if (contents.empty()) return "";
  return fmt::format("<section>\n<h2>{}</h2>\n{}</section>\n", heading, contents);
}

}  // namespace zermelo::report_html
