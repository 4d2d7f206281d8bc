import type { GoWish } from '../../lobby/wish.ts';
import { ok, problem, type Result } from '../../result.ts';
import type { Protocol, Settings } from '../protocol.ts';
import { parseWholeNumber } from '../whole-number.ts';
import { REQUESTS } from './codec.ts';
import { carryName } from './names.ts';
import { DaigoSession } from './session.ts';

export const daigo: Protocol = {
  name: 'daigo',
  opening: { words: REQUESTS },
  carryName,
  configure(settings) {
    const wish = parseSettings(settings);
    return wish.ok ? ok((now: number) => new DaigoSession(now, wish.value)) : wish;
  },
};

/** `size` and `komi`: DAIGO's client can name neither, and counts for itself by both. */
function parseSettings(settings: Settings): Result<GoWish> {
  const { size: lines = '9', komi: points = '7', ...others } = settings;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return problem(`daigo has no setting ${JSON.stringify(unknown)}, only size and komi`);
  const size = parseWholeNumber(lines);
  if (size === undefined || size < 2 || size > 131) {
    return problem(`daigo: size is a whole number from 2 to 131, not ${JSON.stringify(lines)}`);
  }
  const komi = parseKomi(points);
  if (komi === undefined || komi > size * size) {
    return problem(`daigo: komi is a number like 7 or 6.5, at most ${size * size} here, not ${JSON.stringify(points)}`);
  }
  return ok({ game: 'go', size, ruleset: { ko: 'positional', suicide: 'forbidden' }, komi, komiBinds: true });
}

/** Decimals as a person writes them; two places are more than any komi in use has. */
const parseKomi = (text: string): number | undefined =>
  /^(?:0|[1-9][0-9]*)(?:\.[0-9]{1,2})?$/.test(text) ? Number(text) : undefined;
