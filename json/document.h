// SPDX-License-Identifier: MIT
// A longer text with headings and tables, as text for a terminal or as Markdown.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace zermelo {

class Document {
 public:
  // Level 1 is the document's own heading.
  void heading(int level, std::string text);
  void paragraph(std::string text);
  // One letter per column: 'l' or 'r'. The first row is the columns' names. Only the last column
  // may hold anything but ASCII.
  void table(std::string alignment, std::vector<std::vector<std::string>> rows);
  // Kept as it is; ends with a newline.
  void verbatim(std::string text);

  std::string text() const;
  // Headings begin at level `first_level`.
  std::string markdown(int first_level = 2) const;

 private:
  struct Heading {
    int level;
    std::string text;
  };
  struct Paragraph {
    std::string text;
  };
  struct Table {
    std::string alignment;
    std::vector<std::vector<std::string>> rows;
  };
  struct Verbatim {
    std::string text;
  };
  using Part = std::variant<Heading, Paragraph, Table, Verbatim>;

  static std::string text_of(const Part& part);
  static std::string markdown_of(const Part& part, int first_level);

  std::vector<Part> parts_;
};

}  // namespace zermelo
