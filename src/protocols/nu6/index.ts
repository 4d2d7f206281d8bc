import { ok, problem } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { carryName } from './codec.ts';
import { Nu6Session } from './session.ts';

/** Nedap University 6: Go on any size, its messages prefixed `CORE.` and, with the chat extension, `CHAT.`. */
export const nu6: Protocol = {
  name: 'nu6',
  opening: { prefixes: ['CORE.', 'CHAT.'] },
  carryName,
  configure(settings) {
    const [setting] = Object.keys(settings);
    if (setting !== undefined) return problem(`nu6 has no settings, but was given "${setting}"`);
    return ok((now) => new Nu6Session(now));
  },
};
