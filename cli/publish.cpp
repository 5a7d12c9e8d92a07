// SPDX-License-Identifier: MIT
// zermelo publish: a solved game as plain files that any host serves, with the whole explorer.
#include <cstdint>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"

#ifdef ZERMELO_HAS_SERVER
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include "publish/embedded.h"
#include "publish/hashes.h"
#include "publish/markdown.h"
#include "publish/single_file.h"
#include "publish/site.h"
#include "publish/site_folder.h"
#include "publish/write_file.h"
#include "server/query.h"
#endif

namespace zermelo::cli {
namespace {

struct PublishArguments {
  Words paths;
  std::string output, title, about, licence;
  std::uint64_t limit = 0;
  std::int64_t puzzles = 1000;
  std::int64_t seed = 1;
  int threads = 0;
  bool single_file = false, downloads = false, log = false, json = false;
};

#ifdef ZERMELO_HAS_SERVER

publish::Modules modules() {
  if (server::embedded_modules().empty()) {
    throw Error(
        "This program was built without the module that answers in a page: install clang-19, "
        "lld-19, llvm-19, libc++-19-dev-wasm32, libclang-rt-19-dev-wasm32, wasi-libc and xz-utils "
        "(scripts/install-deps.sh --wasm), fetch zstd's sources (scripts/zstd-source.sh), and "
        "build it again.");
  }
  // (Their files are called zermelo-GAME.wasm.)
  constexpr std::string_view before = "zermelo-", after = ".wasm";
  publish::Modules modules;
  for (const server::EmbeddedFile& file : server::embedded_modules()) {
    std::string_view name = file.name;
    name.remove_prefix(before.size());
    name.remove_suffix(after.size());
    modules.emplace(name, file.packed.text());
  }
  return modules;
}

// Of --about, as HTML.
std::string about_text(const std::string& path) {
  if (path.empty()) return {};
  // (Reading a folder as a file would throw something else.)
  if (std::filesystem::is_directory(path))
    throw FileError(fmt::format("Cannot read {}: it is a folder.", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad()) {
    throw FileError(
        fmt::format("Cannot read {}: {}.", path, std::strerror(errno == 0 ? EIO : errno)));
  }
  if (!server::is_utf8(text)) throw FileError(fmt::format("{} is no text in UTF-8.", path));
  return publish::html_of_markdown(text);
}

publish::SiteOptions site_options(const PublishArguments& o, ProgressLine& line) {
  publish::SiteOptions options;
  options.title = o.title;
  options.about = about_text(o.about);
  options.licence = o.licence;
  options.downloads = o.downloads;
  options.limit = o.limit;
  options.program = publish::this_program();
  options.answers.puzzles = static_cast<std::uint64_t>(o.puzzles);
  options.answers.seed = static_cast<std::uint64_t>(o.seed);
  options.answers.threads = o.threads;
  options.answers.stop = &catch_interrupts();
  if (line.active()) options.answers.progress = [&](const std::string& what) { line.show(what); };
  return options;
}

// Before anything is written.
std::string size_text(const publish::Site& site) {
  return fmt::format(
      "The site: {} in {}, {} of them for reading tables.", publish::megabytes(site.files.bytes()),
      grouped(site.files.all().size(), "file", "files"), publish::megabytes(site.module_bytes()));
}

Json site_json(const publish::Site& site, const publish::FolderReport& report,
               const PublishArguments& o, double seconds) {
  Json tables = Json::array();
  for (const publish::SiteTable& table : site.tables)
    tables.push_back({{"id", table.id}, {"bytes", site.bytes_of(table)}});
  return {{"folder", o.output},
          {"files", site.files.all().size()},
          {"bytes", site.files.bytes()},
          {"tables", std::move(tables)},
          {"site", site.about_site},
          {"written", report.written},
          {"bytes_written", report.bytes_written},
          {"unchanged", report.unchanged},
          {"removed", report.removed},
          {"not_ours", report.foreign},
          {"seconds", seconds}};
}

void print_site(const publish::Site& site, const publish::FolderReport& report,
                const PublishArguments& o, double seconds) {
  TextTable text("ll");
  text.add({"site", o.output});
  text.add({"size", fmt::format("{} in {}", publish::megabytes(site.files.bytes()),
                                grouped(site.files.all().size(), "file", "files"))});
  for (const publish::SiteTable& table : site.tables)
    text.add({table.id, publish::megabytes(site.bytes_of(table))});
  text.add(
      {site.modules.size() == 1 ? "module" : "modules", publish::megabytes(site.module_bytes())});
  text.add({"written", fmt::format("{} ({}), {} unchanged, {} removed",
                                   grouped(report.written, "file", "files"),
                                   publish::megabytes(report.bytes_written),
                                   grouped(report.unchanged), grouped(report.removed))});
  text.add({"time", fmt::format("{:.1f} s", seconds)});
  print(text.text());
  if (report.foreign.empty()) return;
  constexpr std::size_t most_named = 10;
  std::string names;
  for (std::size_t i = 0; i < std::min(report.foreign.size(), most_named); ++i)
    names += (i == 0 ? "" : ", ") + report.foreign[i];
  if (report.foreign.size() > most_named)
    names += fmt::format(" and {} more", report.foreign.size() - most_named);
  print(fmt::format("Left alone, since publish did not write it: {}\n", names));
}

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

ExitCode publish_folder(const PublishArguments& o) {
  const Clock::time_point begin = Clock::now();
  publish::SiteFolder folder(o.output);
  ProgressLine line(o.log ? ProgressLine::Log::line_a_minute : ProgressLine::Log::none);
  const publish::Site site = publish::make_site(o.paths, modules(), site_options(o, line), &folder);
  line.say(size_text(site));
  std::uint64_t files = 0;
  const publish::FolderReport report =
      folder.write(site.files, site.notes, [&](const std::string& file) {
        ++files;
        if (line.due()) line.show(fmt::format("writing {} ({})", file, grouped(files)));
        if (catch_interrupts()) throw Interrupted("Stopped; publish again to complete the site.");
      });
  line.clear();
  if (o.json) {
    write_json(site_json(site, report, o, seconds_since(begin)));
  } else {
    print_site(site, report, o, seconds_since(begin));
  }
  return success;
}

ExitCode publish_file(const PublishArguments& o) {
  const Clock::time_point begin = Clock::now();
  if (std::filesystem::is_directory(o.output))
    throw FileError(fmt::format("{} is a folder; --single-file needs a file.", o.output));
  for (const std::string& path : o.paths) refuse_overwriting(o.output, path);
  ProgressLine line(o.log ? ProgressLine::Log::line_a_minute : ProgressLine::Log::none);
  publish::SiteOptions options = site_options(o, line);
  const std::uint64_t limit = std::exchange(options.limit, 0);
  const publish::Site site = publish::make_site(o.paths, modules(), options, nullptr);
  const std::string page = publish::site_in_one_file(site);
  line.clear();
  if (limit > 0 && page.size() > limit) {
    throw Error(fmt::format("The file would take {}, and the limit is {}; nothing was written.",
                            publish::megabytes(page.size()), publish::megabytes(limit)));
  }
  publish::write_at_once(o.output, page);
  const double seconds = seconds_since(begin);
  if (o.json) {
    write_json({{"file", o.output},
                {"bytes", page.size()},
                {"site", site.about_site},
                {"seconds", seconds}});
  } else {
    TextTable text("ll");
    text.add({"page", o.output});
    text.add({"size", publish::megabytes(page.size())});
    text.add({"time", fmt::format("{:.1f} s", seconds)});
    print(text.text());
  }
  return success;
}

ExitCode run_publish(const PublishArguments& o) {
  return o.single_file ? publish_file(o) : publish_folder(o);
}

#else

ExitCode run_publish(const PublishArguments&) {
  throw Error(
      "This build cannot publish: libmicrohttpd, which the server's answers need, was not found "
      "when it was built.");
}

#endif

}  // namespace

Verb add_publish(CommandLine& program) {
  Arguments verb = program.add_verb(
      "publish", "Make a site of plain files that shows tables in a browser, without a server");
  const auto o = std::make_shared<PublishArguments>();
  verb.option("FILE", o->paths, "The tables").required().value_name("").file({"ztb"});
  verb.option("-o,--output", o->output,
              "The folder for the site; what it holds of an earlier one "
              "is brought up to date")
      .required()
      .value_name("FOLDER|FILE.html")
      .folder();
  verb.option("--title", o->title, "What the site is called (default: the game)")
      .value_name("TEXT");
  verb.option("--about", o->about, "What the site says about itself: a text in Markdown")
      .value_name("FILE.md")
      .file({"md"});
  verb.option("--licence", o->licence, "What others may do with the tables, in a sentence")
      .value_name("TEXT");
  verb.text(
          "--limit", [o = o.get()](const std::string& size) { o->limit = parse_size(size); },
          "Refuse to write a site that is larger, such as 1G")
      .value_name("SIZE");
  verb.option("--puzzles", o->puzzles, "Puzzles for each table (default: 1000)")
      .between(std::int64_t{0}, std::int64_t{10'000}, InHelp::name_only)
      .value_name("N");
  verb.option("--seed", o->seed, "Of what is drawn at random (default: 1)")
      .between(std::int64_t{1}, std::int64_t{1'000'000'000}, InHelp::name_only)
      .value_name("N");
  add_threads_option(verb, o->threads);
  const auto single_file = verb.flag(
      "--single-file", o->single_file,
      "Write one page instead, FOLDER being its name, that opens without a host; tables of "
      "at most 64 MB together");
  verb.flag("--downloads", o->downloads,
            "Also offer each table of at most 64 MB as one page that opens without a host")
      .excludes(single_file);
  verb.flag("--log", o->log, "Write a line per minute to stderr, for logs");
  add_json_option(verb, o->json);
  verb.footer(
      "The folder can be put on any host for plain files (docs/publish.md). To look at it first:\n"
      "python3 -m http.server -d FOLDER\n"
      "Example: zermelo publish tic-tac-toe.ztb -o site\n"
      "Example: zermelo publish ostle-8.ztb connect-6x4.ztb -o site --title \"Two solved games\"\n"
      "Example: zermelo publish tic-tac-toe.ztb --single-file -o tic-tac-toe.html");
  return {verb, [o] { return run_publish(*o); }};
}

}  // namespace zermelo::cli
