import type { Command, Option } from 'commander';
import { LEVELS } from '../engines/level.ts';
import { PROTOCOLS } from '../protocols/protocol-list.ts';
import { DURABILITIES, LOG_LEVELS, METRICS_READERS } from '../server/config/option-choices.ts';
import type { Shell } from './shells.ts';

/** The completion script of a shell for the command `tengen`. */
export const completionScript = (shell: Shell, commands: readonly Command[]): string => SCRIPTS[shell](commands);

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

const names = (commands: readonly Command[]): string => commands.map((command) => command.name()).join(' ');

/** A description in one line, without examples and without text in brackets. */
const short = (description: string): string =>
  description
    .replace(/\s*\([^)]*\)/g, '')
    .replace(/(?:, e\.g\.|;|\. ).*$/, '')
    .replace(/\.$/, '');

const PROTOCOL_NAMES = PROTOCOLS.flatMap(({ name, client }) => (client === undefined ? [] : name));
const URLS = PROTOCOL_NAMES.map((name) => `${name}://`);

const VALUES: Readonly<Record<string, readonly string[]>> = {
  '--durability': DURABILITIES,
  '--log-level': LOG_LEVELS,
  '--metrics': METRICS_READERS,
  '--client': PROTOCOL_NAMES,
  '--protocol': PROTOCOL_NAMES,
  '--engine': ['built-in'],
  '--nats': ['nats://'],
  '--level': LEVELS.map(String),
};

/** How the value of an option is completed. */
type Completion = 'file' | 'folder' | readonly string[];

function completionOf({ flags, long }: Option): Completion {
  if (/<(?:file|where)>/.test(flags)) return 'file';
  if (flags.includes('<folder>')) return 'folder';
  return VALUES[long ?? ''] ?? (flags.includes('<url>') ? URLS : []);
}

/** The words that complete the arguments of a command. */
const choices = (command: Command): readonly string[] =>
  command.registeredArguments.flatMap((argument) => argument.argChoices ?? (argument.name() === 'url' ? URLS : []));

const areUrls = (words: readonly string[]): boolean => words.some((word) => word.endsWith('://'));

function bash(commands: readonly Command[]): string {
  const generate = (completion: Completion): string => {
    if (completion === 'file') return 'files -f';
    return completion === 'folder' ? 'files -d' : `words "${completion.join(' ')}"`;
  };
  const byValues = commands
    .flatMap((command) => command.options.map((option) => ({ option, pattern: `"${command.name()} ${option.long}"` })))
    .filter(({ option }) => option.required);
  const values = [...Map.groupBy(byValues, ({ option }) => generate(completionOf(option)))].map(
    ([how, options]) => `    ${options.map(({ pattern }) => pattern).join('|')}) _tengen_${how} ;;`,
  );
  const words = commands.map((command) => {
    const all = [...command.options.flatMap(({ long }) => long ?? []), ...choices(command), '--help'];
    return `    "${command.name()} "*) _tengen_words "${all.join(' ')}" ;;`;
  });
  return `# tengen completions bash > /usr/share/bash-completion/completions/tengen
_tengen_words() {
  COMPREPLY=($(compgen -W "$1" -- "$word"))
  # No space after PROTOCOL://
  case "\${COMPREPLY[0]}" in *://) compopt -o nospace 2>/dev/null ;; esac
}
_tengen_files() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen "$1" -- "$word"))
  compopt -o filenames 2>/dev/null
}
_tengen() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  # bash makes three words of --option=value.
  if [ "$word" = = ]; then word=""; elif [ "$before" = = ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    _tengen_words "${names(commands)} --help --version"
    return
  fi
  case "\${COMP_WORDS[1]} $before" in
${[...values, ...words].join('\n')}
  esac
}
complete -o default -F _tengen tengen
`;
}

/** An action of `_arguments`, in which a colon needs a backslash. */
function zshAction(completion: Completion): string {
  if (completion === 'file') return '_files';
  if (completion === 'folder') return '_files -/';
  // No space after PROTOCOL://
  if (areUrls(completion)) return `compadd -S "" - ${completion.join(' ').replaceAll(':', '\\:')}`;
  return completion.length === 0 ? '' : `(${completion.join(' ')})`;
}

function zsh(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const described = (text: string): string => short(text).replaceAll(/[[\]:]/g, '\\$&');
  const optionOf = (option: Option): string => {
    const value = option.required ? `:value:${zshAction(completionOf(option))}` : '';
    return quoted(`*${option.long}${option.required ? '=' : ''}[${described(option.description)}]${value}`);
  };
  const cases = commands.map((command) => {
    const words = choices(command);
    const argument = words.length === 0 ? "'*:argument:'" : quoted(`1:argument:${zshAction(words)}`);
    return `    ${command.name()}) _arguments ${[...command.options.map(optionOf), argument].join(' ')} ;;`;
  });
  const list = commands.map((command) => quoted(`${command.name()}:${described(command.description())}`));
  return `#compdef tengen
# tengen completions zsh > "\${fpath[1]}/_tengen"
_tengen() {
  if (( CURRENT == 2 )); then
    local -a commands=(${list.join(' ')})
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = "_tengen" ]; then _tengen "$@"; else compdef _tengen tengen; fi
`;
}

function fishValue(option: Option): string {
  if (!option.required) return ' -f';
  const completion = completionOf(option);
  if (completion === 'file') return ' -r -F';
  if (completion === 'folder') return " -x -a '(__fish_complete_directories)'";
  return completion.length === 0 ? ' -x' : ` -x -a '${completion.join(' ')}'`;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${short(text).replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const here = `complete -c tengen -n '__fish_seen_subcommand_from ${command.name()}'`;
    return [
      `complete -c tengen -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.description())}`,
      ...choices(command).map((word) => `${here} -f -a ${word}`),
      ...command.options.map(
        (option) =>
          `${here} -l ${option.long?.replace(/^--/, '')}${fishValue(option)} -d ${quoted(option.description)}`,
      ),
    ];
  });
  return `# tengen completions fish > ~/.config/fish/completions/tengen.fish\n${lines.join('\n')}\n`;
}
