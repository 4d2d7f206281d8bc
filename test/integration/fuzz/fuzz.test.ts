import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seedOfRun } from '../../support/clients/random.ts';
import { codecTarget } from '../../support/fuzz/codec-target.ts';
import { TARGETS } from '../../support/fuzz/fuzz-target-list.ts';
import { Fuzzer, FuzzFailure } from '../../support/fuzz/fuzzer.ts';
import type { ProtocolLanguage } from '../../support/fuzz/protocol-language.ts';
import { LANGUAGES } from '../../support/fuzz/protocol-language-list.ts';

/** A few inputs per target, which find only gross faults. `npm run fuzz` tries many. */
const INPUTS = 600;
/** Targets for which one input takes long. They get fewer inputs. */
const SLOW = ['config reader', 'tap reader'];

describe('no input makes a target throw or break its invariants', { concurrency: 1 }, () => {
  const seed = seedOfRun();
  for (const target of TARGETS) {
    test(`SEED=${seed} ${target.name}`, () => {
      const inputs = SLOW.includes(target.name) ? 30 : INPUTS;
      new Fuzzer(target, { seed, inputs, guided: false }).run();
    });
  }
});

describe('the fuzzer', () => {
  const [nu6] = LANGUAGES.filter(({ name }) => name === 'nu6');
  assert(nu6 !== undefined);
  const found = (faulty: Partial<ProtocolLanguage>): string => {
    const fuzzer = new Fuzzer(codecTarget({ ...nu6, ...faulty }), { seed: 1, inputs: 4000, guided: false });
    try {
      fuzzer.run();
    } catch (error) {
      assert(error instanceof FuzzFailure, String(error));
      return error.message;
    }
    return 'nothing';
  };

  test('finds nothing without a fault', () => {
    assert.equal(found({}), 'nothing');
  });

  test('finds a reader that throws, reports the shortest input, and repeats a run from its seed', () => {
    const client: ProtocolLanguage['client'] = {
      ...nu6.client,
      read(bytes) {
        if (Buffer.from(bytes).includes('~7')) throw new Error('planted');
        return nu6.client.read(bytes);
      },
    };
    const message = found({ client });
    assert.match(message, /^SEED=1 nu6 codec: planted/);
    assert.match(message, /^simplest: ~7$/m);
    assert.equal(found({ client }), message, 'the same seed finds the same');
  });

  test('finds a maker that omits a field', () => {
    const client: ProtocolLanguage['client'] = {
      ...nu6.client,
      make: (message) => nu6.client.make(message.kind === 'newgame' ? { kind: 'newgame' } : message),
    };
    assert.match(found({ client }), /newgame/);
  });

  test('finds a reader that accepts an incomplete message', () => {
    const server: ProtocolLanguage['server'] = {
      ...nu6.server,
      read: (bytes) => {
        const read = nu6.server.read(bytes);
        const early = nu6.server.read(Buffer.concat([bytes, Buffer.from('\n')]));
        return read.kind === 'more' && early.kind === 'message' ? { ...early, length: bytes.length } : read;
      },
    };
    assert.match(found({ server }), /bytes are a message already|is made as/);
  });

  test('finds a reader that never returns a message', () => {
    const server: ProtocolLanguage['server'] = { ...nu6.server, read: () => ({ kind: 'more' }) };
    assert.notEqual(found({ server }), 'nothing');
  });
});
