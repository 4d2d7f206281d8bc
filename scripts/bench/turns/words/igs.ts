import { vertex, type Words } from '../words.ts';

const words: Words = { place: vertex };

export { words };
