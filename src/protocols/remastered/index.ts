import { z } from 'zod';
import { ok, problem, type Result } from '../../result.ts';
import type { OpenSession, Protocol, Settings } from '../protocol.ts';
import { LETTER_CASES, MODES } from './codec.ts';
import { RemasteredSession, type RemasteredSettings } from './session.ts';

const SIZE_OF = { '9': 9, '13': 13, '19': 19 } as const;

const schema = z
  .strictObject(
    {
      size: z.enum(['9', '13', '19'], { error: 'size is 9, 13 or 19' }).default('19'),
      mode: z.enum(MODES, { error: 'mode is normal or local' }).default('normal'),
      seats: z
        .string()
        .regex(/^[1-9][0-9]{0,5}$/, { error: 'seats is a number of pairs from 1 to 999999' })
        .transform(Number)
        .optional(),
      case: z.enum(LETTER_CASES, { error: 'case is lower or upper' }).default('lower'),
    },
    { error: (issue) => (issue.code === 'unrecognized_keys' ? `no setting ${list(issue.keys)}` : undefined) },
  )
  .refine(({ mode, seats }) => mode === 'normal' || seats === undefined, {
    error: 'seats goes with mode=normal only: a local game has one place',
  });

const list = (keys: readonly string[]): string => keys.map((key) => JSON.stringify(key)).join(', ');

function configure(settings: Settings): Result<OpenSession> {
  const read = schema.safeParse(settings);
  if (!read.success) return problem(`remastered: ${read.error.issues.map(({ message }) => message).join('; ')}`);
  const { size, mode, seats, case: letterCase } = read.data;
  const pairs = seats === undefined ? {} : { seats };
  const listener: RemasteredSettings = { size: SIZE_OF[size], mode, case: letterCase, ...pairs };
  return ok((now) => new RemasteredSession(listener, now));
}

/** Go as the Python program go-remastered plays it, every message acknowledged: docs/protocols/remastered.md. */
export const remastered: Protocol = {
  name: 'remastered',
  opening: { words: ['go'] },
  // No name is ever shown to these clients.
  carryName: (name) => name,
  configure,
};
