import { z } from 'zod';
import { ok, problem, type Result } from '../result.ts';
import type { ClientHalf, ClientSession } from './client-session-types.ts';
import { parseWholeNumber } from './parse-whole-number.ts';
import type { ProtocolSettings } from './protocol-settings.ts';

/** Zod does not compile the schema. For options that are read once, compiling takes longer than the check itself. */
export const READ_ONCE = { jitless: true };

/** A setting that is a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number) {
  const error = `is a whole number from ${least} to ${most}`;
  return z.string().transform(parseWholeNumber).pipe(z.int({ error }).min(least, { error }).max(most, { error }));
}

/** A setting that is one of these words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `is one of ${words.join(', ')}` });

/**
 * Reads the settings of a listener for `protocol`. An error text of the schema continues a sentence that begins with the
 * setting's name: `is 9, 13 or 19`. The problem is one line with all settings that are wrong.
 */
export function readSettings<Schema extends z.ZodObject>(
  protocol: string,
  schema: Schema,
  settings: ProtocolSettings,
): Result<z.infer<Schema>> {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(settings).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    return problem(`${protocol} has no setting ${JSON.stringify(unknown)}; it has ${known.join(', ') || 'none'}`);
  }
  const read = schema.safeParse(settings, READ_ONCE);
  if (read.success) return ok(read.data);
  const wrong = read.error.issues.map(({ path: [key], message }) =>
    key === undefined ? message : `${String(key)} ${message}, not ${JSON.stringify(settings[String(key)])}`,
  );
  return problem(`${protocol}: ${wrong.join('; ')}`);
}

/**
 * The function `configure` of a client's half, which opens sessions of this class. `before` is the session of a lost
 * connection.
 */
export const configureClient =
  <Schema extends z.ZodObject, Session extends ClientSession>(
    protocol: string,
    schema: Schema,
    SessionClass: new (settings: z.infer<Schema>, before: Session | undefined) => Session,
  ): ClientHalf['configure'] =>
  (settings) => {
    const read = readSettings(protocol, schema, settings);
    if (!read.ok) return read;
    return ok((before) => new SessionClass(read.value, before instanceof SessionClass ? before : undefined));
  };
