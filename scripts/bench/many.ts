import { execFileSync } from 'node:child_process';
import { crowds } from './many/background-traffic.ts';
import { seeks } from './many/pairing-time.ts';
import { restart } from './many/restart.ts';
import { sessions } from './many/sessions.ts';
import type { SectionDefinition } from './section.ts';

export const many: SectionDefinition = {
  title: 'Many at once',
  method: [
    'The memory of a session is the growth of the server’s resident memory divided by 10,000 connections that have ' +
      'sent a greeting and got an answer. It is measured after 100 other connections, and a garbage collection is forced ' +
      'before each measurement, with the built program. The bare server is a Node server that answers each connection with one line ' +
      'and keeps no state. In protocols where a client is paired as soon as it has sent its greeting, the server starts no new ' +
      'games (it drains), so that the clients wait. A protocol whose clients are never idle has no row.',
    'A pairing is a new seek that is paired with one of 50,000 waiting seeks and starts a game. For the rows of moves' +
      ' beside other traffic, another process with idle priority causes the traffic while two well-behaved clients ' +
      'play. The figure is the 99th percentile of the time until the player who moves gets the confirmation (with a ' +
      'sync for every commit), divided by that of a period without traffic just before.',
    'For the rows of a restart, a journal with 100,000 running games on 19 lines is written. The server is started ' +
      'with this journal, killed with SIGKILL, and started again, alternating with `node -e 0`. Each time, both players' +
      ' of some random games come back and make moves, one at a time.',
  ],
  measure: async (say, draw) => {
    execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
    await sessions(say);
    seeks(say);
    await crowds(say);
    await restart(say, draw);
  },
};
