import type { Context } from 'hono';
import { z } from 'zod';

/** A CSV answer in the description of a route. */
export const csv = (description: string) => ({
  description: `${description} A text that a spreadsheet may read as a formula begins with an apostrophe.`,
  content: { 'text/csv': { schema: z.string() } },
});

/** An answer of CSV, which a browser saves as a file of this name. */
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
