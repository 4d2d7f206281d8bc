import { execFileSync } from 'node:child_process';
import { moveDelayUnderLoad } from './heavy-load/move-delay-under-load.ts';
import { pairingTime } from './heavy-load/pairing-time.ts';
import { restartTime } from './heavy-load/restart-time.ts';
import { sessionMemory } from './heavy-load/session-memory.ts';
import type { SectionDefinition } from './section.ts';

export const heavyLoad: SectionDefinition = {
  title: 'Many at once',
  method: [
    '**Memory of an idle session.** 10,000 clients connect, send a greeting and get an answer. The figure is the growth of the server’s resident memory, divided by 10,000.',
    '- The memory of the server is measured after 100 connections and again after 10,000 further connections, each time after a garbage collection.\n- *The bare server* is used for comparison with Tengen. It is a Node server that answers each connection with one line and keeps no state.\n- In some protocols, the server starts a game as soon as two clients have sent their greetings. To measure idle sessions of these protocols, the server is drained: it starts no games, so all clients wait.\n- A protocol whose clients are never idle has no row for the memory of an idle session.',
    '**A pairing.** 50,000 seeks (requests for an opponent) wait in the lobby. A new seek arrives, and the lobby finds one of the waiting seeks that fits and starts a game. The figure is the time that the lobby needs for this.',
    '**A move beside other traffic.** Two well-behaved clients play, while another process with idle priority sends the traffic that the row of the table names. Every write to the database is synced to the disk. The time of a move is the time until the server confirms the move to the player who made it, and p99 is the 99th percentile of this time. The figure is the p99 with the traffic, divided by the p99 of a period without traffic just before. The last column has both values: without and with the traffic.',
    '**A restart** (the last two rows). The server starts with a journal (stored games) of 100,000 running games on 19x19, is killed with SIGKILL, and starts again, several times. Its start time is compared with that of `node -e 0`, a Node process that does nothing. After each start, both players of some random games reconnect and make moves, one game after the other.',
  ],
  measure: async (report, reportPlot) => {
    execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
    await sessionMemory(report);
    pairingTime(report);
    await moveDelayUnderLoad(report);
    await restartTime(report, reportPlot);
  },
};
