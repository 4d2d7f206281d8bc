import type { Words } from '../words.ts';

const words: Words = { place: ({ x, y }) => `MOVE ${x} ${y}` };

export { words };
