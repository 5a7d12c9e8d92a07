// SPDX-License-Identifier: MIT
#include "probe/c_interface.h"

#include <algorithm>
#include <cstdlib>
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
  } catch (const IllegalMove& e) {
    return failed(ZERMELO_ILLEGAL_MOVE, e.what());
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
  } catch (const RulesError& e) {
    return failed(ZERMELO_RULES_ERROR, e.what());
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

zermelo_status c_status(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::illegal_position:
      return ZERMELO_ILLEGAL_POSITION;
    case ProbeStatus::game_over:
      return ZERMELO_GAME_OVER;
    case ProbeStatus::not_in_table:
      return ZERMELO_NOT_IN_TABLE;
    case ProbeStatus::damaged_table:
      return ZERMELO_DAMAGED_TABLE;
    case ProbeStatus::ok:
      break;
  }
  return ZERMELO_OK;
}

char* c_text(const std::string& text) {
  void* const copy = std::malloc(text.size() + 1);
  if (copy == nullptr) throw std::bad_alloc();
  return static_cast<char*>(std::memcpy(copy, text.c_str(), text.size() + 1));
}

void copy_options(const char* name, const void* given, std::size_t first_size, void* options,
                  std::size_t known_size) {
  constexpr std::size_t most = 4096;  // (No structure is that large: such a size was never set.)
  std::size_t size = 0;
  std::memcpy(&size, given, sizeof size);
  if (size < first_size || size > most) {
    throw UsageError("The size of " + std::string(name) + " is " + std::to_string(size) +
                     "; set its member size to sizeof(" + name + ").");
  }
  const auto* const bytes = static_cast<const unsigned char*>(given);
  for (std::size_t i = known_size; i < size; ++i) {
    if (bytes[i] == 0) continue;
    throw UsageError(std::string(name) + " sets an option that this version of the library, " +
                     zermelo_version() + ", does not know.");
  }
  std::memcpy(options, given, std::min(size, known_size));
}

int threads_of(std::int32_t threads) {
  if (threads < 0) throw UsageError("The number of threads is negative.");
  return threads;
}

GameSpec spec_of(const char* words) { return parse_game_spec(words_of(words)); }

}  // namespace zermelo

extern "C" const char* zermelo_last_error(void) { return zermelo::last_error.c_str(); }
