import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addLine, type ChatLine, gameChat, lobbyChat } from './chat-lines.ts';

const line = (at: number, to: ChatLine['to'], text: string, game?: number): ChatLine => ({
  kind: 'chat',
  from: 'alice',
  text,
  to,
  at,
  ...(game === undefined ? {} : { game }),
});

test('a line that is sent again after a lost connection is shown once', () => {
  const received = [line(1, 'everyone', 'hello'), line(2, 'everyone', 'hello'), line(1, 'everyone', 'hello')];
  assert.deepEqual(received.reduce(addLine, []), received.slice(0, 2));
});

test('the lobby and each game have their own chat', () => {
  const all = [line(1, 'everyone', 'a'), line(2, 'opponent', 'b', 3), line(3, 'game', 'c', 4), line(4, 'you', 'd')];
  assert.equal(
    lobbyChat(all)
      .map(({ text }) => text)
      .join(''),
    'ad',
  );
  assert.equal(
    gameChat(all, 3)
      .map(({ text }) => text)
      .join(''),
    'b',
  );
  assert.equal(
    gameChat(all, 4)
      .map(({ text }) => text)
      .join(''),
    'c',
  );
});

test('the number of stored lines is limited', () => {
  const many = Array.from({ length: 400 }, (_, at) => line(at, 'everyone', String(at))).reduce(
    addLine,
    [] as readonly ChatLine[],
  );
  assert.equal(many.length, 300);
  assert.equal(many[0]!.text, '100');
});
