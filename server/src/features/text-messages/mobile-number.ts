import { internationalNumber } from '@prenoto/core/fields/telephone.ts'
import { isValidPhoneNumber } from 'libphonenumber-js/mobile'

/** The number that receives text messages, '+393331234567'. Undefined unless it is surely a mobile number. */
export function mobileNumber(telephone: string): string | undefined {
  const number = `+${internationalNumber(telephone)}`
  return isValidPhoneNumber(number) ? number : undefined
}
