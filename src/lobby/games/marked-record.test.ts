import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square } from '../../rules/point.ts';
import { makeSgf } from '../../rules/records/sgf-record-codec.ts';
import { parseVertex } from '../../rules/vertex.ts';
import type { GameEvent, JournalEntry, SeatRecord } from './game-event.ts';
import { gameRecordFromJournal } from './game-record-from-journal.ts';

const GO = {
  game: 'go',
  size: 3,
  ruleset: { ko: 'positional', suicide: 'allowed' },
  komi: 0,
  fixedKomi: false,
} as const;
const seat = (name: string): SeatRecord => ({
  ...{ name, guest: false, protocol: 'web', listener: 'plain', address: 'home', parameters: GO, isTimed: true },
  canMark: true,
});
const OPTIONS = { rated: true, private: false, takeBack: true, estimate: false };
const point = (name: string) => parseVertex(square(3), name)!;

/** SGF of a game in which black has B1 to B3 and white has A1, which is dead. */
function sgfOf(...end: GameEvent[]): string {
  const seated: GameEvent = { kind: 'seated', black: seat('a'), white: seat('b'), komi: 0, options: OPTIONS };
  const played: GameEvent[] = ['B2', 'A1', 'B1', '', 'B3', '', ''].map((name, index) => {
    const color = index % 2 === 0 ? 'black' : 'white';
    return name === '' ? { kind: 'passed', color } : { kind: 'played', color, point: point(name) };
  });
  const marked: GameEvent[] = [{ kind: 'marking' }, { kind: 'marked', color: 'black', point: point('A1'), dead: true }];
  const events: GameEvent[] = [seated, ...played, ...marked, ...end];
  const sgf = makeSgf(
    gameRecordFromJournal(events.map((event, index): JournalEntry => ({ game: 1, index, at: 0, event }))),
  );
  assert(sgf.ok);
  return sgf.value;
}

const ACCEPTED: GameEvent[] = [
  { kind: 'accepted', color: 'black' },
  { kind: 'accepted', color: 'white' },
];
const ENDED: GameEvent = { kind: 'ended', winner: 'black', reason: 'score', score: { black: 9, white: 0 } };

test('SGF has the territory if both players agreed on the dead stones. Dead stones are part of the territory', () => {
  assert.match(sgfOf(...ACCEPTED, ENDED), /;B\[\]\nTB\[aa\]\[ca\]\[ab\]\[cb\]\[ac\]\[cc\]\)/);
});

test('SGF has no territory if the game continued after the marking', () => {
  const passes: GameEvent[] = [
    { kind: 'passed', color: 'white' },
    { kind: 'passed', color: 'black' },
  ];
  const resumed = sgfOf(ACCEPTED[0]!, { kind: 'resumed' }, ...passes, { ...ENDED, score: { black: 5, white: 1 } });
  assert.doesNotMatch(resumed, /T[BW]\[/);
});
