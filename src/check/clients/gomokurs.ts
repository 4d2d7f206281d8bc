import type { Version } from '../../protocols/gomokurs/action.ts';
import { readPlayer, writeManager } from '../clauses/gomokurs-actions.ts';
import { type Language, scripted } from '../language.ts';
import { type ClientScripts, parseClauses } from '../scenario.ts';
import { columnAndRow, type Stones } from '../stones.ts';

const language = (version: Version): Language =>
  scripted({
    read: (bytes) => readPlayer(bytes, version),
    write: (words) => writeManager(words, version),
    // What a player has to tell about itself, at any time.
    isStray: (words) => /^(?:MESSAGE|DEBUG|SUGGESTION)\b/.test(words),
  });

const stones: Stones = { notation: columnAndRow('gomoku', [0]), played: [] };

/** The first words of a player of the other version, read in this one. */
const STRANGERS: Readonly<Record<Version, string>> = {
  '0.1.0': 'unless it speaks 0.2.0, which is examined as gomokurs?version=0.2.0: PLAY 0 0',
  '0.2.0': 'unless it speaks 0.1.0, which is examined as gomokurs?version=0.1.0: (no action: no-such-action, byte 10)',
};

export function gomokursScripts(version: Version): ClientScripts {
  const scene = `
  scene a session
    client: PROTOCOL VERSION ${version}
      ${STRANGERS[version]}
    server --> client: COMPATIBLE
    server --> client: START {size}
    client: READY
  `;
  const asBlack = `
  section PROTOCOL VERSION

  clause the player says PROTOCOL VERSION first
    client: PROTOCOL VERSION ${version}
      ${STRANGERS[version]}
    server --> client: COMPATIBLE

  section START, READY

  clause the player answers START by READY
    server --> client: START {size}
    client: READY
    client is silent

  section BEGIN, PLAY

  clause it answers BEGIN by a PLAY on the board
    server --> client: BEGIN
    client: PLAY {black stone}

  clause it waits for its turn
    client is silent

  section TURN, PLAY

  clause it answers TURN by a PLAY where nothing stands
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    client is silent
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    client is silent

  section END

  clause after END it plays on nowhere
    server --> client: END
    client may hang up
  `;
  const asWhite = `
  section ABOUT, PLAYER DESCRIPTION

  clause the player answers ABOUT by PLAYER DESCRIPTION
    given client: PROTOCOL VERSION ${version}
      ${STRANGERS[version]}
    given server --> client: COMPATIBLE
    server --> client: ABOUT
    client: PLAYER DESCRIPTION {any text}

  section TURN, PLAY

  clause as the second player it does not begin
    given server --> client: START {size}
    given client: READY
    client is silent

  clause as the second player it answers TURN by a PLAY
    server --> client: TURN {black stone}
    client: PLAY {white stone}
    client is silent
    server --> client: END
  `;
  const withBoard = `
  ${scene}
  section BOARD

  clause it answers BOARD by a PLAY where nothing stands
    given a session
    server --> client: BOARD {two stones}
    client: PLAY {black stone}
    client is silent

  clause it goes on after BOARD by TURN
    server --> client: TURN {white stone}
    client: PLAY {black stone}
    client is silent
    server --> client: END
  `;
  const spoken = language(version);
  const scripts = [asBlack, asWhite, withBoard].map((text) => parseClauses(text, spoken, 'server'));
  return { language: spoken, stones, scripts };
}
