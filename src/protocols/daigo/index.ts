import type { GoParameters } from '../../lobby/game-parameters.ts';
import { ok } from '../../result.ts';
import type { Protocol } from '../protocol.ts';
import { readSettings } from '../settings.ts';
import { carryName } from './names.ts';
import { REQUESTS } from './requests.ts';
import { DaigoSession } from './session.ts';
import { komiOf, listenerSettings } from './settings.ts';

/** Go for clients that ask and are never told unasked: docs/protocols/daigo.md. */
export const daigo: Protocol = {
  name: 'daigo',
  opening: { words: REQUESTS },
  carryName,
  configure(settings) {
    const read = readSettings('daigo', listenerSettings, settings);
    if (!read.ok) return read;
    const { size } = read.value;
    const komi = komiOf(read.value);
    const ruleset = { ko: 'positional', suicide: 'forbidden' } as const;
    const parameters: GoParameters = { game: 'go', size, ruleset, komi, fixedKomi: true };
    return ok((now) => new DaigoSession(parameters, now));
  },
};
