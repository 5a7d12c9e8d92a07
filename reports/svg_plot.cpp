// SPDX-License-Identifier: MIT
#include "reports/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <utility>

#include "gen/text/square_names.h"
#include "gen/text/xml.h"

namespace zermelo::plots {
namespace {

// At most two decimals, and never "-0".
std::string coordinate(double x) { return fmt::format("{}", std::round(x * 100) / 100 + 0.0); }

// 1, 2 or 5 times a power of ten: the smallest that makes at most `most` steps of `range`.
double round_step(double range, int most) {
  double step = std::pow(10, std::floor(std::log10(std::max(range, 1e-9) / most)));
  for (const double factor : {2.0, 2.5, 2.0}) {
    if (range / step <= most + 1e-9) return step;
    step *= factor;
  }
  return step;
}

struct Point {
  double x = 0, y = 0;
};

class Drawing {
 public:
  Drawing(const Texts& texts, double width, double height) {
    line(
        "<svg class=\"plot\" viewBox=\"0 0 {0} {1}\" role=\"img\" aria-labelledby=\"{2}-t "
        "{2}-d\">",
        coordinate(width), coordinate(height), texts.id);
    line("<title id=\"{}-t\">{}</title>", texts.id, xml_escaped(texts.title));
    line("<desc id=\"{}-d\">{}</desc>", texts.id, xml_escaped(texts.description));
  }

  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }
  void text(Point at, const std::string& anchor, const std::string& words,
            const std::string& colour = "#333") {
    line("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"{}\">{}</text>", coordinate(at.x),
         coordinate(at.y), anchor, colour, xml_escaped(words));
  }
  void rect(Point at, double width, double height, const std::string& colour,
            const std::string& more = "") {
    line("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>", coordinate(at.x),
         coordinate(at.y), coordinate(width), coordinate(height), colour, more);
  }
  std::string finish() { return std::move(out_) + "</svg>\n"; }

 private:
  std::string out_;
};

// Names beside squares of their colours, in one row.
void add_legend(Drawing& drawing, std::span<const Series> series, Point at) {
  for (const Series& one : series) {
    drawing.rect({at.x, at.y - 9}, 10, 10, one.colour);
    drawing.text({at.x + 14, at.y}, "start", one.name);
    at.x += 26 + 6.2 * static_cast<double>(one.name.size());
  }
}

// A rectangle with an axis along the bottom and one up the left side, which begins at 0.
class Axes {
 public:
  Axes(const Texts& texts, Range x, double most, bool is_share)
      : drawing_(texts, width, height), x_(x), most_(most), is_share_(is_share) {
    if (x_.to <= x_.from) x_.to = x_.from + 1;
    grid();
    drawing_.text({right, height - 4}, "end", texts.x_axis);
  }

  Drawing& drawing() { return drawing_; }
  Point at(double x, double y) const {
    return {left + (right - left) * (x - x_.from) / (x_.to - x_.from),
            bottom - (bottom - top) * y / most_};
  }
  // Points of a path, "x,y x,y ...".
  std::string path(const std::vector<double>& values, bool backwards = false) const {
    std::string points;
    const std::size_t last = values.size() - 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t k = backwards ? last - i : i;
      const double x = last == 0 ? x_.from
                                 : x_.from + (x_.to - x_.from) * static_cast<double>(k) /
                                                 static_cast<double>(last);
      const Point p = at(x, values[k]);
      points += fmt::format("{}{},{}", points.empty() ? "" : " ", coordinate(p.x), coordinate(p.y));
    }
    return points;
  }
  std::string finish(std::span<const Series> legend = {}) {
    add_legend(drawing_, legend, {left, 14});
    return drawing_.finish();
  }

 private:
  static constexpr double width = 360, height = 230;
  static constexpr double left = 42, right = 350, top = 28, bottom = 192;

  void grid() {
    const double y_step = is_share_ && most_ == 1 ? 0.25 : round_step(most_, 5);
    for (double y = 0; y <= most_ + 1e-9; y += y_step) {
      const Point p = at(x_.from, y);
      drawing_.line("<path d=\"M{} {}H{}\" stroke=\"{}\"/>", coordinate(left), coordinate(p.y),
                    coordinate(right), y == 0 ? "#555" : "#e3e3e3");
      drawing_.text(
          {left - 6, p.y + 4}, "end",
          is_share_ ? fmt::format("{:g} %", std::round(1000 * y) / 10) : fmt::format("{:g}", y));
    }
    const bool is_whole = x_.to - x_.from > 1;
    const double x_step = is_whole ? std::max(1.0, round_step(x_.to - x_.from, 9)) : 0.25;
    for (double x = std::ceil(x_.from / x_step) * x_step; x <= x_.to + 1e-9; x += x_step) {
      const Point p = at(x, 0);
      drawing_.line("<path d=\"M{} {}v4\" stroke=\"#555\"/>", coordinate(p.x), coordinate(bottom));
      drawing_.text({p.x, bottom + 17}, "middle", fmt::format("{:g}", x));
    }
  }

