import type { Entry } from '../lobby/event.ts';
import { Game } from '../lobby/game.ts';

/** Plays a game once more, from its first event to its last. Throws for one that was not played by the rules. */
export function replay(entries: readonly Entry[]): Game {
  const [first, ...rest] = entries;
  if (first?.event.kind !== 'seated') throw new Error('it does not begin by being seated');
  const game = new Game(first.game, first.event, first.at);
  for (const { event, at, index } of rest) {
    if (game.ended) throw new Error('it goes on after its end');
    const isTurn = event.kind === 'played' || event.kind === 'passed';
    const isWrong =
      (isTurn && event.color !== game.toMove) ||
      (event.kind === 'played' && game.board.judge(event.point) !== undefined);
    if (isWrong) throw new Error(`event ${index} is against the rules`);
    game.apply(event, at);
  }
  return game;
}
