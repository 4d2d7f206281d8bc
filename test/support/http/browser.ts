/** An answer as a script of the page reads it; `said` is the JSON of its body. */
export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server says; the test says what it expects.
  readonly said: any;
  readonly headers: Headers;
}

/** Asks as a browser does that shows the server's page: with its cookie, and the page's origin. */
export class Browser {
  readonly url: string;
  /** `NAME=VALUE`, while it has one. */
  cookie: string | undefined;

  constructor(url: string) {
    this.url = url;
  }

  async ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answered> {
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        ...(method !== 'GET' && { Origin: this.url }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(this.cookie !== undefined && { Cookie: this.cookie }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const cookie = set.split(';', 1)[0] ?? '';
      this.cookie = /Max-Age=0(?:;|$)/.test(set) ? undefined : cookie;
    }
    const text = await answer.text();
    return { status: answer.status, said: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  }

  /** The same by a token, as a program does. */
  async askBy(token: string, method: string, path: string, body?: unknown): Promise<Answered> {
    return new Browser(this.url).ask(method, path, body, { Authorization: `Bearer ${token}` });
  }

  async reserve(name: string, password = PASSWORD): Promise<Answered> {
    return this.ask('POST', '/api/accounts', { name, password });
  }

  async signIn(name: string, password = PASSWORD): Promise<Answered> {
    return this.ask('POST', '/api/session', { name, password });
  }

  /** The name of who is signed in. */
  async who(): Promise<string | undefined> {
    return (await this.ask('GET', '/api/session')).said.account?.name;
  }
}

export const PASSWORD = 'correct horse';
