// SPDX-License-Identifier: MIT
#include "probe/c_interface.h"

#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace zermelo {
namespace {

thread_local std::string last_error;

zermelo_status failed(zermelo_status status, const char* sentence) noexcept {
  try {
    last_error = sentence;
  } catch (const std::bad_alloc&) {
    last_error.clear();
  }
  return status;
}

std::vector<std::string> words_of(const char* text) {
  std::vector<std::string> words;
  for (const char* at = text; *at != '\0';) {
    const std::size_t length = std::strcspn(at, " ");
    if (length > 0) words.emplace_back(at, length);
    at += length + std::strspn(at + length, " ");
  }
  return words;
}

}  // namespace

zermelo_status status_of_current_exception() noexcept {
  try {
    throw;
  } catch (const IllegalPosition& e) {
    return failed(ZERMELO_ILLEGAL_POSITION, e.what());
  } catch (const GameOver& e) {
    return failed(ZERMELO_GAME_OVER, e.what());
  } catch (const NotInTable& e) {
    return failed(ZERMELO_NOT_IN_TABLE, e.what());
  } catch (const DamagedTable& e) {  // a FileError, too: so it comes first
    return failed(ZERMELO_DAMAGED_TABLE, e.what());
  } catch (const FileError& e) {
    return failed(ZERMELO_FILE_ERROR, e.what());
  } catch (const UsageError& e) {
    return failed(ZERMELO_USAGE_ERROR, e.what());
  } catch (const SyntaxError& e) {
    return failed(ZERMELO_USAGE_ERROR, e.what());
  } catch (const OutOfMemory& e) {
    return failed(ZERMELO_OUT_OF_MEMORY, e.what());
  } catch (const Interrupted& e) {
    return failed(ZERMELO_INTERRUPTED, e.what());
  } catch (const std::bad_alloc&) {
    return failed(ZERMELO_OUT_OF_MEMORY, "There is not enough memory.");
  } catch (const std::exception& e) {
    return failed(ZERMELO_INTERNAL_ERROR, e.what());
  } catch (...) {
    return failed(ZERMELO_INTERNAL_ERROR, "Something unknown went wrong.");
  }
}

GameSpec spec_of(const char* words) { return parse_game_spec(words_of(words)); }

}  // namespace zermelo

extern "C" const char* zermelo_last_error(void) { return zermelo::last_error.c_str(); }
