import type { Context } from 'hono';
import { z } from 'zod';

/** Describes a CSV answer for the description of a route. */
export const csv = (description: string) => ({
  description: `${description} A text that a spreadsheet may read as a formula begins with an apostrophe.`,
  content: { 'text/csv': { schema: z.string() } },
});

/** A CSV answer. `file`: the name under which a browser saves it. */
export const csvOf = (
  c: Context,
  content: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  file: string,
): never => {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${file}"`,
  };
  return c.body(content as string, 200, headers) as never;
};
