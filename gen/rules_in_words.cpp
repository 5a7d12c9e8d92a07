// SPDX-License-Identifier: MIT
#include "gen/rules_in_words.h"

#include "gen/text/xml.h"

namespace zermelo {

std::string to_text(const RulesInWords& rules) {
  std::string text;
  for (const RuleSection& section : rules) {
    text += section.heading + "\n";
    for (const std::string& line : section.lines) text += "  " + line + "\n";
  }
  return text;
}

std::string to_html(const RulesInWords& rules) {
  std::string html;
  for (const RuleSection& section : rules) {
    html += "<h3>" + xml_escaped(section.heading) + "</h3>\n<ul>\n";
    for (const std::string& line : section.lines) html += "<li>" + xml_escaped(line) + "</li>\n";
    html += "</ul>\n";
  }
  return html;
}

}  // namespace zermelo
