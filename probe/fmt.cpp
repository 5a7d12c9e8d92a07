// SPDX-License-Identifier: MIT
// The functions of fmt that its headers only declare, for libzermelo-probe, so that programs that
// probe need not link fmt: here its headers define them, and what is used is emitted.
#ifndef FMT_HEADER_ONLY
#error "This is for the target that has fmt's headers alone."
#endif
#include <fmt/format.h>

#include <string>

namespace zermelo {
namespace {

[[gnu::used]] std::string (*const vformat)(fmt::string_view, fmt::format_args) = &fmt::vformat;
[[gnu::used]] auto* const throw_format_error = &fmt::detail::throw_format_error;
[[gnu::used]] auto* const is_printable = &fmt::detail::is_printable;

}  // namespace
}  // namespace zermelo
