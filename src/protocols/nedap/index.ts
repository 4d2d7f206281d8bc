import { ok, problem } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { carryName } from './name.ts';
import { NedapSession } from './session.ts';

/** The Go protocol of Nedap University, 2016 to 2018: docs/protocols/nedap.md. It has no settings. */
export const nedap: Protocol = {
  name: 'nedap',
  opening: { words: ['GO', 'PLAYER', 'CANCEL'] },
  carryName,
  configure(settings) {
    const [unknown] = Object.keys(settings);
    if (unknown !== undefined) return problem(`nedap has no setting "${unknown}": it has none`);
    return ok((now) => new NedapSession(now));
  },
};
