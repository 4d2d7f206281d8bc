import { useEffect, useRef } from 'preact/hooks';
import { sounds } from '../settings/user-settings.ts';
import { type GameMoment, soundsBetween } from './game-sounds.ts';
import { playSounds } from './play-sounds.ts';

/** Lets a game be heard, unless it is muted. What had happened before it was first seen is not. */
export function useSounds(now: GameMoment): void {
  const known = useRef(now);
  useEffect(() => {
    const heard = soundsBetween(known.current, now, !document.hasFocus());
    known.current = now;
    if (sounds.peek() === 'on') playSounds(heard);
  });
}
