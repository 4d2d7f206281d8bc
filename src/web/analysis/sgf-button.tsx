import { useSignal } from '@preact/signals';
import type { GameState } from '../../protocols/api/server-message-schema.ts';
import { texts } from '../texts/page-language.ts';
import type { Variations } from './move-tree.ts';

/** Downloads the game with its variations as SGF. */
export function SgfButton({ game, variations }: { game: GameState; variations: Variations }) {
  const { analysis: words } = texts();
  const failed = useSignal(false);
  const download = async (): Promise<void> => {
    const text = await loadSgf(game, variations).catch(() => undefined);
    failed.value = text === undefined;
    if (text !== undefined) save(text, `tengen-${game.game}.sgf`);
  };
  return (
    <>
      <button type="button" onClick={() => void download()}>
        {words.withVariations}
      </button>
      <span class="problem" role="alert">
        {failed.value ? words.downloadFailed : null}
      </span>
    </>
  );
}

async function loadSgf({ game, board }: GameState, variations: Variations): Promise<string | undefined> {
  const response = await fetch(`/api/games/${game}.sgf${location.search}`);
  if (!response.ok) return undefined;
  const { variationsSgf } = await import('./variations-sgf.ts');
  const made = variationsSgf(await response.text(), board, variations);
  return made.ok ? made.value : undefined;
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun with the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
