// SPDX-License-Identifier: MIT
#include "gen/variant/betza.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/text/notation_text.h"

namespace zermelo::variant {
namespace {

struct Atom {
  char letter;
  std::vector<std::pair<int, int>> leaps;  // (long side, short side), of each of its leapers
  bool rider;
};

const Atom* find_atom(char letter) {
  static const std::vector<Atom> atoms = {
      {'W', {{1, 0}}, false}, {'F', {{1, 1}}, false}, {'D', {{2, 0}}, false},
      {'N', {{2, 1}}, false}, {'A', {{2, 2}}, false}, {'H', {{3, 0}}, false},
      {'L', {{3, 1}}, false}, {'C', {{3, 1}}, false}, {'J', {{3, 2}}, false},
      {'Z', {{3, 2}}, false}, {'G', {{3, 3}}, false}, {'K', {{1, 0}, {1, 1}}, false},
      {'R', {{1, 0}}, true},  {'B', {{1, 1}}, true},  {'Q', {{1, 0}, {1, 1}}, true}};
  const auto found = std::find_if(atoms.begin(), atoms.end(),
                                  [&](const Atom& atom) { return atom.letter == letter; });
  return found == atoms.end() ? nullptr : &*found;
}

// Why a letter of full Betza notation is not read.
std::string_view unsupported(char letter) {
  switch (letter) {
    case 'a':
      return "legs ('a') are not supported";
    case 'j':
      return "jumpers ('j') are not supported";
    case 'q':
      return "circular riders ('q') are not supported";
    case 'z':
      return "crooked riders ('z') are not supported";
    case 'y':
      return "moves that turn into others ('y') are not supported";
    case 't':
      return "'t' is not supported";
    case 'd':
      return "taking one's own men ('d') is not supported";
    case 'u':
      return "unloading ('u') is not supported";
    case 'x':
      return "lending moves ('x') is not supported";
    case 'o':
      return "boards without edges ('o') are not supported";
    case 'O':
      return "castling ('O') belongs to the option castling, not to a piece";
    case 'U':
      return "the universal leaper ('U') is not supported";
    case 'M':
      return "the mimic ('M') is not supported";
    default:
      return {};
  }
}

constexpr std::string_view direction_letters = "fblrvsh";

bool is_vertical(char c) { return c == 'f' || c == 'b' || c == 'v'; }
bool is_lateral(char c) { return c == 'l' || c == 'r' || c == 's'; }

// One or two letters; a single one is written twice.
using Direction = std::pair<char, char>;

bool goes(char letter, int ranks, int files) {
  switch (letter) {
    case 'f':
      return ranks > 0;
    case 'b':
      return ranks < 0;
    case 'v':
      return ranks != 0;
    case 'l':
      return files < 0;
    case 'r':
      return files > 0;
    case 's':
      return files != 0;
    default:
      return false;
  }
}

bool is_orthogonal(int ranks, int files) { return ranks == 0 || files == 0; }
bool is_tall(int ranks, int files) { return std::abs(ranks) > std::abs(files); }
bool is_wide(int ranks, int files) { return std::abs(files) > std::abs(ranks); }

// A pair of letters that are both vertical or both lateral, as one letter; 0 for others.
char as_one(Direction d) {
  if (d.first == d.second && d.first != 'h') return d.first;
  if (is_vertical(d.first) && is_vertical(d.second)) return 'v';
  if (is_lateral(d.first) && is_lateral(d.second)) return 's';
  return 0;
}

// "fh": both halves of the forward moves of a knight.
bool matches_half(char letter, int ranks, int files) {
  if (goes(letter, ranks, files)) return true;
  const bool across = is_vertical(letter) ? ranks == 0 : files == 0;
  return is_orthogonal(ranks, files) && across;
}

// "hl" and "hr": the four leaps of a knight that turn the same way.
bool matches_hand(char hand, int ranks, int files) {
  if (!is_tall(ranks, files) && !is_wide(ranks, files)) return true;
  if (is_orthogonal(ranks, files)) return true;
  return ((ranks > 0) == (files > 0)) ==
         (hand == 'l' ? is_wide(ranks, files) : is_tall(ranks, files));
}

// Whether a direction means a vector of an atom with others than orthogonal ones.
bool matches(Direction d, int ranks, int files) {
  if (const char one = as_one(d); one != 0) {
    const bool right_shape = is_orthogonal(ranks, files) ||
                             (is_vertical(one) ? !is_wide(ranks, files) : !is_tall(ranks, files));
    return right_shape && goes(one, ranks, files);
  }
  if (d.first == 'h') return matches_hand(d.second, ranks, files);
  if (d.second == 'h') return matches_half(d.first, ranks, files);
  if (!goes(d.second, ranks, files)) return false;
  if (is_orthogonal(ranks, files)) return true;
  // (The second letter is the long side.)
  const bool right_shape = is_vertical(d.second) ? !is_wide(ranks, files) : !is_tall(ranks, files);
  return right_shape && goes(d.first, ranks, files);
}

bool means_something(Direction d) {
  if (as_one(d) != 0) return true;
  if (d.first == 'h') return d.second == 'l' || d.second == 'r';
  return d.first != 'v' && d.first != 's';
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  std::vector<Step> parse() {
    while (at_ < text_.size()) part();
    refuse_crossing_riders();
    return std::move(steps_);
  }

 private:
  struct Part {
    bool quiet = false, capture = false, initial = false, en_passant = false;
    Step::Manner manner = Step::Manner::leap;
    std::vector<Direction> directions;
  };

  [[noreturn]] void fail(const std::string& what) const { throw SyntaxError(what); }

  void part() {
    const Part part = modifiers();
    if (at_ == text_.size())
      fail(fmt::format("\"{}\" ends with modifiers and no atom, such as W or R", text_));
    const char letter = text_[at_];
    const Atom* const atom = find_atom(letter);
    if (atom == nullptr) fail(unknown_letter(letter));
    ++at_;
    const int limit = repetitions(*atom);
    require_sense(part, *atom, limit);
    std::size_t before = steps_.size() + replaced_;
    for (const auto& [longer, shorter] : atom->leaps) {
      for (const auto& [files, ranks] : vectors(longer, shorter)) {
        if (chosen(part, *atom, ranks, files)) add(part, files, ranks, limit);
      }
    }
    if (steps_.size() + replaced_ == before)
      fail(fmt::format("the directions of a part of \"{}\" leave it no move", text_));
  }

  std::string unknown_letter(char letter) const {
    if (const std::string_view why = unsupported(letter); !why.empty()) return std::string(why);
    return fmt::format("{} in \"{}\" is not an atom or a modifier of Betza's notation",
                       shown(letter), text_);
  }

  Part modifiers() {
    Part part;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (direction_letters.find(c) != direction_letters.npos)
        part.directions.push_back(direction());
      else if (!modify(part, c))
        break;
    }
    if (!part.quiet && !part.capture && !part.en_passant) part.quiet = part.capture = true;
    return part;
  }

