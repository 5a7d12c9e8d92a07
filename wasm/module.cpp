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
#include "probe/unknown_game.h"
#include "server/http.h"
#include "server/routes.h"
#include "server/served_table.h"
#include "server/table_answers.h"
#include "server/value_answers.h"
#include "tablebase/format/file_index.h"
#include "wasm/sources.h"

namespace zermelo::wasm {
namespace {

// Bytes of chunks that are kept of a table; with more, it is opened again without any.
constexpr std::uint64_t most_bytes_kept = std::uint64_t{8} << 20;

std::string& result() {
  static std::string text;
  return text;
}

class OpenTable {
 public:
  // `index`: what its index says, or the table's size and no parts; these are then read from the
  // table. `opening`: nothing if it is not known.
  OpenTable(std::string id, FileIndex index, std::uint32_t chunk_bytes,
            std::optional<server::Opening> opening)
      : id_(std::move(id)),
        opening_(std::move(opening)),
        has_index_(!index.parts.empty()),
        file_(std::make_shared<ChunkedFile>(name(), index.table_bytes, chunk_bytes,
                                            std::move(index.parts))) {
    register_source(name(), file_);
  }
  ~OpenTable() {
    served_.reset();
    forget_source(name());
  }
  OpenTable(const OpenTable&) = delete;
  OpenTable& operator=(const OpenTable&) = delete;

  // To be called until it does not throw NotLoaded. Throws as Table::open.
  void open() {
    if (!has_index_) read_index();
    serve();
  }
  bool is_open() const { return served_.has_value(); }
  const server::ServedTable& served() const { return *served_; }
  // The same, with its opening. Throws NotLoaded if that is yet to be found.
  const server::ServedTable& served_with_opening() {
    if (!opening_) {
      opening_ = server::opening_of(served_->table());
      serve();
    }
    return *served_;
  }
  ChunkedFile& file() { return *file_; }
  // To be called when no question is being answered: values that were decoded refer to chunks.
  void forget_if_large() {
    if (!is_open() || file_->bytes_in_memory() <= most_bytes_kept) return;
    served_.reset();
    file_->forget_chunks();
    serve();
  }

 private:
  std::string name() const { return id_ + ".ztb"; }
  void read_index() {
    file_->set_parts(indexed_parts(TableFile(name())));
    has_index_ = true;
  }
  void serve() {
    Table table = Table::open(name());
    served_.emplace(id_, std::move(table), opening_.value_or(server::Opening()));
  }

  std::string id_;
  std::optional<server::Opening> opening_;
  bool has_index_;
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

// What is known of a table when it is opened.
Json description_of(const server::ServedTable& table) {
  return server::table_json(table, server::FileState::ok, false, true);
}

server::Response answer_of(OpenTable& table, const server::Route& route, const std::string& body) {
  static const std::atomic<bool> ending = false;
  return server::answer_or_failure(&table.served(), {}, [&]() -> server::Response {
    const server::ServedTable& served = table.served();
    server::require_known_parameters(route, &served);
    if (route.endpoint == server::Endpoint::table)
      return server::json_response(description_of(table.served_with_opening()));
    if (route.endpoint == server::Endpoint::positions)
      return server::json_response(server::many_json(served, body, ending));
    return server::answer_of_values(served, route.endpoint, server::Query(route.query), ending);
  });
}

int ask(std::string_view target, const std::string& body) {
  OpenTable* table = nullptr;
  try {
    const server::Route route = server::route_of(target);
    table = find(route.table);
    if (table == nullptr || !table->is_open())
      throw server::Refusal(404, "not_found",
                            fmt::format("There is no table '{}' here.", route.table));
    return answered(answer_of(*table, route, body));
  } catch (const NotLoaded&) {
    return answered_later(*table);
  } catch (const server::Refusal& refusal) {
    return answered(server::response_of(refusal));
  }
}

std::vector<std::byte> copy_of(const std::byte* bytes, std::size_t size) {
  return {bytes, bytes + size};
}

// What an exception says is the result.
constexpr int damaged = -1, refused = -2;
template <class Action>
int or_error(const Action& action) {
  try {
    return action();
  } catch (const UnknownGame& error) {
    result() = error.what();
    return refused;
  } catch (const FileError& error) {
    result() = error.what();
    return damaged;
  } catch (const std::exception& error) {
    result() = error.what();
    return refused;
  }
}

std::unique_ptr<OpenTable> described_table(const std::string& id, std::string_view description,
                                           std::vector<std::byte> index) {
  const Json said = Json::parse(description);
  std::optional<server::Opening> opening;
  if (said.contains("start_in_table")) {
    const Json& opens_at = said.at("opens_at");
    opening = {said.at("start_in_table").get<bool>(),
               opens_at.is_null() ? std::string() : opens_at.get<std::string>()};
  }
  FileIndex read = index.empty() ? FileIndex{said.at("table_bytes").get<std::uint64_t>(), {}}
                                 : read_file_index(index, id + ".ztb");
  return std::make_unique<OpenTable>(
      id, std::move(read), said.at("chunk_bytes").get<std::uint32_t>(), std::move(opening));
}

// As zermelo_open.
int open_further(OpenTable& table) {
  try {
    table.open();
    result() = one_line(description_of(table.served()));
    return 0;
  } catch (const NotLoaded&) {
    result() = Json(table.file().take_missing()).dump();
    return 1;
  }
}

}  // namespace
}  // namespace zermelo::wasm

extern "C" {

void* zermelo_allocate(std::size_t size) { return std::malloc(size); }
void zermelo_free(void* memory) { std::free(memory); }

const char* zermelo_result() { return zermelo::wasm::result().data(); }
std::size_t zermelo_result_size() { return zermelo::wasm::result().size(); }

// Opens a table. `description`: JSON with "chunk_bytes"; "start_in_table" and "opens_at" as the
// server tells them, if that is known; and, without an index, "table_bytes", the table's size.
// Returns 0, the result being what the server answers about a table; 1, the result being the chunks
// that are missing, in JSON: zermelo_open_further is to be called when they are there; -1 and a
// sentence as the result if bytes are damaged, and -2 if this is a table that the module does not
// read.
int zermelo_open(const char* id, std::size_t id_size, const char* description,
                 std::size_t description_size, const std::byte* index, std::size_t index_size) {
  using namespace zermelo;
  return wasm::or_error([&] {
    const std::string name(id, id_size);
    wasm::tables().erase(name);  // (Both would have one name.)
    auto table = wasm::described_table(name, {description, description_size},
                                       wasm::copy_of(index, index_size));
    return wasm::open_further(*(wasm::tables()[name] = std::move(table)));
  });
}

int zermelo_open_further(const char* id, std::size_t id_size) {
  using namespace zermelo;
  return wasm::or_error([&] {
    wasm::OpenTable* const table = wasm::find({id, id_size});
    if (table == nullptr) throw UsageError("No such table is being opened.");
    return wasm::open_further(*table);
  });
}

void zermelo_close(const char* id, std::size_t id_size) {
  zermelo::wasm::tables().erase(std::string(id, id_size));
}

// To be called now and then while no question is being answered: forgets chunks if there are many.
void zermelo_tidy(const char* id, std::size_t id_size) {
  zermelo::wasm::OpenTable* const table = zermelo::wasm::find({id, id_size});
  if (table != nullptr) table->forget_if_large();
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
