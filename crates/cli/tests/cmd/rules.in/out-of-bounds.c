#define SIZE 4

int main(void) {
    int squares[SIZE];
    for (int i = 0; i <= SIZE; i++)
        squares[i] = i * i;
    return 0;
}
