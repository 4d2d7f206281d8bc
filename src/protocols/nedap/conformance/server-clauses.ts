import { parseClauses, type Variant } from '../../conformance/clause.ts';
import type { Dialect } from '../messages.ts';
import { language } from './language.ts';

const CHATTED = 'The camel has a toe.';

const INVALID = (who: string): string => `server --> ${who}: INVALID {any words}
      or, INVALID without a reason: INVALID`;

/**
 * The document leaves the orientation of the board to the client and does not say where counting begins: every stone
 * here is on the board, or off it, either way.
 */
export function serverClauses(dialect: Dialect): Variant {
  const later = dialect === 'later';
  const go = (who: string, wish = '{size}'): string =>
    later ? `${who}: PLAYER {${who}}\n    ${who}: GO ${wish}` : `${who}: GO {${who}} ${wish}`;
  const points = (black: string, white: string): string =>
    later ? `END ${black} ${white}` : `END ${black}.0 ${white}.0`;
  const spoken = language(dialect);
  const pass = (color: 'black' | 'white'): string => `${color}: ${later ? 'PASS' : `PASS ${color}`}`;
  /** Both ask for a game, and meet. That a server may say nothing of waiting is a matter of one clause alone. */
  const meeting = (size = '{size}', color = (who: string) => `{color of ${who}}`): string => `
    ${go('ann', size)}
    server may tell ann, bob: WAITING
    ${go('bob', size)}
    server --> ann: READY ${color('ann')} {bob} ${size}
    server --> bob: READY ${color('bob')} {ann} ${size}
  `;
  const anyColor = (): string => '{any name}';
  const text = `
  scene ann waits
    ${go('ann')}
    server may tell ann: WAITING
    a moment passes

  scene ann waits for cat
    ${go('ann', '{size} {cat}')}
    server may tell ann: WAITING
    a moment passes

  scene a game
    ${meeting()}

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
    ${meeting()}

  clause GO may name the opponent
    ${go('ann', '{size} {bob}')}
    server may tell ann, bob: WAITING
    ${go('bob', '{size} {ann}')}
    server --> ann: READY {any name} {bob} {size}
    server --> bob: READY {any name} {ann} {size}

  clause a player who names an opponent meets no other
    given ann waits for cat
    ${go('bob')}
    server never tells ann: READY {any words}

  clause a board may have 5 lines
    ${meeting('5', anyColor)}

  clause a board may have 131 lines
    ${meeting('131', anyColor)}

  clause a player who has hung up is not met any more
    given ann waits
    given ann hangs up
    given a while passes
    ${go('bob')}
    server may tell bob, cat: WAITING
    given a moment passes
    ${go('cat')}
    server --> bob: READY {any name} {cat} {size}
    server --> cat: READY {any name} {bob} {size}

  clause a player who has said CANCEL is not met any more
    given ann waits
    given ann: CANCEL
    given a while passes
    ${go('bob')}
    server may tell bob, cat: WAITING
    given a moment passes
    ${go('cat')}
    server --> bob: READY {any name} {cat} {size}
    server --> cat: READY {any name} {bob} {size}

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
    white: MOVE 2 2
    server never tells black, white: VALID {any words}

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
    ${INVALID('black')}

  clause a stone off the board is INVALID
    given a game
    black: MOVE {off the board} 2
    ${INVALID('black')}

  clause a stone on another is INVALID
    given a game
    given turns 2,2
    white: MOVE 2 2
    ${INVALID('white')}

  clause a player is out after INVALID
    given a game
    given black: MOVE -1 2
    given ${INVALID('black')}
    server may tell black: END {any text}
    server may tell black: TABLEFLIPPED {any text}
    server closes black
      or, out of the game, and not off the server, nothing
    black: MOVE 2 2
    server never tells black, white: VALID {any words}

  clause the opponent is told END after INVALID
    given a game
    given black: MOVE -1 2
    given ${INVALID('black')}
    # The later dialect's servers say why first; END alone tells no winner there.
    server may tell white${later ? '' : ' (INVALID is told to the other player, too)'}: INVALID{any text}
    server may tell white: TABLEFLIPPED {any text}
    server --> white: END {any number} {any number}

  section Vragen aan coaches

  clause taking a ko back at once is INVALID
    given a ko
    white: MOVE 2 2
    ${INVALID('white')}

  #   . O O . .      Black sends two stones by 2,2, white takes them by 4,2, and black may not take that one:
  #   O . X . X      the position would be the one before 2,2, with white to move as then.
  #   . O O X .
  clause ko looks back over several moves
    given a game
    given turns 4,1 1,2 4,3 2,1 5,2 2,3 1,5 3,1 2,5 3,3 3,2 pass 2,2 4,2x2,2x3,2
    black: MOVE 3 2
    ${INVALID('black')}

  section Spel: Passen

  clause PASS is PASSED to both
    given a game
    turns pass

  clause PASS out of turn is not PASSED
    given a game
    ${pass('white')}
    server never tells black, white: PASSED {any words}

  clause passes with a stone between them do not end the game
    given a game
    given turns pass 2,2
    turns pass
    white turns 3,3

  section Afsluiten

  # How an empty board is counted the document does not say.
  clause two passes END the game
    given a game
    given turns pass
    server may tell black, white: PASSED white
    ${pass('white')}
    server --> black, white: END {any number} {any number}

  clause one stone owns the board
    given a game
    given turns 2,2 pass
    server may tell black, white: PASSED black
    ${pass('black')}
    server --> black, white: ${points('{size*size}', '0')}

  clause END tells areas; one on both colours counts for neither
    given a game
    given turns 2,3 1,1 4,3 2,1 3,2 4,1 3,4 pass
    server may tell black, white: PASSED black
    ${pass('black')}
    server --> black, white: ${points('5', '3')}

  clause END tells that white has more
    given a game
    given turns 1,1 3,2 6,1 2,3 1,6 4,3 6,6 3,4 pass
    server may tell black, white: PASSED white
    ${pass('white')}
    server --> black, white: ${points('4', '5')}

  clause END tells a draw: there is no komi
    given a game
    given turns 2,2 4,4 pass
    server may tell black, white: PASSED white
    ${pass('white')}
    server --> black, white: ${points('1', '1')}

  section Spel: Opgeven

  clause TABLEFLIP is TABLEFLIPPED to both
    given a game
    server may tell black, white: END {any text}
    black: TABLEFLIP
    server --> black, white: TABLEFLIPPED black

  # What the score is after a flip the document asks, and does not answer.
  clause TABLEFLIP ENDs the game, for both
    given a game
    server may tell black, white: TABLEFLIPPED {any text}
    black: TABLEFLIP
    server --> black, white: END {any number} {any number}
      or, no score after TABLEFLIP: END

  section Spel: Chat

  clause CHAT reaches the opponent
    given a game
    server may tell black: CHAT {any text}
    black: CHAT ${CHATTED}
    server --> white: CHAT ${later ? '{black}: ' : ''}${CHATTED}
      or, ${later ? 'chat without its sender' : 'chat with its sender'}: CHAT ${later ? '' : '{black}: '}${CHATTED}
      or, chat in another form: CHAT {any text}${CHATTED}{any text}
      or, chat is not passed on, nothing

  section Ongeldige keywords

  clause an unknown keyword costs nothing
    given a game
    server may tell black (an unknown keyword is answered by INVALID): INVALID{any text}
    black: KNIT 3
    turns 2,2
  `;
  const [probe] = parseClauses(`clause two players meet\n${meeting()}`, spoken);
  return { language: spoken, clauses: parseClauses(text, spoken), ...(probe && { probe: probe.dialogue }) };
}
