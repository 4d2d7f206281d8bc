import { useEffect, useRef } from 'preact/hooks';
import { sounds } from '../settings/user-settings.ts';
import { type GameSoundState, soundsBetween } from './game-sounds.ts';
import { NOTES, type Note, type Sound } from './sound-notes.ts';

/** Plays the sounds of a game, unless sounds are off. Changes before the first rendering have no sounds. */
export function useSounds(now: GameSoundState): void {
  const known = useRef(now);
  useEffect(() => {
    const played = soundsBetween(known.current, now, !document.hasFocus());
    known.current = now;
    if (sounds.peek() === 'on') playSounds(played);
  });
}

let output: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** Plays sounds at once. Browsers forbid sounds before the user has clicked or pressed a key. */
function playSounds(sounds: readonly Sound[]): void {
  if (sounds.length === 0 || !navigator.userActivation.hasBeenActive) return;
  output ??= new AudioContext();
  const context = output;
  // The browser may have suspended the sound of a hidden page.
  if (context.state !== 'running') void context.resume();
  for (const note of sounds.flatMap((sound) => NOTES[sound])) playNote(context, note);
}

function playNote(context: AudioContext, note: Note): void {
  const begins = context.currentTime + note.at;
  const volume = context.createGain();
  volume.gain.setValueAtTime(note.loudness, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + note.lasts);
  volume.connect(context.destination);
  const source = note.timbre === 'bell' ? bell(context, note.pitch, volume) : wood(context, note.pitch, volume);
  source.start(begins);
  source.stop(begins + note.lasts);
}

function bell(context: AudioContext, pitch: number, volume: AudioNode): AudioScheduledSourceNode {
  const tone = context.createOscillator();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  tone.connect(volume);
  return tone;
}

/** Noise through a narrow band-pass filter sounds like wood. */
function wood(context: AudioContext, pitch: number, volume: AudioNode): AudioScheduledSourceNode {
  noise ??= whiteNoise(context);
  const source = context.createBufferSource();
  source.buffer = noise;
  const gate = context.createBiquadFilter();
  gate.type = 'bandpass';
  gate.frequency.value = pitch;
  gate.Q.value = 6;
  source.connect(gate).connect(volume);
  return source;
}

function whiteNoise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
