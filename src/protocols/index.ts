import { daigo } from './daigo/index.ts';
import { gomokurs } from './gomokurs/index.ts';
import { nedap } from './nedap/index.ts';
import { nu6 } from './nu6/index.ts';
import type { Protocol } from './protocol.ts';
import { remastered } from './remastered/index.ts';
import { web } from './web/index.ts';

/** Every protocol that is spoken here. A new one is its own folder and a line in this list. */
export const PROTOCOLS: readonly Protocol[] = [remastered, nu6, daigo, nedap, gomokurs, web];

export const protocolNamed = (name: string): Protocol | undefined => PROTOCOLS.find((each) => each.name === name);
