// SPDX-License-Identifier: MIT
#include "kinds/whole/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/state_code.h"
#include "kinds/endgames/moves.h"
#include "kinds/own/read.h"
#include "kinds/own/state_set.h"

namespace zermelo::whole {
namespace {

using endgames::VariantGame;
using variant::Move;
using variant::Position;
using variant::StateCode;

static_assert(sizeof(StateCode::Bytes) == sizeof(OwnState));

// A move as a number, and back.
std::uint64_t number_of(const Move& move) {
  return std::uint64_t{move.from} | std::uint64_t{move.to} << 8 | std::uint64_t{move.man} << 16 |
         static_cast<std::uint64_t>(move.type) << 24 | std::uint64_t{move.first_step} << 32;
}
Move move_of(std::uint64_t number) {
  return {static_cast<variant::Square>(number), static_cast<variant::Square>(number >> 8),
          static_cast<variant::Man>(number >> 16), static_cast<Move::Type>(number >> 24 & 255),
          (number >> 32 & 1) != 0};
}

// A variant with the numbering of its positions.
class Numbered final : public OwnNotation {
 public:
  explicit Numbered(std::shared_ptr<const VariantGame> game)
      : game_(std::move(game)), code_(game_->rules()) {}

  const VariantGame& game() const { return *game_; }
  const variant::Rules& rules() const { return game_->rules(); }
  const StateCode& code() const { return code_; }
  Position position(const OwnState& state) const { return code_.decode(state.bytes); }

  OwnState read(std::string_view text) const override {
    Position position = game_->read(text);
    rules().drop_idle_en_passant(position);
    OwnState state;
    if (code_.encode(position, state.bytes)) return state;
    throw NotInTable("Play from the start cannot lead to this position, so the table lacks it.");
  }
  std::string text(const OwnState& state) const override { return game_->text(position(state)); }
  Diagram diagram(const OwnState& state) const override { return game_->diagram(position(state)); }
  MoveShape shape(const OwnState& before, std::uint64_t move) const override {
    return game_->shape(position(before), move_of(move));
  }
  PieceCounts pieces(const OwnState& state, int player) const override {
    const Position p = position(state);
    const Colour own = colour_of(player == 1);
    return {p.of[own].count(), p.of[opponent_of(own)].count()};
  }
  bool threatens(const OwnState& before, std::uint64_t move) const override {
    return endgames::gives_check(*game_, made(before, move));
  }
  bool gives_up(const OwnState& before, std::uint64_t move) const override {
    const Move::Type type = move_of(move).type;
    const bool takes = type == Move::Type::capture || type == Move::Type::en_passant;
    return !takes && endgames::lets_be_taken(*game_, made(before, move));
  }

 private:
  endgames::MadeMove made(const OwnState& before, std::uint64_t number) const {
    endgames::MadeMove made;
    made.before = made.after = position(before);
    made.move = move_of(number);
    rules().apply(made.after, made.move);
    return made;
  }

  std::shared_ptr<const VariantGame> game_;
  StateCode code_;
};

// Rules for one thread. They are asked several things of a state in turn, so they remember what the
// last one was.
class Instance {
 public:
  explicit Instance(std::shared_ptr<const Numbered> numbered) : numbered_(std::move(numbered)) {}

  // Calls body(instance), whose result is that of a function of zermelo_own_game.
  template <class Body>
  static int guarded(void* self, const Body& body) {
    auto& instance = *static_cast<Instance*>(self);
    try {
      return body(instance);
    } catch (const std::exception& failure) {
      instance.words_ = failure.what();
      return -1;
    }
  }
  const char* words() const { return words_.c_str(); }
  const Numbered& numbered() const { return *numbered_; }

