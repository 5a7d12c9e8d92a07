/* SPDX-License-Identifier: MIT
 * Checks for tests in C: one line for each that fails; `failures` counts them. */
#pragma once

#include <stdio.h>
#include <zermelo.h>

static int failures = 0;

#define CHECK(condition)                                                                      \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      ++failures;                                                                             \
      fprintf(stderr, "%s:%d: %s is wrong; last error: %s\n", __FILE__, __LINE__, #condition, \
              zermelo_last_error());                                                          \
    }                                                                                         \
  } while (0)
