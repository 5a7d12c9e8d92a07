// SPDX-License-Identifier: MIT
// What a page or a program in JavaScript calls: it opens tables, asks what the server answers under
// /api/v1/tables/, and loads the chunks that an answer needs. Texts and bytes are given as a place
// in the module's memory and a size; what is answered is under zermelo_result() until the next
// call.
#include <fmt/format.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "server/http.h"
#include "server/routes.h"
#include "server/served_table.h"
#include "server/table_answers.h"
#include "server/value_answers.h"
#include "tablebase/format/file_index.h"
#include "wasm/sources.h"

namespace zermelo::wasm {
namespace {

// Chunks of a table that are kept; with more, it is opened again without any.
constexpr std::uint64_t most_bytes_kept = std::uint64_t{24} << 20;

std::string& result() {
  static std::string text;
  return text;
}

class OpenTable {
 public:
  OpenTable(std::string id, std::vector<std::byte> index, std::uint32_t chunk_bytes,
            bool covers_start, std::string opens_at)
      : id_(std::move(id)),
        index_(std::move(index)),
        chunk_bytes_(chunk_bytes),
        covers_start_(covers_start),
        opens_at_(std::move(opens_at)) {
    open();
  }

  const server::ServedTable& served() const { return *served_; }
  ChunkedFile& file() { return *file_; }
  // To be called when no question is being answered: values that were decoded refer to chunks.
  void forget_if_large() {
    if (file_->bytes_in_memory() > most_bytes_kept) open();
  }

 private:
  void open() {
    const std::string name = id_ + ".ztb";
    FileIndex index = read_file_index(index_, name);
    served_.reset();
    file_ = std::make_shared<ChunkedFile>(name, index.table_bytes, chunk_bytes_,
                                          std::move(index.parts));
    register_source(name, file_);
    served_.emplace(id_, Table::open(name), covers_start_, opens_at_);
  }

  std::string id_;
  std::vector<std::byte> index_;
  std::uint32_t chunk_bytes_;
  bool covers_start_;
  std::string opens_at_;
  std::shared_ptr<ChunkedFile> file_;
  std::optional<server::ServedTable> served_;
};

std::map<std::string, std::unique_ptr<OpenTable>, std::less<>>& tables() {
  static std::map<std::string, std::unique_ptr<OpenTable>, std::less<>> all;
  return all;
}

OpenTable* find(std::string_view id) {
  const auto found = tables().find(id);
  return found == tables().end() ? nullptr : found->second.get();
}

int answered(const server::Response& response) {
  result() = std::string(response.content());
  return response.status;
}

constexpr int not_loaded = 0;
int answered_later(OpenTable& table) {
  result() = Json(table.file().take_missing()).dump();
  return not_loaded;
}

server::Response answer_of(const server::ServedTable& table, const server::Route& route,
                           const std::string& body) {
  static const std::atomic<bool> ending = false;
  return server::answer_or_failure(&table, {}, [&]() -> server::Response {
    server::require_known_parameters(route, &table);
    if (route.endpoint == server::Endpoint::positions)
      return server::json_response(server::many_json(table, body, ending));
    return server::answer_of_values(table, route.endpoint, server::Query(route.query), ending);
  });
}

int ask(std::string_view target, const std::string& body) {
  OpenTable* table = nullptr;
  try {
    const server::Route route = server::route_of(target);
    table = find(route.table);
    if (table == nullptr)
      throw server::Refusal(404, "not_found",
                            fmt::format("There is no table '{}' here.", route.table));
    table->forget_if_large();
    return answered(answer_of(table->served(), route, body));
  } catch (const NotLoaded&) {
    return answered_later(*table);
  } catch (const server::Refusal& refusal) {
    return answered(server::response_of(refusal));
  }
}

std::vector<std::byte> copy_of(const std::byte* bytes, std::size_t size) {
  return {bytes, bytes + size};
}

// What an Error says is the result.
template <class Action>
int or_error(const Action& action) {
  try {
    return action();
  } catch (const std::exception& error) {
    result() = error.what();
    return -1;
  }
}

}  // namespace
}  // namespace zermelo::wasm

extern "C" {

void* zermelo_allocate(std::size_t size) { return std::malloc(size); }
void zermelo_free(void* memory) { std::free(memory); }

const char* zermelo_result() { return zermelo::wasm::result().data(); }
std::size_t zermelo_result_size() { return zermelo::wasm::result().size(); }

// Opens a table by its index. `description`: JSON with "chunk_bytes", and with "start_in_table" and
// "opens_at" as the server tells them. Returns 0; or -1 and a sentence as the result.
int zermelo_open(const char* id, std::size_t id_size, const char* description,
                 std::size_t description_size, const std::byte* index, std::size_t index_size) {
  using namespace zermelo;
  return wasm::or_error([&] {
    const Json said = Json::parse(std::string_view(description, description_size));
    const std::string name(id, id_size);
    const Json& opens_at = said.at("opens_at");
    wasm::tables()[name] = std::make_unique<wasm::OpenTable>(
        name, wasm::copy_of(index, index_size), said.at("chunk_bytes").get<std::uint32_t>(),
        said.at("start_in_table").get<bool>(),
        opens_at.is_null() ? std::string() : opens_at.get<std::string>());
    return 0;
  });
}

void zermelo_close(const char* id, std::size_t id_size) {
  zermelo::wasm::tables().erase(std::string(id, id_size));
}

// Gives a chunk. Returns 0; or -1 and a sentence as the result.
int zermelo_put(const char* id, std::size_t id_size, std::uint32_t chunk, const std::byte* bytes,
                std::size_t size) {
  using namespace zermelo;
  return wasm::or_error([&] {
    wasm::OpenTable* const table = wasm::find({id, id_size});
    if (table != nullptr) table->file().put(chunk, wasm::copy_of(bytes, size));
    return 0;
  });
}

// Answers what GET answers under an address, or, with a body, POST. Returns the status, the result
// being the answer's body; or 0, the result being a list in JSON of the chunks that are missing: it
// is to be asked again when they are there.
int zermelo_ask(const char* target, std::size_t target_size, const char* body,
                std::size_t body_size) {
  return zermelo::wasm::ask({target, target_size}, std::string(body, body_size));
}

}  // extern "C"
