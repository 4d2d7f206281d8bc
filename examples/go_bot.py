"""A Go bot over the protocol nu6, without a library: python3 go_bot.py [port] [name]"""

import random
import socket
import sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 1919
name = sys.argv[2] if len(sys.argv) > 2 else "python-bot"
SIZE = 9
MAX_MOVES = 20  # After this many moves the bot passes. Otherwise two weak bots would never stop.

connection = socket.create_connection(("127.0.0.1", port))
lines = connection.makefile("r", encoding="utf-8", newline="\n")


def send(*fields):
    connection.sendall(("~".join(map(str, fields)) + "\n").encode())


def try_next():
    """Tries the next point; passes after the last one."""
    if candidates:
        send("CORE.MOVE", candidates.pop())
    else:
        send("CORE.PASS")


def play():
    """Tries points that have never had a stone, until a move is legal. After two passes the game is over."""
    global candidates
    if turn != color or passes == 2:
        return
    candidates = list(free) if moves < MAX_MOVES else []
    try_next()


color, turn, moves, passes, candidates = None, None, 0, 0, []
free = random.sample(range(SIZE * SIZE), SIZE * SIZE)  # All points, in random order.
send("CORE.HELLO", name)
for line in lines:
    word, *fields = line.strip().split("~")
    if word == "CORE.HELLO":
        send("CORE.NEWGAME", SIZE)
    elif word == "CORE.MATCH":  # Black begins.
        color, turn = fields[0], "BLACK"
        play()
    elif word in ("CORE.MOVE", "CORE.PASS"):  # The server sends every move to both players.
        moves += turn == color
        passes = passes + 1 if word == "CORE.PASS" else 0
        turn = "WHITE" if turn == "BLACK" else "BLACK"
        if word == "CORE.MOVE" and int(fields[0]) in free:
            free.remove(int(fields[0]))
        play()
    elif word == "CORE.ERROR" and fields[0] == "ILLEGAL":  # The move was suicide. Try the next point.
        try_next()
    elif word == "CORE.GAMEOVER":
        winner, black, white = fields[:3]
        result = "a draw" if winner == "DRAW" else f"{winner.lower()} wins"
        print(f"the end: {result}, black {black}, white {white}")
        break
    else:
        print(line.strip())
connection.close()
