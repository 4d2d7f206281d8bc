import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordSteps, type TapStep, WITHHELD } from '../../test/support/tap/recorded-steps.ts';
import { BANNER } from '../protocols/igs/banner.ts';

describe('a client that does not wait for the server’s greeting', () => {
  const SECRET = /SECRET/;

  test('igs: nothing is shown before the greeting, and no password after it', () => {
    const { shown, written } = recordSteps([
      [0, 'a', '> piper\\r\\nSECRETPIPE\\r\\nayt\\r\\n'],
      [1, 'a', 'client ends'],
      [2, 'a', `< ${BANNER}\\r\\nLogin: `],
      [3, 'a', '< \\r\\n1 1\\r\\n1 5\\r\\n9 yes\\r\\n1 5\\r\\n'],
    ]);
    assert.doesNotMatch([...shown, ...written].join(), SECRET);
    assert.deepEqual(written.slice(0, 5), [
      'connect a: igs',
      'a raw: piper\\r\\n',
      WITHHELD,
      WITHHELD,
      'a says no more',
    ]);
    assert.deepEqual(written.at(-1), 'server raw --> a: 1 5\\r\\n');
  });

  for (const name of ['GO', 'HELO', ' LIST ', 'go', 'PLAY', 'GET', '\\r\\n\\r\\nPLAYER'])
    test(`igs: a name may be a word by which another protocol is detected: ${name}`, () => {
      const message = `${name}\\nSECRET\\n`;
      for (const packets of [[message], message.match(/\\.|[^\\]/g) ?? []]) {
        const steps: TapStep[] = packets.map((text) => [0, 'a', `> ${text}`]);
        const greeting: TapStep = [2, 'a', `< ${BANNER}\\r\\nLogin: `];
        for (const end of [[greeting], [], [[1, 'a', 'client ends'] as const, greeting]]) {
          const { shown, written } = recordSteps([...steps, ...end, [9, 'a', 'the tap ends']]);
          assert.doesNotMatch([...shown, ...written].join(), SECRET);
          assert.equal(written[0], end.length === 0 ? 'connect a: plain' : 'connect a: igs');
        }
      }
    });

  test('is detected by its first word after the server has answered', () => {
    const { written } = recordSteps([
      [0, 'a', '> CANCEL\\n'],
      [1, 'a', '< WARNING nothing waits\\n'],
      [9, 'a', 'the tap ends'],
    ]);
    assert.deepEqual(written, ['connect a: nedap', 'a: CANCEL', 'server --> a: WARNING nothing waits']);
  });

  for (const [way, messages] of Object.entries({
    'in one piece': ['e1 x\\npipa2\\nSECRETA2\\n'],
    'in lines': ['e1 x\\n', 'pipa2\\n', 'SECRETA2\\n'],
    'without line ends': ['e1 x', 'pipa2', 'SECRETA2'],
  })) {
    for (let ahead = 1; ahead <= messages.length; ahead++) {
      for (const greeting of [['protocol genmove_analyze\\n'], ['prot', 'ocol genmove_analyze\\n']]) {
        test(`cgos: ${way}, ${ahead} before ${JSON.stringify(greeting)}`, () => {
          const questions = [...greeting, 'username\\n', 'password\\n'].map((text): TapStep => [1, 'a', `< ${text}`]);
          const lines = messages.map((text): TapStep => [1, 'a', `> ${text}`]);
          const steps = [...lines.slice(0, ahead), ...questions, ...lines.slice(ahead)];
          const split = [
            ...questions.slice(0, 1),
            ...lines.slice(0, ahead),
            ...questions.slice(1),
            ...lines.slice(ahead),
          ];
          const refused = [...lines.slice(0, ahead), ...questions.slice(0, -1), [1, 'a', '< Error: no\\n'] as const];
          for (const all of [steps, split, [...refused, ...lines.slice(ahead)]]) {
            const { shown, written } = recordSteps([...all, [9, 'a', 'the tap ends']]);
            assert.doesNotMatch([...shown, ...written].join(), SECRET);
            assert.equal(written[0], 'connect a: cgos');
          }
        });
      }
    }
  }

  test('is not shown if the server sends no complete greeting', () => {
    const command: TapStep = [0, 'a', '> piper\\nSECRET\\n'];
    for (const end of ['client breaks', 'server breaks', 'server ends', 'the tap ends']) {
      for (const more of [[], [[0, 'a', '< proto'] as const]]) {
        const { shown, written } = recordSteps([command, ...more, [1, 'a', end]]);
        assert.doesNotMatch([...shown, ...written].join(), SECRET);
        assert.deepEqual(written.slice(0, 2), ['connect a: plain', WITHHELD]);
      }
    }
  });

  test('is stored for up to 65,536 bytes', () => {
    const { shown, written } = recordSteps([
      [0, 'a', `> ${'x'.repeat(65_536)}`],
      [1, 'a', '> SECRET'],
      [2, 'a', '> SECRET'],
      [3, 'a', '< what?\\n'],
    ]);
    assert.doesNotMatch([...shown, ...written].join(), SECRET);
    assert.deepEqual(written, ['connect a: plain', WITHHELD, WITHHELD, 'server --> a: what?']);
  });
});
