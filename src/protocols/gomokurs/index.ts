import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { carryText } from '../text.ts';
import { makeRefusal } from './messages.ts';
import { GomokursSession } from './session.ts';
import { readListener } from './settings.ts';

/** Gomokurs over TCP, versions 0.1.0 and 0.2.0: docs/protocols/gomokurs.md. */
export const gomokurs: Protocol = {
  name: 'gomokurs',
  // PROTOCOL VERSION in either numbering, and the first byte of its length.
  opening: {
    bytes: [
      [0x0a, 0x00],
      [0x0c, 0x00],
    ],
  },
  carryName: (name) => carryText(name),
  makeRefusal,
  configure(settings) {
    const listener = readListener(settings);
    return listener.ok ? ok((now) => new GomokursSession(listener.value, now)) : listener;
  },
};
