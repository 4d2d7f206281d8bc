// A Go bot over the protocol nu6, without a library: java GoBot.java [port] [name]

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;

public class GoBot {
  static final int SIZE = 9;
  /** After this many moves the bot passes. Otherwise two weak bots would never stop. */
  static final int MAX_MOVES = 20;

  final OutputStream out;
  String color = "";
  String turn = "";
  int moves = 0;
  int passes = 0;
  /** The points that have never had a stone, in random order. */
  final List<Integer> free = new ArrayList<>();
  final LinkedList<Integer> candidates = new LinkedList<>();

  GoBot(OutputStream out) {
    this.out = out;
    for (int point = 0; point < SIZE * SIZE; point++) free.add(point);
    Collections.shuffle(free);
  }

  public static void main(String[] args) throws IOException {
    int port = args.length > 0 ? Integer.parseInt(args[0]) : 1919;
    String name = args.length > 1 ? args[1] : "java-bot";
    try (Socket socket = new Socket("127.0.0.1", port)) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      GoBot bot = new GoBot(socket.getOutputStream());
      bot.send("CORE.HELLO~" + name);
      for (String line = in.readLine(); line != null && !line.startsWith("CORE.BYE"); line = in.readLine()) {
        bot.onLine(line.strip());
      }
    }
  }

  void onLine(String line) throws IOException {
    String[] fields = line.split("~");
    switch (fields[0]) {
      case "CORE.HELLO" -> send("CORE.NEWGAME~" + SIZE);
      case "CORE.MATCH" -> { // Black begins.
        color = fields[1];
        turn = "BLACK";
        play();
      }
      case "CORE.MOVE", "CORE.PASS" -> { // The server sends every move to both players.
        if (turn.equals(color)) moves++;
        passes = fields[0].equals("CORE.PASS") ? passes + 1 : 0;
        turn = turn.equals("BLACK") ? "WHITE" : "BLACK";
        if (passes == 0) free.remove(Integer.valueOf(fields[1]));
        play();
      }
      case "CORE.ERROR" -> { // The move was suicide. Try the next point.
        if (fields[1].equals("ILLEGAL")) tryNext();
        else System.out.println(line);
      }
      case "CORE.GAMEOVER" -> {
        String result = fields[1].equals("DRAW") ? "a draw" : fields[1].toLowerCase() + " wins";
        System.out.printf("the end: %s, black %s, white %s%n", result, fields[2], fields[3]);
        send("CORE.BYE");
      }
      default -> System.out.println(line);
    }
  }

  /** Tries points that have never had a stone, until a move is legal. After two passes the game is over. */
  void play() throws IOException {
    if (!turn.equals(color) || passes == 2) return;
    candidates.clear();
    if (moves < MAX_MOVES) candidates.addAll(free);
    tryNext();
  }

  /** Tries the next point; passes after the last one. */
  void tryNext() throws IOException {
    send(candidates.isEmpty() ? "CORE.PASS" : "CORE.MOVE~" + candidates.poll());
  }

  void send(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
