import { TcpClient } from '../../test/e2e/serve/tcp-client.ts';

const LINES = 131;
/** Rows in fives: two of black stones, two of white ones and an empty one, so that no stone is ever captured. */
const [PERIOD, BLACK_ROWS, WHITE_ROWS] = [5, [0, 1], [2, 3]] as const;

const stonesOn = (rows: readonly number[]): string[] =>
  Array.from({ length: LINES * LINES }, (_, point) => point)
    .filter((point) => rows.includes(Math.floor(point / LINES) % PERIOD))
    .map((point) => `CORE.MOVE~${point}`);

/**
 * Plays about 27,000 moves of a game over nu6, almost the maximum: all black stones, each followed by a pass, and then all white
 * stones. Leaves the game running, and resolves to its number.
 */
export async function playLongGame(port: number): Promise<number> {
  const name = `long-game-${process.pid}`;
  const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  for (const [peer, own] of [
    [black, name],
    [white, `${name}-white`],
  ] as const) {
    peer.send(`CORE.HELLO~${own}`);
    await readUntil(peer, 'CORE.HELLO');
  }
  // The player whose seek the server reads first has black. The answer to the second command shows that black's seek has been read.
  black.send(`CORE.NEWGAME~${LINES}`, 'CORE.PASS');
  await readUntil(black, 'CORE.ERROR');
  white.send(`CORE.NEWGAME~${LINES}`);
  for (const peer of [black, white]) await readUntil(peer, 'CORE.MATCH');
  const blackPart = stonesOn(BLACK_ROWS).flatMap((stone) => [stone, 'CORE.PASS']);
  const whitePart = stonesOn(WHITE_ROWS).flatMap((stone) => ['CORE.PASS', stone]);
  // One pass at the end of the first part and one at the start of the second are left out: two passes in a row end the game.
  const moves = [...blackPart.slice(0, -1), ...whitePart.slice(1)];
  for (const [index, move] of moves.entries()) {
    const [mover, other] = index % 2 === 0 ? [black, white] : [white, black];
    mover.send(move);
    await Promise.all([readUntil(mover, move), readUntil(other, move)]);
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  const { games } = (await answer.json()) as { games: readonly { game: number }[] };
  const found = games.find((each) => JSON.stringify(each).includes(name));
  if (found === undefined) throw new Error(`there is no game of ${name}`);
  return found.game;
}

/** Reads until a line begins with `start`. Skips lines about other players, such as chat. */
async function readUntil(peer: TcpClient, start: string): Promise<void> {
  for (;;) {
    const line = await peer.line();
    if (line.startsWith(start)) return;
    if (line.startsWith('CORE.')) throw new Error(`received "${line}" instead of "${start}"`);
  }
}
