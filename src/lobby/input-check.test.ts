import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parameters } from '../../test/support/lobby/arbitrary-command.ts';
import { input, JOIN, PROTOCOLS } from '../../test/support/lobby/arbitrary-input.ts';
import type { Command } from './command.ts';
import type { Input } from './input.ts';
import { isInput } from './input-check.ts';
import { Lobby } from './lobby.ts';

const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 60_000, idle: 120_000 };
const CLIENT = { protocol: 'nu6', listener: 'plain', address: 'home' };

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, -1, 0.5, 1e308, 2 ** 53, '', '__proto__', 'constructor', [], {}, [null], true),
  fc.jsonValue(),
);

/** All fields of a value, at any depth, and for each record one that is not known. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    [...path, 'surprise'],
    ...Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name])),
  ];
}

/** A value with something odd in the place of one of its fields. */
function spoil(value: unknown, [name, ...path]: readonly string[], oddity: unknown): unknown {
  if (name === undefined) return oddity;
  const spoiled = spoil((value as Record<string, unknown>)[name], path, oddity);
  return Array.isArray(value) && name !== 'surprise'
    ? value.with(Number(name), spoiled)
    : { ...(value as object), [name]: spoiled };
}

/** Begins a game at once, whatever its parameters. */
const practise: fc.Arbitrary<Input> = fc.record({
  kind: fc.constant('command'),
  player: fc.constantFrom(3, 4, 5),
  command: fc.record({ kind: fc.constant('seek'), parameters, opponentKind: fc.constant('self') }),
});

const spoiled = fc.tuple(fc.oneof(input, practise), fc.nat(), odd).map(([whole, at, oddity]) => {
  const paths = pathsOf(whole);
  return spoil(whole, paths[at % paths.length]!, oddity);
});

const inputs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: spoiled },
    { weight: 4, arbitrary: input as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: odd },
  ),
  { maxLength: 120, size: 'max' },
);

describe('the lobby', () => {
  test('throws for no input, whatever its fields, and its snapshots stay readable', () => {
    let ignored = 0;
    fc.assert(
      fc.property(inputs, fc.array(fc.double()), (all, times) => {
        const lobby = new Lobby(OPTIONS);
        const enter: Command = { kind: 'enter' };
        for (const player of [1, 2, 3, 4, 5])
          lobby.step({ kind: 'command', player, client: CLIENT, command: enter }, 0);
        for (const player of [1, 2]) lobby.step({ kind: 'command', player, command: JOIN }, 0);
        for (const [index, each] of all.entries()) {
          lobby.step(each as Input, times[index] ?? index * 1_000);
          if (!isInput(each)) ignored++;
        }
        const bytes = JSON.stringify(lobby.snapshot());
        const again = new Lobby(OPTIONS);
        again.restore(JSON.parse(bytes));
        assert.equal(JSON.stringify(again.snapshot()), bytes);
      }),
      { numRuns: 500 },
    );
    assert(ignored > 1_000, `only ${ignored} inputs were malformed`);
  });

  const play = { kind: 'play', point: 0 } as unknown as Command;
  const asked = { kind: 'command', player: 1, command: play };
  const unlike: readonly [string, unknown][] = [
    ['a player that is no number', { ...asked, player: '1' }],
    ['a point beside the numbers of points', { ...asked, command: { ...play, point: -1 } }],
    ['a part of a point', { ...asked, command: { ...play, point: 0.5 } }],
    ['no command', { kind: 'command', player: 1 }],
    ['a command that is not known', { ...asked, command: { kind: 'toString' } }],
    [
      'a board without lines',
      { ...asked, command: { ...JOIN, parameters: { game: 'gomoku', size: 0, rule: 'caro' } } },
    ],
    ['a client without an address', { ...asked, client: { protocol: 'nu6', listener: 'plain' } }],
    ['a kind that is not known', { kind: 'restart' }],
    ['no kind', {}],
    ['nothing', null],
  ];
  for (const [what, value] of unlike) test(`takes ${what} for no input`, () => assert.equal(isInput(value), false));

  test('takes every input of its own for one', () => fc.assert(fc.property(input, (each) => assert(isInput(each)))));

  test('has a point beyond the board refused', () => {
    const lobby = new Lobby(OPTIONS);
    for (const player of [1, 2])
      for (const command of [{ kind: 'enter' } as const, JOIN])
        lobby.step({ kind: 'command', player, client: CLIENT, command }, 0);
    const beyond = { kind: 'command', player: 1, command: { ...play, point: 9 } } as Input;
    assert.deepEqual(lobby.step(beyond, 0).answer, { kind: 'refused', why: 'off-board' });
  });
});
