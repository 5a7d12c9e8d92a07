// SPDX-License-Identifier: MIT
// A worker that can do what tests of workers need (tests/worker/works.h).
#include <array>

#include "symbolic/bdd/isolated_worker.h"
#include "tests/worker/works.h"

int main(int count, char** arguments) {
  using namespace zermelo::test;
  const std::array works = {echo,    who_listens,   failing,  dying,
                            waiting, process_facts, printing, too_large};
  return zermelo::symbolic::run_worker(count, arguments, works);
}
