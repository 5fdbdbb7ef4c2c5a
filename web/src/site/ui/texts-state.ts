import type { TextsChoice } from '@prenoto/core/text-messages/text-channels.ts'

/** The consent to text messages, as a page shows it. */
export const TEXTS_STATE: Record<TextsChoice, string> = {
  wanted: 'Ti scriviamo anche al cellulare.',
  by_link: 'Ti scriviamo anche al cellulare: se non vuoi più questi messaggi, apri il link che trovi in uno di loro.',
  stopped: 'Non ti scriviamo più al cellulare, solo per email.',
}
