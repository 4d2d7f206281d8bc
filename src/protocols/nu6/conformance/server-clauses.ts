import { parseClauses, type Variant } from '../../conformance/clause.ts';
import { language } from './language.ts';
import { counted } from './points.ts';

/** An error may carry more than the examples of the document show. */
const NAMETAKEN = (who: string): string => `server --> ${who}: CORE.ERROR~NAMETAKEN
      or: CORE.ERROR~NAMETAKEN~{any text}`;

/**
 * What the document says of a faulty message in general, that it comes back with its error, it leaves out for a second
 * HELLO.
 */
const clauses = parseClauses(
  `
  scene ann
    ann: CORE.HELLO~{ann}
    server --> ann: CORE.HELLO

  scene two players
    given ann
    bob: CORE.HELLO~{bob}
    server --> bob: CORE.HELLO

  scene a game
    given two players
    ann: CORE.NEWGAME~{size}
    bob: CORE.NEWGAME~{size}
    server --> ann: CORE.MATCH~{color of ann}~{size}~{bob}
    server --> bob: CORE.MATCH~{color of bob}~{size}~{ann}

  #   . X O .    Black has taken the stone on 1,0 by 2,0.
  #   O X . .
  scene a ko
    given a game
    turns 0,0 1,0 1,1 2,1 0,4 3,0 2,0x1,0

  scene ann chats
    ann: CORE.HELLO~{ann}~CHAT
    server --> ann: CORE.HELLO

  scene ann chats, bob does not
    given ann chats
    server may tell ann: CHAT.ENTERED~{bob}
    bob: CORE.HELLO~{bob}
    server --> bob: CORE.HELLO

  scene two chat
    given ann chats
    server may tell ann: CHAT.ENTERED~{bob}
    bob: CORE.HELLO~{bob}~CHAT
    server --> bob: CORE.HELLO

  section Handshake

  clause HELLO is answered by HELLO
    ann: CORE.HELLO~{ann}
    server --> ann: CORE.HELLO

  clause HELLO may list extensions
    ann: CORE.HELLO~{ann}~CHAT
    server --> ann: CORE.HELLO

  clause a name that is taken is refused by NAMETAKEN
    given ann
    bob: CORE.HELLO~{ann}
    ${NAMETAKEN('bob')}

  clause after NAMETAKEN another name may be said
    given ann
    given bob: CORE.HELLO~{ann}
    given ${NAMETAKEN('bob')}
    bob: CORE.HELLO~{bob}
    server --> bob: CORE.HELLO

  clause a second HELLO is a PROTOCOL error
    given ann
    ann: CORE.HELLO~{bob}
    server --> ann: CORE.ERROR~PROTOCOL~CORE.HELLO~{bob}
      or, PROTOCOL without the faulty message: CORE.ERROR~PROTOCOL

  section Introduction

  clause an unknown message is a PROTOCOL error, and comes back
    given ann
    ann: CORE.KNIT~3
    server --> ann: CORE.ERROR~PROTOCOL~CORE.KNIT~3

  clause MOVE without an integer is a PROTOCOL error, and comes back
    given a game
    black: CORE.MOVE~knit
    server --> black: CORE.ERROR~PROTOCOL~CORE.MOVE~knit

  clause NEWGAME with a size that is no number is a PROTOCOL error
    given ann
    ann: CORE.NEWGAME~knit
    server --> ann: CORE.ERROR~PROTOCOL~CORE.NEWGAME~knit

  clause MOVE outside a game is a PROTOCOL error, and comes back
    given ann
    ann: CORE.MOVE~3
    server --> ann: CORE.ERROR~PROTOCOL~CORE.MOVE~3
      or, who plays no game is not on turn: CORE.ERROR~PATIENCE
      or, who plays no game is not on turn: CORE.ERROR~PATIENCE~{any text}

  clause PASS outside a game is a PROTOCOL error, and comes back
    given ann
    ann: CORE.PASS
    server --> ann: CORE.ERROR~PROTOCOL~CORE.PASS
      or, who plays no game is not on turn: CORE.ERROR~PATIENCE
      or, who plays no game is not on turn: CORE.ERROR~PATIENCE~{any text}

  section Starting a game

  clause two NEWGAME of one size are a MATCH: colour, size, opponent
    given two players
    ann: CORE.NEWGAME~{size}
    bob: CORE.NEWGAME~{size}
    server --> ann: CORE.MATCH~{color of ann}~{size}~{bob}
    server --> bob: CORE.MATCH~{color of bob}~{size}~{ann}

  clause NEWGAME without a size means 19
    given two players
    ann: CORE.NEWGAME
    bob: CORE.NEWGAME~19
    server --> ann: CORE.MATCH~{color of ann}~19~{bob}
    server --> bob: CORE.MATCH~{color of bob}~19~{ann}

  clause players who ask for different sizes do not meet
    given two players
    ann: CORE.NEWGAME~{size}
    bob: CORE.NEWGAME~{size+2}
    server never tells ann, bob: CORE.MATCH~{any text}

  clause a player who waits for another size is passed over
    given two players
    given cat: CORE.HELLO~{cat}
    given server --> cat: CORE.HELLO
    given ann: CORE.NEWGAME~{size}
    given a moment passes
    given bob: CORE.NEWGAME~{size+2}
    given a moment passes
    cat: CORE.NEWGAME~{size}
    server --> ann: CORE.MATCH~{color of ann}~{size}~{cat}
    server --> cat: CORE.MATCH~{color of cat}~{size}~{ann}
    server never tells bob: CORE.MATCH~{any text}

  section Ingame

  clause a legal move is told to both players
    given a game
    turns 2,2

  clause the players move in turn
    given a game
    given turns 2,2
    white turns 3,2 2,3 3,3

  clause the last point of the board is on it
    given a game
    black: CORE.MOVE~{size*size-1}
    server --> black, white: CORE.MOVE~{size*size-1}

  clause beyond the last point is OUTOFBOUNDS
    given a game
    black: CORE.MOVE~{size*size}
    server --> black: CORE.ERROR~ILLEGAL~OUTOFBOUNDS

  clause before the first point is OUTOFBOUNDS
    given a game
    black: CORE.MOVE~-1
    server --> black: CORE.ERROR~ILLEGAL~OUTOFBOUNDS

  clause a stone on another is OCCUPIED
    given a game
    given turns 2,2
    white: CORE.MOVE~{2,2}
    server --> white: CORE.ERROR~ILLEGAL~OCCUPIED

  clause taking a ko back at once is KO
    given a ko
    white: CORE.MOVE~{1,0}
    server --> white: CORE.ERROR~ILLEGAL~KO

  clause a ko may be taken back after a move elsewhere
    given a ko
    given white turns 4,4 0,2
    white turns 1,0

  clause an illegal move is not passed on
    given a game
    given turns 2,2
    given white: CORE.MOVE~{2,2}
    given server --> white: CORE.ERROR~ILLEGAL~OCCUPIED
    server never tells black: CORE.MOVE~{any text}
      or, an error is told to the other player, too: CORE.ERROR~{any text}

  # That the turn stays is likely, and not said.
  clause after an illegal move a legal one may follow
    given a game
    given turns 2,2
    given white: CORE.MOVE~{2,2}
    given server --> white: CORE.ERROR~ILLEGAL~OCCUPIED
    server may tell black (an error is told to the other player, too): CORE.ERROR~{any text}
    white: CORE.MOVE~{3,3}
    server --> white: CORE.MOVE~{3,3}
      or, an illegal move costs the turn: CORE.ERROR~PATIENCE
      or, an illegal move costs the turn: CORE.ERROR~PATIENCE~{any text}

  # Rows are counted through from the top left, or these three stones would not be neighbours.
  clause captured stones come off; rows are counted through
    given a game
    given turns 1,0 0,0 0,1x0,0 4,4
    turns 0,0

  clause a group of two stones comes off
    given a game
    given turns 0,1 0,0 1,1 1,0 2,0x0,0x1,0
    white turns 4,4 0,0 5,5 1,0

  clause two groups come off by one stone
    given a game
    given turns 0,1 0,0 2,1 2,0 3,0 4,4 1,0x0,0x2,0
    white turns 5,5 0,0 4,5 2,0

  clause MOVE out of turn is PATIENCE
    given a game
    white: CORE.MOVE~{2,2}
    server --> white: CORE.ERROR~PATIENCE
      or: CORE.ERROR~PATIENCE~{any text}

  clause PASS out of turn is PATIENCE
    given a game
    white: CORE.PASS
    server --> white: CORE.ERROR~PATIENCE
      or: CORE.ERROR~PATIENCE~{any text}

  clause PASS is told to both players
    given a game
    turns pass

  clause passes with a move between them do not end the game
    given a game
    given turns pass 2,2
    turns pass
    white turns 3,3

  # How an empty board is counted the document does not say.
  clause two passes end the game: GAMEOVER to both
    given a game
    given turns pass
    server may tell black, white: CORE.PASS
    white: CORE.PASS
    server --> black, white: CORE.GAMEOVER~{any name}~{any number}~{any number}

  clause one stone owns the board: GAMEOVER tells winner and points
    given a game
    given turns 2,2 pass
    server may tell black, white: CORE.PASS
    black: CORE.PASS
    ${counted('BLACK', ['size*size', '0'], ['size*size-1', '0'])}

  clause an area on both colours counts for neither
    given a game
    given turns 1,0 4,4 0,1 pass
    server may tell black, white: CORE.PASS
    black: CORE.PASS
    ${counted('BLACK', ['3', '1'], ['1', '0'])}

  clause GAMEOVER tells that white has won
    given a game
    given turns 4,4 1,0 5,4 0,1 pass
    server may tell black, white: CORE.PASS
    white: CORE.PASS
    ${counted('WHITE', ['2', '3'], ['0', '1'])}

  clause GAMEOVER tells a draw
    given a game
    given turns 2,2 4,4 pass
    server may tell black, white: CORE.PASS
    white: CORE.PASS
    ${counted('DRAW', ['1', '1'], ['0', '0'])}

  clause SURRENDER loses: GAMEOVER with SURRENDER to both
    given a game
    black: CORE.SURRENDER
    server --> black, white: CORE.GAMEOVER~WHITE~{any number}~{any number}~SURRENDER

  clause SURRENDER out of turn loses, too
    given a game
    white: CORE.SURRENDER
    server --> black, white: CORE.GAMEOVER~BLACK~{any number}~{any number}~SURRENDER

  clause a lost connection loses: GAMEOVER with DISCONNECT
    given a game
    white hangs up
    server --> black: CORE.GAMEOVER~BLACK~{any number}~{any number}~DISCONNECT
      or, the seat of a lost connection is held, nothing

  clause after GAMEOVER both may ask for a NEWGAME
    given a game
    given black: CORE.SURRENDER
    given server --> black, white: CORE.GAMEOVER~WHITE{any text}
    ann: CORE.NEWGAME~{size+2}
    bob: CORE.NEWGAME~{size+2}
    server --> ann: CORE.MATCH~{any name}~{size+2}~{bob}
    server --> bob: CORE.MATCH~{any name}~{size+2}~{ann}

  section Saying goodbyes

  clause BYE in a game loses it by DISCONNECT
    given a game
    black: CORE.BYE
    server --> white: CORE.GAMEOVER~WHITE~{any number}~{any number}~DISCONNECT

  section CHAT, Available Clients

  clause GETLOBBY is answered by LOBBY, with the other clients
    given ann
    given cat: CORE.HELLO~{cat}~CHAT
    given server --> cat: CORE.HELLO
    cat: CHAT.GETLOBBY
    server --> cat: CHAT.LOBBY~{any text}{ann}{any text}

  clause ENTERED tells chat clients of a HELLO
    given ann chats
    bob: CORE.HELLO~{bob}
    server --> ann: CHAT.ENTERED~{bob}

  clause LEFT tells chat clients of a BYE
    given ann chats, bob does not
    bob: CORE.BYE
    server --> ann: CHAT.LEFT~{bob}

  clause LEFT tells chat clients of a lost connection
    given ann chats, bob does not
    bob hangs up
    server --> ann: CHAT.LEFT~{bob}

  section CHAT, Sending and receiving messages

  clause a MESSAGE reaches its recipient
    given two chat
    ann: CHAT.MESSAGE~Hello, how are you?~{bob}
    server --> bob: CHAT.MESSAGE~Hello, how are you?~{ann}
      or, a message without its sender: CHAT.MESSAGE~Hello, how are you?

  clause a MESSAGE with a recipient reaches no other client
    given two chat
    given server may tell ann, bob: CHAT.ENTERED~{cat}
    given cat: CORE.HELLO~{cat}~CHAT
    given server --> cat: CORE.HELLO
    ann: CHAT.MESSAGE~Between us~{bob}
    server never tells cat: CHAT.MESSAGE~{any text}Between us{any text}

  clause a MESSAGE without a recipient reaches all chat clients
    given two chat
    server may tell ann: CHAT.MESSAGE~Good evening~{ann}
    server may tell ann, bob: CHAT.ENTERED~{cat}
    cat: CORE.HELLO~{cat}~CHAT
    given server --> cat: CORE.HELLO
    ann: CHAT.MESSAGE~Good evening
    server --> bob, cat: CHAT.MESSAGE~Good evening~{ann}
      or, a message without its sender: CHAT.MESSAGE~Good evening

  clause a MESSAGE to an unknown name is UNKNOWNRECIPIENT
    given ann chats
    ann: CHAT.MESSAGE~Hello~{bob}
    server --> ann: CHAT.ERROR~UNKNOWNRECIPIENT

  clause a MESSAGE to a client without chat is CHATNOTSUPPORTED
    given ann chats, bob does not
    ann: CHAT.MESSAGE~Hello~{bob}
    server --> ann: CHAT.ERROR~CHATNOTSUPPORTED
  `,
  language,
);

export const serverClauses: Variant = { language, clauses };
