import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { gomokuSituation, goSituation } from '../../test/support/engines/engine-situations.ts';
import { ScriptedProgram } from '../../test/support/engines/scripted-program.ts';
import { ok, problem, type Result } from '../result.ts';
import { ENGINE_TIMEOUTS } from './engine-timeouts.ts';
import { acceptedSizes, type ExternalEngine } from './external-engine.ts';
import { GtpEngine } from './gtp/gtp-engine.ts';
import type { LineBasedProgram } from './line-based-program.ts';
import { detectEngine } from './open-external-engine.ts';
import { PiskvorkEngine } from './piskvork/piskvork-engine.ts';

/** Timeouts without time for the probe, because the silence of a script takes no time. */
const IMPATIENT = { ...ENGINE_TIMEOUTS, probe: 0 };

async function detect(dialogue: string): Promise<{ readonly result: string; readonly log: readonly string[] }> {
  const program = new ScriptedProgram(dialogue);
  const log: string[] = [];
  const engine = await detectEngine(program, (line) => log.push(line), IMPATIENT);
  program.finish();
  return { result: engine.ok ? `${engine.value.kind} ${engine.value.name}` : engine.problem, log };
}

/** Begins with the empty line that ends the first response, because the detection does not read this line. */
const GTP_GREETINGS = `
  > 2 list_commands
  <
  < ?2 unknown command |
  > 3 protocol_version
  < =3 2 |
  > 4 name
  < =4 Script |
  > 5 version
  < =5 |`;

const PISKVORK_GREETINGS = `
  > ABOUT
  < name="Brain"`;

test('a program that answers = or ? speaks GTP', async () => {
  assert.equal((await detect(`> 1 protocol_version\n< =1 2\n${GTP_GREETINGS}`)).result, 'gtp Script');
  assert.equal((await detect(`> 1 protocol_version\n< ?1 unknown command\n${GTP_GREETINGS}`)).result, 'gtp Script');
  const unnumbered = GTP_GREETINGS.replace(/([=?])\d/g, '$1');
  assert.equal((await detect(`> 1 protocol_version\n< = 2\n${unnumbered}`)).result, 'gtp Script');
});

test('a program that reports an unknown command speaks Piskvork', async () => {
  assert.equal(
    (await detect(`> 1 protocol_version\n< UNKNOWN command\n${PISKVORK_GREETINGS}`)).result,
    'piskvork Brain',
  );
  assert.equal((await detect(`> 1 protocol_version\n< ERROR command\n${PISKVORK_GREETINGS}`)).result, 'piskvork Brain');
});

test('a silent program also gets a Piskvork command, and may speak either protocol', async () => {
  const silence = '> 1 protocol_version\nsilent\n> ABOUT';
  assert.equal((await detect(`${silence}\n< name="Brain"\n${PISKVORK_GREETINGS}`)).result, 'piskvork Brain');
  // The program starts slowly. Its answer to ABOUT belongs to no GTP command.
  const slow = GTP_GREETINGS.replace('< ?2', '< ? unknown command |\n< ?2');
  assert.equal((await detect(`${silence}\n< =1 2\n${slow}`)).result, 'gtp Script');
});

test('a program that speaks neither protocol is a problem', async () => {
  const { result, log } = await detect('> 1 protocol_version\n< hello\nsilent\n> ABOUT\n< what?\nsilent\n> (nothing)');
  assert.equal(result, 'script does not answer: it speaks neither GTP nor Piskvork');
  assert.deepEqual(log, ['script: hello', 'script: what?']);
});

test('a program that ends at once is a problem', async () => {
  const reason = 'script ended with exit code 1: it speaks neither GTP nor Piskvork';
  assert.equal((await detect('> 1 protocol_version\ngone\n> ABOUT\ngone\n> (nothing)')).result, reason);
});

test('acceptedSizes asks the engine for each board size', async () => {
  const requested: number[] = [];
  const engine: ExternalEngine = {
    kind: 'gtp',
    name: 'none',
    choose: () => Promise.resolve(ok({ kind: 'pass' })),
    close: () => Promise.resolve(),
    accepts: (size) => {
      requested.push(size);
      return Promise.resolve(ok(size >= 5 && size <= 19));
    },
  };
  const sizes = Array.from({ length: 15 }, (_, index) => index + 5);
  assert.deepEqual(await acceptedSizes(engine), ok(sizes));
  assert.deepEqual(
    requested.slice(0, 24),
    Array.from({ length: 24 }, (_, index) => index + 2),
  );
  assert.ok(requested.includes(131) && requested.length < 50);
  const dying = { ...engine, accepts: () => Promise.resolve(problem('gone')) };
  assert.deepEqual(await acceptedSizes(dying), problem('gone'));
});

test('for any output of a program, nothing throws, and the detection ends', async () => {
  const word = fc.constantFrom(
    '=',
    '=1 2',
    '?2 x',
    '=3 pass',
    '',
    '1,1',
    '99,99',
    'OK',
    'UNKNOWN',
    'SUGGEST 3,3',
    'x="',
  );
  const lines = fc.array(fc.oneof(word, word, fc.string()), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(lines, async (output) => {
      for (const open of [
        (program: LineBasedProgram) => GtpEngine.open(program, () => {}, ENGINE_TIMEOUTS),
        (program: LineBasedProgram) => PiskvorkEngine.open(program, () => {}, ENGINE_TIMEOUTS),
        (program: LineBasedProgram) => detectEngine(program, () => {}, IMPATIENT),
      ]) {
        const engine: Result<ExternalEngine> = await open(programWith(output));
        if (!engine.ok) continue;
        for (const situation of [goSituation(5, 'A1 B1'), gomokuSituation(5, ''), gomokuSituation(5, '0,0')])
          await engine.value.choose(situation);
        await engine.value.accepts(9);
        await engine.value.close();
      }
    }),
    { numRuns: 200 },
  );
});

/** A program that writes these lines and then ends, whatever it receives. */
function programWith(output: readonly string[]): LineBasedProgram {
  const lines = [...output];
  const next = () => lines.shift();
  return {
    name: 'babbler',
    write: () => {},
    now: () => 0,
    line: () => {
      const line = next();
      return Promise.resolve(line === undefined ? problem('babbler is gone') : ok(line));
    },
    unread: () => [],
    stop: () => Promise.resolve(),
  };
}
