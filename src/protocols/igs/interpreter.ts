import type { LineCodec } from '../messages/line-messages.ts';
import { lineInterpreter, type Messages, malformed, type Reading } from '../messages/message-interpreter.ts';
import { commandMessages, nameMessages, passwordMessages, plainCommand } from './client-messages.ts';
import { BANNER, serverMessages } from './server-messages.ts';
import { TelnetLineReader } from './telnet-line.ts';

/** Follows the prompts of the server: the lines of a client before `1 5` have no other mark of what they are. */
class Conversation {
  /** `signing-in`: the next line may be the password. */
  #stage: 'name' | 'signing-in' | 'in' = 'name';

  client(line: string): Reading {
    switch (this.#stage) {
      case 'name':
        this.#stage = 'signing-in';
        return read(nameMessages as LineCodec<unknown>, line);
      case 'signing-in':
        return { meaning: 'says its password', isWellFormed: true, privacy: 'secret' };
      case 'in':
        return read(commandMessages as LineCodec<unknown>, plainCommand(line));
    }
  }

  server(line: string): Reading {
    if (line === 'Login:') this.#stage = 'name';
    else if (/^1 [5-8]$/.test(line)) this.#stage = 'in';
    if (isBanner(line)) return { meaning: line === '' ? 'an empty line' : line, isWellFormed: true, privacy: 'public' };
    // To a client that has switched the numbers off.
    if (!/^\d/.test(line)) return { meaning: 'a line without a number', isWellFormed: true, privacy: 'private' };
    return read(serverMessages as LineCodec<unknown>, line);
  }
}

const isBanner = (line: string): boolean => line === '' || line === BANNER || line === 'Login:';

function read(codec: LineCodec<unknown>, line: string): Reading {
  const result = codec.read(line);
  const privacy = codec.privacyOfLine(line);
  if (!result.ok) return malformed(result.problem, privacy);
  return { meaning: codec.describe(result.value, {}), isWellFormed: true, privacy: codec.privacyOf(result.value) };
}

export const messages: Messages = {
  open() {
    const conversation = new Conversation();
    return lineInterpreter(
      'secret',
      (line) => conversation.client(line),
      (line) => conversation.server(line),
    );
  },
  // The session says which message is the password.
  isPublic(side, bytes) {
    const reader = new TelnetLineReader();
    for (let left = bytes; left.length > 0; ) {
      const line = reader.read(left);
      if (line.kind !== 'message' || line.message.kind !== 'text') return false;
      const { text } = line.message;
      if (side === 'client' && commandMessages.privacyOfLine(plainCommand(text)) !== 'public') return false;
      if (side === 'server' && !isBanner(text) && serverMessages.privacyOfLine(text) !== 'public') return false;
      left = left.subarray(line.length);
    }
    return true;
  },
  tables: {
    'name client': nameMessages as LineCodec<unknown>,
    'password client': passwordMessages as LineCodec<unknown>,
    'command client': commandMessages as LineCodec<unknown>,
    server: serverMessages as LineCodec<unknown>,
  },
};
