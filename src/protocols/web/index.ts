import { z } from 'zod';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { readSettings } from '../settings.ts';
import { openWebSession } from './session.ts';

/**
 * What the page speaks: JSON objects, one a message of a WebSocket or, on a listener of its own, one a line. The plain
 * port knows it by nothing: there it comes over HTTP.
 */
export const web: Protocol = {
  name: 'web',
  opening: {},
  // No protocol takes a name with a control character, and JSON carries all others.
  carryName: (name) => name,
  proposes: true,
  configure(settings) {
    const none = readSettings('web', z.object({}), settings);
    return none.ok ? ok(openWebSession()) : none;
  },
};
