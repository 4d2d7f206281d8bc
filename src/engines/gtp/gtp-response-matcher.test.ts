import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { GtpResponseMatcher } from './gtp-response-matcher.ts';

/** The results of reading the engine's lines, after these commands were sent. */
function output(commands: readonly string[], engineOutput: string): string[] {
  const matcher = new GtpResponseMatcher();
  const commandOfId = new Map(commands.map((command) => [matcher.makeRequest([command]).id, command]));
  return engineOutput.split('\n').flatMap((line) => {
    const result = matcher.read(line);
    if (result === undefined) return [];
    if (result.kind === 'noise') return [`noise: ${result.text}`];
    if (result.kind === 'out-of-step') return [`out of step, ${result.id}: ${result.text}`];
    return [`${commandOfId.get(result.id)}: ${result.ok ? 'yes' : 'no'}: ${result.text.replaceAll('\n', '/')}`];
  });
}

test('commands have consecutive ids', () => {
  const matcher = new GtpResponseMatcher();
  assert.deepEqual(matcher.makeRequest(['name']), { id: 1, line: '1 name' });
  assert.deepEqual(matcher.makeRequest(['play', 'b', 'D4']), { id: 2, line: '2 play b D4' });
});

test('a response ends with an empty line', () => {
  assert.deepEqual(output(['name', 'genmove'], '=1 GNU Go\n\n=2 D4\n\n'), ['name: yes: GNU Go', 'genmove: yes: D4']);
  assert.deepEqual(output(['name'], '=1 GNU Go'), []);
});

test('a response may have many lines, and an empty first line', () => {
  assert.deepEqual(output(['list'], '=1 name\nversion\nplay\n\n'), ['list: yes: name/version/play']);
  assert.deepEqual(output(['showboard'], '=1\n  A B\n1 . .\n\n'), ['showboard: yes: A B/1 . .']);
});

test('a failure contains the reason', () => {
  assert.deepEqual(output(['play'], '?1 illegal move\n\n'), ['play: no: illegal move']);
});

test('blank lines and other lines between responses are no answers', () => {
  assert.deepEqual(output(['name', 'version'], '\n\nhello\n=1 x\n\n\n\nthinking\n=2 1.0\n\n'), [
    'noise: hello',
    'name: yes: x',
    'noise: thinking',
    'version: yes: 1.0',
  ]);
});

test('responses without ids belong to the commands in order', () => {
  assert.deepEqual(output(['name', 'version'], '= x\n\n? none\n\n= y\n\n'), [
    'name: yes: x',
    'version: no: none',
    'noise: y',
  ]);
});

// gtp-tcp.md, section 7: a few engines leave out ids.
test('an engine may repeat an id and leave out the next one', () => {
  assert.deepEqual(output(['name', 'version'], '=1 x\n\n= 1.0\n\n? unknown command\n\n'), [
    'name: yes: x',
    'version: yes: 1.0',
    'noise: unknown command',
  ]);
});

test('a response with an unknown id is out of step', () => {
  assert.deepEqual(output(['name', 'version'], '=1 x\n\n=7 z\n\n=2 1.0\n\n'), [
    'name: yes: x',
    'out of step, 7: z',
    'version: yes: 1.0',
  ]);
});

test('a skipped command is not answered later', () => {
  assert.deepEqual(output(['name', 'version'], '=2 1.0\n\n=1 late\n\n'), ['version: yes: 1.0', 'noise: late']);
  assert.deepEqual(output(['name', 'version', 'genmove'], '=2 1.0\n\n=1 late\n\n'), [
    'version: yes: 1.0',
    'out of step, 1: late',
  ]);
});

test('for any output of an engine, nothing throws, and no command is answered twice', () => {
  const lines = fc.array(fc.oneof(fc.string(), fc.constantFrom('=', '=1', '?2 x', '=3', '', '= ok', '\t', '\x00')));
  fc.assert(
    fc.property(lines, (output) => {
      const matcher = new GtpResponseMatcher();
      for (let i = 0; i < 3; i++) matcher.makeRequest(['name']);
      const answered = output.flatMap((line) => {
        const news = matcher.read(line);
        return news?.kind === 'answer' ? [news.id] : [];
      });
      assert.equal(new Set(answered).size, answered.length);
      assert.ok(answered.every((id) => id >= 1 && id <= 3));
    }),
  );
});
