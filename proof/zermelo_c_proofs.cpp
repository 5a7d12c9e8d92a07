// SPDX-License-Identifier: MIT
// The C interface to strategies and proofs (proof/strategy.h), and to crosschecks
// (proof/crosscheck.h).
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/text/diagram.h"
#include "probe/c_interface.h"
#include "probe/c_progress.h"
#include "probe/game.h"
#include "probe/zermelo.h"
#include "proof/crosscheck.h"
#include "proof/strategy.h"

struct zermelo_strategy {
  explicit zermelo_strategy(const char* path)
      : file(zermelo::StrategyFile::open(path)),
        game(to_string(file.info().game)),
        start(file.info().start) {
    const zermelo::StrategyInfo& said = file.info();
    if (start.empty()) start = zermelo::make_game(said.game)->start();
    info.game = game.c_str();
    info.start = start.c_str();
    info.sentence = said.sentence.c_str();
    info.creator = said.creator.c_str();
    info.owner = said.owner_is_white ? ZERMELO_WHITE : ZERMELO_BLACK;
    info.wins = said.wins ? 1 : 0;
    info.plies = said.plies.value_or(-1);
    info.gates = said.gates;
  }

  zermelo::StrategyFile file;
  std::string game, start;
  zermelo_strategy_info info{};
};

namespace zermelo {
namespace {

// --- Arguments -----------------------------------------------------------------------------------

// Returns `by_default` if the default is asked for.
template <class Choice>
Choice side_of(std::int32_t side, const char* name, Choice by_default, Choice black, Choice white) {
  switch (side) {
    case ZERMELO_DEFAULT_SIDE:
      return by_default;
    case ZERMELO_BLACK:
      return black;
    case ZERMELO_WHITE:
      return white;
  }
  refuse_choice(name, "zermelo_side");
}
bool is_white(std::int32_t side, const char* name) {
  return side_of(side, name, false, false, true);
}

Generalise generalise_of(std::int32_t generalise) {
  switch (generalise) {
    case ZERMELO_GENERALISE_BOTH:
      return Generalise::both;
    case ZERMELO_GENERALISE_EXISTS:
      return Generalise::exists;
    case ZERMELO_GENERALISE_NONE:
      return Generalise::none;
  }
  refuse_choice("generalise", "zermelo_generalise");
}

ProofOptions::Method method_of(std::int32_t method) {
  switch (method) {
    case ZERMELO_BY_IC3:
      return ProofOptions::Method::ic3;
    case ZERMELO_BY_SETS:
      return ProofOptions::Method::sets;
    case ZERMELO_BY_QBF:
      return ProofOptions::Method::qbf;
    case ZERMELO_BY_TABLE:
      return ProofOptions::Method::table;
    case ZERMELO_BY_SEARCH:
      return ProofOptions::Method::search;
    case ZERMELO_BY_ANY:
      return ProofOptions::Method::automatic;
  }
  refuse_choice("method", "zermelo_method");
}

TableStrategyOptions::Form form_of(std::int32_t form) {
  switch (form) {
    case ZERMELO_FORM_POSITIONS:
      return TableStrategyOptions::Form::positions;
    case ZERMELO_FORM_CUBES:
      return TableStrategyOptions::Form::cubes;
  }
  refuse_choice("form", "zermelo_strategy_form");
}

ProofOptions proof_options(const zermelo_proof_options& c) {
  ProofOptions options;
  options.generalise = generalise_of(c.generalise);
  options.method = method_of(c.method);
  options.white = is_white(c.side, "side");
  options.start = text_or_none(c.start);
  if (c.depth != 0) options.depth = c.depth;
  options.stepwise = c.shortest != 0;
  options.seconds = number_or(c.seconds, 0.0, "seconds");
  options.memory = c.memory;
  return options;
}

// --- Results: as the caller sees them, followed by what they point to ---------------------------

struct StrategyAnswerResult : zermelo_strategy_answer {
  explicit StrategyAnswerResult(StrategyAnswer answer)
      : zermelo_strategy_answer{}, text(std::move(answer.move)) {
    is_member = answer.is_member ? 1 : 0;
    rank = answer.rank;
    move = c_text_or_null(text);
  }
  std::string text;
};

struct StrategyCheckResult : zermelo_strategy_check {
  explicit StrategyCheckResult(StrategyCheckReport made)
      : zermelo_strategy_check{}, report(std::move(made)) {
    holds = report.fault ? 0 : 1;
    sentence = report.sentence.c_str();
    obligations = report.obligations;
    seconds = report.seconds;
    if (report.fault) blame(*report.fault);
  }
  void blame(const StrategyFault& found) {
    text = diagram_text(found.board);
    svg = diagram_svg(found.board);
    item = {found.position.c_str(), c_text_or_null(found.move), found.sentence.c_str(),
            text.c_str(), svg.c_str()};
    fault = &item;
  }
  StrategyCheckReport report;
  std::string text, svg;
  zermelo_fault item{};
};

struct WrittenStrategyResult : zermelo_written_strategy {
  explicit WrittenStrategyResult(TableStrategyReport report)
      : zermelo_written_strategy{}, text(std::move(report.sentence)) {
    sentence = text.c_str();
    positions = report.positions;
    cubes = report.cubes;
    gates = report.gates;
    bytes = report.bytes;
    seconds = report.seconds;
  }
  std::string text;
};

zermelo_verdict c_verdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::win:
      return ZERMELO_VERDICT_WIN;
    case Verdict::no_win:
      return ZERMELO_VERDICT_NO_WIN;
    case Verdict::unknown:
      break;
  }
  return ZERMELO_VERDICT_UNKNOWN;
}

