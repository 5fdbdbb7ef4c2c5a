import { useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { type Difference, type Formats, findDifferences, type Labels, mergeMine } from './differences.ts'

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
  /** Resets the form to the base values and applies the user's changes on top. */
  write: (base: Values, mine: Values) => void
}

export type EditConflict<Item extends Versioned> = {
  /** The version of the record that the form started from. */
  base: Item
  /** Whether another user has changed a field of this form. */
  isOutdated: boolean
  /** The conflicting fields, while the user is asked to choose. */
  differences: Difference[] | undefined
  showDifferences: () => void
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
  const sides = (current: Item, mine: Values) => ({ base: toValues(base), mine, current: toValues(current) })
  const differences = (current: Item, mine = read()) => findDifferences(sides(current, mine), labels, formats)

  const rebase = (mine: Values) => {
    write(toValues(current), mine)
    setBase(current)
    setIsAsking(false)
  }

  async function save(send: (version: number) => Promise<unknown>): Promise<boolean> {
    for (let target = current; ; ) {
      if (differences(target).length > 0) {
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
        // Most likely the response to this same change was lost, so the differences are computed again.
        target = present
      }
    }
  }

  return {
    base,
    isOutdated: differences(current, toValues(base)).length > 0,
    differences: isAsking ? differences(current) : undefined,
    // When the form already has the current values, there is nothing to choose.
    showDifferences: () => (differences(current).length > 0 ? setIsAsking(true) : setBase(current)),
    keepMine: () => rebase(mergeMine(sides(current, read()), labels)),
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
