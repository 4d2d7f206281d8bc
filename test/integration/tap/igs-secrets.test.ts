import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecordingServer } from '../../support/recorder/recording-server.ts';
import { tappedLines } from '../../support/tap/tapped-lines.ts';

const SECRETS = /hunter-two/;

/** Sign-ins as clients may send them: before the questions, after a refused name, with other line ends. */
const SIGN_INS: Readonly<Record<string, readonly string[]>> = {
  'one line after the other': ['ray\n', 'hunter-two\n'],
  'in one piece': ['ray\nhunter-two\n'],
  'with CR LF': ['ray\r\n', 'hunter-two\r\n'],
  'with CR': ['ray\r', 'hunter-two\r'],
  'after a wrong name': ['r\n', 'ray\n', 'hunter-two\n'],
};

for (const packet of [1, 1 << 20]) {
  describe(`the password of an IGS client, in packets of ${packet} bytes`, () => {
    for (const [form, lines] of Object.entries(SIGN_INS)) {
      test(`is not in the output of a tap: ${form}`, async () => {
        const output = await tappedLines('igs', lines, packet);
        assert.doesNotMatch(output, SECRETS);
        assert.match(output, /connect a: igs/);
      });

      test(`is not in the recording of a game, which the inspector shows: ${form}`, async () => {
        const server = await RecordingServer.start({}, packet);
        await server.connect('ray: igs', 'zen: igs');
        for (const line of lines) await server.sendBytes('ray', Buffer.from(line));
        await server.send('zen: zen\nzen: hunter-two\nray: match zen B 9 0 0\nzen: match ray W 9 0 0');
        await server.send('ray: E5\nzen: resign');
        const conversation = JSON.stringify(await server.storedConversation(1));
        assert.doesNotMatch(conversation + server.storedText(1), SECRETS);
        assert.match(conversation, /E5/);
      });
    }
  });
}
