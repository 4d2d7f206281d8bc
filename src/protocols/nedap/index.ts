import { z } from 'zod';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { readSettings } from '../settings.ts';
import { carryName } from './name.ts';
import { NedapSession } from './session.ts';

/** The Go protocol of Nedap University, 2016 to 2018: docs/protocols/nedap.md. It has no settings. */
export const nedap: Protocol = {
  name: 'nedap',
  opening: { words: ['GO', 'PLAYER', 'CANCEL'] },
  carryName,
  configure(settings) {
    const none = readSettings('nedap', z.object({}), settings);
    return none.ok ? ok((now) => new NedapSession(now)) : none;
  },
};
