import { setPriority } from 'node:os';
import { ATTACKS } from './attacks.ts';
import { ConnectionSwarm } from './connection-swarm.ts';

// Runs one attack in a process of its own: node scripts/load-test/attacker.ts PORT CONNECTIONS ADDRESSES NAME
// It prints `ready` when the attack is running at full strength. After SIGTERM it prints the numbers of its connections.

const [port, maximumConnections, addresses, name] = process.argv.slice(2);
const attack = ATTACKS[name ?? ''];
if (attack === undefined) throw new Error(`there is no attack ${name}`);
// The attacker must not take processor time from the server on the same machine.
setPriority(19);
const swarm = new ConnectionSwarm(Number(port), (addresses ?? '').split(','));
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ open: swarm.open, connected: swarm.connected, lost: swarm.lost })}\n`);
  swarm.stop();
  process.exit(0);
});
setInterval(() => {}, 60_000);
await attack(swarm, Number(maximumConnections));
process.stdout.write('ready\n');
