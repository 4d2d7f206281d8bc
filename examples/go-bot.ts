// A Go bot with a client session of the library: node go-bot.ts [port] [name]
// The session handles all messages of the protocol; the program only chooses moves. With `daigoClient` of
// 'tengen-protocols/daigo' instead of `nu6Client`, the same program plays over daigo.

import { connect } from 'node:net';
import {
  type ClientEvent,
  type ClientSessionOutput,
  type Color,
  type Intent,
  nu6Client,
  type Point,
  pointAt,
  square,
} from 'tengen-protocols/nu6';

const [port = '1919', name = 'ts-bot'] = process.argv.slice(2);
const size = 9;
const maxMoves = 20; // After this many moves the bot passes. Otherwise two weak bots would never stop.
let color: Color | 'both' | undefined;
let moves = 0;
let free: Point[] = []; // Points that have never had a stone, in random order.
let candidates: Point[] = [];

const configured = nu6Client.configure({ name, size: `${size}` });
if (!configured.ok) throw new Error(configured.problem);
const session = configured.value();
let timer: NodeJS.Timeout | undefined;

// The session has no socket and no clock. The program sends its bytes, handles its events, and calls `tick` at its deadline.
const socket = connect(Number(port), '127.0.0.1', () => carryOut(session.open(Date.now())));
socket.on('data', (bytes) => carryOut(session.receive(bytes, Date.now())));
socket.on('end', () => carryOut(session.disconnected(Date.now())));

function carryOut({ send, events, close }: ClientSessionOutput): void {
  for (const bytes of send) socket.write(bytes);
  for (const each of events) onEvent(each);
  if (close) socket.end();
  clearTimeout(timer);
  const { deadline } = session;
  if (deadline !== undefined) timer = setTimeout(() => carryOut(session.tick(Date.now())), deadline - Date.now());
}

const perform = (intent: Intent): void => carryOut(session.perform(intent, Date.now()));

function onEvent(event: ClientEvent): void {
  switch (event.kind) {
    case 'entered':
      perform({ kind: 'seek', size });
      return;
    case 'game-started':
      color = event.color;
      free = allPoints();
      candidates = [...free];
      return;
    case 'your-turn': // Also after a move was refused as suicide.
      tryNext();
      return;
    case 'played':
    case 'passed':
      if (event.color === color) moves++;
      if (event.kind === 'played') free = free.filter((point) => point !== event.point);
      candidates = moves < maxMoves ? [...free] : [];
      return;
    case 'game-ended': {
      const result = event.winner === 'black' || event.winner === 'white' ? `${event.winner} wins` : 'a draw';
      console.log(`the end: ${result}, black ${event.score?.black}, white ${event.score?.white}`);
      perform({ kind: 'leave' });
      return;
    }
    case 'protocol-error':
      console.log(event.text);
  }
}

/** Tries the next point; passes after the last one. */
function tryNext(): void {
  const point = candidates.pop();
  perform(point === undefined ? { kind: 'pass' } : { kind: 'play', point });
}

/** The points of the board in random order. */
const allPoints = (): Point[] =>
  Array.from({ length: size * size }, (_, at) => pointAt(square(size), at % size, Math.floor(at / size)))
    .filter((point) => point !== undefined)
    .map((point) => ({ point, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ point }) => point);
