// A Gomoku bot over Gomokurs with a client session of the library: node gomoku-bot.ts [port]

import { connect } from 'node:net';
import {
  type ClientEvent,
  type ClientSessionOutput,
  type Color,
  coordinates,
  gomokursClient,
  type Intent,
  type Point,
  pointAt,
  square,
} from 'tengen-protocols/gomokurs';

const [port = '1919'] = process.argv.slice(2);
let size = 0;
let color: Color | 'both' | undefined;
let free = new Set<Point>();
let last: Point | undefined;
let isOurTurn = false;

const configured = gomokursClient.configure({ version: '0.2.0' });
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
  if (isOurTurn) play(); // After all events: the opponent's stone may have ended the game.
  if (close) socket.end();
  clearTimeout(timer);
  const { deadline } = session;
  if (deadline !== undefined) timer = setTimeout(() => carryOut(session.tick(Date.now())), deadline - Date.now());
}

const perform = (intent: Intent): void => carryOut(session.perform(intent, Date.now()));

function onEvent(event: ClientEvent): void {
  switch (event.kind) {
    case 'game-started': {
      ({ size, color } = event);
      const board = square(size);
      const points = Array.from({ length: size * size }, (_, at) => pointAt(board, at % size, Math.floor(at / size)));
      free = new Set(points.filter((point) => point !== undefined));
      return;
    }
    case 'played':
      free.delete(event.point);
      if (event.color === color) last = event.point;
      return;
    case 'your-turn':
      isOurTurn = true;
      return;
    case 'game-ended': {
      // The manager closes the connection.
      isOurTurn = false;
      const loser = event.winner === 'draw' ? 'draw' : 'loss';
      console.log(`the end: ${event.winner === color ? 'win' : loser}`);
      return;
    }
    case 'refused':
    case 'protocol-error':
      console.log(event.text);
  }
}

function play(): void {
  isOurTurn = false;
  const point = nearest(last ?? pointAt(square(size), size >> 1, size >> 1));
  perform(point === undefined ? { kind: 'resign' } : { kind: 'play', point });
}

/** The free point that is nearest to `to`. */
function nearest(to: Point | undefined): Point | undefined {
  if (to === undefined) return undefined;
  const board = square(size);
  const here = coordinates(board, to);
  const distance = (point: Point): number => {
    const { x, y } = coordinates(board, point);
    return Math.max(Math.abs(x - here.x), Math.abs(y - here.y));
  };
  return [...free].sort((one, other) => distance(one) - distance(other))[0];
}
