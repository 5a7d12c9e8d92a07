// SPDX-License-Identifier: MIT
#include "tests/reference/strategy_replayer.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <stdexcept>

#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_games.h"

namespace zermelo::test {
namespace {

[[noreturn]] void no_strategy(const std::string& why) { throw std::runtime_error(why); }

// --- AIGER ---------------------------------------------------------------------------------------

class CircuitReader {
 public:
  explicit CircuitReader(std::string_view bytes) : bytes_(bytes) {}

  PlainCircuit read() {
    const std::string form = word();
    const std::uint32_t variables = number(), inputs = number(), latches = number();
    const std::uint32_t outputs = number(), ands = number();
    if (latches != 0 || (form != "aag" && form != "aig")) no_strategy("no circuit without latches");
    binary_ = form == "aig";
    if (binary_ && variables != inputs + ands) no_strategy("variables do not add up");
    for (std::uint32_t n = 0; n < inputs; ++n)
      circuit_.inputs.push_back({binary_ ? 2 * (n + 1) : number(), ""});
    for (std::uint32_t n = 0; n < outputs; ++n) circuit_.outputs.push_back({number(), ""});
    if (binary_) ++at_;  // the end of the last line
    for (std::uint32_t n = 0; n < ands; ++n) read_and(2 * (inputs + n + 1));
    if (!binary_) ++at_;
    read_names();
    return circuit_;
  }

