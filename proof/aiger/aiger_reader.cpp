// SPDX-License-Identifier: MIT
// Reads AIGER files. Those in ASCII are brought into the order of binary ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <limits>
#include <unordered_map>
#include <utility>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "proof/aiger/aiger.h"
#include "proof/aiger/aiger_lists.h"

namespace zermelo::proof {
namespace {

// --- Bytes ---------------------------------------------------------------------------------------

// Reads numbers, signs and lines from a file, and reports where something is wrong.
class AigerScanner {
 public:
  explicit AigerScanner(std::string_view bytes) : bytes_(bytes) {}

  // From now on, messages give places as bytes, not lines.
  void count_bytes() { in_bytes_ = true; }
  bool at_end() const { return at_ == bytes_.size(); }
  std::size_t bytes_left() const { return bytes_.size() - at_; }
  // The number of the current line: 1, 2, ... (Counts lines from the beginning.)
  std::size_t line() const { return line_of(at_); }

  // Consumes the text if it comes next.
  bool take(std::string_view text);
  bool comes(char c) const { return !at_end() && bytes_[at_] == c; }
  // Reads a decimal number; `what` says what it is, for errors.
  std::uint32_t number(std::string_view what);
  void space() {
    if (!take(" ")) expected("a space");
  }
  void line_end(std::string_view what = "the end of the line");
  // Reads a symbol's name, with the end of its line.
  std::string name();
  // Reads all that is left.
  std::vector<std::string> lines();
  // Reads a binary number; `what` says what it is.
  std::uint32_t difference(std::string_view what);

  // These throw SyntaxError. `wrong` is about what was read last.
  [[noreturn]] void wrong(const std::string& sentence) const;
  [[noreturn]] void wrong_in_line(std::size_t line, const std::string& sentence) const;
  [[noreturn]] void expected(std::string_view what);

 private:
  std::size_t begin_token() { return token_ = at_; }
  std::size_t line_of(std::size_t byte) const {
    const std::string_view before = bytes_.substr(0, byte);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  }

  std::string_view bytes_;
  std::size_t at_ = 0, token_ = 0;  // token_: where the text that was read last began
  bool in_bytes_ = false;
};

void AigerScanner::wrong(const std::string& sentence) const {
  if (!in_bytes_) wrong_in_line(line_of(token_), sentence);
  throw SyntaxError(fmt::format("byte {}: {}.", token_, sentence));
}

void AigerScanner::wrong_in_line(std::size_t line, const std::string& sentence) const {
  throw SyntaxError(fmt::format("line {}: {}.", line, sentence));
}

void AigerScanner::expected(std::string_view what) {
  begin_token();
  const std::string_view rest = bytes_.substr(at_);
  if (rest.starts_with("\r\n")) {
    wrong("the line ends with a carriage return; in AIGER files lines end with a line feed alone");
  }
  const std::string found = rest.empty()           ? "the end of the file"
                            : rest.front() == '\n' ? "the end of the line"
                            : rest.front() == ' '  ? "a space"
                                                   : shown(rest.front());
  wrong(fmt::format("expected {}, not {}", what, found));
}

bool AigerScanner::take(std::string_view text) {
  if (!bytes_.substr(at_).starts_with(text)) return false;
  begin_token();
  at_ += text.size();
  return true;
}

void AigerScanner::line_end(std::string_view what) {
  if (!take("\n")) expected(what);
}

std::uint32_t AigerScanner::number(std::string_view what) {
  const std::string_view rest = bytes_.substr(begin_token());
  const std::string_view digits =
      rest.substr(0, std::min(rest.find_first_not_of("0123456789"), rest.size()));
  if (digits.empty()) expected(what);
  constexpr std::size_t most_shown = 20;
  const bool is_long = digits.size() > most_shown;
  const auto number_text = [&] {
    return fmt::format("{}{}", digits.substr(0, most_shown), is_long ? "..." : "");
  };
  if (digits.size() > 1 && digits.front() == '0') {
    wrong(fmt::format("the number {} begins with a zero", number_text()));
  }
  std::uint32_t number = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec != std::errc()) {
    wrong(fmt::format("the number {} is too large", number_text()));
  }
  at_ += digits.size();
  return number;
}

std::string AigerScanner::name() {
  const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(at_);
  const auto end = std::find_if_not(begin, bytes_.end(), in_aiger_name);
  at_ += static_cast<std::size_t>(end - begin);
  line_end("a printable character or the end of the line");
  return {begin, end};
}

std::vector<std::string> AigerScanner::lines() {
  std::vector<std::string> lines;
  while (!at_end()) {
    const std::string_view rest = bytes_.substr(at_);
    const std::size_t length = std::min(rest.find('\n'), rest.size());
    lines.emplace_back(rest.substr(0, length));
    at_ += std::min(length + 1, rest.size());
  }
  return lines;
}

// Seven bits per byte, the lowest first; the last byte is the one below 128.
std::uint32_t AigerScanner::difference(std::string_view what) {
  begin_token();
  std::uint64_t number = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    if (at_end()) expected(what);
    const auto byte = static_cast<unsigned char>(bytes_[at_++]);
    number |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte >= 0x80) continue;
    if (byte == 0 && shift > 0) wrong("the number is written in more bytes than it needs");
    if (number > std::numeric_limits<std::uint32_t>::max()) break;
    return static_cast<std::uint32_t>(number);
  }
  wrong("the number is too large: it does not fit into 32 bits");
}

