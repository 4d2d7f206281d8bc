import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { GoClient } from './go-client.ts';
import { GomokuRecord } from './gomoku-record.ts';
import { GomokursClient } from './gomokurs.ts';
import { pick, type RandomInt } from './random.ts';
import type { GameClient } from './returning-client.ts';
import { WebClient } from './web.ts';

const OFF_BOARD = { x: 0, y: 131 };

/** Of a thousand turns, so many are wrong, and so many give the game up. */
export interface MoveMistakes {
  readonly wrong: number;
  readonly resigns: number;
}

/** Takes a turn for a client that is on turn: mostly a legal stone, anywhere. */
export function playRandomMove(client: GameClient, { wrong, resigns }: MoveMistakes, roll: RandomInt): void {
  const mood = roll(1000);
  if (client instanceof GomokursClient) {
    if (mood < wrong) client.play({ x: 200, y: roll(200) });
    else client.play(emptyPoint(client.runningGame, roll));
  } else if (client instanceof WebClient && client.ownGame?.record instanceof GomokuRecord) {
    if (mood < wrong) client.play({ x: 0, y: client.ownGame.record.size });
    else if (mood < 2 * wrong) client.pass();
    else client.play(emptyPoint(client.ownGame.record, roll));
  } else if (client.runningGame?.isUncertain) client.resign();
  else if (mood < wrong) client.play(illegalPoint(client, roll));
  else if (mood < wrong + resigns) client.resign();
  else playGo(client, roll);
}

function emptyPoint(playing: GomokuRecord | undefined, roll: RandomInt): BoardCoordinates {
  if (playing === undefined) throw new Error('on turn, and in no game');
  const all = Array.from({ length: playing.size ** 2 }, (_, index) => ({
    x: index % playing.size,
    y: Math.floor(index / playing.size),
  }));
  return pick(
    roll,
    all.filter((place) => playing.at(place) === undefined),
  );
}

function playGo(client: GoClient, roll: RandomInt): void {
  const game = client.runningGame;
  if (game === undefined) throw new Error('on turn, and in no game');
  const points = game.board.points;
  // Nobody plays for ever, and everybody answers a pass at times.
  const tired = game.moves.length > points.length;
  if (!tired || roll(3) > 0) {
    for (let attempt = 0; attempt < 12; attempt++) {
      const point = pick(roll, points);
      if (game.judge(point) !== undefined) continue;
      client.play(game.coordinatesOf(point));
      return;
    }
  }
  client.pass();
}

/** Off the board, on a stone, or where only the rule of ko forbids it. */
function illegalPoint({ runningGame: game }: GoClient, roll: RandomInt): BoardCoordinates {
  const why = pick(roll, ['off-board', 'occupied', 'ko', 'ko'] as const);
  const illegal = game?.board.points.filter((point) => game.judge(point) === why) ?? [];
  return game === undefined || illegal.length === 0 ? OFF_BOARD : game.coordinatesOf(pick(roll, illegal));
}

/** Out of turn, what no rule allows in turn: wherever it arrives, it changes nothing. */
export const playOutOfTurn = (client: GoClient): void => client.play(OFF_BOARD);
