// SPDX-License-Identifier: MIT
// For processors without BMI2.
#include "mpi/ostle_solve_impl.h"

namespace zermelo::ostle {

template SolveReport solve_by_ranks<3, PortableBits>(const Parameters&, const std::string&,
                                                     const SolveOptions&, Cluster&,
                                                     ExchangeCounts&);
template SolveReport solve_by_ranks<4, PortableBits>(const Parameters&, const std::string&,
                                                     const SolveOptions&, Cluster&,
                                                     ExchangeCounts&);
template SolveReport solve_by_ranks<5, PortableBits>(const Parameters&, const std::string&,
                                                     const SolveOptions&, Cluster&,
                                                     ExchangeCounts&);
template SolveReport solve_by_ranks<6, PortableBits>(const Parameters&, const std::string&,
                                                     const SolveOptions&, Cluster&,
                                                     ExchangeCounts&);

}  // namespace zermelo::ostle
