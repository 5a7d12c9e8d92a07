// SPDX-License-Identifier: MIT
#include "server/served_table.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "gen/error.h"
#include "probe/random_positions.h"

namespace zermelo::server {
namespace {

bool covers(const Table& table, const std::string& state) {
  try {
    if (table.holds_distances()) return table.distance(state).has_value();
    table.probe(state);
    return true;
  } catch (const Error&) {
    return false;
  }
}

// The longest or highest win among some positions; empty if none of them is won.
std::string longest_win_of_some(const Table& table) {
  constexpr std::uint64_t some = 500, seed = 1;
  std::string longest;
  int greatest = 0;
  try {
    const std::vector<std::string> positions = random_positions(table, some, seed);
    const std::vector<std::string_view> texts(positions.begin(), positions.end());
    const std::vector<ProbeAnswer> answers = table.probe_many(texts, 1);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      const Value value = answers[i].value;
      const int amount = value.amount(table.metric());
      if (answers[i].status != ProbeStatus::ok || !value.is_win() || amount <= greatest) continue;
      longest = positions[i];
      greatest = amount;
    }
  } catch (const Error&) {  // (A damaged table is reported when it is used.)
  }
  return longest;
}

Opening opening_without_start(const Table& table) {
  return {.covers_start = false,
          .opens_at = table.holds_distances() ? std::string() : longest_win_of_some(table)};
}

std::string sentence_of(FileState state, const std::string& path) {
  switch (state) {
    case FileState::cut_short:
      return path + " was cut short while it was being served; requests that read it will fail.";
    case FileState::removed:
      return path + " was removed; the server goes on with the open file.";
    case FileState::replaced:
      return path +
             " was replaced by another file; the server goes on with the one that it opened. "
             "Restart the "
             "server to serve the new one.";
    case FileState::ok:
      break;
  }
  return path + " is there again.";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many characters of "-4x3", a board in a name, stand at `at`; 0 if something else does.
std::size_t length_of_board(std::string_view name, std::size_t at) {
  const auto digits_from = [&](std::size_t begin) {
    std::size_t end = begin;
    while (end < name.size() && is_digit(name[end])) ++end;
    return end;
  };
  if (std::string_view("-_. ").find(name[at]) == std::string_view::npos) return 0;
  const std::size_t columns_end = digits_from(at + 1);
  if (columns_end == at + 1 || columns_end == name.size() || name[columns_end] != 'x') return 0;
  const std::size_t end = digits_from(columns_end + 1);
  return end == columns_end + 1 ? 0 : end - at;
}

void remove_first_board(std::string& name) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::size_t length = length_of_board(name, at);
    if (length == 0) continue;
    name.erase(at, length);
    return;
  }
}

// That of the game; if it has none, the table's, without what tells its board: "My game".
std::string title_of(const std::string& id, const Table& table) {
  std::string title = table.game().title();
  if (title != table.game().spec().name) return title;
  title = id;
  remove_first_board(title);
  for (char& c : title) {
    if (c == '-' || c == '_' || c == '.') c = ' ';
  }
  if (title.empty()) return id;
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return title;
}

Table opened(const std::string& path, const GameCode* code) {
  if (code == nullptr) return Table::open(path);
  const ParameterTexts parameters = own_game_parameters(read_table_info(path).game);
  return Table::open(path, code->load(code->path, parameters, code->calls));
}

// Of a class in a file (my_game.py:Class), the file's.
std::string state_of_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 &&
      ::stat(path.substr(0, path.rfind(':')).c_str(), &status) != 0)
    return {};
  return fmt::format("{} {} {}.{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

// What nobody has written about a game whose rules are code is said of all of them.
GameInfo info_of(const Table& table) {
  GameInfo info = info_of_game(table.info().game.name);
  const std::optional<OwnGameInfo> own = own_game_info(table.game());
  if (!own) return info;
  info.summary =
      own->players == 1 ? "A puzzle whose rules are code." : "A game whose rules are code.";
  info.notation =
      !own->has_rules  ? "Without the rules positions are written as bytes: hex: and their digits."
      : own->has_parse ? "Positions and moves are written as the rules write them."
                       : "Positions are written as bytes, hex: and their digits, and moves as the "
                         "rules write them.";
  return info;
}

RulesInWords own_rules_in_words(const OwnGameInfo& own, const GameSpec& spec) {
  RuleSection section{"The rules", {}};
  section.lines.push_back(fmt::format("They are code ({}), for the game {}, version {}.", own.code,
                                      own.name, own.version));
  std::string chosen;
  for (const auto& [key, value] : own_game_parameters(spec))
    chosen += fmt::format("{}{}={}", chosen.empty() ? "" : ", ", key, value);
  if (!chosen.empty()) section.lines.push_back(fmt::format("Its parameters are {}.", chosen));
  if (!own.has_rules)
    section.lines.emplace_back("The code is not here, so moves and the start are not known.");
  return {section};
}

}  // namespace

