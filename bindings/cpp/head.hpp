// RAII for gpufluid/gpufluid.h in C++17, without exceptions and run-time types unless check() is used.
//
// Fluid, Device and so on own an object of the library and free it; they can be moved, not copied. FluidRef, DeviceRef
// and so on name an object that somebody else owns; an owner is passed wherever one of them is expected. Methods are
// the C functions without their first parameter: gfFluid_Step(fluid, dt) is fluid.step(dt), and returns the same.
// An object is freed before those that it was made on or from: declare it after them.
#ifndef GPUFLUID_GPUFLUID_HPP
#define GPUFLUID_GPUFLUID_HPP

#include <gpufluid/gpufluid.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace gpufluid {

/// An argument that C takes as a pointer to const: an object, temporaries included, a pointer to one, or nullptr.
template <typename T> class In {
  public:
    In(const T &value) noexcept : pointer_(&value)
    {
    }
    In(const T *pointer) noexcept : pointer_(pointer)
    {
    }
    const T *get() const noexcept
    {
        return pointer_;
    }

  private:
    const T *pointer_;
};

/// A result that C fills through a pointer: an object, a pointer to one, or nullptr.
template <typename T> class Out {
  public:
    Out(T &value) noexcept : pointer_(&value)
    {
    }
    Out(T *pointer) noexcept : pointer_(pointer)
    {
    }
    T *get() const noexcept
    {
        return pointer_;
    }

  private:
    T *pointer_;
};

namespace detail {

// A place in memory, and how long it is.
template <typename T> class Stretch {
  public:
    constexpr Stretch() noexcept = default;
    constexpr Stretch(T *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace detail

/// A view of values that lie one behind the other: of a C array, of a container with data() and size(), or of a pointer
/// and a count. It owns nothing.
template <typename T> class Span : public detail::Stretch<T> {
  public:
    using detail::Stretch<T>::Stretch;
    template <std::size_t N> constexpr Span(T (&array)[N]) noexcept : detail::Stretch<T>(array, N)
    {
    }
    template <typename Container,
              typename = std::enable_if_t<std::is_convertible_v<
                  std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>>,
              typename = decltype(std::declval<Container &>().size())>
    constexpr Span(Container &&container) noexcept : detail::Stretch<T>(container.data(), container.size())
    {
    }
};

/// The bytes of an array or container of plain values; Byte is `void` or `const void`.
template <typename Byte> class Bytes : public detail::Stretch<Byte> {
  public:
    using detail::Stretch<Byte>::Stretch;
    template <typename T, std::size_t N>
    constexpr Bytes(T (&array)[N]) noexcept : detail::Stretch<Byte>(array, sizeof(array))
    {
        static_assert(std::is_trivially_copyable_v<T>, "only plain values have bytes to save and load");
    }
    template <typename Container,
              typename = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().data()), Byte *>>,
              typename = decltype(std::declval<Container &>().size())>
    constexpr Bytes(Container &&container) noexcept
        : detail::Stretch<Byte>(container.data(), container.size() * sizeof(*container.data()))
    {
        static_assert(std::is_trivially_copyable_v<std::remove_reference_t<decltype(*container.data())>>,
                      "only plain values have bytes to save and load");
    }
};

namespace detail {

/// The count that views of one call share. Where they differ it is -1, which the library refuses (OUT_OF_RANGE); one
/// without data is not counted.
template <typename First, typename... Rest> std::int32_t count(const First &first, const Rest &...rest) noexcept
{
    const bool alike = ((rest.data() == nullptr || rest.size() == first.size()) && ...);
    return alike && first.size() <= INT32_MAX ? static_cast<std::int32_t>(first.size()) : -1;
}

template <typename T> bool succeeded(const T &result) noexcept
{
    if constexpr (std::is_class_v<T> && !std::is_constructible_v<bool, const T &>) {
        return !GF_IS_NULL(result); // a handle, such as gfSolidId
    } else {
        return static_cast<bool>(result);
    }
}

} // namespace detail

/// What failed last on this thread.
struct Error {
    gfErrorCode code = GF_ERROR_OK;
    const char *message = ""; ///< valid until the next failure

    explicit operator bool() const noexcept
    {
        return code != GF_ERROR_OK;
    }
};

/// See gfGetLastError.
inline Error lastError() noexcept
{
    Error error;
    error.code = gfGetLastError(&error.message);
    if (error.message == nullptr) {
        error.message = "";
    }
    return error;
}

#if defined(__cpp_exceptions)
/// What check() throws: the library's message, and its code.
class Exception : public std::runtime_error {
  public:
    explicit Exception(const Error &error) : std::runtime_error(error.message), code_(error.code)
    {
    }
    gfErrorCode code() const noexcept
    {
        return code_;
    }

  private:
    gfErrorCode code_;
};

/// Returns the result of a call as it is, or throws lastError() where the call failed: where it is false, 0, an object
/// that holds nothing, or a handle that is none. Not for calls where 0 is an answer, as of what was read.
template <typename T> std::decay_t<T> check(T &&result)
{
    if (!detail::succeeded(result)) {
        throw Exception(lastError());
    }
    return std::forward<T>(result);
}
#endif
