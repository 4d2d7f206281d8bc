/** The answer to `help`, for users of a terminal. */
export const HELP_LINES: readonly string[] = [
  'who                          the players',
  'games                        the running games',
  'match NAME B 9 10 5          ask NAME for a game: your colour, lines, minutes, minutes for each 25 stones',
  'decline NAME, withdraw       refuse such a request, take yours back',
  'seek 9                       wait for any opponent on 9 lines; seek cancel',
  'D4, pass, undo, resign       play; while dead stones are marked, D4 marks a chain, done accepts',
  'adjourn, stored, load WHITE-BLACK   interrupt a game between two accounts, and go on with it',
  'stats NAME, results NAME     a player, its last games',
  'score, time, refresh         the area, the clocks, the board',
  'observe N, moves N           watch game N, all its moves',
  'tell NAME, say, kibitz, shout   speak to one player, to your opponent, to those who watch, to all',
  'yell (or ;)                  speak to all, on the channel',
  'toggle client off            lines without numbers, with boards',
  'toggle quiet on              no news of other players',
  'quit                         goodbye; a running game is lost',
];
