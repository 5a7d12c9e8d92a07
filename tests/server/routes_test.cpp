// SPDX-License-Identifier: MIT
#include "server/routes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "server/http.h"

namespace zermelo::server {
namespace {

TEST(Routes, AreFoundByPath) {
  const Route line = route_of("/api/v1/tables/ostle-8/line?position=x&limit=3");
  EXPECT_EQ(line.endpoint, Endpoint::line);
  EXPECT_EQ(line.table, "ostle-8");
  EXPECT_EQ(line.query, "position=x&limit=3");
  EXPECT_EQ(route_of("/").endpoint, Endpoint::page);
  EXPECT_EQ(route_of("/?x").endpoint, Endpoint::page);
  EXPECT_EQ(route_of("/table/a").endpoint, Endpoint::page_of_table);
  EXPECT_EQ(route_of("/assets/a/b.js").endpoint, Endpoint::asset);
  EXPECT_EQ(route_of("/assets/a/b.js").rest, "a/b.js");
  EXPECT_EQ(route_of("/api/v1/tables/a%20b").table, "a b");
}

TEST(Routes, OfAllEndpointsAreThere) {
  std::set<Endpoint> found;
  for (const EndpointInfo& info : endpoints()) {
    std::string path(info.path);
    if (const auto at = path.find("{id}"); at != std::string::npos) path.replace(at, 4, "t");
    if (const auto at = path.find("{...}"); at != std::string::npos) path.replace(at, 5, "a.js");
    EXPECT_EQ(route_of(path).endpoint, info.endpoint) << path;
    EXPECT_EQ(name_of(info.endpoint), info.path);
    EXPECT_EQ(cost_of(info.endpoint), info.cost);
    found.insert(info.endpoint);
  }
  EXPECT_EQ(found.size() + 1, endpoint_count);
}

TEST(Routes, OfTricksLeadNowhere) {
  for (const char* target : {"",
                             "x",
                             "*",
                             "//",
                             "/api",
                             "/api/v1",
                             "/api/v1/",
                             "/api/v1/tables/",
                             "/api/v1/tables/a/b",
                             "/api/v1/tables/a/line/",
                             "/API/v1/tables",
                             "/api/v1/tables/../tables",
                             "/../../etc/passwd",
                             "/api/v1/tables/%2e%2e/%2e%2e/x",
                             "/assets/",
                             "/assets",
                             "/table",
                             "/table/a/b",
                             "/api//v1/tables",
                             "http://x/api/v1/tables",
                             "\\api"}) {
    const Route route = route_of(target);
    EXPECT_TRUE(route.endpoint == Endpoint::nothing || route.table.empty()) << target;
  }
  // (What follows /assets/ is a name and not a path: it is looked up among the existing names.)
  EXPECT_EQ(route_of("/assets/../../etc/passwd").rest, "../../etc/passwd");
  EXPECT_EQ(route_of("/assets/%2e%2e%2fx").rest, "../x");
  EXPECT_THROW(route_of("/api/%00"), Refusal);
  EXPECT_THROW(route_of("/api/%"), Refusal);
}

TEST(Routes, TellMethods) {
  EXPECT_EQ(allowed_methods(Endpoint::line), "GET, HEAD, OPTIONS");
  EXPECT_EQ(allowed_methods(Endpoint::positions), "OPTIONS, POST");
}

}  // namespace
}  // namespace zermelo::server
