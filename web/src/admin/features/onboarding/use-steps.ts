import { useEffect, useRef, useState } from 'react'

/** The step that the current history entry stands for; React Router keeps state of its own beside it. */
const notedStep = () => (history.state as { step?: number } | null)?.step

const withStep = (step: number) => ({ ...history.state, step })

/** Returns to the entry of the first step, so that Back leaves the onboarding. */
export const leaveSteps = () => history.go(-(notedStep() ?? 0))

/**
 * The current step, each a history entry, so that Back returns to the step before. A resumed draft gets an entry for each earlier
 * step. Forward stops at the first wrong step, which `findWrong` returns; it returns `to` when all are right.
 */
export function useSteps(drafted: number | undefined, findWrong: (from: number, to: number) => Promise<number>) {
  const [step, setStep] = useState(drafted === undefined ? 0 : (notedStep() ?? drafted))
  const [begun] = useState(step)
  const search = useRef(findWrong)

  useEffect(() => {
    search.current = findWrong
  })

  useEffect(() => {
    if (notedStep() === begun) return
    // The History API, since React Router would navigate once for each entry.
    history.replaceState(withStep(0), '')
    for (let next = 1; next <= begun; next += 1) history.pushState(withStep(next), '')
  }, [begun])

  useEffect(() => {
    const follow = async () => {
      const next = notedStep()
      if (next === undefined || next === step) return
      const reached = next < step ? next : await search.current(step, next)
      if (notedStep() !== next) return
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
