// A Gomoku bot over the binary protocol Gomokurs, with the codec of the library: node gomoku-bot.js [port]

import { connect } from 'node:net';
import { makePlayerAction, parseManagerAction } from 'tengen-protocols/gomokurs';

const [port = '1919'] = process.argv.slice(2);
const version = '0.2.0';
let free, last;

const socket = connect(Number(port), '127.0.0.1', () => send({ kind: 'protocol-version', version }));
const send = (action) => socket.write(makePlayerAction(action, version));

// Bytes arrive in pieces of any length: the parser reports when an action is complete.
let unread = Buffer.alloc(0);
socket.on('data', (bytes) => {
  unread = Buffer.concat([unread, bytes]);
  for (let read = parseManagerAction(unread, version); read.kind === 'message'; ) {
    unread = unread.subarray(read.length);
    onAction(read.message);
    read = parseManagerAction(unread, version);
  }
});

function onAction(action) {
  switch (action.kind) {
    case 'start': {
      const { size } = action;
      free = Array.from({ length: size * size }, (_, index) => ({ x: index % size, y: Math.floor(index / size) }));
      last = { x: size >> 1, y: size >> 1 };
      return send({ kind: 'ready' });
    }
    case 'begin': // The board is empty and the first stone is ours.
      return play();
    case 'turn': // The opponent's stone. An illegal stone of ours would lose the game.
      take(action);
      return play();
    case 'board': // All stones of a game that continues.
      for (const stone of action.stones) take(stone);
      return play();
    case 'about':
      return send({ kind: 'player-description', text: 'name="js-bot"' });
    case 'result':
      return console.log(`the end: ${action.result}`);
    case 'end':
      return socket.end();
    case 'error':
      console.log(action.text);
  }
}

// The free point that is nearest to our last stone.
function play() {
  const distance = ({ x, y }) => Math.max(Math.abs(x - last.x), Math.abs(y - last.y));
  last = free.reduce((best, point) => (distance(point) < distance(best) ? point : best));
  take(last);
  send({ kind: 'play', ...last });
}

function take({ x, y }) {
  free = free.filter((point) => point.x !== x || point.y !== y);
}
