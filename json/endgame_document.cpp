// SPDX-License-Identifier: MIT
#include "json/endgame_document.h"

#include <string>
#include <utility>

#include "json/report_json.h"
#include "reports/endgame_words.h"
#include "reports/play_words.h"

namespace zermelo {
namespace {

void add_rows(Document& document, const char* heading, const char* alignment,
              endgame_words::Rows rows) {
  if (rows.size() < 2) return;
  document.heading(2, heading);
  document.table(alignment, std::move(rows));
}

Json choice_json(const PlayReport::Ply& c) {
  const auto mean = [&](std::uint64_t sum) { return c.mean(static_cast<double>(sum)); };
  return {
      {"positions", c.positions}, {"legal", mean(c.legal)},           {"keeping", mean(c.keeping)},
      {"best", mean(c.best)},     {"only_moves", mean(c.only_moves)}, {"forced", mean(c.forced)},
      {"traps", mean(c.traps)}};
}

Json trap_json(const std::optional<PlayReport::Trap>& trap) {
  if (!trap) return nullptr;
  return {{"position", trap->position}, {"legal", trap->legal}, {"keeping", trap->keeping}};
}

}  // namespace

Document document_of(const EndgameFolderReport& report, const Table& table) {
  Document document;
  document.heading(1, "Report: " + play_words::title(table));
  document.paragraph(endgame_words::summary(report));
  document.paragraph(endgame_words::left_out(report));
  add_rows(document, "Who wins", "lrrrrr", endgame_words::outcomes(report));
  add_rows(document, "The longest wins", "lrl", endgame_words::longest(report));
  add_rows(document, "Choice", "lrrrrrr", endgame_words::choice(report));
  add_rows(document, "The worst traps", "lrll", endgame_words::traps(report));
  add_rows(document, "Mutual zugzwangs", "lrl", endgame_words::zugzwangs(report));
  return document;
}

Json endgame_report_json(const EndgameFolderReport& report) {
  Json materials = Json::array();
  for (const EndgameFolderReport::Material& material : report.materials) {
    Json json = endgame_json(material.stats, report.metric);
    json["bytes"] = material.bytes;
    json["choice"] = choice_json(material.choice);
    json["worst_trap"] = trap_json(material.worst);
    materials.push_back(std::move(json));
  }
  return {{"sample", report.sample}, {"endgames", std::move(materials)}};
}

}  // namespace zermelo
