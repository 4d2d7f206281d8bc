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

// The session has no socket and no clock. The program sends its bytes, handles its news, and calls `tick` at its deadline.
const socket = connect(Number(port), '127.0.0.1', () => carryOut(session.open(Date.now())));
socket.on('data', (bytes) => carryOut(session.receive(bytes, Date.now())));
socket.on('end', () => carryOut(session.hungUp(Date.now())));

function carryOut({ send, news, close }: ClientSessionOutput): void {
  for (const bytes of send) socket.write(bytes);
  for (const each of news) onNews(each);
  if (close) socket.end();
  clearTimeout(timer);
  const { deadline } = session;
  if (deadline !== undefined) timer = setTimeout(() => carryOut(session.tick(Date.now())), deadline - Date.now());
}

const want = (intent: Intent): void => carryOut(session.want(intent, Date.now()));

function onNews(news: ClientEvent): void {
  switch (news.kind) {
    case 'entered':
      want({ kind: 'seek', size });
      return;
    case 'begun':
      color = news.color;
      free = allPoints();
      candidates = [...free];
      return;
    case 'your-turn': // Also after a move was refused as suicide.
      tryNext();
      return;
    case 'played':
    case 'passed':
      if (news.color === color) moves++;
      if (news.kind === 'played') free = free.filter((point) => point !== news.point);
      candidates = moves < maxMoves ? [...free] : [];
      return;
    case 'ended': {
      const result = news.winner === 'black' || news.winner === 'white' ? `${news.winner} wins` : 'a draw';
      console.log(`the end: ${result}, black ${news.score?.black}, white ${news.score?.white}`);
      want({ kind: 'leave' });
      return;
    }
    case 'broken':
      console.log(news.words);
  }
}

/** Tries the next point; passes after the last one. */
function tryNext(): void {
  const point = candidates.pop();
  want(point === undefined ? { kind: 'pass' } : { kind: 'play', point });
}

/** The points of the board in random order. */
const allPoints = (): Point[] =>
  Array.from({ length: size * size }, (_, at) => pointAt(square(size), at % size, Math.floor(at / size)))
    .filter((point) => point !== undefined)
    .map((point) => ({ point, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ point }) => point);
