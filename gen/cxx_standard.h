// SPDX-License-Identifier: MIT
// Says which C++ standard the library's headers need if they are compiled under an older one. Every
// public header that includes no other of ours includes this one, so that all do, before anything
// in them that an older compiler would complain about.
#pragma once

#if __cplusplus < 202002L
#error "Zermelo's headers need C++20: compile with -std=c++20 or a later standard."
// (There is no such file: the compilation ends here, and the sentence is not lost among hundreds.)
#include <zermelo-needs-c++20>
#endif