// --- Numbers of variables ------------------------------------------------------------------------

// The place that an ASCII file gives a variable: 1, 2, ... in the order of definitions. Variables
// may be numbered with gaps, so the largest number says nothing about how many there are. An array
// is enough if it is not longer than the file, as it always is without gaps.
class AigerPlaces {
 public:
  AigerPlaces(std::uint32_t largest, std::size_t bytes) {
    if (largest <= bytes) array_.resize(std::size_t{largest} + 1);
  }
  // 0 if the variable has no place.
  std::uint32_t find(std::uint32_t variable) const {
    if (!array_.empty()) return array_[variable];
    const auto found = map_.find(variable);
    return found == map_.end() ? 0 : found->second;
  }
  void set(std::uint32_t variable, std::uint32_t place) {
    (array_.empty() ? map_[variable] : array_[variable]) = place;
  }

 private:
  std::vector<std::uint32_t> array_;
  std::unordered_map<std::uint32_t, std::uint32_t> map_;
};

// Gives the ANDs of a file new numbers, so that each comes after its operands. The other variables
// keep theirs. Works depth first, from one AND after another: ANDs that are in order stay where
// they are.
class AigerSorter {
 public:
  explicit AigerSorter(AigerFile& file)
      : file_(file), last_(file.variables() - static_cast<std::uint32_t>(file.ands.size())) {}

  // `circle(n)` is called, and must throw, if AND n depends on itself, directly or through others.
  template <class Circle>
  void sort(Circle circle);

 private:
  static constexpr std::uint32_t unseen = 0, on_path = std::numeric_limits<std::uint32_t>::max();

  template <class Circle>
  void number_cone(std::uint32_t root, const Circle& circle);
  template <class Circle>
  bool step_to(std::uint32_t literal, const Circle& circle);
  void enter(std::uint32_t number);
  void rename(std::uint32_t& literal) const;
  void rename_all();
  // The place of a literal's AND among the ANDs; for other literals a number that is too large.
  std::uint32_t place(std::uint32_t literal) const { return literal / 2 - first_ - 1; }

  AigerFile& file_;
  std::uint32_t last_;                  // the last new number
  const std::uint32_t first_ = last_;   // ANDs have numbers greater than this
  std::vector<std::uint32_t> numbers_;  // for each AND the new number, unseen or on_path
  std::vector<std::uint32_t> path_;     // (A list: graphs can be deeper than the stack.)
};

template <class Circle>
void AigerSorter::sort(Circle circle) {
  numbers_.assign(file_.ands.size(), unseen);
  for (std::uint32_t n = 0; n < numbers_.size(); ++n) {
    if (numbers_[n] == unseen) number_cone(n, circle);
  }
  rename_all();
}

template <class Circle>
void AigerSorter::number_cone(std::uint32_t root, const Circle& circle) {
  enter(root);
  while (!path_.empty()) {
    const std::uint32_t top = path_.back();
    const AigerAnd& gate = file_.ands[top];
    if (step_to(gate.left, circle) || step_to(gate.right, circle)) continue;
    numbers_[top] = ++last_;
    path_.pop_back();
  }
}

void AigerSorter::enter(std::uint32_t number) {
  numbers_[number] = on_path;
  path_.push_back(number);
}

// Whether the literal needs a number first; if so, its AND is now the end of the path.
template <class Circle>
bool AigerSorter::step_to(std::uint32_t literal, const Circle& circle) {
  const std::uint32_t number = place(literal);
  if (number >= numbers_.size()) return false;
  if (numbers_[number] == on_path) circle(path_.back());
  if (numbers_[number] != unseen) return false;
  enter(number);
  return true;
}