 private:
  std::string word() {
    while (at_ < bytes_.size() && (bytes_[at_] == ' ' || bytes_[at_] == '\n')) ++at_;
    const std::size_t begin = at_;
    while (at_ < bytes_.size() && bytes_[at_] != ' ' && bytes_[at_] != '\n') ++at_;
    return std::string(bytes_.substr(begin, at_ - begin));
  }
  std::uint32_t number() { return static_cast<std::uint32_t>(std::stoul(word())); }
  // Seven bits per byte, the least first; the last byte is less than 128.
  std::uint32_t delta() {
    std::uint32_t result = 0;
    for (int shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(bytes_.at(at_++));
      result |= static_cast<std::uint32_t>(byte & 127) << shift;
      if (byte < 128) return result;
    }
  }
  void read_and(std::uint32_t next) {
    if (!binary_) {
      const std::uint32_t result = number(), left = number(), right = number();
      circuit_.ands.push_back({result, left, right});
      return;
    }
    const std::uint32_t left = next - delta(), right = left - delta();
    circuit_.ands.push_back({next, left, right});
  }
  // "i0 piece a1", "o2 rank[1]", and after a line "c" the comment.
  void read_names() {
    bool in_comment = false;
    while (at_ < bytes_.size()) {
      const std::size_t end = std::min(bytes_.find('\n', at_), bytes_.size());
      const std::string line(bytes_.substr(at_, end - at_));
      at_ = end + 1;
      if (in_comment) {
        circuit_.comment.push_back(line);
      } else if (line == "c") {
        in_comment = true;
      } else {
        const std::size_t space = line.find(' ');
        auto& list = line.at(0) == 'i' ? circuit_.inputs : circuit_.outputs;
        list.at(std::stoul(line.substr(1, space - 1))).name = line.substr(space + 1);
      }
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool binary_ = false;
  PlainCircuit circuit_;
};

// --- Boards --------------------------------------------------------------------------------------

// Rank by rank from the bottom: '.', 'b' or 'w'.
struct Board {
  int columns = 0, rows = 0;
  std::string squares;
  char to_move = 'b';

  explicit Board(const std::string& text) {
    std::vector<std::string> ranks(1);
    for (std::size_t k = 0; k < text.find(' '); ++k) {
      const char c = text[k];
      if (c == '/')
        ranks.emplace_back();
      else if (c == 'b' || c == 'w')
        ranks.back() += c;
      else
        ranks.back() += std::string(static_cast<std::size_t>(c - '0'), '.');
    }
    columns = static_cast<int>(ranks.front().size());
    rows = static_cast<int>(ranks.size());
    for (auto rank = ranks.rbegin(); rank != ranks.rend(); ++rank) squares += *rank;
    to_move = text.back();
  }
  std::string name_of(std::size_t square) const {
    const auto file = square % static_cast<std::size_t>(columns);
    const auto rank = square / static_cast<std::size_t>(columns);
    return static_cast<char>('a' + file) + std::to_string(rank + 1);
  }
};

using NameSquare = std::function<bool(char before, char after)>;

std::vector<std::string> changed_squares(const Board& before, const Board& after,
                                         const NameSquare& wanted) {
  std::vector<std::string> names;
  for (std::size_t s = 0; s < before.squares.size(); ++s)
    if (wanted(before.squares[s], after.squares[s])) names.push_back(before.name_of(s));
  return names;
}

std::string with_pluses(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "+") + name;
  return text;
}

// As docs/games.md describes it.
std::string change_text(const Board& before, const Board& after) {
  const char own = before.to_move, their = own == 'b' ? 'w' : 'b';
  const auto left =
      changed_squares(before, after, [&](char x, char y) { return x == own && y != own; });
  const auto reached =
      changed_squares(before, after, [&](char x, char y) { return x != own && y == own; });
  const bool takes_there = !changed_squares(before, after, [&](char x, char y) {
                              return x == their && y == own;
                            }).empty();
  const auto gone =
      changed_squares(before, after, [&](char x, char y) { return x == their && y == '.'; });
  const auto given =
      changed_squares(before, after, [&](char x, char y) { return x != their && y == their; });
  std::string text = with_pluses(left);
  if (takes_there)
    text += 'x';
  else if (!left.empty() || (reached.empty() && !gone.empty()))
    text += '-';
  text += with_pluses(reached);
  for (const std::string& name : gone) text += 'x' + name;
  for (const std::string& name : given) text += '*' + name;
  return text.empty() ? "pass" : text;
}

enum class Writing { change, square, column };  // which part of a move is written

std::string move_text(const Board& before, const Board& after, Writing writing) {
  if (writing == Writing::change) return change_text(before, after);
  const auto filled =
      changed_squares(before, after, [](char x, char y) { return x == '.' && y != '.'; });
  if (filled.empty()) return "pass";
  return writing == Writing::square ? filled.front() : filled.front().substr(0, 1);
}

std::size_t squares_changed(const Board& before, const Board& after) {
  return changed_squares(before, after, [](char x, char y) { return x != y; }).size();
}

// --- Games ---------------------------------------------------------------------------------------

enum class Inputs { pieces, discs, columns };  // which state variables

std::map<std::string, bool> variables_of(const Board& board, Inputs inputs) {
  std::map<std::string, bool> result;
  if (inputs != Inputs::columns) {
    const std::string piece = inputs == Inputs::pieces ? "piece " : "disc ";
    for (std::size_t s = 0; s < board.squares.size(); ++s) {
      result[piece + board.name_of(s)] = board.squares[s] != '.';
      result["black " + board.name_of(s)] = board.squares[s] == 'b';
    }
    return result;
  }
  for (int file = 0; file < board.columns; ++file) {
    bool stands = true;
    for (int rank = 0; rank <= board.rows; ++rank) {
      const char here = rank < board.rows
                            ? board.squares[static_cast<std::size_t>(rank * board.columns + file)]
                            : '.';
      const bool is_end = stands && here == '.';
      result[static_cast<char>('a' + file) + std::to_string(rank + 1)] = is_end || here == 'b';
      stands = here != '.';
    }
  }
  return result;
}

template <class Game>
class ReplayedReference final : public ReplayedGame {
 public:
  // `from_bottom`: how the reference writes its states.
  ReplayedReference(std::unique_ptr<Game> game, bool from_bottom, Writing writing, Inputs inputs)
      : game_(std::move(game)), from_bottom_(from_bottom), writing_(writing), inputs_(inputs) {}

