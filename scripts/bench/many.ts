import { execFileSync } from 'node:child_process';
import { crowds } from './many/crowds.ts';
import { restart } from './many/restart.ts';
import { seeks } from './many/seeks.ts';
import { sessions } from './many/sessions.ts';
import type { MeasuredSection } from './section.ts';

export const many: MeasuredSection = {
  title: 'Many at once',
  method: [
    'Memory of a session is what the resident memory of the server as it is built grows by for each of 10,000 connections that have said ' +
      'hello and been answered, after 100 others, each time after a collection of garbage that is forced. The bare server is one of ' +
      'Node’s that answers each connection with a line and holds nothing. In gomokurs whoever says hello is seated at once: there they ' +
      'come while the server drains, and wait. Nobody is idle in remastered: whoever has said hello plays, or is the one who waits.',
    'A pairing is a wish that takes another, where 50,000 wait; a game begins with it. The crowds come from another ' +
      'process, which has what nobody else wants of the cores, while two well-behaved clients play: the 99th percentile of how long whoever moves waits to be ' +
      'told so (after a sync, as the server has it), beside that of a quiet while just before.',
    'A journal is written that has 100,000 running games on 19 lines. The server is started on it, killed with SIGKILL, and ' +
      'started again, in turn with `node -e 0`. Each time both players of some games, of chance, come back and play on, with one turn at a time.',
  ],
  measure: async (say, draw) => {
    execFileSync('npm', ['run', '--silent', 'build:program'], { stdio: 'inherit' });
    await sessions(say);
    seeks(say);
    await crowds(say);
    await restart(say, draw);
  },
};
