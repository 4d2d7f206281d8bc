import { number } from '../../formatting/game-text.ts';
import type { Texts } from '../../texts/texts-type.ts';
import type { ScoreBreakdown } from './score-breakdown.ts';

/** The leading colour and its lead in points. The text of an estimate contains `about`. */
export function leadText(lead: number, isExact: boolean, { analysis, rules, units }: Texts, language: string): string {
  if (lead === 0) return isExact ? analysis.tied : analysis.even;
  const points = Math.abs(lead);
  const pointsText = units.points(points, number(points, language));
  const leader = lead > 0 ? rules.Black : rules.White;
  return isExact ? analysis.leads(leader, pointsText) : analysis.leadsAbout(leader, pointsText);
}

/** The area of each side, and white's komi. */
export function areaTexts({ area, komi }: ScoreBreakdown, { analysis }: Texts, language: string): readonly string[] {
  const numberText = (value: number): string => number(value, language);
  return [
    analysis.blackArea(numberText(area.black)),
    analysis.whiteArea(numberText(area.white), numberText(komi), numberText(area.white + komi)),
  ];
}
