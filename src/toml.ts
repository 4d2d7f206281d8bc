import { parse, TomlError } from 'smol-toml';
import { ok, problem, type Result } from './result.ts';

/** The table of a TOML document. The problem is one line that names the line of the document. */
export function parseToml(text: string): Result<unknown> {
  try {
    return ok(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return problem(`line ${error.line}: ${error.message.split('\n', 1)[0]}`);
  }
}
