// SPDX-License-Identifier: MIT
// What the tests' own worker can do (tests/worker/main.cpp).
#pragma once

#include "symbolic/bdd/isolated.h"

namespace zermelo::test {

// Reports "begun" and "" on the way, and returns its input.
extern const symbolic::IsolatedWork echo;
// Which of its reports are listened to: "progress", "so far", both or "".
extern const symbolic::IsolatedWork who_listens;
// Throws what the input names: "usage", "nodes", "runtime", "damaged".
extern const symbolic::IsolatedWork failing;
// Dies as the input says: "killed", "complaint", "table full"; "late" some time after it has closed
// all its files.
extern const symbolic::IsolatedWork dying;
// Reports "begun" and does nothing more; if the input is "stubborn" it ignores SIGTERM.
extern const symbolic::IsolatedWork waiting;
// Describes its process: how many files are open, how many signals are blocked, its id.
extern const symbolic::IsolatedWork process_facts;
// Prints to standard output, and returns its input.
extern const symbolic::IsolatedWork printing;
// Makes a diagram that is too large for 16 MiB.
extern const symbolic::IsolatedWork too_large;

}  // namespace zermelo::test
