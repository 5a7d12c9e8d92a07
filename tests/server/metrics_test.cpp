// SPDX-License-Identifier: MIT
#include "server/metrics.h"

#include <gtest/gtest.h>

#include <string>

namespace zermelo::server {
namespace {

TEST(CountedAnswers, AreToldByRouteAndStatus) {
  Metrics metrics;
  metrics.count_answer(Endpoint::line, 200, 0.0003, 100);
  metrics.count_answer(Endpoint::line, 200, 0.5, 50);
  metrics.count_answer(Endpoint::line, 404, 20, 1);
  metrics.count_answer(Endpoint::nothing, 418, 0, 0);
  metrics.connections_open = 3;
  const std::string text = metrics.text();
  for (const char* line :
       {"zermelo_requests_total{route=\"/api/v1/tables/{id}/line\",status=\"200\"} 2\n",
        "zermelo_requests_total{route=\"/api/v1/tables/{id}/line\",status=\"404\"} 1\n",
        "zermelo_requests_total{route=\"other\",status=\"other\"} 1\n",
        "zermelo_request_seconds_bucket{le=\"0.00025\"} 1\n",
        "zermelo_request_seconds_bucket{le=\"0.0005\"} 2\n",
        "zermelo_request_seconds_bucket{le=\"0.5\"} 3\n",
        "zermelo_request_seconds_bucket{le=\"5\"} 3\n",
        "zermelo_request_seconds_bucket{le=\"+Inf\"} 4\n",
        "zermelo_request_seconds_sum 20.500300000\nzermelo_request_seconds_count 4\n",
        "zermelo_response_bytes_total 151\n", "zermelo_connections_open 3\n",
        "# TYPE zermelo_mining_jobs gauge\nzermelo_mining_jobs 0\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

}  // namespace
}  // namespace zermelo::server
