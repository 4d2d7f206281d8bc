"""A Gomoku bot over the binary protocol Gomokurs 0.2.0, without a library: python3 gomoku_bot.py [port]"""

import socket
import struct
import sys

port = int(sys.argv[1]) if len(sys.argv) > 1 else 1919

connection = socket.create_connection(("127.0.0.1", port))
stream = connection.makefile("rb")


def read_byte():
    """Waits for the next byte."""
    return stream.read(1)[0]


def read_text():
    """Reads the length in four bytes, the highest first, and this many bytes of UTF-8."""
    (length,) = struct.unpack(">I", stream.read(4))
    return stream.read(length).decode()


def send_text(action, data):
    connection.sendall(struct.pack(">BI", action, len(data)) + data)


def play():
    """Plays the free point that is nearest to our last stone. An illegal stone would lose the game."""
    global last
    last = min(free, key=lambda point: max(abs(point[0] - last[0]), abs(point[1] - last[1])))
    free.discard(last)
    connection.sendall(bytes([0x0E, *last]))  # PLAY x y


free, last = set(), (0, 0)
send_text(0x0C, b"0.2.0")  # PROTOCOL VERSION
while True:
    action = read_byte()
    if action == 0x01:  # START size
        size = read_byte()
        free = {(x, y) for x in range(size) for y in range(size)}
        last = (size // 2, size // 2)
        connection.sendall(b"\x0d")  # READY
    elif action == 0x03:  # TURN x y, the opponent's stone
        free.discard((read_byte(), read_byte()))
        play()
    elif action == 0x04:  # BEGIN: the first stone is ours
        play()
    elif action == 0x05:  # BOARD: all stones of a game that continues, each with x, y and its owner
        (stones,) = struct.unpack(">I", stream.read(4))
        for x, y, _ in struct.iter_unpack("BBB", stream.read(3 * stones)):
            free.discard((x, y))
        play()
    elif action == 0x06:  # INFO
        read_text()
    elif action == 0x07:  # RESULT
        print("the end:", ("draw", "win", "loss")[read_byte()])
    elif action == 0x08:  # END
        break
    elif action == 0x09:  # ABOUT
        send_text(0x0F, b'name="python-bot"')  # PLAYER DESCRIPTION
    elif action == 0x0B:  # ERROR
        print(read_text())
    elif action != 0x00:  # PROTOCOL COMPATIBLE needs no answer.
        raise SystemExit(f"unexpected action {action}")
connection.close()
