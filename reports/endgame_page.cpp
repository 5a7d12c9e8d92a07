// SPDX-License-Identifier: MIT
#include "reports/endgame_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gen/text/inline_svg.h"
#include "gen/text/xml.h"
#include "reports/endgame_words.h"
#include "reports/play_words.h"
#include "reports/report_html.h"
#include "reports/svg_plot.h"

namespace zermelo {
namespace {

using namespace report_html;
using Material = EndgameFolderReport::Material;

// Pictures make a page long: so many of them.
constexpr std::size_t most_pictures = 12;

class EndgamePage {
 public:
  EndgamePage(const EndgameFolderReport& report, const Table& table) : r_(report), table_(table) {}

  std::string make() const {
    return page_head(play_words::title(table_)) + paragraph(endgame_words::summary(r_), "lead") +
           paragraph(endgame_words::left_out(r_)) +
           section("Who wins", bars() + rows(endgame_words::outcomes(r_))) +
           section("The longest wins", longest_wins() + rows(endgame_words::longest(r_))) +
           section("Choice", rows(endgame_words::choice(r_))) +
           section("The worst traps", traps() + rows(endgame_words::traps(r_))) +
           section("Mutual zugzwangs", rows(endgame_words::zugzwangs(r_))) + "</main>\n" +
           "</body>\n</html>\n";
  }

 private:
  // Nothing, if there are no rows but the columns' names.
  static std::string rows(const endgame_words::Rows& rows) {
    return rows.size() < 2 ? "" : table_html(rows, "uses");
  }

  std::string bars() const {
    std::string html;
    int number = 0;
    for (const Material& m : r_.materials) {
      const auto all = static_cast<double>(m.positions());
      if (m.positions() == 0 || m.draws() == m.positions()) continue;
      const auto share = [&](std::uint64_t part) {
        return std::vector<double>{static_cast<double>(part) / all};
      };
      const std::vector<plots::Series> series = {
          {"White wins", plots::first_colour, share(m.white_wins())},
          {"drawn", plots::draw_colour, share(m.draws())},
          {"Black wins", plots::second_colour, share(m.black_wins())}};
      html += "<figure>\n" +
              plots::stacked_bar({fmt::format("material-{}", ++number), m.stats.material,
                                  "Who wins in " + m.stats.material, m.stats.material},
                                 series) +
              "</figure>\n";
    }
    return html.empty() ? "" : "<div class=\"pair\">\n" + html + "</div>\n";
  }

  std::string picture(const std::string& position, const std::string& words) const {
    return figure("trap",
                  fmt::format("<div role=\"img\" aria-label=\"{}\">\n{}</div>\n",
                              xml_escaped(words), inline_svg(table_.diagram(position))),
                  words + " " + position);
  }
  static std::string gallery(const std::string& figures) {
    return figures.empty() ? "" : "<div class=\"traps\">\n" + figures + "</div>\n";
  }

  std::string longest_wins() const {
    std::vector<const Material*> won;
    for (const Material& m : r_.materials)
      if (m.longest() != nullptr) won.push_back(&m);
    std::ranges::stable_sort(won, std::ranges::greater(),
                             [](const Material* m) { return m->longest()->longest_win; });
    std::string figures;
    for (std::size_t i = 0; i < std::min(won.size(), most_pictures); ++i) {
      const EndgameStats::Side& side = *won[i]->longest();
      figures += picture(side.longest, fmt::format("{}: {}.", won[i]->stats.material,
                                                   endgame_words::longest_text(r_, side)));
    }
    return gallery(figures);
  }

  std::string traps() const {
    std::string figures;
    std::size_t drawn = 0;
    for (const Material& m : r_.materials) {
      if (!m.worst || drawn == most_pictures) continue;
      ++drawn;
      figures +=
          picture(m.worst->position,
                  fmt::format("{}: {} of {} moves keep{} the {}.", m.stats.material,
                              m.worst->keeping, m.worst->legal, m.worst->keeping == 1 ? "s" : "",
                              outcome_name(m.worst->value.outcome())));
    }
    return gallery(figures);
  }

  const EndgameFolderReport& r_;
  const Table& table_;
};

}  // namespace

std::string endgame_page(const EndgameFolderReport& report, const Table& table) {
  return EndgamePage(report, table).make();
}

}  // namespace zermelo
