import { type Color, opposite } from '../../rules/color.ts';
import { CONTINUATION, parseDialogue, type RunnerSide, type Statement } from './dialogue/dialogue.ts';
import { escapeRegExp } from './dialogue/dialogue-line-pattern.ts';
import type { DialogueAdapter, ScriptedMove } from './dialogue-adapter.ts';
import type { GameUnderTest } from './game-under-test.ts';

/** One requirement of a protocol document, with the dialogue that tests it. */
export interface Clause {
  readonly title: string;
  /** The section of the document. */
  readonly section: string;
  readonly dialogue: readonly Statement[];
}

/** A variant of a protocol (a dialect or a version) with all its clauses for servers. */
export interface ProtocolVariant {
  readonly adapter: DialogueAdapter;
  /** The first clause is the greeting. */
  readonly clauses: readonly Clause[];
  /** A dialogue that only a server of this variant passes. Absent: the greeting. */
  readonly probe?: readonly Statement[];
  /** The note in the report for a server of this variant, which is tolerated. */
  readonly note?: string;
}

export interface ClientScripts {
  readonly adapter: DialogueAdapter;
  readonly stones: GameUnderTest;
  /** Each script is one connection of the client with its clauses in order. */
  readonly scripts: readonly (readonly Clause[])[];
}

/**
 * Parses a file of clauses. `parseDialogue` explains the statements of a clause. A statement with `given` in front only
 * prepares the test: if it does not succeed, the clause is reported as not reached.
 *
 *     # A comment.
 *     scene a game                      statements that several clauses share, used by the scene's name
 *       given two players
 *       ann: CORE.NEWGAME~9
 *     scene the points are <b> and <w>  a scene with parameters
 *       server --> black, white: CORE.GAMEOVER~{any name}~<b>~<w>
 *     script the client plays black     begins a new connection of a client
 *     section Ingame
 *     clause a stone on another is OCCUPIED
 *       given a game
 *       given turns 2,2 3,3             legal turns, black's first; `2,2x1,2` captures, and there is `pass`
 *       black: CORE.MOVE~{2,2}
 *       [later] server closes black     a line, or a heading with all its lines, that only this variant has
 *
 * `<variant>` is the variant's name. A file without the word `script` has one script.
 */
export function parseScripts(
  text: string,
  adapter: DialogueAdapter,
  { side = 'clients', variant = '' }: { readonly side?: RunnerSide; readonly variant?: string | undefined } = {},
): Clause[][] {
  const all = paragraphs(text, variant);
  const scenes = all.filter(({ heading }) => heading === 'scene').map(parseScene);
  const scripts: Clause[][] = [];
  let section = '';
  for (const { heading, name, lines } of all) {
    if (heading === 'section') section = name;
    if (heading === 'script' || (heading === 'clause' && scripts.length === 0)) scripts.push([]);
    if (heading !== 'clause') continue;
    const statements = lines.flatMap((line) => expandLine({ text: line, isGiven: false }, scenes, adapter));
    const dialogue = joinContinuations(statements).flatMap((each) => parseDialogue(each.text, each.isGiven, side));
    scripts.at(-1)?.push({ title: name, section, dialogue });
  }
  return scripts;
}

interface Paragraph {
  readonly heading: string;
  readonly name: string;
  readonly lines: string[];
}

function paragraphs(text: string, variant: string): Paragraph[] {
  const found: Paragraph[] = [];
  let isOfVariant = true;
  for (const written of text.replaceAll('<variant>', variant).split('\n')) {
    const [, only = variant, line = ''] = /^\s*(?:\[(\S+)\] +)?(.*?)\s*$/.exec(written) ?? [];
    if (line === '' || line.startsWith('#')) continue;
    const [, heading, name] = /^(section|scene|script|clause) (.+)$/.exec(line) ?? [];
    if (heading !== undefined) isOfVariant = only === variant;
    if (!isOfVariant || only !== variant) continue;
    if (heading !== undefined && name !== undefined) found.push({ heading, name, lines: [] });
    else if (found.length === 0) throw new Error(`a line before every heading: ${line}`);
    else found.at(-1)?.lines.push(line);
  }
  return found;
}

interface Scene {
  /** Matches a line that uses the scene; the groups are the values of the parameters. */
  readonly form: RegExp;
  /** The parameters, with their brackets: `<who>`. */
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
}

const PARAMETER = /<\w+>/g;

const parseScene = ({ name, lines }: Paragraph): Scene => ({
  form: new RegExp(`^${name.split(PARAMETER).map(escapeRegExp).join('([^:]+?)')}$`),
  parameters: name.match(PARAMETER) ?? [],
  lines,
});

interface ClauseLine {
  readonly text: string;
  readonly isGiven: boolean;
}

/** The lines that a line stands for, if it uses a scene or lists moves. */
function expandLine(line: ClauseLine, scenes: readonly Scene[], adapter: DialogueAdapter): ClauseLine[] {
  const text = line.text.replace(/^given /, '');
  const isGiven = line.isGiven || text !== line.text;
  for (const { form, parameters, lines } of scenes) {
    const values = form.exec(text);
    if (values === null) continue;
    const fill = (each: string): string =>
      parameters.reduce((filled, parameter, index) => filled.replaceAll(parameter, values[index + 1] ?? ''), each);
    return lines.flatMap((each) => expandLine({ text: fill(each), isGiven }, scenes, adapter));
  }
  const [, first = 'black', turns] = /^(?:(black|white) )?turns (.+)$/.exec(text) ?? [];
  if (turns === undefined) return [{ text, isGiven }];
  return moveLines(first === 'white' ? 'white' : 'black', turns.split(' '), adapter)
    .split('\n')
    .map((each) => ({ text: each.trim(), isGiven }));
}

function joinContinuations(lines: readonly ClauseLine[]): ClauseLine[] {
  const found: ClauseLine[] = [];
  for (const line of lines) {
    const last = CONTINUATION.test(line.text) ? found.pop() : undefined;
    found.push(last === undefined ? line : { ...last, text: `${last.text}\n${line.text}` });
  }
  return found;
}

const moveLines = (first: Color, turns: readonly string[], adapter: DialogueAdapter): string =>
  turns
    .map((turn, index) => adapter.moveStatements(index % 2 === 0 ? first : opposite(first), parseMove(turn)))
    .join('\n');

function parseMove(written: string): ScriptedMove {
  if (written === 'pass') return 'pass';
  const [at, ...captured] = written.split('x').map((place) => {
    const [x, y] = place.split(',').map(Number);
    if (x === undefined || y === undefined) throw new Error(`no turn: ${written}`);
    return { x, y };
  });
  if (at === undefined) throw new Error(`no turn: ${written}`);
  return { ...at, captured };
}
