import { type Dialect, makeServerMessage, parseServerMessage } from '../../protocols/nedap/codec.ts';
import { type Language, readText, writeText } from '../language.ts';
import { parseClauses, type Way } from '../scenario.ts';

const language = (dialect: Dialect): Language => ({
  read: (bytes) => readText(bytes, (line) => canonical(line, dialect)),
  write: writeText,
  colors: { black: 'black', white: 'white' },
  reflex: () => undefined,
  // The server may warn of what it does not know, and chat like everybody else.
  isStray: (line) => line.startsWith('WARNING') || (line.startsWith('CHAT') && !line.endsWith(CHATTED)),
  opponentIn(line) {
    const read = parseServerMessage(line, dialect);
    return read.ok && read.value.kind === 'ready' ? read.value.opponent : undefined;
  },
  turn(color, turn) {
    const [said, told] =
      turn === 'pass'
        ? [dialect === 'later' ? 'PASS' : `PASS ${color}`, `PASSED ${color}`]
        : [`MOVE ${turn.x} ${turn.y}`, `VALID ${color} ${turn.x} ${turn.y}`];
    return `${color}: ${said}\nserver --> black, white: ${told}`;
  },
  farewell: ['TABLEFLIP', 'CANCEL', 'EXIT'],
});

const CHATTED = 'The camel has a toe.';

function canonical(line: string, dialect: Dialect): { text: string; variant?: string } | undefined {
  const read = parseServerMessage(line, dialect);
  if (!read.ok) return undefined;
  const text = makeServerMessage(read.value, dialect);
  if (text === line || read.value.kind !== 'end') return { text };
  return { text, variant: dialect === 'later' ? 'scores with decimals' : 'scores without decimals' };
}

/**
 * The document leaves the orientation of the board to the client and does not say where counting begins: every stone
 * here is on the board, or off it, either way. What a flip does to the score it asks, and does not answer.
 */