  Drawing drawing_;
  Range x_;
  double most_;
  bool is_share_;
};

}  // namespace

std::string stacked_areas(const Texts& texts, std::span<const Series> series) {
  const std::size_t points = series.front().values.size();
  Axes axes(texts, {0, static_cast<double>(points) - 1}, 1, true);
  std::vector<double> below(points, 0);
  for (const Series& one : series) {
    std::vector<double> above = below;
    for (std::size_t i = 0; i < points; ++i) above[i] = std::min(1.0, below[i] + one.values[i]);
    if (points == 1) {  // (one bar)
      const Point low = axes.at(0, below[0]), high = axes.at(1, above[0]);
      axes.drawing().rect({low.x, high.y}, high.x - low.x, low.y - high.y, one.colour);
    } else {
      axes.drawing().line("<polygon points=\"{} {}\" fill=\"{}\"/>", axes.path(below),
                          axes.path(above, true), one.colour);
    }
    below = std::move(above);
  }
  return axes.finish(series);
}

std::string curves(const Texts& texts, std::span<const Series> series, Range x,
                   std::optional<double> most) {
  Axes axes(texts, x, most && *most > 0 ? *most : 1, !most);
  for (const Series& one : series) {
    axes.drawing().line(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\" "
        "stroke-linejoin=\"round\"/>",
        axes.path(one.values), one.colour);
  }
  return axes.finish(series);
}

std::string histogram(const Texts& texts, std::span<const double> shares) {
  constexpr double negligible = 1e-6;  // of what is drawn: less than a pixel
  const auto counts = [](double share) { return share > negligible; };
  const auto begin = std::ranges::find_if(shares, counts);
  const auto end = std::find_if(shares.rbegin(), shares.rend(), counts).base();
  if (begin == shares.end()) return "";
  const auto from = static_cast<double>(begin - shares.begin()) - 0.5;
  const auto to = static_cast<double>(end - shares.begin()) - 0.5;
  const double most = *std::ranges::max_element(shares);
  const double step = round_step(most, 5);
  Axes axes(texts, {from, to}, step * std::ceil(most / step - 1e-9), true);
  for (auto it = begin; it != end; ++it) {
    const auto x = static_cast<double>(it - shares.begin());
    const Point low = axes.at(x - 0.4, 0), high = axes.at(x + 0.4, *it);
    axes.drawing().rect({low.x, high.y}, high.x - low.x, low.y - high.y, first_colour);
  }
  return axes.finish();
}

std::string stacked_bar(const Texts& texts, std::span<const Series> series) {
  constexpr double width = 360, height = 46, top = 20, bar = 24;
  Drawing drawing(texts, width, height);
  double x = 0;
  for (const Series& one : series) {
    const double share = one.values.front();
    drawing.rect({x, top}, share * width, bar, one.colour);
    if (share > 0.11) {
      drawing.text({x + share * width / 2, top + bar / 2 + 4}, "middle",
                   fmt::format("{:.1f} %", 100 * share),
                   one.colour == first_colour ? "#fff" : "#1f2328");
    }
    x += share * width;
  }
  if (texts.x_axis.empty()) {
    add_legend(drawing, series, {0, 13});
  } else {
    drawing.text({0, 13}, "start", texts.x_axis);
  }
  return drawing.finish();
}

std::string heat_map(const Texts& texts, int columns, int rows, std::span<const double> shares) {
  constexpr double size = 44, left = 24, top = 4;
  const double bottom = top + size * rows;
  Drawing drawing(texts, left + size * columns + 4, bottom + 24);
  const double most = std::max(1e-12, *std::ranges::max_element(shares));
  for (int square = 0; square < columns * rows; ++square) {
    const double share = shares[static_cast<std::size_t>(square)];
    if (share < 0) continue;
    const Point at{left + size * (square % columns), bottom - size * (square / columns + 1)};
    const double depth = share / most;
    const auto mixed = [&](int end) {
      return static_cast<int>(std::lround(255 + (end - 255) * depth));
    };
    drawing.rect(at, size, size,
                 fmt::format("#{:02x}{:02x}{:02x}", mixed(0x1f), mixed(0x4e), mixed(0x8c)),
                 " stroke=\"#9aa0a6\"");
    drawing.text({at.x + size / 2, at.y + size / 2 + 4}, "middle",
                 fmt::format("{:.{}f}", 100 * share, share < 0.0995 && share > 0 ? 1 : 0),
                 depth > 0.5 ? "#fff" : "#222");
  }
  for (int rank = 0; rank < rows; ++rank)
    drawing.text({left - 8, bottom - size * rank - size / 2 + 4}, "end",
                 rank_label(rank, rows, SquareNaming::file_rank));
  for (int file = 0; file < columns; ++file)
    drawing.text({left + size * file + size / 2, bottom + 17}, "middle",
                 file_label(file, SquareNaming::file_rank));
  return drawing.finish();
}

}  // namespace zermelo::plots
