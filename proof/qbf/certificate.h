// SPDX-License-Identifier: MIT
// Certificates of quantified Boolean formulas: functions that show why a formula is true (Skolem
// functions of its existential variables) or false (Herbrand functions of its universal ones),
// taken from a proof by resolution that a solver has written. Niemetz, Preiner, Lonsing, Seidl and
// Biere, "Resolution-Based Certificate Extraction for QBF" (SAT 2012); Balabanov and Jiang,
// "Unified QBF Certification and its Applications" (Formal Methods in System Design, 2012).
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "proof/qbf/qbf.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {

// A formula in the format QDIMACS. Variables are 1, 2, ...
struct QdimacsFormula {
  struct Block {
    bool universal = false;
    std::vector<int> variables;
  };
  int variables = 0;
  std::vector<Block> prefix;  // the outermost first
  std::vector<std::vector<int>> clauses;
};
// Throws SyntaxError, also for variables that no block has.
QdimacsFormula parse_qdimacs(std::string_view text);

struct QbfCertificate {
  bool is_true = false;         // the verdict that it is for
  std::uint64_t steps = 0;      // of the proof, as far as the last one needs them
  std::uint64_t functions = 0;  // how many of `values` are functions
  symbolic::Aig aig;
  // By variable (0 is unused), up to the last one that was asked for. If the formula is true,
  // universal variables are inputs of the graph, in the order of the prefix, and existential ones
  // functions of those in blocks further out; if it is false, vice versa.
  std::vector<symbolic::Literal> values;
};

// Whether a solver's output begins with a proof in the format QRP.
bool is_qrp(std::string_view text);

// Follows a proof in the format QRP: every step that the last one needs must be a clause of the
// formula, or (if it is true) a cube that fulfils all of its clauses, or follow from one or two
// others by resolution and reduction. Gives functions of the variables up to `most_variable`, which
// must not be further in than any other; for the rest, the gates of a circuit, those are known.
// Throws SyntaxError if the text is not such a proof, Error if a step does not follow; both name
// its line. Throws Interrupted if `stop` returns true.
QbfCertificate certificate_of(const QdimacsFormula& formula, std::string_view proof,
                              int most_variable, const std::function<bool()>& stop = {});

// Whether the functions do what they are for, shown by a SAT solver without the proof: with them
// the matrix is true, or false, whatever the inputs are. `inputs` are the variables of the
// formula's inputs (QdimacsText). Throws Interrupted if `stop` returns true.
bool fulfils(const QbfCertificate& certificate, const Qbf& formula, const std::vector<int>& inputs,
             const std::function<bool()>& stop = {});

}  // namespace zermelo::proof
