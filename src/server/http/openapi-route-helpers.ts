import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ZodType } from 'zod';
import { failure } from '../../protocols/api/resource-schemas.ts';
import { serverMessage } from '../../protocols/api/server-message-schema.ts';

/** The meaning of each status of a failed request. */
const REASONS = {
  400: 'The request is malformed.',
  401: 'Not signed in, or the token is unknown.',
  403: 'Not allowed.',
  404: 'Not found.',
  409: 'Not possible in the current state.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'The request cannot be carried out.',
  426: 'Only over a WebSocket.',
  429: 'Too many requests: try again later.',
  503: 'Not available at the moment.',
} as const;

type Failing = keyof typeof REASONS;

const failing = (description: string) => ({ description, content: { 'application/json': { schema: failure } } });

/** Describes a route that needs a token or the cookie of the page. */
export const SIGNED_IN: { [scheme: string]: string[] }[] = [{ token: [] }, { cookie: [] }];

/** Describes a route that needs the cookie of the page: a token is not enough. */
export const BY_COOKIE: { [scheme: string]: string[] }[] = [{ cookie: [] }];

/** Describes a JSON answer. */
export const json = <Schema extends ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** An answer whose JSON is already encoded. It is not checked against the description of the route. */
export const jsonOf = (c: Context, bytes: Uint8Array<ArrayBuffer>): never =>
  c.body(bytes, 200, { 'Content-Type': 'application/json' }) as never;

/** Describes an answer of server-sent events, each with one message of the server. */
export const stream = {
  description: 'Server-sent events: each `data` is one message of the server, as /api/messages.json describes it.',
  content: { 'text/event-stream': { schema: serverMessage } },
};

/** Describes the JSON body of a request. */
export const body = <Schema extends ZodType>(schema: Schema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** Describes the statuses with which a route can fail. The answer is always `{ error }`. */
export function failures<const Statuses extends readonly Failing[]>(
  ...statuses: Statuses
): { [Status in Statuses[number]]: ReturnType<typeof failing> } {
  const entries = statuses.map((status) => [status, failing(REASONS[status])]);
  return Object.fromEntries(entries) as { [Status in Statuses[number]]: ReturnType<typeof failing> };
}

/** A whole number from 1 to `maximum` in a path, in decimal digits. `0x10`, `1e3` and `007` are refused. */
export const numberInPath = (maximum: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, { error: 'must be a whole number from 1' })
    .transform(Number)
    .refine((number) => number <= maximum, { error: `must be at most ${maximum}` })
    .openapi({ type: 'integer', minimum: 1, maximum });

export const gameInPath = z.object({ game: numberInPath(Number.MAX_SAFE_INTEGER) });
