import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { you } from '../connection/connection.ts';
import { askForName } from '../name-dialog/ask-for-name.ts';
import { texts } from '../texts/page-language.ts';
import { SettingsDialog } from './settings-dialog.tsx';

/** The header of all pages: one row. On a narrow screen, the links to the pages are behind a menu button. */
export function Header() {
  const { shell } = texts();
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <header class="header">
      <a class="brand" href="/" aria-label="Tengen">
        <span class="brand-stone" aria-hidden="true" />
        <span class="brand-name">Tengen</span>
      </a>
      <Pages />
      <span class="header-end">
        <OwnGame />
        <OwnName />
        <button
          type="button"
          class="quiet settings-button"
          aria-label={shell.settings}
          onClick={() => dialog.current?.showModal()}
        >
          <Icon path="M4 7h9.5M18.5 7H20M4 17h1.5M10.5 17H20M13.5 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M5.5 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0" />
          <span class="settings-word">{shell.settings}</span>
        </button>
      </span>
      <SettingsDialog dialog={dialog} />
    </header>
  );
}

function Pages() {
  const { shell } = texts();
  const { path } = useLocation();
  const open = useSignal(false);
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    open.value = false;
  }, [path]);
  const isInside = (target: EventTarget | null): boolean => nav.current?.contains(target as Node | null) === true;
  useClosing(nav, () => {
    open.value = false;
  });
  return (
    <nav
      ref={nav}
      class={`pages ${open.value ? 'open' : ''}`}
      aria-label={shell.navigation}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open.value) return;
        open.value = false;
        button.current?.focus();
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget !== null && !isInside(event.relatedTarget)) open.value = false;
      }}
    >
      <button
        ref={button}
        type="button"
        class="quiet menu-button"
        aria-expanded={open.value}
        aria-label={shell.menu}
        onClick={() => {
          open.value = !open.value;
        }}
      >
        <Icon path="M4 6h16M4 12h16M4 18h16" />
      </button>
      <span class="page-links">
        <PageLink href="/" text={shell.lobby} />
        <PageLink href="/archive" text={shell.archive} />
        <PageLink href="/ratings" text={shell.ratings} />
        <PageLink href="/account" text={shell.account} />
      </span>
    </nav>
  );
}

/** Calls `close` when the user presses outside of the element. */
function useClosing(element: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    const pressed = ({ target }: PointerEvent): void => {
      if (!element.current?.contains(target as Node)) close();
    };
    addEventListener('pointerdown', pressed);
    return () => removeEventListener('pointerdown', pressed);
  }, []);
}

const Icon = ({ path }: { path: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" class="header-icon">
    <path d={path} />
  </svg>
);

function PageLink(props: { href: string; text: string }) {
  const { path } = useLocation();
  return (
    <a href={props.href} aria-current={path === props.href ? 'page' : undefined}>
      {props.text}
    </a>
  );
}

/** A link back to the client's running game. */
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

/** The client's name. A signed-in user who has not entered yet is shown with the name of the account. */
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
