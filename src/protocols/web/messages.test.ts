import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConversationReader } from '../messages/conversation-reader.ts';
import type { MessageExplanation, Speaker } from '../messages/protocol-messages.ts';
import { messages } from './messages.ts';

const STATE =
  '{"kind":"game","now":2,"state":{"game":7,"board":{"game":"go","size":9,"komi":7.5,"ko":"positional","suicide":"allowed"},' +
  '"black":{"name":"ann","protocol":"web"},"white":{"name":"bob","protocol":"nu6"},"turns":[],"toMove":"black","turnSince":1,' +
  '"used":{"black":0,"white":0},"offers":false,"since":1,' +
  '"options":{"rated":true,"private":false,"takeBack":true,"estimate":false}}}';

/** The meaning of each line of a conversation. `> ` is a line of the client, `< ` of the server. */
function meaningsOf(...lines: string[]): string[] {
  const reader = new ConversationReader(messages.open());
  return lines.flatMap((line) =>
    reader
      .read(line.startsWith('> ') ? 'client' : 'server', Buffer.from(`${line.slice(2)}\n`))
      .map(
        ({ reading }: { reading: MessageExplanation }) =>
          `${reading.isWellFormed ? '' : 'malformed: '}${reading.meaning}`,
      ),
  );
}

describe('the meaning of messages', () => {
  test('has the names of points if the board is known', () => {
    assert.deepEqual(
      meaningsOf(
        '> {"kind":"enter","name":"ann"}',
        '> {"kind":"seek","board":{"game":"go","size":9},"opponent":"bob","color":"black"}',
        '> {"kind":"play","point":{"x":4,"y":4}}',
        `< ${STATE}`,
        '> {"kind":"play","point":{"x":4,"y":4}}',
        '< {"kind":"played","game":7,"at":3,"color":"black","point":{"x":4,"y":4},"captured":[{"x":0,"y":0}],"used":{"black":1,"white":0}}',
        '< {"kind":"refused","why":"not-your-turn"}',
        '< {"kind":"away","game":7,"at":4,"color":"white","until":9,"used":{"black":1,"white":0}}',
        '< {"kind":"back","game":7,"at":4,"color":"white"}',
        '< {"kind":"ended","game":7,"at":4,"reason":"resigned","winner":"white"}',
      ),
      [
        'enters as ann',
        'wants to play Go on 9x9 against bob as black',
        'plays 4 4',
        'game 7: ann against bob, Go on 9x9',
        'plays 4 4 (E5 on 9x9)',
        'black has played 4 4 (E5 on 9x9), captured: 1 stone',
        'no: not your turn',
        'white is away',
        'white is back',
        'the end: white wins (resigned)',
      ],
    );
  });

  test('is the problem if the message is malformed', () => {
    assert.deepEqual(meaningsOf('> hello', '> {"kind":"dance"}', '> 7'), [
      'malformed: not JSON',
      'malformed: no such kind of message',
      'malformed: not a JSON object',
    ]);
  });

  test("a server's message may be longer than a client's", () => {
    const long = STATE.replace('"ann"', `"${'a'.repeat(9_000)}"`);
    assert.match(meaningsOf(`< ${long}`)[0] ?? '', /^game 7: aaa/);
    assert.match(meaningsOf(`> ${long}`)[0] ?? '', /^malformed: a line of more than 4096 bytes/);
  });
});

describe('the privacy of messages', () => {
  const { isUnrelated, ...explainer } = messages.open();
  const isPrivate = (side: Speaker, text: string) => {
    const read = explainer[side](Buffer.from(`${text}\n`));
    assert(read.kind === 'message');
    return read.message.privacy !== 'public';
  };

  test('chat with one player is private, in every spelling', () => {
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":{"name":"bob"}}'), true);
    assert.equal(isPrivate('client', '{"to":{"name":"bob"},"text":"x","kind":"chat","no":1}'), true);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":"opponent"}'), true);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":'), true);
    assert.equal(isPrivate('client', '{"kind":"ch\\u0061t","text":"x","to":{"name":"bob"}}'), true);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":{"name":"bob","game":7}}'), true);
    assert.equal(isPrivate('server', '{"kind":"chat","from":"bob","text":"x","to":"you","at":1}'), true);
    assert.equal(isPrivate('server', '{"kind":"chat","from":"bob","text":"x","to":"opponent","game":7,"at":1}'), true);
    assert.equal(
      isPrivate('server', '{"kind":"chat","from":"ann","text":"x","to":"player","name":"bob","at":1}'),
      true,
    );
  });

  test('malformed messages and their problems are private', () => {
    assert.equal(isPrivate('client', '{"kind":"chats","text":"x","to":"everyone"}'), true);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","text":"y","to":"everyone"}'), true);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","te\\u0078t":"y","to":"everyone"}'), true);
    assert.equal(isPrivate('client', 'hello'), true);
    assert.equal(isPrivate('server', '{"kind":"refused","why":"malformed","problem":"unrecognized key: x"}'), true);
    assert.equal(isPrivate('client', ' { "kind": "enter", "name": "a \\" b" } '), false);
    assert.equal(isPrivate('server', '{"kind":"refused","why":"not-your-turn"}'), false);
  });

  test('chat with several clients is public', () => {
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":"everyone"}'), false);
    assert.equal(isPrivate('client', '{"kind":"chat","text":"x","to":{"game":7}}'), false);
    assert.equal(isPrivate('server', '{"kind":"chat","from":"bob","text":"to: you","to":"everyone","at":1}'), false);
  });

  test('messages about other games and the lobby are unrelated to a game', () => {
    assert.equal(isUnrelated?.('server', STATE, 7), false);
    assert.equal(isUnrelated?.('server', STATE, 8), true);
    assert.equal(isUnrelated?.('server', '{"kind":"passed","game":8,"at":1}', 7), true);
    assert.equal(isUnrelated?.('client', '{"kind":"watch","game":8}', 7), true);
    assert.equal(isUnrelated?.('client', '{"kind":"observe"}', 7), true);
    assert.equal(isUnrelated?.('client', '{"kind":"pass"}', 7), false);
    assert.equal(isUnrelated?.('client', 'not JSON', 7), false);
  });
});
