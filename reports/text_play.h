// SPDX-License-Identifier: MIT
// Play by codes that are texts, for tables whose states have no codes of their own.
#pragma once

#include <memory>

#include "probe/coded_play.h"
#include "probe/table.h"
#include "reports/text_symmetry.h"

namespace zermelo {

// Both must outlive what is returned; without symmetries it makes no images.
std::unique_ptr<const CodedPlay> text_play(const Table& table, const TextSymmetries* symmetries);

}  // namespace zermelo