void AigerSorter::rename(std::uint32_t& literal) const {
  const std::uint32_t number = place(literal);
  if (number < numbers_.size()) literal = 2 * numbers_[number] + literal % 2;
}

void AigerSorter::rename_all() {
  std::vector<AigerAnd> sorted(file_.ands.size());
  for (std::size_t n = 0; n < numbers_.size(); ++n) {
    AigerAnd gate = file_.ands[n];
    rename(gate.left);
    rename(gate.right);
    if (gate.left < gate.right) std::swap(gate.left, gate.right);
    sorted[numbers_[n] - first_ - 1] = gate;
  }
  file_.ands = std::move(sorted);
  for (AigerLatch& latch : file_.latches) rename(latch.next);
  for_each_aiger_list(file_, [&](std::vector<std::uint32_t>& list) {
    for (std::uint32_t& literal : list) rename(literal);
  });
}

// --- Reading -------------------------------------------------------------------------------------

struct AigerHeader {
  std::uint32_t largest = 0;  // number of a variable
  std::uint32_t inputs = 0, latches = 0, outputs = 0, ands = 0;
  std::uint32_t bad = 0, constraints = 0, justice = 0, fairness = 0;
};

class AigerReader {
 public:
  explicit AigerReader(std::string_view bytes)
      : scanner_(bytes),
        header_(read_header()),
        places_(is_binary_ ? 0 : header_.largest, bytes.size()) {}

  AigerFile read();

 private:
  AigerHeader read_header();
  void check_numbers(const AigerHeader& header);
  void check_length(const AigerHeader& header);
  void read_inputs();
  void read_latches();
  AigerLatch::Reset read_reset(std::uint32_t latch);
  std::vector<std::uint32_t> read_list(std::uint32_t count, std::string_view what);
  void read_justice();
  void read_ascii_ands();
  void read_binary_ands();
  void read_symbol();
  // Files of the synthesis competition have comments without the line "c": the first one begins
  // with a #, as in "#!SYNTCOMP".
  bool take_comment_begin() { return scanner_.take("c\n") || scanner_.comes('#'); }

  // Reads a literal of any variable that the header allows.
  std::uint32_t literal(std::string_view what);
  // Reads a literal that is being defined, in ASCII.
  std::uint32_t definition(std::string_view what);
  std::size_t line_of_place(std::uint32_t place) const;
  // For ASCII: every literal becomes the one for its variable's place.
  void find_places();
  void find_place(std::uint32_t& literal, std::size_t line) const;

  AigerScanner scanner_;
  bool is_binary_ = false;
  AigerHeader header_;
  AigerFile file_;
  // For files in ASCII.
  AigerPlaces places_;
  std::uint32_t defined_ = 0;
  std::size_t first_and_line_ = 0;
};

AigerFile AigerReader::read() {
  read_inputs();
  read_latches();
  file_.outputs = read_list(header_.outputs, "an output's literal");
  file_.bad = read_list(header_.bad, "a bad state's literal");
  file_.constraints = read_list(header_.constraints, "a constraint's literal");
  read_justice();
  file_.fairness = read_list(header_.fairness, "a fairness constraint's literal");
  if (is_binary_) {
    read_binary_ands();
  } else {
    read_ascii_ands();
    find_places();
    AigerSorter(file_).sort([&](std::uint32_t number) {
      scanner_.wrong_in_line(first_and_line_ + number,
                             "the AND depends on itself, directly or through others");
    });
  }
  while (!scanner_.at_end() && !take_comment_begin()) read_symbol();
  file_.comments = scanner_.lines();
  assert(file_.check());
  return std::move(file_);
}

