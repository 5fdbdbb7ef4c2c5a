import { onProofRequired } from '../../../lib/api-client.ts'

/** `opener` regains the focus afterwards. */
export type ProofQuestion = {
  answer: Promise<boolean>
  settle: (isProved: boolean) => void
  opener: HTMLElement | undefined
}

let question: ProofQuestion | undefined
const listeners = new Set<() => void>()

/** A proof in one tab is enough for the session, and so for all tabs. */
const otherTabs = new BroadcastChannel('proof')
otherTabs.onmessage = () => question?.settle(true)
export const announceProof = () => otherTabs.postMessage('proved')

export const currentQuestion = () => question

export function subscribeToQuestion(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function setQuestion(current: ProofQuestion | undefined) {
  question = current
  for (const listener of listeners) listener()
}

/** Asks the user to prove who they are, once for all calls that wait. Returns whether they did. */
function askForProof(): Promise<boolean> {
  if (!question) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const settle = (isProved: boolean) => {
      // An answer may arrive after the user has cancelled and another call has asked.
      if (question?.answer === promise) setQuestion(undefined)
      resolve(isProved)
    }
    const { activeElement } = document
    const opener = activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : undefined
    setQuestion({ answer: promise, settle, opener })
  }
  return question!.answer
}

onProofRequired(askForProof)
