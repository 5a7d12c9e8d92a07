// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::server {
namespace {

std::string head(const char* name, const char* type, const char* meaning) {
  return fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, meaning);
}

template <class Number>
std::string single(const char* name, const char* type, const char* meaning, Number number) {
  return head(name, type, meaning) + fmt::format("{} {}\n", name, number);
}

}  // namespace

void Metrics::count_answer(Endpoint endpoint, int status, double seconds, std::uint64_t bytes) {
  const auto known = std::ranges::find(statuses, status);
  ++answers_[static_cast<std::size_t>(endpoint)]
            [static_cast<std::size_t>(known - statuses.begin())];
  const auto bound = std::ranges::lower_bound(bounds, seconds);
  ++seconds_.counts[static_cast<std::size_t>(bound - bounds.begin())];
  seconds_.nanoseconds += static_cast<std::uint64_t>(seconds * 1e9);
  bytes_ += bytes;
}

std::string Metrics::text() const {
  std::string text =
      head("zermelo_requests_total", "counter", "Requests answered, by route and status.");
  for (std::size_t e = 0; e < endpoint_count; ++e) {
    for (std::size_t s = 0; s <= statuses.size(); ++s) {
      const std::uint64_t count = answers_[e][s];
      if (count == 0) continue;
      const std::string status = s < statuses.size() ? std::to_string(statuses[s]) : "other";
      text += fmt::format("zermelo_requests_total{{route=\"{}\",status=\"{}\"}} {}\n",
                          name_of(static_cast<Endpoint>(e)), status, count);
    }
  }
  text += head("zermelo_request_seconds", "histogram",
               "Seconds from a whole request to its whole answer.");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    sum += seconds_.counts[i];
    text += fmt::format("zermelo_request_seconds_bucket{{le=\"{}\"}} {}\n", bounds[i], sum);
  }
  sum += seconds_.counts.back();
  text += fmt::format("zermelo_request_seconds_bucket{{le=\"+Inf\"}} {}\n", sum);
  text += fmt::format("zermelo_request_seconds_sum {:.9f}\nzermelo_request_seconds_count {}\n",
                      static_cast<double>(seconds_.nanoseconds) * 1e-9, sum);
  text +=
      single("zermelo_response_bytes_total", "counter", "Bytes of content sent.", bytes_.load());
  text += single("zermelo_connections_open", "gauge", "Connections that are open.",
                 connections_open.load());
  text += single("zermelo_connections_accepted_total", "counter", "Connections accepted.",
                 connections_accepted.load());
  text += single("zermelo_connections_refused_total", "counter",
                 "Connections refused because there were too many in all or from one address.",
                 connections_refused.load());
  text += single("zermelo_connections_timed_out_total", "counter",
                 "Connections ended because a request or an answer took too long.",
                 connections_timed_out.load());
  text += single("zermelo_mining_jobs", "gauge", "Searches for puzzles that are running.",
                 mining_jobs.load());
  text += single("zermelo_slow_answers", "gauge",
                 "Answers that take long, waiting or being computed.", slow_answers.load());
  return text;
}

}  // namespace zermelo::server
