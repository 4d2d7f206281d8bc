import { useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { you } from '../connection/connection.ts';
import { askForName } from '../sign-in/choose-name.ts';
import { texts } from '../texts/page-language.ts';
import { SettingsDialog } from './settings-dialog.tsx';

export function Header() {
  const { shell } = texts();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <header class="header">
      <a class="brand" href="/">
        <span class="brand-stone" aria-hidden="true" />
        Tengen
      </a>
      <nav class="pages" aria-label={shell.navigation}>
        <PageLink href="/" text={shell.lobby} />
        <PageLink href="/archive" text={shell.archive} />
        <PageLink href="/ratings" text={shell.ratings} />
        <PageLink href="/account" text={shell.account} />
      </nav>
      <span class="header-end">
        <OwnGame />
        <OwnName />
        <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
          {shell.settings}
        </button>
      </span>
      <SettingsDialog dialog={dialog} />
    </header>
  );
}

function PageLink(props: { href: string; text: string }) {
  const { path } = useLocation();
  return (
    <a href={props.href} aria-current={path === props.href ? 'page' : undefined}>
      {props.text}
    </a>
  );
}

/** A link back to the own running game. */
function OwnGame() {
  const { path } = useLocation();
  const seat = you.value.seat;
  if (seat === undefined || path === `/games/${seat.game}`) return null;
  return (
    <a class="own-game" href={`/games/${seat.game}`}>
      {texts().shell.yourGame}
    </a>
  );
}

/** The own name. A signed-in user enters under the account's name when it is needed, and is shown with it before. */
function OwnName() {
  const { entering } = texts();
  const name = you.value.name ?? you.value.account;
  return (
    <button
      type="button"
      class="quiet"
      onClick={askForName}
      aria-label={name === undefined ? undefined : entering.asName(name)}
    >
      <bdi>{name ?? entering.nobody}</bdi>
    </button>
  );
}
