"""A Gomoku bot over the binary protocol Gomokurs 0.2.0, without a library: python3 gomoku_bot.py [port]"""

import socket
import struct
import sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 1919

connection = socket.create_connection(("127.0.0.1", port))
stream = connection.makefile("rb")


def number():
    """The next byte. The stream waits until it is there."""
    return stream.read(1)[0]


def text():
    """Four bytes of length, the highest first, and so many bytes of UTF-8."""
    (length,) = struct.unpack(">I", stream.read(4))
    return stream.read(length).decode()


def play():
    """Plays the free point that is nearest to our last stone. An illegal stone would lose the game."""
    global last
    last = min(free, key=lambda point: max(abs(point[0] - last[0]), abs(point[1] - last[1])))
    free.discard(last)
    connection.sendall(bytes([0x0E, *last]))  # PLAY x y


free, last = set(), (0, 0)
version = b"0.2.0"
connection.sendall(b"\x0c" + struct.pack(">I", len(version)) + version)  # PROTOCOL VERSION
while True:
    action = number()
    if action == 0x01:  # START size
        size = number()
        free = {(x, y) for x in range(size) for y in range(size)}
        last = (size // 2, size // 2)
        connection.sendall(b"\x0d")  # READY
    elif action == 0x03:  # TURN x y, the opponent's stone
        free.discard((number(), number()))
        play()
    elif action == 0x04:  # BEGIN: the first stone is ours
        play()
    elif action == 0x06:  # INFO
        text()
    elif action == 0x07:  # RESULT
        print("the end:", ("draw", "win", "loss")[number()])
    elif action == 0x08:  # END
        break
    elif action == 0x0B:  # ERROR
        print(text())
    elif action not in (0x00, 0x09):  # PROTOCOL COMPATIBLE and ABOUT need no answer.
        raise SystemExit(f"unexpected action {action}")
connection.close()
