// A Go bot over the protocol nu6, with the codec of the library: node go-bot.js [port] [name]

import { connect } from 'node:net';
import { lineBytes, makeClientMessage, parseServerMessage, readLine } from 'tengen-protocols/nu6';

const [port = '1919', name = 'js-bot'] = process.argv.slice(2);
const size = 9;
const maxMoves = 20; // After this many moves the bot passes. Otherwise two weak bots would never stop.
let color, turn, moves, passes, free, candidates;

const socket = connect(Number(port), '127.0.0.1', () => send({ kind: 'hello', name, extensions: [] }));
const send = (message) => socket.write(lineBytes(makeClientMessage(message)));

// Bytes arrive in pieces of any length: `readLine` reports when a line is complete.
let unread = Buffer.alloc(0);
socket.on('data', (bytes) => {
  unread = Buffer.concat([unread, bytes]);
  for (let read = readLine(unread); read.kind === 'message'; read = readLine(unread)) {
    unread = unread.subarray(read.length);
    const message = parseServerMessage(read.message.text);
    if (message.ok) onMessage(message.value);
  }
});

function onMessage(message) {
  switch (message.kind) {
    case 'hello':
      return send({ kind: 'newgame', size });
    case 'match': // Black begins.
      [color, turn, moves, passes] = [message.color, 'black', 0, 0];
      free = shuffled([...Array(size * size).keys()]);
      return play();
    case 'move': // The server sends every move to both players.
    case 'pass':
      if (turn === color) moves++;
      passes = message.kind === 'pass' ? passes + 1 : 0;
      free = free.filter((point) => point !== message.coordinate);
      turn = turn === 'black' ? 'white' : 'black';
      return play();
    case 'error': // The move was suicide. Try the next point.
      return message.error === 'ILLEGAL' ? tryNext() : console.log(message);
    case 'gameover': {
      const result = message.winner === 'draw' ? 'a draw' : `${message.winner} wins`;
      console.log(`the end: ${result}, black ${message.black}, white ${message.white}`);
      return socket.end();
    }
  }
}

// Tries points that have never had a stone, until a move is legal. After two passes the game is over.
function play() {
  if (turn !== color || passes === 2) return;
  candidates = moves < maxMoves ? [...free] : [];
  tryNext();
}

function tryNext() {
  const coordinate = candidates.pop();
  send(coordinate === undefined ? { kind: 'pass' } : { kind: 'move', coordinate });
}

function shuffled(list) {
  for (let end = list.length - 1; end > 0; end--) {
    const other = Math.floor(Math.random() * (end + 1));
    [list[end], list[other]] = [list[other], list[end]];
  }
  return list;
}
