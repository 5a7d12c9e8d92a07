// SPDX-License-Identifier: MIT
// The functions of fmt that its headers only declare, for libzermelo-probe, so that programs that
// probe need not link fmt: here its headers define them, and what is used is emitted.
#ifndef FMT_HEADER_ONLY
#error "This is for the target that has fmt's headers alone."
#endif
// (Nothing that is written there is a number of these types.)
#define FMT_USE_FLOAT 0
#define FMT_USE_LONG_DOUBLE 0
#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace zermelo {
namespace {

[[gnu::used]] std::string (*const vformat)(fmt::string_view, fmt::format_args) = &fmt::vformat;
[[gnu::used]] auto* const throw_format_error = &fmt::detail::throw_format_error;
[[gnu::used]] bool (*const is_printable)(std::uint32_t) = &fmt::detail::is_printable;
[[gnu::used]] auto* const decimal_point = &fmt::detail::decimal_point_impl<char>;
[[gnu::used]] auto* const thousands_sep = &fmt::detail::thousands_sep_impl<char>;

}  // namespace
}  // namespace zermelo
