import type { Side } from './codec-side.ts';
import { cgosClient, cgosServer } from './words/cgos.ts';
import { daigoClient, daigoServer } from './words/daigo.ts';
import { gomokursClient, gomokursServer } from './words/gomokurs.ts';
import { gtpController, gtpControllingServer, gtpResponses } from './words/gtp.ts';
import { igsClient, igsServer } from './words/igs.ts';
import { nedapClient, nedapServer } from './words/nedap.ts';
import { nu6Client, nu6Server } from './words/nu6.ts';
import { remasteredClient, remasteredServer } from './words/remastered.ts';
import { webClient, webServer } from './words/web.ts';

/** One way to speak one protocol. */
export interface Language {
  readonly name: string;
  /** Whose transcripts are in it, and by whose listener it is spoken. */
  readonly protocol: string;
  readonly client: Side;
  readonly server: Side;
}

export const LANGUAGES: readonly Language[] = [
  { name: 'remastered', protocol: 'remastered', client: remasteredClient, server: remasteredServer },
  { name: 'nu6', protocol: 'nu6', client: nu6Client, server: nu6Server },
  { name: 'daigo', protocol: 'daigo', client: daigoClient, server: daigoServer },
  { name: 'nedap', protocol: 'nedap', client: nedapClient('documented'), server: nedapServer('documented') },
  { name: 'nedap-later', protocol: 'nedap', client: nedapClient('later'), server: nedapServer('later') },
  { name: 'gomokurs', protocol: 'gomokurs', client: gomokursClient('0.1.0'), server: gomokursServer('0.1.0') },
  { name: 'gomokurs-0.2', protocol: 'gomokurs', client: gomokursClient('0.2.0'), server: gomokursServer('0.2.0') },
  { name: 'cgos', protocol: 'cgos', client: cgosClient, server: cgosServer },
  { name: 'gtp', protocol: 'gtp', client: gtpController, server: gtpResponses },
  { name: 'gtp-engine', protocol: 'gtp', client: gtpResponses, server: gtpControllingServer },
  { name: 'igs', protocol: 'igs', client: igsClient, server: igsServer },
  { name: 'web', protocol: 'web', client: webClient, server: webServer },
];
