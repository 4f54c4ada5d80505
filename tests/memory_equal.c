/* SPDX-License-Identifier: Apache-2.0 */
/*
 * cmocka compares memory byte by byte to name the first that differs. Tests compare the whole state
 * of a model every cycle: here memcmp looks first, and cmocka sees what is not equal. Linked with
 * --wrap.
 */
#include <stddef.h>
#include <string.h>

void __real__assert_memory_equal(const void *a, const void *b, size_t size, const char *file,
                                 int line);
void __wrap__assert_memory_equal(const void *a, const void *b, size_t size, const char *file,
                                 int line);

void __wrap__assert_memory_equal(const void *a, const void *b, size_t size, const char *file,
                                 int line)
{
    if (memcmp(a, b, size) != 0) __real__assert_memory_equal(a, b, size, file, line);
}
