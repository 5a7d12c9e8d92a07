// SPDX-License-Identifier: MIT
// The compiled games on grids behind the Engine interface.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "probe/engine.h"

namespace zermelo {

// Throw UsageError for parameters that make no sense.
std::unique_ptr<Engine> make_connect_engine(const std::map<std::string, std::string>& parameters);
// Whose tables tell who wins and nothing else.
std::unique_ptr<Engine> make_connect_outcome_engine(
    const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_mnk_engine(const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_notakto_engine(const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_othello_engine(const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_breakthrough_engine(
    const std::map<std::string, std::string>& parameters);
std::unique_ptr<Engine> make_domineering_engine(
    const std::map<std::string, std::string>& parameters);

}  // namespace zermelo
