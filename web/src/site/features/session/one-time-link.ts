import { emailLinkSchema } from '@prenoto/core/session/email-link-schema.ts'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'

/** The one-time link that opened the page. A link that could not be checked counts as valid until it is used. */
export type OneTimeLink<T> = { state: 'unknown' } | { state: 'invalid' } | { state: 'valid'; token: string; about?: T }

/**
 * Takes the token from the fragment of the address and checks it with `read`, which does not use it up and returns
 * undefined for a token of another page. `discard` marks the link as invalid.
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
    // Opening a second link in the same tab changes only the fragment.
    addEventListener('hashchange', check)
    return () => removeEventListener('hashchange', check)
  }, [read])

  return { link, discard: () => setLink({ state: 'invalid' }) }
}

/** Whether a call failed because its link is invalid. */
export const isInvalidLink = (error: unknown) => error instanceof ApiError && error.status === 404
