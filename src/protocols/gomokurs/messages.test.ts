import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReadResult } from '../bytes.ts';
import {
  type MalformedAction,
  type ManagerAction,
  makeManagerAction,
  makePlayerAction,
  makeRefusal,
  type PlayerAction,
  parseManagerAction,
  parseOpening,
  parsePlayerAction,
  parseReply,
} from './messages.ts';
import type { Version } from './protocol-version.ts';

const bytes = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex');
const hex = (data: Uint8Array): string =>
  [...data].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(' ');

/** The numbers of the document's headings (0.1.0) and of the ruling (0.2.0), one row per action. */
const MANAGER: readonly (readonly [ManagerAction, string | undefined, string])[] = [
  [{ kind: 'compatible' }, '00', '00'],
  [{ kind: 'start', size: 20 }, '01 14', '01 14'],
  [{ kind: 'restart' }, undefined, '02'],
  [{ kind: 'turn', x: 0, y: 254 }, '02 00 FE', '03 00 FE'],
  [{ kind: 'begin' }, '03', '04'],
  [{ kind: 'board', stones: [] }, '04 00 00 00 00', '05 00 00 00 00'],
  [
    {
      kind: 'board',
      stones: [
        { x: 7, y: 8, owner: 'own' },
        { x: 9, y: 10, owner: 'opponent' },
      ],
    },
    '04 00 00 00 02 07 08 01 09 0A 02',
    '05 00 00 00 02 07 08 01 09 0A 02',
  ],
  [{ kind: 'info', text: 'rule 1' }, '05 00 00 00 06 72 75 6C 65 20 31', '06 00 00 00 06 72 75 6C 65 20 31'],
  [{ kind: 'result', result: 'draw' }, undefined, '07 00'],
  [{ kind: 'result', result: 'win' }, undefined, '07 01'],
  [{ kind: 'result', result: 'loss' }, undefined, '07 02'],
  [{ kind: 'end' }, '06', '08'],
  [{ kind: 'about' }, '07', '09'],
  [{ kind: 'unknown', text: 'é' }, '08 00 00 00 02 C3 A9', '0A 00 00 00 02 C3 A9'],
  [{ kind: 'error', text: '' }, '09 00 00 00 00', '0B 00 00 00 00'],
];

const PLAYER: readonly (readonly [PlayerAction, string, string])[] = [
  [{ kind: 'protocol-version', version: '0.1' }, '0A 00 00 00 03 30 2E 31', '0C 00 00 00 03 30 2E 31'],
  [{ kind: 'ready' }, '0B', '0D'],
  [{ kind: 'play', x: 10, y: 0 }, '0C 0A 00', '0E 0A 00'],
  [{ kind: 'player-description', text: 'a' }, '0D 00 00 00 01 61', '0F 00 00 00 01 61'],
  [{ kind: 'unknown', text: 'a' }, '0E 00 00 00 01 61', '10 00 00 00 01 61'],
  [{ kind: 'unknown', text: '' }, '0E 00 00 00 00', '10 00 00 00 00'],
  [{ kind: 'error', text: 'a' }, '0F 00 00 00 01 61', '11 00 00 00 01 61'],
  [{ kind: 'message', text: '\uFEFF碁' }, '10 00 00 00 06 EF BB BF E7 A2 81', '12 00 00 00 06 EF BB BF E7 A2 81'],
  [{ kind: 'debug', text: '\0\n' }, '11 00 00 00 02 00 0A', '13 00 00 00 02 00 0A'],
  [{ kind: 'suggestion', x: 255, y: 19 }, '12 FF 13', '14 FF 13'],
];

/** Reads the bytes complete, with an action after them, and byte by byte. */
function assertReads<Message>(
  read: (data: Uint8Array) => ReadResult<Message>,
  wire: Uint8Array,
  message: Message,
): void {
  const whole = { kind: 'message', message, length: wire.length };
  assert.deepEqual(read(wire), whole);
  assert.deepEqual(read(Buffer.concat([wire, bytes('0B FF')])), whole);
  for (let end = 0; end < wire.length; end++) assert.deepEqual(read(wire.subarray(0, end)), { kind: 'more' });
}

describe('every action, in both versions and both directions', () => {
  for (const [action, ...wires] of MANAGER) {
    for (const [index, version] of (['0.1.0', '0.2.0'] as const).entries()) {
      const wire = wires[index];
      it(`manager, ${version}: ${JSON.stringify(action)}`, () => {
        if (wire === undefined) {
          assert.throws(() => makeManagerAction(action, version));
          return;
        }
        assert.equal(hex(makeManagerAction(action, version)), wire);
        assertReads<ManagerAction | MalformedAction>((data) => parseManagerAction(data, version), bytes(wire), action);
      });
    }
  }
  for (const [action, ...wires] of PLAYER) {
    for (const [index, version] of (['0.1.0', '0.2.0'] as const).entries()) {
      const wire = wires[index] ?? '';
      it(`player, ${version}: ${JSON.stringify(action)}`, () => {
        assert.equal(hex(makePlayerAction(action, version)), wire);
        assertReads<PlayerAction | MalformedAction>((data) => parsePlayerAction(data, version), bytes(wire), action);
      });
    }
  }
});

