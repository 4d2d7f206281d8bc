import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { GoClient } from './go-client.ts';
import { GomokuRecord } from './gomoku-record.ts';
import { GomokursClient } from './gomokurs.ts';
import { pick, type RandomInt } from './random.ts';
import type { GameClient } from './returning-client.ts';
import { WebClient } from './web.ts';

const OFF_BOARD = { x: 0, y: 131 };

/** How many of 1,000 moves are illegal, and how many are resignations. */
export interface MoveMistakes {
  readonly wrong: number;
  readonly resigns: number;
}

/** Makes a random move for a client whose turn it is: mostly a legal stone. */
export function playRandomMove(client: GameClient, { wrong, resigns }: MoveMistakes, randomInt: RandomInt): void {
  const choice = randomInt(1000);
  if (client instanceof GomokursClient) {
    if (choice < wrong) client.play({ x: 200, y: randomInt(200) });
    else client.play(emptyPoint(client.runningGame, randomInt));
  } else if (client instanceof WebClient && client.ownGame?.record instanceof GomokuRecord) {
    if (choice < wrong) client.play({ x: 0, y: client.ownGame.record.size });
    else if (choice < 2 * wrong) client.pass();
    else client.play(emptyPoint(client.ownGame.record, randomInt));
  } else if (client.runningGame?.isUncertain) client.resign();
  else if (choice < wrong) client.play(illegalPoint(client, randomInt));
  else if (choice < wrong + resigns) client.resign();
  else playGo(client, randomInt);
}

function emptyPoint(game: GomokuRecord | undefined, randomInt: RandomInt): BoardCoordinates {
  if (game === undefined) throw new Error('no game is running');
  const all = Array.from({ length: game.size ** 2 }, (_, index) => ({
    x: index % game.size,
    y: Math.floor(index / game.size),
  }));
  return pick(
    randomInt,
    all.filter((point) => game.at(point) === undefined),
  );
}

function playGo(client: GoClient, randomInt: RandomInt): void {
  const game = client.runningGame;
  if (game === undefined) throw new Error('no game is running');
  const points = game.board.points;
  // Every client stops playing stones in a long game, and passes at times.
  const isLong = game.moves.length > points.length;
  if (!isLong || randomInt(3) > 0) {
    for (let attempt = 0; attempt < 12; attempt++) {
      const point = pick(randomInt, points);
      if (game.judge(point) !== undefined) continue;
      client.play(game.coordinatesOf(point));
      return;
    }
  }
  client.pass();
}

/** A point off the board, on a stone, or forbidden by ko. */
function illegalPoint({ runningGame: game }: GoClient, randomInt: RandomInt): BoardCoordinates {
  const why = pick(randomInt, ['off-board', 'occupied', 'ko', 'ko'] as const);
  const illegal = game?.board.points.filter((point) => game.judge(point) === why) ?? [];
  return game === undefined || illegal.length === 0 ? OFF_BOARD : game.coordinatesOf(pick(randomInt, illegal));
}

/** Plays off the board out of turn. If the move arrives when it is the client's turn, it is illegal too. */
export const playOutOfTurn = (client: GoClient): void => client.play(OFF_BOARD);
