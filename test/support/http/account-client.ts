import assert from 'node:assert/strict';
import type { ClientMessage } from '../../../src/protocols/api/client-message-schema.ts';
import { account, createdToken } from '../../../src/protocols/api/resource-schemas.ts';
import { reply } from '../../../src/protocols/api/server-message-schema.ts';

/** A client with an account that uses the API over plain HTTP. */
export class AccountClient {
  readonly #url: string;
  /** `tengen=…` */
  readonly cookie: string;
  /** The `Authorization` header with the token. */
  readonly bearer: Record<string, string>;
  readonly token: { readonly id: number; readonly secret: string };

  private constructor(url: string, cookie: string, token: { id: number; secret: string }) {
    this.#url = url;
    this.cookie = cookie;
    this.token = token;
    this.bearer = { Authorization: `Bearer ${token.secret}` };
  }

  /** Reserves the name and creates a token. */
  static async create(url: string, name: string): Promise<AccountClient> {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify({ name, password: 'correct horse' });
    const reserved = await fetch(`${url}/api/accounts`, { method: 'POST', headers, body });
    assert.equal(reserved.status, 201);
    assert.equal(account.parse(await reserved.json()).name, name);
    const cookie = /^tengen=[^;]+/.exec(reserved.headers.get('Set-Cookie') ?? '')?.[0] ?? '';
    const made = await fetch(`${url}/api/tokens`, {
      method: 'POST',
      headers: { ...headers, Cookie: cookie },
      body: JSON.stringify({ label: 'test' }),
    });
    assert.equal(made.status, 201);
    return new AccountClient(url, cookie, createdToken.parse(await made.json()));
  }

  /** Sends one message and returns the reply. */
  async send(message: ClientMessage) {
    const answer = await fetch(`${this.#url}/api/messages`, {
      method: 'POST',
      headers: { ...this.bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify(message),
    });
    assert.equal(answer.status, 200);
    return reply.parse(await answer.json());
  }

  async revoke(): Promise<void> {
    const headers = { Cookie: this.cookie };
    const revoked = await fetch(`${this.#url}/api/tokens/${this.token.id}`, { method: 'DELETE', headers });
    assert.equal(revoked.status, 204);
  }
}