describe('UNKNOWN', () => {
  it('has no payload unless the next byte is 00, and waits to see that byte', () => {
    assert.equal(hex(makePlayerAction({ kind: 'unknown' }, '0.1.0')), '0E');
    assert.equal(hex(makeManagerAction({ kind: 'unknown' }, '0.2.0')), '0A');
    assert.deepEqual(parsePlayerAction(bytes('0E'), '0.1.0'), { kind: 'more' });
    for (const next of ['0B', '0E', 'FF']) {
      const alone = { kind: 'message', message: { kind: 'unknown' }, length: 1 };
      assert.deepEqual(parsePlayerAction(bytes(`0E ${next}`), '0.1.0'), alone);
      assert.deepEqual(parsePlayerAction(bytes(`10 ${next}`), '0.2.0'), alone);
      assert.deepEqual(parseManagerAction(bytes(`08 ${next}`), '0.1.0'), alone);
    }
  });
});

describe('BOARD', () => {
  it('is read by the 0/1 convention as soon as one field is 0', () => {
    assertReads<ManagerAction | MalformedAction>(
      (data) => parseManagerAction(data, '0.1.0'),
      bytes('04 00 00 00 02 01 02 01 03 04 00'),
      {
        kind: 'board',
        stones: [
          { x: 1, y: 2, owner: 'opponent' },
          { x: 3, y: 4, owner: 'own' },
        ],
      },
    );
  });

  it('rejects other owner fields', () => {
    for (const fields of [
      ['03', '01'],
      ['00', '02'],
      ['01', 'FF'],
    ]) {
      const wire = bytes(`04 00 00 00 02 01 02 ${fields[0]} 03 04 ${fields[1]}`);
      const message = { kind: 'malformed', problem: 'bad-value', number: 4 };
      assert.deepEqual(parseManagerAction(wire, '0.1.0'), { kind: 'message', message, length: 11 });
    }
  });

  it('may have as many stones as a board of 255 lines has points, and no more', () => {
    const stones = Array.from({ length: 255 * 255 }, (_, at) => ({
      x: at % 255,
      y: Math.floor(at / 255),
      owner: at % 2 === 0 ? ('own' as const) : ('opponent' as const),
    }));
    const wire = makeManagerAction({ kind: 'board', stones }, '0.2.0');
    const read = parseManagerAction(wire, '0.2.0');
    assert.deepEqual(read, { kind: 'message', message: { kind: 'board', stones }, length: 5 + 3 * 65_025 });
    const message = { kind: 'malformed', problem: 'too-long', number: 4 };
    assert.deepEqual(parseManagerAction(bytes('04 00 00 FE 02'), '0.1.0'), { kind: 'broken', message });
  });
});

describe('malformed bytes', () => {
  const broken = (problem: MalformedAction['problem'], number: number) => ({
    kind: 'broken',
    message: { kind: 'malformed', problem, number },
  });

  it('a number that the version does not have', () => {
    for (const number of [0x00, 0x09, 0x13, 0xff]) {
      assert.deepEqual(parsePlayerAction(Uint8Array.of(number), '0.1.0'), broken('no-such-action', number));
    }
    for (const number of [0x00, 0x0b, 0x15]) {
      assert.deepEqual(parsePlayerAction(Uint8Array.of(number), '0.2.0'), broken('no-such-action', number));
    }
    assert.deepEqual(parseManagerAction(bytes('0A'), '0.1.0'), broken('no-such-action', 0x0a));
    assert.deepEqual(parseManagerAction(bytes('0C'), '0.2.0'), broken('no-such-action', 0x0c));
  });

  it('a payload over 65,536 bytes, as soon as its length is known', () => {
    const longest = makePlayerAction({ kind: 'debug', text: 'x'.repeat(65_536) }, '0.1.0');
    assert.equal(parsePlayerAction(longest, '0.1.0').kind, 'message');
    assert.throws(() => makePlayerAction({ kind: 'debug', text: 'x'.repeat(65_537) }, '0.1.0'), RangeError);
    assert.deepEqual(parsePlayerAction(bytes('11 00 01 00 01'), '0.1.0'), broken('too-long', 0x11));
    assert.deepEqual(parsePlayerAction(bytes('11 FF FF FF FF'), '0.1.0'), broken('too-long', 0x11));
    assert.deepEqual(parsePlayerAction(bytes('0E 00 FF FF FF'), '0.1.0'), broken('too-long', 0x0e));
  });

  it('a payload that is not UTF-8 is skipped', () => {
    for (const payload of ['FF', 'C3', 'C0 80', 'ED A0 80']) {
      const size = payload.split(' ').length;
      const read = parsePlayerAction(bytes(`10 00 00 00 0${size} ${payload} 0B`), '0.1.0');
      const message = { kind: 'malformed', problem: 'not-utf8', number: 0x10 };
      assert.deepEqual(read, { kind: 'message', message, length: 5 + size });
    }
  });

  it('a result that is neither draw, win nor loss', () => {
    const message = { kind: 'malformed', problem: 'bad-value', number: 7 };
    assert.deepEqual(parseManagerAction(bytes('07 03'), '0.2.0'), { kind: 'message', message, length: 2 });
  });
});

