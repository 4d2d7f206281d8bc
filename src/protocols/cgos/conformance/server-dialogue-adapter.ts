import { opposite } from '../../../rules/color.ts';
import { columnName } from '../../../rules/vertex.ts';
import { type DialogueAdapter, readText, writeText } from '../../conformance/dialogue-adapter.ts';
import { serverMessages, viewerServerMessages } from '../messages.ts';
import { canonicalMove } from './canonical-move.ts';

/** The milliseconds between `setup` and the first `genmove`, in which engines prepare themselves. */
const PREPARATION = 3_000;

/** The analysis for `with analysis`, because braces have another meaning in dialogues. */
const ANALYSIS = '{"winrate":0.41,"score":-2.5,"visits":100,"moves":[{"move":"C3","visits":80,"pv":"D3"}]}';
const HALF = ANALYSIS.slice(0, 9);

const LETTER = { black: 'b', white: 'w' } as const;

/** The messages of servers. Line ends and the spelling of moves may differ. */
export const serverAdapter: DialogueAdapter = {
  read(bytes) {
    const read = readText(bytes, canonical);
    return read.kind === 'more' ? read : { ...read, message: { ...read.message, variants: [] } };
  },
  write: (line) =>
    writeText(line.replace(/(with|with half an) analysis$/, (_all, how) => (how === 'with' ? ANALYSIS : HALF))),
  colors: { black: 'b', white: 'w' },
  longestPause: PREPARATION,
  automaticAnswer: () => undefined,
  // A viewer gets `match` and `gameover GAME …` for all games.
  tolerate: (line) => (/^(?:info(?: |$)|match |gameover \d+ )/.test(line) ? {} : undefined),
  opponentIn(line, names) {
    const read = serverMessages.read(line);
    if (!read.ok || read.value.kind !== 'setup') return undefined;
    const { white, black } = read.value;
    return [white.name, black.name].find((name) => !names.includes(name));
  },
  moveStatements(color, turn) {
    const move = turn === 'pass' ? 'pass' : `${columnName(turn.x)}{size-${turn.y}}`;
    const other = opposite(color);
    return `
      ${color}: ${move}
      server --> ${other}: play ${LETTER[color]} ${move} {any number}
      server --> ${other}: genmove ${LETTER[other]} {any number}
    `;
  },
  // One of two players is to move and can resign. Otherwise the server might continue this game in the next dialogue.
  farewell: ['resign', 'quit'],
  farewellEnds: true,
};

function canonical(line: string): { text: string } | undefined {
  const read = serverMessages.read(line);
  if (read.ok) {
    const { value } = read;
    if (value.kind === 'play') return { text: serverMessages.make({ ...value, move: canonicalMove(value.move) }) };
    if (value.kind === 'setup')
      return { text: serverMessages.make({ ...value, moves: value.moves.map(canonicalMove) }) };
    return { text: serverMessages.make(value).trimEnd() };
  }
  const seen = viewerServerMessages.read(line);
  if (!seen.ok) return undefined;
  const { value } = seen;
  if (value.kind === 'move') return { text: viewerServerMessages.make({ ...value, move: canonicalMove(value.move) }) };
  if (value.kind === 'setup')
    return { text: viewerServerMessages.make({ ...value, moves: value.moves.map(canonicalMove) }) };
  return { text: viewerServerMessages.make(value) };
}
