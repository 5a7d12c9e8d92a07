/* SPDX-License-Identifier: MIT
 * Checks what a strategy claims against the rules of its game.
 *   check_strategy FILE */
#include <inttypes.h>
#include <stdio.h>
#include <zermelo.h>

static void print_check(const zermelo_strategy_check* check) {
  printf("%s\n", check->sentence);
  if (check->holds) {
    printf("%" PRIu64 " formulas shown unsatisfiable: the claim holds.\n", check->obligations);
  } else {
    printf("The claim does not hold. In %s: %s\n%s", check->fault->position, check->fault->sentence,
           check->fault->board_text);
  }
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s FILE\n", argv[0]);
    return 2;
  }
  zermelo_strategy_check* check;
  if (zermelo_check_strategy(argv[1], NULL, &check) != ZERMELO_OK) {
    fprintf(stderr, "%s\n", zermelo_last_error());
    return 1;
  }
  print_check(check);
  const int result = check->holds ? 0 : 1;
  zermelo_free_strategy_check(check);
  return result;
}
