import { type ClientScripts, parseClauses } from '../../conformance/clause.ts';
import { type DialogueLanguage, scripted } from '../../conformance/dialogue-language.ts';
import { columnAndRow, type ScriptedGame } from '../../conformance/scripted-game.ts';
import type { Version } from '../protocol-version.ts';
import { readPlayer, writeManager } from './actions.ts';

const language = (version: Version): DialogueLanguage =>
  scripted({
    read: (bytes) => readPlayer(bytes, version),
    write: (words) => writeManager(words, version),
    // What a player has to tell about itself, at any time.
    aside(words) {
      if (/^(?:MESSAGE|DEBUG|SUGGESTION)\b/.test(words)) return {};
      return words.startsWith('PLAYER DESCRIPTION') ? { note: 'a PLAYER DESCRIPTION unasked' } : undefined;
    },
  });

const stones: ScriptedGame = { notation: columnAndRow('gomoku', [0]), played: [] };

/** The first words of a player of the other version, read in this one. */
const STRANGERS: Readonly<Record<Version, string>> = {
  '0.1.0': 'unless it speaks 0.2.0, which is examined as gomokurs?version=0.2.0: PLAY 0 0',
  '0.2.0': 'unless it speaks 0.1.0, which is examined as gomokurs?version=0.1.0: (no action: no-such-action, byte 10)',
};

const WAITS = 'client never says: PLAY {any text}';

export function clientClauses(version: Version): ClientScripts {
  /** The document does not say which versions there are, nor how they are written. */
  const greeting = `client: PROTOCOL VERSION ${version}
      or, another version: PROTOCOL VERSION {any text}
      ${STRANGERS[version]}
    server --> client: COMPATIBLE`;
  const start = `server --> client: START {size}
    client answers: READY
      unless it does not play on that board: ERROR {any text}
      unless it does not play on that board: UNKNOWN`;
  const scenes = `
  scene a greeting
    ${greeting}

  scene a session
    given a greeting
    ${start}
  `;
  const asBlack = `
  section PROTOCOL VERSION

  clause the player says PROTOCOL VERSION first
    ${greeting}

  section START, READY

  clause the player answers START by READY
    ${start}

  clause it waits until it is told to begin
    ${WAITS}

  section BEGIN, PLAY

  clause it answers BEGIN by a PLAY on the board
    server --> client: BEGIN
    client: PLAY {black stone}

  clause it waits for its turn
    ${WAITS}

  section TURN, PLAY

  clause it answers TURN by a PLAY where nothing stands
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    ${WAITS}
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    ${WAITS}

  section END

  clause after END it plays no more
    server --> client: END
    client may go, and never says: PLAY {any text}
  `;
  const asWhite = `
  ${scenes}
  section TURN, PLAY

  clause as the second player it does not begin
    given a session
    ${WAITS}

  clause as the second player it answers TURN by a PLAY
    server --> client: TURN {black stone}
    client: PLAY {white stone}
    ${WAITS}
    server --> client: END
  `;
  // What FIELD means the document does not say: only that a stone stands there.
  const withBoard = `
  ${scenes}
  section BOARD

  clause it answers BOARD by a PLAY where nothing stands
    given a session
    server --> client: BOARD {nearly full board}
    client: PLAY {black stone}
      unless it reads FIELD in another way: ERROR {any text}
      unless it reads FIELD in another way: UNKNOWN
    ${WAITS}

  clause it goes on after BOARD by TURN
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    ${WAITS}
    server --> client: END
  `;
  // Known players choke on it, and could show nothing more in the same call.
  const withAbout = `
  ${scenes}
  section ABOUT, PLAYER DESCRIPTION

  clause the player answers ABOUT by PLAYER DESCRIPTION
    given a greeting
    server --> client: ABOUT
    client answers: PLAYER DESCRIPTION {any text}
    server --> client: END
  `;
  const spoken = language(version);
  const scripts = [asBlack, asWhite, withBoard, withAbout].map((text) => parseClauses(text, spoken, 'server'));
  return { language: spoken, stones, scripts };
}
