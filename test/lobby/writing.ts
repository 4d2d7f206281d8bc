import type { Answer } from '../../src/lobby/command.ts';
import type { Entry, GameEvent, SeatRecord } from '../../src/lobby/event.ts';
import type { Action, Ended, Notice, Started } from '../../src/lobby/notice.ts';
import type { Wish } from '../../src/lobby/wish.ts';
import { writePoint } from './words.ts';

/** How what the lobby says is written in a dialogue. `size` is that of the board that is talked of. */

export function writeAnswer(answer: Answer): string {
  switch (answer.kind) {
    case 'done':
    case 'waiting':
    case 'seated':
      return answer.kind;
    case 'entered':
      return `entered as ${answer.name}${answer.held ? ', a seat is held' : ''}`;
    case 'names':
      return `names: ${answer.names.join(', ') || 'nobody'}`;
    case 'refused':
      return `refused: ${answer.why}${answer.theirRules ? ', by their rules' : ''}`;
  }
}

export function writeNotice(notice: Notice, size: number): string {
  switch (notice.kind) {
    case 'started':
      return writeStarted(notice);
    case 'begun':
    case 'replaced':
    case 'farewell':
      return notice.kind;
    case 'played': {
      const taken = notice.captured
        .toSorted(inOrder)
        .map((point) => ` x${writePoint(size, point)}`)
        .join('');
      return `${notice.color} ${writePoint(size, notice.point)}${taken}`;
    }
    case 'passed':
      return `${notice.color} passes`;
    case 'ended':
      return `ended: ${writeEnd(notice)}`;
    case 'chat':
      return `${notice.from}${notice.fromOpponent ? ' (opposite)' : ''} to ${notice.to}: ${notice.text}`;
    case 'entered':
    case 'left':
      return `${notice.kind} ${notice.name}`;
  }
}

function writeStarted({ color, opponent, wish, komi, toMove, actions, stones, spent }: Started): string {
  const sits = `${color} against ${opponent}, ${writeWish(wish)}, komi ${komi}, ${toMove} to move`;
  const write = (action: Action): string => (action.kind === 'pass' ? 'pass' : writePoint(wish.size, action.point));
  const used = spent.black + spent.white === 0 ? '' : `, used ${spent.black} and ${spent.white} ms`;
  if (actions.length === 0) return sits + used;
  const on = (side: string): string =>
    stones
      .filter((stone) => stone.color === side)
      .map(({ point }) => point)
      .sort(inOrder)
      .map((point) => writePoint(wish.size, point))
      .join(' ') || 'nothing';
  return `${sits}, after ${actions.map(write).join(' ')}: black ${on('black')}, white ${on('white')}${used}`;
}

/** The lobby promises no order. */
const inOrder = (one: number, other: number): number => one - other;

const writeWish = (wish: Wish): string => (wish.game === 'go' ? `go ${wish.size}` : `gomoku ${wish.size} ${wish.rule}`);

function writeEnd({ winner, reason, score }: Pick<Ended, 'winner' | 'reason' | 'score'>): string {
  const points = score === undefined ? '' : `, ${score.black} to ${score.white}`;
  return `${winner ?? 'nobody'} wins, ${reason}${points}`;
}

export const writeEntry = ({ game, index, event }: Entry, size: number): string =>
  `game ${game} event ${index}: ${writeEvent(event, size)}`;

function writeEvent(event: GameEvent, size: number): string {
  const seat = ({ name, protocol }: SeatRecord): string => `${name} (${protocol})`;
  switch (event.kind) {
    case 'seated':
      return `seated ${seat(event.black)} and ${seat(event.white)}, komi ${event.komi}`;
    case 'played':
      return `${event.color} ${writePoint(size, event.point)}${event.spent === undefined ? '' : ` in ${event.spent} ms`}`;
    case 'passed':
      return `${event.color} passes`;
    case 'renamed':
      return `${event.color} is ${event.name}`;
    case 'resigned':
    case 'timed-out':
    case 'fouled':
    case 'left':
      return `${event.color} ${event.kind}`;
    case 'ended':
      return `ended: ${writeEnd({ score: undefined, ...event, winner: event.winner })}`;
  }
}
