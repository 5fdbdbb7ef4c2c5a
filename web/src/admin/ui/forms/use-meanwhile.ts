import { useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { type Difference, differencesOf, type Labels, mergeMine, type Readings } from './differences.ts'

type Values = Record<string, unknown>
type Versioned = { version: number }

type MeanwhilePlan<Item extends Versioned> = {
  /** The record as it is known now; a form hears of changes by it. */
  newest: Item
  /** What a form of this record begins with. */
  valuesOf: (item: Item) => Values
  labels: Labels
  readings?: Readings
  /** What stands in the form. */
  read: () => Values
  /** Lets the form begin with one record, and puts what was changed on top of it. */
  write: (began: Values, mine: Values) => void
}

export type MeanwhileState<Item extends Versioned> = {
  /** What the form was begun with, and is compared with. */
  began: Item
  /** Whether somebody else has changed what this form is about. */
  isOutdated: boolean
  /** What there is to choose from, once it was asked for. */
  choices: Difference[] | undefined
  ask: () => void
  keepMine: () => void
  takePresent: () => void
  /** Goes on with what was typed into a form of this record as it once was. */
  goOnFrom: (item: Item, typed: Values) => void
  /** The form holds what was saved as this. */
  settle: (saved: Item) => void
  /** Saves to the version that the form knows. Returns false when there is something to choose first; then nothing is saved. */
  save: (send: (version: number) => Promise<unknown>) => Promise<boolean>
}

/** Keeps a form from overwriting unseen what somebody else has saved since it began. */
export function useMeanwhile<Item extends Versioned>(plan: MeanwhilePlan<Item>): MeanwhileState<Item> {
  const { newest, valuesOf, labels, readings, read, write } = plan
  const [began, setBegan] = useState(newest)
  const [refusedFor, setRefusedFor] = useState<Item>()
  const [isAsking, setIsAsking] = useState(false)

  const now = [newest, refusedFor].reduce<Item>(
    (latest, item) => (item && item.version > latest.version ? item : latest),
    began,
  )
  const sides = (now: Item, mine: Values) => ({ began: valuesOf(began), mine, now: valuesOf(now) })
  const differences = (now: Item, mine = read()) => differencesOf(sides(now, mine), labels, readings)

  const goOn = (mine: Values) => {
    write(valuesOf(now), mine)
    setBegan(now)
    setIsAsking(false)
  }

  async function save(send: (version: number) => Promise<unknown>): Promise<boolean> {
    for (let target = now; ; ) {
      if (differences(target).length > 0) {
        setRefusedFor(target)
        setIsAsking(true)
        return false
      }
      try {
        await send(target.version)
        return true
      } catch (error) {
        const current = error instanceof ApiError ? (error.current as Item | undefined) : undefined
        if (!current) throw error
        // Most likely the answer to this very change was lost: what differs is looked at again.
        target = current
      }
    }
  }

  return {
    began,
    isOutdated: differences(now, valuesOf(began)).length > 0,
    choices: isAsking ? differences(now) : undefined,
    // What is changed to what one wants oneself leaves nothing to choose.
    ask: () => (differences(now).length > 0 ? setIsAsking(true) : setBegan(now)),
    keepMine: () => goOn(mergeMine(sides(now, read()), labels)),
    takePresent: () => goOn(valuesOf(now)),
    goOnFrom: (item, typed) => {
      write(valuesOf(item), typed)
      setBegan(item)
    },
    settle: (saved) => {
      setBegan(saved)
      setIsAsking(false)
    },
    save,
  }
}
