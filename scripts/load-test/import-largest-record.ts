import { maximumMoves } from '../../src/rules/maximum-moves.ts';
import { square } from '../../src/rules/point.ts';

/** The largest board that SGF can write. */
const LINES = 52;
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A record with the maximum number of moves: stones on every second row, which capture nothing, and then passes. */
function largestRecord(): string {
  const moves: string[] = [];
  for (let y = 0; y < LINES; y += 2) for (let x = 0; x < LINES; x++) moves.push(`${LETTERS[x]}${LETTERS[y]}`);
  while (moves.length < maximumMoves(square(LINES))) moves.push('');
  const nodes = moves.map((move, index) => `;${index % 2 === 0 ? 'B' : 'W'}[${move}]`);
  return `(;GM[1]FF[4]SZ[${LINES}]${nodes.join('')})`;
}

/** Reserves a name or signs in, imports the record, and resolves to the number of the game. */
export async function importLargestRecord(port: number): Promise<number> {
  const server = `http://127.0.0.1:${port}`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'librarian', password: 'largest records' });
  const reserved = await fetch(`${server}/api/accounts`, { method: 'POST', headers, body });
  const signedIn = reserved.ok ? reserved : await fetch(`${server}/api/session`, { method: 'POST', headers, body });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`not signed in: ${signedIn.status} ${await signedIn.text()}`);
  const answer = await fetch(`${server}/api/archive`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-go-sgf', Cookie: cookie },
    body: largestRecord(),
  });
  const text = await answer.text();
  const [game] = (JSON.parse(text) as { games?: number[] }).games ?? [];
  if (game === undefined) throw new Error(`not imported: ${text.slice(0, 500)}`);
  return game;
}
