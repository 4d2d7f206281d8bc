import { createServer } from 'node:net';
import type { RelayedPlayer } from './measured-protocol.ts';
import { measured } from './measured-protocol-list.ts';

// A server that knows no rules, as one would write it in Node: node scripts/bench/server/relay.ts PROTOCOL
// The first that somebody says is the name of a table, and whoever says the same sits there, too. It prints its port.

interface Player extends RelayedPlayer {
  partner: Player | undefined;
}

const { relay, isBinary = false } = await measured(process.argv[2]!);
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

/** Where the first message of some text ends; 0 if it has not yet. */
function endOfAction(text: string): number {
  if (text.charCodeAt(0) === 0x0e) return text.length < 3 ? 0 : 3;
  const end = 5 + text.charCodeAt(4);
  return text.length >= end ? end : 0;
}

const server = createServer({ noDelay: true }, (socket) => {
  const player: Player = { socket, partner: undefined, owes: false };
  let said = '';
  socket.setEncoding(isBinary ? 'latin1' : 'utf8');
  socket.on('data', (text: string) => {
    said += text;
    if (isBinary) {
      for (let end = endOfAction(said); end > 0; end = endOfAction(said)) {
        take(player, said.slice(0, end));
        said = said.slice(end);
      }
    } else {
      for (let end = said.indexOf('\n'); end !== -1; end = said.indexOf('\n')) {
        take(player, said.slice(0, end));
        said = said.slice(end + 1);
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
