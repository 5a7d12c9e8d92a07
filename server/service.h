// SPDX-License-Identifier: MIT
// Answers requests about tables. Knows nothing about sockets: a request goes in, an answer comes
// out.
//
//     Service service({"ostle-8.ztb"}, {});
//     const Response r = service.answer({.target = "/api/v1/tables"});
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/answerer.h"
#include "server/http.h"
#include "server/own_answerer.h"
#include "server/own_process.h"
#include "server/query.h"
#include "server/routes.h"
#include "server/served_table.h"
#include "server/statistics.h"

namespace zermelo::server {

struct ServiceOptions {
  // The files with the rules of games that are code, by the tables' ids (open_tables).
  std::map<std::string, std::string> game_code = {};
  LoadCode load_code = load_shared_object;  // called in the processes that run it
  RulesLimits rules_limits = {};            // what such rules may take
  // How long a request waits for a table to be counted before the client is told to ask again.
  std::chrono::milliseconds patience = std::chrono::seconds(1);
  int counting_threads = 1;  // 0: one per processor
  // Bytes that a search for puzzles may take (Table::mining_memory); larger tables are not searched
  // for puzzles.
  std::uint64_t mining_memory = std::uint64_t{2} << 30;
  Log log = {};  // for failures, and for warnings about the rules of tables; may be empty
};

// Any number of threads may call it.
class Service : public Answerer {
 public:
  // Opens the tables; throws as Table::open, UsageError for code that belongs to no table, and
  // RulesError for code that is wrong. Code runs in processes of its own (server/own_answerer.h),
  // so there should be no other threads yet.
  Service(const std::vector<std::string>& paths, ServiceOptions options);
  // Of one table; if its rules are code, this process runs it.
  Service(std::unique_ptr<const ServedTable> table, ServiceOptions options);

  Response answer(const Request& request) override;
  Response refused(const Refusal& refusal) const override;
  Cost cost(const Request& request) const override;

  const std::vector<std::unique_ptr<const ServedTable>>& tables() const { return tables_; }

 private:
  std::map<const ServedTable*, std::unique_ptr<OwnAnswerer>> opened_code() const;
  void warn() const;
  OwnAnswerer* own_answerer(const Route& route) const;
  Response answer_by_code(OwnAnswerer& own, const Request& request, const Route& route);
  Stream ends_with_failure(Stream stream) const;
  Response answer_to_route(const Request& request, const Route& route);
  Response get(const Request& request, const Route& route);
  Response get_of_table(const Request& request, const Route& route);
  Response get_of_values(const ServedTable& table, Endpoint endpoint, const Query& query);
  Response post(const Request& request, const Route& route);
  const ServedTable& table_of(const Route& route) const;
  const ServedTable* find(std::string_view id) const;
  Json told(const ServedTable& table, bool with_slices) const;
  bool has_puzzles(const ServedTable& table) const;
  // Throws a Refusal (500) if part of the file is missing.
  void require_whole(const ServedTable& table) const;
  std::string tag_of(const ServedTable& table) const;

  ServiceOptions options_;
  std::vector<std::unique_ptr<const ServedTable>> tables_;
  std::map<const ServedTable*, std::unique_ptr<OwnAnswerer>> own_answerers_;
  Statistics statistics_;  // (It has a thread, and processes are started before there are any.)
};

}  // namespace zermelo::server
