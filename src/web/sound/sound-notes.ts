export type Sound = 'stone' | 'capture' | 'pass' | 'your-turn' | 'end';

/** One note. Times are seconds from the start of the sound, the pitch is in Hertz, the loudness from 0 to 1. */
export interface Note {
  readonly at: number;
  readonly lasts: number;
  readonly pitch: number;
  readonly loudness: number;
  /** `wood`: a knock. `bell`: a tone. */
  readonly timbre: 'wood' | 'bell';
}

const knock = (at: number, pitch: number, loudness: number): Note => ({
  at,
  lasts: 0.09,
  pitch,
  loudness,
  timbre: 'wood',
});
const bell = (at: number, pitch: number, lasts: number): Note => ({ at, lasts, pitch, loudness: 0.18, timbre: 'bell' });

export const NOTES: { readonly [sound in Sound]: readonly Note[] } = {
  stone: [knock(0, 1150, 0.9), knock(0.012, 420, 0.5)],
  capture: [knock(0, 1150, 0.9), knock(0.09, 1900, 0.35), knock(0.15, 2300, 0.3), knock(0.2, 2050, 0.25)],
  pass: [bell(0, 330, 0.25)],
  'your-turn': [bell(0, 659, 0.3), bell(0.14, 880, 0.45)],
  end: [bell(0, 523, 0.4), bell(0.16, 659, 0.4), bell(0.32, 784, 0.7)],
};
