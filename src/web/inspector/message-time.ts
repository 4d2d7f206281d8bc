/** A time as minutes and seconds, with milliseconds: `0.412`, `1:02.007`. */
export function sinceBeginning(milliseconds: number): string {
  const all = Math.max(0, Math.round(milliseconds));
  const [minutes, rest] = [Math.floor(all / 60_000), all % 60_000];
  const seconds = (rest / 1000).toFixed(3);
  return minutes === 0 ? seconds : `${minutes}:${seconds.padStart(6, '0')}`;
}
