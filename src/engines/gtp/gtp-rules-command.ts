import type { GoRuleset, KoRule } from '../../rules/go/ruleset.ts';
import type { GtpCommand } from './gtp-codec.ts';

const STRICTEST_FIRST: readonly KoRule[] = ['positional', 'situational', 'simple'];

/**
 * The command that sets the rules, if the engine has one: area scoring with all stones alive, and the ko and suicide
 * rules that both rulesets allow. KataGo's command sets each rule, that of KGS only a named ruleset.
 */
export function rulesCommand(rulesets: readonly GoRuleset[], commands: ReadonlySet<string>): GtpCommand | undefined {
  const suicide = rulesets.every((ruleset) => ruleset.suicide === 'allowed');
  const ko = STRICTEST_FIRST.find((rule) => rulesets.some((ruleset) => ruleset.ko === rule)) ?? 'positional';
  if (commands.has('kata-set-rules')) {
    const rules = {
      koRule: ko.toUpperCase(),
      scoringRule: 'AREA',
      taxRule: 'NONE',
      multiStoneSuicideLegal: suicide,
      hasButton: false,
      whiteHandicapBonus: '0',
      // Dead stones must be captured before a pass, because players do not agree on dead stones here.
      friendlyPassOk: false,
    };
    return ['kata-set-rules', JSON.stringify(rules)];
  }
  // Chinese rules forbid suicide; New Zealand rules score area and allow it.
  return commands.has('kgs-rules') ? ['kgs-rules', suicide ? 'new_zealand' : 'chinese'] : undefined;
}
