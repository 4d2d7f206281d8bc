import type { ImportedGameDetails } from '../../protocols/api/resource-schemas.ts';
import { displayName } from '../formatting/display-name.ts';
import { duration } from '../formatting/duration.ts';
import { texts } from '../texts/page-language.ts';
import type { ImportedGameInfo } from './shown-game.ts';

/** The fields in the order of display. */
const SHOWN = [
  ...['result', 'title', 'event', 'round', 'date', 'place', 'blackRank', 'whiteRank', 'blackTeam', 'whiteTeam'],
  ...[
    'handicap',
    'rules',
    'timeLimit',
    'overtime',
    'opening',
    'annotator',
    'source',
    'user',
    'copyright',
    'application',
  ],
  ...['summary', 'comment'],
] as const satisfies readonly (keyof ImportedGameDetails)[];

/** The additional information of an imported game, and a link to its original text. */
export function ImportedDetails({
  game,
  imported: { details = {}, original },
}: {
  game: number;
  imported: ImportedGameInfo;
}) {
  const { record: words } = texts();
  const entries = SHOWN.flatMap((detail) => {
    const text = details[detail];
    return text === undefined ? [] : [{ detail, text: detail === 'timeLimit' ? timeLimit(`${text}`) : `${text}` }];
  });
  return (
    <details class="from-record" open>
      <summary>{words.heading}</summary>
      {entries.length === 0 ? null : (
        <dl>
          {entries.map(({ detail, text }) => (
            <div key={detail}>
              <dt class="soft">{words.details[detail]}</dt>
              <dd>
                <bdi>{text.split('\n').map(displayName).join('\n')}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {original === undefined || original.notes.length === 0 ? null : (
        <>
          <p class="soft">{words.notes}</p>
          <ul>
            {original.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      {original?.kept ? (
        <p>
          <a href={`/api/games/${game}/original`} download={`tengen-${game}-original.sgf`}>
            {words.original}
          </a>
        </p>
      ) : null}
    </details>
  );
}

/** A time limit as text. In FF[4] it is a number of seconds, in older files any text. */
const timeLimit = (text: string): string => (/^\d{1,7}(?:\.\d*)?$/.test(text) ? duration(Number(text) * 1000) : text);
