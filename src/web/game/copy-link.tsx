import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Copies an address. If the browser forbids that, the address is shown. */
export function CopyLink({ link, label, copied }: { link: string; label: string; copied: string }) {
  const state = useSignal<'unasked' | 'copied' | 'shown'>('unasked');
  useEffect(() => {
    state.value = 'unasked';
  }, [link]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link);
      state.value = 'copied';
    } catch {
      state.value = 'shown';
    }
  };
  if (state.value === 'shown') {
    return <input readOnly aria-label={label} value={link} ref={(field: HTMLInputElement | null) => field?.select()} />;
  }
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {state.value === 'copied' ? copied : label}
      </button>
      <span class="visually-hidden" role="status">
        {state.value === 'copied' ? copied : null}
      </span>
    </>
  );
}
