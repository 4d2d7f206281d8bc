import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';
import { tappedLines } from '../../support/tap/tapped-lines.ts';

const SECRETS = /hunter-two|hunter-three/;

/** Sign-ins as clients may write them: with a new password, ahead of the questions, and without line ends. */
const SIGN_INS: Readonly<Record<string, readonly string[]>> = {
  'one line after the other': ['e1 x\n', 'ray\n', 'hunter-two\n'],
  'with a new password': ['e1 x\n', 'ray\n', 'hunter-two hunter-three\n'],
  'in one piece': ['e1 x\nray\nhunter-two\n'],
  'with CR LF': ['e1 x\r\n', 'ray\r\n', 'hunter-two\r\n'],
};

for (const packet of [1, 1 << 20]) {
  describe(`the password of a CGOS client, in pieces of ${packet} bytes`, () => {
    for (const [way, lines] of Object.entries(SIGN_INS)) {
      test(`is not in what a tap shows and writes: ${way}`, async () => {
        const all = await tappedLines('cgos', lines, packet);
        assert.doesNotMatch(all, SECRETS);
        assert.match(all, /connect a: cgos/);
        assert.match(all, /a secret message/);
      });

      test(`is not in the record of a game: ${way}`, async () => {
        const server = await RecordingServer.start({}, packet);
        await server.connect('ray: cgos', 'zen: cgos');
        for (const line of lines) await server.bytes('ray', Buffer.from(line));
        await server.say('zen: e1 x\nzen: zen\nzen: hunter-two');
        await server.inMemory.clock.advance(3_000);
        await server.say('ray: E5\nzen: resign');
        const conversation = JSON.stringify(await server.ofGame(1));
        assert.doesNotMatch(conversation + server.stored(1), SECRETS);
        assert.match(conversation, /E5/);
      });
    }
  });
}
