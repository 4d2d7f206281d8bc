import { createServer } from 'node:net';
import type { RelayClient } from './measured-protocol.ts';
import { loadMeasuredProtocol } from './measured-protocol-list.ts';

// A minimal server in Node that knows no rules of the game: node scripts/bench/server/relay.ts PROTOCOL
// It makes a pair of two clients whose first messages are the same. It prints its port.

interface Player extends RelayClient {
  partner: Player | undefined;
}

const { relay, isBinary = false } = await loadMeasuredProtocol(process.argv[2]!);
const waiting = new Map<string, Player>();

function take(player: Player, message: string): void {
  if (player.partner !== undefined) relay(player, player.partner, message);
  else {
    const host = waiting.get(message);
    if (host === undefined) waiting.set(message, player);
    else {
      waiting.delete(message);
      player.partner = host;
      host.partner = player;
      for (const { socket } of [host, player]) socket.write(isBinary ? message : `${message}\n`);
    }
  }
}

/** The length of the first binary message; 0 if the text does not contain all of it yet. */
function endOfAction(text: string): number {
  if (text.charCodeAt(0) === 0x0e) return text.length < 3 ? 0 : 3;
  const end = 5 + text.charCodeAt(4);
  return text.length >= end ? end : 0;
}

const server = createServer({ noDelay: true }, (socket) => {
  const player: Player = { socket, partner: undefined, owesAck: false };
  let received = '';
  socket.setEncoding(isBinary ? 'latin1' : 'utf8');
  socket.on('data', (text: string) => {
    received += text;
    if (isBinary) {
      for (let end = endOfAction(received); end > 0; end = endOfAction(received)) {
        take(player, received.slice(0, end));
        received = received.slice(end);
      }
    } else {
      for (let end = received.indexOf('\n'); end !== -1; end = received.indexOf('\n')) {
        take(player, received.slice(0, end));
        received = received.slice(end + 1);
      }
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => player.partner?.socket.destroy());
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 }, () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(`listening on 127.0.0.1:${address.port}`);
});
