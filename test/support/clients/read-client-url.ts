import { type ClientUrl, configureClient, type UrlDefaults } from '../../../src/client/client-url.ts';
import { parseProtocolUrl } from '../../../src/protocols/protocol-url.ts';
import type { Result } from '../../../src/result.ts';
import { CLIENTS } from '../protocols/loaded-protocols.ts';

/** Like `parseClientUrl`, but synchronous, because all protocols are loaded. */
export function readClientUrl(text: string, defaults: UrlDefaults): Result<ClientUrl> {
  const url = parseProtocolUrl(text, CLIENTS);
  return url.ok ? configureClient(url.value, text, defaults) : url;
}
