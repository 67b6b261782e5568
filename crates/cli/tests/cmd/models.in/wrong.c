long next_code(int board) {
    return board;
}
