import { z } from 'zod';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { oneOf, readSettings, wholeNumber } from '../settings.ts';
import { LETTER_CASES, MODES } from './messages.ts';
import { RemasteredSession } from './session.ts';
import { boardLines } from './settings.ts';

const schema = z
  .object({
    size: boardLines.default(19),
    mode: oneOf(MODES).default('normal'),
    /** Pairs of players. */
    seats: wholeNumber(1, 999_999).exactOptional(),
    case: oneOf(LETTER_CASES).default('lower'),
  })
  .refine(({ mode, seats }) => mode === 'normal' || seats === undefined, {
    error: 'seats goes with mode=normal only: a local game has one place',
  });

/** Go as the Python program go-remastered plays it, every message acknowledged: docs/protocols/remastered.md. */
export const remastered: Protocol = {
  name: 'remastered',
  opening: { words: ['go'] },
  // No name is ever shown to these clients.
  carryName: (name) => name,
  configure(settings) {
    const listener = readSettings('remastered', schema, settings);
    return listener.ok ? ok((now) => new RemasteredSession(listener.value, now)) : listener;
  },
};
