import { parentPort } from 'node:worker_threads';
import type { BuiltInWorkerReply, BuiltInWorkerRequest } from './built-in-worker-messages.ts';
import { chooseBuiltInMove } from './choose-built-in-move.ts';
import { randomNumbers } from './random-numbers.ts';

if (parentPort === null) throw new Error('built-in-worker is the inside of a worker thread');
const port = parentPort;

// The worker thread in which the built-in engines choose moves. An exception here is a bug: the thread ends, and the next
// request starts another one.
port.on('message', (request: BuiltInWorkerRequest) => port.postMessage(answer(request)));

function answer({ situation, level, seed, game, limit }: BuiltInWorkerRequest): BuiltInWorkerReply {
  const start = performance.now();
  const timeUsed = () => (performance.now() - start) / limit;
  return { choice: chooseBuiltInMove(situation, level, randomNumbers(seed, game, situation.moves.length), timeUsed) };
}
