import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { arbitraryParameters } from '../../test/support/lobby/arbitrary-command.ts';
import { arbitraryInput, JOIN, PROTOCOLS } from '../../test/support/lobby/arbitrary-input.ts';
import type { Command } from './command.ts';
import type { Input } from './input.ts';
import { isInput } from './input-check.ts';
import { Lobby } from './lobby.ts';

const OPTIONS = { protocols: PROTOCOLS, grace: 30_000, resume: 60_000, idle: 120_000 };
const CLIENT = { protocol: 'nu6', listener: 'plain', address: 'home' };

const arbitraryValue = fc.oneof(
  fc.constantFrom<unknown>(null, -1, 0.5, 1e308, 2 ** 53, '', '__proto__', 'constructor', [], {}, [null], true),
  fc.jsonValue(),
);

/** The paths of all fields of a value, at any depth. Each record also has the path of an unknown field. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [
    path,
    [...path, 'unknown'],
    ...Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name])),
  ];
}

/** Replaces one field of a value. */
function replaceField(value: unknown, [name, ...path]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const replaced = replaceField((value as Record<string, unknown>)[name], path, replacement);
  return Array.isArray(value) && name !== 'unknown'
    ? value.with(Number(name), replaced)
    : { ...(value as object), [name]: replaced };
}

/** A command that starts a game at once: the player plays against itself. */
const practice: fc.Arbitrary<Input> = fc.record({
  kind: fc.constant('command'),
  player: fc.constantFrom(3, 4, 5),
  command: fc.record({ kind: fc.constant('seek'), parameters: arbitraryParameters, opponentKind: fc.constant('self') }),
});

const malformed = fc
  .tuple(fc.oneof(arbitraryInput, practice), fc.nat(), arbitraryValue)
  .map(([valid, index, replacement]) => {
    const paths = pathsOf(valid);
    return replaceField(valid, paths[index % paths.length]!, replacement);
  });

const inputs = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: malformed },
    { weight: 4, arbitrary: arbitraryInput as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: arbitraryValue },
  ),
  { maxLength: 120, size: 'max' },
);

describe('the lobby', () => {
  test('throws for no input, and its snapshots stay readable', () => {
    let ignored = 0;
    fc.assert(
      fc.property(inputs, fc.array(fc.double()), (inputs, times) => {
        const lobby = new Lobby(OPTIONS);
        const enter: Command = { kind: 'enter' };
        for (const player of [1, 2, 3, 4, 5])
          lobby.step({ kind: 'command', player, client: CLIENT, command: enter }, 0);
        for (const player of [1, 2]) lobby.step({ kind: 'command', player, command: JOIN }, 0);
        for (const [index, each] of inputs.entries()) {
          lobby.step(each as Input, times[index] ?? index * 1_000);
          if (!isInput(each)) ignored++;
        }
        const bytes = JSON.stringify(lobby.snapshot());
        const restored = new Lobby(OPTIONS);
        restored.restore(JSON.parse(bytes));
        assert.equal(JSON.stringify(restored.snapshot()), bytes);
      }),
      { numRuns: 500 },
    );
    assert(ignored > 1_000, `only ${ignored} inputs were malformed`);
  });

  const play = { kind: 'play', point: 0 } as unknown as Command;
  const playInput = { kind: 'command', player: 1, command: play };
  const malformedInputs: readonly [string, unknown][] = [
    ['a player that is not a number', { ...playInput, player: '1' }],
    ['a negative point', { ...playInput, command: { ...play, point: -1 } }],
    ['a fraction as a point', { ...playInput, command: { ...play, point: 0.5 } }],
    ['no command', { kind: 'command', player: 1 }],
    ['an unknown command', { ...playInput, command: { kind: 'toString' } }],
    [
      'a board without lines',
      { ...playInput, command: { ...JOIN, parameters: { game: 'gomoku', size: 0, rule: 'caro' } } },
    ],
    ['a client without an address', { ...playInput, client: { protocol: 'nu6', listener: 'plain' } }],
    ['an unknown kind', { kind: 'restart' }],
    ['no kind', {}],
    ['null', null],
  ];
  for (const [what, value] of malformedInputs) test(`rejects ${what}`, () => assert.equal(isInput(value), false));

  test('accepts every valid input', () => fc.assert(fc.property(arbitraryInput, (each) => assert(isInput(each)))));

  test('refuses a point off the board', () => {
    const lobby = new Lobby(OPTIONS);
    for (const player of [1, 2])
      for (const command of [{ kind: 'enter' } as const, JOIN])
        lobby.step({ kind: 'command', player, client: CLIENT, command }, 0);
    const offBoard = { kind: 'command', player: 1, command: { ...play, point: 9 } } as Input;
    assert.deepEqual(lobby.step(offBoard, 0).answer, { kind: 'refused', why: 'off-board' });
  });
});