  void start(void* out) const {
    const variant::Rules& rules = numbered_->rules();
    Position position = variant::parse_fen(rules.variant().start, rules.variant());
    rules.drop_idle_en_passant(position);
    write(position, out);
  }
  std::optional<Outcome> result(const void* state) {
    look_at(state);
    return end_;
  }
  int mover(const void* state) const {
    return numbered_->code().to_move(bytes_of(state)) == Colour::white ? 1 : 0;
  }
  const std::vector<Move>& moves(const void* state) {
    look_at(state);
    return moves_;
  }
  void play(const void* state, const Move& move, void* next) {
    look_at(state);
    Position after = position_;
    numbered_->rules().apply(after, move);
    write(after, next);
  }
  void canonical(const void* state, void* image) const {
    const StateCode::Bytes least = numbered_->code().canonical(bytes_of(state));
    std::memcpy(image, least.data(), numbered_->code().size());
  }
  std::string text(const void* state) const { return numbered_->text({bytes_of(state)}); }
  std::string move_text(const void* state, std::uint64_t move) const {
    return numbered_->game().san(numbered_->position({bytes_of(state)}), move_of(move));
  }

 private:
  StateCode::Bytes bytes_of(const void* state) const {
    StateCode::Bytes bytes{};
    std::memcpy(bytes.data(), state, numbered_->code().size());
    return bytes;
  }
  void write(const Position& position, void* out) const {
    StateCode::Bytes bytes;
    if (!numbered_->code().encode(position, bytes))
      throw RulesError(fmt::format("A move leads to {}, which no play should bring about.",
                                   numbered_->game().text(position)));
    std::memcpy(out, bytes.data(), numbered_->code().size());
  }
  void look_at(const void* state) {
    const StateCode::Bytes bytes = bytes_of(state);
    if (has_looked_ && bytes == looked_at_) return;
    has_looked_ = false;
    position_ = numbered_->code().decode(bytes);
    const variant::Rules& rules = numbered_->rules();
    end_ = rules.ended(position_);
    moves_.clear();
    if (!end_) rules.legal_moves(position_, moves_);
    if (!end_ && moves_.empty()) end_ = rules.without_moves(position_);
    looked_at_ = bytes;
    has_looked_ = true;
  }

