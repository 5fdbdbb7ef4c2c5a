import type { TextsChoice } from '@prenoto/core/text-messages/text-channels.ts'

/** What a page says about messages to the customer's telephone. */
export const TEXTS_STATE: Record<TextsChoice, string> = {
  wanted: 'Ti scriviamo anche al cellulare.',
  by_link: 'Ti scriviamo anche al cellulare: se non vuoi più questi messaggi, apri il link che trovi in uno di loro.',
  stopped: 'Non ti scriviamo più al cellulare, solo per email.',
}
