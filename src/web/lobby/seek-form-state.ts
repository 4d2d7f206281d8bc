import { type Signal, signal } from '@preact/signals';
import { recall, remember } from '../settings/browser-storage.ts';
import { restoreSeekForm, type SeekFormValues } from './seek-form-values.ts';

const KEY = 'parameters';

/** The current values of the seek form in the lobby. The browser stores them. */
export const seekForm: Signal<SeekFormValues> = signal(restoreSeekForm(recall(KEY)));

export const changeSeekForm = (changes: Partial<SeekFormValues>): void => {
  seekForm.value = { ...seekForm.value, ...changes };
  remember(KEY, JSON.stringify(seekForm.value));
};
