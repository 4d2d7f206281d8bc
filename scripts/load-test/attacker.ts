import { setPriority } from 'node:os';
import { ATTACKS } from './attacks.ts';
import { Swarm } from './swarm.ts';

// A process of its own for one attack: node scripts/load-test/attacker.ts PORT CONNECTIONS ADDRESSES NAME
// Says `ready` once it is in full swing, and at its end how many connections there were.

const [port, most, addresses, name] = process.argv.slice(2);
const attack = ATTACKS[name ?? ''];
if (attack === undefined) throw new Error(`there is no attack ${name}`);
// What is measured is the server, and not who of those on this machine gets the cores.
setPriority(19);
const swarm = new Swarm(Number(port), (addresses ?? '').split(','));
process.once('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ open: swarm.open, connected: swarm.connected, lost: swarm.lost })}\n`);
  swarm.end();
  process.exit(0);
});
setInterval(() => {}, 60_000);
await attack(swarm, Number(most));
process.stdout.write('ready\n');
