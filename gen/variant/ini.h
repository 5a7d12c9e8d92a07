// SPDX-License-Identifier: MIT
// Chess variants from the variants.ini that players already have.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

// A line "name = value", and where it is.
struct Setting {
  std::string name, value;
  std::string place;  // "x.ini:12"
};

struct Section {
  std::string name, parent;  // the parent is empty if there is none
  std::string place;
  std::vector<Setting> settings;  // in the order of the file
  bool built_in = false;
};

// The sections of one file. A section's parent is one of those before it, or built in.
class VariantFile {
 public:
  // Throws SyntaxError, with the file's name and the line, if a line is no section, setting or
  // comment, or two sections have one name. Rules are looked at in variant().
  VariantFile(std::string_view text, std::string file_name);
  // Throws FileError if it cannot be read.
  static VariantFile read(const std::string& path);

  // In the order of the file.
  std::vector<std::string> names() const;
  // The rules of a section. Throws UsageError if there is none of this name, and SyntaxError, with
  // the file's name and the line, for an option or a parent that is not known, and for an option
  // that is not supported.
  Variant variant(std::string_view name) const;
  // A section with all that it copies, as the text of a file that needs no other one: what a table
  // keeps of its rules. Throws as variant() for sections that are missing.
  std::string text_of(std::string_view name) const;

 private:
  friend const VariantFile& built_in_variants();

  VariantFile(std::string_view text, std::string file_name, bool is_built_in);
  void add_section(Section section);
  std::vector<std::string> known() const;
  const Section* before(std::string_view name, std::size_t first) const;
  // Not empty. Throws UsageError if there is no such section.
  std::vector<const Section*> chain(std::string_view name) const;

  std::string file_name_;
  bool is_built_in_ = false;
  std::vector<Section> sections_;
};

// The variants that are built in, as a file: variants/*.ini.
const VariantFile& built_in_variants();

// Rules of a variant as text, with what they copy, and the section that is meant.
struct VariantText {
  std::string name, rules;
};
// "FILE.ini:NAME", or the name of one that is built in. Throws as VariantFile does.
VariantText find_variant_text(std::string_view text);
Variant find_variant(std::string_view text);
// The variant of a GameSpec's parameters: `rules`, a text as VariantText has it, or `name`, of one
// that is built in; with `endless`, which is "draw", without its rules about play that never ends.
// Throws UsageError for anything else, and as VariantFile does.
Variant variant_of(const ParameterTexts& parameters);

}  // namespace zermelo::variant