zermelo_method c_method(const std::string& name) {
  if (name == "sets") return ZERMELO_BY_SETS;
  if (name == "qbf") return ZERMELO_BY_QBF;
  if (name == "table") return ZERMELO_BY_TABLE;
  return name == "search" ? ZERMELO_BY_SEARCH : ZERMELO_BY_IC3;
}

zermelo_stopped_by c_stopped_by(const std::string& what) {
  if (what == "time") return ZERMELO_STOPPED_BY_TIME;
  if (what == "memory") return ZERMELO_STOPPED_BY_MEMORY;
  return what.empty() ? ZERMELO_NOT_STOPPED : ZERMELO_STOPPED_BY_CALLER;
}

zermelo_proof c_proof(const ProofReport& report) {
  zermelo_proof proof{};
  proof.verdict = c_verdict(report.verdict);
  proof.stopped_by = c_stopped_by(report.stopped_by);
  proof.plies = report.plies.value_or(0);
  proof.refuted = report.refuted;
  proof.complete = report.complete ? 1 : 0;
  proof.obligations = report.obligations;
  proof.sat_calls = report.sat_calls;
  proof.cubes = report.cubes;
  proof.gates = report.gates;
  proof.bytes = report.bytes;
  proof.seconds = report.seconds;
  proof.method = c_method(report.method);
  return proof;
}

struct CrosscheckResult : zermelo_crosscheck_report {
  explicit CrosscheckResult(CrosscheckReport made)
      : zermelo_crosscheck_report{}, report(std::move(made)) {
    for (const CrosscheckRow& r : report.rows) {
      items.push_back({r.engine.c_str(), c_verdict(r.verdict), r.plies.value_or(0), r.refuted,
                       r.complete ? 1 : 0, r.seconds, r.memory, c_text_or_null(r.note)});
    }
    count = items.size();
    rows = items.data();
    disagreement = c_text_or_null(report.disagreement);
  }
  CrosscheckReport report;
  std::vector<zermelo_crosscheck_row> items;
};

// --- Work ----------------------------------------------------------------------------------------

StrategyCheckReport checked(const char* path, const zermelo_check_options& c) {
  ProgressCalls<zermelo_progress> calls(c.on_progress, c.user);
  StrategyCheckOptions options;
  options.proofs = text_or_none(c.proofs);
  options.threads = c.threads;
  options.stop = calls.stop();
  if (calls.wanted())
    options.progress = [&](std::uint64_t done, std::uint64_t all) {
      calls.tell({0, done, all, 0});
    };
  return check_strategy(path, options);
}

TableStrategyReport written(const Table& table, const char* state, const char* path,
                            const zermelo_strategy_options& c) {
  using Choice = TableStrategyOptions::Owner;
  TableStrategyOptions options;
  options.owner = side_of(c.owner, "owner", Choice::winner, Choice::black, Choice::white);
  options.form = form_of(c.form);
  if (c.most_positions != 0) options.most_positions = c.most_positions;
  ProgressCalls<zermelo_progress> calls(c.on_progress, c.user);
  options.stop = calls.stop();
  if (calls.wanted())
    options.progress = [&](std::uint64_t positions) { calls.tell({0, positions, 0, 0}); };
  return write_table_strategy(table, text_or_none(state), path, options);
}

// Calls `prove` with the options.
template <class Prove>
zermelo_proof proved(const zermelo_proof_options& c, Prove&& prove) {
  ProofOptions options = proof_options(c);
  ProgressCalls<zermelo_proof_progress> calls(c.on_progress, c.user);
  options.stop = calls.stop();
  if (calls.wanted()) {
    options.progress = [&](const ProofProgress& p) {
      calls.tell({p.depth, p.obligations, p.sat_calls, p.cubes, 0});
    };
  }
  return c_proof(std::forward<Prove>(prove)(options));
}

CrosscheckOptions crosscheck_options(const zermelo_crosscheck_options& c) {
  CrosscheckOptions options;
  options.start = text_or_none(c.start);
  options.white = is_white(c.side, "side");
  options.seconds = number_or(c.seconds, options.seconds, "seconds");
  if (c.memory != 0) options.memory = c.memory;
  options.threads = threads_of(c.threads);
  if (const int depth = number_or(c.depth, 0, "depth"); depth > 0) options.depth = depth;
  return options;
}

