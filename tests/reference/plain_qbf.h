// SPDX-License-Identifier: MIT
// The truth of quantified Boolean formulas by decision diagrams: the matrix as a diagram,
// quantified from the inside out. For small formulas. Reads QCIR, so that what is written is what
// is tested.
#pragma once

#include <string>

namespace zermelo::test {

// The value of a cleansed, prenex formula in QCIR-G14. Throws std::runtime_error with a sentence if
// the text is not one: numbers that are not declared, gates used before they are defined, a wrong
// head.
bool is_true_qcir(const std::string& text);

}  // namespace zermelo::test
