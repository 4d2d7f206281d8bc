import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { BANNER } from './banner.ts';
import { messages } from './message-explainer.ts';

/** The secret messages in a conversation, whose chunks are written as `client: ann\r\n`. */
function secretsOf(...spoken: readonly string[]): string[] {
  const conversation = messages.open();
  const unread = { client: Buffer.alloc(0), server: Buffer.alloc(0) };
  const secrets: string[] = [];
  for (const each of spoken) {
    const [, who, text = ''] = /^(client|server): (.*)$/s.exec(each) ?? [];
    const side = who === 'client' ? 'client' : 'server';
    unread[side] = Buffer.concat([unread[side], Buffer.from(text)]);
    for (
      let read = conversation[side](unread[side]);
      read.kind === 'message';
      read = conversation[side](unread[side])
    ) {
      const bytes = unread[side].subarray(0, read.length);
      unread[side] = unread[side].subarray(read.length);
      if (read.message.privacy === 'secret') secrets.push(bytes.toString().trim());
      if (unread[side].length === 0) break;
    }
  }
  return secrets;
}

const GREETING = 'server: Welcome\r\nLogin: ';
const OPEN = 'server: 1 5\r\n39 IGS entry\r\n1 5\r\n';

describe('only the password of a conversation is secret', () => {
  test("if the server's questions have a line end, or none", () => {
    const rest = ['client: secret\r\n', OPEN, 'client: who\r\n'];
    assert.deepEqual(secretsOf(GREETING, 'client: ann\r\n', 'server: \r\n1 1\r\n', ...rest), ['secret']);
    assert.deepEqual(secretsOf('server: Log', 'server: in: ', 'client: ann\n', 'server: 1 1\r\n', ...rest), ['secret']);
    assert.deepEqual(secretsOf('server: Login:\r\n', 'client: ann\n', 'server: Password: \r\n', ...rest), ['secret']);
  });

  test('also after a wrong password', () => {
    const wrong = 'server: 5 Invalid password.\r\n\r\nLogin: ';
    const again = ['client: ann\n', 'server: 1 1\r\n', 'client: right\n', OPEN];
    const spoken = [GREETING, 'client: ann\n', 'server: 1 1\r\n', 'client: wrong\n', wrong, ...again];
    assert.deepEqual(secretsOf(...spoken), ['wrong', 'right']);
  });

  test('if the client does not wait for the questions', () => {
    assert.deepEqual(secretsOf('client: ann\n', GREETING, 'server: \r\n1 1\r\n', 'client: secret\n', OPEN), ['secret']);
    assert.deepEqual(secretsOf('client: ann\nsecret\n', GREETING, 'server: 1 1\r\n', OPEN, 'client: who\n'), [
      'secret',
    ]);
  });

  test('if the client has sent lines that are not answers', () => {
    const wrongName = 'server: \r\n5 A name has 2 to 10 letters and digits.\r\nLogin: ';
    assert.deepEqual(
      secretsOf('client: \nann\n', GREETING, wrongName, 'server: 1 1\r\n', 'client: secret\n', OPEN, 'client: who\n'),
      ['ann', 'secret'],
    );
    assert.deepEqual(
      secretsOf('client: \nann\n', GREETING, 'client: secret\n', wrongName, 'server: 1 1\r\n', OPEN, 'client: who\n'),
      ['ann', 'secret'],
    );
  });

  test('if the LF arrives after the answer', () => {
    assert.deepEqual(
      secretsOf(GREETING, 'client: ann\r', 'server: 1 1\r\n', 'client: \nsecret\r', OPEN, 'client: \nwho\r\n'),
      ['secret'],
    );
  });

  test('if the client uses another line end', () => {
    assert.deepEqual(secretsOf(GREETING, 'client: ann\rsecret\r\n', OPEN), ['secret']);
    assert.deepEqual(secretsOf(GREETING, 'client: ann\x04secret\n', OPEN), ['secret']);
  });
});

test('complete lines of a server are public, except chat', () => {
  const isPublic = (side: 'client' | 'server', text: string): boolean =>
    messages.isPublic?.(side, Buffer.from(text)) ?? true;
  assert.equal(isPublic('server', '15 Game 3 I: bob (0 600 -1) vs ann (0 594 -1)\r\n15   0(B): Q16\r\n1 6\r\n'), true);
  assert.equal(isPublic('server', `${BANNER}\r\nLogin: `), true);
  assert.equal(isPublic('server', '1 5\r\n24 *bob*: hi\r\n'), false);
  assert.equal(isPublic('client', 'E5\r\n'), true);
  assert.equal(isPublic('client', 'tell bob hi\r\n'), false);
});
