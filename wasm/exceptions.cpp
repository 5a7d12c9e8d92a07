// SPDX-License-Identifier: MIT
// What the C++ runtime lacks on WebAssembly: Debian's was compiled without exceptions. These are
// the functions that compiled code calls (Itanium C++ ABI, "Exception Handling", level II) and the
// one that says which handler catches (LLVM, "WebAssembly exception handling": tables as with
// SjLj, an index instead of an address). There is one thread.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <typeinfo>

namespace __cxxabiv1 {

// As the runtime's type information is laid out: its functions decide whether a type catches
// another one, and adjust the pointer to a base class.
class __shim_type_info : public std::type_info {  // NOLINT
 public:
  ~__shim_type_info() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const __shim_type_info* thrown, void*& adjusted) const = 0;
};

}  // namespace __cxxabiv1

namespace {

using Type = __cxxabiv1::__shim_type_info;

// Stands before the object that is thrown.
struct alignas(16) Header {
  const Type* type;
  void* (*destructor)(void*);  // (Here destructors return `this`.)
  Header* next;                // of those that are caught
  void* adjusted;              // the object, as the handler's type sees it
  int handlers;                // that hold it; negative if it was thrown again
};

Header* caught = nullptr;  // the one that was caught last

Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

void destroy(Header* header) {
  if (header->destructor != nullptr) header->destructor(header + 1);
  std::free(header);
}

class Table {
 public:
  explicit Table(const std::uint8_t* at) : at_(at) {}

  const std::uint8_t* at() const { return at_; }
  std::uint8_t byte() { return *at_++; }
  std::uint32_t number() {  // ULEB128
    std::uint32_t result = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t next = byte();
      result |= static_cast<std::uint32_t>(next & 0x7f) << shift;
      if ((next & 0x80) == 0) return result;
    }
  }
  std::int32_t signed_number() {  // SLEB128
    std::uint32_t result = 0;
    unsigned shift = 0;
    std::uint8_t next = 0;
    do {
      next = byte();
      result |= static_cast<std::uint32_t>(next & 0x7f) << shift;
      shift += 7;
    } while ((next & 0x80) != 0);
    if (shift < 32 && (next & 0x40) != 0) result |= ~std::uint32_t{0} << shift;
    return static_cast<std::int32_t>(result);
  }

 private:
  const std::uint8_t* at_;
};

// The types in such a table are absolute pointers, numbered backwards from its end.
const Type* type_at(const std::uint8_t* types, std::int32_t number) {
  const Type* type = nullptr;
  std::memcpy(&type, types - static_cast<std::size_t>(number) * sizeof type, sizeof type);
  return type;
}

// Which of the handlers of a call catches the object: the number of its type in the table; 0 if
// none does.
std::int32_t handler_of(const std::uint8_t* table, std::uint32_t call, Header* thrown) {
  constexpr std::uint8_t nothing = 0xff;
  Table head(table);
  if (head.byte() != nothing) head.number();  // where landing pads begin
  const std::uint8_t* types = nullptr;
  if (head.byte() != nothing) {
    const std::uint32_t offset = head.number();
    types = head.at() + offset;
  }
  head.byte();  // how the calls are written: as ULEB128
  const std::uint32_t bytes = head.number();
  const std::uint8_t* const actions = head.at() + bytes;
  Table calls(head.at());
  for (std::uint32_t before = 0; before < call; ++before) {
    calls.number();
    calls.number();
  }
  calls.number();  // the landing pad
  const std::uint32_t first = calls.number();
  if (first == 0) return 0;  // (there is only something to be destroyed)
  for (const std::uint8_t* action = actions + first - 1;;) {
    Table list(action);
    const std::int32_t number = list.signed_number();
    if (number > 0) {
      const Type* const type = type_at(types, number);
      void* object = thrown + 1;
      if (type == nullptr || type->can_catch(thrown->type, object)) {
        thrown->adjusted = object;
        return number;
      }
    }
    const std::uint8_t* const here = list.at();
    const std::int32_t offset = list.signed_number();
    if (offset == 0) return 0;
    action = here + offset;
  }
}

}  // namespace

extern "C" {

// What the compiled code puts down before it asks, and the answer.
struct _Unwind_LandingPadContext {  // NOLINT
  std::uintptr_t lpad_index;
  std::uintptr_t lsda;
  std::uintptr_t selector;
};
_Unwind_LandingPadContext __wasm_lpad_context = {};  // NOLINT

int _Unwind_CallPersonality(void* object) {  // NOLINT
  auto& context = __wasm_lpad_context;
  context.selector = 0;
  if (context.lsda == 0) return 0;
  context.selector = static_cast<std::uintptr_t>(handler_of(
      reinterpret_cast<const std::uint8_t*>(context.lsda), context.lpad_index, header_of(object)));
  return 0;
}

void* __cxa_allocate_exception(std::size_t size) noexcept {  // NOLINT
  void* const memory = std::calloc(1, sizeof(Header) + size);
  if (memory == nullptr) std::terminate();
  return static_cast<Header*>(memory) + 1;
}

void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }  // NOLINT

[[noreturn]] void __cxa_throw(void* object, std::type_info* type,  // NOLINT
                              void* (*destructor)(void*)) {
  Header* const header = header_of(object);
  header->type = static_cast<const Type*>(type);
  header->destructor = destructor;
  header->adjusted = object;
  __builtin_wasm_throw(0, object);
}

void* __cxa_get_exception_ptr(void* object) noexcept {  // NOLINT
  return header_of(object)->adjusted;
}

void* __cxa_begin_catch(void* object) noexcept {  // NOLINT
  Header* const header = header_of(object);
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  if (header != caught) {
    header->next = caught;
    caught = header;
  }
  return header->adjusted;
}

void __cxa_end_catch() {  // NOLINT
  Header* const header = caught;
  if (header == nullptr) return;
  if (header->handlers < 0) {  // (It is on its way again.)
    if (++header->handlers == 0) caught = header->next;
    return;
  }
  if (--header->handlers > 0) return;
  caught = header->next;
  destroy(header);
}

[[noreturn]] void __cxa_rethrow() {  // NOLINT
  if (caught == nullptr) std::terminate();
  caught->handlers = -caught->handlers;
  __builtin_wasm_throw(0, caught + 1);
}

// Called with a sentence when nothing can go on. (The runtime's would bring all of printf.)
[[noreturn]] void abort_message(const char*, ...) { std::abort(); }  // NOLINT

}  // extern "C"
