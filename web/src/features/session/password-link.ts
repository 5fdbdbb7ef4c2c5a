import { passwordLinkSchema } from '@prenoto/core/session/password-link-schema.ts'
import { readPasswordLink } from '@prenoto/core/session/session.endpoints.ts'
import { useEffect, useState } from 'react'
import { ApiError, api } from '../../lib/api-client.ts'

/** The one-time link that a page was opened with. One that could not be checked counts as good until it is used. */
export type PasswordLink = { state: 'unknown' } | { state: 'void' } | { state: 'good'; token: string; email?: string }

/** Reads the link from the fragment of the address and asks the server whether it is good; `discard` says that it is not. */
export function usePasswordLink() {
  const [link, setLink] = useState<PasswordLink>({ state: 'unknown' })

  useEffect(() => {
    const check = async () => {
      const token = location.hash.slice(1)
      if (!passwordLinkSchema.safeParse({ token }).success) return setLink({ state: 'void' })
      try {
        const { email } = await api(readPasswordLink, { body: { token } })
        setLink({ state: 'good', token, email })
      } catch (error) {
        const isVoid = error instanceof ApiError && error.status === 404
        setLink(isVoid ? { state: 'void' } : { state: 'good', token })
      }
    }
    check()
    // A second link opened in the same window changes nothing but the fragment.
    addEventListener('hashchange', check)
    return () => removeEventListener('hashchange', check)
  }, [])

  return { link, discard: () => setLink({ state: 'void' }) }
}
