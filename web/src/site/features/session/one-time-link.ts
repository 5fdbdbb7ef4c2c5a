import { emailLinkSchema } from '@prenoto/core/session/email-link-schema.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'

/** The one-time link that a page was opened with. One that could not be checked counts as good until it is used. */
export type OneTimeLink<T> = { state: 'unknown' } | { state: 'void' } | { state: 'good'; token: string; about?: T }

/**
 * Takes the link from the fragment of the address and asks the server what it is about, which uses nothing up; `read` answers
 * undefined for what is another page's. `discard` says that the link is worth nothing.
 */
export function useOneTimeLink<T>(read: (token: string) => Promise<T | undefined>) {
  const [link, setLink] = useState<OneTimeLink<T>>({ state: 'unknown' })

  useEffect(() => {
    const check = async () => {
      const token = location.hash.slice(1)
      if (!emailLinkSchema.safeParse({ token }).success) return setLink({ state: 'void' })
      try {
        const about = await read(token)
        setLink(about === undefined ? { state: 'void' } : { state: 'good', token, about })
      } catch (error) {
        setLink(foundVoid(error) ? { state: 'void' } : { state: 'good', token })
      }
    }
    check()
    // A second link opened in the same window changes nothing but the fragment.
    addEventListener('hashchange', check)
    return () => removeEventListener('hashchange', check)
  }, [read])

  return { link, discard: () => setLink({ state: 'void' }) }
}

/** Whether a call failed since its link is worth nothing. */
export const foundVoid = (error: unknown) => error instanceof ApiError && error.status === 404
