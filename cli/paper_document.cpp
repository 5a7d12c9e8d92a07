// SPDX-License-Identifier: MIT
#include "cli/paper_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <utility>

namespace zermelo::cli {
namespace {

std::string text_of(const PaperTable::Cell& cell) {
  if (const auto* number = std::get_if<std::uint64_t>(&cell)) return grouped(*number);
  return std::get<std::string>(cell);
}

char alignment_of(const PaperTable::Cell& cell) {
  return std::holds_alternative<std::uint64_t>(cell) ? 'r' : 'l';
}

const char* name_of(Comparison verdict) {
  switch (verdict) {
    case Comparison::same:
      return "same";
    case Comparison::sharper:
      return "exact";
    case Comparison::weaker:
      return "not finished";
    case Comparison::unpublished:
      return "unpublished";
    case Comparison::differs:
      break;
  }
  return "differs";
}

std::string mark(Comparison verdict) {
  switch (verdict) {
    case Comparison::same:
    case Comparison::sharper:
      return std::string("✓ ") + name_of(verdict);
    case Comparison::weaker:
      return name_of(verdict);
    case Comparison::unpublished:
      return "";
    case Comparison::differs:
      break;
  }
  return std::string("✗ ") + name_of(verdict);
}

void add_table(Document& document, const PaperTable& table) {
  document.heading(2, table.title);
  if (!table.remark.empty()) document.paragraph(table.remark);
  if (table.rows.empty()) return;
  const bool compares = std::ranges::any_of(
      table.rows, [](const PaperTable::Row& row) { return row.published.has_value(); });
  const bool has_seconds = table.rows.front().seconds.has_value();
  std::string alignment;
  for (const PaperTable::Cell& label : table.rows.front().labels) alignment += alignment_of(label);
  alignment += alignment_of(table.rows.front().ours);
  std::vector<std::string> titles = table.label_titles;
  titles.push_back(table.ours_title);
  if (compares) {
    titles.insert(titles.end(), {"published", ""});
    alignment += {alignment.back(), 'l'};
  }
  if (has_seconds) {
    titles.push_back("seconds");
    alignment += 'r';
  }
  std::vector<std::vector<std::string>> rows = {titles};
  for (const PaperTable::Row& row : table.rows) {
    std::vector<std::string> cells;
    for (const PaperTable::Cell& label : row.labels) cells.push_back(text_of(label));
    cells.push_back(text_of(row.ours));
    if (compares) {
      cells.push_back(row.published ? text_of(*row.published) : "");
      cells.push_back(mark(row.verdict));
    }
    if (row.seconds) cells.push_back(fmt::format("{:.2f}", *row.seconds));
    rows.push_back(std::move(cells));
  }
  document.table(alignment, rows);
}

Json json_of(const PaperTable::Cell& cell) {
  return std::visit([](const auto& value) { return Json(value); }, cell);
}

}  // namespace

Document document_of(const std::string& title, const std::vector<PaperTable>& tables) {
  Document document;
  document.heading(1, title);
  for (const PaperTable& table : tables) add_table(document, table);
  return document;
}

Json json_of(const std::vector<PaperTable>& tables) {
  Json result = Json::array();
  for (const PaperTable& table : tables) {
    Json entry{{"title", table.title}, {"rows", Json::array()}};
    for (const PaperTable::Row& row : table.rows) {
      Json line;
      for (std::size_t i = 0; i < row.labels.size(); ++i)
        line[table.label_titles[i]] = json_of(row.labels[i]);
      line["ours"] = json_of(row.ours);
      line["published"] = row.published ? json_of(*row.published) : Json();
      line["verdict"] = name_of(row.verdict);
      if (row.seconds) line["seconds"] = *row.seconds;
      entry["rows"].push_back(std::move(line));
    }
    result.push_back(std::move(entry));
  }
  return Json{{"tables", std::move(result)}};
}

}  // namespace zermelo::cli
