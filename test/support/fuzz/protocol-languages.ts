import type { ProtocolLanguage } from './language.ts';
import { cgosLanguage } from './words/cgos.ts';
import { daigoLanguage } from './words/daigo.ts';
import { gomokursLanguages } from './words/gomokurs.ts';
import { gtpLanguages } from './words/gtp.ts';
import { igsLanguage } from './words/igs.ts';
import { nedapLanguages } from './words/nedap.ts';
import { nu6Language } from './words/nu6.ts';
import { remasteredLanguage } from './words/remastered.ts';
import { webLanguage } from './words/web.ts';

export const LANGUAGES: readonly ProtocolLanguage[] = [
  remasteredLanguage,
  nu6Language,
  daigoLanguage,
  ...nedapLanguages,
  ...gomokursLanguages,
  cgosLanguage,
  ...gtpLanguages,
  igsLanguage,
  webLanguage,
];
