/* SPDX-License-Identifier: MIT */
#if __has_include(<zermelo.h>)
#include <zermelo.h>
#endif

int main(void) { return 0; }
