// SPDX-License-Identifier: MIT
#include "tests/support/program.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <utility>

#include "tests/support/bytes_of_file.h"

namespace zermelo::test {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& text : strings) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

std::vector<std::string> environment_with(const std::map<std::string, std::string>& more) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (more.count(text.substr(0, text.find('='))) == 0) result.push_back(text);
  }
  for (const auto& [key, value] : more) result.push_back(key + "=" + value);
  return result;
}

// Between fork and exec, does only what is safe there.
void redirect(const char* path, int stream) {
  const int flags = stream == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC;
  const int descriptor = open(path, flags, 0600);
  if (descriptor < 0 || dup2(descriptor, stream) < 0) _exit(126);
  close(descriptor);
}

void limit(decltype(RLIMIT_FSIZE) resource, std::uint64_t most) {
  if (most == 0) return;
  const rlimit value = {most, most};
  if (setrlimit(resource, &value) != 0) _exit(126);
}

}  // namespace

Program::Program(const Launch& launch) {
  std::vector<std::string> arguments = {ZERMELO_PROGRAM};
  arguments.insert(arguments.end(), launch.arguments.begin(), launch.arguments.end());
  std::vector<std::string> environment = environment_with(launch.environment);
  const auto argv = pointers(arguments), envp = pointers(environment);
  const std::string output = launch.output.empty() ? folder_.file("output") : launch.output;
  const std::string error = folder_.file("error"),
                    input = launch.input_file.empty() ? folder_.file("input") : launch.input_file;
  if (launch.input_file.empty()) write_whole(input, launch.input);
  write_whole(error, "");  // for a program that is killed before it has opened it
  process_ = fork();
  if (process_ < 0) throw std::runtime_error("cannot fork");
  if (process_ > 0) return;
  redirect(input.c_str(), STDIN_FILENO);
  redirect(output.c_str(), STDOUT_FILENO);
  redirect(error.c_str(), STDERR_FILENO);
  std::signal(SIGXFSZ, SIG_DFL);  // as in a shell: the program handles it itself
  limit(RLIMIT_FSIZE, launch.file_size_limit);
  limit(RLIMIT_AS, launch.memory_limit);
  execve(argv[0], argv.data(), envp.data());
  _exit(127);
}

Program::~Program() {
  if (process_ < 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Program::send(int signal) const {
  if (process_ > 0) kill(process_, signal);
}

bool Program::running() {
  int status = 0;
  if (process_ > 0 && waitpid(process_, &status, WNOHANG) == process_) ended(status);
  return process_ > 0;
}

ProcessResult Program::wait() {
  int status = 0;
  if (process_ > 0 && waitpid(process_, &status, 0) == process_) ended(status);
  return outcome_;
}

void Program::ended(int status) {
  process_ = -1;
  if (WIFEXITED(status)) outcome_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome_.signal = WTERMSIG(status);
  const std::string output = folder_.file("output");
  if (std::filesystem::exists(output)) outcome_.output = read_whole(output);
  outcome_.error = read_whole(folder_.file("error"));
}

ProcessResult run_program(const Launch& launch) { return Program(launch).wait(); }

ProcessResult run_program(std::vector<std::string> arguments) {
  return run_program(Launch{.arguments = std::move(arguments)});
}

std::string output_of(std::vector<std::string> arguments) {
  const ProcessResult outcome = run_program(std::move(arguments));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_EQ(outcome.error, "");
  return outcome.output;
}

std::string complaint_of(int exit_code, std::vector<std::string> arguments) {
  const std::string begin = "zermelo: ";
  const auto [code, signal, output, error] = run_program(std::move(arguments));
  EXPECT_EQ(code, exit_code) << error;
  EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 1) << error;
  if (!error.starts_with(begin) || !error.ends_with(".\n")) {
    ADD_FAILURE() << error;
    return error;
  }
  return error.substr(begin.size(), error.size() - begin.size() - 1);
}

}  // namespace zermelo::test
