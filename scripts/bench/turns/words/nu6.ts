import { LINES } from '../../server/recorded.ts';
import type { Words } from '../words.ts';

const words: Words = { place: ({ x, y }) => `CORE.MOVE~${y * LINES + x}` };

export { words };
