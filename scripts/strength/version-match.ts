import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseGomokuMove } from '../../src/engines/gomoku/choose-gomoku-move.ts';
import { GOMOKU_SKILLS, type GomokuSkill } from '../../src/engines/gomoku/gomoku-levels.ts';
import type { Color } from '../../src/rules/color.ts';
import { GomokuPosition } from '../../src/rules/gomoku/gomoku-position.ts';
import type { GomokuRule } from '../../src/rules/gomoku/gomoku-rules.ts';
import { type Point, square } from '../../src/rules/point.ts';
import { vertexName } from '../../src/rules/vertex.ts';
import { balancedOpening } from './balanced-openings.ts';
import { type WinRate, winRate, winRateText } from './confidence-interval.ts';
import { ownProcessorTime } from './own-processor-time.ts';

interface VersionMatch {
  /** The folder of another version of Tengen. */
  readonly other: string;
  readonly games: number;
  readonly size: number;
  readonly rule: GomokuRule;
  /** Seconds of processor time for a move. */
  readonly seconds: number;
  readonly random: () => number;
}

interface Version {
  readonly choose: typeof chooseGomokuMove;
  readonly skill: GomokuSkill;
  /** Milliseconds of processor time for all moves. */
  used: number;
  /** The number of moves. */
  moves: number;
}

/** Plays level 6 of the Gomoku player against level 6 of another version. Each opening is played twice, with either colour. */
export async function playVersions(match: VersionMatch): Promise<WinRate> {
  const module = (name: string) =>
    import(pathToFileURL(resolve(match.other, 'src/engines/gomoku', name)).href) as Promise<unknown>;
  const { chooseGomokuMove: choose } = (await module('choose-gomoku-move.ts')) as {
    chooseGomokuMove: typeof chooseGomokuMove;
  };
  const { GOMOKU_SKILLS: skills } = (await module('gomoku-levels.ts')) as { GOMOKU_SKILLS: typeof GOMOKU_SKILLS };
  const present: Version = {
    choose: chooseGomokuMove,
    skill: { ...GOMOKU_SKILLS[6], nodes: Infinity },
    used: 0,
    moves: 0,
  };
  const other: Version = { choose, skill: { ...skills[6], nodes: Infinity }, used: 0, moves: 0 };
  let points = 0;
  for (let game = 0; game < match.games; game++) {
    const color: Color = game % 2 === 0 ? 'black' : 'white';
    const players = color === 'black' ? { black: present, white: other } : { black: other, white: present };
    const start = balancedOpening(match.size, Math.floor(game / 2));
    const { winner, stones } = playVersionGame(match, start, players);
    points += winner === undefined ? 0.5 : Number(winner === color);
    const result = winner === undefined ? 'drawn' : winner === color ? 'won' : 'lost';
    const moves = stones.map((point) => vertexName(square(match.size), point, 'gomoku')).join(' ');
    console.log(`${game + 1} ${color} ${result}; ${winRateText(winRate(points, game + 1))}: ${moves}`);
  }
  for (const [name, { used, moves }] of Object.entries({ present, other })) {
    console.log(`${name}: ${Math.round(used / moves)} ms of processor time for a move on average`);
  }
  return winRate(points, match.games);
}

function playVersionGame(
  { size, rule, seconds, random }: VersionMatch,
  start: readonly Point[],
  sides: Readonly<Record<Color, Version>>,
): { winner: Color | undefined; stones: readonly Point[] } {
  const position = new GomokuPosition(size, rule);
  const stones: Point[] = [];
  const play = (point: Point): void => {
    position.play(point);
    stones.push(point);
  };
  start.forEach(play);
  while (position.outcome === undefined) {
    const color = position.toMove;
    const version = sides[color];
    const situation = { game: 'gomoku', size, rule, color, setup: [...position.stones()], moves: [] } as const;
    const begin = ownProcessorTime();
    const timeUsed = (): number => (ownProcessorTime() - begin) / (1000 * seconds);
    const choice = version.choose(situation, version.skill, { timeUsed, random });
    version.used += ownProcessorTime() - begin;
    version.moves++;
    if (choice.kind !== 'play') throw new Error(`${color} chose to ${choice.kind}`);
    play(choice.point);
  }
  const { outcome } = position;
  return { winner: outcome.reason === 'row' ? outcome.winner : undefined, stones };
}
