// SPDX-License-Identifier: MIT
#include "proof/sat/solver.h"

#include <fmt/format.h>

#include <cadical.hpp>
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "gen/error.h"

namespace zermelo::proof {

class SatSolver::Backend final : public CaDiCaL::Terminator {
 public:
  ~Backend() override {
    if (stop_) cadical.disconnect_terminator();
    if (file_ != nullptr) std::fclose(file_);
  }

  void stop_when(std::function<bool()> stop) {
    if (!stop_) cadical.connect_terminator(this);
    stop_ = std::move(stop);
  }
  bool terminate() override { return stop_(); }

  void write_proof(const std::string& path) {
    path_ = path;
    file_ = std::fopen(path.c_str(), "wb");
    if (file_ == nullptr)
      throw FileError(fmt::format("{} cannot be written: {}.", path, std::strerror(errno)));
    cadical.trace_proof(file_, path.c_str());
  }

  // (The library does not report whether what it wrote has arrived.)
  void close_proof() {
    cadical.flush_proof_trace();
    cadical.close_proof_trace();
    const bool written = std::fflush(file_) == 0 && std::ferror(file_) == 0;
    const int error = errno;
    const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
    if (!written || !closed) {
      throw FileError(
          fmt::format("{} cannot be written: {}.", path_, std::strerror(written ? errno : error)));
    }
  }

  CaDiCaL::Solver cadical;

 private:
  std::function<bool()> stop_;
  std::string path_;
  std::FILE* file_ = nullptr;
};

SatSolver::SatSolver() : backend_(std::make_unique<Backend>()) {
  backend_->cadical.set("quiet", 1);
  // Otherwise every call asks the system twice for the time: of small questions, an eighth of it.
  backend_->cadical.set("profile", 0);
}
SatSolver::~SatSolver() = default;

void SatSolver::add_clause(std::span<const SatLiteral> clause) {
  for (const SatLiteral literal : clause) {
    assert(has(literal));
    backend_->cadical.add(literal);
  }
  backend_->cadical.add(0);
}

void SatSolver::stop_when(std::function<bool()> stop) { backend_->stop_when(std::move(stop)); }
void SatSolver::write_proof(const std::string& path) { backend_->write_proof(path); }
void SatSolver::close_proof() { backend_->close_proof(); }

void SatSolver::constrain(std::span<const SatLiteral> clause) {
  for (const SatLiteral literal : clause) {
    assert(has(literal));
    backend_->cadical.constrain(literal);
  }
  backend_->cadical.constrain(0);
}

SatSolver::Answer SatSolver::solve(std::span<const SatLiteral> assumptions) {
  ++calls_;
  for (const SatLiteral literal : assumptions) {
    assert(has(literal));
    backend_->cadical.assume(literal);
  }
  switch (backend_->cadical.solve()) {
    case 10:
      return Answer::satisfiable;
    case 20:
      return Answer::unsatisfiable;
    default:
      return Answer::stopped;
  }
}

bool SatSolver::value(SatLiteral literal) const {
  assert(has(literal));
  return backend_->cadical.val(literal) > 0;
}
bool SatSolver::failed(SatLiteral assumption) const { return backend_->cadical.failed(assumption); }

}  // namespace zermelo::proof
