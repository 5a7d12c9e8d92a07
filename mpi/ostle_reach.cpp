// SPDX-License-Identifier: MIT
#include "mpi/ostle_reach_impl.h"

namespace zermelo::ostle {

template SolveReport reach_by_ranks<3, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const std::string&, const SolveOptions&, Cluster&,
                                                 ExchangeCounts&);
template SolveReport reach_by_ranks<4, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const std::string&, const SolveOptions&, Cluster&,
                                                 ExchangeCounts&);
template SolveReport reach_by_ranks<5, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const std::string&, const SolveOptions&, Cluster&,
                                                 ExchangeCounts&);
template SolveReport reach_by_ranks<6, Bmi2Bits>(const Parameters&, const std::string&,
                                                 const std::string&, const SolveOptions&, Cluster&,
                                                 ExchangeCounts&);

}  // namespace zermelo::ostle