AigerHeader AigerReader::read_header() {
  is_binary_ = scanner_.take("aig ");
  if (is_binary_) {
    scanner_.count_bytes();
  } else if (!scanner_.take("aag ")) {
    scanner_.wrong("an AIGER file begins with 'aag ' or 'aig ', and this one does not");
  }
  AigerHeader header;
  header.largest = scanner_.number("the largest number of a variable");
  if (header.largest > max_aiger_variables) {
    scanner_.wrong(
        fmt::format("the largest number of a variable is {}; {} is the most that can be read",
                    header.largest, max_aiger_variables));
  }
  const auto field = [&](std::uint32_t& number, const char* of) {
    scanner_.space();
    number = scanner_.number(fmt::format("the number of {}", of));
  };
  field(header.inputs, "inputs");
  field(header.latches, "latches");
  field(header.outputs, "outputs");
  field(header.ands, "ANDs");
  const std::array<std::pair<std::uint32_t*, const char*>, 4> optional = {
      {{&header.bad, "bad states"},
       {&header.constraints, "constraints"},
       {&header.justice, "justice properties"},
       {&header.fairness, "fairness constraints"}}};
  for (const auto& [number, of] : optional) {
    if (!scanner_.comes(' ')) break;
    field(*number, of);
  }
  check_numbers(header);
  scanner_.line_end();
  check_length(header);
  return header;
}

void AigerReader::check_numbers(const AigerHeader& header) {
  const std::uint64_t variables =
      std::uint64_t{header.inputs} + header.latches + std::uint64_t{header.ands};
  if (variables == header.largest) return;
  if (!is_binary_ && variables < header.largest) return;
  scanner_.wrong(fmt::format(
      "the inputs, latches and ANDs are {} variables together, and the largest number of one is {}",
      variables, header.largest));
}

// This refuses a file that is too short before all of it is read, and makes it safe to reserve room
// for what its header promises. Even the shortest lines take some bytes, and so do binary ANDs.
void AigerReader::check_length(const AigerHeader& header) {
  const std::uint64_t input = is_binary_ ? 0 : 2, latch = is_binary_ ? 2 : 4;
  const std::uint64_t gate = is_binary_ ? 2 : 6, line = 2;
  const std::uint64_t lines = std::uint64_t{header.outputs} + header.bad + header.constraints +
                              header.justice + header.fairness;
  const std::uint64_t bytes =
      input * header.inputs + latch * header.latches + line * lines + gate * header.ands;
  if (bytes <= scanner_.bytes_left()) return;
  scanner_.wrong(fmt::format("what the header promises takes at least {} bytes, but {} follow",
                             bytes, scanner_.bytes_left()));
}

std::uint32_t AigerReader::literal(std::string_view what) {
  const std::uint32_t literal = scanner_.number(what);
  const std::uint32_t most = 2 * header_.largest + 1;
  if (literal <= most) return literal;
  scanner_.wrong(
      fmt::format("the literal {} is beyond {}, the last that the header allows", literal, most));
}

std::uint32_t AigerReader::definition(std::string_view what) {
  const std::uint32_t defined = literal(what);
  if (defined == 0 || defined % 2 != 0) {
    scanner_.wrong(fmt::format(
        "the literal {} cannot be defined: only even literals from 2 on can be", defined));
  }
  const std::uint32_t before = places_.find(defined / 2);
  if (before != 0) {
    scanner_.wrong(fmt::format("variable {} is defined a second time, after line {}", defined / 2,
                               line_of_place(before)));
  }
  places_.set(defined / 2, ++defined_);
  return defined;
}

// (A definition takes a line.)
std::size_t AigerReader::line_of_place(std::uint32_t place) const {
  const std::uint32_t before_ands = header_.inputs + header_.latches;
  if (place <= before_ands) return std::size_t{1} + place;
  return first_and_line_ + (place - before_ands - 1);
}

void AigerReader::read_inputs() {
  file_.inputs = header_.inputs;
  if (is_binary_) return;
  for (std::uint32_t n = 0; n < header_.inputs; ++n) {
    definition("an input's literal");
    scanner_.line_end();
  }
}

void AigerReader::read_latches() {
  file_.latches.reserve(header_.latches);
  for (std::uint32_t n = 0; n < header_.latches; ++n) {
    std::uint32_t own = file_.latch_literal(n);
    if (!is_binary_) {
      own = definition("a latch's literal");
      scanner_.space();
    }
    const std::uint32_t next = literal("the literal of a latch's next value");
    file_.latches.push_back({next, read_reset(own)});
    scanner_.line_end();
  }
}

AigerLatch::Reset AigerReader::read_reset(std::uint32_t latch) {
  using Reset = AigerLatch::Reset;
  if (!scanner_.take(" ")) return Reset::zero;
  const std::uint32_t value = scanner_.number("a latch's first value");
  if (value == latch) return Reset::uninitialized;
  if (value > 1) {
    scanner_.wrong(
        fmt::format("a latch's first value is 0, 1 or its own literal {}, not {}", latch, value));
  }
  return value == 0 ? Reset::zero : Reset::one;
}

