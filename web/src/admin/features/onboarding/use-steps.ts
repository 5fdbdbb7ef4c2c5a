import { useEffect, useRef, useState } from 'react'

/** The step in the state of the current history entry, beside React Router's own state. */
const stepOfEntry = () => (history.state as { step?: number } | null)?.step

const withStep = (step: number) => ({ ...history.state, step })

/** Returns to the entry of the first step, so that Back leaves the onboarding. */
export const leaveSteps = () => history.go(-(stepOfEntry() ?? 0))

/**
 * The current step. Each step is a history entry, so that Back returns to the previous one; a resumed draft gets an entry
 * for each earlier step. Forward stops at the first invalid step, which `findInvalid` returns; it returns `to` if all are valid.
 */
export function useSteps(drafted: number | undefined, findInvalid: (from: number, to: number) => Promise<number>) {
  const [step, setStep] = useState(drafted === undefined ? 0 : (stepOfEntry() ?? drafted))
  const [begun] = useState(step)
  const search = useRef(findInvalid)

  useEffect(() => {
    search.current = findInvalid
  })

  useEffect(() => {
    if (stepOfEntry() === begun) return
    // The History API, since React Router would navigate once for each entry.
    history.replaceState(withStep(0), '')
    for (let next = 1; next <= begun; next += 1) history.pushState(withStep(next), '')
  }, [begun])

  useEffect(() => {
    const follow = async () => {
      const next = stepOfEntry()
      if (next === undefined || next === step) return
      const reached = next < step ? next : await search.current(step, next)
      if (stepOfEntry() !== next) return
      if (reached === next) setStep(next)
      else history.go(reached - next)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [step])

  const goTo = async (next: number) => {
    if (next < step) return history.go(next - step)
    if ((await search.current(step, next)) !== next) return
    history.pushState(withStep(next), '')
    setStep(next)
  }
  return [step, goTo] as const
}
