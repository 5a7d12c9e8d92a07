// SPDX-License-Identifier: MIT
// The C interface to rules that are the user's own code (probe/zermelo_game.h).
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/c_interface.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {
namespace {

// Throws UsageError.
ParameterTexts parameters_of(std::size_t count, const char* const* keys,
                             const char* const* values) {
  const std::vector<std::string> names = texts_of<std::string>(keys, count, "keys");
  const std::vector<std::string> texts = texts_of<std::string>(values, count, "values");
  ParameterTexts parameters;
  for (std::size_t i = 0; i < count; ++i) {
    if (!parameters.emplace(names[i], texts[i]).second)
      throw UsageError(fmt::format("The parameter {} is given twice.", names[i]));
  }
  return parameters;
}

}  // namespace
}  // namespace zermelo

extern "C" {

zermelo_status zermelo_open_own_rules(zermelo_own_rules_opener open, std::size_t parameters,
                                      const char* const* keys, const char* const* values,
                                      const char* where, zermelo_rules** rules) {
  return zermelo::hand_out(rules, "rules", [&] {
    zermelo::need(reinterpret_cast<const void*>(open), "open");
    zermelo::need(where, "where");
    return new zermelo_rules(
        zermelo::make_own_game(open, zermelo::parameters_of(parameters, keys, values), where));
  });
}

zermelo_status zermelo_load_own_rules(const char* path, std::size_t parameters,
                                      const char* const* keys, const char* const* values,
                                      zermelo_rules** rules) {
  return zermelo::hand_out(rules, "rules", [&] {
    zermelo::need(path, "path");
    return new zermelo_rules(
        zermelo::load_own_game(path, zermelo::parameters_of(parameters, keys, values)));
  });
}

zermelo_status zermelo_open_with_rules(const char* path, const zermelo_rules* rules,
                                       zermelo_table** table) {
  return zermelo::hand_out(table, "table", [&] {
    zermelo::need(path, "path");
    zermelo::need(rules, "rules");
    if (!rules->game->is_own()) {
      throw zermelo::UsageError(
          fmt::format("The rules of {} are not code of one's own; zermelo_open opens its tables.",
                      rules->game->spec().name));
    }
    return new zermelo_table(zermelo::Table::open(path, rules->game));
  });
}

}  // extern "C"