describe('the opening messages', () => {
  const CASES: readonly (readonly [string, Version | undefined])[] = [
    ['0A 00 00 00 05 30 2E 31 2E 30', '0.1.0'],
    ['0C 00 00 00 05 30 2E 32 2E 30', '0.2.0'],
    // The right text with the number of the other version, and unknown versions.
    ['0A 00 00 00 05 30 2E 32 2E 30', undefined],
    ['0C 00 00 00 05 30 2E 31 2E 30', undefined],
    ['0A 00 00 00 05 30 2E 33 2E 30', undefined],
    ['0A 00 00 00 06 30 2E 31 2E 30 20', undefined],
    ['0C 00 00 00 00', undefined],
  ];
  for (const [wire, version] of CASES) {
    it(`${wire}: ${version ?? 'refused'}`, () => {
      assertReads(parseOpening, bytes(wire), { kind: 'opening', version });
    });
  }

  it('must be PROTOCOL VERSION', () => {
    for (const number of [0x00, 0x0b, 0x0d, 0x47]) {
      const message = { kind: 'malformed', problem: 'no-such-action', number };
      assert.deepEqual(parseOpening(Uint8Array.of(number)), { kind: 'broken', message });
    }
    const message = { kind: 'malformed', problem: 'too-long', number: 0x0a };
    assert.deepEqual(parseOpening(bytes('0A 01 00 00 00')), { kind: 'broken', message });
  });

  it('are refused by ERROR with the number of version 0.1.0, which a player of version 0.2.0 understands', () => {
    assert.equal(hex(makeRefusal('no')), '09 00 00 00 02 6E 6F');
    const refusal = { kind: 'message', message: { kind: 'error', text: 'no' }, length: 7 };
    assert.deepEqual(parseReply(makeRefusal('no'), '0.1.0'), refusal);
    assert.deepEqual(parseReply(makeRefusal('no'), '0.2.0'), refusal);
    assert.deepEqual(parseReply(bytes('0B 00 00 00 02 6E 6F'), '0.2.0'), refusal);
    const agreed = { kind: 'message', message: { kind: 'compatible' }, length: 1 };
    assert.deepEqual(parseReply(bytes('00'), '0.2.0'), agreed);
  });
});

describe('random bytes', () => {
  const version = fc.constantFrom<Version>('0.1.0', '0.2.0');
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc
      .tuple(fc.nat({ max: 0x15 }), fc.uint8Array({ maxLength: 20 }))
      .map(([number, payload]) => Uint8Array.from([number, 0, 0, 0, payload.length, ...payload])),
  );

  it('never throw, and a message is read from the front', () => {
    fc.assert(
      fc.property(anything, version, (data, v) => {
        for (const read of [parsePlayerAction(data, v), parseManagerAction(data, v), parseOpening(data)]) {
          if (read.kind === 'message') assert.ok(read.length >= 1 && read.length <= data.length);
        }
      }),
    );
  });

  it('that are read can be made and read again unchanged', () => {
    fc.assert(
      fc.property(anything, version, (data, v) => {
        const player = parsePlayerAction(data, v);
        if (player.kind === 'message' && player.message.kind !== 'malformed') {
          const again = Buffer.concat([makePlayerAction(player.message, v), bytes('FF')]);
          assert.deepEqual(parsePlayerAction(again, v), player);
        }
        const manager = parseManagerAction(data, v);
        if (manager.kind === 'message' && manager.message.kind !== 'malformed') {
          const again = Buffer.concat([makeManagerAction(manager.message, v), bytes('FF')]);
          // A board with a 0 in it is made with 1 and 2, in as many bytes.
          assert.deepEqual(parseManagerAction(again, v), manager);
        }
      }),
    );
  });

  it('as a text are unchanged in every action with a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), version, (text, v) => {
        const well = text.toWellFormed();
        for (const kind of ['player-description', 'unknown', 'error', 'message', 'debug'] as const) {
          const wire = makePlayerAction({ kind, text: well }, v);
          const message = { kind, text: well };
          assert.deepEqual(parsePlayerAction(wire, v), { kind: 'message', message, length: wire.length });
        }
      }),
    );
  });
});
