#pragma once

#include "base/copy_bytes.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// A class that holds state says once what it is, and every visitor below goes through that in the same order:
//
//     template <class Self, class Visit>
//     static void visit_state(Self& self, Visit& visit) { visit(self.x_, self.queue_, self.ticks_); }
//
// Parts are plain values, columns, vectors, strings, sets, and classes with a visit_state of their own. What can be computed
// from the rest is left out; `if constexpr (Visit::restores)` is where it is marked as out of date.
namespace shoal {

/// Takes a state apart into plain values and rows of them, which Derived handles: value(T&), rows(R&).
template <class Derived>
class StateVisitor {
public:
    static constexpr bool restores = false;

    template <class... Parts>
    void operator()(Parts&... parts) {
        (visit(parts), ...);
    }

private:
    template <class T>
    void visit(T& part) {
        using Part = std::remove_const_t<T>;
        auto& self = static_cast<Derived&>(*this);
        if constexpr (requires { Part::visit_state(part, self); }) Part::visit_state(part, self);
        else if constexpr (std::is_trivially_copyable_v<Part>) self.value(part);
        else visit_rows(part);
    }
    template <class T>
    void visit_rows(T& part) {
        using Row = typename std::remove_const_t<T>::value_type;
        auto& self = static_cast<Derived&>(*this);
        if constexpr (std::is_trivially_copyable_v<Row> && requires { part.data(); }) self.rows(part);
        else if constexpr (requires { part.insert(Row()); }) self.items(part);
        else {
            constexpr bool is_array = requires { std::tuple_size<std::remove_const_t<T>>::value; };
            if constexpr (!is_array) self.resize(part);
            for (auto& row : part) visit(row);
        }
    }
};

/// Sets the bytes between and behind the members of a value to 0, so that equal values are equal as bytes.
template <class T>
void clear_padding([[maybe_unused]] T& value) {
#if __has_builtin(__builtin_clear_padding)
    if constexpr (!std::has_unique_object_representations_v<T> && std::is_class_v<T>)
        __builtin_clear_padding(&value);
#endif
}

/// Writes a state as bytes. Memory that `out` has is used again.
class StateWriter : public StateVisitor<StateWriter> {
public:
    explicit StateWriter(std::vector<std::byte>& out) : out_(out) {}

    template <class T>
    void value(const T& value) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
        put(&value, sizeof value);
    }
    template <class Rows>
    void rows(const Rows& rows) {
        header(sizeof(typename Rows::value_type), rows.size());
        put(rows.data(), rows.size() * sizeof(typename Rows::value_type));
    }
    template <class Items>
    void items(const Items& items) {
        resize(items);
        for (const auto& item : items) (*this)(item);
    }
    template <class Rows>
    void resize(const Rows& rows) {
        header(0, rows.size());
    }
    /// Memory of which the size is known from the state so far.
    void memory(const void* begin, std::size_t size) { put(begin, size); }

private:
    void header(std::uint64_t row_size, std::uint64_t count) {
        value(row_size);
        value(count);
    }
    void put(const void* data, std::size_t size) {
        if (size == 0) return;
        const std::size_t before = out_.size();
        out_.resize(before + size);
        copy_bytes(out_.data() + before, data, size);
    }

    std::vector<std::byte>& out_;
};

/// Restores a state from what StateWriter wrote. Throws Error for bytes that are too few or laid out in another way.
class StateReader : public StateVisitor<StateReader> {
public:
    static constexpr bool restores = true;

    explicit StateReader(std::span<const std::byte> bytes) : left_(bytes) {}

    template <class T>
    void value(T& value) {
        static_assert(std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>);
        std::memcpy(static_cast<void*>(&value), take(sizeof value), sizeof value);
    }
    template <class Rows>
    void rows(Rows& rows) {
        constexpr std::size_t row_size = sizeof(typename Rows::value_type);
        const std::size_t count = header(row_size);
        rows.resize(count);
        if (count > 0) std::memcpy(static_cast<void*>(rows.data()), take(count * row_size), count * row_size);
    }
    template <class Items>
    void items(Items& items) {
        items.clear();
        for (std::size_t left = header(0); left > 0; --left) {
            typename Items::value_type item;
            (*this)(item);
            items.insert(std::move(item));
        }
    }
    template <class Rows>
    void resize(Rows& rows) {
        rows.resize(header(0));
    }
    void memory(void* begin, std::size_t size) {
        if (size > 0) copy_bytes(begin, take(size), size);
    }
    [[nodiscard]] bool at_end() const { return left_.empty(); }

private:
    [[nodiscard]] std::size_t header(std::uint64_t row_size) {
        std::uint64_t written = 0, count = 0;
        value(written);
        value(count);
        if (written != row_size)
            throw Error("the state was written by another build: its rows have another size");
        if (count > left_.size() / (row_size > 0 ? row_size : 1)) refuse();
        return count;
    }
    [[nodiscard]] const std::byte* take(std::size_t size) {
        if (size > left_.size()) refuse();
        const std::byte* data = left_.data();
        left_ = left_.subspan(size);
        return data;
    }
    [[noreturn]] static void refuse() { throw Error("the state ends too early"); }

    std::span<const std::byte> left_;
};

/// A fingerprint of a state.
class StateDigest : public StateVisitor<StateDigest> {
public:
    template <class T>
    void value(const T& value) {
        T plain = value;
        clear_padding(plain);
        digest_.add_bytes(&plain, sizeof plain);
    }
    template <class Rows>
    void rows(const Rows& rows) {
        using Row = typename Rows::value_type;
        resize(rows);
        if constexpr (std::has_unique_object_representations_v<Row> || !std::is_class_v<Row>)
            digest_.add_bytes(rows.data(), rows.size() * sizeof(Row));
        else
            for (const auto& row : rows) value(row);
    }
    template <class Items>
    void items(const Items& items) {
        resize(items);
        for (const auto& item : items) (*this)(item);
    }
    template <class Rows>
    void resize(const Rows& rows) {
        digest_.add(rows.size());
    }
    [[nodiscard]] std::uint64_t result() const { return digest_.value(); }

private:
    Digest digest_;
};

/// How many bytes StateWriter would write.
class StateSize : public StateVisitor<StateSize> {
public:
    template <class T>
    void value(const T&) {
        bytes_ += sizeof(T);
    }
    template <class Rows>
    void rows(const Rows& rows) {
        resize(rows);
        bytes_ += rows.size() * sizeof(typename Rows::value_type);
    }
    template <class Items>
    void items(const Items& items) {
        resize(items);
        for (const auto& item : items) (*this)(item);
    }
    template <class Rows>
    void resize(const Rows&) {
        bytes_ += 2 * sizeof(std::uint64_t);
    }
    void memory(const void*, std::size_t size) { bytes_ += size; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

private:
    std::size_t bytes_ = 0;
};

}  // namespace shoal
