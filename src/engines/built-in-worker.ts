import { parentPort } from 'node:worker_threads';
import type { BuiltInReply, BuiltInRequest } from './built-in-messages.ts';
import { chooseByLevel } from './choose-by-level.ts';
import { randomNumbers } from './random-numbers.ts';

if (parentPort === null) throw new Error('built-in-worker is the inside of a worker thread');
const port = parentPort;

// An exception here is a bug: the thread ends, and the next request starts another one.
port.on('message', (request: BuiltInRequest) => port.postMessage(answer(request)));

function answer({ situation, level, seed, game, limit }: BuiltInRequest): BuiltInReply {
  const start = performance.now();
  const timeUsed = () => (performance.now() - start) / limit;
  return { choice: chooseByLevel(situation, level, randomNumbers(seed, game, situation.moves.length), timeUsed) };
}
