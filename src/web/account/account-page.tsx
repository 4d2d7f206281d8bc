import { useEffect } from 'preact/hooks';
import type { Account } from '../../protocols/api/resource-schemas.ts';
import { you } from '../connection/connection.ts';
import { playerPath } from '../player/player-path.ts';
import { PageContent } from '../shell/page-content.tsx';
import { texts } from '../texts/page-language.ts';
import { AdjournedGames } from './adjourned-list.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { OpenNameToProgram } from './open-name-to-program.tsx';
import { RequestForm } from './request-form.tsx';
import {
  account,
  changePassword,
  deleteAccount,
  loadAccount,
  reserveName,
  signIn,
  signOut,
} from './signed-in-account.ts';
import { TokenList } from './token-list.tsx';
import './account.css';

/** The page of the visitor's own account. */
export function AccountPage() {
  const { shell } = texts();
  useEffect(() => void loadAccount(), []);
  const who = account.value;
  return (
    <PageContent title={shell.account} class="account">
      {who === undefined ? <SignedOut /> : <SignedIn who={who} />}
    </PageContent>
  );
}

function SignedOut() {
  const { account } = texts();
  return (
    <>
      <p class="soft">{account.why}</p>
      <div class="account-columns">
        <section class="card" aria-labelledby="sign-in">
          <h2 id="sign-in">{account.signIn}</h2>
          <RequestForm request={(field) => signIn(field('name'), field('password'))} submit={account.signIn} primary>
            <Name />
            <Password name="password" label={account.password} autocomplete="current-password" />
          </RequestForm>
        </section>
        <section class="card" aria-labelledby="reserve">
          <h2 id="reserve">{account.reserve}</h2>
          <p class="soft small">{account.reserveHelp}</p>
          <RequestForm request={(field) => reserveName(field('name'), field('password'))} submit={account.reserve}>
            <Name />
            <Password name="password" label={account.password} autocomplete="new-password" help />
          </RequestForm>
        </section>
      </div>
    </>
  );
}

function SignedIn({ who }: { who: Account }) {
  const { account } = texts();
  const path = playerPath(who.name);
  return (
    <>
      <p class="account-who">
        <strong>
          <bdi>{account.signedIn(who.name)}</bdi>
        </strong>
        {path === undefined ? null : <a href={path}>{account.profile}</a>}
        {who.administrator ? <a href="/administration">{account.administration}</a> : null}
        <SignOut who={who} />
      </p>
      <div class="account-columns">
        <AdjournedGames />
        <OpenNameToProgram who={who} />
        <TokenList />
        <section class="card" aria-labelledby="change">
          <h2 id="change">{account.change}</h2>
          <RequestForm
            request={(field) => changePassword(field('current'), field('password'))}
            submit={account.change}
            done={account.changed}
          >
            <Password name="current" label={account.oldPassword} autocomplete="current-password" />
            <Password name="password" label={account.newPassword} autocomplete="new-password" help />
          </RequestForm>
        </section>
        <details class="card">
          <summary>{account.giveBack}</summary>
          <p class="soft">{account.giveBackHelp}</p>
          <RequestForm request={(field) => deleteAccount(field('password'))} submit={account.giveBack}>
            <Password name="password" label={account.password} autocomplete="current-password" />
          </RequestForm>
        </details>
      </div>
    </>
  );
}

/** A signed-in player's running game belongs to the account, so signing out then asks for confirmation. */
function SignOut({ who }: { who: Account }) {
  const { account } = texts();
  const { seat, account: player } = you.value;
  if (seat !== undefined && player !== undefined) {
    return (
      <ConfirmButton text={account.signOut} about={who.name} question={account.leaveSeat} act={() => void signOut()} />
    );
  }
  return (
    <button type="button" onClick={() => void signOut()}>
      {account.signOut}
    </button>
  );
}

function Name() {
  const { account } = texts();
  return (
    <label class="field">
      {account.name}
      <input name="name" required maxLength={64} autocomplete="username" autocapitalize="off" spellcheck={false} />
    </label>
  );
}

interface PasswordProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: 'current-password' | 'new-password';
  readonly help?: boolean;
}

function Password({ name, label, autocomplete, help }: PasswordProps) {
  const { account } = texts();
  const isNew = autocomplete === 'new-password';
  return (
    <label class="field">
      {label}
      <input
        name={name}
        type="password"
        required
        minLength={isNew ? 8 : 1}
        maxLength={200}
        autocomplete={autocomplete}
      />
      {help ? <span class="soft small">{account.passwordHelp}</span> : null}
    </label>
  );
}
