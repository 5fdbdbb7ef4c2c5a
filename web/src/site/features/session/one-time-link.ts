import { emailLinkSchema } from '@prenoto/core/session/email-link-schema.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'

/** The one-time link that a page was opened with. One that could not be checked counts as good until it is used. */
export type OneTimeLink<T> = { state: 'unknown' } | { state: 'invalid' } | { state: 'valid'; token: string; about?: T }

/**
 * Takes the link from the fragment of the address and asks the server what it is about, which uses nothing up; `read` answers
 * undefined for what is another page's. `discard` says that the link is worth nothing.
 */
export function useOneTimeLink<T>(read: (token: string) => Promise<T | undefined>) {
  const [link, setLink] = useState<OneTimeLink<T>>({ state: 'unknown' })

  useEffect(() => {
    const check = async () => {
      const token = location.hash.slice(1)
      if (!emailLinkSchema.safeParse({ token }).success) return setLink({ state: 'invalid' })
      try {
        const about = await read(token)
        setLink(about === undefined ? { state: 'invalid' } : { state: 'valid', token, about })
      } catch (error) {
        setLink(isInvalidLink(error) ? { state: 'invalid' } : { state: 'valid', token })
      }
    }
    check()
    // A second link opened in the same window changes nothing but the fragment.
    addEventListener('hashchange', check)
    return () => removeEventListener('hashchange', check)
  }, [read])

  return { link, discard: () => setLink({ state: 'invalid' }) }
}

/** Whether a call failed since its link is worth nothing. */
export const isInvalidLink = (error: unknown) => error instanceof ApiError && error.status === 404
