import { cgos } from './cgos/module.ts';
import { daigo } from './daigo/module.ts';
import { gomokurs } from './gomokurs/module.ts';
import { gtp } from './gtp/module.ts';
import { igs } from './igs/module.ts';
import { nedap } from './nedap/module.ts';
import { nu6 } from './nu6/module.ts';
import type { ProtocolModule } from './protocol-module.ts';
import { remastered } from './remastered/module.ts';
import { web } from './web/module.ts';

/** All protocols of the server. To add a protocol, add its folder and a line to this list. */
export const PROTOCOLS: readonly ProtocolModule[] = [remastered, nu6, daigo, nedap, gomokurs, cgos, gtp, igs, web];
