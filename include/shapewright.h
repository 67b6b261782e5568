/* Shapewright's annotations. Under the tool each is a statement about the program; compiled by a C
   compiler they disappear, except that with SHAPEWRIGHT_RUNTIME defined assertions are checked. */
#ifndef SHAPEWRIGHT_H
#define SHAPEWRIGHT_H

#include <stdbool.h>

#ifdef __SHAPEWRIGHT__

void sw_assert(int condition);
void sw_assume(int condition);

#else

#ifdef SHAPEWRIGHT_RUNTIME
#include <assert.h>
#define sw_assert(condition) assert(condition)
#else
#define sw_assert(condition) ((void)0)
#endif
#define sw_assume(condition) ((void)0)

#endif

#endif
