import type { Context } from 'hono';
import { type ZodType, z } from 'zod';
import { failure } from '../../protocols/api/resource.ts';

/** How often an answer that is no success needs more words than its status. */
const REASONS = {
  400: 'What was asked is malformed.',
  401: 'Nobody is signed in, or the token is not known.',
  403: 'Not allowed.',
  404: 'There is no such thing.',
  409: 'It cannot be done as things stand.',
  413: 'The body is too large.',
  415: 'The body is of another type.',
  422: 'What was asked cannot be carried out.',
  426: 'Only by a WebSocket.',
  429: 'Too often: later.',
  503: 'Not at the moment.',
} as const;

type Failing = keyof typeof REASONS;

const failing = (description: string) => ({ description, content: { 'application/json': { schema: failure } } });

/** A JSON body, as the description of a route has it. */
export const json = <Schema extends ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The same as bytes that are made already. `c` is of a route that describes the JSON, which is not looked at again. */
export const jsonOf = (c: Context, bytes: Uint8Array<ArrayBuffer>): never =>
  c.body(bytes, 200, { 'Content-Type': 'application/json' }) as never;

/** Server-sent events, each a message of the server. */
export const stream = {
  description: 'Server-sent events: each `data` is one message of the server, as /api/messages.json describes it.',
  content: { 'text/event-stream': { schema: z.string() } },
};

/** The JSON body that a route requires. */
export const body = <Schema extends ZodType>(schema: Schema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});

/** The ways in which a route can fail; each answers `{ error }`. */
export function failures<const Statuses extends readonly Failing[]>(
  ...statuses: Statuses
): { [Status in Statuses[number]]: ReturnType<typeof failing> } {
  const entries = statuses.map((status) => [status, failing(REASONS[status])]);
  return Object.fromEntries(entries) as { [Status in Statuses[number]]: ReturnType<typeof failing> };
}
