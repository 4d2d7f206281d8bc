// A Gomoku bot over the binary protocol Gomokurs 0.2.0, without a library: java GomokuBot.java [port]

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

public class GomokuBot {
  final DataInputStream in;
  final DataOutputStream out;
  boolean[][] taken = new boolean[0][0];
  int lastX, lastY;

  GomokuBot(Socket socket) throws IOException {
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  public static void main(String[] args) throws IOException {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 1919;
    try (Socket socket = new Socket("127.0.0.1", port)) {
      new GomokuBot(socket).run();
    }
  }

  void run() throws IOException {
    sendText(0x0C, "0.2.0"); // PROTOCOL VERSION
    while (true) {
      int action = in.readUnsignedByte(); // Waits until the byte is there.
      switch (action) {
        case 0x00 -> {} // PROTOCOL COMPATIBLE needs no answer.
        case 0x01 -> start(in.readUnsignedByte());
        case 0x03 -> { // TURN x y, the opponent's stone
          take();
          play();
        }
        case 0x04 -> play(); // BEGIN: the first stone is ours
        case 0x05 -> { // BOARD: all stones of a game that continues, each with x, y and its owner
          for (int stones = in.readInt(); stones > 0; stones--) {
            take();
            in.readUnsignedByte();
          }
          play();
        }
        case 0x06 -> readText(); // INFO
        case 0x07 -> System.out.println("the end: " + new String[] {"draw", "win", "loss"}[in.readUnsignedByte()]);
        case 0x08 -> { // END
          return;
        }
        case 0x09 -> sendText(0x0F, "name=\"java-bot\""); // ABOUT: PLAYER DESCRIPTION
        case 0x0B -> System.out.println(readText()); // ERROR
        default -> throw new IOException("unexpected action " + action);
      }
    }
  }

  void start(int size) throws IOException {
    taken = new boolean[size][size];
    lastX = lastY = size / 2;
    out.writeByte(0x0D); // READY
  }

  /** Plays the free point that is nearest to our last stone. An illegal stone would lose the game. */
  void play() throws IOException {
    int bestX = -1, bestY = -1, shortest = Integer.MAX_VALUE;
    for (int x = 0; x < taken.length; x++) {
      for (int y = 0; y < taken.length; y++) {
        int distance = Math.max(Math.abs(x - lastX), Math.abs(y - lastY));
        if (taken[x][y] || distance >= shortest) continue;
        bestX = x;
        bestY = y;
        shortest = distance;
      }
    }
    lastX = bestX;
    lastY = bestY;
    taken[bestX][bestY] = true;
    out.write(new byte[] {0x0E, (byte) bestX, (byte) bestY}); // PLAY x y
  }

  void take() throws IOException {
    int x = in.readUnsignedByte();
    taken[x][in.readUnsignedByte()] = true;
  }

  /** Writes the length in four bytes, the highest first, and then the text as UTF-8. */
  void sendText(int action, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeByte(action);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  String readText() throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }
}
