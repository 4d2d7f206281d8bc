import { parentPort } from 'node:worker_threads';
import { ok } from '../../result.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import type { ImportedGame, ImportPage, ImportReply, ImportRequest, SgfFile } from './import-message.ts';
import { readImport } from './sgf-import.ts';

/** The limits of a page: games, and characters. The last game may exceed the characters. */
const PAGE = 50;
const PAGE_LENGTH = 65_536;

if (parentPort === null) throw new Error('import-worker runs only as a worker thread');
lowerThreadPriority();
const port = parentPort;

let games: readonly ImportedGame[] = [];
let told = 0;

// The thread ends after one file.
port.on('message', (request: ImportRequest) => {
  const reply: ImportReply = request === 'more' ? ok(page([])) : read(request);
  port.postMessage(reply);
  if (!reply.ok || reply.value.isLast) port.close();
});

function read({ bytes, charset }: SgfFile): ImportReply {
  const file = readImport(bytes, charset);
  if (!file.ok) return file;
  games = file.value.games.map(({ record, ...rest }) => ({ ...rest, turns: record.moves.length }));
  return ok(page(file.value.problems));
}

function page(problems: readonly string[]): ImportPage {
  const some: ImportedGame[] = [];
  for (let length = 0; told < games.length && some.length < PAGE && length < PAGE_LENGTH; told++) {
    const game = games[told]!;
    some.push(game);
    length += game.stored.length + (game.original.gzip?.length ?? 0);
  }
  return { games: some, isLast: told === games.length, problems };
}
