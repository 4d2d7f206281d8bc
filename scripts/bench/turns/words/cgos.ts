import { LINES } from '../../server/recorded.ts';
import { vertex, type Words } from '../words.ts';

/** A clock that never matters. */
const words: Words = { settings: `size=${LINES}&time=100000`, place: vertex };

export { words };
