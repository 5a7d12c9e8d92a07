// SPDX-License-Identifier: MIT
#include "server/work_pool.h"

#include <cassert>
#include <utility>

namespace zermelo::server {

WorkPool::WorkPool(int threads, std::size_t places, std::size_t of_one)
    : places_(places), of_one_(of_one) {
  try {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  } catch (...) {
    stop();
    throw;
  }
}

WorkPool::Reserved WorkPool::reserve(const std::string& client, std::function<void()> work,
                                     std::function<void()> refusal) {
  assert(work && refusal);
  Reserved reserved;
  reserved.push_back({client, std::move(work), std::move(refusal)});
  const std::lock_guard lock(mutex_);
  if (stopped_ || taken_ >= places_) return {};
  std::size_t& of_this = of_client_[client];
  if (of_this >= of_one_) return {};
  ++of_this;
  ++taken_;
  return reserved;
}

void WorkPool::run(Reserved reserved) noexcept {
  assert(reserved.size() == 1);
  std::unique_lock lock(mutex_);
  assert(taken_ > waiting_.size());
  if (stopped_) {
    lock.unlock();
    reserved.front().refusal();
    lock.lock();
    give_back(reserved.front().client);
    return;
  }
  waiting_.splice(waiting_.end(), reserved);
  lock.unlock();
  changed_.notify_one();
}

void WorkPool::refuse_waiting() noexcept {
  Reserved refused;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    refused.swap(waiting_);
  }
  for (const Job& job : refused) job.refusal();
  const std::lock_guard lock(mutex_);
  for (const Job& job : refused) give_back(job.client);
  changed_.notify_all();
}

void WorkPool::stop() noexcept {
  refuse_waiting();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  assert(waiting_.empty());
}

void WorkPool::give_back(const std::string& client) noexcept {
  const auto of_this = of_client_.find(client);
  assert(taken_ > 0 && of_this != of_client_.end() && of_this->second > 0);
  if (--of_this->second == 0) of_client_.erase(of_this);
  if (--taken_ == 0 && stopped_) changed_.notify_all();
}

void WorkPool::work() noexcept {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty() || (stopped_ && taken_ == 0); });
    if (waiting_.empty()) return;
    Reserved job;
    job.splice(job.end(), waiting_, waiting_.begin());
    lock.unlock();
    job.front().work();
    lock.lock();
    give_back(job.front().client);
  }
}

}  // namespace zermelo::server
