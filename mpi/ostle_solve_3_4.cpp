// SPDX-License-Identifier: MIT
#include "mpi/ostle_solve_impl.h"

namespace zermelo::ostle {

template SolveReport solve_by_ranks<3, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const SolveOptions&, Cluster&, ExchangeCounts&);
template SolveReport solve_by_ranks<4, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const SolveOptions&, Cluster&, ExchangeCounts&);

}  // namespace zermelo::ostle
