import { type Color, opposite } from '../../rules/color.ts';
import { handicapStones, splitPlacement } from '../../rules/go/handicap.ts';
import { ownersOf } from '../../rules/go/point-owners.ts';
import { type Point, square } from '../../rules/point.ts';
import type { GameRecord, RecordMove, RecordResult } from '../../rules/records/game-record.ts';
import { parseAnalysis } from '../../rules/records/move-analysis.ts';
import { makeRules } from '../../rules/records/rules-text.ts';
import type { HandicapPlacement } from '../game-parameters.ts';
import { Game } from './game.ts';
import { GameClocks } from './game-clocks.ts';
import type { GameEvent, JournalEntry } from './game-event.ts';
import { recordClockOf, timeDetails } from './game-record-time.ts';

/**
 * The most characters of all analyses in one record. Analyses of later moves are left out. The archive accepts a record of at most 1,500,000
 * characters.
 */
const MOST_ANALYSIS = 1_000_000;

/** The game record of a stored game, for SGF and JSON. */
export function gameRecordFromJournal(entries: readonly JournalEntry[]): GameRecord {
  const [first] = entries;
  if (first?.event.kind !== 'seated') throw new Error(`game ${first?.game} does not begin by being seated`);
  const { black, white, komi } = first.event;
  const { parameters, handicap, placement, time } = new Game(first.game, first.event, first.at);
  const names = { black: black.name, white: white.name };
  const moves: GameRecord['moves'][number][] = [];
  const clocks = time.kind === 'none' ? undefined : new GameClocks(time);
  let room = MOST_ANALYSIS;
  const analysisOf = ({ analysis }: { readonly analysis?: string }): Pick<RecordMove, 'analysis'> => {
    const read = analysis === undefined ? undefined : parseAnalysis(analysis);
    if (analysis === undefined || read === undefined) return {};
    // In SGF some characters are escaped, and the comment is there twice.
    const escaped = analysis.match(/[\]\\]/g)?.length ?? 0;
    room -= analysis.length + escaped + 2 * (read.comment?.length ?? 0);
    return room < 0 ? {} : { analysis: read };
  };
  const afterMove = (event: GameEvent & { kind: 'played' | 'passed' }): Pick<RecordMove, 'clock' | 'analysis'> => {
    clocks?.endTurn(event.color, event, 'moved');
    const analysis = analysisOf(event);
    if (clocks === undefined || event.spent === undefined) return analysis;
    return { clock: recordClockOf(clocks.stateOf(event.color)), ...analysis };
  };
  let result: RecordResult | undefined;
  for (const { event } of entries) {
    if (event.kind === 'played')
      moves.push({ kind: 'play', color: event.color, point: event.point, ...afterMove(event) });
    else if (event.kind === 'passed') moves.push({ kind: 'pass', color: event.color, ...afterMove(event) });
    else if (event.kind === 'undone') {
      const last = moves.at(-1);
      if (last !== undefined) clocks?.endTurn(opposite(last.color), event, 'taken-back');
      moves.splice(-event.turns);
    } else if (event.kind === 'adjourned')
      clocks?.endTurn(toMoveAfter(moves, handicap, placement), event, 'taken-back');
    else if (event.kind === 'reopened') Object.assign(names, { black: event.black.name, white: event.white.name });
    else if (event.kind === 'renamed') names[event.color] = event.name;
    else if (event.kind === 'ended') result = resultOf(event);
  }
  return {
    game: parameters.game,
    size: square(parameters.size),
    ...(parameters.game === 'go' ? { rules: makeRules(parameters.ruleset), komi } : { rules: parameters.rule }),
    ...names,
    date: new Date(first.at).toISOString().slice(0, 10),
    place: 'Tengen',
    ...(result === undefined ? {} : { result }),
    ...(handicap === 0 ? {} : { handicap }),
    ...(time.kind === 'none' ? {} : { details: timeDetails(time) }),
    ...(placement === 'free'
      ? splitPlacement(moves, handicap)
      : { setup: handicapStones(parameters.size, handicap), moves }),
    ...territoryOf(entries),
  };
}

function toMoveAfter(moves: GameRecord['moves'], handicap: number, placement: HandicapPlacement): Color {
  if (placement === 'free' && moves.length < handicap) return 'black';
  return moves.length === 0 ? (handicap === 0 ? 'black' : 'white') : opposite(moves.at(-1)?.color ?? 'white');
}

/** The territory of each side, if both sides agreed on the dead stones. */
function territoryOf(entries: readonly JournalEntry[]): Pick<GameRecord, 'territory'> {
  const [first] = entries;
  if (first?.event.kind !== 'seated' || !entries.some(({ event }) => event.kind === 'accepted')) return {};
  const game = new Game(first.game, first.event, first.at);
  for (const { event, at } of entries.slice(1)) if (event.kind !== 'ended') game.apply(event, at);
  const { marking } = game;
  if (marking?.isAgreed !== true) return {};
  const living = new Map(game.board.stones().map(({ point, color }) => [point, color]));
  for (const point of marking.dead) living.delete(point);
  const owners = ownersOf(square(game.parameters.size), (point) => living.get(point));
  const pointsOf = (color: Color): Point[] =>
    owners.flatMap((owner, point) => (owner === color && !living.has(point as Point) ? [point as Point] : []));
  const territory = { black: pointsOf('black'), white: pointsOf('white') };
  return territory.black.length + territory.white.length === 0 ? {} : { territory };
}

function resultOf({ winner, reason, score }: GameEvent & { kind: 'ended' }): RecordResult {
  switch (reason) {
    case 'score':
      if (winner === undefined || score === undefined) return { kind: 'draw' };
      return { kind: 'won', winner, by: 'score', margin: Math.abs(score.black - score.white) };
    case 'full':
    case 'agreed':
      return { kind: 'draw' };
    case 'abandoned':
    case 'stopped':
      return { kind: 'void' };
    case 'row':
    case 'resigned':
    case 'timed-out':
    case 'fouled':
    case 'left':
      return winner === undefined ? { kind: 'void' } : { kind: 'won', winner, by: HOW[reason] };
  }
}

const HOW = {
  row: 'unstated',
  resigned: 'resignation',
  'timed-out': 'time',
  fouled: 'forfeit',
  left: 'forfeit',
} as const;
