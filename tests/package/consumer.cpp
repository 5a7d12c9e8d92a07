// SPDX-License-Identifier: MIT
#include <gen/value.h>

#include <iostream>

int main() {
  const zermelo::Value value = zermelo::Value::loss(12).before_move();
  std::cout << to_string(value) << '\n';
  return to_string(value) == "win in 13" ? 0 : 1;
}
