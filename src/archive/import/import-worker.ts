import { parentPort } from 'node:worker_threads';
import { ok } from '../../result.ts';
import { lowerThreadPriority } from '../../thread-priority.ts';
import type { ImportedGame, ImportPage, ImportReply, ImportRequest, SgfFile } from './import-message.ts';
import { readImport } from './sgf-import.ts';

/** The maximum number of games of a page. */
const PAGE = 50;
/** Characters of the texts of a page. The last game may exceed them. */
const PAGE_LENGTH = 65_536;

if (parentPort === null) throw new Error('import-worker.ts must run in a worker thread');
lowerThreadPriority();
const port = parentPort;

let games: readonly ImportedGame[] = [];
let sent = 0;

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
  for (let length = 0; sent < games.length && some.length < PAGE && length < PAGE_LENGTH; sent++) {
    const game = games[sent]!;
    some.push(game);
    length += game.stored.length + (game.original.gzip?.length ?? 0);
  }
  return { games: some, isLast: sent === games.length, problems };
}
