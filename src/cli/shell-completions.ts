import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** The completion script of a shell for the command `tengen`. */
export const completionScript = (shell: Shell, commands: readonly Command[]): string => SCRIPTS[shell](commands);

const SCRIPTS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = { bash, zsh, fish };

const names = (commands: readonly Command[]): string => commands.map((command) => command.name()).join(' ');

/** The first sentence, or part of a sentence, of a description. */
const short = (description: string): string => description.split(/[.:;(]/, 1)[0]?.trim() ?? '';

/** Values that the shell completes as file names. */
const takesFile = ({ flags }: Option): boolean => /<(?:file|where)>/.test(flags);

/** The words that complete the arguments of a command. */
const choices = (command: Command): readonly string[] =>
  command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const words = [...command.options.flatMap(({ long }) => long ?? []), ...choices(command), '--help'];
    return `    ${command.name()}) words="${words.join(' ')}" ;;`;
  });
  const files = new Set(commands.flatMap(({ options }) => options.filter(takesFile).flatMap(({ long }) => long ?? [])));
  return `# tengen completions bash > /usr/share/bash-completion/completions/tengen
_tengen() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$before" in
    ${[...files].join('|')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names(commands)} --help --version"
  else
    case "\${COMP_WORDS[1]}" in
${cases.map((each) => `  ${each}`).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _tengen tengen
`;
}

function zsh(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const described = (text: string): string => short(text).replaceAll(/[[\]:]/g, '\\$&');
  const optionOf = (option: Option): string => {
    const value = option.required ? `:value:${takesFile(option) ? '_files' : ''}` : '';
    return quoted(`*${option.long}[${described(option.description)}]${value}`);
  };
  const cases = commands.map((command) => {
    const words = choices(command);
    const argument = words.length === 0 ? "'*:argument:'" : quoted(`1:argument:(${words.join(' ')})`);
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

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${short(text).replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap((command) => {
    const here = `complete -c tengen -n '__fish_seen_subcommand_from ${command.name()}'`;
    return [
      `complete -c tengen -n __fish_use_subcommand -f -a ${command.name()} -d ${quoted(command.description())}`,
      ...choices(command).map((word) => `${here} -f -a ${word}`),
      ...command.options.map(({ long = '', ...option }) => {
        const value = option.required ? (takesFile(option as Option) ? ' -r -F' : ' -x') : ' -f';
        return `${here} -l ${long.replace(/^--/, '')}${value} -d ${quoted(option.description)}`;
      }),
    ];
  });
  return `# tengen completions fish > ~/.config/fish/completions/tengen.fish\n${lines.join('\n')}\n`;
}
