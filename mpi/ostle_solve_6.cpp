// SPDX-License-Identifier: MIT
#include "mpi/ostle_solve_impl.h"

namespace zermelo::ostle {

template SolveReport solve_by_ranks<6, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const SolveOptions&, Cluster&, ExchangeCounts&);

}  // namespace zermelo::ostle
