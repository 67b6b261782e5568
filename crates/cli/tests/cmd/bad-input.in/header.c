#include <stdlib.h>
#include "lists.h"

int main(void) {
    return 0;
}
