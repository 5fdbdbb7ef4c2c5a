import { Conflict, type ErrorTexts, errorText } from '../../lib/errors.ts'

/** A deletion can only be undone for some seconds. */
export class UndoTooLate extends Conflict {}

export const undoErrors: ErrorTexts = new Map([
  errorText(UndoTooLate, 'È passato troppo tempo: l’eliminazione non può più essere annullata.'),
])
