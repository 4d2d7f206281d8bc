import { TcpClient } from '../../test/e2e/serve/tcp-client.ts';

const LINES = 131;
/** Rows in fives: two of black stones, two of white ones and an empty one, so that no stone is ever captured. */
const [PERIOD, BLACK_ROWS, WHITE_ROWS] = [5, [0, 1], [2, 3]] as const;

const stonesOn = (rows: readonly number[]): string[] =>
  Array.from({ length: LINES * LINES }, (_, point) => point)
    .filter((point) => rows.includes(Math.floor(point / LINES) % PERIOD))
    .map((point) => `CORE.MOVE~${point}`);

/**
 * Plays some 27,000 turns of a game over nu6, nearly the most that a game can have: all black stones, each answered by a pass, and
 * then all white ones. Leaves the game running, and resolves to its number.
 */
export async function playLongGame(port: number): Promise<number> {
  const name = `long-game-${process.pid}`;
  const [black, white] = [await TcpClient.connect(port), await TcpClient.connect(port)];
  for (const [peer, own] of [
    [black, name],
    [white, `${name}-white`],
  ] as const) {
    peer.send(`CORE.HELLO~${own}`);
    await lineThat(peer, 'CORE.HELLO');
  }
  // The seek that was read first has black, so the answer to a second command tells that it has been read.
  black.send(`CORE.NEWGAME~${LINES}`, 'CORE.PASS');
  await lineThat(black, 'CORE.ERROR');
  white.send(`CORE.NEWGAME~${LINES}`);
  for (const peer of [black, white]) await lineThat(peer, 'CORE.MATCH');
  const blackTurns = stonesOn(BLACK_ROWS).flatMap((stone) => [stone, 'CORE.PASS']);
  const whiteTurns = stonesOn(WHITE_ROWS).flatMap((stone) => ['CORE.PASS', stone]);
  // Two passes in a row would end the game where the one changes into the other.
  const turns = [...blackTurns.slice(0, -1), ...whiteTurns.slice(1)];
  for (const [index, turn] of turns.entries()) {
    const [mover, other] = index % 2 === 0 ? [black, white] : [white, black];
    mover.send(turn);
    await Promise.all([lineThat(mover, turn), lineThat(other, turn)]);
  }
  const answer = await fetch(`http://127.0.0.1:${port}/api/lobby`);
  const { games } = (await answer.json()) as { games: readonly { game: number }[] };
  const found = games.find((each) => JSON.stringify(each).includes(name));
  if (found === undefined) throw new Error(`there is no game of ${name}`);
  return found.game;
}

/** Reads to the next line of the game, past what is said about players who come and go. */
async function lineThat(peer: TcpClient, start: string): Promise<void> {
  for (;;) {
    const line = await peer.line();
    if (line.startsWith(start)) return;
    if (line.startsWith('CORE.')) throw new Error(`"${line}" and not "${start}"`);
  }
}
