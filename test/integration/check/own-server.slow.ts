import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkServer } from '../../../src/check/check-server.ts';
import { isExamined } from '../../../src/check/report.ts';
import { checkOptions, clausesOf, startListeningServer } from '../../support/check/listening-server.ts';

const LOCAL = [
  'in local mode no color is told',
  'in local mode there is one place',
  'in local mode one client plays both colours',
];

/** Listeners of our own server, the settings of the check, and the clauses that cannot be reached. */
const SERVERS: readonly {
  listener: string;
  settings?: string;
  unreached?: readonly string[] | 'all but local mode';
  notes?: readonly string[];
}[] = [
  { listener: 'nu6', settings: 'size=13' },
  { listener: 'daigo', notes: ['white has a komi'] },
  { listener: 'daigo?size=13&komi=0', settings: 'size=13' },
  { listener: 'nedap' },
  { listener: 'nedap', settings: 'dialect=later' },
  { listener: 'remastered?size=9&seats=1', unreached: LOCAL },
  {
    listener: 'remastered?size=19',
    unreached: ['after full the connection ends', ...LOCAL],
    notes: ['more places than two'],
  },
  { listener: 'remastered?size=13&mode=local', unreached: 'all but local mode' },
  { listener: 'gomokurs' },
  { listener: 'gomokurs?size=15&rule=renju&about=1&info=1', settings: 'version=0.2.0' },
  { listener: 'igs' },
  { listener: 'igs', settings: 'size=19' },
];

describe('our own server follows every clause, over TCP', { concurrency: true }, () => {
  for (const { listener, settings = '', unreached = [], notes = [] } of SERVERS) {
    test(`${listener} ${settings}`, async () => {
      const [protocol = '', query = ''] = listener.split('?');
      const { port, stop } = await startListeningServer(`${protocol}://127.0.0.1:0?${query}`);
      try {
        const checked = await checkServer(clausesOf(protocol, settings), checkOptions(port));
        assert(checked.ok, checked.ok ? '' : checked.problem);
        const broken = checked.value.filter(({ verdict }) => verdict.kind === 'broken');
        assert.equal(JSON.stringify(broken, null, 1), '[]');
        const missed = checked.value.filter(({ verdict }) => verdict.kind === 'not reached').map(({ title }) => title);
        assert(isExamined({ subject: listener, checked: checked.value }));
        const seen = checked.value.flatMap(({ verdict }) => (verdict.kind === 'kept' ? verdict.notes : []));
        assert.deepEqual(seen, notes);
        if (unreached !== 'all but local mode') assert.deepEqual(missed, unreached);
        else for (const title of LOCAL) assert(!missed.includes(title), title);
      } finally {
        await stop();
      }
    });
  }
});
