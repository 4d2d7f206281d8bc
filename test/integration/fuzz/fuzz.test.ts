import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seedOfRun } from '../../support/clients/random.ts';
import { codecTarget } from '../../support/fuzz/codec-target.ts';
import { Fuzzer, FuzzFailure } from '../../support/fuzz/fuzzer.ts';
import type { ProtocolLanguage } from '../../support/fuzz/language.ts';
import { LANGUAGES } from '../../support/fuzz/protocol-languages.ts';
import { TARGETS } from '../../support/fuzz/targets.ts';

/** Each is seen in its time by `npm run fuzz`; what a few inputs show is that nothing is broken badly. */
const INPUTS = 600;
/** Starts a server's worth of checks each time. */
const SLOW = ['config reader', 'tap reader'];

describe('whatever is said, nothing is thrown and everything holds', { concurrency: 1 }, () => {
  const seed = seedOfRun();
  for (const target of TARGETS) {
    test(`SEED=${seed} ${target.name}`, () => {
      const inputs = SLOW.includes(target.name) ? 30 : INPUTS;
      new Fuzzer(target, { seed, inputs, guided: false }).run();
    });
  }
});

describe('a fault is found, and told by a small input', () => {
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

  test('nothing is found where there is none', () => {
    assert.equal(found({}), 'nothing');
  });

  test('a reader that throws', () => {
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

  test('a maker that forgets something', () => {
    const client: ProtocolLanguage['client'] = {
      ...nu6.client,
      make: (message) => nu6.client.make(message.kind === 'newgame' ? { kind: 'newgame' } : message),
    };
    assert.match(found({ client }), /newgame/);
  });

  test('a reader that takes the half for the whole', () => {
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

  test('a reader that waits for ever', () => {
    const server: ProtocolLanguage['server'] = { ...nu6.server, read: () => ({ kind: 'more' }) };
    assert.notEqual(found({ server }), 'nothing');
  });
});
