import { registerHooks } from 'node:module';

// `node --import later-version.ts main.ts serve …`: a node of the next lobby version, which decides as this one does.

const VERSION = /const LOBBY_VERSION = (\d+);/;

registerHooks({
  load: (url, context, nextLoad) => {
    const loaded = nextLoad(url, context);
    if (!url.endsWith('/src/server/nodes/replica-config.ts')) return loaded;
    const source = String(loaded.source);
    if (!VERSION.test(source)) throw new Error('no lobby version was found');
    const later = (_: string, version: string): string => `const LOBBY_VERSION = ${Number(version) + 1};`;
    return { ...loaded, source: source.replace(VERSION, later) };
  },
});
