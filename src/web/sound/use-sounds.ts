import { useEffect, useRef } from 'preact/hooks';
import { sounds } from '../settings/user-settings.ts';
import { type GameSoundState, soundsBetween } from './game-sounds.ts';
import { playSounds } from './play-sounds.ts';

/** Plays the sounds of a game, unless sounds are off. Changes before the first rendering have no sounds. */
export function useSounds(now: GameSoundState): void {
  const known = useRef(now);
  useEffect(() => {
    const played = soundsBetween(known.current, now, !document.hasFocus());
    known.current = now;
    if (sounds.peek() === 'on') playSounds(played);
  });
}
