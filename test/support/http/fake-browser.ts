/** An answer as a script of the page reads it; `said` is the JSON of its body. */
export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says; the test says what it expects.
  readonly said: any;
  readonly headers: Headers;
}

/** Asks as a browser does that shows the server's page: with its cookie, and the page's origin. */
export class FakeBrowser {
  readonly url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** The sign-in as `NAME=VALUE`, while it has one. */
  get cookie(): string | undefined {
    const value = this.#cookies.get('tengen');
    return value === undefined ? undefined : `tengen=${value}`;
  }

  set cookie(pair: string | undefined) {
    if (pair === undefined) this.#cookies.delete('tengen');
    else this.#cookies.set('tengen', pair.slice('tengen='.length));
  }

  async ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<HttpAnswer> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(method !== 'GET' && { Origin: this.url }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.#cookies.size > 0 && { Cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; ') }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0(?:;|$)/.test(set)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return { status: answer.status, said: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  }

  /** The same by a token, as a program does. */
  async askBy(token: string, method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return new FakeBrowser(this.url).ask(method, path, body, { Authorization: `Bearer ${token}` });
  }

  async reserve(name: string, password = PASSWORD): Promise<HttpAnswer> {
    return this.ask('POST', '/api/accounts', { name, password });
  }

  async signIn(name: string, password = PASSWORD): Promise<HttpAnswer> {
    return this.ask('POST', '/api/session', { name, password });
  }

  /** The name of who is signed in. */
  async who(): Promise<string | undefined> {
    return (await this.ask('GET', '/api/session')).said.account?.name;
  }
}

export const PASSWORD = 'correct horse';
