import sabaki from '@sabaki/go-board';
import type { GobanEngine } from 'goban';
import type { Turns } from './random-games.ts';

/** Its types speak of an ES module; what comes is the class itself. */
const SabakiBoard = sabaki as unknown as typeof sabaki.default;

/** Sabaki's board: a new one for each move, with simple ko only. */
export function replaySabaki({ lines, turns }: Turns): InstanceType<typeof SabakiBoard> {
  let board = SabakiBoard.fromDimensions(lines);
  let sign: 1 | -1 = 1;
  for (const turn of turns) {
    const vertex: [number, number] = [turn % lines, Math.floor(turn / lines)];
    const rules = { preventOverwrite: true, preventSuicide: true, preventKo: true };
    if (turn >= 0) board = board.makeMove(sign, vertex, rules);
    sign = sign === 1 ? -1 : 1;
  }
  return board;
}

/** Whatever a page's document is asked for while goban is loaded: it has no build of its engine alone. */
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

/** The engine of OGS: it looks for a repetition in the latest 30 positions. */
export function replayGoban({ lines, turns }: Turns): GobanEngine {
  const engine = new Engine({ width: lines, height: lines, rules: 'chinese', superko_algorithm: 'psk' });
  for (const turn of turns) {
    if (turn < 0) engine.place(-1, -1);
    else engine.place(turn % lines, Math.floor(turn / lines), true, true);
  }
  return engine;
}
