import { z } from 'zod';
import { readSettings, wholeNumber } from '../../protocols/settings.ts';
import { parseProtocolUrl } from '../../protocols/url.ts';
import { ok, problem, type Result } from '../../result.ts';

const schema = z.object({
  about: wholeNumber(0, 1).default(0),
  info: wholeNumber(0, 1).default(0),
});

/** Where the player is, or is waited for, and what it can take. */
export interface PlayerUrl {
  readonly host: string;
  readonly port: number;
  /** ABOUT is passed on to it before its first stone. */
  readonly about: boolean;
  /** INFO likewise. */
  readonly info: boolean;
  /** For people: `gomokurs://127.0.0.1:1919`. */
  readonly text: string;
}

const DEFAULT_PORT = 1919;

/** Reads `gomokurs://HOST[:PORT]?about=1&info=1`; the problem is one clear line. `isListening`: port 0 is any free one. */
export function parsePlayerUrl(text: string, isListening: boolean): Result<PlayerUrl> {
  const url = parseProtocolUrl(text, [{ name: 'gomokurs' }]);
  if (!url.ok) return url;
  const { host, port = DEFAULT_PORT } = url.value;
  if (port === 0 && !isListening) return problem(`${JSON.stringify(text)}: nobody listens on port 0`);
  const settings = readSettings('gomokurs', schema, url.value.settings);
  if (!settings.ok) return problem(`${JSON.stringify(text)}: ${settings.problem}`);
  const { about, info } = settings.value;
  const at = host.includes(':') ? `[${host}]` : host;
  return ok({ host, port, about: about === 1, info: info === 1, text: `gomokurs://${at}:${port}` });
}
