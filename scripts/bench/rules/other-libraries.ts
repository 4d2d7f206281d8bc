import sabaki from '@sabaki/go-board';
import type { GobanEngine } from 'goban';
import type { RandomGame } from './random-games.ts';

/** The package's types declare an ES module, but the import is the class itself. */
const SabakiBoard = sabaki as unknown as typeof sabaki.default;

/** Sabaki's board, which is copied for each move and checks only simple ko. */
export function replaySabaki({ lines, moves }: RandomGame): InstanceType<typeof SabakiBoard> {
  let board = SabakiBoard.fromDimensions(lines);
  let sign: 1 | -1 = 1;
  for (const move of moves) {
    const vertex: [number, number] = [move % lines, Math.floor(move / lines)];
    const rules = { preventOverwrite: true, preventSuicide: true, preventKo: true };
    if (move >= 0) board = board.makeMove(sign, vertex, rules);
    sign = sign === 1 ? -1 : 1;
  }
  return board;
}

/** A substitute for a browser's `document`. goban needs one while it is loaded, because it has no build of its engine alone. */
const nothing: unknown = new Proxy(() => {}, {
  get: (_target, key) => (key === Symbol.toPrimitive ? () => '' : nothing),
  apply: () => nothing,
  construct: () => nothing as object,
  set: () => true,
});

async function loadGoban(): Promise<typeof GobanEngine> {
  const browser = {
    self: globalThis,
    window: { addEventListener: () => {} },
    document: nothing,
    CSSStyleSheet: undefined,
  };
  Object.assign(globalThis, browser);
  const { default: goban } = await import('goban');
  return goban.GobanEngine;
}

const Engine = await loadGoban();

/** The engine of OGS, which compares only the latest 30 positions to find a repetition. */
export function replayGoban({ lines, moves }: RandomGame): GobanEngine {
  const engine = new Engine({ width: lines, height: lines, rules: 'chinese', superko_algorithm: 'psk' });
  for (const move of moves) {
    if (move < 0) engine.place(-1, -1);
    else engine.place(move % lines, Math.floor(move / lines), true, true);
  }
  return engine;
}
