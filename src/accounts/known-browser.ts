import { crypto } from '../crypto.ts';
import { foldName } from '../lobby/players/name-normalisation.ts';

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * Marks browsers in which an owner has signed in ("device cookies" of OWASP). Wrong passwords of such a browser are counted apart, so that
 * others at the same address cannot keep the owner from signing in. A mark is no sign-in, and is not stored: after a restart of the server
 * it is unknown until the next sign-in.
 */
export class KnownBrowsers {
  #secret: Buffer | undefined;

  /** A mark for the cookie of a browser. */
  mark(name: string): string {
    const browser = crypto().randomBytes(16).toString('base64url');
    return `${browser}.${this.#signature(browser, name)}`;
  }

  /** The browser that a mark for this name belongs to. */
  read(mark: string | undefined, name: string): string | undefined {
    const [, browser, signature] = FORM.exec(mark ?? '') ?? [];
    if (browser === undefined || signature === undefined) return undefined;
    const expected = this.#signature(browser, name);
    return crypto().timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? browser : undefined;
  }

  #signature(browser: string, name: string): string {
    this.#secret ??= crypto().randomBytes(32);
    return crypto()
      .createHmac('sha256', this.#secret)
      .update(`${browser}.${foldName(name)}`)
      .digest('base64url');
  }
}
