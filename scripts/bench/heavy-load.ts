import { execFileSync } from 'node:child_process';
import { moveDelayUnderLoad } from './heavy-load/move-delay-under-load.ts';
import { pairingTime } from './heavy-load/pairing-time.ts';
import { restartTime } from './heavy-load/restart-time.ts';
import { sessionMemory } from './heavy-load/session-memory.ts';
import type { SectionDefinition } from './section.ts';

export const heavyLoad: SectionDefinition = {
  title: 'Many at once',
  method: [
    '**Memory of an idle session.** 10,000 connections each send a greeting and get an answer. The figure is the growth of the server’s resident memory, divided by 10,000.',
    '- The memory is measured after 100 connections and again after 10,000 further connections. Garbage collection is forced before each measurement. The built program is measured.\n- *The bare server* is used for comparison with Tengen. It is a Node server that answers each connection with one line and keeps no state.\n- In some protocols, the server pairs a client as soon as the client has sent its greeting. For these protocols the server starts no new games (it drains), so the clients have to wait.\n- A protocol whose clients are never idle has no row for the memory of an idle session.',
    '**A pairing.** 50,000 seeks wait in the lobby. (A seek is a request for an opponent.) A new seek is paired with one of the waiting seeks and starts a game. The figure is the time of this pairing.',
    '**A move beside other traffic.** Two well-behaved clients play, while another process with idle priority sends the traffic that the row names. Every commit is synced to the disk. The server confirms each move to the player who made it. The figure is based on the 99th percentile (p99) of the time until this confirmation. It is the p99 with the traffic, divided by the p99 of a period without traffic just before. The last column has the p99 without traffic first, and then the p99 with traffic.',
    '**A restart** (the last two rows). A journal with 100,000 running games on 19x19 is written. The server is started with this journal, killed with SIGKILL, and started again, several times. Between these starts, `node -e 0` is run for comparison. After each start, both players of some random games reconnect and make moves. These games are played one after the other.',
  ],
  measure: async (report, reportPlot) => {
    execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
    await sessionMemory(report);
    pairingTime(report);
    await moveDelayUnderLoad(report);
    await restartTime(report, reportPlot);
  },
};