std::vector<std::uint32_t> AigerReader::read_list(std::uint32_t count, std::string_view what) {
  std::vector<std::uint32_t> list;  // (It grows as it is read: its size is only a promise.)
  for (std::uint32_t n = 0; n < count; ++n) {
    list.push_back(literal(what));
    scanner_.line_end();
  }
  return list;
}

void AigerReader::read_justice() {
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t n = 0; n < header_.justice; ++n) {
    sizes.push_back(scanner_.number("the size of a justice property"));
    scanner_.line_end();
  }
  for (const std::uint32_t size : sizes) {
    file_.justice.push_back(read_list(size, "a literal of a justice property"));
  }
}

void AigerReader::read_ascii_ands() {
  first_and_line_ = scanner_.line();
  file_.ands.reserve(header_.ands);
  constexpr std::string_view what = "the literal of an operand of an AND";
  for (std::uint32_t n = 0; n < header_.ands; ++n) {
    definition("an AND's literal");
    scanner_.space();
    const std::uint32_t left = literal(what);
    scanner_.space();
    file_.ands.push_back({left, literal(what)});
    scanner_.line_end();
  }
}

// An AND is given by the differences between its own literal and its left one, and between its left
// and its right one.
void AigerReader::read_binary_ands() {
  file_.ands.reserve(header_.ands);
  constexpr std::string_view what = "a byte of an AND";
  const auto negative = [&](std::uint32_t literal, std::uint32_t difference) {
    scanner_.wrong(fmt::format("the literal {} - {} is negative", literal, difference));
  };
  for (std::uint32_t n = 0; n < header_.ands; ++n) {
    const std::uint32_t own = file_.and_literal(n);
    const std::uint32_t first = scanner_.difference(what);
    if (first == 0)
      scanner_.wrong(fmt::format("the AND {} depends on itself: its difference is 0", own));
    if (first > own) negative(own, first);
    const std::uint32_t left = own - first, second = scanner_.difference(what);
    if (second > left) negative(left, second);
    file_.ands.push_back({left, left - second});
  }
}

void AigerReader::find_place(std::uint32_t& literal, std::size_t line) const {
  if (literal < 2) return;
  const std::uint32_t place = places_.find(literal / 2);
  if (place == 0) {
    scanner_.wrong_in_line(
        line, fmt::format("the literal {} is used, but variable {} is never defined", literal,
                          literal / 2));
  }
  literal = 2 * place + literal % 2;
}

// (Every latch, literal and AND has a line, and so has the size of a justice property.)
void AigerReader::find_places() {
  std::size_t line = std::size_t{2} + file_.inputs;
  for (AigerLatch& latch : file_.latches) find_place(latch.next, line++);
  const auto find_all = [&](std::vector<std::uint32_t>& list) {
    for (std::uint32_t& literal : list) find_place(literal, line++);
  };
  for (auto* list : {&file_.outputs, &file_.bad, &file_.constraints}) find_all(*list);
  line += file_.justice.size();
  for (auto& property : file_.justice) find_all(property);
  find_all(file_.fairness);
  for (AigerAnd& gate : file_.ands) {
    find_place(gate.left, line);
    find_place(gate.right, line++);
  }
}

void AigerReader::read_symbol() {
  const auto kind =
      std::find_if(aiger_symbol_kinds.begin(), aiger_symbol_kinds.end(),
                   [&](const AigerSymbolKind& k) { return scanner_.comes(k.letter); });
  if (kind == aiger_symbol_kinds.end()) {
    scanner_.expected(
        "a symbol (i, l, o, b, c, j or f), a comment (a line with c alone, or one that begins with "
        "#) or the end of the file");
  }
  scanner_.take(std::string_view(&kind->letter, 1));
  const std::uint32_t position = scanner_.number(
      fmt::format("the position of the {}{}", kind->what,
                  kind->letter == 'c' ? " (comments begin with a line with c alone)" : ""));
  if (position >= kind->count(file_)) {
    scanner_.wrong(
        fmt::format("there is no {} {}: they are numbered from 0, and their number is {}",
                    kind->what, position, kind->count(file_)));
  }
  AigerNames& names = file_.*kind->names;
  if (names.contains(position)) {
    scanner_.wrong(fmt::format("the {} {} already has a symbol", kind->what, position));
  }
  scanner_.space();
  names.emplace(position, scanner_.name());
}

}  // namespace

AigerFile parse_aiger(std::string_view bytes) { return AigerReader(bytes).read(); }

}  // namespace zermelo::proof
