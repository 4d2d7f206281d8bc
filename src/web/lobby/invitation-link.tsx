import { CopyLink } from '../game/copy-link.tsx';
import { texts } from '../texts/page-language.ts';

/** The key of a new invitation: 16 random bytes in base64url. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** The link to send to a friend, with a button that copies it. */
export function InvitationLink({ secret }: { secret: string }) {
  const { game, invitation } = texts();
  const link = `${location.origin}/invite/${secret}`;
  return (
    <div class="invitation">
      <label class="field">
        {invitation.link}
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyLink link={link} label={game.share} copied={game.shared} />
    </div>
  );
}
