// A ring buffer over memory that the caller provides. A write to a full buffer replaces the oldest element.
// BUF is a variable, either the buffer or a pointer to it; it is evaluated more than once.
#pragma once

#define FifoBuffer_typedef(T, NAME)                                                                        \
    typedef struct {                                                                                       \
        int size;        /* elements that fit */                                                           \
        int start;       /* index of the oldest */                                                         \
        int end;         /* index of the next write */                                                     \
        int write_count; /* since init, modulo 2^32 */                                                     \
        int read_count;  /* idem; elements that were replaced count once the reader has moved past them */ \
        T* elems;                                                                                          \
    } NAME

#define FifoBuffer_init(BUF, S, T, MEM)     \
    do {                                    \
        SHOAL_FIFO(BUF)->size = (S);        \
        SHOAL_FIFO(BUF)->elems = (T*)(MEM); \
        FifoBuffer_flush(BUF);              \
    } while (0)

#define FifoBuffer_write(BUF, E)                                     \
    do {                                                             \
        if (FifoBuffer_is_full(BUF)) SHOAL_FIFO_ADVANCE(BUF, start); \
        SHOAL_FIFO(BUF)->elems[SHOAL_FIFO(BUF)->end] = (E);          \
        SHOAL_FIFO_ADVANCE(BUF, end);                                \
        SHOAL_FIFO_COUNT_UP(BUF, write_count);                       \
    } while (0)

// Takes the oldest element into E; on an empty buffer E stays as it is.
#define FifoBuffer_read(BUF, E)                                                                      \
    do {                                                                                             \
        if (!FifoBuffer_is_empty(BUF)) {                                                             \
            if (FifoBuffer_overflow(BUF))                                                            \
                SHOAL_FIFO(BUF)->read_count =                                                        \
                    (int)((unsigned)SHOAL_FIFO(BUF)->write_count - (unsigned)SHOAL_FIFO(BUF)->size); \
            (E) = SHOAL_FIFO(BUF)->elems[SHOAL_FIFO(BUF)->start];                                    \
            SHOAL_FIFO_ADVANCE(BUF, start);                                                          \
            SHOAL_FIFO_COUNT_UP(BUF, read_count);                                                    \
        }                                                                                            \
    } while (0)

// Copies the I-th oldest element into E, I = 0 .. count - 1, and leaves it in the buffer.
#define FifoBuffer_peek(BUF, E, I)                                                                \
    do {                                                                                          \
        if ((I) >= 0 && (I) < FifoBuffer_count(BUF))                                              \
            (E) = SHOAL_FIFO(BUF)->elems[(SHOAL_FIFO(BUF)->start + (I)) % SHOAL_FIFO(BUF)->size]; \
    } while (0)

#define FifoBuffer_flush(BUF)                                           \
    do {                                                                \
        SHOAL_FIFO(BUF)->start = SHOAL_FIFO(BUF)->end = 0;              \
        SHOAL_FIFO(BUF)->write_count = SHOAL_FIFO(BUF)->read_count = 0; \
    } while (0)

#define FifoBuffer_count(BUF) (FifoBuffer_overflow(BUF) ? SHOAL_FIFO(BUF)->size : SHOAL_FIFO_PENDING(BUF))
#define FifoBuffer_is_full(BUF) (SHOAL_FIFO_PENDING(BUF) >= SHOAL_FIFO(BUF)->size)
#define FifoBuffer_is_empty(BUF) (SHOAL_FIFO_PENDING(BUF) == 0)

// True when elements have been replaced before they were read, until the next read.
#define FifoBuffer_overflow(BUF) (SHOAL_FIFO_PENDING(BUF) > SHOAL_FIFO(BUF)->size)

#define SHOAL_FIFO_PENDING(BUF) \
    ((int)((unsigned)SHOAL_FIFO(BUF)->write_count - (unsigned)SHOAL_FIFO(BUF)->read_count))
#define SHOAL_FIFO_ADVANCE(BUF, INDEX) \
    (SHOAL_FIFO(BUF)->INDEX = (SHOAL_FIFO(BUF)->INDEX + 1) % SHOAL_FIFO(BUF)->size)
#define SHOAL_FIFO_COUNT_UP(BUF, COUNTER) \
    (SHOAL_FIFO(BUF)->COUNTER = (int)((unsigned)SHOAL_FIFO(BUF)->COUNTER + 1u))

// The address of a buffer that is given either itself or by its address.
#ifdef __cplusplus
extern "C++" {
template <class Fifo>
constexpr Fifo* shoal_fifo_address(Fifo& fifo) {
    return &fifo;
}
template <class Fifo>
constexpr Fifo* shoal_fifo_address(Fifo* fifo) {
    return fifo;
}
}
#define SHOAL_FIFO(BUF) shoal_fifo_address(BUF)
#else
#define SHOAL_FIFO_IS_POINTER(BUF) (__builtin_classify_type(BUF) == __builtin_classify_type((void*)0))
#define SHOAL_FIFO(BUF) __builtin_choose_expr(SHOAL_FIFO_IS_POINTER(BUF), (BUF), &(BUF))
#endif
