import { byte, byteFor, longText } from '../../../../src/protocols/messages/binary-field-codec.ts';
import { binaryTableMessages } from '../../../../src/protocols/messages/binary-message-explainer.ts';
import {
  binaryMessage,
  binaryMessages,
  type MalformedBytes,
  type MessageOfBinaryCodec,
} from '../../../../src/protocols/messages/binary-messages.ts';
import { namedPlace } from '../../../../src/protocols/messages/describe-point.ts';

const text = longText(64);
const color = byteFor(['black', 'white']);
const place = { x: byte, y: byte };

export const clientMessages = binaryMessages({
  name: binaryMessage('NAME', 0x01, {
    fields: { name: text },
    privacy: 'public',
    about: 'the answer to GREETING; PASSWORD follows',
    means: ({ name }) => `is ${name}`,
  }),
  password: binaryMessage('PASSWORD', 0x02, {
    fields: { password: text },
    privacy: 'secret',
    about: 'at least eight characters: WELCOME, or REFUSED',
    means: 'sends its password',
  }),
  seek: binaryMessage('SEEK', 0x03, {
    fields: { size: byte },
    privacy: 'public',
    about: 'START once there is an opponent',
    means: ({ size }) => `wants to play on ${size}x${size}`,
  }),
  stone: binaryMessage('STONE', 0x04, {
    fields: place,
    privacy: 'public',
    about: 'STONE to both, or REFUSED',
    means: ({ x, y }, { size }) => `plays ${namedPlace(`${x} ${y}`, size, x, y)}`,
  }),
  pass: binaryMessage('PASS', 0x05, {
    fields: {},
    privacy: 'public',
    about: 'PASSED to both; after the second in a row END',
    means: 'passes',
  }),
});

export const serverMessages = binaryMessages({
  greeting: binaryMessage('GREETING', 0x11, {
    fields: { version: byte },
    privacy: 'public',
    about: 'the server speaks first',
    means: ({ version }) => `speaks version ${version}`,
  }),
  welcome: binaryMessage('WELCOME', 0x12, {
    fields: {},
    privacy: 'public',
    about: 'the client is in',
    means: 'welcome',
  }),
  start: binaryMessage('START', 0x13, {
    fields: { color, size: byte, opponent: text },
    privacy: 'public',
    about: 'a game begins; the colour is yours',
    means: ({ color, size, opponent }) => `a game: ${color} against ${opponent} on ${size}x${size}`,
    sizeIn: ({ size }) => size,
  }),
  stone: binaryMessage('STONE', 0x14, {
    fields: { color, ...place },
    privacy: 'public',
    about: 'a legal stone of that colour',
    means: ({ color, x, y }, { size }) => `${color} has played ${namedPlace(`${x} ${y}`, size, x, y)}`,
  }),
  passed: binaryMessage('PASSED', 0x15, {
    fields: { color },
    privacy: 'public',
    about: 'a pass of that colour',
    means: ({ color }) => `${color} has passed`,
  }),
  end: binaryMessage('END', 0x16, {
    fields: { winner: byteFor(['draw', 'black', 'white']) },
    privacy: 'public',
    about: 'the game is over',
    means: ({ winner }) => `the end: ${winner} wins`,
  }),
  refused: binaryMessage('REFUSED', 0x17, {
    fields: { reason: text },
    privacy: 'public',
    about: 'the message has no effect',
    means: ({ reason }) => `no: ${reason}`,
  }),
});

export const messages = binaryTableMessages({ client: clientMessages, server: serverMessages });

export type ClientMessage = MessageOfBinaryCodec<typeof clientMessages> | MalformedBytes;
export type ServerMessage = MessageOfBinaryCodec<typeof serverMessages>;
