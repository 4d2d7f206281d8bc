import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { recall, remember } from '../settings/browser-storage.ts';
import type { Texts } from './texts-type.ts';

/** The languages of the page, each by its own name. */
export const LANGUAGES = { en: 'English', nl: 'Nederlands', fr: 'Français', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;

/** Only the chosen language is loaded. */
const LOADERS: { readonly [language in Language]: () => Promise<Texts> } = {
  en: async () => (await import('./en.ts')).en,
  nl: async () => (await import('./nl.ts')).nl,
  fr: async () => (await import('./fr.ts')).fr,
  ja: async () => (await import('./ja.ts')).ja,
};

const current = signal<{ readonly language: Language; readonly texts: Texts } | undefined>(undefined);

/** All texts in the chosen language. A component that reads them is rendered again when the language changes. */
export function texts(): Texts {
  if (current.value === undefined) throw new Error('no language has been loaded');
  return current.value.texts;
}

/** The chosen language, also as a tag for `Intl`. */
export const language: ReadonlySignal<Language> = computed(() => current.value?.language ?? 'en');

/** The last chosen language, else the first language of the browser that the page has. */
export function preferredLanguage(): Language {
  const preferred = [recall('language') ?? '', ...navigator.languages].map((tag) => tag.split('-')[0]);
  return preferred.find(isLanguage) ?? 'en';
}

export async function loadLanguage(chosen: Language): Promise<void> {
  const loaded = await LOADERS[chosen]();
  current.value = { language: chosen, texts: loaded };
  document.documentElement.lang = chosen;
}

/** Chooses a language and stores the choice. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  await loadLanguage(chosen);
  remember('language', chosen);
}

export const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && tag in LANGUAGES;
