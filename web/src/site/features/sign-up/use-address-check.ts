import { businessAddress, suggestedAddress } from '@prenoto/core/sign-up/business-address.ts'
import { checkAddress } from '@prenoto/core/sign-up/provider-api.ts'
import { type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { api } from '../../../lib/api-client.ts'

/** Pause in typing before the server is asked, milliseconds. */
const PAUSE = 500

type Verdict = { address: string; isFree: boolean; detail: string }

/**
 * Suggests an address while the name is typed, until the owner types another one, and tells whether the address is free.
 * Without an answer it tells nothing; the server checks the address again when the form is sent.
 */
export function useAddressCheck(form: RefObject<HTMLFormElement | null>) {
  const [verdict, setVerdict] = useState<Verdict>()
  const suggested = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const inputNamed = (name: string) => form.current!.elements.namedItem(name) as HTMLInputElement

  // The name may have been typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same for the life of the page
  useEffect(() => {
    if (form.current) suggest()
    return () => clearTimeout(timer.current)
  }, [])

  function suggest() {
    const address = inputNamed('address')
    const isTyped = address.value !== '' && address.value !== suggested.current
    if (isTyped) return
    suggested.current = suggestedAddress(inputNamed('name').value)
    if (address.value !== suggested.current) address.value = suggested.current
  }

  async function check() {
    const { data: address } = businessAddress.safeParse(inputNamed('address').value)
    if (!address) return
    // The form checks the address again when it is sent.
    const answer = await api(checkAddress, { params: { address } }).catch(() => undefined)
    const isCurrent = businessAddress.safeParse(form.current && inputNamed('address').value).data === address
    if (answer && isCurrent) setVerdict({ address, isFree: answer.is_free, detail: answer.detail })
  }

  function onTyped({ target }: InputEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement
    if (name !== 'name' && name !== 'address') return
    const before = inputNamed('address').value
    if (name === 'name') suggest()
    if (name === 'name' && inputNamed('address').value === before) return
    setVerdict(undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(check, PAUSE)
  }

  return { onTyped, verdict }
}
