// SPDX-License-Identifier: MIT
#include "kinds/own/watch.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "kinds/own/rules.h"

namespace zermelo {
namespace {

// One instance, behind functions that note what they call.
struct Watched {
  zermelo_own_game game;
  OwnCalls::Call* call;
};

// Notes a call for as long as it lasts.
class Noted {
 public:
  Noted(OwnCalls::Call& call, std::string_view function, const void* state, std::size_t state_bytes)
      : call_(call) {
    begin_call(call_, function, state, state_bytes);
  }
  Noted(const Noted&) = delete;
  Noted& operator=(const Noted&) = delete;
  ~Noted() { end_call(call_); }

 private:
  OwnCalls::Call& call_;
};

// Calls game.*member(self, arguments...); `state` is the one that it is about, if there is one.
template <auto member, class... Arguments>
auto watched_call(void* self, std::string_view name, const void* state, Arguments... arguments) {
  const auto& w = *static_cast<Watched*>(self);
  const Noted noted(*w.call, name, state, w.game.state_bytes);
  return (w.game.*member)(w.game.self, arguments...);
}

void close_watched(void* self) {
  auto* const w = static_cast<Watched*>(self);
  if (w->game.close != nullptr) w->game.close(w->game.self);
  delete w;
}

// (What a game says of an error is a text of its own, which lasts.)
const char* watched_error(void* self) {
  return watched_call<&zermelo_own_game::error>(self, "error", nullptr);
}

using Functions = zermelo_own_game;

void watch_required(Functions& game) {  // (What is missing is reported later.)
  if (game.start != nullptr)
    game.start = [](void* self, void* state) {
      return watched_call<&Functions::start>(self, "start", nullptr, state);
    };
  if (game.result != nullptr)
    game.result = [](void* self, const void* state, std::int32_t* score) {
      return watched_call<&Functions::result>(self, "result", state, state, score);
    };
  if (game.mover != nullptr)
    game.mover = [](void* self, const void* state) {
      return watched_call<&Functions::mover>(self, "mover", state, state);
    };
  if (game.moves != nullptr)
    game.moves = [](void* self, const void* state, std::uint64_t* moves) {
      return watched_call<&Functions::moves>(self, "moves", state, state, moves);
    };
  if (game.play != nullptr)
    game.play = [](void* self, const void* state, std::uint64_t move, void* next) {
      const std::string name = fmt::format("play({})", move);
      return watched_call<&Functions::play>(self, name, state, state, move, next);
    };
  if (game.text != nullptr)
    game.text = [](void* self, const void* state, char* text, std::size_t size) {
      return watched_call<&Functions::text>(self, "text", state, state, text, size);
    };
}

void watch_optional(Functions& game) {
  if (game.error != nullptr) game.error = watched_error;
  if (game.start_at != nullptr)
    game.start_at = [](void* self, std::uint64_t number, void* state) {
      return watched_call<&Functions::start_at>(self, "start_at", nullptr, number, state);
    };
  if (game.expand != nullptr)
    game.expand = [](void* self, const void* state, std::uint64_t* moves, void* nexts) {
      return watched_call<&Functions::expand>(self, "expand", state, state, moves, nexts);
    };
  if (game.canonical != nullptr)
    game.canonical = [](void* self, const void* state, void* image) {
      return watched_call<&Functions::canonical>(self, "canonical", state, state, image);
    };
  if (game.unmoves != nullptr)
    game.unmoves = [](void* self, const void* state, void* befores, std::size_t room) {
      return watched_call<&Functions::unmoves>(self, "unmoves", state, state, befores, room);
    };
  if (game.layer != nullptr)
    game.layer = [](void* self, const void* state) {
      return watched_call<&Functions::layer>(self, "layer", state, state);
    };
  if (game.parse != nullptr)
    game.parse = [](void* self, const char* text, void* state) {
      return watched_call<&Functions::parse>(self, "parse", nullptr, text, state);
    };
  if (game.move_text != nullptr)
    game.move_text = [](void* self, const void* state, std::uint64_t move, char* text,
                        std::size_t size) {
      return watched_call<&Functions::move_text>(self, "move_text", state, state, move, text, size);
    };
  if (game.board != nullptr)
    game.board = [](void* self, const void* state, std::uint32_t* columns, std::uint32_t* rows,
                    char* cells, std::size_t size) {
      return watched_call<&Functions::board>(self, "board", state, state, columns, rows, cells,
                                             size);
    };
}

}  // namespace

zermelo_own_game OwnWatch::opened(const std::function<zermelo_own_game()>& open) {
  OwnCalls::Call& call = calls_.calls[instances_++ % calls_.calls.size()];
  const Functions given = [&] {
    const Noted noted(call, "zermelo_own_game_open", nullptr, 0);
    return open();
  }();
  if (!is_known_own_game(given)) return given;
  Functions game = with_known_members(given);
  game.self = new Watched{game, &call};
  watch_required(game);
  watch_optional(game);
  game.close = close_watched;
  return game;
}

namespace {

class WatchedInterpreter final : public OwnInterpreter {
 public:
  WatchedInterpreter(std::shared_ptr<OwnInterpreter> interpreter, OwnCalls& calls)
      : interpreter_(std::move(interpreter)), watch_(calls) {}

  zermelo_own_game open() override {
    return watch_.opened([this] { return interpreter_->open(); });
  }
  void enter() override { interpreter_->enter(); }
  void leave() noexcept override { interpreter_->leave(); }

 private:
  std::shared_ptr<OwnInterpreter> interpreter_;
  OwnWatch watch_;
};

}  // namespace

std::shared_ptr<OwnInterpreter> watched(std::shared_ptr<OwnInterpreter> interpreter,
                                        OwnCalls& calls) {
  return std::make_shared<WatchedInterpreter>(std::move(interpreter), calls);
}

}  // namespace zermelo
