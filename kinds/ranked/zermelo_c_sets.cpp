// SPDX-License-Identifier: MIT
// The C interface to sets of states (probe/zermelo.h).
#include "kinds/ranked/state_set.h"
#include "probe/c_interface.h"

struct zermelo_set {
  zermelo::StateSet set;
};

extern "C" {

zermelo_status zermelo_open_set(const char* path, const char* name, zermelo_set** set) {
  return zermelo::hand_out(set, "set", [&] {
    zermelo::need(path, "path");
    return new zermelo_set{zermelo::StateSet::open(path, zermelo::text_or_none(name))};
  });
}

void zermelo_close_set(zermelo_set* set) { delete set; }

std::uint64_t zermelo_set_size(const zermelo_set* set) {
  return set == nullptr ? 0 : set->set.size();
}

std::int32_t zermelo_set_bits(const zermelo_set* set) {
  return set == nullptr ? 0 : set->set.bits();
}

zermelo_status zermelo_set_rank(const zermelo_set* set, const char* state, std::uint64_t* rank) {
  return zermelo::guarded([&] {
    zermelo::need(set, "set");
    zermelo::need(state, "state");
    zermelo::need(rank, "rank");
    *rank = set->set.rank(state);
  });
}

zermelo_status zermelo_set_unrank(const zermelo_set* set, std::uint64_t rank, char** state) {
  return zermelo::hand_out(state, "state", [&] {
    zermelo::need(set, "set");
    return zermelo::c_text(set->set.unrank(rank));
  });
}

zermelo_status zermelo_set_sample(const zermelo_set* set, std::uint64_t count, std::uint64_t seed,
                                  zermelo_position_list** list) {
  return zermelo::hand_out(list, "list", [&] {
    zermelo::need(set, "set");
    return new zermelo::PositionList(set->set.sample(count, seed));
  });
}

}  // extern "C"
