import { useEffect, useRef } from 'preact/hooks';
import { directory, status, you } from '../connection/connection.ts';
import { focusReplacement } from '../shell/focus-replacement.ts';
import { texts } from '../texts/page-language.ts';
import { COMPUTER, computerFor, levelsFor } from './computer-levels.ts';
import { failure } from './lobby-requests.ts';
import { BoardFields, ColorField, GoRules, LevelField, OptionFields } from './seek-form-fields.tsx';
import { changeSeekForm, seekForm } from './seek-form-state.ts';
import { boardOf, type FormOpponents, isFit, type SeekFormValues } from './seek-form-values.ts';
import { inviteFriend, seekComputer, seekPerson } from './seek-requests.ts';

/** The form for a seek: the game and the opponent. */
export function SeekForm() {
  const { lobby } = texts();
  const fields = { values: seekForm.value, change: changeSeekForm };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void seekPerson(seekForm.value);
  };
  return (
    <form class="seek" onSubmit={submit}>
      <BoardFields {...fields} />
      <ColorField {...fields} />
      <details class="more" open={seekForm.value.opponent !== '' || undefined}>
        <summary>{lobby.moreOptions}</summary>
        <div class="more-fields">
          {seekForm.value.game === 'go' ? <GoRules {...fields} /> : null}
          <OptionFields {...fields} opponents={opponentsOf(seekForm.value)} />
          <Opponent />
        </div>
      </details>
      <Buttons />
    </form>
  );
}

/** The named opponent, or a person and the computer, for which the form has a button each. */
function opponentsOf(values: SeekFormValues): FormOpponents {
  const players = [...(directory.value?.players.values() ?? [])];
  const opponent = values.opponent.trim();
  if (opponent === '') return computerFor(boardOf(values), players) === 'free' ? 'either' : 'person';
  return players.some(({ name, protocol }) => name === opponent && protocol === COMPUTER) ? 'computer' : 'person';
}

function Buttons() {
  const { lobby } = texts();
  const find = useRef<HTMLButtonElement>(null);
  // Takes the focus after a seek was cancelled.
  useEffect(() => focusReplacement(find.current), []);
  const chosen = seekForm.value;
  const opponent = chosen.opponent.trim();
  const players = [...(directory.value?.players.values() ?? [])];
  const computer = computerFor(boardOf(chosen), players);
  // If no other human player is connected, the computer is suggested.
  const isAlone = players.every(({ name, protocol }) => protocol === COMPUTER || name === you.value.name);
  const suggestsComputer = computer === 'free' && isAlone && opponent === '';
  // A private game is never paired with an unknown opponent.
  const isPrivate = chosen.private && opponent === '';
  const disabled = !isFit(chosen) || you.value.seat !== undefined || status.value !== 'open';
  const forComputer =
    computer === 'none' || opponent !== '' ? null : (
      <div key="computer" class="computer">
        <LevelField values={chosen} change={changeSeekForm} levels={levelsFor(boardOf(chosen), players)} />
        <button
          type="button"
          class={suggestsComputer ? 'primary' : ''}
          disabled={disabled || computer !== 'free'}
          onClick={() => void seekComputer(chosen)}
        >
          {lobby.computer}
        </button>
        {computer === 'elsewhere' ? <p class="soft small">{lobby.computerElsewhere}</p> : null}
      </div>
    );
  const forPersons = (
    <div key="opponent" class="opponent-buttons">
      <button ref={find} type="submit" class={suggestsComputer ? '' : 'primary'} disabled={disabled || isPrivate}>
        {opponent === '' ? lobby.find : lobby.challenge(opponent)}
      </button>
      {opponent === '' ? (
        <button type="button" disabled={disabled} onClick={() => void inviteFriend(chosen)}>
          {lobby.invite}
        </button>
      ) : null}
      {isPrivate ? <p class="soft small full">{lobby.privateNeeds}</p> : null}
      {opponent === '' && !isPrivate ? (
        <p class="soft small full">{computer === 'none' ? lobby.findHelp : lobby.findOrComputer}</p>
      ) : null}
    </div>
  );
  return (
    <>
      {suggestsComputer ? [forComputer, forPersons] : [forPersons, forComputer]}
      <p class="problem" role="alert">
        {failure.value?.(texts())}
      </p>
    </>
  );
}

/** The field for the opponent's name. The browser suggests the names of connected players of all protocols. */
function Opponent() {
  const { lobby } = texts();
  const players = [...(directory.value?.players.values() ?? [])];
  return (
    <label class="field">
      {lobby.opponent}
      <input
        id="opponent"
        list="present"
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        placeholder={lobby.anyone}
        value={seekForm.value.opponent}
        onInput={(event) => changeSeekForm({ opponent: event.currentTarget.value })}
      />
      <datalist id="present">
        {players
          .filter(({ name }) => name !== you.value.name)
          .map(({ name, protocol }) => (
            <option key={name} value={name}>
              {protocol}
            </option>
          ))}
      </datalist>
    </label>
  );
}
