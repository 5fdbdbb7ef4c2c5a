import { useEffect, useRef, useState } from 'react'

/** What the entry of a step has of its own in the browser's history, beside what the router notes there. */
const notedStep = () => (history.state as { step?: number } | null)?.step

const withStep = (step: number) => ({ ...history.state, step })

/** The browser's Back then leads out of steps that are done with, whichever one they ended at. */
export const leaveSteps = () => history.go(-(notedStep() ?? 0))

/**
 * The step one is at, each an entry of the browser's history, so that its Back goes one step back. Whoever comes with a draft
 * finds those before theirs. Forward leads as far as `findWrong` finds nothing: it names the first wrong step before another one.
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
