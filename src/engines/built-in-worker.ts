import { parentPort } from 'node:worker_threads';
import type { BuiltInReply, BuiltInRequest, GameNumber } from './built-in-messages.ts';
import type { Choice, Situation } from './engine.ts';
import { GoPlayer } from './go/go-player.ts';
import { chooseGomoku } from './gomoku/choose-move.ts';

if (parentPort === null) throw new Error('built-in-worker is the inside of a worker thread');
const port = parentPort;

const goPlayers = new Map<GameNumber, GoPlayer>();

// An exception here is a bug: the thread ends, and the next request starts another one.
port.on('message', (request: BuiltInRequest) => port.postMessage(answer(request)));

function answer(request: BuiltInRequest): BuiltInReply {
  switch (request.kind) {
    case 'choose':
      return { kind: 'chosen', choice: choose(request.game, request.situation, request.budget) };
    case 'forget':
      goPlayers.delete(request.game);
      return { kind: 'forgotten' };
  }
}

function choose(game: GameNumber, situation: Situation, budget: number): Choice {
  const think = { budget, now: () => performance.now(), random: () => Math.random() };
  if (situation.game === 'gomoku') return chooseGomoku(situation, think);
  const player = goPlayers.get(game) ?? new GoPlayer();
  goPlayers.set(game, player);
  return player.choose(situation, think);
}
