"""The rules once more, on integers in one array, for bots that search and learn.

Never a second source of truth: the engine decides games, and tests hold the kernel against it, cell by cell and move by
move. `kernel` plays, `playouts` plays whole games at random, `bridge` crosses between the engine's terms and these,
`layout` names the cells. numba compiles all of it but the bridge; without numba the same source runs as plain Python,
and gives the same numbers.

A **state** is 264 integers of 16 bits (`kernel.new_state()`), with no reference to anything else: copying them is
copying the game. Its cells, by their names in `layout`:

    0   PLAYERS FIRST_SEAT TO_ACT LOT_SIZE ASKED IN_GAME NEXT_CARD CHARONS_SHOWN POINTS_TO_WIN ROUND REASON WINNERS
    12  LOT_CARD×3 LOT_CLAIM×3 LOT_FROM×3 LOT_TO×3, in the order put in; 0 where there is no card
    32  seat 0: HAND×11 HAND_CARDS HAND_KINDS … FRONT×11 FRONT_CARDS POINTS; seat s begins 32·s further on
    224 PILE×40, of which NEXT_CARD… are still to be drawn, the next first; drawn cells are 0

HAND and FRONT count cards by value, Charon first; FRONT + CHARON are a seat's Charon. HAND_KINDS has a bit for each
value in the hand. ASKED, IN_GAME and WINNERS are sets of seats, a bit each. TO_ACT is -1 after the end, and REASON is
then not 0. Equal games have equal cells, so that states can be compared and looked up as bytes.

A **move** is a number 0…127: 0 accepts, 1 refuses, `2 + to·21 + statement` offers to seat `to`. Statements 0…10 put in
a Charon and claim that number, 11…20 the Creature `statement - 10` and its value. `legal_moves(state, moves)` lists
them ascending in `kernel.new_moves()` (8 bits each), `play(state, move)` changes the state in place and checks nothing.

    state, moves, deck = kernel.new_state(), kernel.new_moves(), …
    kernel.deal(state, players, first_seat, deck, size)
    while (count := kernel.legal_moves(state, moves)) > 0:
        kernel.play(state, moves[…below count…])

A state holds every card: it is for tests, self-play, and worlds that a bot imagines. A bot that plays makes one of its
view and its guess at what is hidden: `bridge.from_view(view, hidden)`.
"""
