import { useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { type Difference, type Formats, findDifferences, type Labels } from './differences.ts'

type Values = Record<string, unknown>
type Versioned = { version: number }

type EditConflictOptions<Item extends Versioned> = {
  /** The latest known version of the record. */
  latest: Item
  /** The initial values of a form of this record. */
  toValues: (item: Item) => Values
  labels: Labels
  formats?: Formats
  read: () => Values
  /** Fills the form with values; those that differ from the saved ones are unsaved changes. */
  write: (saved: Values, values: Values) => void
}

export type EditConflict<Item extends Versioned> = {
  /** The version of the record that the form started from. */
  base: Item
  /** Whether another user has changed a field of this form. */
  isOutdated: boolean
  /** The fields that differ from the current record, while the user is asked to choose. */
  differences: Difference[] | undefined
  showDifferences: () => void
  /** Continues with the form as it is, which replaces the current record when it is saved. */
  keepMine: () => void
  takeCurrent: () => void
  /** Continues with values that were typed into a form of an earlier version of the record. */
  continueFrom: (item: Item, typed: Values) => void
  /** Makes the saved record the new base. */
  markSaved: (saved: Item) => void
  /** Saves against the known version. Saves nothing and returns false when the user has to choose first. */
  save: (send: (version: number) => Promise<unknown>) => Promise<boolean>
}

/** Optimistic locking for a form: the user sees the changes of others before overwriting them. */
export function useEditConflict<Item extends Versioned>(options: EditConflictOptions<Item>): EditConflict<Item> {
  const { latest, toValues, labels, formats, read, write } = options
  const [base, setBase] = useState(latest)
  const [refusedFor, setRefusedFor] = useState<Item>()
  const [isAsking, setIsAsking] = useState(false)

  const current = [latest, refusedFor].reduce<Item>(
    (newest, item) => (item && item.version > newest.version ? item : newest),
    base,
  )
  const differences = (current: Item, mine = read()) => findDifferences(toValues(current), mine, labels, formats)
  /** A field that another user has changed in the same way is no conflict: most likely a response was lost. */
  const isConflict = (current: Item, mine = read()) => {
    const theirs = new Set(differences(current, toValues(base)).map(({ name }) => name))
    return differences(current, mine).some(({ name }) => theirs.has(name))
  }

  const rebase = (mine: Values) => {
    write(toValues(current), mine)
    setBase(current)
    setIsAsking(false)
  }

  async function save(send: (version: number) => Promise<unknown>): Promise<boolean> {
    for (let target = current; ; ) {
      if (isConflict(target)) {
        setRefusedFor(target)
        setIsAsking(true)
        return false
      }
      try {
        await send(target.version)
        return true
      } catch (error) {
        const present = error instanceof ApiError ? (error.current as Item | undefined) : undefined
        if (!present) throw error
        // The refused change may be the form's own, whose response was lost.
        target = present
      }
    }
  }

  return {
    base,
    isOutdated: isConflict(current, toValues(base)),
    differences: isAsking ? differences(current) : undefined,
    // When the form already has the current values, there is nothing to choose.
    showDifferences: () => (isConflict(current) ? setIsAsking(true) : setBase(current)),
    keepMine: () => rebase(read()),
    takeCurrent: () => rebase(toValues(current)),
    continueFrom: (item, typed) => {
      write(toValues(item), typed)
      setBase(item)
    },
    markSaved: (saved) => {
      setBase(saved)
      setIsAsking(false)
    },
    save,
  }
}