  bool modify(Part& part, char c) {
    switch (c) {
      case 'm':
        part.quiet = true;
        return true;
      case 'c':
        part.capture = true;
        return true;
      case 'i':
        part.initial = true;
        return true;
      case 'e':
        part.en_passant = true;
        return true;
      case 'n':
        part.manner = Step::Manner::lame;
        return true;
      case 'p':
        part.manner = Step::Manner::hop;
        return true;
      case 'g':
        part.manner = Step::Manner::hop_behind;
        return true;
      default:
        return false;
    }
  }

  // Leaves its last letter to be passed.
  Direction direction() {
    const char first = text_[at_];
    const bool pair =
        at_ + 1 < text_.size() && direction_letters.find(text_[at_ + 1]) != direction_letters.npos;
    if (!pair) return {first, first};
    ++at_;
    return {first, text_[at_]};
  }

  // What stands behind an atom: nothing, a number, or the atom again. (A rider rides anyway.)
  int repetitions(const Atom& atom) {
    if (at_ < text_.size() && text_[at_] == atom.letter) {
      ++at_;
      return 0;
    }
    int number = 0;
    bool any = false;
    for (; at_ < text_.size() && '0' <= text_[at_] && text_[at_] <= '9'; ++at_) {
      number = std::min(99, 10 * number + (text_[at_] - '0'));
      any = true;
    }
    if (any && number == 0) fail(fmt::format("a range of 0 in \"{}\" is not a move", text_));
    return any ? number : atom.rider ? 0 : 1;
  }

