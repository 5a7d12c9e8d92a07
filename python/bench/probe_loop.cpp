// SPDX-License-Identifier: MIT
// Probes all positions of a file, one per line, one after another, and prints the seconds taken and
// a sum of the values: python/bench/bulk_bench.py compares the module with this.
//   probe_loop TABLE FILE
#include <probe/table.h>

#include <chrono>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: " << argv[0] << " TABLE FILE\n";
    return 2;
  }
  try {
    const auto table = zermelo::Table::open(argv[1]);
    std::ifstream file(argv[2]);
    std::vector<std::string> positions;
    for (std::string line; std::getline(file, line);) positions.push_back(line);
    const auto begin = std::chrono::steady_clock::now();
    long long sum = 0;
    for (const std::string& position : positions) sum += table.probe(position).raw();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << seconds.count() << ' ' << sum << '\n';
    return 0;
  } catch (const zermelo::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