  std::shared_ptr<const Numbered> numbered_;
  bool has_looked_ = false;
  StateCode::Bytes looked_at_{};
  Position position_;
  std::optional<Outcome> end_;
  std::vector<Move> moves_;
  std::string words_;
};

int put_text(const std::string& text, char* out, std::size_t size) {
  if (size > 0) {
    const std::size_t length = std::min(text.size(), size - 1);
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
  }
  return static_cast<int>(text.size());
}

// 1 if the game is over, with the result of player 0, who is Black.
int result_of(Instance& instance, const void* state, std::int32_t* score) {
  const std::optional<Outcome> end = instance.result(state);
  if (!end) return 0;
  const int of_mover = *end == Outcome::win ? 1 : *end == Outcome::loss ? -1 : 0;
  *score = instance.mover(state) == 0 ? of_mover : -of_mover;
  return 1;
}

void fill_notation(zermelo_own_game& game) {
  game.text = [](void* self, const void* state, char* text, std::size_t size) {
    return Instance::guarded(self,
                             [&](Instance& i) { return put_text(i.text(state), text, size); });
  };
  game.move_text = [](void* self, const void* state, std::uint64_t move, char* text,
                      std::size_t size) {
    return Instance::guarded(
        self, [&](Instance& i) { return put_text(i.move_text(state, move), text, size); });
  };
  game.error = [](void* self) { return static_cast<Instance*>(self)->words(); };
  game.close = [](void* self) { delete static_cast<Instance*>(self); };
}

void fill_moves(zermelo_own_game& game) {
  game.moves = [](void* self, const void* state, std::uint64_t* numbers) {
    return Instance::guarded(self, [&](Instance& i) {
      const std::vector<Move>& moves = i.moves(state);
      if (moves.size() <= ZERMELO_MOST_MOVES) std::ranges::transform(moves, numbers, number_of);
      return static_cast<int>(moves.size());
    });
  };
  game.play = [](void* self, const void* state, std::uint64_t move, void* next) {
    return Instance::guarded(self, [&](Instance& i) {
      i.play(state, move_of(move), next);
      return 0;
    });
  };
  game.expand = [](void* self, const void* state, std::uint64_t* numbers, void* nexts) {
    return Instance::guarded(self, [&](Instance& i) {
      const std::vector<Move>& moves = i.moves(state);
      if (moves.size() > ZERMELO_MOST_MOVES) return static_cast<int>(moves.size());
      auto* next = static_cast<char*>(nexts);
      for (const Move& move : moves) {
        *numbers++ = number_of(move);
        i.play(state, move, next);
        next += i.numbered().code().size();
      }
      return static_cast<int>(moves.size());
    });
  };
}

zermelo_own_game structure_of(const std::shared_ptr<const Numbered>& numbered) {
  zermelo_own_game game{};
  game.abi = ZERMELO_GAME_ABI;
  game.size = sizeof game;
  game.name = "variant";
  game.version = "1";
  game.players = 2;
  game.state_bytes = static_cast<std::uint32_t>(numbered->code().size());
  game.most_moves = ZERMELO_MOST_MOVES;
  game.self = new Instance(numbered);
  game.start = [](void* self, void* state) {
    return Instance::guarded(self, [&](Instance& i) {
      i.start(state);
      return 0;
    });
  };
  game.result = [](void* self, const void* state, std::int32_t* score) {
    return Instance::guarded(self, [&](Instance& i) { return result_of(i, state, score); });
  };
  game.mover = [](void* self, const void* state) {
    return Instance::guarded(self, [&](Instance& i) { return i.mover(state); });
  };
  if (numbered->code().symmetries() > 1) {
    game.canonical = [](void* self, const void* state, void* image) {
      return Instance::guarded(self, [&](Instance& i) {
        i.canonical(state, image);
        return 0;
      });
    };
  }
  fill_moves(game);
  fill_notation(game);
  return game;
}

// More than that is refused before anything is solved. (Play leads to one in forty of the positions
// of Dobutsu Shogi that can be set up, and to a smaller share where there are more men.)
constexpr double most_set_up = 1e3 * static_cast<double>(OwnStateSet::most_states);

}  // namespace

void require_small(const VariantGame& game) {
  const double all = variant::most_positions(game.rules());
  if (all <= most_set_up) return;
  throw UsageError(fmt::format(
      "{} is too large to be solved from its start: some 10^{:.0f} positions can be set "
      "up, and at most 2^32-2 can be solved; zermelo endgames makes tables of its "
      "endgames.",
      game.rules().variant().name, std::log10(all)));
}

std::shared_ptr<const OwnProgram> variant_program(std::shared_ptr<const VariantGame> game) {
  const variant::Variant& variant = game->rules().variant();
  if (variant.has_endless_rule())
    throw UsageError(fmt::format(
        "{} cannot be solved from its start yet: {}.", variant.name,
        variant.endless_rule.empty()
            ? "play that never ends may be a win in it; --endless draw solves without that"
            : variant.endless_rule));
  const std::string where = variant.name;
  const auto numbered = std::make_shared<const Numbered>(std::move(game));
  return std::make_shared<const OwnProgram>([numbered] { return structure_of(numbered); }, numbered,
                                            where);
}

OwnHeader variant_header(const OwnProgram& program) {
  const OwnTraits& traits = program.traits();
  return {.players = traits.players, .state_bytes = traits.state_bytes, .hint = program.where()};
}

std::unique_ptr<const TableReader> open_whole_game(const GameSpec& spec,
                                                   std::shared_ptr<const TableFile> file) {
  assert(file->header().own);
  const auto program = variant_program(std::make_shared<const VariantGame>(spec));
  const TableHeader& header = file->header();
  if (header.states != TableHeader::States::codes || header.metric != distance_metric ||
      header.own != variant_header(*program))
    file->damaged("what it says of its game makes no sense");
  auto reader = std::make_unique<OwnReader>(program, file);
  require_same_rules(*program, reader->table().description(), file->path());
  return reader;
}

}  // namespace zermelo::whole
