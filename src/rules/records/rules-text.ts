import { type GoRuleset, KO_RULES } from '../go/ruleset.ts';

const KO_TEXTS = { simple: 'simple ko', positional: 'positional superko', situational: 'situational superko' } as const;

/** A ruleset as the text of RU. SGF's own names of rules, such as `Chinese`, mean other combinations. */
export const makeRules = ({ ko, suicide }: GoRuleset): string => `area, ${KO_TEXTS[ko]}, suicide ${suicide}`;

/** Parses the text of `makeRules`; undefined for any other text. */
export function parseRules(text: string): GoRuleset | undefined {
  const suicides = ['allowed', 'forbidden'] as const;
  const rulesets = KO_RULES.flatMap((ko) => suicides.map((suicide): GoRuleset => ({ ko, suicide })));
  return rulesets.find((ruleset) => makeRules(ruleset) === text);
}
