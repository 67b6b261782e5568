#include <shapewright.h>
int rand(void) { return 4; }
__SIZE_TYPE__ strlen(const char *text) { return text[0] != 0; }
int atoi(const char *text);
static int one(void) { return 1; }
int next(void) { return one(); }
int other(void) { return next(); }
int state;
