import { conflict } from '../../lib/errors.ts'

/** A deletion can only be undone for some seconds. */
export const UndoTooLate = conflict('È passato troppo tempo: l’eliminazione non può più essere annullata.')