CrosscheckReport crosschecked(std::shared_ptr<const Game> game,
                              const zermelo_crosscheck_options& c) {
  CrosscheckOptions options = crosscheck_options(c);
  std::deque<std::string> engines;  // (Another thread may still tell the one before.)
  ProgressCalls<zermelo_crosscheck_progress> calls(c.on_progress, c.user, {"", 0});
  options.stop = calls.stop();
  if (calls.wanted()) {
    options.progress = [&](const std::string& engine) {
      calls.tell({engines.emplace_back(engine).c_str(), 0});
    };
  }
  return crosscheck(std::move(game), options);
}

zermelo_encoding encoded(const char* game, std::int32_t owner, const char* path) {
  const EncodingReport report = write_safety_game(spec_of(game), is_white(owner, "owner"), path);
  return {report.inputs, report.controllable, report.latches, report.gates, report.bytes};
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_open_strategy(const char* path, zermelo_strategy** strategy) {
  return zermelo::hand_out(strategy, "strategy", [&] {
    zermelo::need(path, "path");
    return new zermelo_strategy(path);
  });
}

void zermelo_close_strategy(zermelo_strategy* strategy) { delete strategy; }

const zermelo_strategy_info* zermelo_about_strategy(const zermelo_strategy* strategy) {
  return strategy == nullptr ? nullptr : &strategy->info;
}

zermelo_status zermelo_ask_strategy(const zermelo_strategy* strategy, const char* state,
                                    zermelo_strategy_answer** answer) {
  return zermelo::hand_out(answer, "answer", [&] {
    zermelo::need(strategy, "strategy");
    zermelo::need(state, "state");
    return new zermelo::StrategyAnswerResult(strategy->file.answer(state));
  });
}

void zermelo_free_strategy_answer(zermelo_strategy_answer* answer) {
  delete static_cast<zermelo::StrategyAnswerResult*>(answer);
}

zermelo_status zermelo_check_strategy(const char* path, const zermelo_check_options* options,
                                      zermelo_strategy_check** check) {
  return zermelo::hand_out(check, "check", [&] {
    zermelo::need(path, "path");
    return new zermelo::StrategyCheckResult(
        zermelo::checked(path, zermelo::given_or_default(options)));
  });
}

void zermelo_free_strategy_check(zermelo_strategy_check* check) {
  delete static_cast<zermelo::StrategyCheckResult*>(check);
}

zermelo_status zermelo_write_strategy(const zermelo_table* table, const char* state,
                                      const char* path, const zermelo_strategy_options* options,
                                      zermelo_written_strategy** written) {
  return zermelo::hand_out(written, "written", [&] {
    zermelo::need(table, "table");
    zermelo::need(path, "path");
    return new zermelo::WrittenStrategyResult(
        zermelo::written(table->table, state, path, zermelo::given_or_default(options)));
  });
}

void zermelo_free_written_strategy(zermelo_written_strategy* written) {
  delete static_cast<zermelo::WrittenStrategyResult*>(written);
}

zermelo_status zermelo_prove(const char* game, const char* path,
                             const zermelo_proof_options* options, zermelo_proof* proof) {
  return zermelo::guarded([&] {
    zermelo::need(game, "game");
    zermelo::need(proof, "proof");
    *proof = zermelo::proved(zermelo::given_or_default(options), [&](const auto& given) {
      return zermelo::prove(zermelo::spec_of(game), zermelo::text_or_none(path), given);
    });
  });
}

zermelo_status zermelo_write_safety_game(const char* game, std::int32_t owner, const char* path,
                                         zermelo_encoding* encoding) {
  return zermelo::guarded([&] {
    zermelo::need(game, "game");
    zermelo::need(path, "path");
    zermelo::need(encoding, "encoding");
    *encoding = zermelo::encoded(game, owner, path);
  });
}

zermelo_status zermelo_prove_safety_game(const char* file, const char* path,
                                         const zermelo_proof_options* options,
                                         zermelo_proof* proof) {
  return zermelo::guarded([&] {
    zermelo::need(file, "file");
    zermelo::need(proof, "proof");
    *proof = zermelo::proved(zermelo::given_or_default(options), [&](const auto& given) {
      return zermelo::solve_safety_game(file, zermelo::text_or_none(path), given);
    });
  });
}

zermelo_status zermelo_crosscheck(const zermelo_rules* rules,
                                  const zermelo_crosscheck_options* options,
                                  zermelo_crosscheck_report** report) {
  return zermelo::hand_out(report, "report", [&] {
    zermelo::need(rules, "rules");
    return new zermelo::CrosscheckResult(
        zermelo::crosschecked(rules->game, zermelo::given_or_default(options)));
  });
}

void zermelo_free_crosscheck(zermelo_crosscheck_report* report) {
  delete static_cast<zermelo::CrosscheckResult*>(report);
}

}  // extern "C"
