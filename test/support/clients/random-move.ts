import type { BoardCoordinates } from '../../../src/rules/point.ts';
import type { GoClient } from './go-client.ts';
import { GomokuRecord } from './gomoku-record.ts';
import { GomokursClient } from './gomokurs.ts';
import { pick, type Roll } from './random.ts';
import type { GameClient } from './returning-client.ts';
import { WebClient } from './web.ts';

const OFF_BOARD = { x: 0, y: 131 };

/** Of a thousand turns, so many are wrong, and so many give the game up. */
export interface Temper {
  readonly wrong: number;
  readonly resigns: number;
}

/** Takes a turn for a client that is on turn: mostly a legal stone, anywhere. */
export function takeTurn(client: GameClient, { wrong, resigns }: Temper, roll: Roll): void {
  const mood = roll(1000);
  if (client instanceof GomokursClient) {
    if (mood < wrong) client.play({ x: 200, y: roll(200) });
    else client.play(emptyPlace(client.playing, roll));
  } else if (client instanceof WebClient && client.table?.record instanceof GomokuRecord) {
    if (mood < wrong) client.play({ x: 0, y: client.table.record.size });
    else if (mood < 2 * wrong) client.pass();
    else client.play(emptyPlace(client.table.record, roll));
  } else if (client.playing?.uncertain) client.resign();
  else if (mood < wrong) client.play(wrongPlace(client, roll));
  else if (mood < wrong + resigns) client.resign();
  else playGo(client, roll);
}

function emptyPlace(playing: GomokuRecord | undefined, roll: Roll): BoardCoordinates {
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

function playGo(client: GoClient, roll: Roll): void {
  const game = client.playing;
  if (game === undefined) throw new Error('on turn, and in no game');
  const points = game.board.points;
  // Nobody plays for ever, and everybody answers a pass at times.
  const tired = game.actions.length > points.length;
  if (!tired || roll(3) > 0) {
    for (let attempt = 0; attempt < 12; attempt++) {
      const point = pick(roll, points);
      if (game.judge(point) !== undefined) continue;
      client.play(game.place(point));
      return;
    }
  }
  client.pass();
}

/** Off the board, on a stone, or where only the rule of ko forbids it. */
function wrongPlace({ playing }: GoClient, roll: Roll): BoardCoordinates {
  const why = pick(roll, ['off-board', 'occupied', 'ko', 'ko'] as const);
  const wrong = playing?.board.points.filter((point) => playing.judge(point) === why) ?? [];
  return playing === undefined || wrong.length === 0 ? OFF_BOARD : playing.place(pick(roll, wrong));
}

/** Out of turn, what no rule allows in turn: wherever it arrives, it changes nothing. */
export const playOutOfTurn = (client: GoClient): void => client.play(OFF_BOARD);
