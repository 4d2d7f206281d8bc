import { type Color, opposite } from '../../rules/color.ts';
import { CONTINUATION, parseDialogue, type Side, type Statement } from './dialogue/dialogue.ts';
import type { DialogueLanguage, Turn } from './dialogue-language.ts';
import type { ScriptedGame } from './scripted-game.ts';

/** One requirement of a protocol document, with the dialogue that tests it. */
export interface Clause {
  readonly title: string;
  /** The section of the document. */
  readonly section: string;
  readonly dialogue: readonly Statement[];
}

/** A variant of a protocol (a dialect or a version) with all its clauses for servers. */
export interface Variant {
  readonly language: DialogueLanguage;
  /** The first clause is the greeting. */
  readonly clauses: readonly Clause[];
  /** A dialogue that only a server of this variant passes; without it, the greeting. */
  readonly probe?: readonly Statement[];
  /** The note for a server of this variant, which is tolerated. */
  readonly note?: string;
}

/** All clauses for a client. */
export interface ClientScripts {
  readonly language: DialogueLanguage;
  readonly stones: ScriptedGame;
  /** Each script is one connection of the client with its clauses in order. */
  readonly scripts: readonly (readonly Clause[])[];
}

/**
 * Reads the clauses of a protocol. What leads to one is `given`: if it cannot be brought about, the clause is not
 * reached. A scene is a beginning that several have in common.
 *
 *     scene a game
 *       given two players
 *       ann: CORE.NEWGAME~9
 *       …
 *     section Ingame
 *     clause a stone on another is OCCUPIED
 *       given a game
 *       given turns 2,2 3,3         legal turns, black's first; `2,2x1,2` captures, and there is `pass`
 *       black: CORE.MOVE~{2,2}
 *       …
 */
export function parseClauses(text: string, language: DialogueLanguage, side: Side = 'clients'): Clause[] {
  const scenes = new Map<string, Statement[]>();
  const clauses: Clause[] = [];
  let section = '';
  let body: Statement[] = [];
  for (const { heading, name, lines } of paragraphs(text)) {
    if (heading === 'section') section = name;
    else body = lines.flatMap((line) => statements(line, scenes, language, side));
    if (heading === 'scene') scenes.set(name, body);
    if (heading === 'clause') clauses.push({ title: name, section, dialogue: body });
  }
  return clauses;
}

interface Paragraph {
  readonly heading: string;
  readonly name: string;
  /** Each with those that continue it. */
  readonly lines: string[];
}

function paragraphs(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const [, heading, name] = /^(section|scene|clause) (.+)$/.exec(line) ?? [];
    const lines = found.at(-1)?.lines;
    if (heading !== undefined && name !== undefined) found.push({ heading, name, lines: [] });
    else if (lines === undefined) throw new Error(`a line before every heading: ${line}`);
    else if (CONTINUATION.test(line)) lines.push(`${lines.pop()}\n${line}`);
    else lines.push(line);
  }
  return found;
}

function statements(
  line: string,
  scenes: ReadonlyMap<string, Statement[]>,
  language: DialogueLanguage,
  side: Side,
): Statement[] {
  const given = line.startsWith('given ');
  const text = given ? line.slice('given '.length) : line;
  const scene = given ? scenes.get(text) : undefined;
  if (scene !== undefined) return scene.map((each) => ({ ...each, given }));
  const [, first = 'black', turns] = /^(?:(black|white) )?turns (.+)$/.exec(text) ?? [];
  if (turns === undefined) return parseDialogue(text, given, side);
  return parseDialogue(playTurns(first === 'white' ? 'white' : 'black', turns.split(' '), language), given);
}

const playTurns = (first: Color, turns: readonly string[], language: DialogueLanguage): string =>
  turns.map((turn, index) => language.turn(index % 2 === 0 ? first : opposite(first), parseTurn(turn))).join('\n');

function parseTurn(written: string): Turn {
  if (written === 'pass') return 'pass';
  const [at, ...captured] = written.split('x').map((place) => {
    const [x, y] = place.split(',').map(Number);
    if (x === undefined || y === undefined) throw new Error(`no turn: ${written}`);
    return { x, y };
  });
  if (at === undefined) throw new Error(`no turn: ${written}`);
  return { ...at, captured };
}
