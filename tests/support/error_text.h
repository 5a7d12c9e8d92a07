// SPDX-License-Identifier: MIT
// The message of the exception that an action throws, for tests that compare it exactly.
#pragma once

#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <typeinfo>

namespace zermelo::test {

// Fails, and returns an empty text, if nothing is thrown or if the exception is not exactly an
// `Expected`.
template <class Expected, class Action>
std::string error_text(Action&& action) {
  try {
    action();
  } catch (const Expected& error) {
    EXPECT_EQ(typeid(error), typeid(Expected)) << error.what();
    return error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another exception: " << error.what();
    return "";
  }
  ADD_FAILURE() << "no exception";
  return "";
}

}  // namespace zermelo::test
