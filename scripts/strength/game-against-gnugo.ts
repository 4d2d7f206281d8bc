import type { EngineChoice, GoSituation } from '../../src/engines/engine.ts';
import { chooseGoMove } from '../../src/engines/go/choose-go-move.ts';
import { GO_SKILLS } from '../../src/engines/go/go-levels.ts';
import { parseMove } from '../../src/engines/gtp/gtp-codec.ts';
import type { Level } from '../../src/engines/level.ts';
import type { Move } from '../../src/lobby/games/game-event.ts';
import { type Color, opposite } from '../../src/rules/color.ts';
import { GoPosition } from '../../src/rules/go/go-position.ts';
import type { GoRuleset, Score } from '../../src/rules/go/ruleset.ts';
import { square } from '../../src/rules/point.ts';
import { vertexName } from '../../src/rules/vertex.ts';
import type { GnuGo } from './gnugo.ts';
import { ownProcessorTime } from './own-processor-time.ts';

const RULES: GoRuleset = { ko: 'positional', suicide: 'forbidden' };

export interface GnuGoGameSettings {
  readonly size: number;
  readonly komi: number;
  /** The colour of the built-in player. */
  readonly color: Color;
  readonly level: Level;
  random(): number;
}

export interface GnuGoGameResult {
  /** 1 if the built-in player won, 0 if it lost, or a half. */
  readonly points: number;
  readonly how: string;
  readonly moves: number;
  readonly playouts: number;
  /** Milliseconds of processor time for the playouts. */
  readonly searchTime: number;
  /** Milliseconds for the move that took longest. */
  readonly longest: number;
  /** Whether the score of the final board has another winner than GNU Go's score, which removes stones that GNU Go considers dead. */
  readonly disputed: boolean;
}

/** Plays one game. It ends with two passes, a resignation, or after four times as many moves as the board has points. */
export async function playAgainstGnuGo(settings: GnuGoGameSettings, opponent: GnuGo): Promise<GnuGoGameResult> {
  const { size, komi, color } = settings;
  const position = new GoPosition(square(size));
  const moves: Move[] = [];
  let playouts = 0;
  let searchTime = 0;
  let longest = 0;
  const seed = Math.floor(settings.random() * 2 ** 24);
  for (const command of [`boardsize ${size}`, 'clear_board', `komi ${komi}`, `set_random_seed ${seed}`]) {
    await opponent.send(command);
  }
  const end = (points: number, how: string, disputed = false) => ({
    points,
    how,
    moves: moves.length,
    playouts,
    searchTime,
    longest,
    disputed,
  });

  while (!position.isOver && moves.length < 4 * size * size) {
    const toMove: Color = moves.length % 2 === 0 ? 'black' : 'white';
    let choice: EngineChoice;
    if (toMove === color) {
      const situation: GoSituation = { game: 'go', size, color, komi, setup: [], moves, rulesets: [RULES] };
      const start = ownProcessorTime();
      const made = chooseGoMove(situation, GO_SKILLS[settings.level], { timeUsed: () => 0, random: settings.random });
      const time = ownProcessorTime() - start;
      searchTime += time;
      longest = Math.max(longest, time);
      playouts += made.playouts;
      choice = made.choice;
      if (choice.kind === 'resign') return end(0, 'resigned');
      await opponent.send(`play ${toMove} ${choice.kind === 'pass' ? 'pass' : vertexName(square(size), choice.point)}`);
    } else {
      const answer = await opponent.send(`genmove ${toMove}`);
      const move = parseMove(square(size), answer);
      if (move === undefined) throw new Error(`GNU Go answered ${answer}`);
      choice = move;
      if (choice.kind === 'resign') return end(1, 'GNU Go resigned');
    }
    if (choice.kind === 'pass') position.pass(toMove);
    else {
      const refusal = position.judge(toMove, choice.point, RULES);
      if (refusal !== undefined) return end(toMove === color ? 0 : 1, `${toMove} played an illegal move: ${refusal}`);
      position.play(toMove, choice.point);
    }
    moves.push({ ...choice, color: toMove } as Move);
  }
  const judged = await opponent.send('final_score');
  const points = pointsByVerdict(color, judged);
  return end(
    points,
    `${judged}${position.isOver ? '' : ' after too many moves'}`,
    points !== pointsByBoard(color, position.score(komi)),
  );
}

/** `judged` is `B+3.5`, `W+0.5` or `0`, for example. */
const pointsByVerdict = (color: Color, judged: string): number =>
  judged.startsWith('0') ? 0.5 : judged.startsWith(color === 'black' ? 'B' : 'W') ? 1 : 0;

const pointsByBoard = (color: Color, score: Score): number =>
  score.black === score.white ? 0.5 : score[color] > score[opposite(color)] ? 1 : 0;