std::shared_ptr<const Game> load_shared_object(const std::string& path,
                                               const ParameterTexts& parameters, OwnCalls* calls) {
  return calls != nullptr ? load_own_game(path, parameters, *calls)
                          : load_own_game(path, parameters);
}

Opening opening_of(const Table& table) {
  if (covers(table, table.start())) return {.covers_start = true};
  return opening_without_start(table);
}

const char* name_of(FileState state) {
  switch (state) {
    case FileState::cut_short:
      return "cut_short";
    case FileState::removed:
      return "removed";
    case FileState::replaced:
      return "replaced";
    case FileState::ok:
      break;
  }
  return "ok";
}

ServedTable::ServedTable(std::string id, const std::string& path, const GameCode* code)
    : id_(std::move(id)),
      table_(opened(path, code)),
      game_info_(info_of(table_)),
      own_(own_game_info(table_.game())),
      title_(title_of(id_, table_)),
      rules_(own_ ? own_rules_in_words(*own_, table_.info().game)
                  : rules_in_words(table_.game().spec())) {
  file_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file_ < 0 || ::fstat(file_, &status) != 0)
    throw FileError(fmt::format("Cannot read {}.", path));
  const TableInfo& info = table_.info();
  const std::string all = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}.{}", to_string(info.game),
                                      info.metric, info.creator, info.bytes, info.positions,
                                      info.values, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
  identity_ = hash_of(all + (code != nullptr ? "\n" + state_of_file(code->path) : ""));
  if (!lacks_rules()) start_ = table_.start();
  opening_ = lacks_rules() ? opening_without_start(table_) : opening_of(table_);
}

ServedTable::ServedTable(std::string id, Table table, Opening opening)
    : id_(std::move(id)),
      table_(std::move(table)),
      game_info_(info_of(table_)),
      title_(title_of(id_, table_)),
      rules_(rules_in_words(table_.game().spec())),
      start_(table_.start()),
      opening_(std::move(opening)) {}

ServedTable::~ServedTable() {
  if (file_ >= 0) ::close(file_);
}

FileState ServedTable::look(const Log& log) const {
  if (file_ < 0) return FileState::ok;
  const TableInfo& info = table_.info();
  struct stat open {};
  struct stat named {};
  FileState state = FileState::ok;
  // (Of a folder the table itself watches the files.)
  if (::fstat(file_, &open) != 0 ||
      (!S_ISDIR(open.st_mode) && static_cast<std::uint64_t>(open.st_size) < info.bytes)) {
    state = FileState::cut_short;
  } else if (::stat(info.path.c_str(), &named) != 0) {
    state = FileState::removed;
  } else if (named.st_dev != open.st_dev || named.st_ino != open.st_ino) {
    state = FileState::replaced;
  }
  if (state == FileState::ok) return state;
  const unsigned bit = 1u << static_cast<unsigned>(state);
  if ((told_.fetch_or(bit) & bit) == 0 && log) log(sentence_of(state, info.path));
  return state;
}

std::string ServedTable::without_path(std::string sentence) const {
  const std::string& path = table_.info().path;
  const std::string name = path.substr(path.rfind('/') + 1);
  for (std::size_t at = sentence.find(path); at != std::string::npos;
       at = sentence.find(path, at + name.size())) {
    sentence.replace(at, path.size(), name);
  }
  return sentence;
}

std::string id_of_path(std::string_view path) {
  std::string name(path.substr(path.rfind('/') + 1));
  if (name.ends_with(".ztb") && name.size() > 4) name.resize(name.size() - 4);
  for (char& c : name) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
    if (!plain && c != '.' && c != '_' && c != '-') c = '-';
  }
  return name;
}

std::vector<std::unique_ptr<const ServedTable>> open_tables(const std::vector<std::string>& paths) {
  std::vector<std::unique_ptr<const ServedTable>> tables;
  std::set<std::string> taken;
  for (const std::string& path : paths) {
    const std::string plain = id_of_path(path);
    std::string id = plain;
    for (int n = 2; !taken.insert(id).second; ++n) id = fmt::format("{}-{}", plain, n);
    tables.push_back(std::make_unique<const ServedTable>(id, path));
  }
  return tables;
}

}  // namespace zermelo::server
