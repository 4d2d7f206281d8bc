/** The lines of a board whose points are the middles of unit squares. */
export function lines(size: number): string {
  const all = Array.from({ length: size }, (_, line) => line + 0.5);
  const end = size - 0.5;
  return all.map((at) => `M.5 ${at}H${end}M${at} .5V${end}`).join('');
}

/** All stones of a colour as one path. */
export function stonesOf(color: 'b' | 'w', size: number, stones = ''): string {
  let path = '';
  for (let point = stones.indexOf(color); point !== -1; point = stones.indexOf(color, point + 1)) {
    path += `M${point % size} ${Math.floor(point / size) + 0.5}a.5 .5 0 1 1 1 0a.5 .5 0 1 1-1 0`;
  }
  return path;
}
