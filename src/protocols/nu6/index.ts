import { z } from 'zod';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { readSettings } from '../settings.ts';
import { carryName } from './name.ts';
import { Nu6Session } from './session.ts';

/** Nedap University 6: Go on any size, its messages prefixed `CORE.` and, with the chat extension, `CHAT.`. */
export const nu6: Protocol = {
  name: 'nu6',
  opening: { prefixes: ['CORE.', 'CHAT.'] },
  carryName,
  configure(settings) {
    const none = readSettings('nu6', z.object({}), settings);
    return none.ok ? ok((now) => new Nu6Session(now)) : none;
  },
};
