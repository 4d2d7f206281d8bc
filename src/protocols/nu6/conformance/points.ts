/** Points of black and of white: numbers, or `size*size` and the like. */
type Points = readonly [black: string, white: string];

const gameover = (winner: string, black: string, white: string): string =>
  `CORE.GAMEOVER~${winner}~{${black}}~{${white}}`;

/** With a komi white has more points, and more than black if it has won. */
function withKomi(leader: string, [black, white]: Points, note: string): string {
  const more = leader === 'WHITE' ? white : black;
  return `
      or, ${note}: ${gameover('WHITE', black, `a number above ${more}`)}
      ${leader === 'BLACK' ? `or, ${note}: ${gameover('BLACK', black, `a number between ${white} and ${black}`)}` : ''}
      ${leader === 'BLACK' ? `or, ${note}: ${gameover('DRAW', black, black)}` : ''}
  `;
}

/** GAMEOVER after two passes. The document names no komi, and does not say what points are: other readings are noted. */
export const counted = (leader: 'BLACK' | 'WHITE' | 'DRAW', area: Points, territory: Points): string => `
    server --> black, white: ${gameover(leader, ...area)}
      or, points are territory: ${gameover(leader, ...territory)}
      ${withKomi(leader, area, 'white has a komi')}
      ${withKomi(leader, territory, 'points are territory, and white has a komi')}
`;
