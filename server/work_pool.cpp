// SPDX-License-Identifier: MIT
#include "server/work_pool.h"

namespace zermelo::server {

WorkPool::WorkPool(int threads, std::size_t places, std::size_t of_one)
    : places_(places), of_one_(of_one) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

bool WorkPool::reserve(const std::string& client) {
  const std::lock_guard lock(mutex_);
  if (stopped_ || taken_ >= places_) return false;
  std::size_t& of_this = of_client_[client];
  if (of_this >= of_one_) return false;
  ++of_this;
  ++taken_;
  return true;
}

void WorkPool::run(const std::string& client, std::function<void()> work) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.emplace_back(client, std::move(work));
  }
  changed_.notify_one();
}

void WorkPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void WorkPool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return !waiting_.empty() || (stopped_ && taken_ == 0); });
    if (waiting_.empty()) return;
    const auto [client, job] = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    job();
    lock.lock();
    const auto of_this = of_client_.find(client);
    if (--of_this->second == 0) of_client_.erase(of_this);
    if (--taken_ == 0 && stopped_) changed_.notify_all();
  }
}

}  // namespace zermelo::server
