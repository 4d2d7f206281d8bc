import { cgosLanguage } from './languages/cgos.ts';
import { daigoLanguage } from './languages/daigo.ts';
import { gomokursLanguages } from './languages/gomokurs.ts';
import { gtpLanguages } from './languages/gtp.ts';
import { igsLanguage } from './languages/igs.ts';
import { nedapLanguages } from './languages/nedap.ts';
import { nu6Language } from './languages/nu6.ts';
import { remasteredLanguage } from './languages/remastered.ts';
import { webLanguage } from './languages/web.ts';
import type { ProtocolLanguage } from './protocol-language.ts';

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
