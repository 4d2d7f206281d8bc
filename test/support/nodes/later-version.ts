import { registerHooks } from 'node:module';

// `node --import later-version.ts main.ts serve …` starts a node that has the next lobby version, with the same decisions.

const VERSION = /const LOBBY_VERSION = (\d+);/;

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/server/nodes/replica-thread-data.ts')) return loaded;
    const source = String(loaded.source);
    if (!VERSION.test(source)) throw new Error('the lobby version was not found in the source');
    const later = (_: string, version: string): string => `const LOBBY_VERSION = ${Number(version) + 1};`;
    return { ...loaded, source: source.replace(VERSION, later) };
  },
});
