import { number } from '../../formatting/game-text.ts';
import type { Texts } from '../../texts/texts-type.ts';
import type { ScoreReport } from './score-report.ts';

/** Who leads, by how many points. Estimates say `about`. */
export function leadInWords(
  lead: number,
  isExact: boolean,
  { analysis, rules, units }: Texts,
  language: string,
): string {
  if (lead === 0) return isExact ? analysis.tied : analysis.even;
  const points = Math.abs(lead);
  const written = units.points(points, number(points, language));
  const leader = lead > 0 ? rules.Black : rules.White;
  return isExact ? analysis.leads(leader, written) : analysis.leadsAbout(leader, written);
}

/** Each side's points and what they are made of. */
export function sumsInWords({ area, komi }: ScoreReport, { analysis }: Texts, language: string): readonly string[] {
  const written = (value: number): string => number(value, language);
  return [
    analysis.blackArea(written(area.black)),
    analysis.whiteArea(written(area.white), written(komi), written(area.white + komi)),
  ];
}