export function nedapClauses(dialect: Dialect): Way {
  const later = dialect === 'later';
  const go = (who: string, wish = '{size}'): string =>
    later ? `${who}: PLAYER {${who}}\n    ${who}: GO ${wish}` : `${who}: GO {${who}} ${wish}`;
  const points = (black: string, white: string): string =>
    later ? `END ${black} ${white}` : `END ${black}.0 ${white}.0`;
  const spoken = language(dialect);
  const text = `
  scene ann waits
    ${go('ann')}
    server --> ann: WAITING

  scene a game
    given ann waits
    server may tell bob: WAITING
    ${go('bob')}
    server --> ann: READY {color of ann} {bob} {size}
    server --> bob: READY {color of bob} {ann} {size}

  #   . X O .    Black has taken the stone on 2 2 by 3 2.
  #   X . X O
  #   . X O .
  scene a ko
    given a game
    turns 2,1 3,1 1,2 4,2 2,3 3,3 1,4 2,2 3,2x2,2

  section Opstarten: Wachten

  clause GO is answered by WAITING
    ${go('ann')}
    server --> ann: WAITING

  clause two GO for one size are READY: colour, opponent, size
    given ann waits
    server may tell bob: WAITING
    ${go('bob')}
    server --> ann: READY {color of ann} {bob} {size}
    server --> bob: READY {color of bob} {ann} {size}

  clause GO may name the opponent
    ${go('ann', '{size} {bob}')}
    server --> ann: WAITING
    server may tell bob: WAITING
    ${go('bob', '{size} {ann}')}
    server --> ann: READY {color of ann} {bob} {size}
    server --> bob: READY {color of bob} {ann} {size}

  clause who names an opponent meets nobody else
    ${go('ann', '{size} {cat}')}
    given server --> ann: WAITING
    ${go('bob')}
    silence for ann

  clause a board may have 5 lines
    ${go('ann', '5')}
    server --> ann: WAITING

  clause a board may have 131 lines
    ${go('ann', '131')}
    server --> ann: WAITING

  clause who has hung up is not met any more
    given ann waits
    given ann hangs up
    given silence for bob
    ${go('bob')}
    server --> bob: WAITING
    server may tell cat: WAITING
    ${go('cat')}
    server --> bob: READY {color of bob} {cat} {size}
    server --> cat: READY {color of cat} {bob} {size}

  clause who has said CANCEL is not met any more
    given ann waits
    given ann: CANCEL
    given silence for bob
    ${go('bob')}
    server --> bob: WAITING
    server may tell cat: WAITING
    ${go('cat')}
    server --> bob: READY {color of bob} {cat} {size}
    server --> cat: READY {color of cat} {bob} {size}

  section Spel: Geldige zet

  clause a valid move is VALID to both
    given a game
    turns 3,2

  clause the players move in turn
    given a game
    given turns 2,2
    white turns 3,2 2,3 3,3

  clause captured stones come off
    given a game
    given turns 2,3 3,3 4,3 1,1 3,2 2,1 3,4x3,3 4,1
    turns 3,3

  clause a ko may be taken back after a move elsewhere
    given a ko
    given white turns 4,4 1,1
    white turns 2,2

  # Whether it is INVALID, whose sender is out, or worth a warning, or nothing at all, the document leaves open.
  clause a MOVE out of turn is not VALID
    given a game
    server may tell white: INVALID {any words}
    server may tell black, white: END {any number} {any number}
    white: MOVE 2 2
    silence or the end for black, white

  clause a group of two stones comes off
    given a game
    given turns 2,3 3,3 5,3 4,3 3,2 1,1 4,2 6,1 3,4 1,6 4,4x3,3x4,3
    white turns 6,6 3,3 5,6 4,3

  clause two groups come off by one stone
    given a game
    given turns 2,3 3,3 3,2 5,3 3,4 1,1 6,3 1,6 5,2 6,6 5,4 6,1 4,3x3,3x5,3
    white turns 1,2 3,3 1,3 5,3

  section Spel: Ongeldige zet

  clause a negative coordinate is INVALID
    given a game
    black: MOVE -1 2
    server --> black: INVALID {any words}

  clause a stone off the board is INVALID
    given a game
    black: MOVE {size+1} 2
    server --> black: INVALID {any words}

  clause a stone on another is INVALID
    given a game
    given turns 2,2
    white: MOVE 2 2
    server --> white: INVALID {any words}

  clause who is INVALID is out
    given a game
    given black: MOVE -1 2
    given server --> black: INVALID {any words}
    server may tell black: END {any number} {any number}
    server closes black

  clause the other hears of the end
    given a game
    given black: MOVE -1 2
    given server --> black: INVALID {any words}
    server --> white: END {any number} {any number}

  section Vragen aan coaches

  clause taking a ko back at once is INVALID
    given a ko
    white: MOVE 2 2
    server --> white: INVALID {any words}

  #   . O O . .      Black sends two stones by 2,2, white takes them by 4,2, and black may not take that one:
  #   O . X . X      the position would be the one before 2,2, with white to move as then.
  #   . O O X .
  clause ko looks back over several moves
    given a game
    given turns 4,1 1,2 4,3 2,1 5,2 2,3 1,5 3,1 2,5 3,3 3,2 pass 2,2 4,2x2,2x3,2
    black: MOVE 3 2
    server --> black: INVALID {any words}

  section Spel: Passen

  clause PASS is PASSED to both
    given a game
    turns pass

  clause PASS out of turn is not PASSED
    given a game
    server may tell white: INVALID {any words}
    server may tell black, white: END {any number} {any number}
    white: ${later ? 'PASS' : 'PASS white'}
    silence or the end for black, white

  clause passes with a stone between them do not end the game
    given a game
    given turns pass 2,2
    turns pass
    white turns 3,3

  section Afsluiten

  clause two passes END the game; there is no komi
    given a game
    given turns pass
    server may tell black, white: PASSED white
    white: ${later ? 'PASS' : 'PASS white'}
    server --> black, white: ${points('0', '0')}

  clause one stone owns the board
    given a game
    given turns 2,2 pass
    server may tell black, white: PASSED black
    black: ${later ? 'PASS' : 'PASS black'}
    server --> black, white: ${points('{size*size}', '0')}

  clause END tells areas; what borders on both counts for nobody
    given a game
    given turns 2,3 1,1 4,3 2,1 3,2 4,1 3,4 pass
    server may tell black, white: PASSED black
    black: ${later ? 'PASS' : 'PASS black'}
    server --> black, white: ${points('5', '3')}

  clause END tells that white has more
    given a game
    given turns 1,1 3,2 6,1 2,3 1,6 4,3 6,6 3,4 pass
    server may tell black, white: PASSED white
    white: ${later ? 'PASS' : 'PASS white'}
    server --> black, white: ${points('4', '5')}

  clause END tells a draw
    given a game
    given turns 2,2 4,4 pass
    server may tell black, white: PASSED white
    white: ${later ? 'PASS' : 'PASS white'}
    server --> black, white: ${points('1', '1')}

  section Spel: Opgeven

  clause TABLEFLIP is TABLEFLIPPED to both
    given a game
    black: TABLEFLIP
    server --> black, white: TABLEFLIPPED black

  clause after TABLEFLIPPED comes END
    given a game
    given black: TABLEFLIP
    given server --> black, white: TABLEFLIPPED black
    server --> black, white: END {any number} {any number}

  section Spel: Chat

  clause CHAT reaches the opponent
    given a game
    server may tell black: CHAT {any text}
    black: CHAT ${CHATTED}
    server --> white: CHAT ${later ? '{black}: ' : ''}${CHATTED}
      or, ${later ? 'chat without its sender' : 'chat with its sender'}: CHAT ${later ? '' : '{black}: '}${CHATTED}
      or, chat is not passed on, nothing

  section Ongeldige keywords

  clause an unknown keyword costs nothing
    given a game
    black: KNIT 3
    turns 2,2
  `;
  return { language: spoken, clauses: parseClauses(text, spoken) };
}