  void require_sense(const Part& part, const Atom& atom, int limit) const {
    const bool rides = limit != 1 || atom.rider;
    if (part.manner == Step::Manner::lame && rides)
      fail(fmt::format("lame riders ('n' before {}) are not supported", atom.letter));
    if (part.manner == Step::Manner::lame &&
        std::string_view("NADZJ").find(atom.letter) == std::string_view::npos)
      fail(fmt::format("a lame ('n') {} is not supported; N, A, D and Z can be lame", atom.letter));
    if (part.manner >= Step::Manner::hop && !rides)
      fail(fmt::format("hoppers ('p', 'g') that do not ride, such as {}, are not supported",
                       atom.letter));
    for (const Direction& d : part.directions) {
      if (atom.leaps.size() == 1 && atom.leaps[0].second == 0) continue;
      if (!means_something(d))
        fail(fmt::format("the directions \"{}{}\" in \"{}\" mean nothing before {}", d.first,
                         d.second, text_, atom.letter));
    }
  }

  static std::vector<std::pair<int, int>> vectors(int longer, int shorter) {
    std::vector<std::pair<int, int>> all;
    for (const auto& [x, y] : {std::pair(longer, shorter), std::pair(shorter, longer)}) {
      for (const int sx : {1, -1}) {
        for (const int sy : {1, -1}) {
          const std::pair vector(sx * x, sy * y);
          if (std::find(all.begin(), all.end(), vector) == all.end()) all.push_back(vector);
        }
      }
    }
    return all;
  }

  static bool chosen(const Part& part, const Atom& atom, int ranks, int files) {
    if (part.directions.empty()) return true;
    const bool orthogonal = atom.leaps.size() == 1 && atom.leaps[0].second == 0;
    return std::any_of(part.directions.begin(), part.directions.end(), [&](Direction d) {
      // (Of a rook's pair each letter stands for itself.)
      if (orthogonal) return goes(d.first, ranks, files) || goes(d.second, ranks, files);
      return matches(d, ranks, files);
    });
  }

  void add(const Part& part, int files, int ranks, int limit) {
    Step step{files, ranks, limit, Step::Mode::quiet, part.manner, part.initial, false};
    if (part.quiet) replace_or_add(step);
    step.en_passant = part.en_passant;
    step.mode = part.capture ? Step::Mode::capture : Step::Mode::en_passant;
    if (part.capture || part.en_passant) replace_or_add(step);
  }

  static bool is_hopper(const Step& s) { return s.manner >= Step::Manner::hop; }
  static bool is_leaper(const Step& s) { return s.limit == 1 && !is_hopper(s); }

  // A later part replaces an earlier one in the same direction.
  void replace_or_add(const Step& step) {
    const auto same = std::find_if(steps_.begin(), steps_.end(), [&](const Step& s) {
      return s.files == step.files && s.ranks == step.ranks && s.mode == step.mode &&
             s.initial == step.initial && is_hopper(s) == is_hopper(step) &&
             is_leaper(s) == is_leaper(step);
    });
    if (same == steps_.end()) {
      steps_.push_back(step);
    } else {
      *same = step;
      ++replaced_;
    }
  }

  // A slider and a hopper on one line, of which one does not go everywhere: programs disagree about
  // what that means.
  void refuse_crossing_riders() const {
    for (const Step& slider : steps_) {
      if (is_leaper(slider) || is_hopper(slider)) continue;
      for (const Step& hopper : steps_) {
        if (!is_hopper(hopper) || hopper.mode != slider.mode || !on_one_line(slider, hopper))
          continue;
        if (!goes_everywhere(slider) || !goes_everywhere(hopper))
          fail(
              fmt::format("\"{}\" has a slider and a hopper on one line, of which one is directed, "
                          "limited or 'g'; this is not supported",
                          text_));
      }
    }
  }

  static bool on_one_line(const Step& a, const Step& b) {
    return a.files * b.ranks == a.ranks * b.files;
  }

  bool goes_everywhere(const Step& step) const {
    if (step.limit != 0 || step.manner == Step::Manner::hop_behind) return false;
    const auto turned = [&](int files, int ranks) {
      return std::any_of(steps_.begin(), steps_.end(), [&](const Step& s) {
        return s.files == files && s.ranks == ranks && s.mode == step.mode &&
               s.manner == step.manner && s.limit == 0;
      });
    };
    return turned(-step.files, -step.ranks) && turned(step.ranks, -step.files) &&
           turned(-step.ranks, step.files);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t replaced_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> parse_betza(std::string_view text) { return Parser(text).parse(); }

}  // namespace zermelo::variant
