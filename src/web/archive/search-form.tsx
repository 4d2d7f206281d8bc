import type { TargetedSubmitEvent } from 'preact';
import { useProtocols } from '../connection/use-protocols.ts';
import { COMPUTER } from '../lobby/computer-levels.ts';
import { protocolName } from '../lobby/name-with-protocol.tsx';
import { texts } from '../texts/page-language.ts';
import { FIELDS, type SearchField } from './search-query.ts';

interface SearchProps {
  readonly query: { readonly [field: string]: string };
  readonly search: (fields: { readonly [field: string]: string }) => void;
}

/** A form to search finished games. A game is found if it matches all filled fields. */
export function SearchForm({ query, search }: SearchProps) {
  const { archive, rules } = texts();
  const protocols = useProtocols();
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    search(Object.fromEntries(FIELDS.map((field) => [field, String(form.get(field) ?? '')])));
  };
  const isOpen = FIELDS.some((field) => query[field] !== undefined);
  return (
    <search>
      {/* If the address changes, the form shows the new search. */}
      <form key={JSON.stringify(query)} class="card archive-search" onSubmit={submit}>
        <label class="field">
          {archive.player}
          <input name="player" type="search" maxLength={64} autocomplete="off" defaultValue={query['player'] ?? ''} />
        </label>
        <Choice name="protocol" label={archive.protocol} query={query}>
          {[...protocols.map(({ name }) => name), COMPUTER].map((name) => [name, protocolName(name)])}
        </Choice>
        <Choice name="game" label={archive.game} query={query}>
          {[
            ['go', rules.go],
            ['gomoku', rules.gomoku],
          ]}
        </Choice>
        <label class="field archive-size">
          {archive.size}
          <input name="size" type="number" inputmode="numeric" min={1} max={255} defaultValue={query['size'] ?? ''} />
        </label>
        <Choice name="result" label={archive.result} query={query}>
          {[
            ['black', archive.blackWon],
            ['white', archive.whiteWon],
            ['draw', archive.drawn],
            ['none', archive.none],
          ]}
        </Choice>
        <label class="field archive-date">
          {archive.from}
          <input name="from" type="date" defaultValue={query['from'] ?? ''} />
        </label>
        <label class="field archive-date">
          {archive.to}
          <input name="to" type="date" defaultValue={query['to'] ?? ''} />
        </label>
        <span class="archive-find">
          <button type="submit" class="primary">
            {archive.find}
          </button>
          {isOpen ? (
            <a class="button" href="/archive">
              {archive.clear}
            </a>
          ) : null}
        </span>
      </form>
    </search>
  );
}

interface ChoiceProps {
  readonly name: SearchField;
  readonly label: string;
  readonly query: { readonly [field: string]: string };
  /** Values with their names. */
  readonly children: readonly (readonly [value: string, text: string] | readonly string[])[];
}

function Choice({ name, label, query, children }: ChoiceProps) {
  const { archive } = texts();
  return (
    <label class="field">
      {label}
      <select name={name}>
        <option value="">{archive.any}</option>
        {children.map(([value, text]) => (
          <option key={value} value={value} selected={query[name] === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