  State start() const override { return game_->text_of(game_->start()); }
  std::vector<Move> moves(const State& state) const override {
    const Board before(state);
    std::vector<Move> result;
    for (const auto& [next, end] : game_->moves(own_state(before))) {
      const Board after(game_->text_of(next));
      result.push_back({move_text(before, after, writing_), game_->text_of(next),
                        squares_changed(before, after), winner(end, before.to_move)});
    }
    return result;
  }
  std::map<std::string, bool> variables(const State& state) const override {
    return variables_of(Board(state), inputs_);
  }

 private:
  std::string own_state(const Board& board) const {
    std::string state;
    for (int n = 0; n < board.rows; ++n) {
      const int rank = from_bottom_ ? n : board.rows - 1 - n;
      state += board.squares.substr(static_cast<std::size_t>(rank * board.columns),
                                    static_cast<std::size_t>(board.columns));
    }
    return state + board.to_move;
  }
  static std::optional<Winner> winner(PlainGame::End end, char mover) {
    if (end == PlainGame::End::none) return {};
    if (end == PlainGame::End::drawn) return Winner::nobody;
    const bool black = (end == PlainGame::End::won) == (mover == 'b');
    return black ? Winner::black : Winner::white;
  }
  static std::optional<Winner> winner(BddlReference::End end, char mover) {
    if (end == BddlReference::End::none) return {};
    if (end == BddlReference::End::drawn) return Winner::nobody;
    return mover == 'b' ? Winner::black : Winner::white;
  }

