import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';
import { tappedLines } from '../../support/tap/tapped-lines.ts';

const SECRETS = /hunter-two|hunter-three/;

/** Sign-ins as clients may send them: with a new password, before the questions, and with CR LF. */
const SIGN_INS: Readonly<Record<string, readonly string[]>> = {
  'one line after the other': ['e1 x\n', 'ray\n', 'hunter-two\n'],
  'with a new password': ['e1 x\n', 'ray\n', 'hunter-two hunter-three\n'],
  'in one piece': ['e1 x\nray\nhunter-two\n'],
  'with CR LF': ['e1 x\r\n', 'ray\r\n', 'hunter-two\r\n'],
};

for (const packet of [1, 1 << 20]) {
  describe(`the password of a CGOS client, in packets of ${packet} bytes`, () => {
    for (const [form, lines] of Object.entries(SIGN_INS)) {
      test(`is not in the output of a tap: ${form}`, async () => {
        const output = await tappedLines('cgos', lines, packet);
        assert.doesNotMatch(output, SECRETS);
        assert.match(output, /connect a: cgos/);
        assert.match(output, /a secret message/);
      });

      test(`is not in the recording of a game: ${form}`, async () => {
        const server = await RecordingServer.start({}, packet);
        await server.connect('ray: cgos', 'zen: cgos');
        for (const line of lines) await server.sendBytes('ray', Buffer.from(line));
        await server.send('zen: e1 x\nzen: zen\nzen: hunter-two');
        await server.inMemory.clock.advance(3_000);
        await server.send('ray: E5\nzen: resign');
        const conversation = JSON.stringify(await server.storedConversation(1));
        assert.doesNotMatch(conversation + server.storedText(1), SECRETS);
        assert.match(conversation, /E5/);
      });
    }
  });
}
