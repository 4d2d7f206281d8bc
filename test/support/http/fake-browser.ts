/** An answer of the server. `body` is the parsed JSON of its body. */
export interface HttpAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the server may send any JSON, and each test checks it.
  readonly body: any;
  readonly headers: Headers;
}

/** Sends requests like a browser that shows the server's page: with cookies and the page's origin. */
export class FakeBrowser {
  readonly url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** The cookie of the sign-in as `NAME=VALUE`, if there is one. */
  get cookie(): string | undefined {
    const value = this.#cookies.get('tengen');
    return value === undefined ? undefined : `tengen=${value}`;
  }

  set cookie(pair: string | undefined) {
    if (pair === undefined) this.#cookies.delete('tengen');
    else this.#cookies.set('tengen', pair.slice('tengen='.length));
  }

  async request(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<HttpAnswer> {
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
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  }

  /** Sends a request with a token instead of cookies, like a program. */
  async requestWithToken(token: string, method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    return new FakeBrowser(this.url).request(method, path, body, { Authorization: `Bearer ${token}` });
  }

  async reserve(name: string, password = PASSWORD): Promise<HttpAnswer> {
    return this.request('POST', '/api/accounts', { name, password });
  }

  async signIn(name: string, password = PASSWORD): Promise<HttpAnswer> {
    return this.request('POST', '/api/session', { name, password });
  }

  /** The name of the account that is signed in. */
  async signedInName(): Promise<string | undefined> {
    return (await this.request('GET', '/api/session')).body.account?.name;
  }
}

export const PASSWORD = 'correct horse';