  std::unique_ptr<Game> game_;
  bool from_bottom_;
  Writing writing_;
  Inputs inputs_;
};

// What follows a word in the lines that begin with it, joined by line ends.
std::optional<std::string> said(const std::vector<std::string>& comment, const std::string& word) {
  std::optional<std::string> result;
  for (const std::string& line : comment) {
    if (line != word && !line.starts_with(word + " ")) continue;
    const std::string rest = line.size() > word.size() ? line.substr(word.size() + 1) : "";
    result = result ? *result + '\n' + rest : rest;
  }
  return result;
}

std::unique_ptr<ReplayedGame> bddl_game(const std::vector<std::string>& comment,
                                        const std::string& stuck) {
  const std::string domain = said(comment, "domain").value_or("");
  const std::string problem = said(comment, "problem").value_or("");
  // (Loses if neither side has a goal, unless specified otherwise.)
  const bool has_goals =
      problem.find("#blackgoal") != problem.npos || problem.find("#whitegoal") != problem.npos;
  const bool loses = stuck.empty() ? !has_goals : stuck == "loss";
  return std::make_unique<ReplayedReference<BddlReference>>(
      std::make_unique<BddlReference>(domain, problem, loses), false, Writing::change,
      Inputs::pieces);
}

}  // namespace

std::uint32_t PlainCircuit::greatest_variable() const {
  std::uint32_t greatest = 0;
  for (const Named& input : inputs) greatest = std::max(greatest, input.literal / 2);
  for (const And& gate : ands) greatest = std::max(greatest, gate.result / 2);
  return greatest;
}

std::string PlainCircuit::text() const {
  std::ostringstream text;
  text << "aag " << greatest_variable() << ' ' << inputs.size() << " 0 " << outputs.size() << ' '
       << ands.size() << '\n';
  for (const Named& input : inputs) text << input.literal << '\n';
  for (const Named& output : outputs) text << output.literal << '\n';
  for (const And& gate : ands) text << gate.result << ' ' << gate.left << ' ' << gate.right << '\n';
  for (std::size_t n = 0; n < inputs.size(); ++n) text << 'i' << n << ' ' << inputs[n].name << '\n';
  for (std::size_t n = 0; n < outputs.size(); ++n)
    text << 'o' << n << ' ' << outputs[n].name << '\n';
  text << "c\n";
  for (const std::string& line : comment) text << line << '\n';
  return text.str();
}

PlainCircuit read_plain_circuit(std::string_view bytes) {
  try {
    return CircuitReader(bytes).read();
  } catch (const std::logic_error& error) {  // of the standard library: not a number, out of range
    no_strategy(error.what());
  }
}

std::unique_ptr<ReplayedGame> replayed_game(const std::vector<std::string>& comment) {
  std::istringstream words(said(comment, "game").value_or(""));
  std::string name;
  words >> name;
  std::map<std::string, std::string> parameters;
  for (std::string word; words >> word;)
    parameters[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
  if (name == "bddl") return bddl_game(comment, parameters["stuck"]);
  const auto number = [&](const char* parameter, int otherwise) {
    const auto found = parameters.find(parameter);
    return found == parameters.end() ? otherwise : std::stoi(found->second);
  };
  const auto replayed = [](std::unique_ptr<PlainGame> game, Writing writing, Inputs inputs) {
    return std::make_unique<ReplayedReference<PlainGame>>(std::move(game), true, writing, inputs);
  };
  if (name == "mnk") {
    return replayed(plain_mnk(number("m", 3), number("n", 3), number("k", 3)), Writing::change,
                    Inputs::pieces);
  }
  if (name == "notakto") {
    return replayed(plain_notakto(number("rows", 3), number("columns", 3)), Writing::square,
                    Inputs::pieces);
  }
  const int columns = number("columns", 0), rows = number("rows", 0);
  if (name == "connect")
    return replayed(plain_connect(columns, rows, number("line", 4)), Writing::column,
                    Inputs::columns);
  if (name == "domineering")
    return replayed(plain_domineering(columns, rows), Writing::change, Inputs::pieces);
  if (name == "breakthrough")
    return replayed(plain_breakthrough(columns, rows), Writing::change, Inputs::pieces);
  if (name == "clobber")
    return replayed(plain_clobber(columns, rows), Writing::change, Inputs::pieces);
  if (name == "othello") {
    const int wide = number("cols", 0);
    return replayed(plain_othello(rows, wide, wide / 2, rows / 2), Writing::square, Inputs::discs);
  }
  no_strategy("no such game: " + name);
}

// --- StrategyReplayer ----------------------------------------------------------------------------

StrategyReplayer::StrategyReplayer(std::string_view bytes)
    : circuit_(read_plain_circuit(bytes)), game_(replayed_game(circuit_.comment)) {
  for (const PlainCircuit::And& gate : circuit_.ands) by_result_[gate.result / 2] = &gate;
  read_comment(circuit_.comment);
}

StrategyReplayer::~StrategyReplayer() = default;

void StrategyReplayer::read_comment(const std::vector<std::string>& lines) {
  if (lines.empty() || lines.front() != "zermelo strategy 1") no_strategy("no strategy");
  start_ = said(lines, "start").value_or(game_->start());
  white_owns_ = said(lines, "owner").value_or("") == "white";
  wins_ = said(lines, "claim").value_or("") == "wins";
  if (const auto depth = said(lines, "depth")) depth_ = std::stoi(*depth);
  for (const std::string& line : lines) {
    if (!line.starts_with("move ")) continue;
    std::size_t digits = 0;
    const std::uint64_t number = std::stoull(line.substr(5), &digits);
    std::string texts = line.substr(5 + digits + 1);
    const std::string between = " or ";
    for (std::size_t at; (at = texts.find(between)) != texts.npos;) {
      names_[number].insert(texts.substr(0, at));
      texts = texts.substr(at + between.size());
    }
    names_[number].insert(texts);
  }
}

bool StrategyReplayer::value(std::uint32_t literal) {
  signed char& known = values_[literal / 2];
  if (known < 0) {
    const PlainCircuit::And& gate = *by_result_.at(literal / 2);
    const bool both = value(gate.left) && value(gate.right);
    known = both ? 1 : 0;
  }
  return (known == 1) != (literal % 2 == 1);
}

StrategyReplayer::Answer StrategyReplayer::ask(const State& state) {
  met_.insert(state);
  const auto variables = game_->variables(state);
  values_.assign(circuit_.greatest_variable() + 1, -1);
  values_[0] = 0;
  for (const auto& [literal, name] : circuit_.inputs) {
    const bool is_true = name == "white_to_move" ? state.back() == 'w' : variables.at(name);
    values_[literal / 2] = is_true ? 1 : 0;
  }
  Answer answer;
  for (const auto& [literal, name] : circuit_.outputs) {
    if (!value(literal)) continue;
    const auto bit = [&name = name] { return std::uint64_t{1} << std::stoul(name.substr(5)); };
    if (name == "member") answer.member = true;
    if (name.starts_with("rank[")) answer.rank |= bit();
    if (name.starts_with("move[")) answer.move |= bit();
  }
  if (!answer.member) no_strategy("It does not have " + state + ".");
  return answer;
}

std::vector<ReplayedGame::Move> StrategyReplayer::continuations(const State& state,
                                                                const Answer& answer) const {
  std::vector<Move> moves = game_->moves(state);
  if (!is_owners(state)) return moves;
  const auto named = names_.find(answer.move);
  if (named == names_.end())
    no_strategy("Move " + std::to_string(answer.move) + " of " + state + " has no line.");
  std::erase_if(moves, [&](const Move& move) { return !named->second.contains(move.name); });
  if (moves.empty()) no_strategy("In " + state + " the named move is not possible.");
  return {*std::ranges::max_element(moves, {}, &Move::changed)};
}

int StrategyReplayer::longest_win(const State& state) {
  const auto [known, is_new] = longest_.emplace(state, 0);
  if (!is_new) {
    if (known->second == 0) no_strategy("Play can come back to " + state + ".");
    return known->second;
  }
  using Winner = ReplayedGame::Winner;
  const Answer answer = ask(state);
  int longest = 0;
  for (const Move& move : continuations(state, answer)) {
    if (move.outcome && *move.outcome != (white_owns_ ? Winner::white : Winner::black))
      no_strategy(move.name + " in " + state + " ends the game without a win.");
    longest = std::max(longest, move.outcome ? 1 : 1 + longest_win(move.next));
  }
  if (longest == 0) no_strategy("There is no move in " + state + ".");
  if (static_cast<std::uint64_t>(longest) > answer.rank) {
    no_strategy("From " + state + " it takes " + std::to_string(longest) + " plies; the rank is " +
                std::to_string(answer.rank) + ".");
  }
  return longest_[state] = longest;
}

void StrategyReplayer::see_no_loss(const State& first) {
  using Winner = ReplayedGame::Winner;
  std::set<std::pair<int, State>> found = {{0, first}};
  std::vector<std::pair<int, State>> waiting = {{0, first}};
  while (!waiting.empty()) {
    const auto [plies, state] = waiting.back();
    waiting.pop_back();
    if (depth_ && plies == *depth_) continue;
    const Answer answer = ask(state);
    if (depth_ && answer.rank < static_cast<std::uint64_t>(*depth_ - plies))
      no_strategy("The rank of " + state + " is too small.");
    for (const Move& move : continuations(state, answer)) {
      if (move.outcome == (white_owns_ ? Winner::black : Winner::white))
        no_strategy(move.name + " in " + state + " loses.");
      const std::pair next(depth_ ? plies + 1 : 0, move.next);
      if (!move.outcome && found.insert(next).second) waiting.push_back(next);
    }
  }
}

std::string StrategyReplayer::objection() {
  try {
    if (!wins_) {
      see_no_loss(start_);
      return "";
    }
    const int longest = longest_win(start_);
    if (depth_ && longest > *depth_) return "It takes " + std::to_string(longest) + " plies.";
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace zermelo::test
